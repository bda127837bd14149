"""Results of statistics: sums become values with intervals, in tables with one row per group and category."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import pyarrow as pa

from analyzer.stats.catalogue import Kind, Statistic
from analyzer.stats.intervals import Estimate, Moments, difference, estimate
from analyzer.stats.quantiles import Quantiles
from analyzer.stats.sums import Counts
from analyzer.tables.arrow import arrow_array

SIDES: Final = ("true", "false", "difference")
"""Sides of a comparison: where the condition holds, where it does not, and the first minus the second."""
_ARROW: Final = {
    "BOOLEAN": pa.bool_(),
    "INTEGER": pa.int32(),
    "VARCHAR": pa.string(),
    "DATE": pa.date32(),
    "TIMESTAMP": pa.timestamp("s"),
    "FLOAT": pa.float64(),
    "DOUBLE": pa.float64(),
}
LAST: Final = ("value", "low", "high", "n", "games", "left_out", "few")
"""The last columns of results; with players as clusters, ``names`` stands for ``games``."""
_FEW: Final = 5
"""With fewer games or players than this, an interval says little."""


class _Row(NamedTuple):
    key: tuple[Any, ...]
    side: str
    category: Any
    estimate: Estimate
    left_out: int


def result_table(
    counts: Counts,
    confidence: float,
    *,
    min_n: int = 1,
    clusters: str = "games",
    quantiles: Quantiles | None = None,
) -> pa.Table:
    """Values of one statistic with their intervals.

    Args:
        counts: Its sums.
        confidence: Confidence level.
        min_n: Least number of rows that count; rows of the result with fewer are left out, and differences
            where one of the sides has fewer.
        clusters: Name of the column that tells how many clusters count.
        quantiles: Those of which the sums are the rate of rows up to them; their values stand for the rate.

    Returns:
        The axes, [``side``], [``category``], ``value``, ``low``, ``high``, ``n``, ``games``, ``left_out`` and
        ``few``, in the order of axes, side and category.
    """
    asked = counts.asked
    rows = [*_large(_rows(counts, confidence, quantiles), min_n)]
    columns: dict[str, pa.Array] = {}
    for at, (axis, kind) in enumerate(zip(asked.axes, asked.axis_types, strict=True)):
        columns[axis.name] = _column([row.key[at] for row in rows], kind)
    if asked.compare:
        columns["side"] = arrow_array([row.side for row in rows], pa.string())
    if asked.measure.statistic.kind is Kind.SHARES:
        columns["category"] = _column([row.category for row in rows], asked.measure.type.removesuffix("[]"))
    for name in ("value", "low", "high"):
        columns[name] = arrow_array([getattr(row.estimate, name) for row in rows], pa.float64())
    columns["n"] = arrow_array([row.estimate.n for row in rows], pa.int64())
    columns[clusters] = arrow_array([row.estimate.clusters for row in rows], pa.int64())
    columns["left_out"] = arrow_array([row.left_out for row in rows], pa.int64())
    columns["few"] = arrow_array([row.estimate.clusters < _FEW for row in rows], pa.bool_())
    return pa.table(columns)


def joined(results: Sequence[tuple[Statistic, pa.Table]]) -> pa.Table:
    """The rows of several statistics in one table.

    ``statistic`` is first, and ``category`` is text; where it is a number, ``category_number`` has it.
    """
    pieces = []
    for statistic, rows in results:
        table = rows.add_column(0, "statistic", arrow_array([statistic.name] * rows.num_rows, pa.string()))
        if "category" in rows.column_names:
            at = table.column_names.index("category")
            found = table["category"]
            is_number = pa.types.is_integer(found.type) or pa.types.is_floating(found.type)
            numbers = found.cast(pa.float64()) if is_number else pa.nulls(len(found), pa.float64())
            table = table.set_column(at, "category", _texts(found.to_pylist()))
            table = table.add_column(at + 1, "category_number", numbers)
        pieces.append(table)
    whole = pa.concat_tables(pieces, promote_options="permissive")
    last = ("side", "category", "category_number", *LAST[:-2], "names", *LAST[-2:])
    axes = [name for name in whole.column_names if name not in ("statistic", *last)]
    return whole.select([name for name in ("statistic", *axes, *last) if name in whole.column_names])


def _large(rows: Sequence[_Row], min_n: int) -> Iterator[_Row]:
    """The rows with so many cases; a difference needs them on both sides."""
    small = {(row.key, row.category) for row in rows if row.estimate.n < min_n}
    for row in rows:
        is_difference = row.side == SIDES[2]
        if row.estimate.n >= min_n and not (is_difference and (row.key, row.category) in small):
            yield row


def _column(values: Sequence[Any], kind: str) -> pa.Array:
    return arrow_array(values, pa.float64() if kind.startswith("DECIMAL") else _ARROW.get(kind, pa.int64()))


def _texts(values: Iterable[Any]) -> pa.Array:
    texts = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
    return arrow_array(texts, pa.string())


def _rows(counts: Counts, confidence: float, quantiles: Quantiles | None) -> list[_Row]:
    """The rows of a statistic in their order."""
    scale, labels = counts.asked.measure.scale, counts.asked.measure.statistic.labels
    found = [
        _Row(key, side, category, quantiles.estimate(key, made) if quantiles else made, left)
        for key, category, moments in _complete(counts)
        for side, made, left in _sides(moments, confidence, scale, counts.left.get(key, (0,) * 3))
    ]

    def order(row: _Row) -> tuple[Any, ...]:
        axes = tuple((value is None, value) for value in row.key)
        place = labels.index(row.category) if row.category in labels else len(labels)
        return (*axes, SIDES.index(row.side), place, (row.category is None, row.category))

    return sorted(found, key=order)


def _sides(
    moments: Moments, confidence: float, scale: int | None, left: Sequence[int]
) -> Iterator[tuple[str, Estimate, int]]:
    """Each side with the rows that have no value there; the difference lacks those on neither side too."""
    for at in range(len(moments.n)):
        if moments.n[at]:
            yield SIDES[at], estimate(moments.side(at), confidence, scale), left[at]
    if len(moments.n) == 2 and (made := difference(moments, confidence, scale)):
        yield SIDES[2], made, sum(left)


def _complete(counts: Counts) -> Iterator[tuple[tuple[Any, ...], Any, Moments]]:
    """Group, category and sums, with labels that never occur in a group."""
    labels = counts.asked.measure.statistic.labels
    met: dict[tuple[Any, ...], tuple[Moments, set[Any]]] = {}
    for key, category, moments in counts.moments():
        yield key, category, moments
        met.setdefault(key, (moments, set()))[1].add(category)
    for key, (one, categories) in met.items():
        none = one._replace(t=(0,) * len(one.t), tt=(0,) * len(one.tt), tn=(0,) * len(one.tn))
        for label in labels:
            if label not in categories:
                yield key, label, none
