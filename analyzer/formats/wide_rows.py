"""Wide rows of int32 that kernels fill, and the typed columns they become.

Compiled code pays for every array it is handed, and hands and results have some forty columns; so kernels
write one row of numbers each, and numpy splits the rows afterwards.
"""

from __future__ import annotations

import math
from itertools import accumulate, chain, repeat
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from analyzer.formats.element_names import numbered
from analyzer.formats.events import Hands, Results
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS

__all__ = ["HAND", "RESULT", "empty_hands", "empty_results", "split_hands", "split_results"]


class Column(NamedTuple):
    """A column of `Hands` or `Results` as part of a wide row."""

    name: str
    shape: tuple[int, ...]
    dtype: DTypeLike
    fill: int
    """What stands where the log says nothing."""


_HAND_COLUMNS: Final = (
    Column("game", (), np.int32, 0),
    Column("element", (), np.int32, 0),
    Column("kyoku", (), np.int32, 0),
    Column("honba", (), np.int32, 0),
    Column("kyotaku", (), np.int32, 0),
    Column("dice", (2,), np.uint8, 0),
    Column("indicator", (), np.uint8, NO_TILE),
    Column("dealer", (), np.uint8, 0),
    Column("scores", (SEATS,), np.int32, 0),
    Column("chips", (SEATS,), np.int32, ABSENT),
    Column("haipai", (SEATS, 13), np.uint8, NO_TILE),
    Column("play_start", (), np.int32, 0),
    Column("result_start", (), np.int32, 0),
    Column("complete", (), np.bool_, False),
)
_RESULT_COLUMNS: Final = (
    Column("hand", (), np.int32, 0),
    Column("element", (), np.int32, 0),
    Column("end", (), np.uint8, 0),
    Column("draw_kind", (), np.uint8, 0),
    Column("honba", (), np.int32, ABSENT),
    Column("kyotaku", (), np.int32, ABSENT),
    Column("scores", (SEATS,), np.int32, ABSENT),
    Column("deltas", (SEATS,), np.int32, ABSENT),
    Column("chip_scores", (SEATS,), np.int32, ABSENT),
    Column("chip_deltas", (SEATS,), np.int32, ABSENT),
    Column("shown", (SEATS, 14), np.uint8, NO_TILE),
    Column("winner", (), np.uint8, NO_SEAT),
    Column("loser", (), np.uint8, NO_SEAT),
    Column("pao_seat", (), np.uint8, NO_SEAT),
    Column("machi", (), np.uint8, NO_TILE),
    Column("ten", (3,), np.int32, ABSENT),
    Column("melds", (8,), np.int32, ABSENT),
    Column("yaku", (24, 2), np.int32, ABSENT),
    Column("yakuman", (8,), np.int32, ABSENT),
    Column("dora", (8,), np.uint8, NO_TILE),
    Column("ura", (8,), np.uint8, NO_TILE),
    Column("has_ura", (), np.bool_, False),
    Column("final_scores", (SEATS,), np.int32, ABSENT),
    Column("final_results", (SEATS,), np.int32, ABSENT),
    Column("final_chips", (SEATS,), np.int32, ABSENT),
    Column("has_owari", (), np.bool_, False),
)


def _parts(columns: tuple[Column, ...]) -> dict[str, slice]:
    """Places of each column in a wide row."""
    stops = list(accumulate(math.prod(column.shape) for column in columns))
    return {
        column.name: slice(start, stop)
        for column, start, stop in zip(columns, [0, *stops], stops, strict=False)
    }


def _defaults(columns: tuple[Column, ...]) -> NDArray[np.int32]:
    """The wide row that says nothing."""
    fills = (repeat(column.fill, math.prod(column.shape)) for column in columns)
    return np.array([*chain.from_iterable(fills)], np.int32)


_HAND_PARTS: Final = _parts(_HAND_COLUMNS)
_RESULT_PARTS: Final = _parts(_RESULT_COLUMNS)
HAND: Final = numbered({name: part.start for name, part in _HAND_PARTS.items()})
"""First place of each column in a wide row."""
RESULT: Final = numbered({name: part.start for name, part in _RESULT_PARTS.items()})
_NO_HAND: Final = _defaults(_HAND_COLUMNS)
_NO_RESULT: Final = _defaults(_RESULT_COLUMNS)


def empty_hands(hands: int) -> NDArray[np.int32]:
    """Wide rows for so many hands."""
    return np.tile(_NO_HAND, (hands, 1))


def empty_results(results: int) -> NDArray[np.int32]:
    """Wide rows for so many results."""
    return np.tile(_NO_RESULT, (results, 1))


def _split(
    columns: tuple[Column, ...], parts: dict[str, slice], rows: NDArray[np.int32]
) -> dict[str, NDArray[np.generic]]:
    # A copy in rows comes out in rows, so that its shape costs nothing.
    return {
        column.name: rows[:, parts[column.name]].astype(column.dtype, "C").reshape(len(rows), *column.shape)
        for column in columns
    }


def split_hands(rows: NDArray[np.int32], plays: int, results: int) -> Hands:
    """Columns of hands; all are readable so far.

    Args:
        rows: Wide rows, all in use.
        plays: Rows of ``plays`` altogether.
        results: Rows of ``results`` altogether.
    """
    columns = _split(_HAND_COLUMNS, _HAND_PARTS, rows)
    play_offsets = np.append(columns.pop("play_start"), np.int32(plays))
    result_offsets = np.append(columns.pop("result_start"), np.int32(results))
    return Hands(
        **columns,  # type: ignore[arg-type]  # the table above has the types of each column
        play_offsets=play_offsets,
        result_offsets=result_offsets,
        readable=np.ones(len(rows), np.bool_),
    )


def split_results(rows: NDArray[np.int32]) -> Results:
    """Columns of results."""
    return Results(**_split(_RESULT_COLUMNS, _RESULT_PARTS, rows))  # type: ignore[arg-type]  # as above
