"""How many findings a log may have: those beyond are counted, and said in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.findings import Finding, Verdict

__all__ = ["MAX_FINDINGS", "Keyed", "bounded", "first_of_games"]

MAX_FINDINGS: Final = 1000
"""Of one log; a game of twenty hands with a fault in every one of them has some hundreds."""

Keyed = tuple[int, int, int, Finding]
"""Game, element, rank of the check, and the finding."""


def first_of_games(games: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Which items are among the first `MAX_FINDINGS` of their game, and the one after; shape (items,)."""
    if len(games) <= MAX_FINDINGS:
        return np.ones(len(games), np.bool_)
    order = np.argsort(games, kind="stable")
    ordered = games[order]
    place = np.empty(len(games), np.int64)
    place[order] = np.arange(len(games)) - np.searchsorted(ordered, ordered)
    first: NDArray[np.bool_] = place <= MAX_FINDINGS
    return first


def bounded(keyed: Sequence[Keyed], unmade: Counter[int]) -> list[Finding]:
    """The first `MAX_FINDINGS` findings of each game, and one more that counts the others.

    That one is of the check that the first of the others is of, and of the gravest verdict among them.

    Args:
        keyed: Findings, sorted.
        unmade: By game: how many more there would be, of checks that have more findings than are given.
    """
    per_game = Counter(game for game, *_ in keyed)
    if not unmade and max(per_game.values(), default=0) <= MAX_FINDINGS:
        return [finding for *_, finding in keyed]
    given: Counter[int] = Counter()
    others: dict[int, list[Finding]] = {}
    findings: list[Finding] = []
    for game, _, _, finding in keyed:
        given[game] += 1
        if given[game] <= MAX_FINDINGS:
            findings.append(finding)
            continue
        others.setdefault(game, []).append(finding)
        if given[game] == per_game[game]:
            findings.append(_one_for(others[game], unmade[game]))
    return findings


def _one_for(others: Sequence[Finding], unmade: int) -> Finding:
    count = len(others) + unmade
    verdicts = {finding.verdict for finding in others}
    gravest = next(
        one for one in (Verdict.INCONSISTENT, Verdict.MALFORMED, Verdict.UNDECIDED) if one in verdicts
    )
    return replace(
        others[0],
        hand=None,
        kyoku=None,
        honba=None,
        seat=None,
        element=None,
        claimed=None,
        computed=None,
        verdict=gravest,
        message=f"expected at most {MAX_FINDINGS:,} findings in one log, found {count:,} more",
        reason=None if gravest != Verdict.UNDECIDED else others[0].reason,
        count=count,
    )
