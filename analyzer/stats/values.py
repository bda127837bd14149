"""Value of wins: points with and without honba and sticks, by way, turn and calls."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.stats.rows import Rows
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import TILES, WAYS, points_of_hand
from analyzer.vocabulary import ABSENT

__all__ = ["STATISTICS"]

THOUSAND: Final = 1000


def _points(rows: Rows) -> Measure:
    return Measure(rows["points"], rows.known("points"))


def _points_by_way(rows: Rows) -> Measure:
    return _points(rows)._replace(at=rows["way"])


def _points_by_turn(rows: Rows) -> Measure:
    return _points(rows)._replace(at=rows["turn"])


def _points_by_calls(rows: Rows) -> Measure:
    return _points(rows)._replace(at=rows["seats.open_melds"])


def _points_by_tsumo(rows: Rows) -> Measure:
    return _points(rows)._replace(at=rows["is_tsumo"].astype(np.int16))


def _ron_points_by_tile(rows: Rows) -> Measure:
    return Measure(rows["points"], rows.known("points") & ~rows["is_tsumo"], at=rows["tile"])


def _gain(rows: Rows) -> Measure:
    return Measure(rows["gain"], rows.known("gain"))


def _gain_without_own_stick(rows: Rows) -> Measure:
    own = np.where(rows["kyotaku"] > 0, rows["seats.deposit"], 0)
    return Measure(rows["gain"] - own, rows.known("gain"))


def _gain_by_way(rows: Rows) -> Measure:
    return _gain(rows)._replace(at=rows["way"])


def _thousands(rows: Rows) -> Measure:
    return Measure(rows["points"] // THOUSAND, rows.known("points"))


def _is_ron_by_points(rows: Rows) -> Measure:
    return Measure(~rows["is_tsumo"], rows.known("points"), at=rows["points"] // THOUSAND)


def _double_ron_points(rows: Rows) -> Measure:
    worth = points_of_hand(rows)
    return Measure(worth, (rows["winner_count"] > 1) & (worth != ABSENT))


def _double_ron_thousands(rows: Rows) -> Measure:
    measure = _double_ron_points(rows)
    return measure._replace(value=measure.value // THOUSAND)


_WINS: Final = "share of wins"
_POINTS: Final = ("wins.points",)

STATISTICS: Final = (
    Statistic(
        "win_points",
        "values",
        "wins",
        MEAN,
        "points",
        "Value of the win by han and fu, without honba and sticks, over all wins.",
        _points,
        _POINTS,
    ),
    Statistic(
        "win_gain",
        "values",
        "wins",
        MEAN,
        "points",
        "Points that the winner receives, with honba and all sticks, including the own one, over all wins.",
        _gain,
        ("wins.gain",),
    ),
    Statistic(
        "win_gain_without_own_stick",
        "values",
        "wins",
        MEAN,
        "points",
        "Points that the winner receives, with honba and the sticks of others, without its own riichi stick "
        "(as in Mortal), over all wins.",
        _gain_without_own_stick,
        ("wins.gain", "wins.seat", "wins.kyotaku", "seats.deposit"),
    ),
    Statistic(
        "win_points_by_way",
        "values",
        "wins",
        MEAN,
        "points",
        "Value of the win, without honba and sticks, over all wins, by way: riichi, dama or open.",
        _points_by_way,
        (*_POINTS, "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "win_gain_by_way",
        "values",
        "wins",
        MEAN,
        "points",
        "Points that the winner receives, with honba and all sticks, over all wins, by way of winning.",
        _gain_by_way,
        ("wins.gain", "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "win_points_by_turn",
        "values",
        "wins",
        MEAN,
        "points",
        "Value of the win, without honba and sticks, over all wins, by turn of the winner.",
        _points_by_turn,
        (*_POINTS, "wins.turn"),
        "turn",
    ),
    Statistic(
        "win_points_by_calls",
        "values",
        "wins",
        MEAN,
        "points",
        "Value of the win, without honba and sticks, over all wins, by open melds.",
        _points_by_calls,
        (*_POINTS, "wins.seat", "seats.open_melds"),
        "open_melds",
    ),
    Statistic(
        "win_points_by_tsumo",
        "values",
        "wins",
        MEAN,
        "points",
        "Value of the win, without honba and sticks, over all wins, by ron and tsumo.",
        _points_by_tsumo,
        (*_POINTS, "wins.is_tsumo"),
        "won_by",
        axis_labels=("ron", "tsumo"),
    ),
    Statistic(
        "ron_points_by_tile",
        "values",
        "wins",
        MEAN,
        "points",
        "Value of the win, without honba and sticks, over all rons, by winning tile, red fives by "
        "themselves.",
        _ron_points_by_tile,
        (*_POINTS, "wins.is_tsumo", "wins.tile"),
        "tile",
        axis_labels=TILES,
    ),
    Statistic(
        "win_thousands",
        "values",
        "wins",
        SHARES,
        _WINS,
        "Value of the win in whole thousands of points (7 for 7,000 to 7,900), without honba and sticks, of "
        "all wins.",
        _thousands,
        _POINTS,
    ),
    Statistic(
        "ron_rate_by_thousands",
        "values",
        "wins",
        RATE,
        _WINS,
        "Wins by ron among all wins, by value in whole thousands of points, without honba and sticks.",
        _is_ron_by_points,
        (*_POINTS, "wins.is_tsumo"),
        "thousands",
    ),
    Statistic(
        "double_ron_points",
        "values",
        "hands",
        MEAN,
        "points",
        "Value of both wins together, without honba and sticks, over the hands in which two seats won.",
        _double_ron_points,
        (*_POINTS, "hands.winner_count"),
    ),
    Statistic(
        "double_ron_thousands",
        "values",
        "hands",
        SHARES,
        "share of double rons",
        "Value of both wins together in whole thousands of points, among the hands in which two seats won.",
        _double_ron_thousands,
        (*_POINTS, "hands.winner_count"),
    ),
)
