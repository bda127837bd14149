"""Makes Arrow arrays of NumPy or Python values through their buffers.

``pyarrow.array`` does the same, but imports pandas to check for pandas objects: that costs 0.3 s and 50 MB in
every process of a run.  For the way back, ``numpy.from_dlpack`` does without pandas.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__all__ = ["numbers", "strings", "texts"]


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
