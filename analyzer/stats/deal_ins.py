"""Deal-ins: how often, to whom, in which own state, on which turn and tile."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result
from analyzer.stats.rows import Array, Rows
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import (
    LIMITS,
    STATES,
    TILES,
    WAYS,
    dealt_in,
    rons,
    state,
)
from analyzer.vocabulary import RELATIONS

__all__ = ["STATISTICS"]


def _deal_in_rate(rows: Rows) -> Measure:
    return Measure(rows["is_loser"], has_result(rows))


def _win_minus_deal_in(rows: Rows) -> Measure:
    difference = rows["is_winner"].astype(np.int8) - rows["is_loser"].astype(np.int8)
    return Measure(difference, has_result(rows))


def _of_losers(rows: Rows, values: Array, known: NDArray[np.bool_] | None = None) -> Measure:
    """Values of the seats that dealt in."""
    row = dealt_in(rows)
    return Measure(values[row], None if known is None else known[row], row=row)


def _turn(rows: Rows) -> Measure:
    return _of_losers(rows, rows["discards"])


def _own_state(rows: Rows) -> Measure:
    return _of_losers(rows, state(rows))


def _is_tenpai(rows: Rows) -> Measure:
    return _of_losers(rows, rows["tenpai"] == 1, rows.known("tenpai"))


def _of_rons(rows: Rows, name: str) -> Measure:
    """Values of a column of wins for every ron."""
    row, won = rons(rows)
    wins = rows.at("wins")
    return Measure(wins[name][won], wins.known(name)[won], row=row)


def _opponent_way(rows: Rows) -> Measure:
    return _of_rons(rows, "way")


def _opponent_way_unforced(rows: Rows) -> Measure:
    return _opponent_way(rows)._replace(of=~rows.known("riichi_turn")[rons(rows)[0]])


def _is_to_dealer(rows: Rows) -> Measure:
    return _of_rons(rows, "is_dealer")


def _limit(rows: Rows) -> Measure:
    return _of_rons(rows, "limit")


def _tile(rows: Rows) -> Measure:
    return _of_rons(rows, "tile")


def _relation(rows: Rows) -> Measure:
    row, won = rons(rows)
    wins = rows.at("wins")
    steps = (wins["seat"][won] - wins["loser"][won]) % rows.players
    return Measure(np.where(steps == rows.players - 1, 2, steps - 1), row=row)


_DEAL_INS: Final = "share of deal-ins"
_RONS: Final = "share of rons"
_RON_COLUMNS: Final = ("wins.loser", "hands.winner_count")
_STATE: Final = ("seats.open_melds", "seats.riichi_turn")

STATISTICS: Final = (
    Statistic(
        "deal_in_rate",
        "deal_ins",
        "seats",
        RATE,
        "share of hands",
        "Hands in which the seat dealt in, to one seat or to two, among all hands it was dealt; hands "
        "without a result are left out.",
        _deal_in_rate,
        ("seats.is_loser", "hands.end"),
    ),
    Statistic(
        "win_minus_deal_in",
        "deal_ins",
        "seats",
        MEAN,
        "share of hands",
        "Win rate minus deal-in rate: 1 for a hand won, -1 for a hand with a deal-in, 0 for any other with a "
        "result.",
        _win_minus_deal_in,
        ("seats.is_winner", "seats.is_loser", "hands.end"),
    ),
    Statistic(
        "deal_in_turn_mean",
        "deal_ins",
        "seats",
        MEAN,
        "turns",
        "Discards of the seat that dealt in, including the winning tile, over all deal-ins; a robbed "
        "kan or kita is no discard.",
        _turn,
        ("seats.is_loser", "seats.discards"),
    ),
    Statistic(
        "deal_in_turn",
        "deal_ins",
        "seats",
        SHARES,
        _DEAL_INS,
        "Deal-ins by the number of the own discard, from 1, among all deal-ins.",
        _turn,
        ("seats.is_loser", "seats.discards"),
    ),
    Statistic(
        "deal_in_state",
        "deal_ins",
        "seats",
        SHARES,
        _DEAL_INS,
        "Own state of the seat that dealt in: riichi (including with the declaration tile), open, or "
        "closed, among all deal-ins.",
        _own_state,
        ("seats.is_loser", *_STATE),
        labels=STATES,
    ),
    Statistic(
        "deal_in_tenpai_rate",
        "deal_ins",
        "seats",
        RATE,
        _DEAL_INS,
        "Deal-ins by a seat that is tenpai at the end, among the deal-ins of hands that a rule set judged.",
        _is_tenpai,
        ("seats.is_loser", "seats.tenpai"),
    ),
    Statistic(
        "deal_in_to_way",
        "deal_ins",
        "seats",
        SHARES,
        _RONS,
        "State of the opponent dealt in to: riichi, dama or open, among all rons; a double ron counts twice.",
        _opponent_way,
        (*_RON_COLUMNS, "wins.way"),
        labels=WAYS,
    ),
    Statistic(
        "unforced_deal_in_to_way",
        "deal_ins",
        "seats",
        SHARES,
        _RONS,
        "State of the opponent dealt in to: riichi, dama or open, among the rons dealt in to without own "
        "riichi; a double ron counts twice.",
        _opponent_way_unforced,
        (*_RON_COLUMNS, "wins.way", "seats.riichi_turn"),
        labels=WAYS,
    ),
    Statistic(
        "deal_in_to_dealer_rate",
        "deal_ins",
        "seats",
        RATE,
        _RONS,
        "Rons of the dealer, among all rons dealt in to; a double ron counts twice.",
        _is_to_dealer,
        (*_RON_COLUMNS, "wins.is_dealer"),
    ),
    Statistic(
        "deal_in_relation",
        "deal_ins",
        "seats",
        SHARES,
        _RONS,
        "Where the winner sits, seen from the seat that dealt in: shimocha, toimen or kamicha, among all "
        "rons; a double ron counts twice, sanma has no toimen.",
        _relation,
        (*_RON_COLUMNS, "wins.seat"),
        labels=RELATIONS,
    ),
    Statistic(
        "deal_in_limit",
        "deal_ins",
        "seats",
        SHARES,
        _RONS,
        "Limit of the win dealt in to, among all rons whose value is logged; a double ron counts twice.",
        _limit,
        (*_RON_COLUMNS, "wins.limit"),
        labels=LIMITS,
    ),
    Statistic(
        "deal_in_tile",
        "deal_ins",
        "seats",
        SHARES,
        _RONS,
        "Tile dealt in with, red fives counted separately, among all rons whose tile is logged; a double "
        "ron counts twice.",
        _tile,
        (*_RON_COLUMNS, "wins.tile"),
        labels=TILES,
    ),
)
