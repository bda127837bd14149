"""Hands written down as notes, settled for tests of what is told of them."""

from __future__ import annotations

import numpy as np

from analyzer.explain.one_hand import OneHand, one_hand
from analyzer.replay.notation import parse_hand
from analyzer.replay.written import facts_of_note, indicators_of_note
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.settle import Situation

__all__ = ["noted"]


def noted(text: str, rules: RuleSet) -> OneHand:
    """The hand of a note, settled."""
    note = parse_hand(text, "facts.toml")
    indicators, ura = indicators_of_note(note)
    kyoku, honba, own = (np.array([value], np.int32) for value in (note.kyoku, note.honba, note.own_honba))
    situation = Situation(kyoku=kyoku, honba=honba, indicators=indicators, ura=ura, own_honba=own)
    seats = note.seats[: rules.seats]
    declared = np.array([[seat.declares_noten for seat in seats]])
    chombo = np.array([[seat in note.chombo for seat in range(rules.seats)]])
    return one_hand(facts_of_note(note), rules, situation, declared, chombo)
