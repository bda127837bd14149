"""SQLite archives of logs, opened read-only and without running their code.

`list_rows` lists the rows without their logs in parts of some hundred, and `read_rows` reads logs.  A log is
named by its id; its bytes are given as stored, packed or not.  What follows a row that cannot be read is one
unreadable entry.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple, TypeGuard

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

__all__ = ["list_rows", "read_rows"]

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
_ROWIDS: Final = ("rowid", "_rowid_", "oid")
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
"""Each part opens a connection of its own, which reads the whole schema again."""
_BYTES_A_BYTE: Final = 4
"""A number in place of a log has the size of its digits, which exceeds that of its bytes."""
_LEAST_ROW: Final = 16
"""What each row counts besides its log: four bytes, the least that it takes."""


class _Table(NamedTuple):
    """A table of logs: its name, the same as SQL, and its columns; ``key`` is unique and orders the rows."""

    name: str
    sql: str
    key: str
    id: str
    log: str


class _Row(NamedTuple):
    """One row: its key, the id of its log in printable form, and the bytes of the log as stored."""

    key: object
    id: str
    size: int


def list_rows(blob: Blob, limits: Limits, *, rows: int = 512, wanted: Wanted = everything) -> Iterator[Part]:
    """All rows of all tables of logs, in parts of about ``rows`` logs, at most twice as many.

    The end of a part depends only on the keys around it, so rows added later change the part that they fall
    into and no other.  No log is read.

    Raises:
        Unreadable: When it is not a database of logs, is being written to, or is damaged, after the parts
            before that.
    """
    with _opened(blob, limits) as database:
        for table in database.tables():
            yield from _parts(database, table, rows, wanted)


def read_rows(
    blob: Blob, part: Part | None, limits: Limits, *, wanted: Wanted = everything
) -> Iterator[Item]:
    """The wanted logs of a part, or of all tables; the last item counts absent ones.

    Raises as `list_rows`.
    """
    with _opened(blob, limits) as database:
        for table in database.tables():
            if part is None or table.name == part.name:
                yield from _items(database, table, part, blob.label, wanted)


def _parts(database: _Database, table: _Table, most: int, wanted: Wanted) -> Iterator[Part]:
    half, digest = most // 2, blake2b(digest_size=8)
    after: Key | None = None
    last: Key | None = None
    logs = absent = 0
    problem: Unreadable | None = None

    def part() -> Part:
        stamp = int.from_bytes(digest.digest(), "big")
        return Part(table.name, 0, logs, stamp, after=after, last=last, absent=absent)

    try:
        for row in database.rows(table, Part(table.name)):
            if wanted(row.id):
                digest.update(f"{row.id} {row.size}\n".encode())
                logs, absent = (logs + 1, absent) if row.size else (logs, absent + 1)
            # A part ends with a key that SQLite can find again.
            last = row.key if _is_found_again(row.key) else None
            if last is not None and logs >= half and (logs >= 2 * most or _is_end(last, half)):
                yield part()
                after, logs, absent, digest = last, 0, 0, blake2b(digest_size=8)
    except Unreadable as error:
        problem = error
    if logs or absent:
        yield part()
    if problem is not None:
        raise problem


def _is_found_again(key: object) -> TypeGuard[Key]:
    return isinstance(key, int) or (isinstance(key, str) and key.isprintable())


def _is_end(key: Key, half: int) -> bool:
    return zlib.crc32(repr(key).encode()) % half == 0


def _items(
    database: _Database, table: _Table, part: Part | None, label: str, wanted: Wanted
) -> Iterator[Item]:
    logs = absent = 0
    problem: Unreadable | None = None
    try:
        for row in database.rows(table, part):
            if not wanted(row.id):
                continue
            if row.size:
                logs += 1
                yield database.log(table, row, f"{label}!{row.id}")
            else:
                absent += 1
    except Unreadable as error:
        problem = error
    if absent:
        yield Absent(label, absent)
    if problem is not None:
        raise problem
    missed = 0 if part is None else part.size + part.absent - logs - absent
    if missed > 0:
        # Those of a damaged table may be out of order.
        raise Unreadable(
            f"has {missed} rows that are not found again: it is damaged, or was changed meanwhile"
        )


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

    def tables(self) -> list[_Table]:
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
        rowid = next((word for word in _ROWIDS if word not in columns), None)
        if rowid is not None:
            with suppress(sqlite3.OperationalError):
                self._connection.execute(f"SELECT {rowid} FROM {sql} LIMIT 0")  # noqa: S608 (quoted)
                return _Table(name, sql, rowid, ident, log)
        if [column for column, key in columns.items() if key] != [ident]:
            raise Unreadable(f"has a table {printable(name)!r} whose rows have no order to be listed by")
        return _Table(name, sql, ident, ident, log)

    def rows(self, table: _Table, part: Part | None) -> Iterator[_Row]:
        """The rows of a part, or of the table; Unreadable at the first that cannot be read."""
        after, last = (None, None) if part is None else (part.after, part.last)
        query = (
            f"SELECT {table.key}, {table.id}, length({table.log}) FROM {table.sql} "  # noqa: S608 (quoted)
            f"WHERE {'TRUE' if after is None else f'{table.key} > :after'} "
            f"AND {'TRUE' if last is None else f'{table.key} <= :last'} ORDER BY {table.key}"
        )
        here: object = after
        try:
            for key, ident, size in self._connection.execute(query, {"after": after, "last": last}):
                self._room -= (size or 0) + _LEAST_ROW
                if self._room < 0:
                    raise Unreadable("is a damaged SQLite database: its rows hold more bytes than its file")
                name = f"row {key!r}" if ident is None else ident
                text = name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)
                yield _Row(key, printable(text), size or 0)
                here = key
        except sqlite3.DatabaseError as error:
            rows = "rows" if here is None else f"rows after {here!r}"
            raise Unreadable(f"has {rows} that cannot be read: {printable(str(error))}") from None

    def log(self, table: _Table, row: _Row, source: str) -> SourceLog | SourceProblem:
        """The log of a row."""
        if row.size > self._most:
            return SourceProblem(source, f"holds more than {self._most} bytes, too many for a log")
        query = f"SELECT {table.log} FROM {table.sql} WHERE {table.key} = ?"  # noqa: S608 (quoted)
        try:
            (data,) = self._connection.execute(query, (row.key,)).fetchone() or (None,)
        except (sqlite3.DatabaseError, UnicodeEncodeError) as error:
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
    if not hasattr(connection, "deserialize"):
        raise Unreadable("is an SQLite database inside something else; unpack it first")
    # SQLite would look for a write-ahead log, which a database in memory does not have.
    connection.deserialize(data[:18] + b"\x01\x01" + data[20:])
    return connection


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
