"""The Arrow schemas of the tables, and the columns of a batch as Arrow arrays."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Final, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer import __version__
from analyzer.tables.arrow_arrays import numbers, strings, texts, words
from analyzer.tables.column_values import Coded, Columns, Lists, Nullable, SeatRows, Values, Waits, waits_text
from analyzer.tables.schema import SCHEMA_VERSION, TABLES, Column

__all__ = ["arrow_schema", "arrow_table", "metadata", "stored_schema"]

_TEXT: Final = pa.dictionary(pa.int32(), pa.string())
_ARROW: Final = {
    "bool": pa.bool_(),
    "uint8": pa.uint8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "float64": pa.float64(),
    "date": pa.date32(),
    "string": pa.string(),
    "category": _TEXT,
    "int8": pa.int8(),
    # The name that Parquet gives to the items of a list.
    "list<int8>": pa.list_(pa.field("element", pa.int8(), nullable=False)),
    "list<category>": pa.list_(pa.field("element", _TEXT, nullable=False)),
}
_DAYS: Final = np.dtype(np.int32)
_EPOCH: Final = date(1970, 1, 1).toordinal()

_Item = TypeVar("_Item", bound=np.generic)


def metadata(table: str) -> dict[str, str]:
    """Metadata of each file: its table, the schema version, and the version of the program."""
    return {
        "tenhou_analyzer.table": table,
        "tenhou_analyzer.schema": str(SCHEMA_VERSION),
        "tenhou_analyzer.version": __version__,
    }


@cache
def arrow_schema(table: str) -> pa.Schema:
    """Arrow schema of a table; units and meanings are in the metadata of its fields."""
    return pa.schema([_field(column) for column in TABLES[table]], metadata=metadata(table))


@cache
def stored_schema(table: str) -> pa.Schema:
    """Schema of the files of a table: categories are strings, in lists too."""
    schema = arrow_schema(table)
    fields = [field.with_type(_with_strings(field.type)) for field in schema]
    return pa.schema(fields, metadata=schema.metadata)


def _with_strings(arrow_type: pa.DataType) -> pa.DataType:
    if pa.types.is_dictionary(arrow_type):
        return pa.string()
    if pa.types.is_list(arrow_type):
        return pa.list_(arrow_type.value_field.with_type(_with_strings(arrow_type.value_type)))
    return arrow_type


def _field(column: Column) -> pa.Field:
    notes = {"meaning": column.meaning, "unit": column.unit, "null": column.null}
    return pa.field(
        column.name,
        _ARROW[column.type],
        nullable=bool(column.null),
        metadata={key: text for key, text in notes.items() if text},
    )


def arrow_table(table: str, columns: Columns, seats: SeatRows | None = None) -> pa.Table:
    """A table in the types of `arrow_schema`, but that repeated strings are dictionary-encoded.

    Args:
        table: Name of the table.
        columns: Columns by name.
        seats: The seats that are rows; with them, values of fixed width have shape (hands, 4), or one that
            broadcasts to it.

    Raises:
        ValueError: When the names differ from the schema, or a column without nulls has a null.
    """
    schema = arrow_schema(table)
    if set(columns) != set(schema.names):
        raise ValueError(f"columns of {table} differ from its schema: {sorted({*columns} ^ {*schema.names})}")
    arrays = [_array(column, columns[column.name], seats) for column in TABLES[table]]
    for field, array in zip(schema, arrays, strict=True):
        if array.null_count and not field.nullable:
            raise ValueError(f"column {field.name} has nulls, which its schema does not allow")
    fields = [field.with_type(array.type) for field, array in zip(schema, arrays, strict=True)]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=schema.metadata))


def _array(column: Column, values: Values | pa.Array, seats: SeatRows | None) -> pa.Array:
    if isinstance(values, pa.Array):
        return values
    if isinstance(values, Lists):
        return _lists(column, values)
    if isinstance(values, Coded):
        return _coded(values, seats)
    if isinstance(values, Waits):
        null = None if values.null is None else _flat(values.null, seats)
        return _waits(_flat(values.kinds, seats), null)
    if column.type in ("string", "category"):
        found = texts([None if value is None else str(value) for value in values])
        return found.dictionary_encode() if column.type == "category" else found
    return _numbers(column, *_plain(values), seats)


def _flat(values: NDArray[_Item], seats: SeatRows | None) -> NDArray[_Item]:
    """One value for each row."""
    return values if seats is None else seats.flat(values)


def _coded(values: Coded, seats: SeatRows | None) -> pa.Array:
    codes = _flat(values.codes, seats)
    unnamed = codes < 0
    held = np.where(unnamed, 0, codes).astype(np.int32)
    return pa.DictionaryArray.from_arrays(numbers(held, unnamed), _words(values.names))


@cache
def _words(names: tuple[str, ...]) -> pa.Array:
    return texts(names)


def _lists(column: Column, values: Lists) -> pa.Array:
    items = _coded(values.items, None) if isinstance(values.items, Coded) else numbers(values.items)
    mask = None if values.null is None else numbers(values.null)
    return pa.ListArray.from_arrays(numbers(values.offsets), items, type=_ARROW[column.type], mask=mask)


def _waits(kinds: NDArray[np.uint64], null: NDArray[np.bool_] | None) -> pa.Array:
    """Sets of tile kinds as mpsz text; most sets are empty."""
    waiting = np.flatnonzero(kinds)
    found = numbers(kinds[waiting]).dictionary_encode()
    codes = np.zeros(len(kinds), np.int32)
    codes[waiting] = words(found.indices, np.int32)[:, 0] + 1
    different = words(found.dictionary, np.uint64)[:, 0]
    names = strings(*waits_text(np.append(np.zeros(1, np.uint64), different)))
    return pa.DictionaryArray.from_arrays(numbers(codes, null), names)


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


def _numbers(
    column: Column, values: NDArray[np.generic], null: NDArray[np.bool_] | None, seats: SeatRows | None
) -> pa.Array:
    """Numbers; one that does not fit the column is null, since logs can state any."""
    limits = _limits(column.type, values.dtype)
    if limits is not None and values.size and not limits[0] <= values.min() <= values.max() <= limits[1]:
        outside = np.less(values, limits[0]) | np.greater(values, limits[1])
        null = outside if null is None else null | outside
    with np.errstate(invalid="ignore"):
        held = _flat(values, seats).astype(_dtype(column.type), copy=False)
    flags = None if null is None else _flat(null, seats)
    return numbers(held, flags, pa.date32() if column.type == "date" else None)


def _dtype(column_type: str) -> np.dtype[np.generic]:
    return _DAYS if column_type == "date" else np.dtype(column_type)


@cache
def _limits(column_type: str, given: np.dtype[np.generic]) -> tuple[int, int] | None:
    """Least and greatest number that fits a column; None if every number of the given type fits."""
    dtype = _dtype(column_type)
    if dtype.kind not in "iu" or np.can_cast(given, dtype):
        return None
    limits = np.iinfo(dtype.name)
    return int(limits.min), int(limits.max)
