"""SQLite archives of logs, in pages of some hundred rows, opened read-only and without running their code.

`pages` lists the rows without their logs, `open_rows` reads the logs of one page, and `open_sqlite` reads all
logs.  The member of a row is named by the id of its log; its bytes are given as stored, packed or not.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.printable import printable
from analyzer.sources.items import Blob, Limits, Member, Unreadable, Wanted, everything
from analyzer.sources.sqlite_rows import IS_WANTED, Gap, Key, Room, Row, Table, content, readable, scan

__all__ = ["Key", "Page", "ids_of_logs", "open_rows", "open_sqlite", "pages"]

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


class Page(NamedTuple):
    """Some consecutive rows.

    Attributes:
        table: Name of their table.
        after: Key before the first; None at the start.
        last: Key of the last; None: to the end.
        logs: How many of them are wanted and hold a log.
        absent: How many of them are wanted and hold none.
        digest: 16 hexadecimal digits of the keys and sizes of the wanted ones.
    """

    table: str
    after: Key | None
    last: Key | None
    logs: int
    absent: int
    digest: str


def pages(blob: Blob, limits: Limits, *, rows: int = 512, wanted: Wanted = everything) -> Iterator[Page]:
    """All rows of all tables of logs, in pages of about ``rows`` logs, at most twice as many.

    The end of a page depends only on the keys around it, so rows added later change the page that they
    fall into and no other.  No log is read.

    Raises:
        Unreadable: When it is not a database of logs, or is being written to.
    """
    with opened(blob, limits) as connection:
        room = Room(connection)
        for table in tables(connection):
            yield from _pages(table, rows, wanted, room)


def open_sqlite(blob: Blob, limits: Limits, wanted: Wanted = everything) -> Iterator[Member]:
    """The logs of all tables; raises as `open_rows`."""
    return open_rows(blob, None, limits, wanted=wanted)


def open_rows(
    blob: Blob, page: Page | None, limits: Limits, *, wanted: Wanted = everything
) -> Iterator[Member]:
    """The logs of a page, with the reason for those that cannot be read; the last member counts absent ones.

    Without a page, the logs of all tables.

    Raises:
        Unreadable: As `pages`.
    """
    with opened(blob, limits) as connection:
        room = Room(connection)
        for table in tables(connection):
            if page is None or table.name == page.table:
                bounds = (None, None) if page is None else (page.after, page.last)
                yield from _members(table, bounds, limits, wanted, room)


def ids_of_logs(blob: Blob, page: Page, limits: Limits) -> Iterator[str]:
    """Ids of the rows of a page that hold a log, without reading it; raises as `pages`."""
    with opened(blob, limits) as connection:
        for table in tables(connection):
            if table.name == page.table:
                for row in scan(table, page.after, page.last, Room(connection)):
                    if isinstance(row, Row) and row.size:
                        yield row.id


def _pages(table: Table, most: int, wanted: Wanted, room: Room) -> Iterator[Page]:
    here = _Tally(table.name, None)
    for row in scan(table, None, None, room):
        if isinstance(row, Gap):
            here.words.append(f"{row.after!r} {row.before!r}")
            here.last = row.before
            continue
        here.last = row.key
        if not wanted(row.id):
            continue
        here.words.append(f"{row.id} {row.size}")
        here.logs += row.size > 0
        here.absent += row.size == 0
        if row.key is not None and here.is_full(most):
            yield here.page()
            here = _Tally(table.name, row.key)
    if here.words:
        yield here.page()


class _Tally:
    """A page in the making: a word for every row or gap, the numbers of logs and empty rows, the last key."""

    def __init__(self, table: str, after: Key | None) -> None:
        self.words: list[str] = []
        self.logs = self.absent = 0
        self.last = after
        self._table = table
        self._after = after

    def is_full(self, size: int) -> bool:
        """Whether a page of about ``size`` logs should end here."""
        half = size // 2
        if self.logs < half:
            return False
        return self.logs >= 2 * size or zlib.crc32(repr(self.last).encode("utf-8")) % half == 0

    def page(self) -> Page:
        digest = hashlib.blake2b("\n".join(self.words).encode("utf-8"), digest_size=8).hexdigest()
        return Page(self._table, self._after, self.last, self.logs, self.absent, digest)


def _members(
    table: Table, bounds: tuple[Key | None, Key | None], limits: Limits, wanted: Wanted, room: Room
) -> Iterator[Member]:
    # An id that is not text is always looked up by its key.
    table.connection.create_function(
        IS_WANTED, 1, lambda ident: ident is not None and wanted(readable(ident))
    )
    absent = 0
    for row in scan(table, *bounds, room, limits.log_bytes):
        if isinstance(row, Gap):
            yield Member("", b"", _about(row, bounds[1]))
        elif not wanted(row.id):
            continue
        elif not row.size:
            absent += 1
        else:
            try:
                yield Member(row.id, content(table, row, limits))
            except Unreadable as problem:
                yield Member(row.id, b"", str(problem))
    if absent:
        yield Member("", b"", absent=absent)


def _about(gap: Gap, last: Key | None) -> str:
    """Which rows are missing in a gap, and why."""
    start = "" if gap.after is None else f" after {gap.after!r}"
    stop = f" up to {last!r}" if gap.before is None and last is not None else ""
    if gap.before is not None:
        stop = f" before {gap.before!r}"
    return f"has rows{start}{stop} that cannot be read: {gap.reason}"


@contextmanager
def opened(blob: Blob, limits: Limits) -> Iterator[sqlite3.Connection]:
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


def tables(connection: sqlite3.Connection) -> list[Table]:
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


def _table(connection: sqlite3.Connection, name: str) -> Table | None:
    rows = connection.execute(
        "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = ?", (name, _ORDINARY)
    )
    columns = {column.decode("utf-8", "replace").lower(): key for column, key in rows}
    ident = next((column for column in _KEYS if column in columns), None)
    content = next((column for column in _CONTENTS if column in columns), None)
    if ident is None or content is None:
        return None
    sql, ident_sql, content_sql = _quoted(name), _quoted(ident), _quoted(content)
    rowid = next((word for word in _ROWIDS if word not in columns), ident_sql)
    with suppress(sqlite3.OperationalError):
        connection.execute(f"SELECT {rowid} FROM {sql} LIMIT 0")  # noqa: S608 (quoted)
        if rowid != ident_sql:
            return Table(connection, name, sql, rowid, ident_sql, content_sql, text_key=False)
    if [column for column, key in columns.items() if key] != [ident]:
        raise Unreadable(f"has a table {printable(name)!r} whose rows have no order to be paged by")
    return Table(connection, name, sql, ident_sql, ident_sql, content_sql, text_key=True)


def _from_file(path: Path) -> sqlite3.Connection:
    """Opens a file without creating another file beside it.

    A database in WAL mode is opened as immutable, because SQLite would create files to share it; that is
    correct only while its write-ahead log is empty.
    """
    for suffix, hot in (("-wal", b""), ("-journal", _HOT_JOURNAL)):
        beside = path.with_name(path.name + suffix)
        if beside.exists() and beside.stat().st_size and beside.read_bytes()[:8].startswith(hot):
            raise Unreadable(
                f"has unsaved changes in {printable(beside.name)}: close the program that writes it"
            )
    with path.open("rb") as stream:
        header = stream.read(20)
    alone = "&immutable=1" if _WAL in header[18:20] else ""
    uri = f"{path.resolve().as_uri()}?mode=ro{alone}"
    return sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)


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
