"""Hands played again: events to facts, free of any rule set."""

from analyzer.replay.facts import Facts, Illegal, Illegals
from analyzer.replay.replay import replay

__all__ = ["Facts", "Illegal", "Illegals", "replay"]
