"""A DuckDB database over the parts of runs that can reach these parts, its spill folder, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING, Final

import duckdb
import pyarrow as pa

from analyzer.errors import UserMistake
from analyzer.stats.expressions import first_line, quoted, text_of
from analyzer.stats.views import shipped_views, sql_type, stored_columns
from analyzer.tables.load import RunTables, Tables
from analyzer.tables.schema import TABLES

if TYPE_CHECKING:
    import pyarrow.dataset as ds

_MEMORY: Final = "128MiB"
"""Memory that DuckDB may use before it spills; Python, Arrow and what DuckDB does not count come on top."""


def some_games(run: RunTables, files: Collection[str]) -> RunTables:
    """A run with the games of some parts; those of one unit have the same name in every table."""
    kept = {table: [part for part in parts if part.file in files] for table, parts in run.parts.items()}
    return RunTables(run.folder, kept)


class Database:
    """A connection that forgets everything at its end; for use in ``with``.

    Args:
        runs: The runs whose tables it reads.
        threads: Threads that count; None for one on each core.
    """

    def __init__(self, runs: Sequence[RunTables], threads: int | None = None) -> None:
        self.runs = tuple(runs)
        self._spill = TemporaryDirectory(prefix="tenhou-analyzer-spill-")
        self._shown: list[tuple[RunTables, str]] = []
        options: dict[str, str | bool | int | float | list[str]] = {
            "threads": threads or _cores(),
            "memory_limit": _MEMORY,
            "temp_directory": self._spill.name,
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            # A query must not read the variables of who calls it.
            "python_enable_replacements": "false",
            # What is divided by 0 does not count.
            "error_on_division_by_zero": "false",
            "preserve_insertion_order": "false",
        }
        folders = [run.folder.local / table for run in self.runs if run.folder.local for table in run.parts]
        self._connection = duckdb.connect(config=options)
        self._connection.execute("CREATE SCHEMA tables")
        listed = ", ".join(text_of(str(folder)) for folder in (self._spill.name, *folders))
        self._connection.execute(f"SET allowed_directories = [{listed}]")
        self._connection.execute("SET enable_external_access = false")
        self._connection.execute("SET lock_configuration = true")

    def __enter__(self) -> Database:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
        self._spill.cleanup()

    def show(self, runs: Sequence[RunTables], tables: Iterable[str], *, holds_helpers: bool = False) -> None:
        """Make tables hold the rows of some runs.

        Args:
            runs: Those of the database, or some of their games.
            tables: Stored and helper tables that queries will need.
            holds_helpers: Make the rows of helper tables once, not in each query.

        Raises:
            UserMistake: When a run left a table out, or a part is missing or damaged.
        """
        shapes = shipped_views().shapes
        needed = shapes.with_below(tables)
        self._shown = [(run, table) for table in TABLES if table in needed for run in runs]
        for table in TABLES:
            if table in needed:
                self.run(f"CREATE OR REPLACE VIEW tables.{quoted(table)} AS {self._rows(table, runs)}")
        for table, sql in shapes.helpers.items():
            if table in needed and holds_helpers:
                self.hold(table, self.table(sql))
            elif table in needed:
                self.run(f"CREATE OR REPLACE VIEW {quoted(table)} AS {sql}")

    def _rows(self, table: str, runs: Sequence[RunTables]) -> str:
        columns = stored_columns(table)
        places = [(run, f"{table}/{part.file}") for run in runs for part in run.parts_of(table)]
        if not places:
            listed = ", ".join(f"NULL::{sql_type(one)} AS {quoted(name)}" for name, one in columns.items())
            return f"SELECT {listed} WHERE false"
        listed = ", ".join(f"{quoted(one.name)} AS {quoted(name)}" for name, one in columns.items())
        if all(run.folder.local for run in runs):
            paths = ", ".join(text_of(f"{run.folder.local}/{file}") for run, file in places)
            return f"SELECT {listed} FROM read_parquet([{paths}])"
        self.hold(f"rows of {table}", Tables(runs).dataset(table))
        return f"SELECT {listed} FROM {quoted(f'rows of {table}')}"

    def run(self, sql: str) -> None:
        """Run a statement without a result."""
        with self._told():
            self._connection.execute(sql)

    def hold(self, name: str, rows: pa.Table | ds.Dataset) -> None:
        """Make rows a table, which stays theirs: nothing is copied."""
        self._connection.register(name, rows)

    def forget(self, name: str) -> None:
        """Let rows go that are held."""
        self._connection.unregister(name)

    def table(self, sql: str) -> pa.Table:
        """The rows of a query as Arrow."""
        with self._told():
            return self._connection.sql(sql).to_arrow_table()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of DuckDB become one clear line."""
        try:
            yield
        except duckdb.OutOfMemoryException:
            raise UserMistake(
                f"counting this needs more than {_MEMORY} and what the disk has for temporary files; "
                "expected fewer groups"
            ) from None
        except duckdb.Error as error:
            # No wider numbers are asked for but sums.
            if "INT128" in str(error):
                raise UserMistake(
                    "a mean has values that are too large: their sum has over 18 digits"
                ) from error
            self._refuse_damage(() if isinstance(error, duckdb.BinderException) else None)
            raise UserMistake(first_line(error)) from error

    def _refuse_damage(self, columns: Sequence[str] | None) -> None:
        """Name the part that is missing, has other columns or cannot be read; None reads all columns."""
        for run, table in self._shown:
            for part in run.parts_of(table):
                run.read(table, part, columns)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
