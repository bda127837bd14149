"""Hands played again: events to facts, free of any rule set."""

from analyzer.replay.facts import Facts, Illegal, Illegals
from analyzer.replay.replay import replay, replay_with_course

__all__ = ["Facts", "Illegal", "Illegals", "replay", "replay_with_course"]
