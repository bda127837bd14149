"""Yaku: how often wins have each, by way of winning, and the value of such wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from analyzer.stats.rows import Rows, is_value
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import YAKU, yaku_of, yakuman_wins

__all__ = ["STATISTICS"]


def _yaku(rows: Rows) -> Measure:
    return yaku_of(rows, rows.known("yaku"))


def _yaku_of_way(rows: Rows, way: str) -> Measure:
    return yaku_of(rows, rows.known("yaku") & is_value(rows, "way", way))


def _yaku_riichi(rows: Rows) -> Measure:
    return _yaku_of_way(rows, "riichi")


def _yaku_dama(rows: Rows) -> Measure:
    return _yaku_of_way(rows, "dama")


def _yaku_open(rows: Rows) -> Measure:
    return _yaku_of_way(rows, "open")


def _yaku_count(rows: Rows) -> Measure:
    row, _ = rows.items("yaku")
    return Measure(np.bincount(row, minlength=len(rows)), rows.known("yaku") & ~yakuman_wins(rows))


def _points_by_yaku(rows: Rows) -> Measure:
    row, yaku = rows.items("yaku")
    return Measure(rows["points"][row], rows.known("points")[row], at=yaku, row=row)


def _is_tsumo_by_yaku(rows: Rows) -> Measure:
    row, yaku = rows.items("yaku")
    return Measure(rows["is_tsumo"][row], at=yaku, row=row)


_WINS: Final = "share of wins"
_YAKU: Final = ("wins.yaku",)


def _frequency(name: str, wins: str, measure: Callable[[Rows], Measure], *columns: str) -> Statistic:
    """Statistic: shares of all yaku over some of the wins."""
    return Statistic(
        name,
        "yaku",
        "wins",
        SHARES,
        "share of wins",
        f"Wins that have each yaku, among all wins{wins}; a win may have several, so the shares add up to "
        "more than 1; dora are not yaku.",
        measure,
        ("wins.yaku", *columns),
        labels=YAKU,
    )


STATISTICS: Final = (
    _frequency("yaku_rates", "", _yaku),
    _frequency("yaku_rates_riichi", " with riichi", _yaku_riichi, "wins.way"),
    _frequency("yaku_rates_dama", " closed without riichi (dama)", _yaku_dama, "wins.way"),
    _frequency("yaku_rates_open", " with an open tehai", _yaku_open, "wins.way"),
    Statistic(
        "tsumo_rate_by_yaku",
        "yaku",
        "wins",
        RATE,
        _WINS,
        "Wins by tsumo, among the wins that have the yaku.",
        _is_tsumo_by_yaku,
        (*_YAKU, "wins.is_tsumo"),
        "yaku",
        axis_labels=YAKU,
    ),
    Statistic(
        "points_by_yaku",
        "yaku",
        "wins",
        MEAN,
        "points",
        "Value of the win, without honba and sticks, over the wins that have the yaku.",
        _points_by_yaku,
        (*_YAKU, "wins.points"),
        "yaku",
        axis_labels=YAKU,
    ),
    Statistic(
        "yaku_count",
        "yaku",
        "wins",
        SHARES,
        _WINS,
        "Number of yaku in a win, without dora, among all wins without a yakuman.",
        _yaku_count,
        (*_YAKU, "wins.yakuman"),
    ),
)
