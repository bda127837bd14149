"""Han, fu and limits of wins, by way of winning."""

from __future__ import annotations

from typing import Final

from analyzer.stats.rows import Rows
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import LIMITS, WAYS, is_mangan

__all__ = ["STATISTICS"]

THOUSAND: Final = 1000


def _han(rows: Rows) -> Measure:
    return Measure(rows["han"], rows.known("han"))


def _han_by_way(rows: Rows) -> Measure:
    return _han(rows)._replace(at=rows["way"])


def _fu(rows: Rows) -> Measure:
    return Measure(rows["fu"], rows.known("fu") & rows.known("han"))


def _fu_by_way(rows: Rows) -> Measure:
    return _fu(rows)._replace(at=rows["way"])


def _fu_by_han(rows: Rows) -> Measure:
    return _fu(rows)._replace(at=rows["han"])


def _fu_below_mangan(rows: Rows) -> Measure:
    return _fu(rows)._replace(of=rows.known("fu") & (rows["limit"] == 0))


def _limit(rows: Rows) -> Measure:
    return Measure(rows["limit"], rows.known("limit"))


def _limit_by_way(rows: Rows) -> Measure:
    return _limit(rows)._replace(at=rows["way"])


def _is_mangan(rows: Rows) -> Measure:
    return Measure(is_mangan(rows["limit"]), rows.known("limit"))


def _is_mangan_by_way(rows: Rows) -> Measure:
    return _is_mangan(rows)._replace(at=rows["way"])


def _is_ron_by_limit(rows: Rows) -> Measure:
    return Measure(~rows["is_tsumo"], rows.known("limit"), at=rows["limit"])


_WINS: Final = "share of wins"
_POINTS: Final = ("wins.points",)

STATISTICS: Final = (
    Statistic(
        "han_per_win",
        "han_and_fu",
        "wins",
        MEAN,
        "han",
        "Han of the win, including dora, over the wins without a yakuman.",
        _han,
        ("wins.han",),
    ),
    Statistic(
        "han_per_win_by_way",
        "han_and_fu",
        "wins",
        MEAN,
        "han",
        "Han of the win, including dora, over the wins without a yakuman, by way of winning.",
        _han_by_way,
        ("wins.han", "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "win_han",
        "han_and_fu",
        "wins",
        SHARES,
        _WINS,
        "Han of the win, including dora, among the wins without a yakuman.",
        _han,
        ("wins.han",),
    ),
    Statistic(
        "win_han_by_way",
        "han_and_fu",
        "wins",
        SHARES,
        _WINS,
        "Han of the win, including dora, among the wins without a yakuman, by way of winning.",
        _han_by_way,
        ("wins.han", "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "win_fu",
        "han_and_fu",
        "wins",
        SHARES,
        _WINS,
        "Fu of the win, among the wins without a yakuman, including limit hands.",
        _fu,
        ("wins.fu", "wins.han"),
    ),
    Statistic(
        "win_fu_by_way",
        "han_and_fu",
        "wins",
        SHARES,
        _WINS,
        "Fu of the win, among the wins without a yakuman, by way of winning.",
        _fu_by_way,
        ("wins.fu", "wins.han", "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "win_fu_by_han",
        "han_and_fu",
        "wins",
        SHARES,
        _WINS,
        "Fu of the win, by han including dora; yakuman are left out.",
        _fu_by_han,
        ("wins.fu", "wins.han"),
        "han",
    ),
    Statistic(
        "win_fu_below_mangan",
        "han_and_fu",
        "wins",
        SHARES,
        _WINS,
        "Fu of the win, among the wins below mangan, where fu decide the value.",
        _fu_below_mangan,
        ("wins.fu", "wins.han", "wins.limit"),
    ),
    Statistic(
        "win_limit",
        "han_and_fu",
        "wins",
        SHARES,
        _WINS,
        "Limit of the win (none below mangan), among all wins whose limit is logged.",
        _limit,
        ("wins.limit",),
        labels=LIMITS,
    ),
    Statistic(
        "win_limit_by_way",
        "han_and_fu",
        "wins",
        SHARES,
        _WINS,
        "Limit of the win (none below mangan), among the wins whose limit is logged, by way of winning.",
        _limit_by_way,
        ("wins.limit", "wins.way"),
        "way",
        LIMITS,
        WAYS,
    ),
    Statistic(
        "mangan_rate",
        "han_and_fu",
        "wins",
        RATE,
        _WINS,
        "Wins of mangan or more, among all wins whose limit is logged.",
        _is_mangan,
        ("wins.limit",),
    ),
    Statistic(
        "mangan_rate_by_way",
        "han_and_fu",
        "wins",
        RATE,
        _WINS,
        "Wins of mangan or more among the wins whose limit is logged, by way of winning.",
        _is_mangan_by_way,
        ("wins.limit", "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "ron_rate_by_limit",
        "han_and_fu",
        "wins",
        RATE,
        _WINS,
        "Wins by ron among all wins, by limit.",
        _is_ron_by_limit,
        ("wins.limit", "wins.is_tsumo"),
        "limit",
        axis_labels=LIMITS,
    ),
)
