"""Columns of the tables as numpy arrays: dtypes that sum without overflow, nulls as one marked value.

bool stays bool, and int8 (1, 0, null -1) where the schema allows a null; small integers are int16 or int32
with null -1; points and chips int32 with null ABSENT; categories int16 codes with null -1; dates int32 days
with null -1; numbers with a fraction float64 with null NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from analyzer.tables.categories import (
    DRAW_KINDS,
    END_KINDS,
    LIMITS,
    NAGASHI_ENDS,
    TILE_NAMES,
    WAIT_SHAPES,
    WAYS,
    YAKU_NAMES,
)
from analyzer.tables.schema import TABLES, Column
from analyzer.vocabulary import ABSENT, parse_mpsz

__all__ = [
    "CODES",
    "Array",
    "ColumnsRead",
    "absent_of",
    "code",
    "column_of",
    "for_reading",
    "held",
    "items_held",
    "looked_up",
    "tile_items",
    "tile_masks",
    "with_nulls",
]

Array: TypeAlias = NDArray[Any]
"""An array whose dtype the name of its column tells."""

CODES: Final[dict[str, tuple[str, ...]]] = {
    "room": ("ippan", "joukyuu", "tokujou", "houou"),
    "length": ("tonpuu", "hanchan"),
    "sex": ("F", "M", "C"),
    "end": END_KINDS,
    "draw_kind": DRAW_KINDS,
    "way": WAYS,
    "tile": TILE_NAMES,
    "limit": LIMITS,
    "yaku": YAKU_NAMES,
    "wait_shape": WAIT_SHAPES,
    "nagashi_end": NAGASHI_ENDS,
}
"""Names of the codes of each category."""

_Integer = TypeVar("_Integer", bound=np.integer)
_Made = TypeVar("_Made")
_UNKNOWN: Final = -2
_NO_COUNTS: Final = np.zeros(0, np.int64)
_POINTS: Final = ("points", "chips")
_DTYPES: Final[dict[str, np.dtype[np.generic]]] = {
    "uint8": np.dtype(np.int16),
    "int8": np.dtype(np.int16),
    "int16": np.dtype(np.int16),
    "int32": np.dtype(np.int32),
    "date": np.dtype(np.int32),
    "float64": np.dtype(np.float64),
    "category": np.dtype(np.int16),
}


class Held(NamedTuple):
    """A column: one value per row, and where it is known; None where it is known everywhere."""

    values: Array
    known: NDArray[np.bool_] | None


class ItemsHeld(NamedTuple):
    """A column of lists: the items one after the other, and how many each row has; a null list has none."""

    values: Array
    counts: NDArray[np.int64]
    known: NDArray[np.bool_] | None


def code(column: str, name: str) -> int:
    """Code of a category, as ``code("draw_kind", "exhaustive")``."""
    return CODES[column.rpartition(".")[2]].index(name)


def column_of(table: str, name: str) -> Column:
    """The row of the schema.

    Raises:
        KeyError: When there is no such column.
    """
    return _columns(table)[name]


@cache
def _columns(table: str) -> dict[str, Column]:
    return {column.name: column for column in TABLES[table]}


def absent_of(column: Column) -> float:
    """What stands for null in a column."""
    if column.type == "float64":
        return float("nan")
    return ABSENT if column.unit in _POINTS else -1


def _dtype(column: Column) -> np.dtype[np.generic]:
    if column.type == "bool":
        return np.dtype(np.int8 if column.null else np.bool_)
    if column.unit in _POINTS and column.type != "float64":
        return np.dtype(np.int32)
    return _DTYPES[column.type]


def held(table: str, name: str, array: pa.ChunkedArray) -> Held:
    """A column of single values as numpy has it.

    Raises:
        KeyError: When it has no codes, for it is text.
    """
    column = column_of(table, name)
    known = _known(array)
    if column.type == "category":
        return Held(_codes(name, array), known)
    values = _numbers(array, _dtype(column))
    if known is not None:
        values[~known] = absent_of(column)
    return Held(values, known)


def items_held(table: str, name: str, array: pa.ChunkedArray) -> ItemsHeld:
    """A column of lists as numpy has it."""
    column = column_of(table, name)
    counts = np.concatenate([_NO_COUNTS, *(_list_sizes(chunk) for chunk in array.chunks)])
    flat = pc.list_flatten(array)
    inner = column.type.removeprefix("list<").removesuffix(">")
    values = _codes(name, flat) if inner == "category" else _numbers(flat, _DTYPES[inner])
    return ItemsHeld(values, counts, _known(array))


def _known(array: pa.ChunkedArray) -> NDArray[np.bool_] | None:
    """Where a column is not null; None for everywhere."""
    if not array.null_count:
        return None
    return np.concatenate([_valid(chunk) for chunk in array.chunks])


def _valid(chunk: pa.Array) -> NDArray[np.bool_]:
    if not chunk.null_count:
        return np.ones(len(chunk), np.bool_)
    return _bits(chunk, chunk.buffers()[0])


def _bits(chunk: pa.Array, buffer: pa.Buffer) -> NDArray[np.bool_]:
    """The bits of an array, one bool each."""
    first, begin = divmod(chunk.offset, 8)
    packed = np.frombuffer(buffer, np.uint8, (begin + len(chunk) + 7) // 8, first)
    return np.unpackbits(packed, count=begin + len(chunk), bitorder="little")[begin:].view(np.bool_)


def _numbers(array: pa.ChunkedArray, dtype: np.dtype[np.generic]) -> Array:
    """Values of a column of numbers, dates or bools; anything where it is null."""
    values = np.empty(len(array), dtype)
    begin = 0
    for chunk in array.chunks:
        values[begin : begin + len(chunk)] = _raw(chunk)
        begin += len(chunk)
    return values


def _raw(chunk: pa.Array) -> Array:
    buffer = chunk.buffers()[1]
    if pa.types.is_boolean(chunk.type):
        return _bits(chunk, buffer)
    dtype = np.dtype(np.int32 if chunk.type == pa.date32() else chunk.type.to_pandas_dtype())
    return np.frombuffer(buffer, dtype, len(chunk), chunk.offset * dtype.itemsize)


def _list_sizes(chunk: pa.Array) -> NDArray[np.int64]:
    """How many items each list has, none for a null."""
    offsets = np.frombuffer(chunk.buffers()[1], np.int32, len(chunk) + 1, chunk.offset * 4)
    sizes = np.diff(offsets).astype(np.int64)
    if chunk.null_count:
        sizes[~_valid(chunk)] = 0
    return sizes


def with_nulls(values: Array, null: NDArray[np.bool_], absent: float) -> Array:
    """The values, with what stands for null where there is none; bools become int8."""
    if values.dtype == np.bool_:
        values = values.astype(np.int8)
    return np.where(null, np.asarray(absent).astype(values.dtype), values)


def tile_masks(array: pa.ChunkedArray) -> NDArray[np.int64]:
    """Kinds of tile in each mpsz text as bits of a number, 1m the lowest; -1 for null."""
    return looked_up(array, _mask, -1, np.int64)


@cache
def _mask(text: str) -> int:
    return sum({1 << kind for kind in _kinds(text)})


@cache
def _kinds(text: str) -> tuple[int, ...]:
    """Kinds of an mpsz text; a year has a few thousand different ones, some of them in every block."""
    return tuple(parse_mpsz(text))


def tile_items(array: pa.ChunkedArray) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """How many tiles each mpsz text names, and their kinds one after the other; a null names none."""
    places: dict[str, int] = {}
    place = looked_up(array, lambda text: places.setdefault(text, len(places)), -1, np.int64)
    kinds = [*map(_kinds, places), ()]
    size = np.array([*map(len, kinds)])
    counts = size[place]
    flat = np.array([kind for group in kinds for kind in group], np.int16)
    starts = (np.cumsum(size) - size)[place] - (np.cumsum(counts) - counts)
    return counts, flat[np.repeat(starts, counts) + np.arange(counts.sum())]


def _codes(name: str, array: pa.ChunkedArray) -> NDArray[np.int16]:
    known = {text: place for place, text in enumerate(CODES[name])}
    # A log can state what nobody knows, as a sex of its own; no code is its, and it is no null.
    return looked_up(array, lambda text: known.get(text, _UNKNOWN), -1, np.int16)


def looked_up(
    array: pa.ChunkedArray, value: Callable[[str], int], null: int, dtype: type[_Integer]
) -> NDArray[_Integer]:
    """What each text of a column stands for; worked out once for each that differs."""
    pieces = [np.zeros(0, dtype)]
    for chunk in array.chunks:
        coded = chunk if pa.types.is_dictionary(chunk.type) else chunk.dictionary_encode()
        table = np.array([*map(value, coded.dictionary.to_pylist()), null], dtype)
        codes = _raw(coded.indices)
        pieces.append(table[np.where(_valid(coded), codes, -1) if coded.null_count else codes])
    return np.concatenate(pieces)


def for_reading(made: _Made) -> _Made:
    """The same; its arrays cannot be written to any more."""
    for part in made if isinstance(made, tuple) else (made,):
        if isinstance(part, np.ndarray):
            part.flags.writeable = False
    return made


class ColumnsRead:
    """Columns of some tables as numpy has them, each made when it is first asked for."""

    def __init__(self, tables: Mapping[str, pa.Table]) -> None:
        self._tables = tables
        self._held: dict[tuple[str, str], Held] = {}
        self._items: dict[tuple[str, str], ItemsHeld] = {}

    def column(self, table: str, name: str) -> Held:
        """A column of single values."""
        key = (table, name)
        if key not in self._held:
            self._held[key] = held(table, name, self.text_column(table, name))
        return self._held[key]

    def list_column(self, table: str, name: str) -> ItemsHeld:
        """A column of lists."""
        key = (table, name)
        if key not in self._items:
            self._items[key] = items_held(table, name, self.text_column(table, name))
        return self._items[key]

    def text_column(self, table: str, name: str) -> pa.ChunkedArray:
        """A column as it was read; text has no other form.

        Raises:
            KeyError: When it was not read.
        """
        if table not in self._tables or name not in self._tables[table].column_names:
            raise KeyError(f"{table}.{name}")
        return self._tables[table].column(name)
