"""Sums over the items that count, per key: by numpy, or in one pass by kernels where many are counted.

Both give the same arrays.  The key of an item is the number of its group times the bins, plus its bin.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import is_compiling, kernel
from analyzer.stats.rows import Array

__all__ = ["CodeSums", "Items", "code_sums", "histogram", "mean_sums", "rate_sums"]

_DENSE: Final = 1 << 16
"""Numbers within so wide a range are counted without sorting them, however few there are."""
_ANY: Final = np.zeros(0, np.bool_)
_NO_BINS: Final = np.zeros(0, np.int32)
_OWN_ROW: Final = np.zeros(0, np.int64)
_ONE_GROUP: Final = np.zeros(0, np.int32)


class Items(NamedTuple):
    """What is counted; see `statistic.Measure`.

    Attributes:
        value: One per item.
        of: Which count; None for all.
        at: Bin of each; a negative one does not count.  None for one bin.
        row: Row of each; None where items are rows.
        group: Group of each row; None for one group.
        bins: How many bins there are.
        keys: How many groups, times the bins.
    """

    value: Array
    of: NDArray[np.bool_] | None
    at: NDArray[np.integer] | None
    row: NDArray[np.integer] | None
    group: NDArray[np.int32] | None
    bins: int
    keys: int


class CodeSums(NamedTuple):
    """Sums per key and code of the items.

    Attributes:
        n: How many count; shape (keys, codes), the first for items of no code.
        sums: Their sum and sum of squares; shape (keys, codes, 2).  None where no value was given.
    """

    n: NDArray[np.int64]
    sums: NDArray[np.float64] | None


def code_sums(items: Items, code: NDArray[np.integer], *, has_values: bool) -> CodeSums:
    """Sums of items told apart by a code; with ``has_values`` those of their values too."""
    codes = int(code.max(initial=-1)) + 2
    joint = code.astype(np.int32) + np.int32(1)
    if items.at is not None:
        nowhere = items.at < 0
        joint += items.at.astype(np.int32, copy=False) * np.int32(codes)
        joint[nowhere] = -1
    finer = items._replace(at=joint, bins=items.bins * codes, keys=items.keys * codes)
    if has_values:
        n, sums = mean_sums(finer)
        return CodeSums(n.reshape(-1, codes), sums.reshape(-1, codes, 2))
    n = np.zeros(finer.keys, np.int64)
    if is_compiling():
        _tally_keys(len(code), *_for_kernel(finer), finer.bins, n)
    else:
        n += np.bincount(_picked(finer)[1], minlength=finer.keys)
    return CodeSums(n.reshape(-1, codes), None)


def rate_sums(items: Items) -> NDArray[np.int64]:
    """How many count and for how many it holds; shape (keys, 2)."""
    if is_compiling():
        sums = np.zeros((items.keys, 2), np.int64)
        _tally_rates(items.value.view(np.uint8), *_for_kernel(items), items.bins, sums)
        return sums
    value, key = _picked(items)
    sums = np.bincount(key * 2 + value, minlength=items.keys * 2).reshape(-1, 2)
    sums[:, 0] += sums[:, 1]
    return sums


def mean_sums(items: Items) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """How many count, shape (keys,); and their sum and sum of squares, shape (keys, 2)."""
    n, sums = np.zeros(items.keys, np.int64), np.zeros((items.keys, 2))
    if is_compiling():
        _tally_means(items.value.astype(np.float64), *_for_kernel(items), items.bins, n, sums)
        return n, sums
    value, key = _picked(items)
    number = value.astype(np.float64)
    n += np.bincount(key, minlength=items.keys)
    sums[:, 0] = np.bincount(key, number, minlength=items.keys)
    sums[:, 1] = np.bincount(key, number * number, minlength=items.keys)
    return n, sums


def histogram(items: Items) -> tuple[NDArray[np.intp], Array, NDArray[np.int64]]:
    """Key, value and number of each pair of a key and an integer value that comes, in order."""
    if is_compiling() and len(items.value):
        low = int(items.value.min())
        width = int(items.value.max()) - low + 1
        if items.keys * width <= max(_DENSE, 4 * len(items.value)):
            counts = np.zeros((items.keys, width), np.int64)
            _tally_values(items.value, *_for_kernel(items), items.bins, low, counts)
            key, place = np.nonzero(counts)
            return key, place + low, counts[key, place]
    return _sparse_histogram(items)


def _sparse_histogram(items: Items) -> tuple[NDArray[np.intp], Array, NDArray[np.int64]]:
    value, key = _picked(items)
    if not len(value):
        return key, value.astype(np.int64), key
    low = int(value.min())
    width = int(value.max()) - low + 1
    pairs = key * width + (value.astype(np.intp) - low)
    if items.keys * width <= max(_DENSE, 4 * len(value)):
        counts = np.bincount(pairs)
        seen = np.flatnonzero(counts)
        total = counts[seen]
    else:
        seen, total = np.unique(pairs, return_counts=True)
    key, place = np.divmod(seen, width)
    return key, place + low, total


def _picked(items: Items) -> tuple[Array, NDArray[np.intp]]:
    """Values and keys of the items that count."""
    value, of, at, row = items.value, items.of, items.at, items.row
    if at is not None and at.min(initial=0) < 0:
        of = at >= 0 if of is None else of & (at >= 0)
    if of is not None:
        chosen = np.flatnonzero(of)
        value = value[chosen]
        at = None if at is None else at[chosen]
        row = chosen if row is None else row[chosen]
    key = np.zeros(len(value), np.intp)
    if items.group is not None:
        key += items.group if row is None else items.group[row]
    if at is not None:
        key *= items.bins
        key += at
    return value, key


def _for_kernel(
    items: Items,
) -> tuple[Array, Array, Array, Array]:
    """What is None as an array of nothing, and all of one dtype each, for one kernel does for all."""
    return (
        _ANY if items.of is None else items.of,
        _NO_BINS if items.at is None else _narrow(items.at),
        _OWN_ROW if items.row is None else items.row.astype(np.int64, copy=False),
        _ONE_GROUP if items.group is None else items.group,
    )


def _narrow(values: NDArray[np.integer]) -> Array:
    """Bins as one of two dtypes, so that few kernels are compiled."""
    return values if values.dtype == np.int16 else values.astype(np.int32, copy=False)


@kernel(inline=True)
def _key(
    item: int, at: NDArray[np.int32], row: NDArray[np.int64], group: NDArray[np.int32], bins: int
) -> int:
    """Key of an item, negative where it has no bin."""
    key = 0
    if len(group):
        key = int(group[row[item]]) * bins if len(row) else int(group[item]) * bins
    if len(at):
        place = int(at[item])
        return key + place if place >= 0 else -1
    return key


@kernel
def _tally_keys(
    size: int,
    of: NDArray[np.bool_],
    at: NDArray[np.int32],
    row: NDArray[np.int64],
    group: NDArray[np.int32],
    bins: int,
    n: NDArray[np.int64],
) -> None:
    for item in range(size):
        if len(of) and not of[item]:
            continue
        key = _key(item, at, row, group, bins)
        if key >= 0:
            n[key] += 1


@kernel
def _tally_rates(
    value: NDArray[np.uint8],
    of: NDArray[np.bool_],
    at: NDArray[np.int32],
    row: NDArray[np.int64],
    group: NDArray[np.int32],
    bins: int,
    sums: NDArray[np.int64],
) -> None:
    for item in range(len(value)):
        if len(of) and not of[item]:
            continue
        key = _key(item, at, row, group, bins)
        if key >= 0:
            sums[key, 0] += 1
            sums[key, 1] += int(value[item])


@kernel
def _tally_means(
    value: NDArray[np.float64],
    of: NDArray[np.bool_],
    at: NDArray[np.int32],
    row: NDArray[np.int64],
    group: NDArray[np.int32],
    bins: int,
    n: NDArray[np.int64],
    sums: NDArray[np.float64],
) -> None:
    for item in range(len(value)):
        if len(of) and not of[item]:
            continue
        key = _key(item, at, row, group, bins)
        if key >= 0:
            n[key] += 1
            sums[key, 0] += value[item]
            sums[key, 1] += value[item] * value[item]


@kernel
def _tally_values(
    value: NDArray[np.int64],
    of: NDArray[np.bool_],
    at: NDArray[np.int32],
    row: NDArray[np.int64],
    group: NDArray[np.int32],
    bins: int,
    low: int,
    counts: NDArray[np.int64],
) -> None:
    for item in range(len(value)):
        if len(of) and not of[item]:
            continue
        key = _key(item, at, row, group, bins)
        if key >= 0:
            counts[key, int(value[item]) - low] += 1
