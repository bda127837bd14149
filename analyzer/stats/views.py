"""The views: rows that can be counted, each with the columns of its table, of joined tables, and its own.

They are data, in views.toml.  SQL made here names only the tables, joins and columns that it needs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.errors import UserMistake
from analyzer.stats.expressions import Expression, parsed, quoted
from analyzer.stats.shapes import Shapes, near
from analyzer.tables.schema import TABLES

__all__ = ["Over", "View", "Views", "shipped_views"]

_GAME: Final = ("game", "log_id", "year", "month", "players")
"""Columns of every table that are alike in all rows of a game."""
_KEYS: Final = {*_GAME, "hand", "seat"}


class Source(NamedTuple):
    """Where a column of a view comes from.

    Attributes:
        table: The table; empty for the own rows of a view.
        column: Its name there.
    """

    table: str
    column: str


class Over(NamedTuple):
    """Rows of a view that were made a table.

    Attributes:
        table: The table, as SQL names it.
        view: Name of the view.
        columns: The columns it has.
    """

    table: str
    view: str
    columns: frozenset[str]


class View:
    """Rows that can be counted.

    Attributes:
        name: Its name.
        meaning: What its rows are.
        parent: The view it narrows; None if it is a root.
        table: The stored table whose rows these are; empty where a query makes them.
        shapes: The tables, without rows.
        conditions: What its rows fulfil besides what those of `parent` do.
        computed: SQL of the columns that are computed from others.
        meanings: What its own columns among these mean.
    """

    def __init__(self, views: Views, name: str, given: Mapping[str, Any]) -> None:
        self.name = name
        self.meaning = str(given["meaning"])
        self.parent = views[given["of"]] if "of" in given else None
        self.table: str = given.get("table", "") if self.parent is None else self.parent.table
        self.shapes, self._given = views.shapes, given
        self._types: dict[str, str] = {}
        self.conditions = (parsed(given["where"], f"view {name}, where"),) if "where" in given else ()
        above = self.parent.computed if self.parent else {}
        self.computed: dict[str, str] = {
            **above,
            **{column: one["sql"] for column, one in given.get("columns", {}).items()},
        }
        self.meanings = {column: one.get("meaning", "") for column, one in given.get("columns", {}).items()}

    @cached_property
    def chain(self) -> tuple[View, ...]:
        """The views it narrows, the widest first, and itself."""
        return (*(self.parent.chain if self.parent else ()), self)

    @cached_property
    def sources(self) -> dict[str, Source]:
        """Its stored columns by name: those of its own rows, then of each joined table."""
        root = self.chain[0]
        own = self.shapes.columns_of(root.table, root.sql)
        found = {name: Source("", name) for name in own}
        for table in root.joins:
            for name in self.shapes.columns_of(table):
                if name in _KEYS and name in found:
                    continue
                one = table.removesuffix("s") if table in TABLES else table
                called = name if name not in found else f"{one}_{name}"
                found[called] = Source(table, name)
        return found

    @property
    def joins(self) -> Mapping[str, Sequence[str]]:
        """What each row has one of, and the columns that tell which."""
        found: Mapping[str, Sequence[str]] = self._given.get("joins", {})
        return found

    @property
    def sql(self) -> str:
        """The query that makes its own rows; empty where they are those of a table."""
        return self.shapes.qualified(self._given["sql"]) if "sql" in self._given else ""

    def columns(self) -> list[str]:
        """Names of all its columns."""
        return [*self.sources, *self.computed]

    def check(self, names: Iterable[str], what: str) -> None:
        """Refuse names that are no columns of it.

        Raises:
            UserMistake: With the nearest names that are.
        """
        known = self.columns()
        for name in sorted(set(names) - set(known)):
            raise UserMistake(f"{what}: {name!r} is no column of {self.name}{near(name, known)}")

    def described(self, expressions: Sequence[Expression], rows: str) -> list[str]:
        """DuckDB types of expressions over rows.

        Raises:
            duckdb.Error: When one cannot be bound.
        """
        made = ", ".join(f"{one.sql} AS c{at}" for at, one in enumerate(expressions))
        return [kind for _, kind in self.shapes.describe(f"SELECT {made} FROM ({rows})")]

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

        def layer(name: str, around: tuple[str, ...] = ()) -> int:
            if name in given or name not in self.computed:
                stored[name] = None
                return 0
            if name in around:
                raise ValueError(f"view {self.name}: {name} is computed from itself")
            if name not in layers:
                below = [layer(one, (*around, name)) for one in sorted(self._parsed(name).columns)]
                layers[name] = 1 + max(below, default=0)
            return layers[name]

        for name in names:
            layer(name)
        return list(stored), layers

    def tables(self, names: Iterable[str]) -> dict[str, set[str]]:
        """The tables that columns and the conditions of the view need, with their columns."""
        root = self.chain[0]
        used = {*names, "game", *(name for one in self._filters() for name in one.columns)}
        found: dict[str, set[str]] = {root.table: set()} if root.table else {}
        for name in self.needed(used)[0]:
            source = self.sources[name]
            if source.table or root.table:
                found.setdefault(source.table or root.table, set()).add(source.column)
        for table, columns in self.shapes.needs(root.sql).items() if root.sql else ():
            found.setdefault(table, set()).update(columns)
        for table in [*found]:
            found[table] |= {*root.joins.get(table, ())}
            if root.table and table != root.table:
                found[root.table] |= {*root.joins[table]}
        return found

    def wanted_of(self, root: View, names: Iterable[str]) -> list[str]:
        """The columns that these, and its conditions, need of a view that it narrows."""
        used = [*names, *(name for one in self.chain for each in one.conditions for name in each.columns)]
        return self.needed(used, root.computed)[0]

    def _parsed(self, column: str) -> Expression:
        return parsed(self.computed[column], f"column {column}")

    def _filters(self, over: Over | None = None) -> list[Expression]:
        chain = list(self.chain)
        if over is not None:
            chain = chain[[view.name for view in chain].index(over.view) + 1 :]
        return [one for view in chain for one in view.conditions]

    def select(self, names: Iterable[str], where: Sequence[Expression] = (), over: Over | None = None) -> str:
        """SQL for columns of its rows.

        Args:
            names: Columns.
            where: Conditions besides its own.
            over: Rows of a view that this one narrows, or of itself, to begin with.
        """
        names = [*dict.fromkeys(names)]
        filters = [*self._filters(over), *where]
        used = [*names, *(name for one in filters for name in sorted(one.columns))]
        stored, layers = self.needed(used, over.columns if over else ())
        start = self._start(stored) if over is None else f"SELECT {_listed(stored)} FROM {over.table}"
        for layer in range(1, 1 + max(layers.values(), default=0)):
            made = [f"{self._parsed(one).sql} AS {quoted(one)}" for one in layers if layers[one] == layer]
            start = f"SELECT *, {', '.join(made)} FROM ({start})"
        if not filters:
            return f"SELECT {_listed(names)} FROM ({start})"
        return f"SELECT {_listed(names)} FROM ({start}) WHERE {' AND '.join(one.sql for one in filters)}"

    def _start(self, stored: Sequence[str]) -> str:
        """The stored columns, with the joins that they need."""
        root = self.chain[0]
        own = f"({root.sql})" if root.sql else self.shapes.place(root.table)
        places = [(self.sources[name], name) for name in stored or ["game"]]
        chosen = [
            f"{quoted(source.table or 'own')}.{quoted(source.column)} AS {quoted(name)}"
            for source, name in places
        ]
        sql = f"SELECT {', '.join(chosen)} FROM {own} AS own"
        for table in dict.fromkeys(source.table for source, _ in places if source.table):
            keys = " AND ".join(
                f"own.{quoted(key)} = {quoted(table)}.{quoted(key)}" for key in root.joins[table]
            )
            sql += f" LEFT JOIN {self.shapes.place(table)} AS {quoted(table)} ON {keys}"
        return sql

    def is_of_game(self, names: Iterable[str]) -> bool:
        """Whether these columns are alike in all rows of a game."""
        own = self.chain[0].table
        places = [self.sources[name] for name in self.needed(names)[0]]
        return all((place.table or own) == "games" or place.column in _GAME for place in places)

    def select_of_games(self, expressions: Sequence[Expression]) -> str:
        """SQL for expressions over such columns: one row per game, with its key."""
        used = [name for one in expressions for name in sorted(one.columns)]
        stored, layers = self.needed(used)
        chosen = {
            name: f"{quoted(self.sources[name].column)} AS {quoted(name)}" for name in ("game", *stored)
        }
        start = f"SELECT {', '.join(chosen.values())} FROM tables.games"
        for layer in range(1, 1 + max(layers.values(), default=0)):
            made = [f"{self._parsed(one).sql} AS {quoted(one)}" for one in layers if layers[one] == layer]
            start = f"SELECT *, {', '.join(made)} FROM ({start})"
        made = [f"{one.sql} AS a{at}" for at, one in enumerate(expressions)]
        return f"SELECT {', '.join(['game AS k', *made])} FROM ({start})"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(quoted(name) for name in names) or "1"


class Views:
    """All views, and the helper tables that they join."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.shapes = Shapes(given.get("tables", {}))
        self._views = given["views"]
        self._made: dict[str, View] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._views

    def names(self) -> list[str]:
        """Names of all views."""
        return [*self._views]

    def __getitem__(self, name: str) -> View:
        """A view by name.

        Raises:
            UserMistake: When there is none.
        """
        if name not in self._made:
            if name not in self._views:
                raise UserMistake(f"{name!r} is no view{near(name, self.names())}")
            self._made[name] = View(self, name, self._views[name])
        return self._made[name]


@cache
def shipped_views() -> Views:
    """The views of views.toml."""
    text = Path(__file__).with_name("views.toml").read_text(encoding="utf-8")
    return Views(tomllib.loads(text))
