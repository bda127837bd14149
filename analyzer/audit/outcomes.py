"""What the results of a hand come to, as the log claims them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.replay.seats import of_hands
from analyzer.vocabulary import DrawKind

__all__ = ["outcome", "repeated_result"]


@shared
def outcome(case: Case) -> NDArray[np.int32]:
    """Shape (hands, 4): scores after the last result of each hand; meaningless without a result."""
    results, offsets = case.events.results, case.events.hands.result_offsets
    if len(results.hand) == 0:
        return case.events.hands.scores
    last = np.clip(offsets[1:] - 1, 0, len(results.hand) - 1)
    return of_hands(results.scores, last) + of_hands(results.deltas, last)


@shared
def repeated_result(case: Case) -> NDArray[np.bool_]:
    """Shape (results,): a second win of the same seat in a hand, or a second draw of a hand.

    Nagashi mangan may be stated once for each seat that made it.
    """
    results = case.events.results
    again = np.zeros(len(results.hand), np.bool_)
    again[1:] = (results.hand[1:] == results.hand[:-1]) & (results.winner[1:] == results.winner[:-1])
    again &= results.draw_kind != DrawKind.NAGASHI_MANGAN
    return again
