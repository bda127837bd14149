"""Why a dealer stays, and why a game is over: with the rule that decides it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.explain.explanation import carry_reasons, game_over, next_reason, result_reasons
from analyzer.explain.reason import Why
from analyzer.rules import load
from analyzer.rules.grades import Bust, HonbaGrowth, Rounding, Yame
from analyzer.settlement.game_end import EndCause
from tests.explain.notes import noted
from tests.view.hands import ending

TENHOU = load("tenhou")


def over(cause, *scores, rules=TENHOU, won=True):
    found = game_over(cause, np.array(scores, np.int32), rules, won=won)
    return found.text, found.rule


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("suufon_renda", "abort_repeat"),
        ("nagashi_mangan", "nagashi_repeat"),
        ("exhaustive_some_tenpai", "dealer_repeat"),
        ("ron", "dealer_repeat"),
    ],
)
def test_whether_the_dealer_stays_is_decided_by_the_rule_for_that_end(name, rule):
    lines = [line for section in ending(name).explain().sections for line in section.lines]

    assert [line.rule for line in lines if line.why in (Why.DEALER_STAYS, Why.DEALER_MOVES)] == [rule]


def test_a_seat_with_nothing_left_is_bust_only_where_the_rules_say_so():
    assert over(EndCause.BUST, 50100, -100, 0, 50000) == ("the game is over: bust of seat 1", "bust")
    at_zero = replace(TENHOU, bust=Bust.ZERO)
    assert over(EndCause.BUST, 50100, -100, 0, 50000, rules=at_zero)[0].endswith("bust of seats 1, 2")


def test_only_a_score_above_the_highest_ends_the_game_at_once():
    rules = replace(TENHOU, teppen=60000)

    assert over(EndCause.TEPPEN, 60100, 27900, 6000, 6000, rules=rules) == (
        "the game is over: seat 0 above the highest score",
        "teppen",
    )


def test_a_dealer_who_ends_the_game_does_so_by_win_or_by_tenpai():
    scores = (41000, 19000, 20000, 20000)

    assert over(EndCause.YAME, *scores)[1] == "agari_yame"
    assert over(EndCause.YAME, *scores, won=False)[1] == "tenpai_yame"
    assert over(EndCause.BUST, 50100, -100, 0, 50000, won=False)[1] == "bust"


@pytest.mark.parametrize(
    ("cause", "text", "field"),
    [
        (EndCause.TARGET, "the last hand is played, with seats 0, 2 at the target", "target_points"),
        (EndCause.LIMIT, "no hand can follow the last one", "extension_winds"),
    ],
)
def test_a_game_is_over_with_the_last_hand(cause, text, field):
    assert over(cause, 30000, 29900, 30100, 10000, won=False) == (f"the game is over: {text}", field)


def test_the_highest_score_itself_plays_on():
    rules = replace(TENHOU, teppen=60000)

    assert over(EndCause.TEPPEN, 60100, 60000, 0, 0, rules=rules)[0].endswith(
        "seat 0 above the highest score"
    )


TENPAI = 'seat.0 = { waits = "25p" }'
RON = 'left = 20\nron = [1]\nlast = "discard 0 5p"\nseat.1 = { tehai = "234567m34p55678s" }'
TSUMO = 'left = 20\ntsumo = 0\nlast = "draw 0"\nseat.0 = { tehai = "234567m34p55678s", drawn = "5p" }'
NORTHS = "".join(f'seat.{seat} = {{ river = "4z" }}\n' for seat in range(4))
ABORTED = f'left = 66\nlast = "discard 3 4z"\n{NORTHS}'


@pytest.mark.parametrize(
    ("kyoku", "text", "changes", "dealer", "honba"),
    [
        ("E1.2", TENPAI, {}, ("dealer seat 0 stays", "dealer_repeat"), ("2 to 3", "honba_growth")),
        ("E2.2", TENPAI, {}, ("dealer seat 1 moves on", "dealer_repeat"), ("2 to 3", "honba_growth")),
        (
            "E2.2",
            TENPAI,
            {"honba_inherited": False},
            ("dealer seat 1 moves on", "dealer_repeat"),
            ("2 to 0", "honba_inherited"),
        ),
        (
            "E2.0",
            TENPAI,
            {"honba_inherited": False},
            ("dealer seat 1 moves on", "dealer_repeat"),
            ("0 to 0", "honba_growth"),
        ),
        (
            "E2.2",
            TENPAI,
            {"honba_growth": HonbaGrowth.DEALER_STAYS},
            ("dealer seat 1 moves on", "dealer_repeat"),
            ("2 to 2", "honba_growth"),
        ),
        ("E1.1", RON, {}, ("dealer seat 0 moves on", "dealer_repeat"), ("1 to 0", None)),
        ("E1.1", TSUMO, {}, ("dealer seat 0 stays", "dealer_repeat"), ("1 to 2", None)),
        ("E3.1", ABORTED, {}, ("dealer seat 2 stays", "abort_repeat"), ("1 to 2", "honba_growth")),
        (
            "E3.1",
            'seat.2 = { river = "1z 9m" }',
            {},
            ("dealer seat 2 moves on", "nagashi_repeat"),
            ("1 to 2", "honba_growth"),
        ),
        ("E4.1", "chombo = [1]", {}, ("dealer seat 3 stays", None), ("1 to 1", "chombo_honba")),
        (
            "E4.1",
            "chombo = [1]",
            {"chombo_honba": True},
            ("dealer seat 3 stays", None),
            ("1 to 2", "chombo_honba"),
        ),
    ],
    ids=[
        "tenpai",
        "noten",
        "not inherited",
        "none to inherit",
        "only where the dealer stays",
        "ron",
        "tsumo of the dealer",
        "abortive",
        "nagashi mangan",
        "chombo",
        "chombo with a honba",
    ],
)
def test_who_deals_next_with_how_many_honba_and_by_which_rule(kyoku, text, changes, dealer, honba):
    hand = noted(f'kyoku = "{kyoku}"\n{text}', replace(TENHOU, **changes))
    found = [(one.text, one.rule) for one in carry_reasons(hand)]

    assert found == [dealer, (f"honba {honba[0]}", honba[1])]


@pytest.mark.parametrize(
    ("text", "left"),
    [("", 2), ("chombo = [1]\nseat.0 = { riichi = 3 }", 1), (RON, 0)],
    ids=["a draw leaves them", "chombo gives its own back", "a winner takes them"],
)
def test_sticks_stay_on_the_table_or_go(text, left):
    *_, last = carry_reasons(noted(f'kyoku = "E1.0"\nsticks = 2\n{text}', TENHOU))

    assert (last.text, last.rule) == (f"{left} of 2 sticks stay on the table", None)


EVEN = "scores = [25000, 25000, 25000, 25000]\n"
LEADS = "scores = [20000, 20000, 20000, 40000]\n"


@pytest.mark.parametrize(
    ("kyoku", "text", "changes", "expected", "field"),
    [
        ("E1.0", EVEN, {}, "next: E2.1, dealer seat 1", None),
        ("E1.2", EVEN + TENPAI, {}, "next: E1.3, dealer seat 0", None),
        ("E4.0", EVEN, {}, "next: S1.1, dealer seat 0", None),
        # 2,000 for the hand are more than seat 0 has.
        (
            "E1.0",
            "scores = [1900, 48100, 25000, 25000]\n" + RON,
            {},
            "the game is over: bust of seat 0",
            "bust",
        ),
        ("E1.0", "scores = [2000, 48000, 25000, 25000]\n" + RON, {}, "next: E2.0, dealer seat 1", None),
        ("S4.0", EVEN, {}, "next: W1.1, dealer seat 0", None),
        (
            "S4.0",
            LEADS,
            {},
            "the game is over: the last hand is played, with seat 3 at the target",
            "target_points",
        ),
        ("S4.0", LEADS + ABORTED, {}, "next: S4.1, dealer seat 3", None),
        (
            "S4.0",
            LEADS + 'seat.3 = { waits = "25p" }',
            {},
            "the game is over: the dealer would go on, but is top and at the target",
            "tenpai_yame",
        ),
        (
            "S4.0",
            LEADS + 'seat.3 = { waits = "25p" }',
            {"tenpai_yame": Yame.OPTIONAL},
            "next: S4.1, dealer seat 3; the dealer may end the game instead",
            None,
        ),
        (
            "S4.0",
            LEADS + TSUMO.replace("seat.0", "seat.3").replace(" 0", " 3"),
            {"agari_yame": Yame.OPTIONAL},
            "next: S4.1, dealer seat 3; the dealer may end the game instead",
            None,
        ),
        ("W4.0", EVEN, {}, "the game is over: no hand can follow the last one", "extension_winds"),
    ],
    ids=[
        "the deal moves",
        "the dealer stays",
        "another wind",
        "bust",
        "nothing left",
        "extension",
        "the target",
        "abortive",
        "tenpai yame",
        "optional tenpai yame",
        "optional agari yame",
        "the last hand there can be",
    ],
)
def test_the_hand_that_follows_or_why_none_does(kyoku, text, changes, expected, field):
    hand = noted(f'kyoku = "{kyoku}"\n{text}', replace(TENHOU, **changes))
    found = next_reason(hand)

    assert (found.text, found.rule) == (expected, field)


def test_the_empty_seat_of_a_game_of_three_is_not_bust():
    text = 'kyoku = "E3.0"\nplayers = 3\nscores = [35000, 35000, 35000]'
    hand = noted(text, replace(load("tenhou-sanma"), bust=Bust.ZERO))

    assert next_reason(hand).text == "next: S1.1, dealer seat 0"


NOTHING = (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("sticks", "left", "penalties", "changes", "expected"),
    [
        (
            0,
            NOTHING,
            NOTHING,
            {},
            [
                ("scores less the return points", "return_points"),
                ("with what each rank adds", "uma"),
                ("not rounded", "rounding"),
                ("equal scores", "tie_rule"),
            ],
        ),
        (
            2,
            (0, 2000, 0, 0),
            (0, 0, -20000, 0),
            {"winds": 1, "rounding": Rounding.HALF_AWAY},
            [
                ("2 sticks left on the table: 0 +2,000 0 0", "leftover_kyotaku"),
                ("scores less the return points", "return_points"),
                ("with what each rank adds", "uma_tonpuu"),
                ("rounded to thousands", "rounding"),
                ("equal scores", "tie_rule"),
                ("chombo: 0 0 -20,000 0", "chombo_points"),
            ],
        ),
        (
            0,
            NOTHING,
            NOTHING,
            {"winds": 1, "uma_by_below": (0,) * 15},
            [
                ("scores less the return points", "return_points"),
                ("with what each rank adds", "uma_by_below"),
                ("not rounded", "rounding"),
                ("equal scores", "tie_rule"),
            ],
        ),
    ],
    ids=["two winds", "one wind, sticks, chombo", "uma by seats below the start"],
)
def test_the_steps_from_the_last_scores_to_the_results(sticks, left, penalties, changes, expected):
    points, taken = np.array(left, np.int32), np.array(penalties, np.int32)
    found = result_reasons(sticks, points, taken, replace(TENHOU, **changes))

    assert [(one.text, one.rule) for one in found] == expected
