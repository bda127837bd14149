"""SQLite archives of logs, opened read-only and without running their code.

A row is a member, which is named by the id of its log; its bytes are given as stored, packed or not.  What
follows a row that cannot be listed is one unreadable entry.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.printable import printable
from analyzer.sources.items import (
    Absent,
    Blob,
    Item,
    Key,
    Limits,
    Part,
    SourceLog,
    SourceProblem,
    Unreadable,
    Wanted,
    everything,
)

_KEYS: Final = ("log_id", "id")
_CONTENTS: Final = ("log", "log_content", "content", "game_json")
"""Columns of the log's id and of the log in all known archives:

=================  ==========  =============  ==================================================
archive            id          log
=================  ==========  =============  ==================================================
houou-logs         id          log            gzip; no rowid, so rows are counted by their id
phoenix-logs       log_id      log_content    gzip, declared as text; ``--strip``: without SHUFFLE
its forks of 2019  log_id      log_content    bzip2
es4p               log_id      log_content    bzip2
TenhouLogs.jl      id          content        LZ4 frame
tenhou-db          log_id      game_json      tenhou.net/6 JSON
=================  ==========  =============  ==================================================
"""
_ROWID: Final = "_rowid_"
"""The name of it that no column has."""
_ORDINARY: Final = 0
"""Neither hidden nor generated, so that reading the column runs no code."""
_WAL: Final = 2
_HOT_JOURNAL: Final = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_SAFELY: Final = (
    # Nothing is written, but without this SQLite refuses a truncated file altogether.
    "PRAGMA writable_schema = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA query_only = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cell_size_check = ON",
    "PRAGMA mmap_size = 0",
    "PRAGMA cache_size = -8000",
)
_BUSY_SECONDS: Final = 5.0
_MOST_TABLES: Final = 100
"""Each unit opens a connection of its own, which reads the whole schema again."""
_BYTES_A_BYTE: Final = 4
"""A number in place of a log has the size of its digits, which exceeds that of its bytes."""
_LEAST_ROW: Final = 16
"""What each row counts besides its log: four bytes, the least that it takes."""


class _Table(NamedTuple):
    """A table of logs and its columns, as SQL; rows are ordered by ``key``, which is unique."""

    name: str
    key: str
    id: str
    log: str


def list_rows(blob: Blob, limits: Limits, wanted: Wanted = everything) -> Iterator[Part]:
    """The wanted rows of all tables of logs, last one part for those without a log; no log is read.

    Raises:
        Unreadable: When it is not a database of logs, is being written to, or is damaged, after the rows
            before that.
    """
    with _opened(blob, limits) as database:
        yield from database.parts(wanted)


def read_rows(blob: Blob, parts: Iterable[Part], limits: Limits) -> Iterator[Item]:
    """The logs of these rows, in this order; one that cannot be read is given with the reason."""
    with _opened(blob, limits) as database:
        yield from (database.item(part, blob.label) for part in parts)


def open_sqlite(blob: Blob, limits: Limits, wanted: Wanted) -> Iterator[Item]:
    """The logs of all wanted rows; raises as `list_rows`."""
    with _opened(blob, limits) as database:
        yield from (database.item(part, blob.label) for part in database.parts(wanted))


class _Database:
    """An open database.

    In a damaged or hostile one many rows and tables can claim the same pages, so the rows that are read must
    fit into the file.
    """

    def __init__(self, connection: sqlite3.Connection, limits: Limits) -> None:
        connection.text_factory = _decoded
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(limits.log_bytes, 1_000_000))
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for statement in _SAFELY:
            connection.execute(statement)
        size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        self._room = int(connection.execute(size).fetchone()[0]) * _BYTES_A_BYTE
        self._connection = connection
        self._most = limits.log_bytes
        self._tables = self._tables_of_logs()

    def _tables_of_logs(self) -> list[_Table]:
        """The tables with a column of ids and a column of logs; no views, no virtual tables.

        Raises:
            Unreadable: When there is none, or the rows of one have no order to list them by.
        """
        names = self._connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"
        )
        listed = names.fetchmany(_MOST_TABLES + 1)
        if len(listed) > _MOST_TABLES:
            raise Unreadable(f"is an SQLite database of more than {_MOST_TABLES} tables")
        found = [self._table(name) for (name,) in listed]
        if logs := [table for table in found if table is not None]:
            return logs
        raise Unreadable("is an SQLite database without a table of logs")

    def _table(self, name: str) -> _Table | None:
        rows = self._connection.execute(
            "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = ?", (name, _ORDINARY)
        )
        columns = {column.lower(): key for column, key in rows}
        ident = next((column for column in _KEYS if column in columns), None)
        log = next((column for column in _CONTENTS if column in columns), None)
        if ident is None or log is None:
            return None
        sql = _quoted(name)
        with suppress(sqlite3.OperationalError):
            self._connection.execute(f"SELECT {_ROWID} FROM {sql} LIMIT 0")  # noqa: S608 (quoted)
            return _Table(sql, _ROWID, ident, log)
        if [column for column, key in columns.items() if key] != [ident]:
            raise Unreadable(f"has a table {printable(name)!r} whose rows have no order to be listed by")
        return _Table(sql, ident, ident, log)

    def parts(self, wanted: Wanted) -> Iterator[Part]:
        """As `list_rows`."""
        absent = 0
        for number, table in enumerate(self._tables):
            for key, name, size in self._rows(table):
                if not wanted(name):
                    continue
                if size:
                    yield Part(name, number, size, key=key)
                else:
                    absent += 1
        if absent:
            yield Part("", absent=absent)

    def _rows(self, table: _Table) -> Iterator[tuple[Key, str, int]]:
        """Of each row its key, the id of its log in printable form, and the bytes of the log as stored."""
        query = (
            f"SELECT {table.key}, {table.id}, length({table.log}) "  # noqa: S608 (quoted)
            f"FROM {table.name} ORDER BY {table.key}"
        )
        here: Key = None
        try:
            for key, ident, size in self._connection.execute(query):
                self._room -= (size or 0) + _LEAST_ROW
                if self._room < 0:
                    raise Unreadable("is a damaged SQLite database: its rows hold more bytes than its file")
                name = f"row {key!r}" if ident is None else ident
                text = name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)
                yield key, printable(text), size or 0
                here = key
        except sqlite3.DatabaseError as error:
            rows = "rows" if here is None else f"rows after {here!r}"
            raise Unreadable(f"has {rows} that cannot be read: {printable(str(error))}") from None

    def item(self, part: Part, label: str) -> Item:
        """The log of a row, or why there is none."""
        if part.absent:
            return Absent(label, part.absent)
        source = f"{label}!{part.name}"
        if part.size > self._most:
            return SourceProblem(source, f"holds more than {self._most} bytes, too many for a log")
        try:
            table = self._tables[part.place]
            query = f"SELECT {table.log} FROM {table.name} WHERE {table.key} = ?"  # noqa: S608 (quoted)
            (data,) = self._connection.execute(query, (part.key,)).fetchone() or (None,)
        except (sqlite3.DatabaseError, UnicodeEncodeError, IndexError) as error:
            return SourceProblem(source, f"cannot be read: {printable(str(error))}")
        if isinstance(data, str):
            return SourceLog(source, data.encode("utf-8", "surrogateescape"))
        if isinstance(data, bytes):
            return SourceLog(source, data)
        return SourceProblem(source, "is not found again" if data is None else "is a number, not a log")


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


@contextmanager
def _opened(blob: Blob, limits: Limits) -> Iterator[_Database]:
    """A read-only connection.

    Raises:
        Unreadable: When the database is being written to, or cannot be opened at all.
    """
    try:
        connection = _from_file(blob.place) if isinstance(blob.place, Path) else _in_memory(blob, limits)
    except sqlite3.Error as error:
        raise Unreadable(f"cannot be opened as an SQLite database: {printable(str(error))}") from None
    try:
        yield _Database(connection, limits)
    except sqlite3.Error as error:
        raise Unreadable(f"cannot be read as an SQLite database: {printable(str(error))}") from None
    finally:
        connection.close()


def _from_file(path: Path) -> sqlite3.Connection:
    """Opens a file without creating another file beside it.

    A database in WAL mode is opened as immutable, because SQLite would create files to share it; that is
    correct only while its write-ahead log is empty.
    """
    for suffix, hot in (("-wal", b""), ("-journal", _HOT_JOURNAL)):
        beside = path.with_name(path.name + suffix)
        start = _start_of(beside) if beside.exists() else b""
        if start and start.startswith(hot):
            raise Unreadable(
                f"has unsaved changes in {printable(beside.name)}: close the program that writes it"
            )
    alone = "&immutable=1" if _WAL in _start_of(path)[18:] else ""
    uri = f"{path.resolve().as_uri()}?mode=ro{alone}"
    return sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)


def _start_of(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(20)


def _in_memory(blob: Blob, limits: Limits) -> sqlite3.Connection:
    """Opens what is in memory, or small enough to be read from a store."""
    with blob.open() as stream:
        data = stream.read(limits.nested_bytes + 1)
    if len(data) > limits.nested_bytes:
        raise Unreadable(f"is a database of more than {limits.nested_bytes} bytes; expected it on a disk")
    connection = sqlite3.connect(":memory:", isolation_level=None)
    # SQLite would look for a write-ahead log, which a database in memory does not have.
    connection.deserialize(data[:18] + b"\x01\x01" + data[20:])
    return connection


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
