"""Waits (待ち): shape, kinds, live tiles, furiten; outcomes of riichi by each of them.

The wait of a riichi is taken at its declaration, that of other tenpai at the end of the hand.
Live tiles are the tiles of the wait that the seat itself does not see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.declarations import (
    CHASED,
    CHASING,
    DOUBLE,
    EVERY,
    FIRST,
    FURITEN,
    RYANMEN,
    TURN,
    WAIT_KINDS,
    WAIT_LIVE,
    WAIT_SHAPE,
)
from analyzer.stats.outcomes import END_COLUMNS, ENDINGS, LEFT_OUT, has_outcome
from analyzer.stats.populations import (
    Population,
    axis_shares,
    column_axis,
    ending_gain,
    ending_rate,
    ending_shares,
    flag_rate,
)
from analyzer.stats.rows import CODES, Array, Rows, derived
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.vocabulary import KINDS, kind_text

__all__ = ["STATISTICS"]

_TOPIC: Final = "waits"
_RIICHI_WAITS: Final = ("seats.riichi_waits", *END_COLUMNS)
_KIND_NAMES: Final = tuple(map(kind_text, range(KINDS)))
_WAIT_AXES: Final = (WAIT_KINDS, WAIT_LIVE, WAIT_SHAPE, FURITEN)


@derived
def _ready(rows: Rows) -> NDArray[np.intp]:
    """Rows of ``seats`` with a tenpai shape at the end."""
    return np.flatnonzero((rows["wait_kinds"] > 0) & has_outcome(rows))


_TENPAI: Final = Population(
    "tenpai", "had a tenpai shape at the end", "share of tenpai", _ready, ("seats.wait_kinds",)
)
_KINDS: Final = column_axis("wait_kinds", "the number of kinds of the wait", "seats.wait_kinds")
_LIVE: Final = column_axis(
    "wait_live", "the live tiles of the wait (tiles that they do not see)", "seats.wait_live"
)
_SHAPE: Final = column_axis("wait_shape", "the shape of the wait", "seats.wait_shape", CODES["wait_shape"])
_MELDS: Final = column_axis("melds", "open melds", "seats.open_melds")


@derived
def _waited_tiles(rows: Rows) -> tuple[NDArray[np.intp], NDArray[np.int16]]:
    """Row of ``seats`` and tile kind for each kind in the wait of a riichi."""
    row, kind = rows.tile_items("riichi_waits")
    counts = has_outcome(rows)[row]
    return row[counts], kind[counts]


def _riichi_tiles(rows: Rows) -> Measure:
    row, kind = _waited_tiles(rows)
    base = np.zeros(len(rows), np.bool_)
    base[row] = True
    return Measure(kind, row=row, base=base)


def _wins_by_tile(rows: Rows) -> Measure:
    row, kind = _waited_tiles(rows)
    return Measure(rows["is_winner"][row], at=kind, row=row)


def _wins_by_single_tile(rows: Rows) -> Measure:
    row, kind = _waited_tiles(rows)
    alone = rows["riichi_wait_kinds"][row] == 1
    return Measure(rows["is_winner"][row], of=alone, at=kind, row=row)


def _is_furiten(rows: Rows) -> Array:
    return rows["furiten"]


def _win_kinds(rows: Rows) -> Measure:
    return Measure(rows["wait_kinds"], of=rows["wait_kinds"] > 0, at=rows["way"])


def _win_live(rows: Rows) -> Measure:
    return Measure(rows["wait_live"], of=rows.known("wait_live"), at=rows["way"])


def _win_shape(rows: Rows) -> Measure:
    return Measure(rows["seats.wait_shape"], of=rows.known("seats.wait_shape"), at=rows["way"])


def _win_points(rows: Rows) -> Measure:
    return Measure(rows["points"], of=rows.known("points"), at=rows["seats.wait_shape"])


def _by_way(name: str, words: str, measure: Callable[[Rows], Measure], *columns: str) -> Statistic:
    return Statistic(
        f"win_{name}_by_way",
        _TOPIC,
        "wins",
        SHARES,
        "share of wins",
        f"Wins by {words} at the win, by way: riichi, dama or open; wins without a known course are left "
        "out.",
        measure,
        ("wins.way", *columns),
        "way",
        CODES.get(name, ()),
        CODES["way"],
    )


STATISTICS: Final = (
    axis_shares(_TOPIC, EVERY, WAIT_SHAPE),
    axis_shares(_TOPIC, EVERY, WAIT_SHAPE, TURN),
    Statistic(
        "riichi_wait_tiles",
        _TOPIC,
        "seats",
        SHARES,
        "share of riichi",
        "Of seats that declared riichi, the share that waited for each kind of tile; a riichi that "
        f"waits for several kinds counts for each; {LEFT_OUT}.",
        _riichi_tiles,
        _RIICHI_WAITS,
        labels=_KIND_NAMES,
    ),
    Statistic(
        "riichi_win_rate_by_tile",
        _TOPIC,
        "seats",
        RATE,
        "share of riichi",
        "Of seats that declared riichi and waited for a kind of tile, the share that won, on that kind or "
        f"another, by the kind; {LEFT_OUT}.",
        _wins_by_tile,
        (*_RIICHI_WAITS, "seats.is_winner"),
        "tile",
        axis_labels=_KIND_NAMES,
    ),
    Statistic(
        "single_wait_riichi_win_rate_by_tile",
        _TOPIC,
        "seats",
        RATE,
        "share of riichi",
        "Of seats that declared riichi and waited for one kind of tile only, the share that won, by the "
        f"kind; {LEFT_OUT}.",
        _wins_by_single_tile,
        (*_RIICHI_WAITS, "seats.riichi_wait_kinds", "seats.is_winner"),
        "tile",
        axis_labels=_KIND_NAMES,
    ),
    axis_shares(_TOPIC, DOUBLE, WAIT_SHAPE),
    axis_shares(_TOPIC, DOUBLE, WAIT_LIVE),
    ending_rate(_TOPIC, DOUBLE, ENDINGS["win"]),
    ending_rate(_TOPIC, RYANMEN, ENDINGS["win"]),
    ending_rate(_TOPIC, RYANMEN, ENDINGS["win"], TURN),
    ending_rate(_TOPIC, RYANMEN, ENDINGS["win"], WAIT_LIVE),
    *(ending_shares(_TOPIC, EVERY, axis) for axis in _WAIT_AXES),
    *(
        ending_rate(_TOPIC, EVERY, ENDINGS[name], axis)
        for axis in _WAIT_AXES
        for name in ("win", "deal_in", "draw")
    ),
    *(ending_gain(_TOPIC, EVERY, None, axis) for axis in _WAIT_AXES),
    *(
        ending_rate(_TOPIC, population, ENDINGS[name], axis)
        for population in (FIRST, CHASING, CHASED)
        for axis in (WAIT_LIVE, WAIT_SHAPE)
        for name in ("win", "deal_in", "draw")
    ),
    axis_shares(_TOPIC, _TENPAI, _KINDS),
    axis_shares(_TOPIC, _TENPAI, _LIVE),
    axis_shares(_TOPIC, _TENPAI, _SHAPE),
    axis_shares(_TOPIC, _TENPAI, _SHAPE, _MELDS),
    flag_rate(
        _TOPIC, _TENPAI, "tenpai_furiten_rate", "were furiten for any reason", _is_furiten, ("seats.furiten",)
    ),
    flag_rate(
        _TOPIC,
        _TENPAI,
        "tenpai_furiten_rate",
        "were furiten for any reason",
        _is_furiten,
        ("seats.furiten",),
        _KINDS,
    ),
    _by_way("wait_kinds", "the number of kinds of the wait", _win_kinds, "wins.wait_kinds"),
    _by_way(
        "wait_live",
        "the live tiles of the wait (tiles that the winner did not see)",
        _win_live,
        "wins.wait_live",
    ),
    _by_way("wait_shape", "the shape of the wait", _win_shape, "seats.wait_shape"),
    Statistic(
        "win_points_by_wait_shape",
        _TOPIC,
        "wins",
        MEAN,
        "points",
        "Mean value of wins as logged, without honba and sticks, by the shape of the wait; wins without a "
        "known course are left out.",
        _win_points,
        ("wins.points", "seats.wait_shape"),
        "wait_shape",
        axis_labels=CODES["wait_shape"],
    ),
)
