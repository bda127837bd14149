"""Rows picked from many record batches: numbers by NumPy, which takes them at a fraction of Arrow's time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.tables.arrays import bits, numbers

__all__ = ["Piece", "gather", "picked"]

_Numbers: TypeAlias = "tuple[NDArray[np.generic], NDArray[np.bool_] | None]"
Piece: TypeAlias = "list[_Numbers | pa.Array]"
"""Some rows of a record batch, column by column: numbers and which of them are null, or an Arrow array."""


def picked(rows: pa.RecordBatch, wanted: NDArray[np.int64]) -> Piece:
    """Some rows of a batch.

    Args:
        rows: The batch.
        wanted: Numbers of its rows, one at least.
    """
    count = len(wanted)
    # A view holds all of the batch: it is taken only where most of that is wanted.
    is_run = count * 2 >= rows.num_rows and bool((np.diff(wanted) == 1).all())
    first = int(wanted[0])
    place = slice(first, first + count) if is_run else wanted
    piece: Piece = []
    for column in rows.columns:
        if pa.types.is_primitive(column.type):
            values, null = _numbers(column)
            piece.append((values[place], None if null is None else null[place]))
        else:
            piece.append(column.slice(first, count) if is_run else column.take(numbers(wanted)))
    return piece


def _numbers(column: pa.Array) -> _Numbers:
    """Numbers of a whole column, and which are null."""
    validity, held = column.buffers()
    null = None if column.null_count == 0 else ~bits(validity, len(column))
    if pa.types.is_boolean(column.type):
        return bits(held, len(column)), null
    dtype = np.dtype(f"u{column.type.bit_width // 8}")
    return np.frombuffer(held, dtype, len(column)), null


def gather(pieces: Sequence[Piece], schema: pa.Schema, order: NDArray[np.int64] | None) -> pa.RecordBatch:
    """The rows of all pieces, one piece after another, then put in order.

    Args:
        pieces: One at least.
        schema: Of them all.
        order: Places of the rows; None where they stand as they should.
    """
    columns = zip(schema, zip(*pieces, strict=True), strict=True)
    return pa.RecordBatch.from_arrays(
        [_joined(field.type, parts, order) for field, parts in columns], schema=schema
    )


def _joined(
    arrow_type: pa.DataType, parts: Sequence[_Numbers | pa.Array], order: NDArray[np.int64] | None
) -> pa.Array:
    plain = [part for part in parts if isinstance(part, tuple)]
    if not plain:
        array = pa.concat_arrays(parts)
        return array if order is None else array.take(numbers(order))
    values = np.concatenate([part for part, _ in plain])
    null = None
    if any(part is not None for _, part in plain):
        null = np.concatenate(
            [np.zeros(len(part), np.bool_) if is_null is None else is_null for part, is_null in plain]
        )
    if order is not None:
        values, null = values.take(order), None if null is None else null.take(order)
    return numbers(values, null, arrow_type)
