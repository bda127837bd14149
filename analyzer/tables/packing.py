"""Rows of a table as units store them: fixed-width columns in one record, other columns beside it.

Categories are stored as indices and waits as sets of kinds, so nearly all columns are in the record.  Rows
are copied and sorted as records, which costs as much as one column.  Batches are packed when they are
built, and unpacked when a table is finished.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.tables.arrow_arrays import numbers, strings, texts
from analyzer.tables.categories import VOCABULARIES
from analyzer.tables.column_values import Coded, Columns, Lists, Nullable, SeatRows, Values, Waits, waits_text
from analyzer.tables.schema import PARTITIONED, TABLES, Column

__all__ = ["RECORD", "packed", "packed_schema", "unpacked"]

RECORD: Final = "record"
"""Column of the records."""
_NULLS: Final = "nulls"
"""Field of the record with one bit for each nullable column."""
_KEYS: Final = ("log_id", *PARTITIONED)
_EPOCH: Final = date(1970, 1, 1).toordinal()
_CODE: Final = np.dtype(np.uint8)
_WAITS: Final = np.dtype(np.uint64)
_DAYS: Final = np.dtype(np.int32)
_BESIDE: Final = {
    "string": pa.string(),
    "category": pa.string(),
    "list<int8>": pa.list_(pa.field("element", pa.int8(), nullable=False)),
    "list<category>": pa.list_(pa.field("element", pa.uint8(), nullable=False)),
}
"""Arrow types of the columns that are not in the record."""


class _Layout(NamedTuple):
    """How the rows of a table are packed."""

    record: np.dtype[np.void]
    inside: tuple[Column, ...]
    """Columns in the record."""
    beside: tuple[Column, ...]
    """Columns beside the record."""
    flags: dict[str, int]
    """Position of the null bit of each column."""


@cache
def _layout(table: str) -> _Layout:
    columns = [column for column in TABLES[table] if column.name not in _keys(table)]
    inside = [(column, dtype) for column in columns if (dtype := _dtype(column)) is not None]
    nullable = [column.name for column, _ in inside if column.null]
    # Widest columns first, so that each is aligned.
    fields = sorted(inside, key=lambda field: -field[1].itemsize)
    record = [
        *((column.name, dtype) for column, dtype in fields),
        (_NULLS, np.uint8, (-(-len(nullable) // 8),)),
    ]
    return _Layout(
        np.dtype(record, align=True),
        tuple(column for column, _ in inside),
        tuple(column for column in columns if _dtype(column) is None),
        {name: place for place, name in enumerate(nullable)},
    )


def _keys(table: str) -> tuple[str, ...]:
    """Columns that a unit stores only in its list of logs."""
    names = {column.name for column in TABLES[table]}
    return _KEYS if names >= set(PARTITIONED) else ("log_id",)


def _dtype(column: Column) -> np.dtype[np.generic] | None:
    """Type of a column in the record; None without a fixed width."""
    if column.type == "string" and column.unit == "mpsz":
        return _WAITS
    if column.type == "category" and column.name in VOCABULARIES:
        return _CODE
    if column.type == "date":
        return _DAYS
    return None if column.type in _BESIDE else np.dtype(column.type)


@cache
def packed_schema(table: str) -> pa.Schema:
    """Schema of packed rows."""
    layout = _layout(table)
    beside = [pa.field(column.name, _BESIDE[column.type]) for column in layout.beside]
    return pa.schema([pa.field(RECORD, pa.binary(layout.record.itemsize)), *beside])


def packed(table: str, columns: Columns, rows: int | SeatRows) -> pa.RecordBatch:
    """Packed rows of a table.

    Args:
        table: Name of the table.
        columns: Columns by name, without the keys.
        rows: Number of rows, or the seats that are rows; with seats, fixed-width values have shape
            (hands, 4), or one that broadcasts to it.

    Raises:
        ValueError: When the names differ from the schema, or a column without nulls has a null.
    """
    layout = _layout(table)
    names = {column.name for column in (*layout.inside, *layout.beside)}
    if set(columns) != names:
        raise ValueError(f"columns of {table} differ from its schema: {sorted(set(columns) ^ names)}")
    records = np.zeros(rows if isinstance(rows, int) else rows.shape, layout.record)
    nulls = np.zeros((*records.shape, 8 * records[_NULLS].shape[-1]), np.bool_)
    for column in layout.inside:
        values, null = _numbers(column, columns[column.name])
        records[column.name] = values
        if null is not None and column.null:
            nulls[..., layout.flags[column.name]] = null
        elif null is not None and null.any():
            raise _unexpected_null(column)
    records[_NULLS] = np.packbits(nulls, axis=-1)
    if not isinstance(rows, int):
        # Indexing would copy field by field.
        records = records.ravel().take(rows.places)
    arrays = [_octets(records), *(_beside(column, columns[column.name]) for column in layout.beside)]
    return pa.RecordBatch.from_arrays(arrays, schema=packed_schema(table))


def _octets(records: NDArray[np.void]) -> pa.Array:
    octets = pa.py_buffer(records.view(np.uint8))
    return pa.Array.from_buffers(pa.binary(records.dtype.itemsize), len(records), [None, octets])


def _unexpected_null(column: Column) -> ValueError:
    return ValueError(f"column {column.name} has nulls, which its schema does not allow")


def _numbers(column: Column, values: Values) -> tuple[NDArray[np.generic], NDArray[np.bool_] | None]:
    """Numbers and their nulls; a number that does not fit the column is null, since logs can state any."""
    if isinstance(values, Coded):
        if values.names is not VOCABULARIES[column.name]:
            raise ValueError(f"column {column.name} has names that differ from its vocabulary")
        unnamed = values.codes < 0
        return np.where(unnamed, 0, values.codes), unnamed
    if isinstance(values, Waits):
        return values
    plain, null = _plain(values)
    limits = _limits(column.type, plain.dtype)
    if limits is None or plain.size == 0 or limits[0] <= plain.min() <= plain.max() <= limits[1]:
        return plain, null
    outside = np.less(plain, limits[0]) | np.greater(plain, limits[1])
    return plain, outside if null is None else null | outside


@cache
def _limits(column_type: str, given: np.dtype[np.generic]) -> tuple[int, int] | None:
    """Least and greatest number that fits a column; None if every number of the given type fits."""
    dtype = _DAYS if column_type == "date" else np.dtype(column_type)
    if dtype.kind not in "iu" or np.can_cast(given, dtype):
        return None
    limits = np.iinfo(dtype.name)
    return int(limits.min), int(limits.max)


def _plain(values: Values) -> tuple[NDArray[np.generic], NDArray[np.bool_] | None]:
    """Numbers and their nulls."""
    if isinstance(values, np.ndarray):
        return values, None
    if isinstance(values, Nullable):
        return values
    if isinstance(values, (Coded, Waits, Lists)):
        raise TypeError(f"{type(values).__name__} are no numbers")
    listed = [value.toordinal() - _EPOCH if isinstance(value, date) else value or 0 for value in values]
    return np.array(listed), np.array([value is None for value in values], np.bool_)


def _beside(column: Column, values: Values) -> pa.Array:
    if isinstance(values, Lists):
        return _lists(values)
    if isinstance(values, Coded):
        array = texts(values.names).take(numbers(values.codes, values.codes < 0))
    else:
        array = texts([None if value is None else str(value) for value in values])
    if array.null_count and not column.null:
        raise _unexpected_null(column)
    return array


def _lists(values: Lists) -> pa.Array:
    is_coded = isinstance(values.items, Coded)
    items = numbers(values.items.codes.astype(_CODE) if isinstance(values.items, Coded) else values.items)
    mask = None if values.null is None else numbers(values.null)
    arrow_type = _BESIDE["list<category>" if is_coded else "list<int8>"]
    return pa.ListArray.from_arrays(numbers(values.offsets), items, type=arrow_type, mask=mask)


def unpacked(table: str, rows: pa.RecordBatch) -> dict[str, pa.Array]:
    """Columns of packed rows by name; repeated texts are dictionary-encoded."""
    layout = _layout(table)
    octets = rows[RECORD]
    records = np.frombuffer(octets.buffers()[1] or b"", layout.record)[octets.offset :][: len(octets)]
    flags = np.ascontiguousarray(np.unpackbits(records[_NULLS], axis=-1).view(np.bool_).T)
    some = [bool(flag.any()) for flag in flags]
    columns = {}
    for column in layout.inside:
        place = layout.flags.get(column.name)
        null = None if place is None or not some[place] else flags[place]
        columns[column.name] = _column(column, np.ascontiguousarray(records[column.name]), null)
    return columns | {column.name: _unpacked(column, rows[column.name]) for column in layout.beside}


def _column(column: Column, values: NDArray[np.generic], null: NDArray[np.bool_] | None) -> pa.Array:
    if values.dtype == _WAITS:
        return _waits(values.view(np.uint64), null)
    if column.type == "category":
        return pa.DictionaryArray.from_arrays(numbers(values.astype(np.int32), null), _words(column.name))
    return numbers(values, null, pa.date32() if column.type == "date" else None)


def _unpacked(column: Column, values: pa.Array) -> pa.Array:
    if column.type != "list<category>":
        return values
    items = pa.DictionaryArray.from_arrays(values.values.cast(pa.int32()), _words(column.name))
    arrow_type = pa.list_(pa.field("element", items.type, nullable=False))
    return pa.Array.from_buffers(
        arrow_type, len(values), values.buffers()[:2], offset=values.offset, children=[items]
    )


def _waits(kinds: NDArray[np.uint64], null: NDArray[np.bool_] | None) -> pa.Array:
    """Sets of tile kinds as mpsz text; most sets are empty."""
    waiting = np.flatnonzero(kinds)
    different, places = np.unique(kinds[waiting], return_inverse=True)
    codes = np.zeros(len(kinds), np.int32)
    codes[waiting] = places + 1
    names = strings(*waits_text(np.append(np.zeros(1, np.uint64), different)))
    return pa.DictionaryArray.from_arrays(numbers(codes, null), names)


@cache
def _words(name: str) -> pa.Array:
    return texts(VOCABULARIES[name])
