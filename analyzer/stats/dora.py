"""Dora in wins: of the indicators, red fives, ura and kita; how often, and what they do to a hand."""

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
    """Wins whose dora the log states: no yakuman among them; on wins."""
    return rows.known("dora")


@derived
def _riichi_stated(rows: Rows) -> NDArray[np.bool_]:
    """Those that were won with riichi, so that ura count; on wins."""
    return _stated(rows) & is_value(rows, "way", "riichi")


@derived
def _seen(rows: Rows) -> Array:
    """Dora that the winner saw in its tehai: all but ura; on wins, where they are stated."""
    return rows["dora"] + rows["aka"] + rows["kita_dora"]


@derived
def _all(rows: Rows) -> Array:
    """Dora of every kind; on wins, where they are stated."""
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
        "Dora shown by indicators, red fives, ura and kita not among them, over the wins without a yakuman.",
        _dora,
        ("wins.dora",),
    ),
    Statistic(
        "aka_per_win",
        "dora",
        "wins",
        MEAN,
        "han",
        "Red fives, over the wins without a yakuman, also where the game has no red fives.",
        _aka,
        ("wins.dora", "wins.aka"),
    ),
    Statistic(
        "kita_dora_per_win",
        "dora",
        "wins",
        MEAN,
        "han",
        "Norths set aside, over the wins without a yakuman.",
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
        "Dora of every kind, ura among them, over the wins without a yakuman.",
        _all_dora,
        (*_SEEN, "wins.ura"),
    ),
    Statistic(
        "dora_rate",
        "dora",
        "wins",
        RATE,
        _WINS,
        "Wins with a dora shown by an indicator, of the wins without a yakuman.",
        _any_dora,
        ("wins.dora",),
    ),
    Statistic(
        "aka_rate",
        "dora",
        "wins",
        RATE,
        _WINS,
        "Wins with a red five, of the wins without a yakuman, also where the game has no red fives.",
        _any_aka,
        ("wins.dora", "wins.aka"),
    ),
    Statistic(
        "ura_hit_rate",
        "dora",
        "wins",
        RATE,
        _RIICHI_WINS,
        "Riichi wins with ura dora, of the riichi wins without a yakuman.",
        _any_ura,
        _URA,
    ),
    Statistic(
        "ura_hit_rate_by_kans",
        "dora",
        "wins",
        RATE,
        _RIICHI_WINS,
        "Riichi wins with ura dora, of the riichi wins without a yakuman in hands with as many kans of all "
        "seats together.",
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
        "Riichi wins with ura dora, of the riichi wins without a yakuman, by ron and by tsumo.",
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
        "How many dora shown by indicators a win has, of the wins without a yakuman.",
        _dora,
        ("wins.dora",),
    ),
    Statistic(
        "win_aka",
        "dora",
        "wins",
        SHARES,
        _WINS,
        "How many red fives a win has, of the wins without a yakuman.",
        _aka,
        ("wins.dora", "wins.aka"),
    ),
    Statistic(
        "riichi_win_ura",
        "dora",
        "wins",
        SHARES,
        _RIICHI_WINS,
        "How many ura dora a win has, of the riichi wins without a yakuman.",
        _ura,
        _URA,
    ),
    Statistic(
        "win_kita_dora",
        "dora",
        "wins",
        SHARES,
        _WINS,
        "How many norths a winner has set aside, of the wins without a yakuman.",
        _kita,
        ("wins.dora", "wins.kita_dora"),
    ),
    Statistic(
        "win_seen_dora",
        "dora",
        "wins",
        SHARES,
        _WINS,
        "How many dora a win has, red fives and kita among them and ura not, of the wins without a yakuman.",
        _seen_dora,
        _SEEN,
    ),
    Statistic(
        "seen_dora_per_win_by_way",
        "dora",
        "wins",
        MEAN,
        "han",
        "Dora, red fives and kita among them and ura not, over the wins of the same way without a yakuman.",
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
        "Wins by ron, of the wins with as many dora, red fives and kita among them and ura not; yakuman are "
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
        "Value of the win, without honba and sticks, over the wins with as many dora of every kind; yakuman "
        "are left out.",
        _points_by_dora,
        (*_SEEN, "wins.ura", "wins.points"),
        "dora",
    ),
)
