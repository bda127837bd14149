"""The queries that count: each gives what statistics look at in rows of a view, with game and axes.

Columns of a result are ``k`` (the game, or the player) and ``a0`` … (the axes that vary within a game).
Queries for distributions have the rows of the view, with ``v0`` …: the value of each statistic, or of each
side of a comparison, null in rows that do not count, and ``c0`` …: whether a condition admits the row.  Those
for rates and means have one row for each pair of ``k`` and axes, with ``t0`` …, the sum of these values,
``n0`` …, their number, and ``c0`` …, the number of rows that a condition admits.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

import duckdb
import pyarrow as pa

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import Kind
from analyzer.stats.checking import FINE, Asked, Measure
from analyzer.stats.database import Database
from analyzer.stats.expressions import Expression, query_words, quoted, takes_whole_rows, unknown_column
from analyzer.stats.shapes import near, stored_columns
from analyzer.stats.views import View, shipped_views
from analyzer.tables.load import RunTables
from analyzer.tables.schema import TABLES

__all__ = ["Query", "queries", "selected"]

_MOST_AT_ONCE: Final = 40
"""Statistics of one query: their columns are in memory at the same time."""
_LARGEST: Final = 1e20
"""The sum of larger numbers, as multiples of 1/FINE, could be too large for DuckDB."""
_SMALL: Final = ("BOOLEAN", "INTEGER")
_WIDE: Final = ("HUGEINT", "UHUGEINT", "UBIGINT")


def queries(asked: Sequence[Asked], cluster: str) -> list[Query]:
    """The queries that count some statistics; those over rows with the same root are one after another.

    Args:
        asked: Statistics; they have the same comparison.
        cluster: ``game`` or ``player``.

    Raises:
        UserMistake: When rows belong to no player.
    """
    together: dict[tuple[object, ...], list[int]] = {}
    for place, one in enumerate(asked):
        terms = (tuple(part.sql for part in parts) for parts in (one.axes, one.where))
        is_shares = one.measure.statistic.kind is Kind.SHARES
        together.setdefault((one.view.root.name, one.view.name, is_shares, *terms), []).append(place)
    made = []
    for places in together.values():
        for start in range(0, len(places), _MOST_AT_ONCE):
            own = places[start : start + _MOST_AT_ONCE]
            made.append(Query(own, [asked[place] for place in own], cluster))
    return sorted(made, key=lambda one: one.view.root.name)


class Query:
    """One query over the rows of a view.

    Attributes:
        places: Places of its statistics among all that are counted.
        measures: These statistics.
        view: The rows.
        sides: Number of sides of the comparison; 1 without one.
        fixed: Axes that are alike in a game, by their places; the others vary.
        axes: Number of axes.
        is_shares: Whether its statistics are distributions; otherwise they are rates and means.
        is_by_game: Whether rows depend on each other by game.
        admitted: Numbers of the conditions that admit rows for each statistic: on each side, and on neither.
        used: The columns that it needs.
    """

    def __init__(self, places: Sequence[int], asked: Sequence[Asked], cluster: str) -> None:
        self.places = places
        self.measures: list[Measure] = [one.measure for one in asked]
        first = asked[0]
        self.view, self.axes, self._where = first.view, len(first.axes), first.where
        self.is_shares = first.measure.statistic.kind is Kind.SHARES
        self._conditions = [""]
        if first.compare:
            self._conditions = [first.compare.sql, f"NOT {first.compare.sql}"]
        self.sides = len(self._conditions)
        neither = [f"{first.compare.sql} IS NULL"] if first.compare else []
        admits = [
            [_both(measure.of, side) or "true" for side in (*self._conditions, *neither)]
            for measure in self.measures
        ]
        self._admitting = [*dict.fromkeys(one for each in admits for one in each)]
        self.admitted: list[list[int]] = [[self._admitting.index(one) for one in each] for each in admits]
        self.fixed: dict[int, Expression] = {
            at: axis
            for at, axis in enumerate(first.axes)
            if cluster == "game" and self.view.is_of_game(self.view.named([axis]))
        }
        self.is_by_game = cluster == "game"
        varying = [axis for at, axis in enumerate(first.axes) if at not in self.fixed]
        self._varying = [axis.sql for axis in varying]
        player = _player(self.view) if cluster == "player" else ()
        # Who has no name is somebody else in every game.
        self._key = f"coalesce({quoted(player[0])}, game || ' ' || {player[1]})" if player else "game"
        own = [part for measure in self.measures for part in (measure.value, measure.of) if part]
        # Axes that are alike in a game are read apart: no row needs a join for them.
        parts = [*own, *varying, *self._where, *([first.compare] if first.compare else [])]
        self.used = [*dict.fromkeys(("game", *player, *self.view.named(parts)))]

    def sql(self, held: str = "") -> str:
        """Its text.

        Args:
            held: A table with rows of the widest view; empty to join them.
        """
        made = [f"{self._key} AS k", *(f"{sql} AS a{at}" for at, sql in enumerate(self._varying))]
        of_values = [measure for measure in self.measures for _ in self._conditions]
        sides = [*self._conditions] * len(self.measures)
        values = [_value(measure, side) for measure, side in zip(of_values, sides, strict=True)]
        made += [f"{value} AS v{at}" for at, value in enumerate(values)]
        made += [f"({one}) IS TRUE AS c{at}" for at, one in enumerate(self._admitting)]
        rows = f"SELECT {', '.join(made)} FROM ({self.view.select(self.used, self._where, held)})"
        if self.is_shares:
            return rows
        cell = ["k", *(f"a{at}" for at in range(len(self._varying)))]
        sums = [_sum(measure, f"v{at}") + f" AS t{at}" for at, measure in enumerate(of_values)]
        counts = [f"count(v{at}) AS n{at}" for at in range(len(values))]
        counts += [f"count(*) FILTER (c{at}) AS c{at}" for at in range(len(self._admitting))]
        return f"SELECT {', '.join([*cell, *sums, *counts])} FROM ({rows}) GROUP BY {', '.join(cell)}"


def _player(view: View) -> tuple[str, ...]:
    """The columns that tell the player of a row."""
    name = next((name for name in ("player_name", "name") if name in view.sources), "")
    if not name or "seat" not in view.sources:
        raise UserMistake(
            f"rows of {view.name} belong to no single player; expected rows of seats, such as seats"
        )
    return name, "seat"


def _value(measure: Measure, side: str) -> str:
    """The value of a statistic in rows that count."""
    value = measure.value.sql
    if measure.scale == FINE:
        value = _multiple(f"CAST({value} AS DOUBLE)")
    elif measure.type.startswith("DECIMAL"):
        value = f"CAST({value} AS DOUBLE)"
    elif measure.type in _WIDE:
        value = f"CAST({value} AS BIGINT)"
    elif measure.is_list and measure.statistic.kind is Kind.SHARES:
        value = f"list_distinct({value})"
    counts = _both(measure.of, side)
    return f"CASE WHEN {counts} THEN {value} END" if counts else value


def _both(of: Expression | None, side: str) -> str:
    """The condition for rows that count on a side."""
    return " AND ".join(part for part in (of.sql if of else "", side) if part)


def _multiple(value: str) -> str:
    """A fraction as a whole multiple of 1/FINE; what is no number, as 0 / 0 or 1 / 0, does not count."""
    refused = f"error('a mean has values that are too large; expected numbers below {_LARGEST:.0e}')"
    whole = f"CAST(round_even({value} * {FINE}, 0) AS HUGEINT)"
    known = f"CASE WHEN abs({value}) < {_LARGEST} THEN {whole} ELSE {refused} END"
    return f"CASE WHEN isfinite({value}) THEN {known} END"


def _sum(measure: Measure, values: str) -> str:
    """The sum of values: a whole number, as text where it may be too large for 64 bits."""
    return f"CAST(sum({values}) AS {'BIGINT' if measure.type in _SMALL else 'VARCHAR'})"


def selected(runs: Sequence[RunTables], query: str) -> pa.Table:
    """The rows of one SELECT over the views, and the stored tables as ``tables.NAME``.

    Raises:
        UserMistake: When it is no single SELECT over these.
    """
    words, views = query_words(query), shipped_views()
    there = {table for table in TABLES if all(table in run.parts for run in runs)}
    # Any word may be a table; nothing is read of one that is a column.
    shown = words & there
    lacking = words & TABLES.keys() - there
    made = {name: f"SELECT * FROM tables.{quoted(name)}" for name in shown}
    known = {column for table in shown for column in stored_columns(table)}
    for name in words & {*views.names()}:
        view, columns = views[name], views[name].columns()
        known |= {*columns}
        own = [one for one in columns if one in words]
        if takes_whole_rows(query, columns):
            # Columns of tables that the run left out are no part of whole rows.
            own = [one for one in columns if one in words or _stored(view, [one]) <= there]
        needed = view.shapes.with_below(view.tables(own))
        if needed & TABLES.keys() <= there:
            shown |= needed
            made[name] = view.select(own or ["game"])
        else:
            lacking |= needed & TABLES.keys() - there
    with Database(runs) as database:
        database.show(runs, shown)
        for name, rows in made.items():
            database.run(f"CREATE VIEW {quoted(name)} AS {rows}")
        try:
            return database.table(query)
        except UserMistake as error:
            column = unknown_column(error.message)
            if column in known or isinstance(error.__cause__, duckdb.CatalogException):
                for run, table in product(runs, sorted(lacking)):
                    run.parts_of(table)
            if column:
                raise UserMistake(f"query: {column!r} is no column{near(column, known)}") from None
            raise


def _stored(view: View, columns: Sequence[str]) -> set[str]:
    """The stored tables that columns of a view need."""
    return view.shapes.with_below(view.tables(columns)) & TABLES.keys()
