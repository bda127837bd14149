"""The queries that count: DuckDB sums rows to cells, from which `sums` makes what intervals need.

Some thousand games are counted at a time, and views over the same rows share a table of these.

A *cell* is a cluster (a game, or a player) with values of the axes.  In it, and on each side of a comparison,
a statistic has a numerator, the sum of its values, and a denominator, the number of its rows that count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, product
from typing import Final

import duckdb
import pyarrow as pa

from analyzer.errors import UserMistake, nearest
from analyzer.stats.catalogue import Kind
from analyzer.stats.checking import FINE, Asked, Measure
from analyzer.stats.database import Database, some_games
from analyzer.stats.expressions import Expression, query_words, quoted, takes_whole_rows, unknown_column
from analyzer.stats.sums import Cells, Counts, Games
from analyzer.stats.views import View, shipped_views, stored_columns
from analyzer.tables.load import RunTables
from analyzer.tables.schema import TABLES

_MOST_AT_ONCE: Final = 40
"""Statistics of one query: the sums of a game for each are in memory at the same time."""
_LARGEST: Final = 1e12
"""Sums of larger numbers, as multiples of 1/FINE, would be too large for DuckDB."""
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
        self._sides = [compare.sql, f"NOT {compare.sql}"] if compare else ["true"]
        # Rows on neither side of a comparison count nowhere, and are told.
        self._all_sides = [*self._sides, *([f"{compare.sql} IS NULL"] if compare else [])]
        is_shares = [one.statistic.kind is Kind.SHARES for one in self._measures]
        self._distributions = [at for at, is_one in enumerate(is_shares) if is_one]
        self._numeric = [at for at, is_one in enumerate(is_shares) if not is_one]
        self._admitting = [*dict.fromkeys(one for at in self._numeric for one in self._admitted(at))]
        self._is_by_game = cluster == "game"
        # Axes that are alike in a game are read from the games: no row needs a join for them.
        self._fixed = [
            axis for axis in self._axes if self._is_by_game and self.view.is_of_game(self.view.named([axis]))
        ]
        self._varying = [axis for axis in self._axes if axis not in self._fixed]
        player = _player(self.view) if cluster == "player" else ()
        # Who has no name is somebody else in every game.
        key = f"coalesce({quoted(player[0])}, game || ' ' || {player[1]})" if player else "game"
        self._cell = [f"{key} AS k", *(f"{axis.sql} AS a{at}" for at, axis in enumerate(self._varying))]
        self._names = ["k", *(f"a{at}" for at in range(len(self._varying)))]
        self._common = ["game", *player, *self.view.named([*self._varying, *([compare] if compare else [])])]
        self.used = [*self._needed(self._measures), *self.view.named(self._where)]

    def count(
        self, database: Database, counts: Sequence[Counts], games: dict[str, Games], held: str = ""
    ) -> None:
        """Add the sums over all rows that a database holds.

        Args:
            database: The tables.
            counts: Sums of all statistics that are counted.
            games: Its games by the query for them; those that are needed and lack are added.
            held: A table with rows of the widest view; empty to join them.
        """
        if self._numeric and (cells := self._counted(database, self._numbers(held), games)):
            for at in self._numeric:
                admitted = [self._admitting.index(one) for one in self._admitted(at)]
                cells.add_numbers(counts[self.places[at]], at, admitted)
        for at in self._distributions:
            if cells := self._counted(database, self._categories(at, held), games):
                cells.add_categories(counts[self.places[at]])

    def _counted(self, database: Database, sql: str, games: dict[str, Games]) -> Cells | None:
        """The rows of a query; None without any."""
        rows, of_games = database.table(sql), self.view.select_of_games(self._fixed)
        if not rows.num_rows:
            return None
        if self._is_by_game and of_games not in games:
            games[of_games] = Games(database.table(of_games))
        order = [[*self._fixed, *self._varying].index(axis) for axis in self._axes]
        return Cells(rows, len(self._varying), games.get(of_games), order)

    def _needed(self, measures: Sequence[Measure]) -> list[str]:
        """The columns that some statistics need, conditions of all left out."""
        own = [part for measure in measures for part in (measure.value, measure.of) if part]
        return [*dict.fromkeys((*self._common, *self.view.named(own)))]

    @property
    def passes(self) -> int:
        """How often it goes over its rows."""
        return len(self._distributions) + bool(self._numeric)

    def _admitted(self, at: int) -> list[str]:
        """The conditions that admit rows for a statistic: on each side, and on neither."""
        return [_both(self._measures[at].of, side) for side in self._all_sides]

    def _numbers(self, held: str) -> str:
        """SQL for a row of each cell, with the sums of rates and means and the rows that are admitted."""
        values = [f"({one}) IS TRUE AS c{at}" for at, one in enumerate(self._admitting)]
        sums = [f"count_if(c{at})::BIGINT AS c{at}" for at in range(len(self._admitting))]
        for at in self._numeric:
            measure = self._measures[at]
            for number, side in enumerate(self._sides):
                place = f"{at}_{number}"
                values.append(f"CASE WHEN {_both(measure.of, side)} THEN {_value(measure)} END AS v{place}")
                sums += [f"count(v{place}) AS n{place}", f"{_sum(measure, f'v{place}')} AS t{place}"]
        names = ", ".join(self._names)
        measures = [self._measures[at] for at in self._numeric]
        rows = f"SELECT {', '.join([*self._cell, *values])} FROM {self._rows(measures, self._where, held)}"
        return f"SELECT {names}, {', '.join(sums)} FROM ({rows}) GROUP BY {names}"

    def _categories(self, at: int, held: str) -> str:
        """SQL for a row of each cell and value of a distribution, with its rows on each side, and neither."""
        measure = self._measures[at]
        sides = [f"({one}) IS TRUE AS c{at}" for at, one in enumerate(self._all_sides)]
        counts = [f"count_if(c{at})::BIGINT AS c{at}" for at in range(len(sides))]
        of = [measure.of] if measure.of else []
        made = ", ".join([*self._cell, f"{_value(measure)} AS v", *sides])
        names = ", ".join([*self._names, "v"])
        rows = f"SELECT {made} FROM {self._rows([measure], [*self._where, *of], held)}"
        return f"SELECT {names}, {', '.join(counts)} FROM ({rows}) GROUP BY {names}"

    def _rows(self, measures: Sequence[Measure], where: Sequence[Expression], held: str) -> str:
        return f"({self.view.select(self._needed(measures), where, held)})"


def _player(view: View) -> tuple[str, ...]:
    """The columns that tell the player of a row."""
    name = next((name for name in ("player_name", "name") if name in view.sources), "")
    if not name or "seat" not in view.sources:
        raise UserMistake(
            f"rows of {view.name} belong to no single player; expected rows of seats, such as seats"
        )
    return name, "seat"


def _value(measure: Measure) -> str:
    """The value of a statistic."""
    value = measure.value.sql
    if measure.scale == FINE:
        return _multiple(f"CAST({value} AS DOUBLE)")
    if measure.type.startswith("DECIMAL"):
        return f"CAST({value} AS DOUBLE)"
    if measure.type in _WIDE:
        return f"CAST({value} AS BIGINT)"
    is_list = measure.is_list and measure.statistic.kind is Kind.SHARES
    return f"list_distinct({value})" if is_list else value


def _both(of: Expression | None, side: str) -> str:
    """The condition for rows that count on a side."""
    return f"{of.sql} AND {side}" if of else side


def _multiple(value: str) -> str:
    """A fraction as a whole multiple of 1/FINE; what is no number, as 0 / 0 or 1 / 0, does not count."""
    refused = f"error('a mean has values that are too large; expected numbers below {_LARGEST:.0e}')"
    whole = f"CAST(round_even({value} * {FINE}, 0) AS HUGEINT)"
    known = f"CASE WHEN abs({value}) < {_LARGEST} THEN {whole} ELSE {refused} END"
    return f"CASE WHEN isfinite({value}) THEN {known} END"


def _sum(measure: Measure, values: str) -> str:
    """The sum of values, 0 of none: a whole number."""
    # It is half as expensive as a count with a FILTER.
    function = "count_if" if measure.statistic.kind is Kind.RATE else "sum"
    return f"coalesce({function}({values}), 0)::BIGINT"


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
    for name in words & {*views}:
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
                raise UserMistake(f"query: {column!r} is no column{nearest(column, known)}") from None
            raise


def _stored(view: View, columns: Sequence[str]) -> set[str]:
    """The stored tables that columns of a view need."""
    return view.shapes.with_below(view.tables(columns)) & TABLES.keys()


_CHUNK_GAMES: Final = 30_000
"""Games that are counted at a time."""
_CHUNK_OF_MANY: Final = 12_000
"""The same where many statistics are counted: the whole catalogue needs 350 MiB for these."""
_MANY: Final = 60


def count(
    database: Database,
    asked: Sequence[Asked],
    cluster: str = "game",
    progress: Callable[[int], None] | None = None,
) -> list[Counts]:
    """Count statistics over all games of a database.

    Args:
        database: The tables.
        asked: What to count; all with the same axes, conditions and comparison.
        cluster: What rows depend on each other by: ``game``, or ``player`` by name.
        progress: Called with the number of games counted at a time.

    Raises:
        UserMistake: When rows belong to no player, an expression cannot be computed in some row, or a part
            is missing or damaged.
    """
    counts = [Counts(one) for one in asked]
    made = queries(asked, cluster)
    # Axes of games are read from them apart.
    tables = {"games"}.union(*(one.view.tables(one.used) for one in made))
    # Games are whole in a chunk; players are in many, and all their rows too many to be held.
    is_by_game = cluster == "game"
    most = _CHUNK_GAMES if len(asked) < _MANY else _CHUNK_OF_MANY
    chunks = _chunks(database.runs, most) if is_by_game else [database.runs]
    for some in chunks:
        database.show(some, tables, holds_helpers=is_by_game and len(made) > 1)
        games: dict[str, Games] = {}
        for _, together in groupby(made, lambda one: one.view.root.name):
            _count_alike(database, [*together], counts, games, is_held=is_by_game)
        if progress:
            progress(sum(part.rows for run in some for part in run.parts_of("games")))
    return counts


def _count_alike(
    database: Database,
    made: Sequence[Query],
    counts: Sequence[Counts],
    games: dict[str, Games],
    *,
    is_held: bool,
) -> None:
    """Count queries over the same rows; a table of these is joined once if several need it."""
    held = "joined_rows" if is_held and sum(one.passes for one in made) > 1 else ""
    if held:
        names = {name for one in made for name in one.view.needed_of_root(one.used)}
        database.hold(held, database.table(made[0].view.root.select(sorted(names))))
    for one in made:
        one.count(database, counts, games, held)
    if held:
        database.forget(held)


def _chunks(runs: Sequence[RunTables], most: int) -> Iterator[Sequence[RunTables]]:
    """Runs with some of their games: at most so many, or those of one part."""
    for run in runs:
        files: set[str] = set()
        games = 0
        for part in run.parts_of("games"):
            if files and games + part.rows > most:
                yield [some_games(run, files)]
                files, games = set(), 0
            files.add(part.file)
            games += part.rows
        if files:
            yield [some_games(run, files)]
