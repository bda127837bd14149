"""Faults in hands made for them: what a server does not let happen, and what each finding says of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from analyzer.audit import CHECKS
from analyzer.rules import load
from tests.audit.made import IDLE, UNDATED, failing, judged, nine_kinds, ron, sentence
from tests.case_files import each, rows
from tests.hands import Hand

# Games of one hand: that they stop too soon, and have no seed, is not what these tests are about.
CHECKED = [
    check.id
    for check in CHECKS
    if check.id not in ("game-over", "final-scores", "final-result", "whole-log", "wall-seed")
]


def said(hand: Hand, *, without: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Check and sentence of every finding that names a fault and leads its chain."""
    checks = [check for check in CHECKED if check not in without]
    found = failing(judged(hand.xml(), checks=checks, name=UNDATED))
    return [(finding.check, sentence(finding)) for finding in found if finding.leads]


def sentences(hand: Hand, rules: str, *checks: str) -> list[str]:
    """What some checks say under a rule set."""
    return [sentence(one) for one in judged(hand.xml(), rules, [*checks], UNDATED).findings]


def test_a_win_without_yaku_is_no_win() -> None:
    hand = Hand(IDLE[0], "234m567p345s999s8s", IDLE[1], IDLE[2], indicator="6m")
    hand.turn(0, "8s")

    found = said(ron(hand, 1, hand.last[1], "40,0,0", "", 0))

    assert [check for check, _ in found] == ["win-yaku"]
    assert found[0][1].startswith("log has a win, play gives no win; play: ")


def made(*tehai: str, indicator: str = "9m", steps: str = "") -> Hand:
    """A hand played by steps, as ``turn 0 7z 1m, chi 1 23m``; the kind of a draw is its last word."""
    hand = Hand(*tehai, indicator=indicator)
    for step in steps.split(", ") if steps else []:
        name, *words = step.split()
        arguments = [int(word) if word.isdigit() else word for word in words]
        kind = {"kind": arguments.pop()} if name == "ryuukyoku" else {}
        getattr(hand, name)(*arguments, **kind)
    return hand


@each(rows("audit/play", "fault"), "fault")
def test_what_a_server_would_not_let_happen_is_found(fault: dict[str, Any]) -> None:
    hand = made(*fault["tehai"], indicator=fault.get("indicator", "9m"), steps=fault["steps"])

    assert said(hand, without=("game-start",)) == [(fault["check"], fault["said"])]


@pytest.mark.parametrize("change", ["source", "called", None])
def test_a_kakan_names_the_seat_and_the_tile_of_its_pon(change: str | None) -> None:
    hand = made("147m258p369s1235z", "55z123m456p8s1234z", IDLE[1], IDLE[2])
    hand.draw(0, "9m").discard(0, "5z").pon(1).discard(1, "8s").turn(2, "7z").turn(3, "7z").turn(0, "9s")
    [(pon, (tiles, called, source))] = hand.pons.items()
    other = {"source": (tiles, called, 2), "called": (tiles, min({*tiles} - {called}), source)}
    hand.pons[pon] = other.get(change, hand.pons[pon])
    hand.draw(1, "5z").kakan(1, "5z")

    named = ("calls", "the kakan of 5z names another seat or tile as called than its pon")
    assert (named in said(hand)) == (change is not None)
    assert [check for check, _ in said(hand) if check == "calls"] == ["calls"] * (change is not None)


def test_a_closed_kan_cannot_be_robbed() -> None:
    hand = made("3333m123p456s88s1z", "555z45m123p789p66s", IDLE[1], "69m147p258s12346z")
    hand.draw(0, "7z").ankan(0, "3m")
    hand.last = (0, 8)

    found = said(ron(hand, 1, 8, "40,1300,0", "18,1", 1300))

    assert found == [("winning-tile", "ron on 3m of a closed kan")]


@pytest.mark.parametrize("rules", ["tenhou", "mahjong-soul"])
def test_thirteen_orphans_rob_a_closed_kan_where_the_rule_set_lets_them(rules: str) -> None:
    hand = made("119m19p19s123467z", "555z345678m33p57s", IDLE[1], IDLE[2])
    hand.turn(0, "5m").draw(1, "5z").ankan(1, "5z")
    hand.last = (1, 124)
    ron(hand, 0, 124, "0,48000,5", "47", 48000)
    hand.lines[-1] = hand.lines[-1].replace("yaku=", "yakuman=")

    forbidden = "thirteen orphans ron on 5z of a closed kan, which the rule set forbids"
    assert sentences(hand, rules, *CHECKED) == ([forbidden] if rules == "tenhou" else [])


@pytest.mark.parametrize(
    ("rule", "least", "is_met"),
    [
        ("riichi_points", 25_000, True),
        ("riichi_points", 25_100, False),
        ("riichi_tiles", 69, True),
        ("riichi_tiles", 70, False),
    ],
)
def test_riichi_below_what_the_rule_set_asks_for_is_found(rule: str, least: int, *, is_met: bool) -> None:
    """Seat 0 declares at the first of 70 tiles, with 25,000 points."""
    hand = made("123m456p789s1199s", *IDLE, steps="riichi 0 5z")
    rules = replace(load("tenhou"), **{rule: least})

    (*found,) = judged(hand.xml(), rules, ["riichi-conditions"], UNDATED).findings

    assert ["needed are at least" in sentence(one) for one in found] == [True] * (not is_met)


@pytest.mark.parametrize(
    ("scores", "is_a_stick"),
    [
        ("240,0,250,0,250,0,250,0", True),
        ("240,0,245,0,250,0,250,0", False),
        ("240,0,240,0,250,0,250,0", False),
    ],
    ids=["one seat is a stick short", "and another is short of something", "two are, of one stick"],
)
def test_a_stick_that_a_result_counts_is_of_the_one_seat_that_is_short_of_it(
    scores: str, *, is_a_stick: bool
) -> None:
    hand = nine_kinds()
    hand.lines[-1] = re.sub('ba="0,0" sc="[^"]*"', f'ba="0,1" sc="{scores}"', hand.lines[-1])

    found = failing(judged(hand.xml(), checks=["riichi-procedure"]))

    said = "the result counts a riichi stick of seat 0, which never declared riichi"
    assert [sentence(one) for one in found] == [said] * is_a_stick


@pytest.mark.parametrize(("rules", "is_allowed"), [("tenhou", True), ("majiang-classic", False)])
def test_a_closed_kan_after_riichi_that_keeps_the_waits_is_the_rule_sets(
    rules: str, *, is_allowed: bool
) -> None:
    steps = "riichi 0 6z, turn 1 7z, turn 2 7z, turn 3 7z, draw 0 3m, ankan 0 3m"
    hand = made("333m456p789p1199s", "147m258p369s1234z", IDLE[1], "69m147p258s12346z", steps=steps)

    assert sentences(hand, rules, "riichi-procedure") == (
        [] if is_allowed else ["closed kan of 3m after riichi, which the rules forbid"]
    )


OPEN_KAN = "turn 0 5z, draw 1 7z, discard 1 7z, daiminkan 0"
SHOWN = {
    "before the replacement draw": f"{OPEN_KAN}, dora 8s, draw 0 6s, discard 0 6s, draw 1 6z",
    "after the replacement draw, not at once": f"{OPEN_KAN}, draw 0 6s, dora 8s, discard 0 6s, draw 1 6z",
    "after the discard": f"{OPEN_KAN}, draw 0 6s, discard 0 6s, dora 8s, draw 1 6z",
}
# EMA 2025: before the replacement draw.  M-League: at once.  Tenhou: before the discard.  電脳麻将:
# after the discard; as its records are read, before the discard.
IN_TIME = {
    "m-league": {"before the replacement draw"},
    "ema-2025": {"before the replacement draw"},
    "tenhou": {"after the replacement draw, not at once"},
    "majiang": {"after the replacement draw, not at once", "after the discard"},
}


@pytest.mark.parametrize("when", SHOWN)
@pytest.mark.parametrize("rules", IN_TIME)
def test_the_indicator_of_an_open_kan_is_shown_when_the_rule_set_says(rules: str, when: str) -> None:
    hand = made("777z12m234s55p678s", "147m258p369s1234z", IDLE[1], "369m147p58s12346z", steps=SHOWN[when])

    assert sentences(hand, rules, "dora-indicators") == (
        [] if when in IN_TIME[rules] else [f"indicator 8s of an open kan is shown {when}"]
    )


ROBBED = (
    "turn 0 9s, turn 1 9s, turn 2 6m, pon 0, discard 0 1z, "
    "turn 1 9s, turn 2 5z, turn 3 6z, draw 0 6m, kakan 0 6m, dora 8s"
)


@pytest.mark.parametrize(("rules", "may_show"), [("m-league", True), ("ema-2025", False)])
def test_a_robbed_kan_shows_no_indicator_where_it_comes_with_the_replacement(
    rules: str, *, may_show: bool
) -> None:
    hand = made("66m258p147s12345z", "45m123789p66s777z", IDLE[1], "39m147p588s12346z", steps=ROBBED)
    ron(hand, 1, hand.last[1], "40,2600,0", "3,1,20,1", 2600)

    assert sentences(hand, rules, "dora-indicators") == (
        [] if may_show else ["indicator 8s is shown for a kan that is robbed"]
    )
