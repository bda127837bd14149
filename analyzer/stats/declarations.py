"""Riichi declarations: the populations and axes of the statistics about riichi."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.outcomes import has_outcome
from analyzer.stats.populations import Population, column_axis
from analyzer.stats.rows import CODES, Rows, derived, is_value

__all__ = [
    "ACCEPTED",
    "ACCEPTED_CHASING",
    "ACCEPTED_FIRST",
    "CHASED",
    "CHASED_BY_ACCEPTED",
    "CHASING",
    "DEALER",
    "DOUBLE",
    "EVERY",
    "FIRST",
    "FURITEN",
    "NONDEALER",
    "ORDER",
    "RIICHI_COUNT",
    "RYANMEN",
    "TURN",
    "WAIT_KINDS",
    "WAIT_LIVE",
    "WAIT_SHAPE",
    "accepted_count",
    "declared",
    "is_chased",
]

_UNIT: Final = "share of riichi"
_DECLARED: Final = ("seats.riichi_turn",)
_ORDERED: Final = (*_DECLARED, "seats.riichi_order")
_ACCEPTED: Final = (*_DECLARED, "seats.riichi_accepted")


@derived
def declared(rows: Rows) -> NDArray[np.intp]:
    """Rows of ``seats`` that declared riichi."""
    return np.flatnonzero((rows["riichi_turn"] > 0) & has_outcome(rows))


@derived
def _accepted(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, rows["riichi_accepted"])


@derived
def _of_dealers(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, rows["is_dealer"])


@derived
def _of_others(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, ~rows["is_dealer"])


@derived
def _first(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, rows["riichi_order"] == 1)


@derived
def _chasing(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, rows["riichi_order"] > 1)


@derived
def _accepted_first(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, (rows["riichi_order"] == 1) & rows["riichi_accepted"])


@derived
def _accepted_chasing(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, (rows["riichi_order"] > 1) & rows["riichi_accepted"])


@derived
def _chased(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, is_chased(rows))


@derived
def _double(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, rows["is_double_riichi"])


@derived
def _ryanmen(rows: Rows) -> NDArray[np.intp]:
    return _those(rows, is_value(rows, "wait_shape", "ryanmen"))


def is_chased(rows: Rows) -> NDArray[np.bool_]:
    """Whether another seat declared after this one; only where this one declared."""
    chased: NDArray[np.bool_] = rows["riichi_order"] < rows["hands.riichi_count"]
    return chased


@derived
def _chased_by_accepted(rows: Rows) -> NDArray[np.intp]:
    count = accepted_count(rows.at("hands"))[rows.index("hands")]
    return _those(rows, rows["riichi_order"] < count)


@derived
def accepted_count(rows: Rows) -> NDArray[np.int8]:
    """Number of accepted declarations per row of ``hands``."""
    count: NDArray[np.int8] = rows.by_seat("riichi_accepted").sum(axis=1, dtype=np.int8)
    return count


def _those(rows: Rows, flags: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Declarations whose flag is set; ``flags`` has shape (seats,)."""
    every = declared(rows)
    return every[flags[every]]


EVERY: Final = Population("riichi", "declared riichi", _UNIT, declared, _DECLARED)
ACCEPTED: Final = Population(
    "accepted_riichi", "declared riichi and paid the stick", _UNIT, _accepted, _ACCEPTED
)
DEALER: Final = Population(
    "dealer_riichi",
    "declared riichi as dealer",
    _UNIT,
    _of_dealers,
    (*_DECLARED, "seats.is_dealer"),
)
NONDEALER: Final = Population(
    "nondealer_riichi",
    "declared riichi without being dealer",
    _UNIT,
    _of_others,
    (*_DECLARED, "seats.is_dealer"),
)
FIRST: Final = Population("first_riichi", "declared the first riichi of the hand", _UNIT, _first, _ORDERED)
CHASING: Final = Population(
    "chasing_riichi", "declared riichi after another seat had", _UNIT, _chasing, _ORDERED
)
CHASED: Final = Population(
    "chased_riichi",
    "declared riichi before another seat did",
    _UNIT,
    _chased,
    (*_ORDERED, "hands.riichi_count"),
)
ACCEPTED_FIRST: Final = Population(
    "accepted_first_riichi",
    "declared the first riichi of the hand and paid the stick",
    _UNIT,
    _accepted_first,
    (*_ORDERED, "seats.riichi_accepted"),
)
ACCEPTED_CHASING: Final = Population(
    "accepted_chasing_riichi",
    "declared riichi after another seat had, and paid the stick",
    _UNIT,
    _accepted_chasing,
    (*_ORDERED, "seats.riichi_accepted"),
)
CHASED_BY_ACCEPTED: Final = Population(
    "riichi_chased_by_accepted",
    "declared riichi before another seat did and paid the stick",
    _UNIT,
    _chased_by_accepted,
    (*_ORDERED, "seats.riichi_accepted"),
)

DOUBLE: Final = Population(
    "double_riichi",
    "declared riichi in the first uninterrupted go-round",
    _UNIT,
    _double,
    (*_DECLARED, "seats.is_double_riichi"),
)
RYANMEN: Final = Population(
    "ryanmen_riichi",
    "declared riichi on a ryanmen wait",
    _UNIT,
    _ryanmen,
    (*_DECLARED, "seats.wait_shape"),
)

TURN: Final = column_axis(
    "turn", "the turn of their riichi (own discards, including the declaration tile)", "seats.riichi_turn"
)
ORDER: Final = column_axis("order", "the order of their riichi in the hand", "seats.riichi_order")
RIICHI_COUNT: Final = column_axis("riichi_count", "the number of riichi in the hand", "hands.riichi_count")
WAIT_KINDS: Final = column_axis(
    "wait_kinds", "the number of kinds of the wait at the declaration", "seats.riichi_wait_kinds"
)
WAIT_LIVE: Final = column_axis(
    "wait_live",
    "the live tiles of the wait at the declaration (tiles that they did not see)",
    "seats.riichi_wait_live",
)
WAIT_SHAPE: Final = column_axis(
    "wait_shape",
    "the shape of the wait (complex: three kinds or more, or two that are neither ryanmen nor shanpon)",
    "seats.wait_shape",
    tuple(CODES["wait_shape"]),
)
FURITEN: Final = column_axis(
    "furiten",
    "whether a wait was among the own discards at the declaration, including the declaration tile",
    "seats.riichi_furiten",
    ("clean", "furiten"),
)
