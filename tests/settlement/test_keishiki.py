"""Which tenpai would have a yaku by ron, each tehai read by eye."""

import numpy as np
import pytest

from analyzer.replay import replay
from analyzer.rules import load
from analyzer.settlement.wait_values import has_ron_yaku, has_yaku_wait
from tests.hands import Hand

QUIET = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s2367z")
RULES = load("tenhou")


def facts_of(tehai, kyoku="E1.0"):
    hand = Hand(tehai, *QUIET, kyoku=kyoku).turn(0, "4z")
    return replay(hand.events())[0]


@pytest.mark.parametrize(
    ("tehai", "has_yaku"),
    [
        ("345m678p345s78s22p", True),  # pinfu
        ("123m789p456s24s77p", False),  # only a tsumo would have one
        ("234m678p456s24s77p", True),  # tanyao
        ("123m789p11z55z456s", True),  # by 1z and by 5z
        ("123m789p99m55z456s", True),  # by 5z; 9m would give none
        ("1122m3399p4466s1z", True),  # seven pairs
    ],
)
def test_one_wait_with_a_yaku_by_ron_is_enough(tehai, has_yaku):
    facts = facts_of(tehai)
    asked = np.array([[True, False, False, False]])

    assert has_ron_yaku(facts, np.array([0], np.int32), RULES, asked).tolist() == [[has_yaku, *[False] * 3]]


def test_a_closed_tehai_has_a_yaku_by_tsumo_whatever_it_is():
    facts = facts_of("123m789p456s24s77p")

    assert has_yaku_wait(facts, np.array([0], np.int32), RULES).tolist() == [[True, False, False, False]]


def test_seats_that_are_not_asked_for_are_not_looked_at():
    facts = facts_of("345m678p345s78s22p")

    assert not has_ron_yaku(facts, np.array([0], np.int32), RULES, np.zeros((1, 4), np.bool_)).any()
