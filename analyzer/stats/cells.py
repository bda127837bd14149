"""Cells: the counts and sums of statistics per group, which add up over blocks, files and archives.

One row per statistic, group, bin and category; nothing is divided here.  For SHARES, rows without a category
hold the denominators in ``n``, and rows with a category hold its count in ``total``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.stats.counts import NO_BIN, NO_CATEGORY, Counts, Sums, joined, together
from analyzer.stats.groups import Groups, dimension
from analyzer.tables.arrow_arrays import numbers, texts

__all__ = ["SUMS", "CellSums", "OwnedCounts", "added", "cell_schema", "cell_table", "summed"]

SUMS: Final = ("n", "total", "squares")
_AT_ONCE: Final = 1 << 20
"""Number of cells that wait before equal ones are added up."""


def cell_schema(by: Sequence[str]) -> pa.Schema:
    """Schema of cells by these dimensions."""
    return pa.schema(
        [
            pa.field("statistic", pa.string(), nullable=False),
            *(pa.field(name, dimension(name).type) for name in by),
            pa.field("at", pa.int32()),
            pa.field("category", pa.int32()),
            pa.field("n", pa.int64(), nullable=False),
            pa.field("total", pa.float64(), nullable=False),
            pa.field("squares", pa.float64(), nullable=False),
        ]
    )


class OwnedCounts(NamedTuple):
    """Cells of several statistics; their groups are keys of one `Groups`.

    Attributes:
        owner: Index of the statistic of each cell.
        counts: The cells.
    """

    owner: NDArray[np.int16]
    counts: Counts


class CellSums:
    """Cells of many statistics, added up block by block; their groups are keys of one `Groups`."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._waiting: list[_Waiting] = []
        self._added = OwnedCounts(np.zeros(0, np.int16), joined([]))
        self._places = 0

    def add(self, place: int, sums: Iterable[Sums], keys: NDArray[np.int64]) -> None:
        """Add what was counted in a block.

        Args:
            place: Index of the statistic.
            sums: Sums of the block.
            keys: Keys of the groups of the block.
        """
        for one in sums:
            self._waiting.append(_Waiting(place, one, keys))
            self._places += one.size
        if self._places > _AT_ONCE:
            self._add_up()

    def counts(self) -> OwnedCounts:
        """All cells, ordered by statistic, group, bin and category."""
        self._add_up()
        return self._added

    def table(self, groups: Groups) -> pa.Table:
        """All cells as a table."""
        return cell_table(self._names, self.counts(), groups)

    def _add_up(self) -> None:
        piece, counts = together([one.sums for one in self._waiting])
        tables = {id(one.keys): one.keys for one in self._waiting}
        ends = np.cumsum([len(keys) for keys in tables.values()])
        begins = {name: int(end) - len(tables[name]) for name, end in zip(tables, ends, strict=True)}
        begin = np.array([begins[id(one.keys)] for one in self._waiting], np.int64)
        if len(piece):
            keys = np.concatenate([*tables.values()])
            counts = counts._replace(group=keys[begin[piece] + counts.group])
        owner = np.array([one.place for one in self._waiting], np.int16)[piece]
        self._added = summed(
            OwnedCounts(np.concatenate([self._added.owner, owner]), joined([self._added.counts, counts]))
        )
        self._waiting, self._places = [], 0


class _Waiting(NamedTuple):
    place: int
    sums: Sums
    keys: NDArray[np.int64]


def summed(owned: OwnedCounts) -> OwnedCounts:
    """Cells in order; cells of the same place are added up in the order given."""
    owner, (group, at, category, *sums) = owned
    order = np.lexsort((category, at, group, owner))
    is_new = np.ones(len(order), np.bool_)
    places = (owner, group, at, category)
    is_new[1:] = np.logical_or.reduce([np.diff(values[order]) != 0 for values in places])
    first = np.flatnonzero(is_new)
    if not len(first):
        return owned
    one = order[first]
    n, total, squares = (np.add.reduceat(values[order], first) for values in sums)
    return OwnedCounts(owner[one], Counts(group[one], at[one], category[one], n, total, squares))


def cell_table(names: Sequence[str], owned: OwnedCounts, groups: Groups) -> pa.Table:
    """Cells as a table; ``names`` are the names of the statistics."""
    owner, counts = owned
    keys, place = np.unique(counts.group, return_inverse=True)
    by = {one: values.take(numbers(place)) for one, values in groups.columns(keys).items()}
    columns = {
        "statistic": texts(names).take(numbers(owner)),
        **by,
        "at": numbers(counts.at, counts.at == NO_BIN),
        "category": numbers(counts.category, counts.category == NO_CATEGORY),
        "n": numbers(counts.n),
        "total": numbers(counts.total),
        "squares": numbers(counts.squares),
    }
    schema = cell_schema([one.name for one in groups.dimensions])
    return pa.table([columns[field.name] for field in schema], schema=schema)


def added(tables: Sequence[pa.Table], by: Sequence[str]) -> pa.Table:
    """Cells of several archives, or of finer groups, added up.

    Args:
        tables: Cells by at least these dimensions.
        by: Dimensions to keep.

    Returns:
        One row per statistic and group, in order of first appearance.
    """
    schema = cell_schema(by)
    whole = pa.concat_tables([table.select(schema.names) for table in tables]).unify_dictionaries()
    keys = [name for name in schema.names if name not in SUMS]
    summed = whole.group_by(keys, use_threads=False).aggregate([(name, "sum") for name in SUMS])
    columns = [summed[name if name in keys else f"{name}_sum"] for name in schema.names]
    return pa.table(columns, schema=schema)
