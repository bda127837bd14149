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
    """How each hand ended; of several winners the first logged counts."""
    wins = rows.at("wins")
    first = np.diff(wins.index("hands"), prepend=-1) != 0
    kind = np.full(len(rows), -1, np.int16)
    kind[is_value(rows, "end", "ryuukyoku")] = 0
    kind[wins.index("hands")[first]] = (1 + 2 * wins["way"] + wins["is_tsumo"])[first]
    return Measure(kind, kind >= 0)


@derived
def _dealer_streak(rows: Rows) -> NDArray[np.int64]:
    """Consecutive wins of the dealer up to the hand; 0 if the dealer did not win it; on hands."""
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
    """The go-round that the won hand had reached."""
    return Measure(rows["turn"], is_win(rows))


_WINS: Final = "share of wins"

STATISTICS: Final = (
    Statistic(
        "win_rate",
        "wins",
        "seats",
        RATE,
        "share of hands",
        "Hands that the seat won, among all its hands; hands without a result are left out.",
        _win_rate,
        ("seats.is_winner", "hands.end"),
    ),
    Statistic(
        "tsumo_rate",
        "wins",
        "wins",
        RATE,
        _WINS,
        "Wins by tsumo, among all wins; each winner of a double ron is a win.",
        _is_tsumo,
        ("wins.is_tsumo",),
    ),
    Statistic(
        "tsumo_rate_by_way",
        "wins",
        "wins",
        RATE,
        _WINS,
        "Wins by tsumo among all wins, by way: with riichi, closed without riichi (dama), or open.",
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
        "Wins with riichi, closed without riichi (dama) and with an open tehai, among all wins; a closed kan "
        "does not open the tehai.",
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
        "Turn of the win (the winner's discards plus one), over all wins.",
        _turn,
        ("wins.turn",),
    ),
    Statistic(
        "win_turn_by_way",
        "wins",
        "wins",
        MEAN,
        "turns",
        "Turn of the win (the winner's discards plus one), over all wins, by way of winning.",
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
        "Wins by turn of the winner (own discards plus one), among all wins.",
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
        "Wins by winning tile, red fives counted separately, among all wins whose tile is logged.",
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
        "Wins of the dealer, among all wins.",
        _is_dealer,
        ("wins.is_dealer",),
    ),
    Statistic(
        "double_ron_rate",
        "wins",
        "hands",
        RATE,
        "share of hands",
        "Hands in which two seats or more won on one discard, among the hands won by ron.",
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
        "open, among all hands with a result; of several winners the first logged counts.",
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
        "Length of winning streaks of a dealer in hands, among all streaks, including single wins; a draw "
        "between two wins ends the streak.",
        _streak,
        ("wins.is_dealer", "hands.dealer", "hands.winner_count"),
    ),
)
