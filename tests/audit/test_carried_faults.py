"""Faults that the rest of the log carries on as if right: one check speaks, and names the element."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest

from analyzer.audit import CHECKS, LogName, Verdict, review
from analyzer.formats.meld_codes import encode_pon
from tests.hands import Hand
from tests.logs import Elements, corpus_bytes, corpus_paths, needs_corpus


class Planted(NamedTuple):
    """The one check that must speak, and the element it must name."""

    check: str
    element: int | None


Fault = Callable[[Elements], Planted]


def results_of(points: list[int]) -> list[str]:
    """Final results of a hanchan: thousands, half away from zero, less 30 (40), +10 -10 -20 (0 -20).

    Source: mjlog-format, final results: the top has what the others leave.
    """
    seats = 3 if points[3] == 0 else 4
    uma = (10, -10, -20) if seats == 4 else (0, -20)
    base = 30 if seats == 4 else 40
    order = sorted(range(seats), key=lambda seat: (-points[seat], seat))
    results = [0] * 4
    for rank, seat in enumerate(order[1:]):
        thousands = int((Decimal(points[seat]) / 10).quantize(Decimal(1), ROUND_HALF_UP))
        results[seat] = thousands - base + uma[rank]
    results[order[0]] = -sum(results)
    return [f"{result}.0" for result in results]


def carry_on(log: Elements, start: int, change: list[int]) -> None:
    """Add a change of scores, in hundreds, to everything the log states of scores after an element."""
    for index in range(start, len(log)):
        if log[index].startswith(("<INIT", "<REACH")) and " ten=" in log[index]:
            ten = log.numbers(index, "ten")
            log.set_numbers(index, "ten", [old + new for old, new in zip(ten, change, strict=True)])
        elif log[index].startswith(("<AGARI", "<RYUUKYOKU")):
            sc = log.numbers(index, "sc")
            sc[::2] = [old + new for old, new in zip(sc[::2], change, strict=True)]
            log.set_numbers(index, "sc", sc)
            change_owari(log, index, change)


def change_owari(log: Elements, index: int, change: list[int]) -> None:
    """Add a change to the final scores and work the results out again."""
    if " owari=" not in log[index]:
        return
    points = [int(text) for text in log.get(index, "owari").split(",")[::2]]
    write_owari(log, index, [old + new for old, new in zip(points, change, strict=True)])


def write_owari(log: Elements, index: int, points: list[int]) -> None:
    pairs = zip(map(str, points), results_of(points), strict=True)
    value = ",".join(f"{point},{result}" for point, result in pairs)
    if " owari=" in log[index]:
        log.set(index, "owari", value)
    else:
        log[index] = log[index].replace(" />", f' owari="{value}" />')


def elements(log: Elements, pattern: str) -> Iterator[int]:
    return (index for index, element in enumerate(log) if re.search(pattern, element))


def tile_of(element: str) -> int:
    return int(re.findall(r"\d+", element)[0])


def seen_tiles(log: Elements, start: int, stop: int) -> set[int]:
    """Tiles named anywhere in a hand."""
    found: set[int] = set()
    for element in log[start:stop]:
        for value in re.findall(r'(?:hai\d?|machi|doraHai|doraHaiUra)="([\d,]+)"', element):
            found |= {int(tile) for tile in value.split(",")}
        if re.match(r"<[T-WD-G]\d", element):
            found.add(tile_of(element))
    return found


def hand_bounds(log: Elements, index: int) -> tuple[int, int]:
    starts = [*log.inits(), len(log)]
    start = max(init for init in log.inits() if init <= index)
    return start, starts[starts.index(start) + 1]


def turn_passed_over(log: Elements) -> Planted:
    for at in elements(log, r"<U\d+/>"):
        if re.fullmatch(r"<D\d+/><U\d+/><E\d+/><V\d+/>", "".join(log[at - 1 : at + 3])):
            del log[at : at + 2]
            return Planted("turn-order", at)
    raise LookupError("no plain turn")


def chi_said_to_be_of_another_seat(log: Elements) -> Planted:
    for at in elements(log, r"<N who"):
        code = int(log.get(at, "m"))
        if code & 4:
            log.set(at, "m", str(code ^ 1))
            return Planted("calls", at)
    raise LookupError("no chi")


def indicator_of_a_kan_not_shown(log: Elements) -> Planted:
    for at in elements(log, "<DORA"):
        end = next(index for index in range(at, len(log)) if log[index].startswith(("<AGARI", "<RYUU")))
        drawn = next(index for index in range(at, end) if re.match(r"<[D-G]\d", log[index]))
        if log[end].startswith("<RYUU"):
            del log[at]
            return Planted("dora-indicators", drawn - 1)
    raise LookupError("no kan in a hand without a winner")


def win_said_to_be_on_another_tile(log: Elements) -> Planted:
    at = log.find("<AGARI")
    machi = int(log.get(at, "machi"))
    log.set(at, "machi", str(next(tile for tile in log.numbers(at, "hai") if tile // 4 != machi // 4)))
    return Planted("winning-tile", at)


def ron_on_a_kind_among_the_own_discards(log: Elements) -> Planted:
    for at in elements(log, "<AGARI"):
        who, start_stop = int(log.get(at, "who")), hand_bounds(log, at)
        start, stop = start_stop
        machi = int(log.get(at, "machi"))
        seen = seen_tiles(log, start, stop)
        free = [tile for tile in range(machi // 4 * 4, machi // 4 * 4 + 4) if tile not in seen]
        if int(log.get(at, "fromWho")) == who or not free or "<N " in "".join(log[start:stop]):
            continue
        draw, discard = "TUVW"[who], "DEFG"[who]
        for index in range(start, stop - 1):
            if re.fullmatch(rf"<{draw}\d+/>", log[index]) and log[index + 1] == log[index].replace(
                draw, discard
            ):
                log[index], log[index + 1] = f"<{draw}{free[0]}/>", f"<{discard}{free[0]}/>"
                del log[log.find("<SHUFFLE")]
                return Planted("furiten", at - 1)
    raise LookupError("no ron by a seat that discarded what it drew")


def second_winner_first(log: Elements) -> Planted:
    for at in elements(log, r'<AGARI ba="0,0"'):
        if not log[at + 1].startswith("<AGARI"):
            continue
        first, second = log.numbers(at, "sc"), log.numbers(at + 1, "sc")
        gains = first[1::2], second[1::2]
        start = first[::2]
        between = [score + gain for score, gain in zip(start, gains[1], strict=True)]
        owari = " owari=" in log[at + 1]
        if owari:
            continue
        log[at], log[at + 1] = log[at + 1], log[at]
        log.set_numbers(at, "sc", [part for pair in zip(start, gains[1], strict=True) for part in pair])
        log.set_numbers(at + 1, "sc", [part for pair in zip(between, gains[0], strict=True) for part in pair])
        return Planted("winner-order", at)
    raise LookupError("no double ron without honba and sticks")


def another_copy_in_the_winning_tehai(log: Elements) -> Planted:
    at = log.find("<AGARI")
    tiles, machi = log.numbers(at, "hai"), int(log.get(at, "machi"))
    for place, tile in enumerate(tiles):
        copies = [copy for copy in range(tile // 4 * 4, tile // 4 * 4 + 4) if copy not in tiles]
        if tile != machi and copies:
            log.set_numbers(at, "hai", sorted([*tiles[:place], copies[0], *tiles[place + 1 :]]))
            return Planted("win-tehai", at)
    raise LookupError("no tile to replace")


def melds_in_another_order(log: Elements) -> Planted:
    at = log.find(r'<AGARI.* m="\d+,\d+"')
    codes = log.numbers(at, "m")
    log.set_numbers(at, "m", codes[::-1])
    return Planted("win-melds", at)


def another_copy_as_indicator_of_a_win(log: Elements) -> Planted:
    at = log.find("<AGARI")
    tile = log.numbers(at, "doraHai")[0]
    log.set_numbers(at, "doraHai", [tile // 4 * 4 + (tile + 1) % 4, *log.numbers(at, "doraHai")[1:]])
    return Planted("win-dora", at)


def yaku_named_otherwise(log: Elements) -> Planted:
    at = log.find(r'<AGARI.* yaku="(?:\d+,\d+,)*8,1')
    yaku = log.numbers(at, "yaku")
    places = [place for place in range(0, len(yaku), 2) if yaku[place] == 8]
    if 9 in yaku[::2]:
        raise LookupError("iipeikou is there already")
    yaku[places[0]] = 9
    log.set_numbers(at, "yaku", yaku)
    return Planted("win-yaku", at)


def fu_that_change_nothing(log: Elements) -> Planted:
    at = log.find(r'<AGARI.* ten="30,\d+,[2345]"')
    ten = log.numbers(at, "ten")
    log.set_numbers(at, "ten", [40, *ten[1:]])
    return Planted("win-fu", at)


def change_win(log: Elements, at: int, hundreds: int) -> None:
    """The winner gets more, the loser pays it, and all later scores have it."""
    who, loser = int(log.get(at, "who")), int(log.get(at, "fromWho"))
    change = [0] * 4
    change[who] += hundreds
    change[loser] -= hundreds
    sc = log.numbers(at, "sc")
    sc[1::2] = [old + new for old, new in zip(sc[1::2], change, strict=True)]
    log.set_numbers(at, "sc", sc)
    change_owari(log, at, change)
    carry_on(log, at + 1, change)


def plain_ron(log: Elements) -> int:
    for at in elements(log, "<AGARI"):
        single = not log[at + 1].startswith("<AGARI") and not log[at - 1].startswith("<AGARI")
        if log.get(at, "who") != log.get(at, "fromWho") and single and " paoWho" not in log[at]:
            return at
    raise LookupError("no ron")


def points_of_a_win_and_all_that_follows(log: Elements) -> Planted:
    at = plain_ron(log)
    ten = log.numbers(at, "ten")
    log.set_numbers(at, "ten", [ten[0], ten[1] + 100, ten[2]])
    change_win(log, at, 1)
    return Planted("win-points", at)


def payment_of_a_win_and_all_that_follows(log: Elements) -> Planted:
    at = plain_ron(log)
    change_win(log, at, 1)
    return Planted("win-payment", at)


def payment_of_a_draw_and_all_that_follows(log: Elements) -> Planted:
    at = log.find(r"<RYUUKYOKU (?!type)")
    change = [1, -1, 0, 0]
    sc = log.numbers(at, "sc")
    sc[1::2] = [old + new for old, new in zip(sc[1::2], change, strict=True)]
    log.set_numbers(at, "sc", sc)
    change_owari(log, at, change)
    carry_on(log, at + 1, change)
    return Planted("draw-payment", at)


def start_with_other_points(log: Elements) -> Planted:
    at = log.inits()[0]
    carry_on(log, at, [1, -1, 0, 0])
    return Planted("game-start", at)


def game_stopped_a_hand_too_soon(log: Elements) -> Planted:
    last = log.inits()[-1]
    end = last - 1
    while not log[end].startswith(("<AGARI", "<RYUUKYOKU")):
        end -= 1
    sc = log.numbers(end, "sc")
    points = [score + gain for score, gain in zip(sc[::2], sc[1::2], strict=True)]
    sticks = log.numbers(end, "ba")[1] if log[end].startswith("<RYUU") else 0
    top = max(range(4), key=lambda seat: (points[seat], -seat))
    points[top] += 10 * sticks
    del log[end + 1 :]
    write_owari(log, end, points)
    return Planted("game-over", end)


def sticks_left_to_nobody(log: Elements) -> Planted:
    at = log.find(r'<RYUUKYOKU ba="\d+,[1-9]".* owari=')
    sc = log.numbers(at, "sc")
    write_owari(log, at, [score + gain for score, gain in zip(sc[::2], sc[1::2], strict=True)])
    return Planted("final-scores", at)


def other_final_results(log: Elements) -> Planted:
    at = log.find("owari=")
    parts = log.get(at, "owari").split(",")
    parts[1], parts[3] = f"{float(parts[1]) + 1:.1f}", f"{float(parts[3]) - 1:.1f}"
    log.set(at, "owari", ",".join(parts))
    return Planted("final-result", at)


def play_after_four_winds(log: Elements) -> Planted:
    at = log.find('type="kaze4"')
    start, stop = hand_bounds(log, at)
    free = next(tile for tile in range(36, 108) if tile not in seen_tiles(log, start, stop))
    dealer = int(log.get(start, "oya"))
    log[at:at] = [f"<{'TUVW'[dealer]}{free}/>", f"<{'DEFG'[dealer]}{free}/>"]
    del log[log.find("<SHUFFLE")]
    return Planted("overdue-draw", at - 2)


def pon_of_the_last_discard(log: Elements) -> Planted:
    for at in elements(log, r"<RYUUKYOKU (?!type)"):
        start, _ = hand_bounds(log, at)
        last = log[at - 1]
        if not re.match(r"<[D-G]\d", last) or "hai3" not in log[at]:
            continue
        source, called = "DEFG".index(last[1]), tile_of(last)
        for seat in {0, 1, 2} - {source}:
            held = held_at_end(log, start, at, seat)
            pair = [tile for tile in held if tile // 4 == called // 4][:2]
            if f"hai{seat}=" in log[at] or len(pair) < 2 or held_melds(log, start, at, seat):
                continue
            rest = [tile for tile in held if tile not in pair]
            code = encode_pon([*pair, called], called, seat, source)
            log[at:at] = [f'<N who="{seat}" m="{code}" />', f"<{'DEFG'[seat]}{max(rest)}/>"]
            return Planted("last-tile", at)
    raise LookupError("no pair of the last discard in a noten tehai")


def held_melds(log: Elements, start: int, stop: int, seat: int) -> bool:
    return any(log[index].startswith(f'<N who="{seat}"') for index in range(start, stop))


def held_at_end(log: Elements, start: int, stop: int, seat: int) -> list[int]:
    """Tiles of a seat that has called nothing."""
    held = set(log.numbers(start, f"hai{seat}"))
    for element in log[start:stop]:
        if re.match(rf"<{'TUVW'[seat]}\d", element):
            held.add(tile_of(element))
        elif re.match(rf"<{'DEFG'[seat]}\d", element):
            held.discard(tile_of(element))
    return sorted(held)


def liable_seat_not_named(log: Elements) -> Planted:
    at = log.find("paoWho=")
    log.drop(at, "paoWho")
    return Planted("win-pao", at)


def chips_out_of_nowhere(log: Elements) -> Planted:
    for at in elements(log, "<(AGARI|RYUUKYOKU)"):
        sc = log.numbers(at, "sc")
        if len(sc) == 16 and " owari=" not in log[at]:
            sc[9] += 1
            log.set_numbers(at, "sc", sc)
            return Planted("chips", at)
    raise LookupError("no chip table")


FAULTS: tuple[Fault, ...] = (
    turn_passed_over,
    chi_said_to_be_of_another_seat,
    indicator_of_a_kan_not_shown,
    win_said_to_be_on_another_tile,
    ron_on_a_kind_among_the_own_discards,
    second_winner_first,
    another_copy_in_the_winning_tehai,
    melds_in_another_order,
    another_copy_as_indicator_of_a_win,
    yaku_named_otherwise,
    fu_that_change_nothing,
    points_of_a_win_and_all_that_follows,
    payment_of_a_win_and_all_that_follows,
    payment_of_a_draw_and_all_that_follows,
    start_with_other_points,
    game_stopped_a_hand_too_soon,
    sticks_left_to_nobody,
    other_final_results,
    play_after_four_winds,
    pon_of_the_last_discard,
    liable_seat_not_named,
    chips_out_of_nowhere,
)
ODD_LOGS = (liable_seat_not_named, chips_out_of_nowhere)
"""Faults that need a log of corpus/edge."""


def planted_in(fault: Fault) -> tuple[str, Elements, Planted]:
    """The first four-player hanchan of the corpus that the fault fits, with it."""
    for path in corpus_paths("edge" if fault in ODD_LOGS else "phoenix"):
        if fault not in ODD_LOGS and "-00a9-" not in path.stem:
            continue
        log = Elements.of(corpus_bytes(path))
        try:
            return path.stem, log, fault(log)
        except (LookupError, StopIteration):
            continue
    pytest.fail(f"no log of the corpus can take {fault.__name__}")


@needs_corpus
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_only_the_check_of_a_fault_speaks_and_names_its_element(fault: Fault) -> None:
    name, log, planted = planted_in(fault)

    findings = review([(LogName(name, name), log.xml())]).findings

    spoken = [
        (finding.check, finding.element) for finding in findings if finding.verdict != Verdict.UNDECIDED
    ]
    assert {check for check, _ in spoken} == {planted.check}
    assert planted.element in [element for _, element in spoken]


READY = "45m234p234s55p678s"
IDLE = ("1199m1199p1199s1z", "2288m2288p2z3z4z5z6z", "3377m3377p7z1z2z3z4z")


@pytest.mark.parametrize(
    ("check", "hand"),
    [
        (
            "kuikae",
            Hand("19m234p234s55p678s", "234m1199p1199s12z", *IDLE[1:])
            .turn(0, "7z", "1m")
            .chi(1, "23m")
            .discard(1, "4m"),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_tenhou_does_not_let_happen_is_found_in_a_hand_made_for_it(check: str, hand: Hand) -> None:
    result = review(
        [(LogName("made", "made"), hand.xml())], checks=[one.id for one in CHECKS if one.id != "game-start"]
    )

    assert {found.check for found in result.findings if found.verdict != Verdict.UNDECIDED} == {check}


@needs_corpus
@pytest.mark.parametrize(("rule", "least"), [("riichi_points", 26_000), ("riichi_tiles", 40)])
def test_riichi_below_what_the_rule_set_asks_for_is_found(rule: str, least: int, tmp_path: Path) -> None:
    text = (files("analyzer.rules") / "sets" / "tenhou-2010.toml").read_text(encoding="utf-8")
    stricter = tmp_path / "stricter.toml"
    stricter.write_text(
        re.sub(rf"(?m)^{rule} = {{ value = \d+", f"{rule} = {{ value = {least}", text), encoding="utf-8"
    )
    path = next(path for path in corpus_paths("phoenix") if "-00a9-" in path.stem)

    findings = review([(LogName(path.stem, path.stem), corpus_bytes(path))], stricter).findings

    assert {finding.check for finding in findings} == {"riichi-conditions"}
    assert all("needed are at least" in finding.message for finding in findings)
