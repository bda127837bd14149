"""A wrong payment is named whatever else is wrong or missing, but where just a named fault is its cause.

The hand is that of `haku_by_ron`: haku alone, 40 fu, a child's ron for 1300 (fu times two to the power of
han and two, four times, rounded up to hundreds: Riichi wiki, "Scoring"), no honba and no sticks.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer.audit import LogName, Verdict, review
from analyzer.simulation import simulate
from tests.audit.test_made_faults import CHECKED, IDLE, haku_by_ron
from tests.faults import change_payment, is_single, results, winner
from tests.hands import Hand
from tests.logs import Elements

NAME = LogName("made", "made.mjlog")
SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"


def found(hand: Hand, *changes: tuple[str, str], checks: list[str] = CHECKED) -> list[str]:
    """Checks that name a fault of a hand whose result is changed by patterns."""
    findings = review([(NAME, changed(hand, *changes))], checks=checks).findings
    return [finding.check for finding in findings if finding.verdict != Verdict.UNDECIDED]


def changed(hand: Hand, *changes: tuple[str, str]) -> bytes:
    log = Elements.of(hand.xml())
    at = len(log) - 1
    for pattern, text in changes:
        assert re.search(pattern, log[at]), pattern
        log[at] = re.sub(pattern, text, log[at], count=1)
    return log.xml()


MENZEN_TSUMO = "0,1"
"""A yaku that no ron has: what an engine may write that does not know its yaku."""


@pytest.mark.parametrize(
    ("ten", "yaku", "gain", "checks"),
    [
        pytest.param("40,1300,0", MENZEN_TSUMO, 1300, ["win-yaku"], id="yaku wrong, paid as due"),
        pytest.param(
            "40,1300,0", MENZEN_TSUMO, 1600, ["win-yaku", "win-payment"], id="yaku wrong, points right"
        ),
        pytest.param("30,1000,0", MENZEN_TSUMO, 1000, ["win-yaku", "win-fu"], id="paid as fu and yaku say"),
        pytest.param("30,1000,0", MENZEN_TSUMO, 1300, ["win-yaku", "win-fu"], id="fu wrong, paid as due"),
        pytest.param(
            "30,1000,0", MENZEN_TSUMO, 1600, ["win-yaku", "win-fu", "win-payment"], id="paid as nothing says"
        ),
        pytest.param("40,8000,1", MENZEN_TSUMO, 8000, ["win-yaku", "win-points"], id="points of no yaku"),
        pytest.param(
            "40,8000,1", MENZEN_TSUMO, 7700, ["win-yaku", "win-points", "win-payment"], id="points not paid"
        ),
        pytest.param("40,2600,0", "18,1,52,1", 2600, ["win-yaku"], id="a dora too many"),
        pytest.param("40,1300,0", "18,1,52,1", 2600, ["win-yaku", "win-payment"], id="paid as the yaku say"),
        pytest.param("40,2000,0", "18,1", 1300, ["win-points"], id="points wrong, paid as due"),
        pytest.param("40,2000,0", "18,1", 2000, ["win-points"], id="points wrong, paid"),
        pytest.param("30,1300,0", "18,1", 1000, ["win-fu", "win-payment"], id="paid as the fu say"),
        pytest.param("30,1000,0", "7,1", 1000, ["win-yaku"], id="fu of pinfu"),
    ],
)
def test_a_payment_is_silent_only_if_claims_that_are_named_pay_it(
    ten: str, yaku: str, gain: int, checks: list[str]
) -> None:
    assert found(haku_by_ron(ten, yaku, gain)) == checks


BROKEN = {
    "no ten": (' ten="[^"]*"', ""),
    "ten that is no number": (' ten="[^"]*"', ' ten="many"'),
    "two numbers in ten": (' ten="[^"]*"', ' ten="40,1300"'),
    "no yaku": (' yaku="[^"]*"', ""),
    "half a yaku": (' yaku="[^"]*"', ' yaku="18"'),
    "no hai": (' hai="[^"]*"', ""),
    "no machi": (' machi="[^"]*"', ""),
    "ba that is no number": (' ba="[^"]*"', ' ba="none"'),
    "a tile that is none": (' doraHai="[^"]*"', ' doraHai="136"'),
    "a call that is none": (" who=", ' m="65535" who='),
    "a liable seat that is none": (" who=", ' paoWho="7" who='),
    "owari that is no number": (' owari="[^"]*"', ' owari="even"'),
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_a_broken_claim_is_malformed_and_the_rest_is_judged(change: tuple[str, str]) -> None:
    assert found(haku_by_ron(), change) == ["well-formed"]
    assert found(haku_by_ron(gain=1600), change) == ["well-formed", "win-payment"]


def test_a_win_whose_payments_are_missing_has_its_value_judged() -> None:
    without = (' sc="[^"]*"', "")

    assert found(haku_by_ron(), without) == ["well-formed"]
    assert found(haku_by_ron("40,2600,0", "18,1,52,1"), without) == ["well-formed", "win-yaku"]


def test_who_asks_for_payments_alone_is_told_of_every_wrong_one() -> None:
    # What no check of this run names is no fault already named.
    paid_as_claimed = haku_by_ron("40,8000,1", MENZEN_TSUMO, 8000)

    assert found(paid_as_claimed, checks=["win-payment"]) == ["win-payment"]
    assert found(paid_as_claimed, checks=["win-points", "win-payment"]) == ["win-points"]
    assert found(haku_by_ron(yaku=MENZEN_TSUMO), checks=["win-payment"]) == []
    assert found(haku_by_ron("40,2600,0", "18,1,52,1", 2600), checks=["win-points"]) == ["win-points"]


def test_a_wrong_tile_hides_no_wrong_payment() -> None:
    machi = re.findall(r'hai="(\d+),', haku_by_ron().lines[-1])[0]
    on_another_tile = (' machi="[^"]*"', f' machi="{machi}"')

    assert found(haku_by_ron(), on_another_tile) == ["winning-tile"]
    assert found(haku_by_ron(gain=1600), on_another_tile) == ["winning-tile", "win-payment"]


def test_a_wrong_source_hides_no_wrong_payment() -> None:
    off_seat_2 = (' fromWho="0"', ' fromWho="2"')
    paid_by_seat_2 = (r' sc="250,-13,250,13,250,0', ' sc="250,0,250,13,250,-13')
    paid_by_seat_3 = (r' sc="250,-13,250,13,250,0,250,0', ' sc="250,0,250,13,250,0,250,-13')

    assert found(haku_by_ron(), off_seat_2) == ["winning-tile"]
    assert found(haku_by_ron(), off_seat_2, paid_by_seat_2) == ["winning-tile"]
    assert found(haku_by_ron(), off_seat_2, paid_by_seat_3) == ["winning-tile", "win-payment"]


def test_a_tehai_of_other_tiles_hides_no_wrong_payment() -> None:
    tiles = re.findall(r' hai="([\d,]+)"', haku_by_ron().lines[-1])[0]
    other = (' hai="[^"]*"', f' hai="{",".join(tiles.split(",")[1:])}"')

    assert found(haku_by_ron(), other) == ["win-tehai"]
    assert found(haku_by_ron(gain=1600), other) == ["win-tehai", "win-payment"]


def test_of_a_hand_that_cannot_be_judged_the_payment_is_held_against_the_claims() -> None:
    def hand(gain: int) -> Hand:
        made = haku_by_ron(gain=gain)
        # Seat 0 discards, before it has drawn, a tile of seat 2: from there on nobody knows who has what.
        made.lines.insert(1, f"<D{made.held[2][0]}/>")
        return made

    assert found(hand(1300), checks=["turn-order", "win-payment"]) == ["turn-order"]
    assert found(hand(1600), checks=["turn-order", "win-payment"]) == ["turn-order", "win-payment"]


def test_a_broken_deposit_hides_no_wrong_payment() -> None:
    ((_, data),) = simulate(1, "1", players=4, rules="tenhou")
    log = Elements.of(data)
    riichi = log.find(r'<REACH who="\d" ten=')
    while log.hand_of(log.find("<AGARI", riichi)) != log.hand_of(riichi):
        riichi = log.find(r'<REACH who="\d" ten=', riichi + 1)
    log.set(riichi, "ten", "250,250")

    def said() -> list[tuple[str, int | None]]:
        found = review([(NAME, log.xml())], checks=["well-formed", "riichi-deposit", "win-payment"]).findings
        return [(finding.check, finding.element) for finding in found]

    assert said() == [("well-formed", riichi)]

    at = log.find("<AGARI", riichi)
    sc = log.numbers(at, "sc")
    log.set_numbers(at, "sc", [sc[0], sc[1] + 10, sc[2], sc[3] - 10, *sc[4:]])

    assert said() == [("well-formed", riichi), ("win-payment", at)]


def tsumo(ten: str, yaku: str, sc: str) -> Hand:
    """Seat 1 draws its pair of 8s beside a closed triplet of haku: tsumo and haku, 40 fu.

    Base 20, tsumo 2, closed triplet of an honour 8, pair wait 2 make 32, rounded up to 40: with two han 640
    base points, 1300 from the dealer and 700 from the others, 2700 altogether.
    """
    hand = Hand(IDLE[0], "234m567p345s555z8s", IDLE[1], IDLE[2], indicator="6m")
    for seat in (0, 1, 2, 3, 0):
        hand.turn(seat, "9p" if seat else "8m")
    hand.draw(1, "8s")
    machi = hand.held[1][-1]
    hai = ",".join(map(str, sorted(hand.held[1])))
    hand.lines.append(
        f'<AGARI ba="0,0" hai="{hai}" machi="{machi}" ten="{ten}" yaku="{yaku}" doraHai="{hand.indicator}" '
        f'who="1" fromWho="1" sc="{sc}" owari="250,0.0,250,0.0,250,0.0,250,0.0" />'
    )
    return hand


EVEN = "250,-9,250,27,250,-9,250,-9"
"""2700 points, 900 from each."""


@pytest.mark.parametrize(
    ("ten", "yaku", "sc", "checks"),
    [
        ("40,2700,0", "0,1,18,1", "250,-13,250,27,250,-7,250,-7", []),
        ("40,2700,0", "0,1,18,1", EVEN, ["win-payment"]),
        ("40,2700,0", "0,2", EVEN, ["win-yaku", "win-payment"]),
        ("40,5200,0", "0,1,18,2", "250,-26,250,52,250,-13,250,-13", ["win-yaku"]),
        ("40,5200,0", "0,1,18,2", "250,-20,250,52,250,-16,250,-16", ["win-yaku", "win-payment"]),
    ],
    ids=["due", "even shares", "even shares and wrong yaku", "as a named claim", "not as a named claim"],
)
def test_the_shares_of_a_tsumo_are_those_of_a_claim_or_named(
    ten: str, yaku: str, sc: str, checks: list[str]
) -> None:
    assert found(tsumo(ten, yaku, sc)) == checks


def draw(gains: list[int], kind: str | None = None, hai: str | None = None) -> list[str]:
    """Checks that speak of an exhaustive draw with one tenpai seat, paid and named otherwise.

    ``gains`` are hundreds, of the tenpai seat first and of those after it.
    """
    ((_, data),) = simulate(1, "1", players=4, scenario="tenpai_1", rules="tenhou")
    log = Elements.of(data)
    at = next(
        index
        for index, element in enumerate(log)
        if re.match("<RYUUKYOKU (?!type)", element) and len(re.findall(r"hai\d=", element)) == 1
    )
    tenpai = int(re.findall(r"hai(\d)=", log[at])[0])
    sc = log.numbers(at, "sc")
    for place, gain in enumerate(gains):
        sc[2 * ((tenpai + place) % 4) + 1] = gain
    log.set_numbers(at, "sc", sc)
    if kind is not None:
        log[at] = log[at].replace("<RYUUKYOKU ", f'<RYUUKYOKU type="{kind}" ')
    if hai is not None:
        log.set(at, f"hai{tenpai}", hai)
    checks = ["well-formed", "draw-kind", "shown-seats", "draw-payment"]
    return [finding.check for finding in review([(NAME, log.xml())], checks=checks).findings]


ONE_TENPAI = [30, -10, -10, -10]
"""One tenpai seat is paid 1000 by each of the others (Riichi wiki, "Ryuukyoku")."""


def test_a_wrong_kind_of_draw_hides_no_wrong_payment() -> None:
    assert draw(ONE_TENPAI) == []
    assert draw([15, 15, -15, -15]) == ["draw-payment"]
    assert draw(ONE_TENPAI, "nm") == ["draw-kind"]
    assert draw(ONE_TENPAI, "kan4") == ["draw-kind"]
    # An abortive draw pays nothing, a nagashi mangan of a child 4000 from the dealer, 2000 from the others.
    assert draw([0, 0, 0, 0], "kan4") == ["draw-kind"]
    assert draw([15, 15, -15, -15], "kan4") == ["draw-kind", "draw-payment"]
    assert draw([0, 0, 0, 0], "nm") == ["draw-kind", "draw-payment"]
    assert draw([15, 15, -15, -15], "nm") == ["draw-kind", "draw-payment"]


def test_a_broken_tehai_at_a_draw_hides_no_wrong_payment() -> None:
    assert draw(ONE_TENPAI, hai="136") == ["well-formed"]
    assert draw([15, 15, -15, -15], hai="136") == ["well-formed", "draw-payment"]


def test_points_moved_from_the_second_of_two_winners_to_the_first_are_named() -> None:
    """What the first is paid is right, so nothing excuses the second."""
    log = Elements.of((SAMPLES / "2199010110gm-00a9-0000-c5acd70f.mjlog").read_bytes())
    first = next(at for at in results(log)[:-1] if log[at].startswith("<AGARI") and not is_single(log, at))
    second, seats = first + 1, {winner(log, first): 3, winner(log, first + 1): -3}
    change_payment(log, second, seats)

    found = review([(NAME, log.xml())]).findings

    assert [(one.check, one.element) for one in found] == [("win-payment", second)]
