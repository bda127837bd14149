"""The queries that count: each gives, for rows of a view, what statistics look at, with game and axes.

Columns of a result are ``k`` (the game, or the player), ``a0`` … (the axes that vary within a game), and
``v0`` … (the value of each statistic, or of each side of a comparison; null in rows that do not count).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pyarrow as pa

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import Kind
from analyzer.stats.checking import FINE, Asked, Measure
from analyzer.stats.database import Database
from analyzer.stats.expressions import Expression, parsed_query, quoted
from analyzer.stats.views import View, shipped_views
from analyzer.tables.load import RunTables
from analyzer.tables.schema import TABLES

__all__ = ["Query", "queries", "selected"]

_MOST_AT_ONCE: Final = 40
"""Statistics of one query: their columns are in memory at the same time."""
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
        together.setdefault((one.view.root.name, one.view.name, *terms), []).append(place)
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
        is_by_game: Whether rows depend on each other by game.
        used: The columns that it needs.
    """

    def __init__(self, places: Sequence[int], asked: Sequence[Asked], cluster: str) -> None:
        self.places = places
        self.measures: list[Measure] = [one.measure for one in asked]
        first = asked[0]
        self.view, self.axes, self._where = first.view, len(first.axes), first.where
        self._conditions = [""]
        if first.compare:
            self._conditions = [first.compare.sql, f"NOT {first.compare.sql}"]
        self.sides = len(self._conditions)
        self.fixed: dict[int, Expression] = {
            at: axis
            for at, axis in enumerate(first.axes)
            if cluster == "game" and self.view.is_of_game(axis.columns)
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
        names = (name for part in parts for name in sorted(part.columns))
        self.used = [*dict.fromkeys(("game", *player, *names))]

    def sql(self, held: str = "") -> str:
        """Its text.

        Args:
            held: A table with rows of the widest view; empty to join them.
        """
        made = [f"{self._key} AS k", *(f"{sql} AS a{at}" for at, sql in enumerate(self._varying))]
        values = [_value(measure, side) for measure in self.measures for side in self._conditions]
        made += [f"{value} AS v{at}" for at, value in enumerate(values)]
        rows = self.view.select(self.used, self._where, held)
        return f"SELECT {', '.join(made)} FROM ({rows})"


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
    if measure.scale == FINE or measure.type.startswith("DECIMAL"):
        value = f"CAST({value} AS DOUBLE)"
    elif measure.type in _WIDE:
        value = f"CAST({value} AS BIGINT)"
    elif measure.is_list and measure.statistic.kind is Kind.SHARES:
        value = f"list_distinct({value})"
    counts = " AND ".join(part for part in (measure.of.sql if measure.of else "", side) if part)
    return f"CASE WHEN {counts} THEN {value} END" if counts else value


def selected(runs: Sequence[RunTables], query: str) -> pa.Table:
    """The rows of one SELECT over the views, and the stored tables as ``tables.NAME``.

    Raises:
        UserMistake: When it is no single SELECT over these.
    """
    names, columns = parsed_query(query)
    views = shipped_views()
    wanted: set[str] = set()
    made: dict[str, str] = {}
    for name in names:
        table = name.removeprefix("tables.")
        if name in views:
            own = [one for one in views[name].columns() if columns is None or one in columns]
            made[name] = views[name].select(own or ["game"])
            wanted |= views[name].tables(own)
        elif table in TABLES:
            wanted.add(table)
            made |= {table: f"SELECT * FROM tables.{quoted(table)}"} if name == table else {}
    with Database(runs) as database:
        database.show(runs, wanted)
        for name, rows in made.items():
            database.run(f"CREATE VIEW {quoted(name)} AS {rows}")
        return database.table(query)
