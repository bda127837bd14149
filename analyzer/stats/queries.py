"""The queries that count: DuckDB sums rows to clusters, and clusters to the sums that intervals need.

A *cell* is a cluster (a game, or a player) with values of the axes.  In it, and on each side of a comparison,
a statistic has a numerator, the sum of its values, and a denominator, the number of its rows that count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from analyzer.stats.sums import Counts, Key, add
from analyzer.stats.views import View, shipped_views
from analyzer.tables.load import RunTables
from analyzer.tables.schema import TABLES

__all__ = ["Query", "queries", "selected"]

_MOST_AT_ONCE: Final = 40
"""Statistics of one query: the sums of a game for each are in memory at the same time."""
_LARGEST: Final = 1e12
"""Squares of sums of larger numbers, as multiples of 1/FINE, would be too large for DuckDB."""
_WIDE: Final = ("HUGEINT", "UHUGEINT", "UBIGINT")


def queries(asked: Sequence[Asked], cluster: str) -> list[Query]:
    """The queries that count some statistics; those over rows with the same root are one after another.

    Args:
        asked: Statistics; they have the same axes, conditions and comparison.
        cluster: ``game`` or ``player``.

    Raises:
        UserMistake: When rows belong to no player.
    """
    together: dict[tuple[str, str], list[int]] = {}
    for place, one in enumerate(asked):
        together.setdefault((one.view.root.name, one.view.name), []).append(place)
    made = []
    for _, places in sorted(together.items()):
        for start in range(0, len(places), _MOST_AT_ONCE):
            own = places[start : start + _MOST_AT_ONCE]
            made.append(Query(own, [asked[place] for place in own], cluster))
    return made


class Query:
    """What counts some statistics over the rows of a view.

    Attributes:
        places: Places of its statistics among all that are counted.
        view: The rows.
        used: The columns that it needs.
    """

    def __init__(self, places: Sequence[int], asked: Sequence[Asked], cluster: str) -> None:
        self.places = places
        self.view, self._where = asked[0].view, asked[0].where
        self._measures, self._axes, compare = [one.measure for one in asked], asked[0].axes, asked[0].compare
        self._sides = [compare.sql, f"NOT {compare.sql}"] if compare else [""]
        neither = [f"{compare.sql} IS NULL"] if compare else []
        admits = [
            [_both(measure.of, side) or "true" for side in (*self._sides, *neither)]
            for measure in self._measures
        ]
        # Conditions that admit rows for each statistic: on each side, and on neither.
        self._admitting = [*dict.fromkeys(one for each in admits for one in each)]
        self._admitted = [[self._admitting.index(one) for one in each] for each in admits]
        # Axes that are alike in a game are read from the games: no row needs a join for them.
        self._fixed = [
            cluster == "game" and self.view.is_of_game(self.view.named([axis])) for axis in self._axes
        ]
        varying = [axis for axis, fixed in zip(self._axes, self._fixed, strict=True) if not fixed]
        player = _player(self.view) if cluster == "player" else ()
        # Who has no name is somebody else in every game.
        key = f"coalesce({quoted(player[0])}, game || ' ' || {player[1]})" if player else "game"
        self._cell = [f"{key} AS k", *(f"{axis.sql} AS {self._axis(axis)}" for axis in varying)]
        self._names = ["k", *map(self._axis, varying)]
        own = [part for measure in self._measures for part in (measure.value, measure.of) if part]
        parts = [*own, *varying, *self._where, *([compare] if compare else [])]
        self.used = [*dict.fromkeys(("game", *player, *self.view.named(parts)))]

    def _axis(self, axis: Expression) -> str:
        return f"a{self._axes.index(axis)}"

    def count(self, database: Database, counts: Sequence[Counts], held: str = "") -> None:
        """Add the sums over all rows that a database holds.

        Args:
            database: The tables.
            counts: Sums of all statistics that are counted.
            held: A table with rows of the widest view; empty to join them.
        """
        database.run(f"CREATE OR REPLACE TEMP TABLE cells AS {self._cells(database, held)}")
        width = len(self._axes)
        for row in database.rows(self._sums()):
            key, sums = row[:width], iter(row[width:])
            for at, place in enumerate(self.places):
                self._add(at, counts[place], key, sums)
        for at, place in enumerate(self.places):
            if self._is_shares(at):
                rows = database.rows(self._shares(at, held))
                add(counts[place].parts, ((row[: width + 1], row[width + 1 :]) for row in rows))
        database.run("DROP TABLE cells")

    def _add(self, at: int, counts: Counts, key: Key, sums: Iterator[int]) -> None:
        """Add what a row of `_sums` has of one statistic; the sums of those before it are taken already."""
        whole = [next(sums) for _ in self._denominators(at)]
        part = [] if self._is_shares(at) else [next(sums) for _ in self._numerators(at)]
        # Of those that a condition admits, these have no value; on neither side none has one.
        left = [next(sums) for _ in self._admitted[at]]
        if whole[0]:
            add(counts.whole, [(key, whole)])
            if part:
                add(counts.parts, [((*key, None), part)])
        if any(left):
            add(counts.left, [(key, left)])

    @property
    def passes(self) -> int:
        """How often it goes over its rows."""
        return 1 + sum(map(self._is_shares, range(len(self._measures))))

    def _is_shares(self, at: int) -> bool:
        return self._measures[at].statistic.kind is Kind.SHARES

    def _denominators(self, at: int) -> list[str]:
        """The sums of denominators over cells, in the order of `Moments`."""
        n = [f"n{at}_{side}" for side in range(len(self._sides))]
        clusters = [*([f"{n[0]} + {n[1]}"] if len(n) > 1 else []), *n]
        return [*(f"count(*) FILTER ({one} > 0)" for one in clusters), *_sums(n), *_sums(_pairs(n))]

    def _numerators(self, at: int) -> list[str]:
        """The sums of numerators over cells, in the order of `Moments`; for distributions by category."""
        sides = range(len(self._sides))
        n, t = ([f"{letter}{at}_{side}" for side in sides] for letter in "nt")
        return [*_sums(t), *_sums(_pairs(t)), *_sums(f"{one} * {other}" for one in t for other in n)]

    def _cells(self, database: Database, held: str) -> str:
        """SQL for a row of each cell: all axes, numerators, denominators and admitted rows."""
        values = [
            f"{_value(measure, condition)} AS v{at}_{side}"
            for at, measure in enumerate(self._measures)
            for side, condition in enumerate(self._sides)
        ]
        values += [f"({one}) IS TRUE AS c{at}" for at, one in enumerate(self._admitting)]
        sums = [f"count(*) FILTER (c{at}) AS c{at}" for at in range(len(self._admitting))]
        for at, measure in enumerate(self._measures):
            for place in (f"{at}_{side}" for side in range(len(self._sides))):
                sums.append(f"count(v{place}) AS n{place}")
                if not self._is_shares(at):
                    sums.append(f"{_sum(measure, f'v{place}')} AS t{place}")
        rows = f"SELECT {', '.join([*self._cell, *values])} FROM {self._rows(held)}"
        names = ", ".join(self._names)
        cells = f"SELECT {names}, {', '.join(sums)} FROM ({rows}) GROUP BY {names}"
        fixed = [axis for axis, is_fixed in zip(self._axes, self._fixed, strict=True) if is_fixed]
        if not fixed:
            return cells
        named = ", ".join(f"a{at} AS {self._axis(axis)}" for at, axis in enumerate(fixed))
        games = f"SELECT k, {named} FROM {database.held(self.view.select_of_games(fixed))}"
        return f"SELECT * FROM ({cells}) JOIN ({games}) USING (k)"

    def _sums(self) -> str:
        """SQL for a row of each group of cells, with all sums but those by category."""
        sums: list[str] = []
        for at in range(len(self._measures)):
            n = [f"n{at}_{side}" for side in range(len(self._sides))]
            admitted = [f"sum(c{number})" for number in self._admitted[at]]
            left = [f"{one} - sum({some})" for one, some in zip(admitted, n, strict=False)]
            numerators = [] if self._is_shares(at) else self._numerators(at)
            sums += [*self._denominators(at), *numerators, *left, *admitted[len(n) :]]
        # Without axes there is a row of nothing too.
        chosen = ", ".join([*map(self._axis, self._axes), *sums])
        return f"SELECT {chosen} FROM cells GROUP BY ALL HAVING count(*) > 0"

    def _shares(self, at: int, held: str) -> str:
        """SQL for a row of each group and category of a distribution, with the sums of its numerators."""
        measure, names, sides = self._measures[at], ", ".join(self._names), range(len(self._sides))
        values = ", ".join(f"{_value(measure, one)} AS v{side}" for side, one in enumerate(self._sides))
        category = f"coalesce({', '.join(f'v{side}' for side in sides)})"
        there = ", ".join(f"v{side} IS NOT NULL AS s{side}" for side in sides)
        rows = f"SELECT {', '.join(self._cell)}, {values} FROM {self._rows(held)}"
        rows = (
            f"SELECT {names}, {f'unnest({category})' if measure.is_list else category} AS category, {there} "
            f"FROM ({rows}) WHERE {category} IS NOT NULL"
        )
        counts = ", ".join(f"count(*) FILTER (s{side}) AS t{at}_{side}" for side in sides)
        parts = f"SELECT {names}, category, {counts} FROM ({rows}) GROUP BY {names}, category"
        same = " AND ".join(f"parts.{name} IS NOT DISTINCT FROM cells.{name}" for name in self._names)
        axes = [f"cells.{self._axis(axis)}" for axis in self._axes]
        chosen = ", ".join([*axes, "category", *self._numerators(at)])
        return f"SELECT {chosen} FROM ({parts}) AS parts JOIN cells ON {same} GROUP BY ALL"

    def _rows(self, held: str) -> str:
        return f"({self.view.select(self.used, self._where, held)})"


def _sums(products: Iterable[str]) -> list[str]:
    return [f"sum({one})" for one in products]


def _pairs(sides: Sequence[str]) -> list[str]:
    return [f"{one} * {other}" for at, one in enumerate(sides) for other in sides[at:]]


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
    """The sum of values, 0 of none: a whole number."""
    is_rate = measure.statistic.kind is Kind.RATE
    return f"count(*) FILTER ({values})" if is_rate else f"coalesce(sum({values}), 0)"


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
