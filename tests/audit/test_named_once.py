"""One fault that shows in several places is named once, where it is; of two faults in a hand both are named.

The logs are simulated, or made by hand.  Cases are planted and tried as in `test_consequences`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from analyzer.audit import LogName, Verdict, review
from tests.audit.test_consequences import (
    SAMPLES,
    change_count,
    cut,
    hands_that,
    one_of,
    result_of,
    sample,
)
from tests.audit.test_consequences import said as named
from tests.audit.test_made_faults import IDLE, NAME, findings_of, haku_by_ron, ron, said
from tests.hands import Hand
from tests.logs import Elements

Plant = Callable[[Elements], tuple[int, int]]
"""Plants faults, and gives the element and the hand of the last of them."""


def ends_of(log: Elements, hand: int) -> tuple[int, int]:
    """Element of the INIT of a hand, and behind its last one."""
    start, *after = [*log.inits(), len(log)][hand:]
    return start, after[0]


def sticks_of(log: Elements, hand: int) -> list[int]:
    """Elements of the riichi sticks of a hand."""
    start, stop = ends_of(log, hand)
    return [at for at in range(start, stop) if re.match("<REACH.* ten=", log[at])]


def declared(log: Elements, hand: int) -> int:
    """Element of the first declaration of riichi of a hand, whose seat has drawn just before."""
    at = log.find('<REACH [^>]*step="1"', log.inits()[hand])
    if at >= ends_of(log, hand)[1]:
        raise LookupError("no riichi")
    return at


def tiles_held(log: Elements, hand: int, seat: int, at: int) -> list[int]:
    """Concealed tiles of a seat that calls nothing, before an element."""
    start, _ = ends_of(log, hand)
    held = log.numbers(start, f"hai{seat}")
    for text in log[start:at]:
        if drawn := re.match(f"<{'TUVW'[seat]}(\\d+)", text):
            held.append(int(drawn[1]))
        elif discarded := re.match(f"<{'DEFG'[seat]}(\\d+)", text):
            held.remove(int(discarded[1]))
    return held


def kept_in_riichi(log: Elements, pattern: str, behind: str) -> tuple[int, int]:
    """Let a seat in riichi keep a tile that it drew and discarded; the result and the next play match."""
    for hand in hands_that(log, pattern):
        for stick in sticks_of(log, hand):
            seat = int(log.get(stick, "who"))
            draw, discard = f"<{'TUVW'[seat]}", f"<{'DEFG'[seat]}"
            for at in range(stick, ends_of(log, hand)[1]):
                drew = log[at].startswith(discard) and log[at - 1].startswith(draw)
                if pattern == "<AGARI" and log.get(result_of(log, hand), "who") != str(seat):
                    continue
                if drew and re.match(behind, log[at + 1]):
                    # A kind that is nowhere near the wait may be any: what is kept contradicts what is shown.
                    log[at] = f"{discard}{tiles_held(log, hand, seat, at - 1)[0]}/>"
                    cut(log, hand + 2)
                    return at, hand
    raise LookupError("no such discard")


def test_what_follows_a_discard_from_the_hand_in_riichi_is_not_named_as_well() -> None:
    tried = 0
    for pattern, behind in (("<RYUUKYOKU (?!type)", "<[TUVW]"), ("<AGARI", "<[TUVW]"), ("", "<(AGARI|N)")):
        for path in SAMPLES:
            log = Elements(sample(path))
            try:
                _, hand = kept_in_riichi(log, pattern, behind)
            except LookupError:
                continue
            assert named(log) == [("riichi-procedure", hand)], path.stem
            tried += 1
    assert tried > 3


def test_a_call_in_riichi_is_named_and_not_the_discard_after_it() -> None:
    others = ("147m258p369s1234z", "258m369p147s1234z", "369m147p258s1234z")
    hand = Hand("234567m345p55s67s", *others, indicator="9m").riichi(0, "7z").turn(1, "5s").pon(0)

    assert said(hand.discard(0, "2m"), without=("well-formed",)) == [
        ("calls", "0s is called by a seat in riichi")
    ]


@pytest.mark.parametrize("pattern", ["<AGARI [^>]*doraHaiUra", "<RYUUKYOKU (?!type)"])
def test_a_riichi_of_another_seat_than_the_one_on_turn_is_named_once(pattern: str) -> None:
    for path in SAMPLES:
        log = Elements(sample(path))
        try:
            hand = one_of([hand for hand in hands_that(log, pattern) if len(sticks_of(log, hand)) == 1])
        except LookupError:
            continue
        who = log.get(declared(log, hand), "who")
        for at in (declared(log, hand), *sticks_of(log, hand)):
            log.set(at, "who", str((int(who) + 1) % 3))
        cut(log, hand + 2)
        assert named(log) == [("riichi-procedure", hand)], path.stem
        return
    pytest.fail("no sample can take it")


def without_scores(log: Elements, stick: int) -> tuple[int, int]:
    """Take the scores from the first or second of two riichi sticks of a hand."""
    hand = one_of([hand for hand in hands_that(log, "") if len(sticks_of(log, hand)) == 2])
    at = sticks_of(log, hand)[stick]
    log.drop(at, "ten")
    return at, hand


@pytest.mark.parametrize("stick", [0, 1], ids=["first", "second"])
def test_a_stick_without_scores_is_named_and_not_the_other_one(stick: int) -> None:
    for path in SAMPLES:
        log = Elements(sample(path))
        try:
            at, hand = without_scores(log, stick)
        except LookupError:
            continue
        cut(log, hand + 2)
        judged = review([(NAME, log.xml())], checks=["riichi-deposit"])
        assert [finding.element for finding in judged.findings] == [at], path.stem
        assert named(log) == [("riichi-deposit", hand)], path.stem
        return
    pytest.fail("no sample can take it")


def test_a_log_in_which_no_stick_has_scores_is_one_of_early_2009() -> None:
    hand = Hand("234567m345p55s67s", *IDLE, indicator="6m").riichi(0, "7z")
    hand.lines[-1] = '<REACH who="0" step="2"/>'

    assert [one.check for one in findings_of(hand) if one.check == "riichi-deposit"] == []


def test_a_kakan_that_names_another_tile_as_called_is_named_once() -> None:
    others = ("147m258p369s2345z", "258m369p147s2345z", "369m147p258s2345z")
    hand = Hand(others[0], "234m567p345s8s11z9p", *others[1:], indicator="6m")
    hand.turn(0, "1z").pon(1).discard(1, "9p").turn(2, "7z").turn(3, "7z").turn(0, "7z")
    hand.draw(1, "1z").kakan(1, "1z")
    code = int(re.findall(r'm="(\d+)"', hand.lines[-1])[0])
    other = code & 0x1FF | ((code >> 9) // 3 * 3 + ((code >> 9) + 1) % 3) << 9
    hand.lines[-1] = hand.lines[-1].replace(str(code), str(other))
    hand.draw(1, "8s")
    tiles = sorted(hand.held[1])
    hand.lines.append(
        f'<AGARI ba="0,0" hai="{",".join(map(str, tiles))}" m="{code}" machi="{hand.held[1][-1]}" '
        f'ten="40,2700,0" yaku="4,1,14,1" doraHai="{hand.indicator}" who="1" fromWho="1" '
        'sc="250,-13,250,27,250,-7,250,-7" owari="250,0.0,250,0.0,250,0.0,250,0.0" />'
    )

    assert said(hand, without=("win-yaku", "win-fu", "win-points", "win-payment")) == [
        ("calls", "the kakan of 1z names another seat or tile as called than its pon")
    ]


def two_rons(*, ends: int) -> Hand:
    """Seats 1 and 2 win 1300 points each off seat 0, who has 1000: a bust; the winner so named has owari."""
    hand = Hand(
        "147m258p369s1234z",
        "234m567p345s555z8s",
        "345m678p123s666z8s",
        "369m147p258s1234z",
        indicator="9m",
        scores=(1000, 33000, 33000, 33000),
    )
    hand.turn(0, "8s")
    for winner, yaku, sc in (
        (1, 18, "10,-13,330,13,330,0,330,0"),
        (2, 19, "-3,-13,343,0,330,13,330,0"),
    ):
        tiles = ",".join(map(str, sorted([*hand.held[winner], hand.last[1]])))
        end = 'owari="-16,-51.6,343,24.3,343,14.3,330,13.0" ' if winner == ends else ""
        hand.lines.append(
            f'<AGARI ba="0,0" hai="{tiles}" machi="{hand.last[1]}" ten="40,1300,0" yaku="{yaku},1" '
            f'doraHai="{hand.indicator}" who="{winner}" fromWho="0" sc="{sc}" {end}/>'
        )
    return hand


@pytest.mark.parametrize(("ends", "found"), [(1, ["final-scores"]), (2, [])])
def test_owari_in_the_first_of_two_results_is_named_once(ends: int, found: list[str]) -> None:
    checks = ("game-over", "final-scores", "whole-log")
    judged = review([(NAME, two_rons(ends=ends).xml())], checks=checks)

    assert [finding.check for finding in judged.findings] == found


def of_another_kyoku(log: Elements, pattern: str) -> int:
    """A won hand, behind the first, that is called the next kyoku."""
    hand = one_of(hands_that(log, pattern, least=1))
    change_count(log, log.inits()[hand], 0, 1)
    cut(log, hand + 2)
    return hand


def lists_a_yaku_twice(log: Elements, at: int) -> None:
    yaku = log.numbers(at, "yaku")
    log.set_numbers(at, "yaku", [*yaku, *yaku[:2]])


def has_more_fu(log: Elements, at: int) -> None:
    fu, *others = log.numbers(at, "ten")
    log.set_numbers(at, "ten", [fu + 10, *others])


def names_a_liable_seat(log: Elements, at: int) -> None:
    log[at] = log[at].replace("<AGARI ", f'<AGARI paoWho="{(int(log.get(at, "who")) + 1) % 3}" ')


def has_a_call_twice(log: Elements, at: int) -> None:
    codes = log.numbers(at, "m")
    log.set_numbers(at, "m", [*codes, codes[0]])


@pytest.mark.parametrize(
    ("plant", "pattern", "check"),
    [
        (lists_a_yaku_twice, '<AGARI [^>]* yaku="[018],', "win-yaku"),
        # Above mangan, where fu change nothing, and a closed hand of pinfu, which has no pair of winds.
        (has_more_fu, '<AGARI [^>]*ten="\\d+,\\d+,[1-4]"[^>]* yaku="[^"]*7,1', "win-fu"),
        (names_a_liable_seat, "<AGARI(?![^>]*paoWho)", "win-pao"),
        (has_a_call_twice, "<AGARI [^>]* m=", "win-melds"),
    ],
)
def test_a_fault_of_a_win_is_named_beside_a_wrong_kyoku(
    plant: Callable[[Elements, int], None], pattern: str, check: str
) -> None:
    for path in SAMPLES:
        log = Elements(sample(path))
        try:
            hand = of_another_kyoku(log, pattern)
        except LookupError:
            continue
        plant(log, result_of(log, hand))
        assert sorted(named(log)) == sorted([("next-kyoku", hand), (check, hand)]), path.stem
        return
    pytest.fail("no sample can take it")


def test_a_draw_called_three_rons_must_be_one() -> None:
    # Three seats are tenpai, and none of them waits for the last discard.
    ready = ("234m678m234p66p78s", "345m567m345p77p23s", "456m789m456p88p34s")
    hand = Hand("1199m1199p1s1234z", *ready, indicator="7z").turn(0, "1z")

    assert ("draw-kind", "log says sanchahou, play gives no draw") in said(
        hand.ryuukyoku(1, 2, 3, kind="ron3"), without=("well-formed",)
    )
    assert said(haku_by_ron()) == []


def riichi_win(log: Elements) -> tuple[int, int, int]:
    """Declaration, result and hand of a win in riichi."""
    for hand in hands_that(log, '<AGARI [^>]*yaku="1,1,[^>]*doraHaiUra'):
        at = result_of(log, hand)
        pattern = f'<REACH who="{log.get(at, "who")}" step="1"'
        return log.find(pattern, log.inits()[hand]), at, hand
    raise LookupError("no win in riichi")


def with_two_riichi(log: Elements, at: int) -> str:
    log.set(at, "yaku", "1,1," + log.get(at, "yaku"))
    return "win-yaku"


def without_ura(log: Elements, at: int) -> str:
    log.drop(at, "doraHaiUra")
    return "win-dora"


@pytest.mark.parametrize("plant_in_win", [with_two_riichi, without_ura])
def test_a_riichi_out_of_order_hides_no_other_fault_of_its_win(
    plant_in_win: Callable[[Elements, int], str],
) -> None:
    for path in SAMPLES:
        log = Elements(sample(path))
        try:
            declaration, at, hand = riichi_win(log)
        except LookupError:
            continue
        check = plant_in_win(log, at)
        del log[declaration]
        cut(log, hand + 1)
        assert {("riichi-procedure", hand), (check, hand)} <= set(named(log)), path.stem
        return
    pytest.fail("no sample can take it")


def late_indicator(stated: str) -> Hand:
    """A closed kan shows its indicator, 9p, behind a discard, and a win states other indicators."""
    hand = Hand("777m147p258s1346z", "234m567p345s555z8s", *IDLE[1:], indicator="6m")
    hand.draw(0, "7m").ankan(0, "7m").draw(0, "6z").discard(0, "6z").dora("9p")
    for seat in (1, 2, 3):
        hand.turn(seat, "7z")
    ron(hand.turn(0, "8s"), 1, hand.last[1], "40,1300,0", "18,1", 1300)
    hand.lines[-1] = re.sub('doraHai="[^"]*"', f'doraHai="{stated}"', hand.lines[-1])
    return hand


def test_an_indicator_shown_late_hides_no_wrong_indicator_of_the_win() -> None:
    shown = [int(tile) for tile in re.findall('<DORA hai="([0-9]+)"', "".join(late_indicator("").lines))]
    right = f"{late_indicator('').indicator},{shown[0]}"
    other = f"{late_indicator('').indicator},{shown[0] ^ 1}"

    assert [check for check, _ in said(late_indicator(right))] == ["dora-indicators"]
    assert [check for check, _ in said(late_indicator(other))] == ["dora-indicators", "win-dora"]


def test_a_tile_kept_in_riichi_hides_no_wrong_indicator_of_the_win() -> None:
    for path in SAMPLES:
        log = Elements(sample(path))
        try:
            _, hand = kept_in_riichi(log, "<AGARI", "<[TUVW]")
        except LookupError:
            continue
        at = result_of(log, hand)
        first, *others = log.numbers(at, "doraHai")
        log.set_numbers(at, "doraHai", [first ^ 1, *others])
        assert named(log) == [("riichi-procedure", hand), ("win-dora", hand)], path.stem
        return
    pytest.fail("no sample can take it")


def two_wins(log: Elements) -> Iterator[tuple[int, int]]:
    """Hand and first result of each double ron before the last hand."""
    for hand in range(len(log.inits()) - 1):
        start, stop = ends_of(log, hand)
        wins = [at for at in range(start, stop) if log[at].startswith("<AGARI")]
        if len(wins) == 2:
            yield hand, wins[0]


def without_the_first(log: Elements, at: int) -> tuple[str, int]:
    del log[at]
    return "scores-before", 0


def without_the_second(log: Elements, at: int) -> tuple[str, int]:
    del log[at + 1]
    return "next-scores", 1


def in_the_other_order(log: Elements, at: int) -> tuple[str, int]:
    log[at], log[at + 1] = log[at + 1], log[at]
    return "winner-order", 0


@pytest.mark.parametrize("plant", [without_the_first, without_the_second, in_the_other_order])
def test_of_two_wins_one_that_is_missing_or_misplaced_is_named_once(
    plant: Callable[[Elements, int], tuple[str, int]],
) -> None:
    tried = 0
    for path in SAMPLES:
        for place in range(len(list(two_wins(Elements(sample(path)))))):
            log = Elements(sample(path))
            hand, at = list(two_wins(log))[place]
            check, shift = plant(log, at)
            assert named(log) == [(check, hand + shift)], path.stem
            tried += 1
    assert tried > 1


def wins_in_riichi_without_seed() -> Iterator[tuple[Elements, int, int]]:
    """Logs whose walls are not known, with the result and the hand of a win in riichi, the last hand."""
    for path in SAMPLES:
        log = Elements(sample(path))
        try:
            _, at, hand = riichi_win(log)
            cut(log, hand + 1)
        except LookupError:
            continue
        if not any(text.startswith("<SHUFFLE") for text in log):
            yield log, at, hand


def test_an_ura_indicator_that_lies_elsewhere_is_named_and_not_the_dora_it_would_give() -> None:
    log, at, hand = next(wins_in_riichi_without_seed())
    _, *others = log.numbers(at, "doraHaiUra")

    for tile in log.numbers(log.inits()[hand], "hai0"):
        log.set_numbers(at, "doraHaiUra", [tile, *others])
        assert named(log) == [("win-dora", hand)], tile


def test_an_indicator_without_a_kan_is_named_and_not_the_ura_that_it_lacks() -> None:
    log, at, hand = next(wins_in_riichi_without_seed())
    start = log.inits()[hand]
    seen = {int(number) for text in log[start:at] for number in re.findall("[0-9]+", text)}
    tile = min(set(range(32, 136)) - seen - set(log.numbers(at, "doraHaiUra")))
    log.set_numbers(at, "doraHai", [*log.numbers(at, "doraHai"), tile])
    log.insert(start + 2, f'<DORA hai="{tile}" />')

    assert [check for check, _ in named(log)] == ["dora-indicators"]


def win_after_a_kan() -> tuple[Elements, int, int]:
    """A log whose wall is not known, with the first indicator of a kan and the win of its hand."""
    for path in SAMPLES:
        log = Elements(sample(path))
        log[:] = [text for text in log if not text.startswith("<SHUFFLE")]
        for hand in hands_that(log, "<AGARI"):
            start, result = log.inits()[hand], result_of(log, hand)
            shown = [at for at in range(start, result) if log[at].startswith("<DORA")]
            if shown:
                return log, shown[0], result
    raise LookupError("no win after a kan")


def test_an_indicator_without_a_kan_is_named_wherever_among_others_its_win_has_it() -> None:
    log, at, result = win_after_a_kan()
    start = log.inits()[log.hand_of(at)]
    seen = {int(number) for text in log[start : result + 1] for number in re.findall("[0-9]+", text)}
    tile = min(set(range(32, 136)) - seen)
    log.set_numbers(result, "doraHai", [*log.numbers(result, "doraHai"), tile])
    log.insert(start + 2, f'<DORA hai="{tile}" />')

    assert [check for check, _ in named(log)] == ["dora-indicators"]


def test_dice_that_cannot_be_are_named_once_where_the_seed_tells_the_right_ones() -> None:
    log = next(one for one in map(Elements, map(sample, SAMPLES)) if any("<SHUFFLE" in text for text in one))
    first = log.inits()[0]
    numbers = log.numbers(first, "seed")
    log.set_numbers(first, "seed", [*numbers[:4], 6, numbers[5]])

    assert named(log) == [("well-formed", 0)]


def test_a_declaration_said_to_be_the_stick_is_named_and_not_its_scores() -> None:
    hand = Hand("234567m345p55s67s", *IDLE, indicator="6m").riichi(0, "7z")
    hand.lines = [line.replace('step="1"', 'step="2"') for line in hand.lines]

    assert [check for check, _ in said(hand, without=("well-formed",))] == ["riichi-procedure"]


@pytest.mark.parametrize("bit", [0x2, 0x4, 0x8], ids=["red fives", "kuitan", "length"])
def test_a_type_of_go_with_other_rules_than_the_log_id_is_named_once(bit: int) -> None:
    """Wins with red fives and open tanyao, and the end of the game, are right by the type in the id."""
    tried = 0
    for path in SAMPLES:
        log = Elements(sample(path))
        go = log.find("<GO")
        go_type = int(log.get(go, "type"))
        name = LogName(f"2199010110gm-{go_type:04x}-0000-0bff2f2e", "made")
        log.set(go, "type", str(go_type ^ bit))
        if named(sample(path)) == []:
            found = review([(name, log.xml())]).findings
            assert [one.check for one in found if one.verdict != Verdict.UNDECIDED] == ["rule-set"], path.stem
            tried += 1
    assert tried > 3
