"""Hands written down as notes, settled for tests of what is told of them."""

from __future__ import annotations

from analyzer.explain.outcome import OneHand
from analyzer.replay.notation import parse_hand
from analyzer.rules.rule_set import RuleSet
from tests.settlement.notes import settled

__all__ = ["noted"]


def noted(text: str, rules: RuleSet) -> OneHand:
    """The hand of a note, settled."""
    return OneHand(settled(parse_hand(text, "facts.toml"), rules, bars_rons=True), rules)
