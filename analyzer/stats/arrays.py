"""Columns of the tables as numpy arrays, with dtypes that sum without overflow and one value for null.

bool stays bool, or int8 (1, 0, null -1) if the schema allows null; small integers are int16 or int32
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
"""An array whose dtype depends on its column."""

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
"""Names of the codes of each category column."""

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
    """A column: one value per row, and a mask of the known ones; None if all are known."""

    values: Array
    known: NDArray[np.bool_] | None


class ItemsHeld(NamedTuple):
    """A column of lists: all items in order, and the number of items per row; a null list has none."""

    values: Array
    counts: NDArray[np.int64]
    known: NDArray[np.bool_] | None


def code(column: str, name: str) -> int:
    """Code of a category, such as ``code("draw_kind", "exhaustive")``."""
    return CODES[column.rpartition(".")[2]].index(name)


def column_of(table: str, name: str) -> Column:
    """Schema row of a column.

    Raises:
        KeyError: When there is no such column.
    """
    return _columns(table)[name]


@cache
def _columns(table: str) -> dict[str, Column]:
    return {column.name: column for column in TABLES[table]}


def absent_of(column: Column) -> float:
    """The value that stands for null in a column."""
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
    """A column of single values as a numpy array.

    Raises:
        KeyError: When the column is text, which has no codes.
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
    """A column of lists as numpy arrays."""
    column = column_of(table, name)
    counts = np.concatenate([_NO_COUNTS, *(_list_sizes(chunk) for chunk in array.chunks)])
    flat = pc.list_flatten(array)
    inner = column.type.removeprefix("list<").removesuffix(">")
    values = _codes(name, flat) if inner == "category" else _numbers(flat, _DTYPES[inner])
    return ItemsHeld(values, counts, _known(array))


def _known(array: pa.ChunkedArray) -> NDArray[np.bool_] | None:
    """Mask of the values that are not null; None if none is null."""
    if not array.null_count:
        return None
    return np.concatenate([_valid(chunk) for chunk in array.chunks])


def _valid(chunk: pa.Array) -> NDArray[np.bool_]:
    if not chunk.null_count:
        return np.ones(len(chunk), np.bool_)
    return _bits(chunk, chunk.buffers()[0])


def _bits(chunk: pa.Array, buffer: pa.Buffer) -> NDArray[np.bool_]:
    """The bits of an array as bools."""
    first, begin = divmod(chunk.offset, 8)
    packed = np.frombuffer(buffer, np.uint8, (begin + len(chunk) + 7) // 8, first)
    return np.unpackbits(packed, count=begin + len(chunk), bitorder="little")[begin:].view(np.bool_)


def _numbers(array: pa.ChunkedArray, dtype: np.dtype[np.generic]) -> Array:
    """Values of a column of numbers, dates or bools; undefined where it is null."""
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
    """Number of items of each list; 0 for a null."""
    offsets = np.frombuffer(chunk.buffers()[1], np.int32, len(chunk) + 1, chunk.offset * 4)
    sizes = np.diff(offsets).astype(np.int64)
    if chunk.null_count:
        sizes[~_valid(chunk)] = 0
    return sizes


def with_nulls(values: Array, null: NDArray[np.bool_], absent: float) -> Array:
    """The values, with the null value where they are null; bools become int8."""
    if values.dtype == np.bool_:
        values = values.astype(np.int8)
    return np.where(null, np.asarray(absent).astype(values.dtype), values)


def tile_masks(array: pa.ChunkedArray) -> NDArray[np.int64]:
    """Tile kinds of each mpsz text as bits of a number, 1m the lowest; -1 for null."""
    return looked_up(array, _mask, -1, np.int64)


@cache
def _mask(text: str) -> int:
    return sum({1 << kind for kind in _kinds(text)})


@cache
def _kinds(text: str) -> tuple[int, ...]:
    """Tile kinds of an mpsz text; a year of logs has a few thousand distinct texts, often repeated."""
    return tuple(parse_mpsz(text))


def tile_items(array: pa.ChunkedArray) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Number of tiles in each mpsz text, and the kinds of all tiles in order; a null has none."""
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
    # A log can state an unknown value, such as another sex; it has no code, and is not null.
    return looked_up(array, lambda text: known.get(text, _UNKNOWN), -1, np.int16)


def looked_up(
    array: pa.ChunkedArray, value: Callable[[str], int], null: int, dtype: type[_Integer]
) -> NDArray[_Integer]:
    """A value for each text of a column, computed once per distinct text."""
    pieces = [np.zeros(0, dtype)]
    for chunk in array.chunks:
        coded = chunk if pa.types.is_dictionary(chunk.type) else chunk.dictionary_encode()
        table = np.array([*map(value, coded.dictionary.to_pylist()), null], dtype)
        codes = _raw(coded.indices)
        pieces.append(table[np.where(_valid(coded), codes, -1) if coded.null_count else codes])
    return np.concatenate(pieces)


def for_reading(made: _Made) -> _Made:
    """The same column with read-only arrays."""
    for part in made if isinstance(made, tuple) else (made,):
        if isinstance(part, np.ndarray):
            part.flags.writeable = False
    return made


class ColumnsRead:
    """Columns of some tables as numpy arrays; each is made on first use."""

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
        """A text column as it was read.

        Raises:
            KeyError: When the column was not read.
        """
        if table not in self._tables or name not in self._tables[table].column_names:
            raise KeyError(f"{table}.{name}")
        return self._tables[table].column(name)
