"""The columns of tables as Arrow: schemas, arrays of NumPy or Python values, and the tables of a batch.

Arrays are made through their buffers: ``pyarrow.array`` imports pandas to check for pandas objects, which
costs 0.3 s and 50 MB in every process of a run.  For the way back `plain` does without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer import __version__
from analyzer.tables.schema import SCHEMA_VERSION, TABLES, Column
from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import ABSENT, SEATS


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


_Item = TypeVar("_Item", bound=np.generic)

_WAITS_KEPT: Final = 8192
"""More than the sets of waits that a million games have."""


class Nullable(NamedTuple):
    """Values with a mask of nulls."""

    values: NDArray[np.generic]
    null: NDArray[np.bool_] | None
    """None if no value is null."""


class Coded(NamedTuple):
    """Strings stored as indices into a few names; a negative index is null."""

    codes: NDArray[np.integer]
    names: tuple[str, ...]


class Waits(NamedTuple):
    """Sets of tile kinds, one bit per kind; tables show them as mpsz text."""

    kinds: NDArray[np.uint64]
    null: NDArray[np.bool_] | None
    """None if no set is null."""


class Lists(NamedTuple):
    """Lists of numbers or categories, concatenated in ``items``."""

    items: NDArray[np.generic] | Coded
    offsets: NDArray[np.int32]
    """Shape (rows + 1,)."""
    null: NDArray[np.bool_] | None
    """None if no list is null; null lists are empty."""


Values: TypeAlias = "NDArray[np.generic] | Nullable | Coded | Waits | Lists | Sequence[Any] | pa.Array"
"""Arrays have shape (rows,); in the table ``seats`` (hands, 4), or a shape that broadcasts to it."""
Columns: TypeAlias = dict[str, Values]


def logged(values: NDArray[np.integer]) -> Nullable:
    """Numbers as logged; null where the log states none."""
    return Nullable(values, some(values == ABSENT))


def some(null: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """The mask, or None if it marks nothing; columns that share it need not check again."""
    return null if null.any() else None


class SeatRows(NamedTuple):
    """The occupied seats, by hand, then seat."""

    hands: int
    places: NDArray[np.intp]
    """Shape (rows,): indices into a flattened array of shape (hands, 4)."""

    def flat(self, values: NDArray[_Item]) -> NDArray[_Item]:
        """Values of these rows, taken from an array of shape (hands, 4) or one that broadcasts to it."""
        shape = (self.hands, SEATS)
        flat = (values if values.shape == shape else np.broadcast_to(values, shape)).ravel()
        return flat if len(self.places) == len(flat) else flat.take(self.places)


def arrow_table(table: str, columns: Columns, seats: SeatRows | None = None) -> pa.Table:
    """A table in the types of `arrow_schema`, but that repeated strings are dictionary-encoded.

    With ``seats``, which are the rows, values of fixed width have shape (hands, 4), or broadcast to it.

    Raises:
        ValueError: When the names differ from the schema, or a column without nulls has a null.
    """
    fields = _fields(table)
    if columns.keys() != fields.keys():
        raise ValueError(
            f"columns of {table} differ from its schema: {sorted(columns.keys() ^ fields.keys())}"
        )
    arrays = []
    with np.errstate(invalid="ignore"):
        for name, (kind, may_be_null) in fields.items():
            array = _array(kind, columns[name], seats)
            if not may_be_null and array.null_count:
                raise ValueError(f"column {name} has nulls, which its schema does not allow")
            arrays.append(array)
    coded = tuple([pa.types.is_dictionary(array.type) for array in arrays])
    return pa.Table.from_arrays(arrays, schema=_with_codes(table, coded))


@cache
def _fields(table: str) -> dict[str, tuple[pa.DataType, bool]]:
    """Type of each column, and whether it may have nulls."""
    return {field.name: (field.type, field.nullable) for field in arrow_schema(table)}


@cache
def _with_codes(table: str, coded: tuple[bool, ...]) -> pa.Schema:
    """The schema of a table as it was built: strings that repeat may be dictionary-encoded."""
    schema = arrow_schema(table)
    fields = [field.with_type(TEXT) if is_so else field for field, is_so in zip(schema, coded, strict=True)]
    return pa.schema(fields, metadata=schema.metadata)


def _array(kind: pa.DataType, values: Values | pa.Array, seats: SeatRows | None) -> pa.Array:
    if isinstance(values, np.ndarray):
        return _numbers(kind, values, None, seats)
    if isinstance(values, Nullable):
        return _numbers(kind, *values, seats)
    if isinstance(values, pa.Array):
        return values
    if isinstance(values, Coded):
        return _coded(values, seats)
    if isinstance(values, Waits):
        return _waits(*_flat(*values, seats))
    if isinstance(values, Lists):
        held = values.items
        items = _coded(held, None) if isinstance(held, Coded) else _numbers(kind.value_type, held, None, None)
        mask = None if values.null is None else numbers(values.null)
        return pa.ListArray.from_arrays(numbers(values.offsets), items, type=kind, mask=mask)
    if kind in (TEXT, pa.string()):
        found = texts(cast("Sequence[str | None]", values))
        return found.dictionary_encode() if kind == TEXT else found
    null = np.array([value is None for value in values], np.bool_)
    return _numbers(kind, np.array([value or 0 for value in values]), null, seats)


def _coded(values: Coded, seats: SeatRows | None) -> pa.Array:
    codes, _ = _flat(values.codes, None, seats)
    indices = numbers(np.maximum(codes, 0).astype(np.int32), codes < 0)
    return pa.DictionaryArray.from_arrays(indices, _words(values.names))


@cache
def _words(names: tuple[str, ...]) -> pa.Array:
    return texts(names)


def _waits(kinds: NDArray[np.uint64], null: NDArray[np.bool_] | None) -> pa.Array:
    """Sets of tile kinds as mpsz text; most sets are empty."""
    waiting = np.flatnonzero(kinds)
    found = numbers(kinds[waiting]).dictionary_encode()
    codes = np.zeros(len(kinds), np.int32)
    codes[waiting] = plain(found.indices) + 1
    names = texts(["", *map(_waits_text, plain(found.dictionary).tolist())])
    return pa.DictionaryArray.from_arrays(numbers(codes, null), names)


_waits_text = lru_cache(_WAITS_KEPT)(mask_text)


def _numbers(
    kind: pa.DataType, values: NDArray[np.generic], null: NDArray[np.bool_] | None, seats: SeatRows | None
) -> pa.Array:
    """Numbers; one that does not fit the column is null, since logs can state any."""
    dtype, limits = _dtype(kind, values.dtype)
    if limits is not None and values.size and not limits[0] <= values.min() <= values.max() <= limits[1]:
        outside = np.less(values, limits[0]) | np.greater(values, limits[1])
        null = outside if null is None else null | outside
    held, null = _flat(values, null, seats)
    return numbers(held.astype(dtype, copy=False), null, kind)


def _flat(
    values: NDArray[_Item], null: NDArray[np.bool_] | None, seats: SeatRows | None
) -> tuple[NDArray[_Item], NDArray[np.bool_] | None]:
    """One value for each row, and the nulls."""
    if seats is None:
        return values, null
    return seats.flat(values), None if null is None else seats.flat(null)


@cache
def _dtype(kind: pa.DataType, given: np.dtype[np.generic]) -> tuple[np.dtype[Any], tuple[int, int] | None]:
    """The dtype of a column, and the least and greatest number that fits, if not all that are given do."""
    dtype = np.dtype(np.int32 if kind == pa.date32() else kind.to_pandas_dtype())
    if dtype.kind not in "iu" or np.can_cast(given, dtype):
        return dtype, None
    limits = np.iinfo(dtype.name)
    return dtype, (int(limits.min), int(limits.max))
