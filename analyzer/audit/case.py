"""One batch of games laid open for the checks: what was logged, what was played, what the rules give."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.computed import Draws, Endings, Next, Wins
from analyzer.audit.seeding import WallTruth
from analyzer.mjlog.events import Events, Oddity
from analyzer.replay.facts import Facts, Illegals
from analyzer.rules import Area, RuleSet

__all__ = ["Case", "LogName"]


class LogName(NamedTuple):
    """How a log is named in findings and tables.

    Attributes:
        log_id: Tenhou's id where the name holds one, else the name of the source.
        source: File, archive member or stream as the user named it.
    """

    log_id: str
    source: str


class Case(NamedTuple):
    """Everything a check may look at."""

    logs: tuple[LogName, ...]
    events: Events
    facts: Facts
    illegals: Illegals
    rule_sets: tuple[RuleSet, ...]
    """Rule sets in use."""
    rule_of_game: NDArray[np.int32]
    """Shape (games,): index into ``rule_sets``; -1 where none could be chosen."""
    unknown_areas: tuple[frozenset[Area], ...]
    """Per game: rule areas that the log announces and nobody here understands."""
    reasons: tuple[str | None, ...]
    """Per game: why some of its rules are not known; None when all are."""
    draws: Draws
    overdue: NDArray[np.uint8]
    """Shape (hands,): DrawKind that should have ended the hand earlier; 0 when none."""
    next: Next
    wins: Wins
    endings: Endings
    wall: WallTruth
    usable: NDArray[np.bool_]
    """Shape (hands,): readable, complete, and not derailed: its facts can be judged."""

    def rule_set(self, game: int) -> RuleSet | None:
        """The rule set of a game; None where none could be chosen."""
        index = int(self.rule_of_game[game])
        return None if index < 0 else self.rule_sets[index]

    def rule_name(self, hand: int) -> str:
        """Name of the rule set that judges a hand."""
        rules = self.rule_set(int(self.events.hands.game[hand]))
        return "no rule set" if rules is None else rules.name

    def from_json(self) -> NDArray[np.bool_]:
        """Shape (games,): whether the log is JSON of tenhou.net/6, which states less than an mjlog."""
        from_json = np.zeros(len(self.logs), np.bool_)
        from_json[self.events.oddities.game[self.events.oddities.code == Oddity.TENHOU6]] = True
        return from_json

    def unshown(self) -> NDArray[np.bool_]:
        """Shape (hands,): whether the hand ends in a draw of JSON that does not say who is tenpai."""
        unshown = np.zeros(len(self.usable), np.bool_)
        unshown[self.events.oddities.hand[self.events.oddities.code == Oddity.UNSHOWN]] = True
        return unshown

    def area_unknown(self, areas: frozenset[Area]) -> NDArray[np.bool_]:
        """Shape (games,): whether the rules of some area are not known, so that no verdict is possible."""
        unknown = [bool(areas & unknown) for unknown in self.unknown_areas]
        return np.array(unknown, np.bool_) | (self.rule_of_game < 0)
