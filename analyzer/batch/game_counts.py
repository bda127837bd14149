"""The share of one log in the counts of a run: a row of numbers, so that rows can be kept and added up."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit import CHECKS, LogName
from analyzer.audit.findings import Finding, Verdict
from analyzer.audit.review import Review
from analyzer.audit.verdicts import COUNTED
from analyzer.vocabulary import DrawKind, EndKind

__all__ = [
    "CHECK_IDS",
    "COUNTS",
    "DRAWS",
    "FINDINGS",
    "HANDS",
    "TALLIES",
    "VERDICTS",
    "count_games",
    "count_unreadable",
]

CHECK_IDS: Final = tuple(check.id for check in CHECKS)

HANDS: Final = 0
"""Column: hands dealt."""
DRAWS: Final = slice(1, 1 + len(DrawKind))
"""Columns: hands that ended in a ryuukyoku, by kind as logged."""
FINDINGS: Final = slice(DRAWS.stop, DRAWS.stop + len(CHECK_IDS))
"""Columns: findings by check."""
VERDICTS: Final = slice(FINDINGS.stop, FINDINGS.stop + len(Verdict))
"""Columns: findings by verdict."""
TALLIES: Final = slice(VERDICTS.stop, VERDICTS.stop + COUNTED * len(CHECK_IDS))
"""Columns: passed, failed, undecided and absent of the first check, then of the second, and so on."""
_FAILED: Final = 1
"""Place of failed among them."""
COUNTS: Final = TALLIES.stop
"""Number of columns."""


def count_games(review: Review) -> NDArray[np.int32]:
    """Counts of every game that could be read; shape (games, COUNTS)."""
    counts = np.zeros((len(review.logs), COUNTS), np.int32)
    counts[:, HANDS] = np.diff(review.events.games.hand_offsets)
    _count_draws(review, counts[:, DRAWS])
    _count_findings(review, counts)
    tallies = counts[:, TALLIES].reshape(len(counts), len(CHECK_IDS), COUNTED)
    for check, of_games in review.game_tallies.items():
        tallies[:, CHECK_IDS.index(check)] = of_games
    counts[:, TALLIES] = tallies.reshape(len(counts), COUNTED * len(CHECK_IDS))
    return counts


def count_unreadable(finding: Finding) -> NDArray[np.int32]:
    """Counts of a log that could not be read, of which this is the only finding; shape (COUNTS,)."""
    counts = np.zeros(COUNTS, np.int32)
    check = CHECK_IDS.index(finding.check)
    counts[FINDINGS.start + check] = 1
    counts[VERDICTS.start + list(Verdict).index(finding.verdict)] = 1
    counts[TALLIES.start + COUNTED * check + _FAILED] = 1
    return counts


def _count_draws(review: Review, counts: NDArray[np.int32]) -> None:
    results = review.events.results
    drawn = results.end == EndKind.RYUUKYOKU
    # Nagashi mangan of several seats may be logged as several results of one hand.
    hands, first = np.unique(results.hand[drawn], return_index=True)
    kinds = results.draw_kind[drawn][first]
    for column, kind in enumerate(DrawKind):
        np.add.at(counts[:, column], review.events.hands.game[hands[kinds == kind]], 1)


def _count_findings(review: Review, counts: NDArray[np.int32]) -> None:
    games = {name: game for game, name in enumerate(review.logs)} if review.findings else {}
    verdicts = list(Verdict)
    for finding in review.findings:
        game = games.get(LogName(finding.log, finding.source))
        if game is not None:
            counts[game, FINDINGS.start + CHECK_IDS.index(finding.check)] += 1
            counts[game, VERDICTS.start + verdicts.index(finding.verdict)] += 1
