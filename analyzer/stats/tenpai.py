"""Tenpai and shanten (向聴): the speed of hands, by turn and haipai, and its value."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.outcomes import ENDINGS, has_outcome
from analyzer.stats.populations import (
    Population,
    axis_mean,
    axis_shares,
    column_axis,
    ending_gain,
    ending_rate,
    ending_shares,
    flag_rate,
)
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import RATE, SHARES, Measure, Statistic

__all__ = ["STATISTICS"]

_TOPIC: Final = "tenpai"


@derived
def _dealt(rows: Rows) -> NDArray[np.intp]:
    """Rows of ``seats`` whose course is known."""
    return np.flatnonzero(rows.known("haipai_shanten") & has_outcome(rows))


@derived
def _came_to_tenpai(rows: Rows) -> NDArray[np.intp]:
    """Rows of ``seats`` that were tenpai after some discard."""
    return np.flatnonzero((rows["tenpai_turn"] > 0) & has_outcome(rows))


_SEATS: Final = Population(
    "haipai", "were dealt a hand that could be replayed", "share of seats", _dealt, ("seats.haipai_shanten",)
)
_READY: Final = Population(
    "once_tenpai",
    "were tenpai after some discard of their own",
    "share of seats once tenpai",
    _came_to_tenpai,
    ("seats.tenpai_turn",),
)
_SHANTEN: Final = column_axis("shanten", "the shanten of the haipai (0 is tenpai)", "seats.haipai_shanten")
_TURN: Final = column_axis("turn", "the turn of their first tenpai (own discards)", "seats.tenpai_turn")


def _reaches_tenpai(rows: Rows) -> NDArray[np.bool_]:
    return rows.known("tenpai_turn")


def _declares(rows: Rows) -> Array:
    return rows["riichi_turn"] > 0


def _opens(rows: Rows) -> Array:
    return rows["open_melds"] > 0


def _has_no_wait(rows: Rows) -> NDArray[np.bool_]:
    noten: NDArray[np.bool_] = rows["wait_kinds"] == 0
    return noten


def _ends_tenpai(rows: Rows) -> Array:
    return rows["tenpai"]


@derived
def _turn_of_items(rows: Rows) -> NDArray[np.int16]:
    """Number of the own discard of each item of ``shanten_after``, from 1."""
    counts = rows.block.list_column("seats", "shanten_after").counts
    before = np.cumsum(counts, dtype=np.int32) - counts.astype(np.int32)
    own = np.arange(1, counts.sum() + 1, dtype=np.int32) - np.repeat(before, counts)
    return own.astype(np.int16)


def _shanten_after(rows: Rows) -> Measure:
    row, values = rows.items("shanten_after")
    return Measure(values, at=_turn_of_items(rows), row=row, code=values, holds=(0,))


STATISTICS: Final = (
    axis_shares(_TOPIC, _SEATS, _SHANTEN),
    axis_mean(_TOPIC, _SEATS, _SHANTEN, "shanten"),
    *(ending_rate(_TOPIC, _SEATS, ENDINGS[name], _SHANTEN) for name in ("win", "deal_in", "draw")),
    ending_gain(_TOPIC, _SEATS, None, _SHANTEN),
    flag_rate(
        _TOPIC,
        _SEATS,
        "haipai_riichi_rate",
        "declared riichi",
        _declares,
        ("seats.riichi_turn",),
        _SHANTEN,
    ),
    flag_rate(
        _TOPIC, _SEATS, "haipai_open_rate", "opened the tehai", _opens, ("seats.open_melds",), _SHANTEN
    ),
    flag_rate(
        _TOPIC,
        _SEATS,
        "tenpai_rate",
        "were tenpai after some discard of their own",
        _reaches_tenpai,
        ("seats.tenpai_turn",),
    ),
    flag_rate(
        _TOPIC,
        _SEATS,
        "tenpai_rate",
        "were tenpai after some discard of their own",
        _reaches_tenpai,
        ("seats.tenpai_turn",),
        _SHANTEN,
    ),
    flag_rate(
        _TOPIC,
        _SEATS,
        "tenpai_at_end_rate",
        "were tenpai at the end, by the rule set",
        _ends_tenpai,
        ("seats.tenpai",),
    ),
    axis_shares(_TOPIC, _READY, _TURN),
    axis_mean(_TOPIC, _READY, _TURN, "turns"),
    axis_mean(_TOPIC, _READY, _TURN, "turns", _SHANTEN),
    ending_shares(_TOPIC, _READY),
    *(ending_rate(_TOPIC, _READY, ENDINGS[name], _TURN) for name in ("win", "deal_in", "draw")),
    ending_gain(_TOPIC, _READY, None, _TURN),
    flag_rate(
        _TOPIC,
        _READY,
        "broken_tenpai_rate",
        "were noten at the end, because a discard or a call broke tenpai",
        _has_no_wait,
        ("seats.wait_kinds",),
    ),
    Statistic(
        "shanten_by_turn",
        _TOPIC,
        "seats",
        SHARES,
        "share of seats",
        "Seats by their shanten after their nth own discard (0 is tenpai), by n; a seat counts for each of "
        "its discards; hands that could not be replayed are left out.",
        _shanten_after,
        ("seats.shanten_after",),
        "turn",
    ),
    Statistic(
        "tenpai_rate_by_turn",
        _TOPIC,
        "seats",
        RATE,
        "share of seats",
        "Share of seats that are tenpai after their nth own discard, by n; a seat counts for each of its "
        "discards; hands that could not be replayed are left out.",
        _shanten_after,
        ("seats.shanten_after",),
        "turn",
    ),
)
