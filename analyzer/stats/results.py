"""Results of statistics: sums become values with intervals, in tables with one row per group and category.

They are printed as text, CSV, JSON or Parquet.

The share of rows up to a quantile has an interval, as any rate; the ends of the quantile's are the numbers
whose shares are so far below and above (R. S. Woodruff, "Confidence Intervals for Medians and Other Position
Measures", JASA 47, 1952).
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, BinaryIO, Final, NamedTuple

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from analyzer.errors import UserMistake
from analyzer.printable import csv_text, json_text, printable
from analyzer.stats.catalogue import Kind, Statistic
from analyzer.stats.expressions import text_of
from analyzer.stats.intervals import Estimate, Moments, difference, estimate
from analyzer.stats.sums import Counts, Key
from analyzer.tables.arrow import arrow_array, texts

_MOST_GROUPS: Final = 1_000
"""Each is a branch of an expression."""


class Quantiles:
    """The quantile of a number in each group.

    Args:
        counts: The distribution of the number.
        share: Share of rows that are at most the quantile.

    Raises:
        UserMistake: When the share is not between 0 and 1, or there are too many groups.
    """

    def __init__(self, counts: Counts, share: float) -> None:
        if not 0 < share < 1:
            raise UserMistake(f"share is {share!r}; expected a number between 0 and 1, such as 0.5")
        if len(counts.whole) > _MOST_GROUPS:
            raise UserMistake(
                f"quantiles of {len(counts.whole):,} groups are asked for; expected at most {_MOST_GROUPS:,}"
            )
        self._asked, self._share = counts.asked, share
        found: dict[Key, list[tuple[Any, int]]] = {}
        for (*key, value), sums in counts.parts.items():
            found.setdefault(tuple(key), []).append((value, sums[0]))
        self._rows = {key: sorted(rows) for key, rows in found.items()}

    def at_most(self) -> Statistic:
        """The rate of rows that are at most the quantile of their group."""
        statistic, value = self._asked.measure.statistic, self._asked.measure.value.sql
        branches = [
            f"WHEN {self._condition(key)} THEN {_literal(self._value(key, self._share))}"
            for key in self._rows
        ]
        rate = f"CAST({value} AS DOUBLE) <= CASE {' '.join(branches)} END" if branches else "NULL::BOOLEAN"
        return replace(statistic, kind=Kind.RATE, value=rate)

    def estimate(self, key: Key, rate: Estimate) -> Estimate:
        """The quantile of a group with its interval, by that of the rate."""
        if rate.low is None or rate.high is None:
            low = high = None
        else:
            low = self._value(key, self._share - (rate.value - rate.low))
            high = self._value(key, self._share + (rate.high - rate.value))
        return rate._replace(value=self._value(key, self._share), low=low, high=high)

    def _value(self, key: Key, share: float) -> float:
        """The least number that this share of the rows of a group is at most; else the greatest."""
        rows = self._rows[key]
        wanted, so_far = share * sum(n for _, n in rows), 0
        for value, n in rows:
            so_far += n
            if so_far >= wanted:
                return float(value)
        return float(rows[-1][0])

    def _condition(self, key: Key) -> str:
        parts = zip(self._asked.axes, key, strict=True)
        return (
            " AND ".join(f"{axis.sql} IS NOT DISTINCT FROM {_literal(value)}" for axis, value in parts)
            or "true"
        )


def _literal(value: object) -> str:
    """A value of an axis as SQL."""
    if value is None or isinstance(value, bool | int):
        return str(value if value is not None else "NULL")
    if isinstance(value, float):
        return f"'{value!r}'::DOUBLE"
    return f"{text_of(str(value))}::TIMESTAMP" if isinstance(value, date) else text_of(str(value))


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


Result = tuple[Statistic, pa.Table]
"""A statistic and its rows."""

_MOST_DECIMALS: Final = 6
_NUMBERS: Final = ("value", "low", "high")
_SIZES: Final = ("n", "games", "names", "left_out")


def as_text(results: Sequence[Result]) -> Iterator[str]:
    """Statistics as lines of text: name, unit and definition of each, then its rows."""
    for place, (statistic, rows) in enumerate(results):
        if place:
            yield ""
        yield printable(f"{statistic.name}: {statistic.unit}")
        yield printable(f"  {statistic.definition}")
        if statistic.usual:
            yield printable(f"  Often shown by: {statistic.usual}")
        yield from _lines(statistic, rows)


def _lines(statistic: Statistic, rows: pa.Table) -> Iterator[str]:
    if not rows.num_rows:
        yield "  nothing to count"
        return
    decimals = _decimals(statistic, rows["value"].to_pylist())
    columns = {name: [*_cells(rows[name], name, decimals)] for name in rows.column_names if name != "few"}
    few = rows["few"].to_pylist()
    if any(few):
        columns["few"] = ["few" if one else "" for one in few]
    widths = [max(map(len, (printable(name), *cells))) for name, cells in columns.items()]
    numbers = [name in (*_NUMBERS, *_SIZES) for name in columns]
    for row in ([*map(printable, columns)], *zip(*columns.values(), strict=True)):
        yield _line(row, widths, numbers)


def _decimals(statistic: Statistic, values: Sequence[float]) -> int:
    """Number of decimals: 4 for shares; for means enough for three significant digits of the greatest."""
    greatest = max(map(abs, values))
    if statistic.kind is not Kind.MEAN or not greatest:
        return 1 if statistic.kind is Kind.MEAN else 4
    return min(max(1, 2 - math.floor(math.log10(greatest))), _MOST_DECIMALS)


def _cells(column: pa.ChunkedArray, name: str, decimals: int) -> Iterator[str]:
    if name in _NUMBERS:
        # Without the sign of a zero.
        shown = (one if one is None else round(one, decimals) + 0.0 for one in column.to_pylist())
        yield from ("-" if one is None else f"{one:.{decimals}f}" for one in shown)
    else:
        cells = column.cast(pa.string()).to_pylist()
        yield from ("-" if one is None else printable(one) for one in cells)


def _line(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    padded = [
        cell.rjust(width) if is_number else cell.ljust(width)
        for cell, width, is_number in zip(cells, widths, numbers, strict=True)
    ]
    return "  " + "  ".join(padded).rstrip()


def as_csv(table: pa.Table, out: BinaryIO) -> None:
    """Write rows as CSV with a header; null is an empty field, and texts of logs cannot act as formulas."""
    for place, field in enumerate(table.schema):
        if pa.types.is_string(field.type):
            cells = [one if one is None else csv_text(one) for one in table[field.name].to_pylist()]
            table = table.set_column(place, field.name, texts(cells))
    pa_csv.write_csv(table.rename_columns([csv_text(name) for name in table.column_names]), out)


def as_json(results: Sequence[Result]) -> Iterator[str]:
    """Pieces of one JSON array: name, unit and definition of each statistic, and its rows as objects."""
    yield "["
    for place, (statistic, rows) in enumerate(results):
        head = {
            "statistic": statistic.name,
            "kind": statistic.kind.value,
            "unit": statistic.unit,
            "definition": statistic.definition,
            "usual": statistic.usual or None,
        }
        opened = json_text(json.dumps(head, ensure_ascii=False)).removesuffix("}")
        yield ("," if place else "") + "\n" + opened + ', "rows": ['
        for number, row in enumerate(rows.to_pylist()):
            yield (",\n  " if number else "\n  ") + json_text(
                json.dumps(row, ensure_ascii=False, default=str)
            )
        yield "]}"
    yield "\n]\n"


def write_parquet(table: pa.Table, statistics: Sequence[Statistic], out: BinaryIO) -> None:
    """Write rows as Parquet, with units and definitions in the metadata."""
    known = {f"definition.{one.name}": f"{one.unit}: {one.definition}" for one in statistics}
    held = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(known), held, compression="zstd")
    out.write(held.getbuffer())
