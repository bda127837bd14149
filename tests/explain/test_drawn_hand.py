"""Who is tenpai at a draw, and where the tiles are that a seat waits for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.explain.drawn_hand import _penalty, tenpai_reasons
from analyzer.explain.one_hand import one_hand
from analyzer.explain.why import Why
from analyzer.replay import replay
from analyzer.rules import load
from analyzer.rules.grades import NotenPenalty
from analyzer.settlement.settle import Situation
from analyzer.vocabulary import NO_TILE
from tests.hands import Hand

QUIET = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")


def copies(hand):
    """Where the copies of each wait are, the live wall being used up."""
    facts = replay(hand.events())[0]._replace(live_tiles=np.zeros(1, np.int16))
    nothing, no_tiles = np.zeros(1, np.int32), np.full((1, 5), NO_TILE, np.uint8)
    situation = Situation(kyoku=nothing, honba=nothing, indicators=no_tiles, ura=no_tiles, own_honba=nothing)
    settled = one_hand(facts, load("tenhou"), situation)
    return [one.text for one in tenpai_reasons(settled, counts_copies=True) if one.why is Why.COPIES]


def test_copies_in_an_own_pon_are_not_out_of_sight():
    hand = Hand("1233p123m456s55z9m", *QUIET).turn(0, "1z").turn(1, "3p").pon(0).discard(0, "9m")

    assert copies(hand) == ["seat 0, 3p: 3 in its melds, 1 out of its sight"]


def test_copies_in_rivers_and_indicators_are_shown():
    hand = Hand("12399p456m46s789s", *QUIET, indicator="5s").turn(0, "1z").turn(1, "5s").turn(2, "5s")

    assert copies(hand) == ["seat 0, 5s: 3 shown elsewhere, 1 out of its sight"]


@pytest.mark.parametrize(("tenpai", "paid"), [(1, 1000), (2, 1500), (3, 3000)])
def test_a_penalty_by_the_number_of_tenpai_seats_names_what_each_noten_pays(tenpai, paid):
    rules = replace(load("tenhou"), noten_penalty=NotenPenalty.BY_TENPAI, noten_payments=(1000, 1500, 3000))

    assert _penalty(tenpai, rules).text == f"each of {4 - tenpai} noten pays {paid:,} for {tenpai} tenpai"
