"""Converts between Arrow arrays and NumPy or Python values through their buffers.

``pyarrow.array`` and ``pyarrow.scalar`` do the same, but import pandas to check for pandas objects:
that costs 0.3 s and 50 MB in every process of a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__all__ = ["bits", "numbers", "strings", "texts", "words"]

Word = TypeVar("Word", bound=np.integer)


def numbers(
    values: NDArray[np.generic], null: NDArray[np.bool_] | None = None, arrow_type: pa.DataType | None = None
) -> pa.Array:
    """An Arrow array of numbers or bools.

    Args:
        values: One-dimensional array.
        null: True where the value is null.
        arrow_type: A type of the same width; by default the type that matches the dtype.
    """
    kind = arrow_type or pa.from_numpy_dtype(values.dtype)
    held = _packed(values.view(np.bool_)) if values.dtype == np.bool_ else np.ascontiguousarray(values)
    return pa.Array.from_buffers(kind, len(values), [_validity(null), pa.py_buffer(held)])


def texts(values: Sequence[str | None]) -> pa.Array:
    """An Arrow array of strings; None becomes null."""
    null = np.array([value is None for value in values], np.bool_) if None in values else None
    known = [value or "" for value in values]
    joined = "".join(known)
    # Letters of ASCII are one byte each; to encode every text by itself takes as long as all else here.
    sizes = map(len, known if joined.isascii() else map(str.encode, known))
    offsets = np.zeros(len(values) + 1, np.int32)
    np.cumsum([*sizes], out=offsets[1:])
    return strings(joined.encode(), offsets, null)


def strings(
    data: bytes | NDArray[np.uint8], offsets: NDArray[np.int32], null: NDArray[np.bool_] | None = None
) -> pa.Array:
    """An Arrow array of the strings concatenated in ``data``; offsets have shape (strings + 1,)."""
    buffers = [_validity(null), pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.string(), len(offsets) - 1, buffers)


def _validity(null: NDArray[np.bool_] | None) -> pa.Buffer | None:
    return pa.py_buffer(~_packed(null)) if null is not None and null.any() else None


def _packed(flags: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return np.packbits(flags, bitorder="little")


def bits(array: pa.Array, buffer: int) -> NDArray[np.bool_]:
    """Flags that an array stores as bits: which values are not null in buffer 0, bools in buffer 1."""
    if len(array) == 0:
        return np.zeros(0, np.bool_)
    held = np.frombuffer(array.buffers()[buffer], np.uint8)
    flags = np.unpackbits(held, count=array.offset + len(array), bitorder="little")
    return flags.view(np.bool_)[array.offset :]


def words(values: pa.Array | pa.ChunkedArray, dtype: type[Word]) -> NDArray[Word]:
    """Fixed-width values split into items of a dtype; shape (values, items of each).  A null gives zeros.

    Args:
        values: Numbers or bytes.
        dtype: Dtype of the items; at most as wide as a value.
    """
    array = values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
    items = array.type.bit_width // (8 * np.dtype(dtype).itemsize)
    found = np.frombuffer(array.buffers()[1] or b"", dtype).reshape(-1, items)
    found = found[array.offset : array.offset + len(array)]
    if array.null_count:
        found = np.where(bits(array, 0)[:, None], found, dtype(0))
    return found
