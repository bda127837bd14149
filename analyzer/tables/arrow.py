"""The columns of a batch as Arrow tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, TypeVar, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.tables.arrow_arrays import numbers, plain, texts
from analyzer.tables.arrow_schema import TEXT, arrow_schema
from analyzer.tables.column_values import Coded, Columns, Lists, Nullable, SeatRows, Values, Waits
from analyzer.tiles.counts import mask_text

__all__ = ["arrow_table"]

_Item = TypeVar("_Item", bound=np.generic)

_WAITS_KEPT: Final = 8192
"""More than the sets of waits that a million games have."""


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
        return _waits(_flat(values.kinds, seats), _null(values.null, seats))
    if isinstance(values, Lists):
        items = _coded(values.items, None) if isinstance(values.items, Coded) else numbers(values.items)
        mask = None if values.null is None else numbers(values.null)
        return pa.ListArray.from_arrays(numbers(values.offsets), items, type=kind, mask=mask)
    if kind in (TEXT, pa.string()):
        found = texts(cast("Sequence[str | None]", values))
        return found.dictionary_encode() if kind == TEXT else found
    null = np.array([value is None for value in values], np.bool_)
    return _numbers(kind, np.array([value or 0 for value in values]), null, seats)


def _flat(values: NDArray[_Item], seats: SeatRows | None) -> NDArray[_Item]:
    """One value for each row."""
    return values if seats is None else seats.flat(values)


def _null(null: NDArray[np.bool_] | None, seats: SeatRows | None) -> NDArray[np.bool_] | None:
    return None if null is None else _flat(null, seats)


def _coded(values: Coded, seats: SeatRows | None) -> pa.Array:
    codes = _flat(values.codes, seats)
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
    held = _flat(values, seats).astype(dtype, copy=False)
    return numbers(held, _null(null, seats), kind)


@cache
def _dtype(kind: pa.DataType, given: np.dtype[np.generic]) -> tuple[np.dtype[Any], tuple[int, int] | None]:
    """The dtype of a column, and the least and greatest number that fits, if not all that are given do."""
    dtype = np.dtype(np.int32 if kind == pa.date32() else kind.to_pandas_dtype())
    if dtype.kind not in "iu" or np.can_cast(given, dtype):
        return dtype, None
    limits = np.iinfo(dtype.name)
    return dtype, (int(limits.min), int(limits.max))
