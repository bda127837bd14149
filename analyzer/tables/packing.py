"""Rows of a table as units keep them: numbers wherever a column can be put into numbers.

Names from a vocabulary are indices of it, and waits are sets of kinds: so they are copied, put in order and
written at the cost of numbers, and become text when a table is finished.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.tables.arrays import numbers, strings, texts, words
from analyzer.tables.categories import VOCABULARIES
from analyzer.tables.schema import PARTITIONED, TABLES, Column
from analyzer.tables.seat_rows import SeatRows
from analyzer.tables.values import Coded, Columns, Lists, Nullable, Values, Waits, waits_text

__all__ = ["packed", "packed_schema", "unpacked"]

_KEYS: Final = ("log_id", *PARTITIONED)
_EPOCH: Final = date(1970, 1, 1).toordinal()
_CODE: Final = pa.uint8()
_WAITS: Final = pa.uint64()
_STRING: Final = pa.string()
_PACKED: Final = {
    "bool": pa.bool_(),
    "uint8": pa.uint8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "float64": pa.float64(),
    "date": pa.date32(),
    "string": _STRING,
    "category": _STRING,
    "int8": pa.int8(),
    "list<int8>": pa.list_(pa.field("element", pa.int8(), nullable=False)),
    "list<category>": pa.list_(pa.field("element", _CODE, nullable=False)),
}
"""By the type of a column, unless it is one of waits, or has a vocabulary."""


@cache
def packed_schema(table: str) -> pa.Schema:
    """Schema of packed rows: the columns of a table without keys."""
    columns = (column for column in TABLES[table] if column.name not in _keys(table))
    return pa.schema([pa.field(column.name, _packed_type(column)) for column in columns])


def _keys(table: str) -> tuple[str, ...]:
    """Columns that a unit keeps in its list of logs alone."""
    names = {column.name for column in TABLES[table]}
    return _KEYS if names >= set(PARTITIONED) else ("log_id",)


def _packed_type(column: Column) -> pa.DataType:
    if column.type == "string" and column.unit == "mpsz":
        return _WAITS
    if column.type == "category" and column.name in VOCABULARIES:
        return _CODE
    return _PACKED[column.type]


def packed(table: str, columns: Columns, rows: SeatRows | None = None) -> pa.RecordBatch:
    """Rows of a table, packed.

    Args:
        table: Its name.
        columns: By name, without the keys.
        rows: Which seats of the hands they are; numbers are then of shape (hands, 4), or of one that
            broadcasts to it.

    Raises:
        ValueError: When the names are not those of the schema, or a column without nulls has one.
    """
    schema = packed_schema(table)
    if set(columns) != set(schema.names):
        differing = sorted(set(columns) ^ set(schema.names))
        raise ValueError(f"columns of {table} differ from its schema: {differing}")
    arrays = [
        _array(column, columns[column.name], schema.field(column.name).type, rows)
        for column in TABLES[table]
        if column.name in columns
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _array(column: Column, values: Values, arrow_type: pa.DataType, rows: SeatRows | None) -> pa.Array:
    if isinstance(values, Lists):
        return _lists(values)
    if isinstance(values, Coded) and values.names is not VOCABULARIES.get(column.name, values.names):
        raise ValueError(f"column {column.name} has other names than its vocabulary")
    is_text = arrow_type == _STRING
    array = _strings(values) if is_text else _numbers(arrow_type, *_plain(values), rows)
    if array.null_count and not column.null:
        raise ValueError(f"column {column.name} has nulls, which its schema does not allow")
    return array


def _plain(values: Values) -> tuple[NDArray[np.generic], NDArray[np.bool_] | None]:
    """Numbers, and which of them are null."""
    if isinstance(values, np.ndarray):
        return values, None
    if isinstance(values, (Nullable, Waits)):
        return values
    if isinstance(values, Coded):
        null = values.codes < 0
        return np.where(null, 0, values.codes), null
    days = [value.toordinal() - _EPOCH if isinstance(value, date) else value or 0 for value in values]
    return np.array(days), np.array([value is None for value in values], np.bool_)


def _numbers(
    arrow_type: pa.DataType,
    values: NDArray[np.generic],
    null: NDArray[np.bool_] | None,
    rows: SeatRows | None,
) -> pa.Array:
    """Numbers in their column's type; one that does not fit is null, for logs can state any."""
    dtype = _dtype(arrow_type)
    if dtype.kind in "iu" and values.size and not np.can_cast(values.dtype, dtype):
        limits = np.iinfo(dtype.name)
        if values.min() < limits.min or limits.max < values.max():
            outside = np.less(values, limits.min) | np.greater(values, limits.max)
            null = outside if null is None else null | outside
    if rows is not None:
        values, null = rows.flat(values), None if null is None else rows.flat(null)
    return numbers(np.ascontiguousarray(values, dtype), null, arrow_type)


@cache
def _dtype(arrow_type: pa.DataType) -> np.dtype[np.generic]:
    """NumPy's type of such numbers; a day is the number of days since 1970."""
    return np.dtype(np.int32 if pa.types.is_date(arrow_type) else arrow_type.to_pandas_dtype())


def _strings(values: Values) -> pa.Array:
    if isinstance(values, Coded):
        return texts(values.names).take(numbers(values.codes, values.codes < 0))
    return texts([None if value is None else str(value) for value in values])


def _lists(values: Lists) -> pa.Array:
    is_coded = isinstance(values.items, Coded)
    items = numbers(values.items.codes.astype(np.uint8) if isinstance(values.items, Coded) else values.items)
    mask = None if values.null is None else numbers(values.null)
    arrow_type = _PACKED["list<category>" if is_coded else "list<int8>"]
    return pa.ListArray.from_arrays(numbers(values.offsets), items, type=arrow_type, mask=mask)


def unpacked(table: str, rows: pa.RecordBatch) -> dict[str, pa.Array]:
    """Columns of packed rows, by name; texts that repeat are dictionary-encoded."""
    columns = {column.name: column for column in TABLES[table]}
    return {field.name: _unpacked(columns[field.name], rows[field.name]) for field in rows.schema}


def _unpacked(column: Column, values: pa.Array) -> pa.Array:
    if values.type == _WAITS:
        return _waits(words(values, np.uint64)[:, 0], values)
    if column.type == "category" and values.type == _CODE:
        return pa.DictionaryArray.from_arrays(values, _words(column.name))
    if column.type == "list<category>":
        items = pa.DictionaryArray.from_arrays(values.values, _words(column.name))
        return _list_of(items, values)
    return values


def _waits(kinds: NDArray[np.uint64], packed: pa.Array) -> pa.Array:
    """Sets of kinds as mpsz text; mostly they are empty."""
    waiting = np.flatnonzero(kinds)
    different, places = np.unique(kinds[waiting], return_inverse=True)
    codes = np.zeros(len(kinds), np.int32)
    codes[waiting] = places + 1
    names = strings(*waits_text(np.append(np.zeros(1, np.uint64), different)))
    return pa.DictionaryArray.from_arrays(_with_nulls(numbers(codes), packed), names)


def _with_nulls(array: pa.Array, other: pa.Array) -> pa.Array:
    """The numbers, null where another array is."""
    if other.null_count == 0:
        return array
    return pa.Array.from_buffers(array.type, len(array), [other.buffers()[0], array.buffers()[1]])


def _list_of(items: pa.Array, lists: pa.Array) -> pa.Array:
    """Lists of other items at the same places."""
    arrow_type = pa.list_(pa.field("element", items.type, nullable=False))
    return pa.Array.from_buffers(
        arrow_type, len(lists), lists.buffers()[:2], offset=lists.offset, children=[items]
    )


@cache
def _words(name: str) -> pa.Array:
    return texts(VOCABULARIES[name])
