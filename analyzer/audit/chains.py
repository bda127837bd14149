"""Chains: failures of a hand, and of the step to the next hand, hang together; the first of them leads.

That they hang together proves no cause.  A check therefore compares its own claim and knows no other check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from analyzer.audit.findings import Placed, Verdict
from analyzer.vocabulary import ABSENT

_OF_THE_STEP: Final = frozenset(
    ("hand-order", "next-kyoku", "next-honba", "next-kyotaku", "next-scores", "wall-dice", "wall-deal")
)
"""Checks of what INIT says by the hand before it; the wall goes on from hand to hand too."""
_GOES_ON: Final = "game-over"
"""The check that fails in every hand that is played after the end of the game."""


def in_chains(found: Sequence[Placed]) -> list[Placed]:
    """The findings with the chain of each that fails, counted from 0 in each game.

    Args:
        found: In the order in which chains are formed.
    """
    chained: list[Placed] = []
    chain, first, last = -1, None, None
    for one in found:
        if one.finding.verdict == Verdict.UNDECIDED:
            chained.append(one)
            continue
        if first is None or last is None or first.game != one.game:
            chain, first = 0, one
        elif not _hang_together(first, last, one):
            chain, first = chain + 1, one
        last = one
        chained.append(one._replace(finding=replace(one.finding, chain=chain, leads=one is first)))
    return chained


def _hang_together(first: Placed, last: Placed, one: Placed) -> bool:
    """Whether a failure goes on with the chain of these, its first and its last so far, in the same game."""
    if ABSENT in (last.hand, one.hand):
        return False
    if one.finding.check == last.finding.check == _GOES_ON:
        return True
    if one.hand == last.hand:
        # In the hand behind the step of a chain another chain begins.
        return one.finding.check in _OF_THE_STEP or one.hand == first.hand
    return one.hand == last.hand + 1 and one.finding.check in _OF_THE_STEP
