"""Abortive draws of hands as they are played: what may stand behind the play that ends them."""

from __future__ import annotations

from analyzer.replay import replay
from analyzer.rules import load
from analyzer.settlement.abortive import abortive_kind, overdue
from analyzer.vocabulary import DrawKind
from tests.hands import Hand

TENPAI = ("123m456m789m1123p", "123s456s789s2234p", "22m345p678p234s67s", "99m567p678s234m55z")


def judged(hand):
    """The abortive draw that ends the hand, and the one that was passed over."""
    facts, rules = replay(hand.events())[0], load("tenhou")
    return abortive_kind(facts, rules).tolist(), overdue(facts, rules).tolist()


def three_winds():
    return Hand(*TENPAI).turn(0, "2z").turn(1, "2z").turn(2, "2z")


def test_the_stick_of_a_double_riichi_stands_behind_the_fourth_wind():
    assert judged(three_winds().riichi(3, "2z")) == ([DrawKind.SUUFON_RENDA], [0])


def test_a_draw_behind_the_fourth_wind_is_play_that_goes_on():
    assert judged(three_winds().turn(3, "2z").draw(0, "3z")) == ([0], [DrawKind.SUUFON_RENDA])
