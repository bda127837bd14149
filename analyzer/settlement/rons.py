"""Several rons on one tile (ダブロン, 三家和, 頭跳ね): who of those who called is paid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.replay.seats import sum_of_seats
from analyzer.rules.grades import DoubleRon, TripleRon
from analyzer.rules.rule_set import RuleSet

__all__ = ["paid_winners", "turn_distance"]


def turn_distance(from_seat: NDArray[np.uint8], seats: int) -> NDArray[np.int64]:
    """How many turns each seat comes after a seat, 1 for the next; shape (hands, seats), 0 for itself."""
    distance: NDArray[np.int64] = (np.arange(seats) - from_seat.astype(np.int64)[:, None]) % seats
    return distance


def paid_winners(facts: Facts, rules: RuleSet) -> NDArray[np.bool_]:
    """Winners whose hand is paid.

    Args:
        facts: Uses ``winners``, ``ron_calls`` and ``last_seat``.
        rules: Uses ``double_ron`` and ``triple_ron``.

    Returns:
        Shape (hands, seats); nobody where three rons are an abortive draw.

    Source: Arcturus wiki, "Tochuu ryuukyoku", Sanchahou and its variants.
    """
    paid = facts.winners[:, : rules.seats].copy()
    several = sum_of_seats(paid)
    if rules.double_ron == DoubleRon.HEAD_BUMP:
        _keep_first(paid, np.flatnonzero(several == 2), facts)
    if rules.triple_ron == TripleRon.HEAD_BUMP:
        _keep_first(paid, np.flatnonzero(several == 3), facts)
    elif rules.triple_ron == TripleRon.ABORT:
        paid[several == 3] = False
    return paid


def _keep_first(paid: NDArray[np.bool_], rows: NDArray[np.int64], facts: Facts) -> None:
    """Of the winners of these hands leave the next in turn after the discarder."""
    seats = paid.shape[1]
    distance = turn_distance(facts.last_seat[rows], seats)
    nearest = np.where(paid[rows], distance, seats).min(axis=1, keepdims=True)
    paid[rows] &= distance == nearest
