"""The Arrow schemas of the tables; Arrow arrays of NumPy or Python values, and NumPy arrays of Arrow's.

Arrays are made through their buffers: ``pyarrow.array`` imports pandas to check for pandas objects, which
costs 0.3 s and 50 MB in every process of a run.  For the way back `plain` does without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer import __version__
from analyzer.tables.schema import SCHEMA_VERSION, TABLES, Column

__all__ = [
    "DIGEST",
    "TEXT",
    "arrow_array",
    "arrow_schema",
    "digests",
    "numbers",
    "plain",
    "stored_schema",
    "texts",
]


def numbers(
    values: NDArray[np.generic], null: NDArray[np.bool_] | None = None, arrow_type: pa.DataType | None = None
) -> pa.Array:
    """An Arrow array of numbers or bools, of the type of the dtype, or another of the same width."""
    kind = arrow_type or pa.from_numpy_dtype(values.dtype)
    held = _packed(values.view(np.bool_)) if values.dtype == np.bool_ else np.ascontiguousarray(values)
    return pa.Array.from_buffers(kind, len(values), [_validity(null), pa.py_buffer(held)])


def arrow_array(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """An Arrow array of numbers, bools, dates or texts of Python; None becomes null."""
    if pa.types.is_string(kind):
        return texts(values)
    null = np.array([value is None for value in values], np.bool_)
    if pa.types.is_date32(kind):
        days = np.array(values, "datetime64[D]").astype(np.int64)
        return numbers(days.astype(np.int32), null, kind)
    there = [0 if value is None else value for value in values]
    return numbers(np.array(there, kind.to_pandas_dtype()), null)


def texts(values: Sequence[str | None]) -> pa.Array:
    """An Arrow array of strings; None becomes null."""
    null = np.array([value is None for value in values], np.bool_) if None in values else None
    known = [value or "" for value in values]
    joined = "".join(known)
    # Letters of ASCII are one byte each; to encode every text by itself takes as long as all else here.
    sizes = map(len, known if joined.isascii() else map(str.encode, known))
    offsets = np.zeros(len(values) + 1, np.int32)
    np.cumsum([*sizes], out=offsets[1:])
    buffers = [_validity(null), pa.py_buffer(offsets), pa.py_buffer(joined.encode())]
    return pa.Array.from_buffers(pa.string(), len(values), buffers)


def digests(values: Sequence[bytes | None]) -> pa.Array:
    """An Arrow array of SHA-256 digests; None becomes null."""
    null = np.array([value is None for value in values], np.bool_)
    octets = pa.py_buffer(b"".join(value or bytes(DIGEST.byte_width) for value in values))
    return pa.Array.from_buffers(DIGEST, len(values), [_validity(null), octets])


def _validity(null: NDArray[np.bool_] | None) -> pa.Buffer | None:
    return pa.py_buffer(~_packed(null)) if null is not None and null.any() else None


def _packed(flags: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return np.packbits(flags, bitorder="little")


def plain(values: pa.Array | pa.ChunkedArray) -> NDArray[Any]:
    """Numbers or bools without nulls as a NumPy array."""
    array = values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
    if pa.types.is_boolean(array.type):
        return np.from_dlpack(array.cast(pa.uint8())).view(np.bool_)
    return np.from_dlpack(array)


DIGEST: Final = pa.binary(32)
"""A SHA-256."""
TEXT: Final = pa.dictionary(pa.int32(), pa.string())
"""What categories are once they are loaded."""


def _types(text: pa.DataType) -> dict[str, pa.DataType]:
    """Arrow types by those of the schema, categories as this type."""
    plain = ("bool", "int32", "int64", "float64", "string")
    named = {name: pa.type_for_alias(name) for name in plain} | {"date": pa.date32(), "category": text}
    # The name that Parquet gives to the items of a list.
    items = {name: pa.field("element", named[name], nullable=False) for name in ("int32", "category")}
    return named | {f"list<{name}>": pa.list_(item) for name, item in items.items()}


@cache
def arrow_schema(table: str) -> pa.Schema:
    """Arrow schema of a table; units and meanings are in the metadata of its fields."""
    return _schema(table, TEXT)


@cache
def stored_schema(table: str) -> pa.Schema:
    """Schema of the files of a table: categories are strings, in lists too."""
    return _schema(table, pa.string())


def _schema(table: str, text: pa.DataType) -> pa.Schema:
    types, about = _types(text), {"table": table, "schema": str(SCHEMA_VERSION), "version": __version__}
    metadata = {f"tenhou_analyzer.{name}": value for name, value in about.items()}
    return pa.schema([_field(column, types[column.type]) for column in TABLES[table]], metadata=metadata)


def _field(column: Column, kind: pa.DataType) -> pa.Field:
    notes = {"meaning": column.meaning, "unit": column.unit, "null": column.null}
    said = {key: text for key, text in notes.items() if text}
    return pa.field(column.name, kind, nullable=bool(column.null), metadata=said)
