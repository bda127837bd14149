"""Measures of blocks counted into cells: per group and bin how many, their sum and sum of squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.rows import Rows
from analyzer.stats.statistic import MEAN, RATE, Measure, Statistic
from analyzer.stats.tally import Items, code_sums, histogram, mean_sums, rate_sums
from analyzer.vocabulary import ABSENT

__all__ = ["NO_BIN", "NO_CATEGORY", "Counts", "count", "counted", "joined"]

NO_BIN = -1
"""Stands for the bin of a statistic without axis, and of a denominator that holds for every bin."""
NO_CATEGORY = ABSENT
"""Stands for the category of a denominator, and where there are no categories."""


class Counts(NamedTuple):
    """Cells of one statistic; one entry per cell, those that add up to others' of the same place.

    Attributes:
        group: Number of the group.
        at: Bin, or `NO_BIN`.
        category: Category or number, or `NO_CATEGORY`: such a cell of SHARES holds the denominator.
        n: How many count.
        total: RATE: for how many it holds.  MEAN: their sum.  SHARES: how many have the category.
        squares: MEAN: sum of their squares.
    """

    group: NDArray[np.int64]
    at: NDArray[np.int32]
    category: NDArray[np.int32]
    n: NDArray[np.int64]
    total: NDArray[np.float64]
    squares: NDArray[np.float64]


_NOTHING: Final = Counts(
    np.zeros(0, np.int64),
    np.zeros(0, np.int32),
    np.zeros(0, np.int32),
    np.zeros(0, np.int64),
    np.zeros(0),
    np.zeros(0),
)


def count(
    statistic: Statistic, rows: Rows, group: NDArray[np.int32] | None = None, groups: int = 1
) -> Counts:
    """Cells of a statistic over a block.

    Args:
        statistic: Its grain is that of the rows.
        rows: The block.
        group: Number of the group of each row; None for one group.
        groups: How many groups there are.

    Raises:
        ValueError: When the measure is not what its kind asks for.
    """
    measure = statistic.measure(rows)
    if group is not None:
        left_out = group < 0
        if left_out.any():
            measure = _without(measure, left_out)
    bins = _bins(statistic, measure)
    value, of, at, row, base, code, holds = measure
    items = Items(value, of, at, row, group, bins, groups * bins)
    if code is not None:
        return _of_codes(statistic, rows, items, code, np.array(holds, np.intp) + 1)
    if statistic.kind is RATE:
        return _rates(statistic, items)
    if statistic.kind is MEAN:
        return _means(statistic, items)
    return _shares(statistic, items, None if base is None else _bases(base, group, groups))


def counted(statistic: Statistic, rows: Rows) -> Iterator[tuple[int | None, int | None, int, float]]:
    """Bin, category, n and total of each cell; None where there is no bin or category."""
    cells = count(statistic, rows)
    for at, category, n, total in zip(*(column.tolist() for column in cells[1:5]), strict=True):
        yield None if at == NO_BIN else at, None if category == NO_CATEGORY else category, n, total


def joined(pieces: Sequence[Counts]) -> Counts:
    """Cells one after the other; equal ones are not added."""
    return Counts(*(np.concatenate(columns) for columns in zip(_NOTHING, *pieces, strict=True)))


def _without(measure: Measure, left_out: NDArray[np.bool_]) -> Measure:
    """The measure without rows of no group."""
    inside = ~left_out
    kept = inside if measure.row is None else inside[measure.row]
    base = None if measure.base is None else measure.base & inside
    return measure._replace(of=kept if measure.of is None else measure.of & kept, base=base)


def _bins(statistic: Statistic, measure: Measure) -> int:
    if measure.at is None:
        return 1
    top = int(measure.at.max(initial=0)) + 1
    if statistic.axis_labels and top > len(statistic.axis_labels):
        raise ValueError(
            f"{statistic.name} has a bin {top - 1}; expected fewer than {len(statistic.axis_labels)}"
        )
    return top


def _counts(
    keys: NDArray[np.intp],
    bins: int,
    has_axis: bool,
    category: NDArray[np.integer] | None,
    n: NDArray[np.integer],
    total: NDArray[np.generic],
    squares: NDArray[np.float64] | None = None,
) -> Counts:
    group, at = np.divmod(keys, bins)
    zero = np.zeros(len(keys))
    return Counts(
        group.astype(np.int64),
        (at if has_axis else np.full(len(keys), NO_BIN)).astype(np.int32),
        (np.full(len(keys), NO_CATEGORY) if category is None else category).astype(np.int32),
        n.astype(np.int64),
        total.astype(np.float64),
        zero if squares is None else squares,
    )


def _rates(statistic: Statistic, items: Items) -> Counts:
    if items.value.dtype != np.bool_:
        raise ValueError(f"{statistic.name} is a rate of {items.value.dtype}; expected bool")
    n, total = rate_sums(items).T
    seen = np.flatnonzero(n)
    return _counts(seen, items.bins, bool(statistic.axis), None, n[seen], total[seen])


def _means(statistic: Statistic, items: Items) -> Counts:
    n, sums = mean_sums(items)
    seen = np.flatnonzero(n)
    return _counts(seen, items.bins, bool(statistic.axis), None, n[seen], *sums[seen].T)


def _of_codes(
    statistic: Statistic, rows: Rows, items: Items, code: NDArray[np.integer], holds: NDArray[np.intp]
) -> Counts:
    """Cells of a rate or mean over items of some codes, out of sums that others share."""
    is_mean = statistic.kind is MEAN
    arrays = (items.value if is_mean else None, items.of, items.at, items.row, items.group, code)
    n, sums = rows.shared(arrays, lambda: code_sums(items, code, has_values=is_mean))
    holds = holds[holds < n.shape[1]]
    if sums is None:
        n, total, squares = n.sum(axis=1), n[:, holds].sum(axis=1), None
    else:
        n, (total, squares) = n[:, holds].sum(axis=1), sums[:, holds].sum(axis=1).T
    seen = np.flatnonzero(n)
    squares = None if squares is None else squares[seen]
    return _counts(seen, items.bins, bool(statistic.axis), None, n[seen], total[seen], squares)


def _bases(base: NDArray[np.bool_], group: NDArray[np.int32] | None, groups: int) -> NDArray[np.int64]:
    """How many rows are the denominator; shape (groups,)."""
    if group is None:
        return np.array([np.count_nonzero(base)])
    return np.bincount(group[base], minlength=groups)


def _shares(statistic: Statistic, items: Items, bases: NDArray[np.int64] | None) -> Counts:
    key, category, total = histogram(items)
    if (
        statistic.labels
        and len(category)
        and not 0 <= category.min() <= category.max() < len(statistic.labels)
    ):
        raise ValueError(
            f"{statistic.name} has categories {category.min()} to {category.max()}; "
            f"expected 0 to {len(statistic.labels) - 1}"
        )
    has_axis = bool(statistic.axis)
    n = np.bincount(key, total, minlength=items.keys).astype(np.int64) if bases is None else bases
    seen = np.flatnonzero(n)
    bins, per_bin = (items.bins, has_axis) if bases is None else (1, False)
    whole = _counts(seen, bins, per_bin, None, n[seen], np.zeros(len(seen)))
    parts = _counts(key, items.bins, has_axis, category, np.zeros(len(key), np.int64), total)
    return joined([whole, parts])
