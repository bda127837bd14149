"""Sums over the counted items per key: by numpy, or by kernels in one pass if there are many.

Both give the same arrays.  The key of an item is its group number times the number of bins, plus its bin.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import is_compiling, kernel
from analyzer.stats.rows import Array

__all__ = [
    "CodeSums",
    "Histogram",
    "Items",
    "code_sums",
    "histogram",
    "histogram_of",
    "mean_sums",
    "rate_sums",
]

_DENSE: Final = 1 << 16
"""Numbers within a range of this width are counted without sorting, even if there are few."""
_LANES: Final = 4
_FEW_KEYS: Final = 1 << 10
"""Up to this many keys are summed in `_LANES` lanes, so that an item need not wait for the last sum."""
_NARROW: Final = 1 << 15
_ANY: Final = np.zeros(0, np.bool_)
_NO_BINS: Final = np.zeros(0, np.int16)
_ONE_GROUP: Final = np.zeros(0, np.int32)


class Items(NamedTuple):
    """The items to count; see `statistic.Measure`.

    Attributes:
        value: One per item.
        of: Items that count; None for all.
        at: Bin of each item; a negative bin does not count.  None for one bin.
        group: Group of each item; None for one group.
        bins: Number of bins.
        keys: Number of groups times the number of bins.
    """

    value: Array
    of: NDArray[np.bool_] | None
    at: NDArray[np.integer] | None
    group: NDArray[np.int32] | None
    bins: int
    keys: int


class CodeSums(NamedTuple):
    """Sums per key and code of the items.

    Attributes:
        n: Number of items; shape (keys, codes), the first code for items without one.
        sums: Sum and sum of squares; shape (keys, codes, 2).  None without values.
    """

    n: NDArray[np.int64]
    sums: Array | None


class Histogram(NamedTuple):
    """Number of items by key and value.

    Attributes:
        n: Number of items; shape (keys,).
        key: Key of each pair of a key and a value that occurs, in order.
        value: Value of the pair.
        total: Number of items of the pair.
    """

    n: NDArray[np.int64]
    key: NDArray[np.intp]
    value: NDArray[np.int64]
    total: NDArray[np.int64]


def code_sums(items: Items, code: NDArray[np.integer], *, has_values: bool) -> CodeSums:
    """Numbers of items by code; with ``has_values`` also the sums of their values."""
    codes = int(code.max(initial=-1)) + 2
    if not has_values:
        counts = _dense(items._replace(value=code), -1, codes)
        return CodeSums(counts, None)
    joint = code.astype(np.int32) + np.int32(1)
    if items.at is not None:
        nowhere = items.at < 0
        joint += items.at.astype(np.int32, copy=False) * np.int32(codes)
        joint[nowhere] = -1
    n, sums = mean_sums(items._replace(at=joint, bins=items.bins * codes, keys=items.keys * codes))
    return CodeSums(n.reshape(-1, codes), sums.reshape(-1, codes, 2))


def rate_sums(items: Items) -> NDArray[np.int64]:
    """Number of items, and number for which the condition holds; shape (keys, 2)."""
    if is_compiling():
        lanes = np.zeros((_lanes(items.keys), items.keys, 2), np.int64)
        _tally_rates(_plain(items.value.view(np.uint8)), *_for_kernel(items), items.bins, lanes)
        return _added(lanes)
    value, key = _picked(items)
    sums = np.bincount(key * 2 + value, minlength=items.keys * 2).reshape(-1, 2)
    sums[:, 0] += sums[:, 1]
    return sums


def mean_sums(items: Items) -> tuple[NDArray[np.int64], Array]:
    """Number of items, shape (keys,), and their sum and sum of squares, shape (keys, 2).

    Sums of integers are exact integers; sums of fractions depend on the order of the items.
    """
    if items.value.dtype.kind == "f":
        value, key = _picked(items)
        columns = [np.bincount(key, weights, minlength=items.keys) for weights in (value, value * value)]
        return np.bincount(key, minlength=items.keys), np.stack(columns, axis=1)
    lanes = np.zeros((_lanes(items.keys), items.keys, 3), np.int64)
    if is_compiling():
        _tally_means(_integers(items.value), *_for_kernel(items), items.bins, lanes)
    else:
        value, key = _picked(items)
        number = value.astype(np.int64)
        np.add.at(lanes[0], key, np.stack([np.ones_like(number), number, number * number], axis=1))
    sums = _added(lanes)
    return sums[:, 0], sums[:, 1:]


def histogram(items: Items) -> Histogram:
    """Number of items by key and integer value."""
    if not len(items.value):
        nothing = np.zeros(0, np.int64)
        return Histogram(np.zeros(items.keys, np.int64), nothing, nothing, nothing)
    low = int(items.value.min())
    width = int(items.value.max()) - low + 1
    if items.keys * width > max(_DENSE, 4 * len(items.value)):
        return _sparse_histogram(items)
    return histogram_of(_dense(items, low, width), low)


def histogram_of(counts: NDArray[np.int64], low: int) -> Histogram:
    """Histogram of the pairs that occur, from counts of all values from the lowest; shape (keys, values)."""
    key, above = np.nonzero(counts)
    return Histogram(counts.sum(axis=1), key, above + low, counts[key, above])


def _dense(items: Items, low: int, width: int) -> NDArray[np.int64]:
    """Number of items by key and value; shape (keys, width)."""
    if is_compiling():
        counts = np.zeros((_lanes(items.keys * width), items.keys, width), np.int64)
        _tally_values(_integers(items.value), *_for_kernel(items), items.bins, low, counts)
        return _added(counts)
    value, key = _picked(items)
    pairs = key * width + (value.astype(np.intp) - low)
    return np.bincount(pairs, minlength=items.keys * width).reshape(-1, width)


def _sparse_histogram(items: Items) -> Histogram:
    value, key = _picked(items)
    order = np.lexsort((value, key))
    value, key = value[order], key[order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (np.diff(key) != 0) | (value[1:] != value[:-1])
    first = np.flatnonzero(is_new)
    total = np.diff(first, append=len(order))
    n = np.bincount(key, minlength=items.keys)
    return Histogram(n, key[first], value[first].astype(np.int64), total)


def _picked(items: Items) -> tuple[Array, NDArray[np.intp]]:
    """Values and keys of the counted items."""
    value, of, at, group = items.value, items.of, items.at, items.group
    if at is not None and at.min(initial=0) < 0:
        of = at >= 0 if of is None else of & (at >= 0)
    if of is not None:
        chosen = np.flatnonzero(of)
        value = value[chosen]
        at = None if at is None else at[chosen]
        group = None if group is None else group[chosen]
    key = np.zeros(len(value), np.intp)
    if group is not None:
        key += group
    if at is not None:
        key *= items.bins
        key += at
    return value, key


def _added(lanes: NDArray[np.int64]) -> NDArray[np.int64]:
    sums: NDArray[np.int64] = lanes.sum(axis=0) if len(lanes) > 1 else lanes[0]
    return sums


def _lanes(keys: int) -> int:
    return _LANES if keys <= _FEW_KEYS else 1


def _for_kernel(items: Items) -> tuple[Array, Array, Array]:
    """The items with empty arrays for None and one dtype each, so that one kernel serves all."""
    at = _NO_BINS if items.at is None else items.at
    return (
        _plain(_ANY if items.of is None else items.of),
        _plain(at.astype(np.int16 if items.bins < _NARROW else np.int32, copy=False)),
        _plain(_ONE_GROUP if items.group is None else items.group),
    )


def _integers(values: Array) -> Array:
    """Values as one of three dtypes."""
    narrow = values.dtype.itemsize < np.dtype(np.int32).itemsize
    return _plain(values.astype(np.int16, copy=False) if narrow else values)


def _plain(values: Array) -> Array:
    """The values as a read-only contiguous array: other arrays would make a kernel compile again."""
    view = np.ascontiguousarray(values).view()
    view.flags.writeable = False
    return view


@kernel(inline=True)
def _key(item: int, at: NDArray[np.int16], group: NDArray[np.int32], bins: int) -> int:
    """Key of an item, negative if it has no bin."""
    key = 0
    if len(group):
        key = int(group[item]) * bins
    if len(at):
        place = int(at[item])
        return key + place if place >= 0 else -1
    return key


@kernel
def _tally_rates(
    value: NDArray[np.uint8],
    of: NDArray[np.bool_],
    at: NDArray[np.int16],
    group: NDArray[np.int32],
    bins: int,
    sums: NDArray[np.int64],
) -> None:
    lanes = len(sums) - 1
    for item in range(len(value)):
        if len(of) and not of[item]:
            continue
        key = _key(item, at, group, bins)
        if key >= 0:
            sums[item & lanes, key, 0] += 1
            sums[item & lanes, key, 1] += int(value[item])


@kernel
def _tally_means(
    value: NDArray[np.int32],
    of: NDArray[np.bool_],
    at: NDArray[np.int16],
    group: NDArray[np.int32],
    bins: int,
    sums: NDArray[np.int64],
) -> None:
    lanes = len(sums) - 1
    for item in range(len(value)):
        if len(of) and not of[item]:
            continue
        key = _key(item, at, group, bins)
        if key >= 0:
            number = int(value[item])
            sums[item & lanes, key, 0] += 1
            sums[item & lanes, key, 1] += number
            sums[item & lanes, key, 2] += number * number


@kernel
def _tally_values(
    value: NDArray[np.int32],
    of: NDArray[np.bool_],
    at: NDArray[np.int16],
    group: NDArray[np.int32],
    bins: int,
    low: int,
    counts: NDArray[np.int64],
) -> None:
    lanes = len(counts) - 1
    for item in range(len(value)):
        if len(of) and not of[item]:
            continue
        key = _key(item, at, group, bins)
        if key >= 0:
            counts[item & lanes, key, int(value[item]) - low] += 1
