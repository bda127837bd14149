"""Cells: the counts and sums of statistics per group, which add up over blocks, files and archives.

One row per statistic, group, bin and category; nothing is divided here.  Of SHARES, rows without category
hold the denominators in ``n``, rows with one how often it came in ``total``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.stats.counts import NO_BIN, NO_CATEGORY, Counts, joined
from analyzer.stats.groups import Groups, dimension

__all__ = ["SUMS", "CellSums", "added", "cell_schema"]

SUMS: Final = ("n", "total", "squares")
_AT_ONCE: Final = 1 << 20
"""Cells of a statistic that wait before equal ones are added."""


def cell_schema(by: Sequence[str]) -> pa.Schema:
    """Columns of cells by these dimensions."""
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


class CellSums:
    """Cells of many statistics, added up as blocks come; groups are those of one `Groups`."""

    def __init__(self, names: Sequence[str]) -> None:
        self._pieces: dict[str, list[Counts]] = {name: [] for name in names}
        self._waiting = dict.fromkeys(names, 0)

    def add(self, name: str, counts: Counts, keys: NDArray[np.int64]) -> None:
        """Add the cells of a block; ``keys`` are those of its groups."""
        self._pieces[name].append(counts._replace(group=keys[counts.group]))
        self._waiting[name] += len(counts.n)
        if self._waiting[name] > _AT_ONCE:
            self._pieces[name] = [_summed(joined(self._pieces[name]))]
            self._waiting[name] = 0

    def table(self, groups: Groups) -> pa.Table:
        """All cells, by statistic in the order given, then group, bin and category."""
        schema = cell_schema([one.name for one in groups.dimensions])
        pieces = [
            _rows(name, _summed(joined(pieces)), groups, schema)
            for name, pieces in self._pieces.items()
            if pieces
        ]
        return pa.concat_tables(pieces) if pieces else schema.empty_table()


def _summed(counts: Counts) -> Counts:
    """Cells in order, those of the same place added."""
    order = np.lexsort((counts.category, counts.at, counts.group))
    group, at, category = counts.group[order], counts.at[order], counts.category[order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (np.diff(group) != 0) | (np.diff(at) != 0) | (category[1:] != category[:-1])
    first = np.flatnonzero(is_new)
    if len(first) == len(order):
        return Counts(group, at, category, counts.n[order], counts.total[order], counts.squares[order])
    return Counts(
        group[first],
        at[first],
        category[first],
        np.add.reduceat(counts.n[order], first),
        np.add.reduceat(counts.total[order], first),
        np.add.reduceat(counts.squares[order], first),
    )


def _rows(name: str, counts: Counts, groups: Groups, schema: pa.Schema) -> pa.Table:
    keys, place = np.unique(counts.group, return_inverse=True)
    by = {one: values.take(pa.array(place)) for one, values in groups.columns(keys).items()}
    columns = {
        "statistic": pa.array([name], pa.string()).take(pa.array(np.zeros(len(place), np.int8))),
        **by,
        "at": pa.array(counts.at, mask=counts.at == NO_BIN),
        "category": pa.array(counts.category, mask=counts.category == NO_CATEGORY),
        "n": pa.array(counts.n),
        "total": pa.array(counts.total),
        "squares": pa.array(counts.squares),
    }
    return pa.table([columns[field.name] for field in schema], schema=schema)


def added(tables: Sequence[pa.Table], by: Sequence[str]) -> pa.Table:
    """Cells of several archives, or of finer groups, added up.

    Args:
        tables: Cells by these dimensions at least.
        by: Dimensions that remain.

    Returns:
        One row per statistic and group; in the order in which they first come.
    """
    schema = cell_schema(by)
    whole = pa.concat_tables([table.select(schema.names) for table in tables]).unify_dictionaries()
    keys = [name for name in schema.names if name not in SUMS]
    summed = whole.group_by(keys, use_threads=False).aggregate([(name, "sum") for name in SUMS])
    columns = [summed[name if name in keys else f"{name}_sum"] for name in schema.names]
    return pa.table(columns, schema=schema)
