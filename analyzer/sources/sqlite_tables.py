"""SQLite archives: opened so that nothing is written and nothing in them runs, and where their logs are."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.printable import printable
from analyzer.sources.items import Blob, Limits, Unreadable

__all__ = ["Table", "opened", "tables"]

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
"""Neither hidden nor generated, so that reading the column computes nothing."""
_WAL: Final = 2
_HOT_JOURNAL: Final = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_SAFELY: Final = (
    # Without this, which nothing uses, SQLite refuses a file that was cut short as a whole.
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
"""Each page of rows is read through a connection of its own, which reads the whole schema again."""


class Table(NamedTuple):
    """A table of logs.

    Attributes:
        name: Its name.
        sql: Its name, written as SQL.
        key: Column that rows are paged by, unique and without NULL: the rowid, or the id where there
            is none; written as SQL.
        id: Column of the log's id, written as SQL.
        content: Column of the log, written as SQL.
        text_key: Whether the key is the id.
    """

    name: str
    sql: str
    key: str
    id: str
    content: str
    text_key: bool


@contextmanager
def opened(blob: Blob, limits: Limits) -> Iterator[sqlite3.Connection]:
    """A connection that only reads; text comes as bytes.

    Raises:
        Unreadable: When the database is being written to, or cannot be opened at all.
    """
    try:
        connection = _in_memory(blob.data) if blob.path is None else _from_file(blob.path)
    except sqlite3.Error as error:
        raise Unreadable(f"cannot be opened as an SQLite database: {_words(error)}") from None
    try:
        connection.text_factory = bytes
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(limits.log_bytes, 1_000_000))
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for statement in _SAFELY:
            connection.execute(statement)
        yield connection
    except sqlite3.Error as error:
        raise Unreadable(f"cannot be read as an SQLite database: {_words(error)}") from None
    finally:
        connection.close()


def tables(connection: sqlite3.Connection) -> list[Table]:
    """The tables that have a column of ids and one of logs; no views, and nothing virtual.

    Raises:
        Unreadable: When there is none, or its rows have no order that can be paged by.
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
            return Table(name, sql, rowid, ident_sql, content_sql, text_key=False)
    if [column for column, key in columns.items() if key] != [ident]:
        raise Unreadable(f"has a table {printable(name)!r} whose rows have no order to be paged by")
    return Table(name, sql, ident_sql, ident_sql, content_sql, text_key=True)


def _from_file(path: Path) -> sqlite3.Connection:
    """Opens a file so that no other file appears beside it.

    A database in WAL mode is read as it lies there, for SQLite would make files to share it; that is right
    only while nobody has left anything in its log.
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


def _in_memory(data: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    if not hasattr(connection, "deserialize"):
        raise Unreadable("is an SQLite database inside something else; unpack it first")
    # What is in memory has no log beside it, and SQLite would look for one.
    connection.deserialize(data[:18] + b"\x01\x01" + data[20:])
    return connection


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _words(error: sqlite3.Error) -> str:
    return printable(str(error))
