"""Counts measures of blocks into cells: number, sum and sum of squares per group and bin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.rows import Array, Rows
from analyzer.stats.statistic import MEAN, RATE, SHARES, Statistic
from analyzer.stats.tally import Histogram, Items, code_sums, histogram, histogram_of, mean_sums, rate_sums
from analyzer.vocabulary import ABSENT

__all__ = ["NO_BIN", "NO_CATEGORY", "Counts", "Sums", "count", "counted", "joined", "sums_of", "together"]

NO_BIN: Final = -1
"""Bin of a statistic without an axis, and of a denominator that applies to every bin."""
NO_CATEGORY: Final = ABSENT
"""Category of a denominator, and of a statistic without categories."""


class Counts(NamedTuple):
    """Cells of one statistic, one entry per cell; cells of the same place add up.

    Attributes:
        group: Number of the group.
        at: Bin, or `NO_BIN`.
        category: Category or number, or `NO_CATEGORY`: for SHARES such a cell holds the denominator.
        n: Number of rows or items that count.
        total: RATE: number for which it holds.  MEAN: sum.  SHARES: number with the category.
        squares: MEAN: sum of squares.
    """

    group: NDArray[np.int64]
    at: NDArray[np.int32]
    category: NDArray[np.int32]
    n: NDArray[np.int64]
    total: NDArray[np.float64]
    squares: NDArray[np.float64]


class Sums(NamedTuple):
    """Sums of one statistic over a block, by place only; `together` turns them into cells.

    Attributes:
        bins: Number of bins of each group.
        has_axis: Whether the bins are those of an axis.
        n: As in `Counts`; None for zeros.  Places where nothing counts have no cell.
        total: As in `Counts`; None for zeros.
        squares: As in `Counts`; None for zeros.
        key: Group number times the number of bins, plus the bin; None for 0, 1, 2 and so on.
        category: As in `Counts`; None for no categories.
    """

    bins: int
    has_axis: bool
    n: NDArray[np.int64] | None
    total: NDArray[np.generic] | None = None
    squares: NDArray[np.generic] | None = None
    key: NDArray[np.integer] | None = None
    category: NDArray[np.integer] | None = None

    @property
    def size(self) -> int:
        """Number of places."""
        held = self.total if self.n is None else self.n
        return 0 if held is None else len(held)


def sums_of(
    statistic: Statistic, rows: Rows, group: NDArray[np.int32] | None = None, groups: int = 1
) -> tuple[Sums, ...]:
    """Count a statistic over a block.

    Args:
        statistic: A statistic with the grain of the rows.
        rows: The block.
        group: Group number of each row; None for one group.
        groups: Number of groups.

    Raises:
        ValueError: When the measure does not fit its kind.
    """
    value, of, at, row, base, code, holds = statistic.measure(rows)
    bins = 1 if at is None else _bins(statistic, rows, at)
    items = Items(value, of, at, _group_of_items(rows, group, row), bins, groups * bins)
    if code is not None:
        return _of_codes(statistic, rows, items, code, holds)
    if statistic.kind is RATE:
        return _rates(statistic, items)
    if statistic.kind is MEAN:
        return _means(statistic, items)
    return _shares(statistic, items, None if base is None else _bases(base, group, groups))


def count(
    statistic: Statistic, rows: Rows, group: NDArray[np.int32] | None = None, groups: int = 1
) -> Counts:
    """Cells of a statistic over a block; arguments as in `sums_of`."""
    return together(sums_of(statistic, rows, group, groups))[1]


def together(sums: Sequence[Sums]) -> tuple[NDArray[np.intp], Counts]:
    """Cells of several sums in order, and for each cell the index of its sums."""
    sizes = [one.size for one in sums]
    order = np.arange(max(sizes, default=0))
    zeros, nowhere = np.zeros(len(order), np.int64), np.full(len(order), NO_CATEGORY, np.int64)
    total = _joined([one.total for one in sums], sizes, zeros, np.dtype(np.float64))
    n = _joined([one.n for one in sums], sizes, zeros, np.dtype(np.int64))
    chosen = np.flatnonzero((n != 0) | (total != 0))
    piece = np.repeat(np.arange(len(sums)), sizes)[chosen]
    key = _joined([one.key for one in sums], sizes, order, np.dtype(np.int64))[chosen]
    group, at = np.divmod(key, np.array([one.bins for one in sums], np.int64)[piece])
    at[~np.array([one.has_axis for one in sums], np.bool_)[piece]] = NO_BIN
    counts = Counts(
        group,
        at.astype(np.int32),
        _joined([one.category for one in sums], sizes, nowhere, np.dtype(np.int32))[chosen],
        n[chosen],
        total[chosen],
        _joined([one.squares for one in sums], sizes, zeros, np.dtype(np.float64))[chosen],
    )
    return piece, counts


def _joined(
    parts: Sequence[Array | None], sizes: Sequence[int], instead: Array, dtype: np.dtype[np.generic]
) -> Array:
    """The arrays joined; a missing array is filled with a default."""
    whole = [instead[:size] if part is None else part for part, size in zip(parts, sizes, strict=True)]
    return np.concatenate([np.zeros(0, dtype), *whole], dtype=dtype, casting="unsafe")


def counted(statistic: Statistic, rows: Rows) -> Iterator[tuple[int | None, int | None, int, float]]:
    """Bin, category, n and total of each cell; None without a bin or category."""
    cells = count(statistic, rows)
    for at, category, n, total in zip(*(column.tolist() for column in cells[1:5]), strict=True):
        yield None if at == NO_BIN else at, None if category == NO_CATEGORY else category, n, total


def joined(pieces: Sequence[Counts]) -> Counts:
    """Cells joined; cells of the same place are not added up."""
    return Counts(*(np.concatenate(columns) for columns in zip(_NOTHING, *pieces, strict=True)))


_NOTHING: Final = Counts(
    np.zeros(0, np.int64),
    np.zeros(0, np.int32),
    np.zeros(0, np.int32),
    np.zeros(0, np.int64),
    np.zeros(0),
    np.zeros(0),
)


def _group_of_items(
    rows: Rows, group: NDArray[np.int32] | None, row: NDArray[np.integer] | None
) -> NDArray[np.int32] | None:
    if group is None or row is None:
        return group
    groups: NDArray[np.int32] = rows.shared("group", (row, group), lambda: group[row])
    return groups


def _bins(statistic: Statistic, rows: Rows, at: NDArray[np.integer]) -> int:
    top: int = rows.shared("bins", (at,), lambda: int(at.max(initial=0)) + 1)
    if statistic.axis_labels and top > len(statistic.axis_labels):
        raise ValueError(
            f"{statistic.name} has a bin {top - 1}; expected fewer than {len(statistic.axis_labels)}"
        )
    return top


def _rates(statistic: Statistic, items: Items) -> tuple[Sums, ...]:
    if items.value.dtype != np.bool_:
        raise ValueError(f"{statistic.name} is a rate of {items.value.dtype}; expected bool")
    sums = rate_sums(items)
    return (Sums(items.bins, bool(statistic.axis), sums[:, 0], sums[:, 1]),)


def _means(statistic: Statistic, items: Items) -> tuple[Sums, ...]:
    n, sums = mean_sums(items)
    return (Sums(items.bins, bool(statistic.axis), n, sums[:, 0], sums[:, 1]),)


def _of_codes(
    statistic: Statistic, rows: Rows, items: Items, code: NDArray[np.integer], holds: Sequence[int]
) -> tuple[Sums, ...]:
    """Sums of a rate or mean over items with some codes, from sums that several statistics share."""
    is_mean = statistic.kind is MEAN
    arrays = (items.value if is_mean else None, items.of, items.at, items.group, code)
    n, sums = rows.shared("codes", arrays, lambda: code_sums(items, code, has_values=is_mean))
    if statistic.kind is SHARES:
        return _parts(statistic, items, histogram_of(n[:, 1:], 0), None)
    # The first column is for items without a code.
    chosen = [one + 1 for one in holds if one + 1 < n.shape[1]]
    bins, has_axis = items.bins, bool(statistic.axis)
    if sums is None:
        return (Sums(bins, has_axis, n.sum(axis=1), n[:, chosen].sum(axis=1)),)
    total, squares = sums[:, chosen].sum(axis=1).T
    return (Sums(bins, has_axis, n[:, chosen].sum(axis=1), total, squares),)


def _bases(base: NDArray[np.bool_], group: NDArray[np.int32] | None, groups: int) -> NDArray[np.int64]:
    """Number of rows in the denominator; shape (groups,)."""
    if group is None:
        return np.array([np.count_nonzero(base)])
    return np.bincount(group[base], minlength=groups)


def _shares(statistic: Statistic, items: Items, bases: NDArray[np.int64] | None) -> tuple[Sums, ...]:
    return _parts(statistic, items, histogram(items), bases)


def _parts(
    statistic: Statistic, items: Items, found: Histogram, bases: NDArray[np.int64] | None
) -> tuple[Sums, ...]:
    category = found.value
    if (
        statistic.labels
        and len(category)
        and not 0 <= category.min() <= category.max() < len(statistic.labels)
    ):
        raise ValueError(
            f"{statistic.name} has categories {category.min()} to {category.max()}; "
            f"expected 0 to {len(statistic.labels) - 1}"
        )
    bins, has_axis = items.bins, bool(statistic.axis)
    whole = Sums(bins, has_axis, found.n) if bases is None else Sums(1, False, bases)
    return whole, Sums(bins, has_axis, None, found.total, key=found.key, category=category)
