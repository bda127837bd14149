"""Arrow tables of the schema, made from the values that the table modules hand over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer import __version__
from analyzer.tables.arrays import numbers, texts
from analyzer.tables.schema import SCHEMA_VERSION, TABLES, Column
from analyzer.tables.values import Coded, Columns, Lists, Nullable, Text, Values

__all__ = ["arrow_schema", "arrow_table", "built_schema", "metadata", "with_strings"]

_CATEGORY: Final = pa.dictionary(pa.int32(), pa.string())
_ARROW: Final = {
    "bool": pa.bool_(),
    "uint8": pa.uint8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "float64": pa.float64(),
    "date": pa.date32(),
    "string": pa.string(),
    "category": _CATEGORY,
    "int8": pa.int8(),
    # Parquet calls the items of a list so.
    "list<int8>": pa.list_(pa.field("element", pa.int8(), nullable=False)),
    "list<category>": pa.list_(pa.field("element", _CATEGORY, nullable=False)),
}
_EPOCH: Final = date(1970, 1, 1).toordinal()


def metadata(table: str) -> dict[str, str]:
    """What every file says of itself: table, schema version, and the tool that wrote it."""
    return {
        "tenhou_analyzer.table": table,
        "tenhou_analyzer.schema": str(SCHEMA_VERSION),
        "tenhou_analyzer.version": __version__,
    }


@cache
def arrow_schema(table: str) -> pa.Schema:
    """Arrow schema of a table; units and meanings stand in the metadata of its fields."""
    return pa.schema([_field(column) for column in TABLES[table]], metadata=metadata(table))


def with_strings(arrow_type: pa.DataType) -> pa.DataType:
    """The type that files hold: strings where tables have categories, in lists too."""
    if pa.types.is_dictionary(arrow_type):
        return pa.string()
    if pa.types.is_list(arrow_type):
        return pa.list_(arrow_type.value_field.with_type(with_strings(arrow_type.value_type)))
    return arrow_type


@cache
def built_schema(table: str) -> pa.Schema:
    """The same with ``log_id`` dictionary-encoded, as batches have it."""
    schema = arrow_schema(table)
    place = schema.get_field_index("log_id")
    return schema.set(place, schema.field(place).with_type(_ARROW["category"]))


def _field(column: Column) -> pa.Field:
    notes = {"meaning": column.meaning, "unit": column.unit, "null": column.null}
    return pa.field(
        column.name,
        _ARROW[column.type],
        nullable=bool(column.null),
        metadata={key: text for key, text in notes.items() if text},
    )


def arrow_table(table: str, columns: Columns) -> pa.Table:
    """The table whose columns these values are; ``log_id`` is dictionary-encoded where it repeats.

    Raises:
        ValueError: When the names are not those of the schema, or a column without nulls has one.
    """
    names = [column.name for column in TABLES[table]]
    if set(columns) != set(names):
        raise ValueError(f"columns of {table} differ from its schema: {sorted(set(columns) ^ set(names))}")
    arrays = [_array(column, columns[column.name]) for column in TABLES[table]]
    schema = built_schema(table) if pa.types.is_dictionary(arrays[0].type) else arrow_schema(table)
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(column: Column, values: Values) -> pa.Array:
    array = _converted(_ARROW[column.type], values)
    if array.null_count and not column.null:
        raise ValueError(f"column {column.name} has nulls, which its schema does not allow")
    return array


def _converted(arrow_type: pa.DataType, values: Values) -> pa.Array:
    if isinstance(values, Coded):
        return _strings(values)
    if isinstance(values, Text):
        return _text(values)
    if isinstance(values, Lists):
        return _lists(arrow_type, values)
    if isinstance(values, Nullable):
        return _numbers(arrow_type, values.values, values.null)
    if isinstance(values, np.ndarray):
        return _numbers(arrow_type, values, None)
    return _listed(arrow_type, values)


def _numbers(
    arrow_type: pa.DataType, values: NDArray[np.generic], null: NDArray[np.bool_] | None
) -> pa.Array:
    """Numbers in their column's type; one that does not fit is null, for logs can state any."""
    dtype = _dtype(arrow_type)
    if dtype.kind in "iu" and not np.can_cast(values.dtype, dtype):
        limits, wide = np.iinfo(dtype.name), values.astype(np.int64)
        outside = (wide < limits.min) | (wide > limits.max)
        if outside.any():
            null = outside if null is None else null | outside
    array = numbers(np.ascontiguousarray(values, dtype), null)
    return array.view(arrow_type) if pa.types.is_date(arrow_type) else array


def _dtype(arrow_type: pa.DataType) -> np.dtype[np.generic]:
    """NumPy's type of such numbers; a day is the number of days since 1970."""
    return np.dtype(np.int32 if pa.types.is_date(arrow_type) else arrow_type.to_pandas_dtype())


def _strings(values: Coded) -> pa.Array:
    codes = np.ascontiguousarray(values.codes, np.int32)
    return pa.DictionaryArray.from_arrays(numbers(codes, codes < 0), texts(values.names))


def _text(values: Text) -> pa.Array:
    rows = len(values.offsets) - 1
    validity = None
    if values.null is not None:
        validity = pa.py_buffer(np.packbits(~values.null, bitorder="little").tobytes())
    buffers = [validity, pa.py_buffer(values.offsets.tobytes()), pa.py_buffer(values.data.tobytes())]
    return pa.Array.from_buffers(pa.string(), rows, buffers)


def _lists(arrow_type: pa.DataType, values: Lists) -> pa.Array:
    items = _converted(arrow_type.value_type, values.items)
    mask = None if values.null is None else numbers(values.null)
    return pa.ListArray.from_arrays(
        numbers(values.offsets.astype(np.int32)), items, type=arrow_type, mask=mask
    )


def _listed(arrow_type: pa.DataType, values: Sequence[object]) -> pa.Array:
    if pa.types.is_dictionary(arrow_type):
        return _strings_of(values).dictionary_encode()
    if pa.types.is_string(arrow_type):
        return _strings_of(values)
    null = np.array([value is None for value in values], np.bool_)
    plain = [value.toordinal() - _EPOCH if isinstance(value, date) else value or 0 for value in values]
    return _numbers(arrow_type, np.array(plain), null)


def _strings_of(values: Sequence[object]) -> pa.Array:
    return texts([None if value is None else str(value) for value in values])
