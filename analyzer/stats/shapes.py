"""The tables that statistics read: stored ones, and helper tables that views.toml makes of them by SQL."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Any, Final

import duckdb

from analyzer.stats.expressions import bare_database, quoted, serialized, written
from analyzer.stats.select import parsed_query
from analyzer.tables.schema import TABLES

__all__ = ["Shapes", "near", "stored_columns"]

_RENAMED: Final = {("hands", "end"): "hand_end", ("wins", "limit"): "win_limit"}
"""Columns whose names are keywords of SQL have others here."""
_TYPES: Final = {
    "bool": "BOOLEAN",
    "uint8": "UTINYINT",
    "int8": "TINYINT",
    "int16": "SMALLINT",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "float64": "DOUBLE",
    "date": "DATE",
    "string": "VARCHAR",
    "category": "VARCHAR",
    "list<int8>": "TINYINT[]",
    "list<category>": "VARCHAR[]",
}
_parsed_query = cache(parsed_query)


def stored_columns(table: str) -> dict[str, tuple[str, str]]:
    """The columns of a stored table as views name them: stored name and DuckDB type of each."""
    return {_RENAMED.get((table, one.name), one.name): (one.name, _TYPES[one.type]) for one in TABLES[table]}


class Shapes:
    """What columns tables have, without their rows.

    Args:
        given: The helper tables of views.toml; each may use those before it.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._tables = given
        self._columns: dict[str, dict[str, str]] = {}

    def place(self, table: str) -> str:
        """A table as queries name it: stored ones are in a schema of their own."""
        return quoted(table) if table in self._tables else f"tables.{quoted(table)}"

    def helper(self, table: str) -> str:
        """The query that makes a helper table; empty for a stored one."""
        return self._helper_sql.get(table, "")

    @cached_property
    def _helper_sql(self) -> dict[str, str]:
        return {table: self.qualified(one["sql"]) for table, one in self._tables.items()}

    @property
    def helpers(self) -> list[str]:
        """Names of the helper tables; each may use those before it."""
        return [*self._tables]

    def with_helpers(self, wanted: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
        """Columns of tables, with those that the queries of helper tables among them need.

        Args:
            wanted: Columns of tables.
        """
        found = {table: {*names} for table, names in wanted.items()}
        for helper in reversed(self.helpers):
            if helper in found:
                for table, names in self.needs(self.helper(helper)).items():
                    found.setdefault(table, set()).update(names)
        return found

    def needs(self, sql: str) -> dict[str, set[str]]:
        """The tables that a query of ours names, with the columns that it may need."""
        tables, columns = _parsed_query(sql)
        found = {}
        for table in {name.removeprefix("tables.") for name in tables}:
            if table in self._tables or table in TABLES:
                known = self.columns_of(table)
                found[table] = {name for name in known if columns is None or name in columns}
        return found

    def qualified(self, sql: str) -> str:
        """A query with its tables named in their schema."""
        tree = serialized(sql)
        if tree["error"]:
            raise ValueError(f"{tree['error_message']}: {sql}")
        self._qualify(tree)
        return written(tree)

    def _qualify(self, tree: Any) -> None:  # noqa: ANN401 (what DuckDB wrote as JSON)
        waiting = [tree]
        while waiting:
            one = waiting.pop()
            if isinstance(one, list):
                waiting += one
            elif isinstance(one, dict):
                if one.get("type") == "BASE_TABLE" and one["table_name"] in TABLES:
                    one["schema_name"] = "tables"
                    one["qualified_name"] = {"path": ["tables", one["table_name"]]}
                waiting += one.values()

    def columns_of(self, table: str, sql: str = "") -> dict[str, str]:
        """Columns of a table, or of a query, with their types.

        Raises:
            ValueError: When there is no such table.
        """
        key = sql or table
        if key not in self._columns:
            if not sql and table in TABLES:
                found = {name: kind for name, (_, kind) in stored_columns(table).items()}
            else:
                found = dict(self._described(sql or self.helper(table), table or "rows"))
            self._columns[key] = found
        return self._columns[key]

    def _described(self, sql: str, what: str) -> list[tuple[str, str]]:
        if not sql:
            raise ValueError(f"views.toml joins {what}, which is no table")
        try:
            return self.describe(sql)
        except duckdb.Error as error:
            raise ValueError(f"views.toml, {what}: {error}") from error

    def describe(self, sql: str) -> list[tuple[str, str]]:
        """Names and types of the columns of a query, over tables without rows.

        Raises:
            duckdb.Error: When it cannot be bound.
        """
        rows = self._shapes.cursor().execute(f"DESCRIBE {sql}").fetchall()
        return [(row[0], row[1]) for row in rows]

    @cached_property
    def _shapes(self) -> duckdb.DuckDBPyConnection:
        """A database with every table, but no rows."""
        made = bare_database()
        made.execute("CREATE SCHEMA tables")
        for table in TABLES:
            columns = ", ".join(f"{quoted(name)} {kind}" for name, (_, kind) in stored_columns(table).items())
            made.execute(f"CREATE TABLE tables.{quoted(table)} ({columns})")
        for table in self._tables:
            made.execute(f"CREATE VIEW {quoted(table)} AS {self.helper(table)}")
        return made


def near(name: str, known: Iterable[str]) -> str:
    """The end of a message about a name that is not there: the nearest that are."""
    names = [*known]
    close = get_close_matches(name, names, 3)
    if close:
        return f"; did you mean {', '.join(close)}?"
    return f"; expected one of {', '.join(names)}" if len(names) <= 12 else ""
