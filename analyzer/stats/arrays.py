"""Columns of the tables as numpy arrays: dtypes that sum without overflow, nulls as one marked value.

bool stays bool, and int8 (1, 0, null -1) where the schema allows a null; small integers are int16 or int32
with null -1; points and chips int32 with null ABSENT; categories int16 codes with null -1; dates int32 days
with null -1; numbers with a fraction float64 with null NaN.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

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
    "held",
    "items_held",
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

_UNKNOWN: Final = -2
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
    known = None
    if array.null_count:
        known = np.asarray(array.is_valid())
    if column.type == "category":
        return Held(_codes(name, array), known)
    dtype = _dtype(column)
    if column.type == "date":
        array = array.cast(pa.int32())
    array = array.cast(pa.from_numpy_dtype(dtype))
    if known is not None:
        array = pc.fill_null(array, pa.scalar(absent_of(column), array.type))
    return Held(np.asarray(array), known)


def items_held(table: str, name: str, array: pa.ChunkedArray) -> ItemsHeld:
    """A column of lists as numpy has it."""
    column = column_of(table, name)
    known = np.asarray(array.is_valid()) if array.null_count else None
    counts = np.asarray(pc.fill_null(pc.list_value_length(array), 0)).astype(np.int64)
    flat = pc.list_flatten(array)
    inner = column.type.removeprefix("list<").removesuffix(">")
    if inner == "category":
        return ItemsHeld(_codes(name, flat), counts, known)
    return ItemsHeld(np.asarray(flat.cast(pa.from_numpy_dtype(_DTYPES[inner]))), counts, known)


def with_nulls(values: Array, null: NDArray[np.bool_], absent: float) -> Array:
    """The values, with what stands for null where there is none; bools become int8."""
    if values.dtype == np.bool_:
        values = values.astype(np.int8)
    return np.where(null, np.asarray(absent).astype(values.dtype), values)


def tile_masks(array: pa.ChunkedArray) -> NDArray[np.int64]:
    """Kinds of tile in each mpsz text as bits of a number, 1m the lowest; -1 for null."""
    codes, names = _dictionary(array)
    masks = [sum({1 << kind for kind in parse_mpsz(text)}) for text in names]
    return np.array([*masks, -1], np.int64)[codes]


def tile_items(array: pa.ChunkedArray) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """How many tiles each mpsz text names, and their kinds one after the other; a null names none."""
    codes, names = _dictionary(array)
    kinds = [parse_mpsz(text) for text in names]
    size = np.array([*map(len, kinds), 0])
    counts = size[codes]
    flat = np.array([kind for group in kinds for kind in group], np.int16)
    begins = (np.cumsum(size) - size)[codes] - (np.cumsum(counts) - counts)
    return counts, flat[np.repeat(begins, counts) + np.arange(counts.sum())]


def _codes(name: str, array: pa.ChunkedArray) -> NDArray[np.int16]:
    codes, names = _dictionary(array)
    known = {text: place for place, text in enumerate(CODES[name])}
    # A log can state what nobody knows, as a sex of its own; no code is its, and it is no null.
    return np.array([*(known.get(text, _UNKNOWN) for text in names), -1], np.int16)[codes]


def _dictionary(array: pa.ChunkedArray) -> tuple[NDArray[np.int32], list[str]]:
    """Code of each text, -1 for null, and the different texts."""
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    whole = array.unify_dictionaries().combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    if isinstance(whole, pa.ChunkedArray):
        whole = whole.chunk(0) if whole.num_chunks else pa.array([], pa.string()).dictionary_encode()
    return np.asarray(pc.fill_null(whole.indices, -1)), whole.dictionary.to_pylist()


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
