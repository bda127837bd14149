"""The class of a statistic: its definition, and the function that measures it on a block of rows."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, unique
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.rows import Array, Rows

__all__ = ["MEAN", "RATE", "SHARES", "Kind", "Measure", "Statistic", "row_of"]


@unique
class Kind(Enum):
    """Value computed from the counts and sums."""

    RATE = "rate"
    """Share of the counted rows for which a condition holds; with a Wilson interval."""
    MEAN = "mean"
    """Mean of a number over the counted rows; with a normal interval from its sum of squares."""
    SHARES = "shares"
    """Distribution: the share of each category or number, each with a Wilson interval."""


RATE, MEAN, SHARES = Kind


class Measure(NamedTuple):
    """The measure of a statistic on a block: one entry per row of its grain, or per item of its lists.

    Attributes:
        value: RATE: bool.  MEAN: numbers.  SHARES: index of the labels of the statistic, or the number
            itself.
        of: Rows or items that count; None for all.
        at: Bin on the axis of the statistic; a negative bin does not count.  None without an axis.
        row: For lists, the row of each item; value, of and at then have one entry per item.
        base: SHARES of items: rows of the denominator, one entry per row; they apply to every bin of the
            axis.  None if the items that count are their own denominator.
        code: A small code per item, -1 for none; see ``holds``.
        holds: Codes.  RATE: the condition holds for items with one of these; ``value`` is ignored.  MEAN:
            only these items count.  SHARES: ignored; the codes are the categories, and items without a
            code do not count.  Statistics with the very same arrays that differ only here are counted in
            one pass.
    """

    value: Array
    of: NDArray[np.bool_] | None = None
    at: NDArray[np.integer] | None = None
    row: NDArray[np.integer] | None = None
    base: NDArray[np.bool_] | None = None
    code: NDArray[np.integer] | None = None
    holds: tuple[int, ...] = ()


class Statistic(NamedTuple):
    """One row of the catalogue.

    Attributes:
        name: Name of the statistic.
        topic: Topic, also the name of its stored file.
        grain: The table whose rows are counted: ``games``, ``players``, ``hands``, ``seats`` or ``wins``.
        kind: Kind of its value.
        unit: Unit of the value: ``share of hands``, ``points``, ``turns``.
        definition: One sentence: what counts, the denominator, what is left out.
        measure: Function that measures a block of rows.
        columns: Every column that the measure reads, with its table: ``seats.tenpai``.
        axis: Name of the bins; empty if there are none.
        labels: Names of the categories of SHARES; empty for numbers.
        axis_labels: Names of the bins; empty for numbers.
    """

    name: str
    topic: str
    grain: str
    kind: Kind
    unit: str
    definition: str
    measure: Callable[[Rows], Measure]
    columns: tuple[str, ...]
    axis: str = ""
    labels: tuple[str, ...] = ()
    axis_labels: tuple[str, ...] = ()


def row_of(
    topic: str,
    name: str,
    grain: str,
    kind: Kind,
    unit: str,
    definition: str,
    measure: Callable[[Rows], Measure],
    columns: tuple[str, ...],
    axis: str = "",
    labels: tuple[str, ...] = (),
    axis_labels: tuple[str, ...] = (),
) -> Statistic:
    """A statistic with the topic as first argument, for modules with one topic."""
    return Statistic(name, topic, grain, kind, unit, definition, measure, columns, axis, labels, axis_labels)
