"""Statistics of populations of seats: how their hands ended and what they gained, split by an axis.

Riichi, calls, dama and waits have the same statistics for different seats.  A population selects the seats,
an axis splits them, and the functions here make the statistic with its definition.
Cut hands have no outcome, so they are in no population.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import gain, knows_gain
from analyzer.stats.outcomes import (
    END_COLUMNS,
    LEFT_OUT,
    OUTCOME_COLUMNS,
    OUTCOMES,
    Ending,
    outcome,
)
from analyzer.stats.rows import Array, Rows
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic

__all__ = [
    "GAIN_COLUMNS",
    "Axis",
    "Population",
    "axis_mean",
    "axis_shares",
    "ending_gain",
    "ending_rate",
    "ending_shares",
    "flag_rate",
]

GAIN_COLUMNS: Final = ("seats.delta", "seats.deposit")


class Population(NamedTuple):
    """A selection of seats.

    Attributes:
        name: Start of the names of statistics.
        words: Completes "seats that ...".
        unit: Unit of a share, such as ``share of riichi``.
        rows: Function to their rows of ``seats``, ascending; only of hands with a result.
        columns: Columns that ``rows`` reads, besides those of the outcome.
    """

    name: str
    words: str
    unit: str
    rows: Callable[[Rows], NDArray[np.intp]]
    columns: tuple[str, ...]


class Axis(NamedTuple):
    """An axis that splits seats.

    Attributes:
        name: Name of the axis.
        words: Completes "by ...".
        values: Function to the bin of each row of ``seats``; rows with a negative bin are left out.
        columns: Columns that ``values`` reads.
        labels: Names of the bins; none for numbers.
    """

    name: str
    words: str
    values: Callable[[Rows], Array]
    columns: tuple[str, ...]
    labels: tuple[str, ...] = ()


def ending_rate(topic: str, population: Population, ending: Ending, axis: Axis | None = None) -> Statistic:
    """Statistic: share of a population with an ending."""
    return Statistic(
        name=f"{population.name}_{ending.name}_rate{_suffix(axis)}",
        topic=topic,
        grain="seats",
        kind=RATE,
        unit=population.unit,
        definition=f"Of seats that {population.words}, the share that {ending.words}{_by(axis)}; {LEFT_OUT}.",
        measure=partial(_ended, population, ending, axis),
        columns=_columns(population, axis, *OUTCOME_COLUMNS),
        axis="" if axis is None else axis.name,
        axis_labels=() if axis is None else axis.labels,
    )


def ending_gain(
    topic: str, population: Population, ending: Ending | None = None, axis: Axis | None = None
) -> Statistic:
    """Statistic: mean gain of a population, or only of its seats with an ending."""
    name, words = ("", "") if ending is None else (f"_{ending.name}", f" and {ending.words}")
    return Statistic(
        name=f"{population.name}{name}_gain{_suffix(axis)}",
        topic=topic,
        grain="seats",
        kind=MEAN,
        unit="points",
        definition=(
            f"Of seats that {population.words}{words}, the mean of points after the hand minus points before "
            f"it (the own riichi stick counts as paid){_by(axis)}; {LEFT_OUT}."
        ),
        measure=partial(_gained, population, ending, axis),
        columns=_columns(population, axis, *GAIN_COLUMNS, *(() if ending is None else OUTCOME_COLUMNS)),
        axis="" if axis is None else axis.name,
        axis_labels=() if axis is None else axis.labels,
    )


def ending_shares(topic: str, population: Population, axis: Axis | None = None) -> Statistic:
    """Statistic: outcomes of the hands of a population, as shares that add up to 1."""
    return Statistic(
        name=f"{population.name}_outcome{_suffix(axis)}",
        topic=topic,
        grain="seats",
        kind=SHARES,
        unit=population.unit,
        definition=(
            f"How the hand ended for seats that {population.words}{_by(axis)}; each has one outcome, and of "
            f"a double ron both winners have a ron; {LEFT_OUT}."
        ),
        measure=partial(_outcomes, population, axis),
        columns=_columns(population, axis, *OUTCOME_COLUMNS),
        axis="" if axis is None else axis.name,
        labels=OUTCOMES,
        axis_labels=() if axis is None else axis.labels,
    )


def axis_shares(topic: str, population: Population, axis: Axis, by: Axis | None = None) -> Statistic:
    """Statistic: distribution of a population over an axis, split by another axis if given."""
    return Statistic(
        name=f"{population.name}_{axis.name}{_suffix(by)}",
        topic=topic,
        grain="seats",
        kind=SHARES,
        unit=population.unit,
        definition=f"Seats that {population.words}, by {axis.words}{_by(by)}; {LEFT_OUT}.",
        measure=partial(_spread, population, axis, by),
        columns=_columns(population, by, *axis.columns),
        axis="" if by is None else by.name,
        labels=axis.labels,
        axis_labels=() if by is None else by.labels,
    )


def axis_mean(topic: str, population: Population, axis: Axis, unit: str, by: Axis | None = None) -> Statistic:
    """Statistic: mean of the values of an axis over a population."""
    return Statistic(
        name=f"{population.name}_{axis.name}_mean{_suffix(by)}",
        topic=topic,
        grain="seats",
        kind=MEAN,
        unit=unit,
        definition=f"Mean of {axis.words} over seats that {population.words}{_by(by)}; {LEFT_OUT}.",
        measure=partial(_spread, population, axis, by),
        columns=_columns(population, by, *axis.columns),
        axis="" if by is None else by.name,
        axis_labels=() if by is None else by.labels,
    )


def flag_rate(
    topic: str,
    population: Population,
    name: str,
    words: str,
    holds: Callable[[Rows], Array],
    columns: tuple[str, ...],
    by: Axis | None = None,
) -> Statistic:
    """Statistic: share of a population for which a condition holds.

    Args:
        topic: Topic of the statistic.
        population: The denominator.
        name: Name of the statistic, without the axis.
        words: Completes "the share that ...".
        holds: Function to one value per row of ``seats``: bool, or 1, 0 and negative for unknown (left out).
        columns: Columns that ``holds`` reads.
        by: An axis.
    """
    return Statistic(
        name=f"{name}{_suffix(by)}",
        topic=topic,
        grain="seats",
        kind=RATE,
        unit=population.unit,
        definition=f"Of seats that {population.words}, the share that {words}{_by(by)}; {LEFT_OUT}.",
        measure=partial(_flagged, population, holds, by),
        columns=_columns(population, by, *columns),
        axis="" if by is None else by.name,
        axis_labels=() if by is None else by.labels,
    )


def _suffix(axis: Axis | None) -> str:
    return "" if axis is None else f"_by_{axis.name}"


def _by(axis: Axis | None) -> str:
    return "" if axis is None else f", by {axis.words}"


def _columns(population: Population, axis: Axis | None, *others: str) -> tuple[str, ...]:
    by = () if axis is None else axis.columns
    return tuple(dict.fromkeys((*population.columns, *by, *others, *END_COLUMNS)))


def _ended(population: Population, ending: Ending, axis: Axis | None, rows: Rows) -> Measure:
    code = _taken(rows, population, outcome)
    return Measure(
        code, at=_at(axis, rows, population), row=population.rows(rows), code=code, holds=ending.codes
    )


def _gained(population: Population, ending: Ending | None, axis: Axis | None, rows: Rows) -> Measure:
    chosen, at = population.rows(rows), _at(axis, rows, population)
    points = _taken(rows, population, gain)
    of = None if knows_gain(rows).all() else _taken(rows, population, knows_gain)
    if ending is None:
        return Measure(points, of=of, at=at, row=chosen)
    code = _taken(rows, population, outcome)
    return Measure(points, of=of, at=at, row=chosen, code=code, holds=ending.codes)


def _outcomes(population: Population, axis: Axis | None, rows: Rows) -> Measure:
    code = _taken(rows, population, outcome)
    return Measure(code, at=_at(axis, rows, population), row=population.rows(rows), code=code)


def _spread(population: Population, axis: Axis, by: Axis | None, rows: Rows) -> Measure:
    values = _taken(rows, population, axis.values)
    of = rows.shared("known", (values,), lambda: _known_of(values))
    return Measure(values, of=of, at=_at(by, rows, population), row=population.rows(rows))


def _flagged(population: Population, holds: Callable[[Rows], Array], by: Axis | None, rows: Rows) -> Measure:
    values = _taken(rows, population, holds)
    of, does = rows.shared("holds", (values,), lambda: (_known_of(values), values == 1))
    return Measure(does, of=of, at=_at(by, rows, population), row=population.rows(rows))


def _known_of(values: Array) -> NDArray[np.bool_] | None:
    """Mask of the values that are not negative; None if all are."""
    return None if values.min(initial=0) >= 0 else values >= 0


def _at(axis: Axis | None, rows: Rows, population: Population) -> Array | None:
    return None if axis is None else _taken(rows, population, axis.values)


def _taken(rows: Rows, population: Population, values: Callable[[Rows], Array]) -> Array:
    """Values of the rows of a population; always the same array, since many statistics share it."""
    return rows.remember(_taker(population.rows, values))


@cache
def _taker(
    chosen: Callable[[Rows], NDArray[np.intp]], values: Callable[[Rows], Array]
) -> Callable[[Rows], Array]:
    def taken(rows: Rows) -> Array:
        return values(rows)[chosen(rows)]

    return taken


def column_axis(name: str, words: str, column: str, labels: tuple[str, ...] = ()) -> Axis:
    """An axis made of one column, such as ``seats.riichi_turn``; null is in no bin."""
    return Axis(name, words, partial(_column, column), (column,), labels)


def _column(name: str, rows: Rows) -> Array:
    return rows[name]
