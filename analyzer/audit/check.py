"""What a check is, and the sources and areas of the rules that several checks share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from analyzer.audit.case import Case
from analyzer.audit.verdicts import Verdicts
from analyzer.rules import Area

__all__ = [
    "DRAWS",
    "FORMAT",
    "GAME_OVER",
    "NOT_IN_JSON",
    "PAYMENT",
    "PAYMENTS",
    "PLAY",
    "PROGRESS",
    "RYUUKYOKU",
    "SCORING",
    "TENHOU",
    "TENPAI",
    "TOCHUU",
    "WALL",
    "Check",
]

FORMAT: Final = "mjlog format as measured on 2,290 logs"
TENHOU: Final = "Tenhou as measured on 21,659 hands"
RYUUKYOKU: Final = 'Riichi wiki, "Ryuukyoku"; ' + TENHOU
TOCHUU: Final = 'Arcturus wiki, "Tochuu ryuukyoku"; ' + TENHOU

WALL: Final = "21,579 walls; agreement shows an intact file, not an honest server"
DRAWS: Final = frozenset({Area.ABORTIVE, Area.NAGASHI, Area.CHOMBO})
TENPAI: Final = frozenset({Area.TENPAI})
PAYMENTS: Final = frozenset({Area.TENPAI, Area.NOTEN_PENALTY, Area.NAGASHI, Area.CHOMBO})
PROGRESS: Final = frozenset({Area.TENPAI, Area.ABORTIVE, Area.REPEAT})
GAME_OVER: Final = PROGRESS | {Area.GAME, Area.GAME_END}
SCORING: Final = frozenset({Area.SCORING})
PAYMENT: Final = frozenset({Area.PAYMENT})
PLAY: Final = frozenset({Area.PLAY})

NOT_IN_JSON: Final = frozenset(
    {"shown-tiles", "win-tehai", "win-melds", "counters", "riichi-deposit", "scores-before", "dealer"}
)
"""Checks of claims that JSON of tenhou.net/6 does not make; they are absent for such logs."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        id: Stable id in findings, options and tables.
        title: What is compared, in a few words.
        rule: The rule as one sentence.
        source: Where the rule is stated or was measured.
        run: Looks at a batch.
        areas: Areas of the rules it needs; where one is unknown for a log, its items are undecided.
    """

    id: str
    title: str
    rule: str
    source: str
    run: Callable[[Case], Verdicts]
    areas: frozenset[Area] = frozenset()
