"""Nagashi mangan (流し満貫): an exhaustive draw whose discards are all terminals and honours, none called."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.replay.seats import sum_of_seats
from analyzer.rules.grades import Nagashi
from analyzer.rules.rule_set import RuleSet

__all__ = ["nagashi_payment", "nagashi_seats", "tsumo_shares"]


def nagashi_seats(facts: Facts, rules: RuleSet) -> NDArray[np.bool_]:
    """Whose discards make a nagashi mangan if the hand is an exhaustive draw; own calls do not matter.

    Args:
        facts: Uses ``river_yaochu``, ``river_called`` and ``discards``.
        rules: Uses ``nagashi``.

    Returns:
        Shape (hands, seats).

    Source: Riichi wiki, "Ryuukyoku", Nagashi mangan; Tenhou: 11 of 11, and none in 3,140 other draws.
    """
    made: NDArray[np.bool_] = (facts.river_yaochu & ~facts.river_called & (facts.discards > 0))[
        :, : rules.seats
    ]
    return made if rules.nagashi != Nagashi.OFF else np.zeros_like(made)


def tsumo_shares(receiver: int, dealer: NDArray[np.uint8], points: int, seats: int) -> NDArray[np.int32]:
    """Score changes of a tsumo-like payment to one seat.

    Args:
        receiver: Seat paid by all others.
        dealer: Shape (hands,).
        points: What a payer pays if payer or receiver is the dealer; half of it otherwise.
        seats: Number of seats; a missing seat's share is not made up for.

    Returns:
        Shape (hands, seats), points; every row sums to zero.
    """
    seat = np.arange(seats)
    with_dealer = (seat == dealer[:, None]) | (dealer[:, None] == receiver)
    paid = np.where(with_dealer, points, points // 2).astype(np.int32)
    paid[:, receiver] = 0
    deltas = -paid
    deltas[:, receiver] = sum_of_seats(paid)
    return deltas


def nagashi_payment(made: NDArray[np.bool_], dealer: NDArray[np.uint8], rules: RuleSet) -> NDArray[np.int32]:
    """Score changes of nagashi mangan, in place of the noten payments; several at once add up.

    Args:
        made: Shape (hands, seats); who made it.
        dealer: Shape (hands,).
        rules: Uses ``nagashi_points``.

    Returns:
        Shape (hands, seats), points.  Neither honba nor sticks move; every row sums to zero.

    Source: Riichi wiki, "Ryuukyoku", Nagashi mangan; Tenhou: 11 of 11, three seats included.

    Example:
        >>> from analyzer.rules import load
        >>> nagashi_payment(np.array([[False, True, False, False]]), np.array([0], np.uint8), load("tenhou"))
        array([[-4000,  8000, -2000, -2000]], dtype=int32)
    """
    deltas = np.zeros(made.shape, np.int32)
    for seat in np.flatnonzero(made.any(axis=0)).tolist():
        shares = tsumo_shares(seat, dealer, rules.nagashi_points, rules.seats)
        deltas += np.where(made[:, seat, None], shares, 0).astype(np.int32)
    return deltas
