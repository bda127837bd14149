"""Seats of some kind, how their hands ended and what they gained, told apart by an axis.

Riichi, calls, dama and waits ask the same questions of different seats.  A population says which seats, an
axis what they are told apart by, and the functions here make the statistic, its definition included.
Hands that the log cuts have no outcome, so no population has them.
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
    """Some of the seats.

    Attributes:
        name: As names of statistics begin.
        words: Completes "seats that ...".
        unit: What a share is a share of.
        rows: Their rows of ``seats``, ascending; in hands with a result only.
        columns: What ``rows`` reads, besides what tells the outcome.
    """

    name: str
    words: str
    unit: str
    rows: Callable[[Rows], NDArray[np.intp]]
    columns: tuple[str, ...]


class Axis(NamedTuple):
    """What seats are told apart by.

    Attributes:
        name: Name of the axis.
        words: Completes "by ...".
        values: Bin of each row of ``seats``; negative where it has none, and then it is left out.
        columns: What ``values`` reads.
        labels: Names of the bins; none for numbers.
    """

    name: str
    words: str
    values: Callable[[Rows], Array]
    columns: tuple[str, ...]
    labels: tuple[str, ...] = ()


def ending_rate(topic: str, population: Population, ending: Ending, axis: Axis | None = None) -> Statistic:
    """Share of a population that ended the hand in some way."""
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
    """Mean gain of a population; of those that ended the hand in some way, where one is given."""
    name, words = ("", "") if ending is None else (f"_{ending.name}", f" and {ending.words}")
    return Statistic(
        name=f"{population.name}{name}_gain{_suffix(axis)}",
        topic=topic,
        grain="seats",
        kind=MEAN,
        unit="points",
        definition=(
            f"Of seats that {population.words}{words}, the mean of points after the hand less points before "
            f"it (an own riichi stick counts as paid){_by(axis)}; {LEFT_OUT}."
        ),
        measure=partial(_gained, population, ending, axis),
        columns=_columns(population, axis, *GAIN_COLUMNS, *(() if ending is None else OUTCOME_COLUMNS)),
        axis="" if axis is None else axis.name,
        axis_labels=() if axis is None else axis.labels,
    )


def ending_shares(topic: str, population: Population, axis: Axis | None = None) -> Statistic:
    """How hands ended for a population, as shares that add up to one."""
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
    """How a population spreads over the values of an axis, told apart by another one if it is given."""
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
    """Mean of the values of an axis over a population."""
    return Statistic(
        name=f"{population.name}_{axis.name}_mean{_suffix(by)}",
        topic=topic,
        grain="seats",
        kind=MEAN,
        unit=unit,
        definition=f"Mean, over seats that {population.words}, of {axis.words}{_by(by)}; {LEFT_OUT}.",
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
    """Share of a population for which something holds.

    Args:
        topic: Of the statistic.
        population: The denominator.
        name: Of the statistic, without the axis.
        words: Completes "the share that ...".
        holds: One per row of ``seats``: bool, or 1, 0 and negative for unknown, which is left out.
        columns: What ``holds`` reads.
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
    """Where values are not negative; None for everywhere."""
    return None if values.min(initial=0) >= 0 else values >= 0


def _at(axis: Axis | None, rows: Rows, population: Population) -> Array | None:
    return None if axis is None else _taken(rows, population, axis.values)


def _taken(rows: Rows, population: Population, values: Callable[[Rows], Array]) -> Array:
    """Values of the rows of a population; the same array whenever it is asked for, as many do."""
    return rows.remember(_taker(population.rows, values))


@cache
def _taker(
    chosen: Callable[[Rows], NDArray[np.intp]], values: Callable[[Rows], Array]
) -> Callable[[Rows], Array]:
    def taken(rows: Rows) -> Array:
        return values(rows)[chosen(rows)]

    return taken


def column_axis(name: str, words: str, column: str, labels: tuple[str, ...] = ()) -> Axis:
    """An axis that is one column, such as ``seats.riichi_turn``; null is no bin."""
    return Axis(name, words, partial(_column, column), (column,), labels)


def _column(name: str, rows: Rows) -> Array:
    return rows[name]
