"""Who pays a win: shares of a tsumo, honba, sticks, and the liable seat of a yakuman (包)."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.rules.grades import Liability
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.points import YAKUMAN_BASE
from analyzer.settlement.win_columns import WinScores
from analyzer.settlement.yaku_names import TWICE, Yaku
from analyzer.vocabulary import NO_SEAT, RIICHI_STICK

__all__ = ["LIABILITIES", "WinTable", "liable_base", "takes_pot", "win_payments"]

LIABILITIES: Final = (
    (Liability.DAISANGEN, Yaku.DAISANGEN),
    (Liability.DAISUUSHII, Yaku.DAISUUSHII),
    (Liability.SUUKANTSU, Yaku.SUUKANTSU),
)
"""Yakuman for which a seat can be liable; the last axis of `WinTable.pao_seat` follows this order."""


class WinTable(NamedTuple):
    """Who sits where at each win, and what lies on the table; shape (wins,) unless said."""

    winner: NDArray[np.uint8]
    loser: NDArray[np.uint8]
    """Who is ronned; equals ``winner`` for a tsumo."""
    dealer: NDArray[np.uint8]
    honba: NDArray[np.int32]
    kyotaku: NDArray[np.int32]
    """Sticks on the table when the hand ends."""
    takes_pot: NDArray[np.bool_]
    """False for all but the first of several winners of one tile, who get neither honba nor sticks."""
    pao_seat: NDArray[np.uint8]
    """Shape (wins, 3): seat liable for each of `LIABILITIES`; NO_SEAT where none is."""


def takes_pot(
    hand: NDArray[np.int32], winner: NDArray[np.uint8], loser: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Winners next in turn from the discarder, one for each hand; a tsumo always.

    Args:
        hand: Row of hands that each win belongs to.
        winner: Seat.
        loser: Seat; equals ``winner`` for a tsumo.

    Source: Tenhou, 101 double rons (atamahane of honba and sticks).
    """
    # The empty fourth seat of a three-player game never wins, so it does not disturb the order.
    distance = (winner.astype(np.int64) - loser) % 4
    nearest = np.full(int(hand.max(initial=-1)) + 1, 4)
    np.minimum.at(nearest, hand, distance)
    first: NDArray[np.bool_] = distance == nearest[hand]
    return first


def liable_base(scores: WinScores, rules: RuleSet) -> NDArray[np.int32]:
    """Base points that a liable seat would answer for, by yakuman; shape (wins, 3), order of `LIABILITIES`.

    Args:
        scores: Of the wins under the same rules.
        rules: Uses ``pao``, ``double_yakuman`` and ``multiple_yakuman``.
    """
    base = np.zeros((len(scores.base), len(LIABILITIES)), np.int32)
    left = scores.base.astype(np.int32).copy()
    for place, (liability, yaku) in enumerate(LIABILITIES):
        if liability in rules.pao:
            units = 2 if rules.double_yakuman and yaku in TWICE else 1
            has = (scores.yakuman == yaku).any(axis=1)
            base[:, place] = np.minimum(np.where(has, units * YAKUMAN_BASE, 0), left)
            left -= base[:, place]
    return base


def _up(points: NDArray[np.int64]) -> NDArray[np.int64]:
    return (points + 99) // 100 * 100


def _one_hot(seat: NDArray[np.uint8], seats: int) -> NDArray[np.bool_]:
    hot: NDArray[np.bool_] = np.arange(seats) == seat[:, None]
    return hot


def _shares(base: NDArray[np.int64], table: WinTable, seats: int) -> NDArray[np.int64]:
    """What each seat pays for so many base points when nobody is liable; shape (wins, seats)."""
    winner = _one_hot(table.winner, seats)
    dealer = _one_hot(table.dealer, seats)
    dealer_wins = (table.winner == table.dealer)[:, None]
    is_tsumo = (table.winner == table.loser)[:, None]
    by_tsumo = _up(base[:, None] * np.where(dealer_wins | dealer, 2, 1)) * ~winner
    by_ron = _up(base[:, None] * np.where(dealer_wins, 6, 4)) * _one_hot(table.loser, seats)
    return np.where(is_tsumo, by_tsumo, by_ron)


def _liable_shares(
    shares: NDArray[np.int64], pao_seat: NDArray[np.uint8], table: WinTable, seats: int
) -> NDArray[np.int64]:
    """The same points when one seat is liable: all of a tsumo, half of a ron off another seat."""
    total = shares.sum(axis=1, keepdims=True)
    liable = _one_hot(pao_seat, seats)
    halves = (table.winner != table.loser)[:, None]
    shared = np.where(halves, total // 2, total) * liable + np.where(halves, total // 2, 0) * (shares > 0)
    return np.where((pao_seat == NO_SEAT)[:, None], shares, shared)


def _honba_shares(table: WinTable, pao_seat: NDArray[np.uint8], rules: RuleSet) -> NDArray[np.int64]:
    """What each seat adds for the honba; a liable seat adds all of it."""
    seats = rules.seats
    is_tsumo = (table.winner == table.loser)[:, None]
    payers = np.where(is_tsumo, ~_one_hot(table.winner, seats), _one_hot(table.loser, seats))
    worth = np.where(is_tsumo, rules.honba_tsumo, rules.honba_ron)
    shares = worth * payers * np.where(table.takes_pot, table.honba, 0)[:, None]
    whole = shares.sum(axis=1, keepdims=True) * _one_hot(pao_seat, seats)
    return np.where((pao_seat == NO_SEAT)[:, None], shares, whole)


def win_payments(
    base: NDArray[np.int32], liable: NDArray[np.int32], table: WinTable, rules: RuleSet
) -> NDArray[np.int32]:
    """Score changes of wins.

    Args:
        base: Shape (wins,): base points of each hand.
        liable: Shape (wins, 3): how much of them falls under a liability, from `liable_base`.
        table: Seats, honba and sticks.
        rules: Uses ``seats``, ``honba_tsumo`` and ``honba_ron``.

    Returns:
        Shape (wins, seats), points.  Every row sums to the sticks that its winner takes.

    Source: Tenhou: honba of 6,653 wins without exception; the liable seat pays a tsumo with its honba alone
        (two real wins) and shares a ron with the discarder, honba on its side (Tenhou's rule page, by a
        translation: no real case).
    """
    seats = rules.seats
    paid = np.zeros((len(base), seats), np.int64)
    pays_honba = np.full(len(base), NO_SEAT, np.uint8)
    left = base.astype(np.int64)
    for place in range(len(LIABILITIES)):
        part = np.where(table.pao_seat[:, place] == NO_SEAT, 0, liable[:, place]).astype(np.int64)
        if not part.any():
            continue
        seat = np.where(part > 0, table.pao_seat[:, place], np.uint8(NO_SEAT))
        paid += _liable_shares(_shares(part, table, seats), seat, table, seats)
        pays_honba = np.where(pays_honba == NO_SEAT, seat, pays_honba)
        left -= part
    paid += _shares(left, table, seats) + _honba_shares(table, pays_honba, rules)
    sticks = RIICHI_STICK * np.where(table.takes_pot, table.kyotaku, 0)
    gain = (paid.sum(axis=1) + sticks)[:, None] * _one_hot(table.winner, seats)
    deltas: NDArray[np.int32] = (gain - paid).astype(np.int32)
    return deltas
