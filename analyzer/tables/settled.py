"""What the rule set gives to every hand, drawn or won, beside what the log claims."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.review import Review
from analyzer.tables.claims import Claims
from analyzer.tables.hands import is_judged
from analyzer.vocabulary import SEATS, EndKind

__all__ = ["Settled", "settled_deltas"]


class Settled(NamedTuple):
    """Computed score changes; rows are those of the events' hands."""

    deltas: NDArray[np.int32]
    """Shape (hands, 4), points; own deposits are not in them."""
    is_known: NDArray[np.bool_]
    """Shape (hands,): the hand is judged by a rule set that gives it an outcome."""


def settled_deltas(review: Review, claims: Claims) -> Settled:
    """Score changes that the rule set gives to each hand as it was played.

    Args:
        review: A batch.
        claims: Its claims.
    """
    hands, draws, wins = review.events.hands, review.draws, review.wins
    won = claims.end == EndKind.AGARI
    sums = np.zeros((len(won), SEATS), np.int32)
    np.add.at(sums, wins.hand, wins.deltas)
    results = np.diff(hands.result_offsets)
    all_scored = np.bincount(wins.hand, minlength=len(won)) == results
    return Settled(
        np.where(won[:, None], sums, draws.deltas).astype(np.int32),
        is_judged(review) & np.where(won, all_scored, draws.kind > 0),
    )
