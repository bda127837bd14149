"""Wins: how often, by ron or tsumo, with riichi, dama or open, when, and on which tile."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result, is_win
from analyzer.stats.rows import Rows, derived, is_value
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import TILES, WAYS

__all__ = ["STATISTICS"]

ROUND_ENDS: Final = (
    "ryuukyoku",
    "riichi_ron",
    "riichi_tsumo",
    "dama_ron",
    "dama_tsumo",
    "open_ron",
    "open_tsumo",
)
"""Numbers 0 to 6 of the C++ catalogue's ``stats_round_end_type``."""


def _win_rate(rows: Rows) -> Measure:
    return Measure(rows["is_winner"], has_result(rows))


def _is_tsumo(rows: Rows) -> Measure:
    return Measure(rows["is_tsumo"])


def _is_tsumo_by_way(rows: Rows) -> Measure:
    return Measure(rows["is_tsumo"], at=rows["way"])


def _way(rows: Rows) -> Measure:
    return Measure(rows["way"])


def _turn(rows: Rows) -> Measure:
    return Measure(rows["turn"])


def _turn_by_way(rows: Rows) -> Measure:
    return Measure(rows["turn"], at=rows["way"])


def _tile(rows: Rows) -> Measure:
    return Measure(rows["tile"], rows.known("tile"))


def _is_dealer(rows: Rows) -> Measure:
    return Measure(rows["is_dealer"])


def _is_double_ron(rows: Rows) -> Measure:
    return Measure(rows["winner_count"] > 1, rows.known("loser"))


def _round_end(rows: Rows) -> Measure:
    """Of several winners the first logged speaks for the hand."""
    wins = rows.at("wins")
    first = np.diff(wins.index("hands"), prepend=-1) != 0
    kind = np.full(len(rows), -1, np.int16)
    kind[is_value(rows, "end", "ryuukyoku")] = 0
    kind[wins.index("hands")[first]] = (1 + 2 * wins["way"] + wins["is_tsumo"])[first]
    return Measure(kind, kind >= 0)


@derived
def _dealer_streak(rows: Rows) -> NDArray[np.int64]:
    """Which win in a row of the same dealer the hand is; 0 where the dealer did not win; on hands."""
    wins = rows.at("wins")
    won = np.zeros(len(rows), np.bool_)
    won[wins.index("hands")[wins["is_dealer"]]] = True
    went_on = np.zeros(len(rows), np.bool_)
    went_on[1:] = won[:-1] & (rows["dealer"][1:] == rows["dealer"][:-1]) & ~rows.first_in_game[1:]
    place = np.arange(len(rows))
    start = np.maximum.accumulate(np.where(went_on, 0, place))
    return np.where(won, place - start + 1, 0)


def _streak(rows: Rows) -> Measure:
    hands = rows.at("hands")
    row = _dealer_streak(hands)
    goes_on = np.zeros(len(hands), np.bool_)
    goes_on[:-1] = (row[:-1] > 0) & (row[1:] == row[:-1] + 1)
    hand = rows.index("hands")
    return Measure(row[hand], rows["is_dealer"] & ~goes_on[hand])


def _win_turn_of_hand(rows: Rows) -> Measure:
    """The go-round the hand had reached, whoever won it."""
    return Measure(rows["turn"], is_win(rows))


_WINS: Final = "share of wins"

STATISTICS: Final = (
    Statistic(
        "win_rate",
        "wins",
        "seats",
        RATE,
        "share of hands",
        "Hands that the seat won, of all hands it was dealt; hands without a result are left out.",
        _win_rate,
        ("seats.is_winner", "hands.end"),
    ),
    Statistic(
        "tsumo_rate",
        "wins",
        "wins",
        RATE,
        _WINS,
        "Wins by tsumo, of all wins; each winner of a double ron is a win.",
        _is_tsumo,
        ("wins.is_tsumo",),
    ),
    Statistic(
        "tsumo_rate_by_way",
        "wins",
        "wins",
        RATE,
        _WINS,
        "Wins by tsumo, of all wins of the same way: with riichi, closed without riichi (dama), or open.",
        _is_tsumo_by_way,
        ("wins.is_tsumo", "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "win_way",
        "wins",
        "wins",
        SHARES,
        _WINS,
        "Wins with riichi, closed without riichi (dama) and with an open tehai, of all wins; a closed kan "
        "does not open it.",
        _way,
        ("wins.way",),
        labels=WAYS,
    ),
    Statistic(
        "win_turn_mean",
        "wins",
        "wins",
        MEAN,
        "turns",
        "Turn of the win, which is the winner's own discards and one, over all wins.",
        _turn,
        ("wins.turn",),
    ),
    Statistic(
        "win_turn_by_way",
        "wins",
        "wins",
        MEAN,
        "turns",
        "Turn of the win, which is the winner's own discards and one, over the wins of the same way.",
        _turn_by_way,
        ("wins.turn", "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "win_turn",
        "wins",
        "wins",
        SHARES,
        _WINS,
        "Wins in each turn of the winner (own discards and one), of all wins.",
        _turn,
        ("wins.turn",),
    ),
    Statistic(
        "won_hand_turn",
        "wins",
        "hands",
        MEAN,
        "turns",
        "Most discards of any one seat when the hand was won, over the hands that were won.",
        _win_turn_of_hand,
        ("hands.turn", "hands.end"),
    ),
    Statistic(
        "win_tile",
        "wins",
        "wins",
        SHARES,
        _WINS,
        "Wins on each tile, red fives by themselves, of all wins whose log states the tile.",
        _tile,
        ("wins.tile",),
        labels=TILES,
    ),
    Statistic(
        "dealer_win_share",
        "wins",
        "wins",
        RATE,
        _WINS,
        "Wins of the dealer, of all wins.",
        _is_dealer,
        ("wins.is_dealer",),
    ),
    Statistic(
        "double_ron_rate",
        "wins",
        "hands",
        RATE,
        "share of hands",
        "Hands in which two seats or more won on one discard, of the hands won by ron.",
        _is_double_ron,
        ("hands.winner_count", "hands.loser"),
    ),
    Statistic(
        "round_end",
        "wins",
        "hands",
        SHARES,
        "share of hands",
        "Hands that ended in a ryuukyoku of any kind, or were won by ron or tsumo with riichi, dama or "
        "open, of all hands with a result; of several winners the first logged counts.",
        _round_end,
        ("hands.end", "hands.winner_count", "wins.way", "wins.is_tsumo"),
        labels=ROUND_ENDS,
    ),
    Statistic(
        "dealer_streak",
        "wins",
        "wins",
        SHARES,
        "share of streaks",
        "How many hands in a row the dealer won, of all such streaks, one win being a streak too; a draw "
        "between two wins ends the streak.",
        _streak,
        ("wins.is_dealer", "hands.dealer", "hands.winner_count"),
    ),
)
