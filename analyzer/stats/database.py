"""A DuckDB database over the parts of runs that can reach these parts, its spill folder, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Final, NamedTuple

import duckdb
import pyarrow as pa

from analyzer.errors import UserMistake
from analyzer.stats.expressions import quoted
from analyzer.stats.shapes import stored_columns
from analyzer.stats.views import Views
from analyzer.tables.arrow_schema import stored_schema
from analyzer.tables.manifest import RunTables
from analyzer.tables.parts import Part
from analyzer.tables.schema import TABLES

__all__ = ["Database", "Unit", "units_of"]

_MEMORY: Final = "128MiB"
"""Memory that DuckDB may use before it spills; Python, Arrow and what DuckDB does not count come on top."""


class Unit(NamedTuple):
    """Whole games of one run: the parts with the same name.

    Attributes:
        run: The run.
        file: Name of its parts, in every table.
        games: Number of games.
    """

    run: RunTables
    file: str
    games: int


def units_of(runs: Sequence[RunTables]) -> list[Unit]:
    """The units of runs."""
    return [Unit(run, part.file, part.rows) for run in runs for part in run.parts_of("games")]


class Database:
    """A connection that forgets everything at its end; for use in ``with``.

    Args:
        runs: The runs whose tables it reads.
        views: Views and helper tables.
        threads: Threads that count; None for one on each core.
    """

    def __init__(self, runs: Sequence[RunTables], views: Views, threads: int | None = None) -> None:
        self.runs, self.views = tuple(runs), views
        self._spill = TemporaryDirectory(prefix="tenhou-analyzer-spill-")
        self._is_local = all(run.folder.local is not None for run in runs)
        self._parts: dict[str, list[dict[str, Part]]] = {}
        self._shown: tuple[Sequence[Unit], dict[str, set[str]]] = ((), {})
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
        self._connection = duckdb.connect(config=options)
        self._lock()

    def _lock(self) -> None:
        folders = [self._spill.name]
        for run in self.runs:
            if run.folder.local is not None:
                folders += [str(run.folder.local / table) for table in run.parts]
        self._connection.execute("CREATE SCHEMA tables")
        listed = ", ".join(_text(folder) for folder in folders)
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

    def show(
        self, units: Sequence[Unit], wanted: Mapping[str, Collection[str]], *, holds_helpers: bool = False
    ) -> None:
        """Make the tables hold the rows of some units.

        Args:
            units: The units.
            wanted: Columns of stored and helper tables that queries will need.
            holds_helpers: Make the rows of helper tables once, not in each query.

        Raises:
            UserMistake: When a run left a table out, or a part is missing or damaged.
        """
        shapes = self.views.shapes
        needed = shapes.with_helpers(wanted)
        stored = {table: names for table, names in needed.items() if table in TABLES}
        self._shown = (units, stored)
        for table, names in stored.items():
            self.run(f"CREATE OR REPLACE VIEW tables.{quoted(table)} AS {self._rows(table, units, names)}")
        for table in shapes.helpers:
            if table in needed and holds_helpers:
                listed = ", ".join(map(quoted, sorted(needed[table])))
                self.hold(table, self.table(f"SELECT {listed} FROM ({shapes.helper(table)})"))
            elif table in needed:
                self.run(f"CREATE OR REPLACE VIEW {quoted(table)} AS {shapes.helper(table)}")

    def show_all(self, wanted: Mapping[str, Collection[str]]) -> None:
        """Make tables hold the rows of all units, as `show`."""
        self.show(self.units, wanted)

    @property
    def units(self) -> list[Unit]:
        """All units of the runs."""
        return units_of(self.runs)

    def _rows(self, table: str, units: Sequence[Unit], names: Collection[str]) -> str:
        columns = stored_columns(table)
        parts = [(unit, part) for unit in units if (part := self._part(unit, table))]
        if not parts:
            listed = ", ".join(f"NULL::{kind} AS {quoted(name)}" for name, (_, kind) in columns.items())
            return f"SELECT {listed} WHERE false"
        if self._is_local:
            chosen = [(columns[name][0], name) for name in columns]
            paths = ", ".join(_text(str(_local(unit, table))) for unit, _ in parts)
            rows = f"read_parquet([{paths}])"
        else:
            # Axes of games are read from them apart.
            chosen = [(columns[name][0], name) for name in columns if name in names or table == "games"]
            read = [unit.run.read(table, part, [stored for stored, _ in chosen]) for unit, part in parts]
            rows = quoted(f"rows of {table}")
            self._connection.register(f"rows of {table}", _plain(table, pa.concat_tables(read)))
        listed = ", ".join(f"{quoted(stored)} AS {quoted(name)}" for stored, name in chosen)
        return f"SELECT {listed} FROM {rows}"

    def _part(self, unit: Unit, table: str) -> Part | None:
        if table not in self._parts:
            self._parts[table] = [{part.file: part for part in run.parts_of(table)} for run in self.runs]
        place = next(at for at, run in enumerate(self.runs) if run is unit.run)
        return self._parts[table][place].get(unit.file)

    def run(self, sql: str) -> None:
        """Run a statement without a result."""
        with self._told():
            self._connection.execute(sql)

    def hold(self, name: str, rows: pa.Table) -> None:
        """Make rows a table, which stays theirs: nothing is copied."""
        self._connection.register(name, rows)

    def forget(self, name: str) -> None:
        """Let rows go that are held."""
        self._connection.unregister(name)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self._told():
            return self._connection.execute(sql).fetchall()

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
            self._refuse_damage()
            line = str(error).partition("\n")[0]
            raise UserMistake(line.partition(": ")[2] or line) from error

    def _refuse_damage(self) -> None:
        """Name the part that is missing or cannot be read, if there is one."""
        if not self._is_local:
            return
        units, stored = self._shown
        for unit in units:
            for table in stored:
                if part := self._part(unit, table):
                    unit.run.read(table, part)


def _local(unit: Unit, table: str) -> Path:
    folder = unit.run.folder.local
    assert folder is not None  # noqa: S101 (asked for local runs only)
    return folder / table / unit.file


def _plain(table: str, rows: pa.Table) -> pa.Table:
    schema = stored_schema(table)
    return rows.cast(pa.schema([schema.field(name) for name in rows.column_names]))


def _text(value: str) -> str:
    """A text as SQL."""
    return "'" + value.replace("'", "''") + "'"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
