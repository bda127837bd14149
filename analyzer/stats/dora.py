"""Dora in wins: indicator dora, red fives, ura dora and kita; how often, and their effect on the win."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.rows import Array, Rows, derived, is_value
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import WAYS

__all__ = ["STATISTICS"]


@derived
def _stated(rows: Rows) -> NDArray[np.bool_]:
    """Wins whose dora the log states, so no yakuman; on wins."""
    return rows.known("dora")


@derived
def _riichi_stated(rows: Rows) -> NDArray[np.bool_]:
    """Wins with riichi whose dora the log states, so that ura count; on wins."""
    return _stated(rows) & is_value(rows, "way", "riichi")


@derived
def _seen(rows: Rows) -> Array:
    """Dora of the winner except ura, where they are stated; on wins."""
    return rows["dora"] + rows["aka"] + rows["kita_dora"]


@derived
def _all(rows: Rows) -> Array:
    """Dora of every kind, where they are stated; on wins."""
    return _seen(rows) + rows["ura"]


def _dora(rows: Rows) -> Measure:
    return Measure(rows["dora"], _stated(rows))


def _aka(rows: Rows) -> Measure:
    return Measure(rows["aka"], _stated(rows))


def _kita(rows: Rows) -> Measure:
    return Measure(rows["kita_dora"], _stated(rows))


def _ura(rows: Rows) -> Measure:
    return Measure(rows["ura"], _riichi_stated(rows))


def _seen_dora(rows: Rows) -> Measure:
    return Measure(_seen(rows), _stated(rows))


def _seen_dora_by_way(rows: Rows) -> Measure:
    return Measure(_seen(rows), _stated(rows), at=rows["way"])


def _any_dora(rows: Rows) -> Measure:
    return Measure(rows["dora"] > 0, _stated(rows))


def _any_aka(rows: Rows) -> Measure:
    return Measure(rows["aka"] > 0, _stated(rows))


def _any_ura(rows: Rows) -> Measure:
    return Measure(rows["ura"] > 0, _riichi_stated(rows))


def _any_ura_by_kans(rows: Rows) -> Measure:
    return Measure(rows["ura"] > 0, _riichi_stated(rows), at=rows["hands.kans"])


def _any_ura_by_tsumo(rows: Rows) -> Measure:
    return Measure(rows["ura"] > 0, _riichi_stated(rows), at=rows["is_tsumo"].astype(np.int16))


def _all_dora(rows: Rows) -> Measure:
    return Measure(_all(rows), _stated(rows))


def _is_ron_by_dora(rows: Rows) -> Measure:
    return Measure(~rows["is_tsumo"], _stated(rows), at=_seen(rows))


def _points_by_dora(rows: Rows) -> Measure:
    return Measure(rows["points"], _stated(rows) & rows.known("points"), at=_all(rows))


_WINS: Final = "share of wins"
_RIICHI_WINS: Final = "share of riichi wins"
_SEEN: Final = ("wins.dora", "wins.aka", "wins.kita_dora")
_URA: Final = ("wins.dora", "wins.ura", "wins.way")

STATISTICS: Final = (
    Statistic(
        "dora_per_win",
        "dora",
        "wins",
        MEAN,
        "han",
        "Dora shown by indicators, without red fives, ura dora and kita, over the wins without a yakuman.",
        _dora,
        ("wins.dora",),
    ),
    Statistic(
        "aka_per_win",
        "dora",
        "wins",
        MEAN,
        "han",
        "Red fives, over the wins without a yakuman, including games without red fives.",
        _aka,
        ("wins.dora", "wins.aka"),
    ),
    Statistic(
        "kita_dora_per_win",
        "dora",
        "wins",
        MEAN,
        "han",
        "Norths set aside (kita), over the wins without a yakuman.",
        _kita,
        ("wins.dora", "wins.kita_dora"),
    ),
    Statistic(
        "ura_per_riichi_win",
        "dora",
        "wins",
        MEAN,
        "han",
        "Ura dora, over the riichi wins without a yakuman.",
        _ura,
        _URA,
    ),
    Statistic(
        "all_dora_per_win",
        "dora",
        "wins",
        MEAN,
        "han",
        "Dora of every kind, including ura dora, over the wins without a yakuman.",
        _all_dora,
        (*_SEEN, "wins.ura"),
    ),
    Statistic(
        "dora_rate",
        "dora",
        "wins",
        RATE,
        _WINS,
        "Wins with a dora shown by an indicator, among the wins without a yakuman.",
        _any_dora,
        ("wins.dora",),
    ),
    Statistic(
        "aka_rate",
        "dora",
        "wins",
        RATE,
        _WINS,
        "Wins with a red five among the wins without a yakuman, including games without red fives.",
        _any_aka,
        ("wins.dora", "wins.aka"),
    ),
    Statistic(
        "ura_hit_rate",
        "dora",
        "wins",
        RATE,
        _RIICHI_WINS,
        "Riichi wins with ura dora, among the riichi wins without a yakuman.",
        _any_ura,
        _URA,
    ),
    Statistic(
        "ura_hit_rate_by_kans",
        "dora",
        "wins",
        RATE,
        _RIICHI_WINS,
        "Riichi wins with ura dora, among the riichi wins without a yakuman, by kans of all seats together.",
        _any_ura_by_kans,
        (*_URA, "hands.kans"),
        "kans",
    ),
    Statistic(
        "ura_hit_rate_by_tsumo",
        "dora",
        "wins",
        RATE,
        _RIICHI_WINS,
        "Riichi wins with ura dora, among the riichi wins without a yakuman, by ron and by tsumo.",
        _any_ura_by_tsumo,
        (*_URA, "wins.is_tsumo"),
        "won_by",
        axis_labels=("ron", "tsumo"),
    ),
    Statistic(
        "win_dora",
        "dora",
        "wins",
        SHARES,
        _WINS,
        "Number of dora shown by indicators in a win, among the wins without a yakuman.",
        _dora,
        ("wins.dora",),
    ),
    Statistic(
        "win_aka",
        "dora",
        "wins",
        SHARES,
        _WINS,
        "Number of red fives in a win, among the wins without a yakuman.",
        _aka,
        ("wins.dora", "wins.aka"),
    ),
    Statistic(
        "riichi_win_ura",
        "dora",
        "wins",
        SHARES,
        _RIICHI_WINS,
        "Number of ura dora in a win, among the riichi wins without a yakuman.",
        _ura,
        _URA,
    ),
    Statistic(
        "win_kita_dora",
        "dora",
        "wins",
        SHARES,
        _WINS,
        "Number of norths that the winner has set aside, among the wins without a yakuman.",
        _kita,
        ("wins.dora", "wins.kita_dora"),
    ),
    Statistic(
        "win_seen_dora",
        "dora",
        "wins",
        SHARES,
        _WINS,
        "Number of dora in a win, with red fives and kita but without ura dora, among the wins without a "
        "yakuman.",
        _seen_dora,
        _SEEN,
    ),
    Statistic(
        "seen_dora_per_win_by_way",
        "dora",
        "wins",
        MEAN,
        "han",
        "Dora with red fives and kita but without ura dora, over the wins without a yakuman, by way of "
        "winning.",
        _seen_dora_by_way,
        (*_SEEN, "wins.way"),
        "way",
        axis_labels=WAYS,
    ),
    Statistic(
        "ron_rate_by_dora",
        "dora",
        "wins",
        RATE,
        _WINS,
        "Wins by ron among all wins, by dora with red fives and kita but without ura dora; yakuman are "
        "left out.",
        _is_ron_by_dora,
        (*_SEEN, "wins.is_tsumo"),
        "dora",
    ),
    Statistic(
        "points_by_dora",
        "dora",
        "wins",
        MEAN,
        "points",
        "Value of the win, without honba and sticks, by dora of every kind; yakuman are left out.",
        _points_by_dora,
        (*_SEEN, "wins.ura", "wins.points"),
        "dora",
    ),
)
