"""Doubts about who has won: two winners in the wrong order, or one of them missing."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.replay.seats import of_hands
from analyzer.vocabulary import SEATS, EndKind

__all__ = ["exchanged_with", "is_ron_beside", "lacks_earlier_win"]

_PAIR: Final = 2
"""Winners of one tile, where there are not three."""


@shared
def exchanged_with(case: Case) -> NDArray[np.int64]:
    """Shape (results,): the other win of a hand whose two winners stand in the wrong order; -1 if none.

    The check of their order reports it.
    """
    results = case.events.results
    other = np.full(len(results.hand), -1, np.int64)
    second = np.flatnonzero((results.hand[1:] == results.hand[:-1]) & (results.end[1:] == EndKind.AGARI)) + 1
    if not case.names("winner-order") or len(second) == 0:
        return other
    second = second[np.bincount(results.hand)[results.hand[second]] == _PAIR]
    loser = results.loser[second].astype(np.int64)
    turn, later = ((results.winner[rows] - loser) % SEATS for rows in (second - 1, second))
    second = second[(turn > later) & (later > 0)]
    other[second], other[second - 1] = second - 1, second
    return other


def is_ron_beside(
    case: Case, hand: NDArray[np.int64], change: NDArray[np.int32], points: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Whether scores change as by a ron of another seat than the one winner of a hand, off the same discard.

    Args:
        case: The batch.
        hand: Hands with a result; shape (items,).
        change: Shape (items, 4).
        points: What the pot adds; shape (items,).
    """
    results = case.events.results
    result = case.events.hands.result_offsets[hand].astype(np.int64)
    loser, winner = results.loser[result], results.winner[result]
    seats = np.arange(SEATS)
    found: NDArray[np.bool_] = (results.end[result] == EndKind.AGARI) & (loser != winner)
    found &= case.events.hands.result_offsets[hand + 1] == result + 1
    paying, gaining = change < 0, change > 0
    found &= (paying == (seats == loser[:, None])).all(axis=1) & (gaining.sum(axis=1) == 1)
    found &= ~(gaining & (seats == winner[:, None])).any(axis=1)
    found &= change.sum(axis=1) == points
    return found


@shared
def lacks_earlier_win(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): its one win begins as if another seat had won on the same tile, and taken the sticks.

    The check of the scores before a result reports it.
    """
    lacks = np.zeros(len(case.usable), np.bool_)
    if case.names("scores-before"):
        hand = np.flatnonzero(case.usable & (case.facts.end == EndKind.AGARI))
        sticks = case.facts.riichi_sticks[hand] * case.stick[hand]
        result = case.events.hands.result_offsets[hand].astype(np.int64)
        change = of_hands(case.events.results.scores, result) - of_hands(case.facts.scores, hand)
        found = is_ron_beside(case, hand, change, sticks)
        lacks[hand] = found & (case.events.results.kyotaku[result] == 0)
    return lacks
