"""Why a dealer stays, and why a game is over: with the rule that decides it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.explain.next_hand import game_over
from analyzer.explain.why import Why
from analyzer.rules import load
from analyzer.rules.grades import Bust
from analyzer.settlement.game_end import EndCause
from tests.view.hands import ending

TENHOU = load("tenhou")


def over(cause, *scores, rules=TENHOU, won=True):
    found = game_over(cause, np.array(scores, np.int32), rules, won=won)
    return found.text, found.field


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

    assert [line.field for line in lines if line.why in (Why.DEALER_STAYS, Why.DEALER_MOVES)] == [rule]


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
