"""Computes rates, means and shares with their intervals from cells.

Rates and shares have the Wilson score interval (E. B. Wilson, "Probable Inference, the Law of Succession, and
Statistical Inference", JASA 22, 1927); means the normal interval with the sample variance, or none
if only one row counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from analyzer.errors import UserMistake
from analyzer.stats.cells import cell_schema
from analyzer.stats.statistic import MEAN, SHARES, Statistic

__all__ = ["CONFIDENCE", "finished", "normal_interval", "quantile", "wilson_interval"]

CONFIDENCE: Final = 0.95

Interval = tuple[NDArray[np.float64], NDArray[np.float64]]


def quantile(confidence: float) -> float:
    """Half-width of a two-sided normal interval in standard deviations.

    Raises:
        UserMistake: When the confidence is not between 0 and 1.

    Example:
        >>> round(quantile(0.95), 3)
        1.96
    """
    if not 0 < confidence < 1:
        raise UserMistake(
            f"{confidence} is not a confidence level; expected a number between 0 and 1, such as 0.95"
        )
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson_interval(total: NDArray[np.float64], n: NDArray[np.int64], z: float) -> Interval:
    """Ends of the Wilson score interval of rates; n is positive.

    Example:
        >>> low, high = wilson_interval(np.array([5.0]), np.array([10]), 1.96)
        >>> round(float(low[0]), 3), round(float(high[0]), 3)
        (0.237, 0.763)
    """
    rate, square = total / n, z * z
    middle = rate + square / (2 * n)
    reach = z * np.sqrt(rate * (1 - rate) / n + square / (4.0 * n * n))
    whole = 1 + square / n
    # For rates of 0 and 1 the formula misses the end by rounding.
    low = np.where(total == 0, 0, (middle - reach) / whole)
    return low, np.where(total == n, 1, (middle + reach) / whole)


def normal_interval(
    total: NDArray[np.float64], squares: NDArray[np.float64], n: NDArray[np.int64], z: float
) -> Interval:
    """Ends of the normal interval of means; NaN if n is 1."""
    mean = total / n
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum(squares - total * mean, 0) / (n - 1)
        reach = z * np.sqrt(variance / n)
    return mean - reach, mean + reach


def finished(
    cells: pa.Table,
    statistics: Mapping[str, Statistic],
    by: Sequence[str],
    *,
    min_n: int = 1,
    confidence: float = CONFIDENCE,
) -> pa.Table:
    """Values with their intervals.

    Args:
        cells: Cells added up by these dimensions.
        statistics: Statistics by name, including all those of the cells.
        by: The dimensions.
        min_n: Least sample size; rows with less are left out.
        confidence: Confidence level of the intervals.

    Returns:
        ``statistic``, the dimensions, ``at`` (bin), ``category``, ``value``, ``low``, ``high``, ``n``;
        in the order of the catalogue, then by group, bin and category.  Bins and categories are given by
        their labels if they have labels.

    Raises:
        UserMistake: When the confidence is not between 0 and 1.
    """
    z = quantile(confidence)
    schema = _result_schema(by)
    names = pc.unique(cells["statistic"]).to_pylist()
    pieces = [
        _of_one(cells.filter(pc.equal(cells["statistic"], name)), statistics[name], by, z, schema)
        for name in sorted(names, key=[*statistics].index)
    ]
    whole = pa.concat_tables(pieces) if pieces else schema.empty_table()
    return whole.filter(pc.greater_equal(whole["n"], min_n)) if min_n > 1 else whole


def _result_schema(by: Sequence[str]) -> pa.Schema:
    kept = [field for field in cell_schema(by) if field.name in ("statistic", *by)]
    numbers = [pa.field(name, pa.float64()) for name in ("value", "low", "high")]
    places = [pa.field("at", pa.string()), pa.field("category", pa.string())]
    return pa.schema([*kept, *places, *numbers, pa.field("n", pa.int64(), nullable=False)])


def _of_one(
    cells: pa.Table, statistic: Statistic, by: Sequence[str], z: float, schema: pa.Schema
) -> pa.Table:
    order = [*by, "at", "category"]
    if statistic.kind is SHARES:
        cells = _with_denominators(cells, statistic, by)
    cells = cells.sort_by([(name, "ascending") for name in order])
    n, total = np.asarray(cells["n"]), np.asarray(cells["total"])
    if statistic.kind is MEAN:
        low, high = normal_interval(total, np.asarray(cells["squares"]), n, z)
    else:
        low, high = wilson_interval(total, n, z)
    made = {
        "at": _labelled(cells["at"], statistic.axis_labels),
        "category": _labelled(cells["category"], statistic.labels),
        "value": pa.array(total / n),
        "low": pa.array(low, from_pandas=True),
        "high": pa.array(high, from_pandas=True),
    }
    return pa.table(
        [made.get(name, cells[name] if name not in made else None) for name in schema.names], schema=schema
    )


def _labelled(codes: pa.ChunkedArray, labels: Sequence[str]) -> pa.ChunkedArray:
    if not labels:
        return codes.cast(pa.string())
    return pa.array(labels, pa.string()).take(codes.combine_chunks())


def _with_denominators(cells: pa.Table, statistic: Statistic, by: Sequence[str]) -> pa.Table:
    """Cells with the denominator of their group and bin, for every label in each group."""
    is_whole = pc.is_null(cells["category"])
    wholes, parts = cells.filter(is_whole), cells.filter(pc.invert(is_whole))
    per_bin = not statistic.axis or pc.any(pc.is_valid(wholes["at"])).as_py()
    group, other = _numbered(wholes, parts, [*by, "at"] if per_bin else [*by])
    place = np.full(max(group.max(initial=-1), other.max(initial=-1)) + 1, -1)
    place[group] = np.arange(len(group))
    n = np.asarray(wholes["n"])[place[other]]
    parts = parts.set_column(parts.schema.get_field_index("n"), "n", pa.array(n))
    if not statistic.labels:
        return parts
    return pa.concat_tables([parts, _zeros(wholes, parts, statistic, place[other]).cast(parts.schema)])


def _zeros(wholes: pa.Table, parts: pa.Table, statistic: Statistic, owner: NDArray[np.int64]) -> pa.Table:
    """Cells of 0 for the labels that never occur, per denominator."""
    if statistic.axis and wholes.num_rows and not pc.any(pc.is_valid(wholes["at"])).as_py():
        return parts.slice(0, 0)
    labels = len(statistic.labels)
    is_there = np.zeros((wholes.num_rows, labels), np.bool_)
    is_there[owner, np.asarray(parts["category"])] = True
    missing, category = np.nonzero(~is_there)
    rows = wholes.take(pa.array(missing))
    place = rows.schema.get_field_index("category")
    return rows.set_column(place, "category", pa.array(category.astype(np.int32)))


def _numbered(
    first: pa.Table, second: pa.Table, keys: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Group number of each row of two tables; rows with equal keys have equal numbers."""
    both = pa.concat_tables([first.select(keys), second.select(keys)])
    number = np.zeros(first.num_rows + second.num_rows, np.int64)
    for name in keys:
        codes = both[name].combine_chunks().dictionary_encode(null_encoding="encode").indices
        codes = np.asarray(codes).astype(np.int64)
        _, number = np.unique(number * (codes.max(initial=0) + 1) + codes, return_inverse=True)
    return number[: first.num_rows], number[first.num_rows :]
