"""The views: rows that can be counted, each with the columns of its table, of joined tables, and its own.

Their tables are those of the run, and helper tables that views.toml makes of them by SQL.

They are data, in views.toml.  SQL made here names only the tables, joins and columns that it needs.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import duckdb

from analyzer.errors import UserMistake, nearest
from analyzer.stats.expressions import Expression, bare_database, parsed, quoted
from analyzer.tables.schema import TABLES, Column

_RENAMED: Final = {("hands", "end"): "hand_end", ("wins", "limit"): "win_limit"}
"""Columns whose names are keywords of SQL have others here."""
_NAMED_TABLE: Final = re.compile(r"\b(?:from|join)\s+(?:tables\.)?(\w+)", re.IGNORECASE)
_TYPES: Final = {
    "bool": "BOOLEAN",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "float64": "DOUBLE",
    "date": "DATE",
    "string": "VARCHAR",
    "category": "VARCHAR",
    "list<int32>": "INTEGER[]",
    "list<category>": "VARCHAR[]",
}


def stored_columns(table: str) -> dict[str, Column]:
    """The columns of a stored table by the names that views give them."""
    return {_RENAMED.get((table, one.name), one.name): one for one in TABLES[table]}


def sql_type(column: Column) -> str:
    """DuckDB type of a stored column."""
    return _TYPES[column.type]


def type_name(kind: str) -> str:
    """A DuckDB type in the words of the data dictionary, with ``string`` for categories."""
    if kind.endswith("[]"):
        return f"list<{type_name(kind.removesuffix('[]'))}>"
    words = {sql: name for name, sql in _TYPES.items() if name != "category"}
    return words.get(kind, kind.lower())


class Shapes:
    """What columns tables have, without their rows.

    Args:
        helpers: Queries that make the helper tables, by name; each may use those before it.
    """

    def __init__(self, helpers: Mapping[str, str]) -> None:
        self.helpers = helpers
        self._columns: dict[str, list[str]] = {}

    def place(self, table: str) -> str:
        """A table as queries name it: stored ones are in a schema of their own."""
        return quoted(table) if table in self.helpers else f"tables.{quoted(table)}"

    def tables_of(self, sql: str) -> set[str]:
        """The tables that a query of ours names."""
        return {*_NAMED_TABLE.findall(sql)} & {*TABLES, *self.helpers}

    def with_below(self, tables: Iterable[str]) -> set[str]:
        """Tables, and those that helper tables among them are made of."""
        found = {*tables}
        for helper in reversed([*self.helpers]):
            if helper in found:
                found |= self.tables_of(self.helpers[helper])
        return found

    def columns_of(self, rows: str) -> list[str]:
        """Columns of a table, or of a query in parentheses."""
        if rows not in self._columns:
            self._columns[rows] = [name for name, _ in self.describe(f"SELECT * FROM {rows}")]
        return self._columns[rows]

    def describe(self, sql: str) -> list[tuple[str, str]]:
        """Names and types of the columns of a query, over tables without rows.

        Raises:
            duckdb.Error: When it cannot be bound.
        """
        rows = self._empty.cursor().execute(f"DESCRIBE {sql}").fetchall()
        return [(row[0], row[1]) for row in rows]

    @cached_property
    def _empty(self) -> duckdb.DuckDBPyConnection:
        """A database with every table, but no rows."""
        made = bare_database()
        made.execute("CREATE SCHEMA tables")
        for table in TABLES:
            columns = ", ".join(
                f"{quoted(name)} {sql_type(one)}" for name, one in stored_columns(table).items()
            )
            made.execute(f"CREATE TABLE tables.{quoted(table)} ({columns})")
        for table, sql in self.helpers.items():
            made.execute(f"CREATE VIEW {quoted(table)} AS {sql}")
        return made


_GAME: Final = ("game", "log_id", "year", "month", "players")
"""Columns of every table that are alike in all rows of a game."""
_JOINED_BY: Final = ("game", "hand", "seat")
_KEYS: Final = {*_GAME, *_JOINED_BY}
_Rows: TypeAlias = Mapping[str, Mapping[str, str]]
"""Columns as views.toml has them."""


class Source(NamedTuple):
    """Table and name that a column of a view comes from; no table if the rows are those of a query."""

    table: str
    column: str


class View:
    """Rows that can be counted.

    Attributes:
        name: Its name.
        meaning: What its rows are.
        shapes: The tables, without rows.
        chain: The views it narrows, the widest first, and itself.
        root: The widest of these.
        table: The stored table whose rows these are; empty where a query makes them.
        sql: That query.
        joins: Tables of which each row has one, told by the keys that these have.
        conditions: What its rows fulfil.
        narrowing: Those of them that rows of the widest view need not fulfil.
        own: Names of the columns that it computes or that its query makes, without those of the others.
        told: What is said of its columns, computed ones with their SQL, but for those of stored tables.
        computed: SQL of the columns that are computed from others.
    """

    def __init__(self, views: Views, name: str, given: Mapping[str, Any]) -> None:
        self.name, self.meaning, self.shapes = name, str(given["meaning"]), views.shapes
        parent = views[given["of"]] if "of" in given else None
        own = given.get("columns", {})
        self._helpers = views.helpers
        self.chain: tuple[View, ...] = (*(parent.chain if parent else ()), self)
        self.root = self.chain[0]
        self.table: str = parent.table if parent else given.get("table", "")
        self.sql: str = parent.sql if parent else given.get("sql", "")
        self.joins: Sequence[str] = parent.joins if parent else given.get("joins", ())
        everywhere = {
            column: one
            for column, one in views.everywhere.items()
            if one.get("with") in (None, self.table, *self.joins)
        }
        self.told: _Rows = {**(parent.told if parent else everywhere), **own}
        where = (parsed(given["where"], f"view {name}, where"),) if "where" in given else ()
        self.conditions: tuple[Expression, ...] = (*(parent.conditions if parent else ()), *where)
        self.narrowing = self.conditions[len(self.root.conditions) :]
        self.own: Sequence[str] = [*own]
        self.computed = {column: one["sql"] for column, one in self.told.items() if "sql" in one}
        self._types: dict[str, str] = {}

    @cached_property
    def sources(self) -> Mapping[str, Source]:
        """Its stored columns by name: those of its own rows, then of each joined table."""
        if self.root is not self:
            return self.root.sources
        found = {name: Source(self.table, name) for name in self.shapes.columns_of(self._rows)}
        for table in self.joins:
            for name in self.shapes.columns_of(self.shapes.place(table)):
                if name in _KEYS and name in found:
                    continue
                one = table.removesuffix("s") if table in TABLES else table
                called = name if name not in found else f"{one}_{name}"
                found[called] = Source(table, name)
        return found

    @property
    def _rows(self) -> str:
        """Its own rows, as a table or query."""
        return self.shapes.place(self.table) if self.table else f"({self.sql})"

    def columns(self) -> list[str]:
        """Names of all its columns."""
        return [*self.sources, *self.computed]

    def described(self) -> list[Column]:
        """Its columns with type, unit and meaning, which says too when a stored one is null."""
        described = self.shapes.describe(self.select(self.columns()))
        return [Column(name, type_name(kind), *self._unit_and_meaning(name)) for name, kind in described]

    def _unit_and_meaning(self, column: str) -> tuple[str, str]:
        table, name = self.sources.get(column, ("", column))
        if column in self.told or table in self._helpers:
            told = self.told.get(column) or self._helpers[table]["columns"][name]
            return told.get("unit", ""), told["meaning"]
        # What a query takes from a stored table means what it means there.
        below = self.shapes.with_below([table] if table else self.shapes.tables_of(self.sql))
        stored = [columns for at in TABLES if at in below and name in (columns := stored_columns(at))]
        one = stored[0][name]
        return one.unit, f"{one.meaning} Null: {one.null}." if one.null else one.meaning

    def named(self, expressions: Iterable[Expression]) -> list[str]:
        """Its columns that expressions name."""
        return [name for one in expressions for name in sorted(one.words & self._names)]

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self.columns())

    def type_of(self, column: str) -> str:
        """DuckDB type of a column."""
        if column not in self._types:
            self._types[column] = self.shapes.describe(self.select([column]))[0][1]
        return self._types[column]

    def needed(self, names: Iterable[str], given: Collection[str] = ()) -> tuple[list[str], dict[str, int]]:
        """Stored columns that these columns need, and computed ones, each with its layer.

        Args:
            names: Columns.
            given: Columns that are there already; they need none.
        """
        stored: dict[str, None] = {}
        layers: dict[str, int] = {}

        def layer(name: str) -> int:
            if name in given or name not in self.computed:
                stored[name] = None
                return 0
            if name not in layers:
                below = [layer(one) for one in self.named([self._parsed(name)])]
                layers[name] = 1 + max(below, default=0)
            return layers[name]

        for name in names:
            layer(name)
        return list(stored), layers

    def needed_of_root(self, names: Iterable[str]) -> list[str]:
        """The columns that these, and its conditions, need of the widest view."""
        return self.needed([*names, *self.named(self.narrowing)], self.root.computed)[0]

    def tables(self, names: Iterable[str]) -> set[str]:
        """The tables that columns and the conditions of the view need."""
        own = {self.table} if self.table else self.shapes.tables_of(self.sql)
        stored, _ = self.needed([*names, *self.named(self.conditions)])
        return own | {self.sources[name].table for name in stored} - {""}

    def _parsed(self, column: str) -> Expression:
        return parsed(self.computed[column], f"column {column}")

    def select(self, names: Iterable[str], where: Sequence[Expression] = (), held: str = "") -> str:
        """SQL for columns of its rows.

        Args:
            names: Columns.
            where: Conditions besides its own.
            held: A table with rows of the widest view, and the columns that are needed of it, to begin with.
        """
        names = [*dict.fromkeys(names)]
        filters = [*(self.narrowing if held else self.conditions), *where]
        stored, layers = self.needed([*names, *self.named(filters)], self.root.computed if held else ())
        start = f"SELECT {_listed(stored)} FROM {held}" if held else self._joined(stored)
        made = f"SELECT {_listed(names)} FROM ({self._with_computed(start, layers)})"
        return f"{made} WHERE {' AND '.join(one.sql for one in filters)}" if filters else made

    def _with_computed(self, rows: str, layers: Mapping[str, int]) -> str:
        """Rows with computed columns besides."""
        for layer in range(1, 1 + max(layers.values(), default=0)):
            made = [f"{self._parsed(one).sql} AS {quoted(one)}" for one in layers if layers[one] == layer]
            rows = f"SELECT *, {', '.join(made)} FROM ({rows})"
        return rows

    def _joined(self, stored: Sequence[str]) -> str:
        """The stored columns, with the joins that they need."""
        places = [(self.sources[name], name) for name in stored or ["game"]]
        chosen = [
            f"{'own' if source.table == self.table else quoted(source.table)}.{quoted(source.column)}"
            f" AS {quoted(name)}"
            for source, name in places
        ]
        sql = f"SELECT {', '.join(chosen)} FROM {self._rows} AS own"
        for table in dict.fromkeys(source.table for source, _ in places if source.table != self.table):
            keys = " AND ".join(
                f"own.{quoted(key)} = {quoted(table)}.{quoted(key)}"
                for key in _JOINED_BY
                if key in self.shapes.columns_of(self.shapes.place(table))
            )
            sql += f" LEFT JOIN {self.shapes.place(table)} AS {quoted(table)} ON {keys}"
        return sql

    def is_of_game(self, names: Iterable[str]) -> bool:
        """Whether these columns are alike in all rows of a game."""
        places = [self.sources[name] for name in self.needed(names)[0]]
        return all(place.table == "games" or place.column in _GAME for place in places)

    def select_of_games(self, expressions: Sequence[Expression]) -> str:
        """SQL for expressions over such columns: one row per game, with its key."""
        stored, layers = self.needed(self.named(expressions))
        chosen = [
            f"{quoted(self.sources[name].column)} AS {quoted(name)}"
            for name in {"game": 0, **dict.fromkeys(stored)}
        ]
        rows = self._with_computed(f"SELECT {', '.join(chosen)} FROM tables.games", layers)
        made = [f"{one.sql} AS a{at}" for at, one in enumerate(expressions)]
        return f"SELECT {', '.join(['game AS k', *made])} FROM ({rows})"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(quoted(name) for name in names) or "1"


class Views(dict[str, View]):
    """All views by name, and the helper tables that they join; a `UserMistake` where there is no such view.

    Attributes:
        everywhere: Columns that every view computes, or every one with a table.
        helpers: Query and columns of each helper table.
        shapes: The tables, without rows.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.everywhere: _Rows = given.get("columns", {})
        self.helpers: Mapping[str, Mapping[str, Any]] = given.get("tables", {})
        self.shapes = Shapes({name: one["sql"] for name, one in self.helpers.items()})
        for name, one in given["views"].items():
            self[name] = View(self, name, one)

    def __missing__(self, name: str) -> View:
        raise UserMistake(f"{name!r} is no view{nearest(name, self)}")


@cache
def shipped_views() -> Views:
    """The views of views.toml."""
    text = Path(__file__).with_name("views.toml").read_text(encoding="utf-8")
    return Views(tomllib.loads(text))
