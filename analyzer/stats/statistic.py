"""What a statistic is: a row with its definition, and the function that measures it on a block of rows."""

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
    """What is made of the counts and sums in the end."""

    RATE = "rate"
    """Share of the rows that count for which something holds; with its Wilson interval."""
    MEAN = "mean"
    """Mean of a number over the rows that count; with a normal interval from its sum of squares."""
    SHARES = "shares"
    """Distribution: the share of each category or number; each with its Wilson interval."""


RATE, MEAN, SHARES = Kind


class Measure(NamedTuple):
    """What a statistic sees in a block: one entry per row of its grain, or per item of its lists.

    Attributes:
        value: RATE: bool. MEAN: numbers. SHARES: integer code of a category, an index of the labels of
            the statistic, or the number itself.
        of: Which rows or items count; None for all.
        at: Bin on the axis of the statistic; a negative one does not count.  None without an axis.
        row: Where lists are measured, the row of each item; value, of and at then have an entry per item.
        base: SHARES of items: the rows that are the denominator, one entry per row; they stand for every
            bin of the axis.  None where the items that count are their own denominator.
        code: A small code per item, -1 for none; see ``holds``.
        holds: Codes.  RATE: it holds for the items with one of these, and ``value`` is not looked at.  MEAN:
            only these items count.  SHARES: not looked at; the codes are the categories, and items without
            one do not count.  Statistics that hand over the very same arrays and differ in this alone are
            counted in one pass.
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
        name: How it is asked for.
        topic: Its file among the stored ones.
        grain: The table whose rows are counted: ``games``, ``players``, ``hands``, ``seats`` or ``wins``.
        kind: What is made of its counts.
        unit: Of the value: ``share of hands``, ``points``, ``turns``.
        definition: One sentence: what counts, the denominator, what is left out.
        measure: Measures a block of rows.
        columns: Every column that the measure reads, with its table: ``seats.tenpai``.
        axis: Name of the bins; empty where there are none.
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
    """A statistic, its topic said first: for a module whose rows are all of one."""
    return Statistic(name, topic, grain, kind, unit, definition, measure, columns, axis, labels, axis_labels)
