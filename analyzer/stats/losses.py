"""The cost of other seats' wins: deal-ins, their tsumo, and large tsumo against the dealer (炸庄)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result, knows_gain
from analyzer.stats.outcomes import OUTCOME_COLUMNS
from analyzer.stats.rows import Rows
from analyzer.stats.statistic import MEAN, RATE, Measure, Statistic
from analyzer.stats.wins_and_losses import (
    STATES,
    WAYS,
    dealt_in,
    is_mangan,
    limit_of_hand,
    points_of_hand,
    rons,
    state,
    tsumo_suffered,
)
from analyzer.vocabulary import ABSENT

__all__ = ["STATISTICS"]


def _points(rows: Rows) -> Measure:
    row = dealt_in(rows)
    worth = points_of_hand(rows.at("hands"))[row // rows.players]
    return Measure(worth, worth != ABSENT, row=row)


def _points_of_rons(rows: Rows, at: str) -> Measure:
    """Value of each ron, by a column of wins."""
    row, won = rons(rows)
    wins = rows.at("wins")
    return Measure(wins["points"][won], wins.known("points")[won], at=wins[at][won].astype(np.int16), row=row)


def _points_by_way(rows: Rows) -> Measure:
    return _points_of_rons(rows, "way")


def _points_by_dealer(rows: Rows) -> Measure:
    return _points_of_rons(rows, "is_dealer")


def _cost(rows: Rows) -> Measure:
    row = dealt_in(rows)
    return Measure(-rows["delta"][row], knows_gain(rows)[row], row=row)


def _cost_by_state(rows: Rows) -> Measure:
    return _cost(rows)._replace(at=state(rows)[dealt_in(rows)])


def _tsumo_suffered_rate(rows: Rows) -> Measure:
    suffered = np.zeros(len(rows), np.bool_)
    suffered[tsumo_suffered(rows)] = True
    return Measure(suffered, has_result(rows))


def _tsumo_cost(rows: Rows) -> Measure:
    row = tsumo_suffered(rows)
    return Measure(-rows["delta"][row], knows_gain(rows)[row], row=row)


def _blown_up(rows: Rows) -> NDArray[np.bool_]:
    """Which seats that suffered a tsumo were the dealer, and the win a mangan or more."""
    row = tsumo_suffered(rows)
    return rows["is_dealer"][row] & is_mangan(limit_of_hand(rows.at("hands"))[row // rows.players])


def _blown_up_dealer(rows: Rows) -> Measure:
    return Measure(_blown_up(rows), row=tsumo_suffered(rows))


def _blown_up_cost(rows: Rows) -> Measure:
    cost = _tsumo_cost(rows)
    known = knows_gain(rows)[tsumo_suffered(rows)]
    return cost._replace(of=known & _blown_up(rows))


_RONS: Final = ("wins.loser", "hands.winner_count")
_LIMIT: Final = ("wins.limit", "hands.winner_count", "seats.is_dealer")

STATISTICS: Final = (
    Statistic(
        "deal_in_points",
        "losses",
        "seats",
        MEAN,
        "points",
        "Value of the hand that the seat dealt in to, without honba and sticks, over all deal-ins; a double "
        "ron is added up.",
        _points,
        ("seats.is_loser", "hands.winner_count", "wins.points"),
    ),
    Statistic(
        "deal_in_cost",
        "losses",
        "seats",
        MEAN,
        "points",
        "Points paid by the seat that dealt in, with honba, without its own riichi stick (as in Mortal), "
        "over all deal-ins; under pao only its own part.",
        _cost,
        ("seats.is_loser", "seats.delta"),
    ),
    Statistic(
        "deal_in_cost_by_state",
        "losses",
        "seats",
        MEAN,
        "points",
        "Points paid by the seat that dealt in, with honba, over all deal-ins, by its own state: riichi "
        "declared, open, or closed.",
        _cost_by_state,
        ("seats.is_loser", "seats.delta", "seats.open_melds", "seats.riichi_turn"),
        "state",
        axis_labels=STATES,
    ),
    Statistic(
        "deal_in_points_by_way",
        "losses",
        "seats",
        MEAN,
        "points",
        "Value of the hand dealt in to, without honba and sticks, over all rons, by state of the winner: "
        "riichi, dama or open; a double ron counts twice.",
        _points_by_way,
        (*_RONS, "wins.points", "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "deal_in_points_by_dealer",
        "losses",
        "seats",
        MEAN,
        "points",
        "Value of the hand dealt in to, without honba and sticks, over all rons, by whether the winner is "
        "the dealer; a double ron counts twice.",
        _points_by_dealer,
        (*_RONS, "wins.points", "wins.is_dealer"),
        "winner",
        axis_labels=("child", "dealer"),
    ),
    Statistic(
        "tsumo_suffered_rate",
        "losses",
        "seats",
        RATE,
        "share of hands",
        "Hands in which another seat won by tsumo, among all hands the seat was dealt; hands without a "
        "result are left out.",
        _tsumo_suffered_rate,
        OUTCOME_COLUMNS,
    ),
    Statistic(
        "tsumo_suffered_cost",
        "losses",
        "seats",
        MEAN,
        "points",
        "Points paid for a tsumo, with honba, over the hands in which another seat won by tsumo; "
        "0 if pao makes another seat pay.",
        _tsumo_cost,
        (*OUTCOME_COLUMNS, "seats.delta"),
    ),
    Statistic(
        "blown_up_dealer_rate",
        "losses",
        "seats",
        RATE,
        "share of tsumo suffered",
        "Tsumo of mangan or more suffered as dealer, among all tsumo suffered.",
        _blown_up_dealer,
        (*OUTCOME_COLUMNS, *_LIMIT),
    ),
    Statistic(
        "blown_up_dealer_cost",
        "losses",
        "seats",
        MEAN,
        "points",
        "Points paid, with honba, over the tsumo of mangan or more suffered as dealer.",
        _blown_up_cost,
        (*OUTCOME_COLUMNS, *_LIMIT, "seats.delta"),
    ),
)
