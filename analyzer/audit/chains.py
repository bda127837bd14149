"""Chains: failures of a hand, and of the step to the next hand, hang together; the first of them leads.

That they hang together proves no cause.  A check therefore compares its own claim and knows no other check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.vocabulary import ABSENT

__all__ = ["Failure", "chains_of"]

_OF_THE_STEP: Final = frozenset(
    ("hand-order", "next-kyoku", "next-honba", "next-kyotaku", "next-scores", "wall-dice", "wall-deal")
)
"""Checks of what INIT says by the hand before it; the wall goes on from hand to hand too."""
_GOES_ON: Final = "game-over"
"""The check that fails in every hand that is played after the end of the game."""


class Failure(NamedTuple):
    """A failing item by its place; failures sort in the order in which chains are formed.

    Attributes:
        game: Row of ``games``.
        hand: Row of ``hands``; ABSENT outside any hand.
        element: Element of the log; -1 where none is concerned.
        rank: Place of the check in ``CHECKS``.
        check: Id of the check.
    """

    game: int
    hand: int
    element: int
    rank: int
    check: str


def chains_of(failures: Sequence[Failure]) -> list[int]:
    """The number of the chain of each failure, counted from 0 in each game.

    Args:
        failures: Sorted.
    """
    numbers: list[int] = []
    chain, first, last = -1, None, None
    for failure in failures:
        if first is None or last is None or first.game != failure.game:
            chain, first = 0, failure
        elif not _hang_together(first, last, failure):
            chain, first = chain + 1, failure
        last = failure
        numbers.append(chain)
    return numbers


def _hang_together(first: Failure, last: Failure, failure: Failure) -> bool:
    """Whether a failure goes on with the chain of these, its first and its last so far, in the same game."""
    if ABSENT in (last.hand, failure.hand):
        return False
    if failure.check == last.check == _GOES_ON:
        return True
    if failure.hand == last.hand:
        # In the hand behind the step of a chain another chain begins.
        return failure.check in _OF_THE_STEP or failure.hand == first.hand
    return failure.hand == last.hand + 1 and failure.check in _OF_THE_STEP
