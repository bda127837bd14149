"""Several rons on one tile (ダブロン, 三家和, 頭跳ね): who of those who called is paid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Facts
from analyzer.replay.seats import sum_of_seats
from analyzer.rules.grades import DoubleRon, Furiten, TripleRon
from analyzer.rules.rule_set import RuleSet

__all__ = ["barred_rons", "paid_winners", "turn_distance"]

_FURITEN = {
    Furiten.OWN_DISCARDS: FURITEN_DISCARD,
    Furiten.PASSED: FURITEN_PASSED,
    Furiten.AFTER_RIICHI: FURITEN_RIICHI,
}


def barred_rons(facts: Facts, rules: RuleSet) -> NDArray[np.uint8]:
    """By which furiten a seat that calls ron may not; shape (hands, 4), bits as of ``facts.furiten``.

    Args:
        facts: Uses ``winners``, ``ron_calls`` and ``furiten``.
        rules: Uses ``furiten``.

    Source: Riichi wiki, "Furiten"; which of them bars is a rule of the set, with a source of its own.
    """
    bars = np.uint8(sum(_FURITEN[grade] for grade in rules.furiten))
    calls = facts.winners & (facts.ron_calls > 0)[:, None]
    return np.where(calls, facts.furiten & bars, np.uint8(0))


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
