"""The tables that statistics read: stored ones, and helper tables that views.toml makes of them by SQL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

import duckdb

from analyzer.stats.expressions import bare_database, quoted
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
