"""SQLite archives of logs, in pages of some hundred rows, opened read-only and without running their code.

`pages` lists the rows without their logs, `open_rows` reads the logs of one page, and `open_sqlite` reads all
logs.  The member of a row is named by the id of its log; its bytes are given as stored, packed or not.  What
follows a row that cannot be read is one unreadable entry.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from analyzer.printable import printable
from analyzer.sources.items import Blob, Limits, Member, Unreadable, Wanted, everything

__all__ = ["Key", "Page", "ids_of_logs", "open_rows", "open_sqlite", "pages"]

Key: TypeAlias = int | str
"""A rowid, or the id of a log."""

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
"""Each page of rows opens a connection of its own, which reads the whole schema again."""
_BYTES_A_BYTE: Final = 4
"""A number in place of a log has the size of its digits, which exceeds that of its bytes."""
_LEAST_ROW: Final = 16
"""What each row counts besides its log: four bytes, the least that it takes."""


class Page(NamedTuple):
    """Some consecutive rows.

    Attributes:
        table: Name of their table.
        after: Key before the first; None at the start.
        last: Key of the last; None: to the end.
        logs: How many of them are wanted and hold a log.
        absent: How many of them are wanted and hold none.
        digest: 16 hexadecimal digits of the keys and sizes of the wanted ones.
        rows: How many they are.
    """

    table: str
    after: Key | None
    last: Key | None
    logs: int
    absent: int
    digest: str
    rows: int = -1


class _Table(NamedTuple):
    """A table of logs, with its name and columns as SQL; rows are ordered by ``key``, which is unique."""

    connection: sqlite3.Connection
    name: str
    sql: str
    key: str
    id: str
    content: str


class _Row(NamedTuple):
    """One row.

    Attributes:
        key: Its key; None if it is neither text nor an integer.
        id: Id of the log, printable.
        size: Bytes of the log as stored; 0 without one.
        data: The log as stored; None if it was not read, or is a number.
    """

    key: Key | None
    id: str
    size: int
    data: bytes | None


def pages(blob: Blob, limits: Limits, *, rows: int = 512, wanted: Wanted = everything) -> Iterator[Page]:
    """All rows of all tables of logs, in pages of about ``rows`` logs, at most twice as many.

    The end of a page depends only on the keys around it, so rows added later change the page that they
    fall into and no other.  No log is read.

    Raises:
        Unreadable: When it is not a database of logs, is being written to, or is damaged, after the pages
            before that.
    """
    with _opened(blob, limits) as connection:
        room = _Room(connection)
        for table in _tables(connection):
            yield from _pages(table, rows, wanted, room)


def open_sqlite(blob: Blob, limits: Limits, wanted: Wanted = everything) -> Iterator[Member]:
    """The logs of all tables; raises as `pages`."""
    return open_rows(blob, None, limits, wanted=wanted)


def open_rows(
    blob: Blob, page: Page | None, limits: Limits, *, wanted: Wanted = everything
) -> Iterator[Member]:
    """The logs of a page, or of all tables; the last member counts absent ones.  Raises as `pages`."""
    with _opened(blob, limits) as connection:
        room = _Room(connection)
        for table in _tables(connection):
            if page is None or table.name == page.table:
                yield from _members(table, page, limits, wanted, room)


def ids_of_logs(blob: Blob, page: Page, limits: Limits) -> Iterator[str]:
    """Ids of the rows of a page that hold a log, without reading it; raises as `pages`."""
    with _opened(blob, limits) as connection:
        for table in _tables(connection):
            if table.name == page.table:
                yield from (row.id for row in _rows(table, page, _Room(connection)) if row.size)


def _pages(table: _Table, most: int, wanted: Wanted, room: _Room) -> Iterator[Page]:
    here = _Tally(table.name, None)
    problem: Unreadable | None = None
    try:
        for row in _rows(table, None, room):
            here.take(row, is_wanted=wanted(row.id))
            if row.key is not None and here.is_full(most):
                yield here.page()
                here = _Tally(table.name, row.key)
    except Unreadable as error:
        problem = error
    if here.words:
        yield here.page()
    if problem is not None:
        raise problem


class _Tally:
    """A page in the making: a word for every wanted row, the numbers of logs and rows, the last key."""

    def __init__(self, table: str, after: Key | None) -> None:
        self.words: list[str] = []
        self._logs = self._rows = 0
        self._last = after
        self._table = table
        self._after = after

    def take(self, row: _Row, *, is_wanted: bool) -> None:
        """Add a row."""
        self._rows += 1
        self._last = row.key
        if is_wanted:
            self.words.append(f"{row.id} {row.size}")
            self._logs += row.size > 0

    def is_full(self, size: int) -> bool:
        """Whether a page of about ``size`` logs should end here."""
        half = size // 2
        if self._logs < half:
            return False
        return self._logs >= 2 * size or zlib.crc32(repr(self._last).encode("utf-8")) % half == 0

    def page(self) -> Page:
        digest = hashlib.blake2b("\n".join(self.words).encode("utf-8"), digest_size=8).hexdigest()
        absent = len(self.words) - self._logs
        return Page(self._table, self._after, self._last, self._logs, absent, digest, self._rows)


def _members(
    table: _Table, page: Page | None, limits: Limits, wanted: Wanted, room: _Room
) -> Iterator[Member]:
    # Ids that are NULL have names of their own.
    table.connection.create_function("is_wanted", 1, lambda ident: ident is None or wanted(_readable(ident)))
    absent = 0
    problem: Unreadable | None = None
    try:
        for row in _rows(table, page, room, limits.log_bytes):
            if not wanted(row.id):
                continue
            if not row.size:
                absent += 1
            elif row.data is not None:
                yield Member(row.id, row.data)
            elif row.size > limits.log_bytes:
                yield Member(row.id, b"", f"holds more than {limits.log_bytes} bytes, too many for a log")
            else:
                yield Member(row.id, b"", "is a number, not a log")
    except Unreadable as error:
        problem = error
    if absent:
        yield Member("", b"", absent=absent)
    if problem is not None:
        raise problem


class _Room:
    """How many rows, and bytes in them, fit into the file of a database.

    In a damaged or hostile database many rows and tables can claim the same pages.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        pages, page = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size")
        )
        self._left = int(pages * page) * _BYTES_A_BYTE

    def take(self, row: _Row) -> None:
        """Count a row; raises Unreadable when no room is left."""
        self._left -= row.size + _LEAST_ROW
        if self._left < 0:
            raise Unreadable("is a damaged SQLite database: its rows hold more bytes than its file")


def _rows(table: _Table, page: Page | None, room: _Room, most: int = 0) -> Iterator[_Row]:
    """The rows of a page, or of the table; logs of up to ``most`` bytes whose id ``is_wanted`` are read too.

    Raises:
        Unreadable: At the first that cannot be read, and when they exceed the file.
    """
    here, last, left = (None, None, -1) if page is None else (page.after, page.last, page.rows)
    conditions = [f"{table.key} > :after"] if here is not None else []
    conditions += [f"{table.key} <= :last"] if last is not None else []
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    fits = f"length({table.content}) <= {most} AND is_wanted(CAST({table.id} AS BLOB))"
    log = f"CASE WHEN {fits} THEN {table.content} END" if most else "NULL"
    query = (
        f"SELECT typeof({table.key}), {table.key}, {table.id}, length({table.content}), {log} "  # noqa: S608
        f"FROM {table.sql} {where} ORDER BY {table.key} LIMIT :rows"
    )
    bounds = {"after": here, "last": last, "rows": left}
    try:
        for kind, key, ident, size, data in table.connection.execute(query, bounds):
            shown = f"row {key!r}" if ident is None else str(ident)
            name = _readable(ident) if isinstance(ident, bytes) else shown
            row = _Row(_key(kind, key), name, size or 0, data if isinstance(data, bytes) else None)
            room.take(row)
            yield row
            here, left = row.key, left - 1
    except sqlite3.DatabaseError as error:
        rows = "rows" if here is None else f"rows after {here!r}"
        raise Unreadable(f"has {rows} that cannot be read: {printable(str(error))}") from None
    if left > 0:
        # Those of a damaged table may be out of order.
        raise Unreadable(f"has {left} rows that are not found again: it is damaged, or was changed meanwhile")


def _key(kind: bytes, value: object) -> Key | None:
    if kind == b"integer" and isinstance(value, int):
        return value
    if kind != b"text" or not isinstance(value, bytes):
        return None
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _readable(ident: bytes) -> str:
    return printable(ident.decode("utf-8", "replace"))


@contextmanager
def _opened(blob: Blob, limits: Limits) -> Iterator[sqlite3.Connection]:
    """A read-only connection; text comes as bytes.

    Raises:
        Unreadable: When the database is being written to, or cannot be opened at all.
    """
    try:
        connection = _from_file(blob.place) if isinstance(blob.place, Path) else _in_memory(blob, limits)
    except sqlite3.Error as error:
        raise Unreadable(f"cannot be opened as an SQLite database: {printable(str(error))}") from None
    try:
        connection.text_factory = bytes
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(limits.log_bytes, 1_000_000))
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for statement in _SAFELY:
            connection.execute(statement)
        yield connection
    except sqlite3.Error as error:
        raise Unreadable(f"cannot be read as an SQLite database: {printable(str(error))}") from None
    finally:
        connection.close()


def _tables(connection: sqlite3.Connection) -> list[_Table]:
    """The tables with a column of ids and a column of logs; no views, no virtual tables.

    Raises:
        Unreadable: When there is none, or the rows of one have no order to page by.
    """
    names = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"
    )
    listed = names.fetchmany(_MOST_TABLES + 1)
    if len(listed) > _MOST_TABLES:
        raise Unreadable(f"is an SQLite database of more than {_MOST_TABLES} tables")
    found = [_table(connection, name.decode("utf-8", "replace")) for (name,) in listed]
    if logs := [table for table in found if table is not None]:
        return logs
    raise Unreadable("is an SQLite database without a table of logs")


def _table(connection: sqlite3.Connection, name: str) -> _Table | None:
    rows = connection.execute(
        "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = ?", (name, _ORDINARY)
    )
    columns = {column.decode("utf-8", "replace").lower(): key for column, key in rows}
    ident = next((column for column in _KEYS if column in columns), None)
    content = next((column for column in _CONTENTS if column in columns), None)
    if ident is None or content is None:
        return None
    sql, ident_sql, content_sql = _quoted(name), _quoted(ident), _quoted(content)
    rowid = next((word for word in _ROWIDS if word not in columns), None)
    if rowid is not None:
        with suppress(sqlite3.OperationalError):
            connection.execute(f"SELECT {rowid} FROM {sql} LIMIT 0")  # noqa: S608 (quoted)
            return _Table(connection, name, sql, rowid, ident_sql, content_sql)
    if [column for column, key in columns.items() if key] != [ident]:
        raise Unreadable(f"has a table {printable(name)!r} whose rows have no order to be paged by")
    return _Table(connection, name, sql, ident_sql, ident_sql, content_sql)


def _from_file(path: Path) -> sqlite3.Connection:
    """Opens a file without creating another file beside it.

    A database in WAL mode is opened as immutable, because SQLite would create files to share it; that is
    correct only while its write-ahead log is empty.
    """
    for suffix, hot in (("-wal", b""), ("-journal", _HOT_JOURNAL)):
        beside = path.with_name(path.name + suffix)
        start = _start_of(beside, len(_HOT_JOURNAL)) if beside.exists() else b""
        if start and start.startswith(hot):
            raise Unreadable(
                f"has unsaved changes in {printable(beside.name)}: close the program that writes it"
            )
    alone = "&immutable=1" if _WAL in _start_of(path, 20)[18:] else ""
    uri = f"{path.resolve().as_uri()}?mode=ro{alone}"
    return sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)


def _start_of(path: Path, size: int) -> bytes:
    with path.open("rb") as stream:
        return stream.read(size)


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
