"""Rows of a table of logs in the order of their keys, also around damaged pages of the file.

`sqlite3` alone stops at the first damaged page: with three of them in 20,000 rows it gives 4,999 rows, and
4,995 more in reverse order; this module gives 19,988.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from analyzer.printable import printable
from analyzer.sources.items import Limits, Unreadable

__all__ = ["IS_WANTED", "Gap", "Key", "Room", "Row", "Table", "content", "readable", "scan"]

Key: TypeAlias = int | str
"""A rowid, or the id of a log."""

IS_WANTED: Final = "is_wanted"
"""SQL function of the id of a log as bytes; needed where logs are read along with their rows."""

_BASE: Final = 128
_DIGITS: Final = 48
"""Ids are treated as numbers of this many digits in the search for the next one behind damage."""
_FIRST_ROW: Final = -(2**63)
_LAST_ROW: Final = 2**63 - 1
_MOST_GAPS: Final = 10_000
_LEAST_ROW: Final = 4
"""Least bytes of a row."""
_DIGITS_A_BYTE: Final = 4
"""A number in place of a log has the size of its digits, which exceeds that of its bytes."""
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Table(NamedTuple):
    """A table of logs.

    Attributes:
        connection: Its database.
        name: Its name.
        sql: Its name as SQL, as are the columns.
        key: Column that rows are paged by, unique and without NULL: the rowid, or the id where there
            is none.
        id: Column of the log's id.
        content: Column of the log.
        text_key: Whether the key is the id.
    """

    connection: sqlite3.Connection
    name: str
    sql: str
    key: str
    id: str
    content: str
    text_key: bool


class Row(NamedTuple):
    """One row.

    Attributes:
        key: Its key; None if it is neither text nor an integer.
        id: Id of the log, printable.
        size: Bytes of the log as stored; 0 without one.
        data: The log as stored; None if it was not read.
    """

    key: Key | None
    id: str
    size: int
    data: bytes | None


class Room:
    """How many rows, and bytes in them, fit into the file of a database.

    In a damaged or hostile database many rows and tables can claim the same pages.

    Args:
        connection: The database.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        names = ("page_count", "page_size")
        pages, page = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
        size = int(pages * page)
        self._rows, self._bytes = size // _LEAST_ROW, size * _DIGITS_A_BYTE

    def take(self, row: Row, before: Key | None) -> None:
        """Count a row.

        Args:
            row: The row.
            before: The key before it.

        Raises:
            Unreadable: When no room is left, or the key is lower than the one before.
        """
        self._rows -= 1
        self._bytes -= row.size
        if self._rows < 0 or _is_back(row.key, before):
            raise Unreadable("is a damaged SQLite database: its rows lead in a circle")
        if self._bytes < 0:
            raise Unreadable("is a damaged SQLite database: its rows hold more bytes than its file")


class Gap(NamedTuple):
    """Rows that cannot be read.

    Attributes:
        after: Key before the first; None at the start.
        before: Key behind the last; None at the end.
        reason: Why.
    """

    after: Key | None
    before: Key | None
    reason: str


def scan(table: Table, after: Key | None, last: Key | None, room: Room, most: int = 0) -> Iterator[Row | Gap]:
    """Rows with keys above ``after`` and up to ``last`` (None: unbounded), and the gaps between them.

    They are counted in ``room``.  Wanted logs of up to ``most`` bytes are read along with the rows.  Without
    rowids that is much faster than looking each one up, where SQLite compares whole rows including the logs.

    Raises:
        Unreadable: When the rows form a circle, exceed the file, or have too many gaps.
    """
    behind, here = ">", after
    for _ in range(_MOST_GAPS):
        try:
            for row in _forward(table, behind, here, last, most=most):
                room.take(row, here)
                yield row
                if row.key is not None:
                    behind, here = ">", row.key
            return
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in _BUSY:
                raise
            reason = printable(str(error))
        # Python reads one row ahead, so the damage may be behind this row, or only in its log.
        single = _next(table, behind, here, last)
        if single is not None:
            room.take(single, here)
            yield single
            behind, here = ">", single.key
            continue
        found = _behind_damage(table, here, last)
        yield Gap(here, found, reason)
        if found is None:
            return
        behind, here = ">=", found
    raise Unreadable(f"is a damaged SQLite database: it has more than {_MOST_GAPS} gaps")


def _is_back(key: Key | None, here: Key | None) -> bool:
    """Whether a key is lower than the one before, in any collation."""
    if isinstance(key, int) and isinstance(here, int):
        return key < here
    if not (isinstance(key, str) and isinstance(here, str) and key.isascii() and here.isascii()):
        return False
    return key < here and key.lower() < here.lower()


def content(table: Table, row: Row, limits: Limits) -> bytes:
    """The log of a row as stored; read now if it was not yet.

    Raises:
        Unreadable: When it is too large, damaged, or not bytes.
    """
    if row.data is not None:
        return row.data
    if row.key is None:
        raise Unreadable("has an id that is no text")
    if row.size > limits.log_bytes:
        raise Unreadable(f"holds more than {limits.log_bytes} bytes, too many for a log")
    query = f"SELECT {table.content} FROM {table.sql} WHERE {table.key} = ?"  # noqa: S608 (quoted)
    try:
        found = table.connection.execute(query, (row.key,)).fetchone()
    except sqlite3.DatabaseError as error:
        raise Unreadable(f"cannot be read from its database: {printable(str(error))}") from None
    if found is None:
        raise Unreadable("is not found again in its database, which is damaged")
    (data,) = found
    if not isinstance(data, bytes):
        raise Unreadable("is a number, not a log")
    return data


def _next(table: Table, behind: str, here: Key | None, last: Key | None) -> Row | None:
    """The next row alone; None where it cannot be read, or its key does not follow."""
    try:
        row = next(_forward(table, behind, here, last, count=1), None)
    except sqlite3.DatabaseError:
        return None
    return None if row is None or row.key is None or _is_back(row.key, here) else row


def _forward(
    table: Table, behind: str, here: Key | None, last: Key | None, *, most: int = 0, count: int = -1
) -> Iterator[Row]:
    conditions = [] if here is None else [f"{table.key} {behind} ?"]
    conditions += [] if last is None else [f"{table.key} <= ?"]
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    fits = f"length({table.content}) <= {most} AND {IS_WANTED}(CAST({table.id} AS BLOB))"
    log = f"CASE WHEN {fits} THEN {table.content} END" if most else "NULL"
    query = (
        f"SELECT typeof({table.key}), {table.key}, {table.id}, length({table.content}), {log} "  # noqa: S608
        f"FROM {table.sql} {where} ORDER BY {table.key} LIMIT {count}"
    )
    bounds = [key for key in (here, last) if key is not None]
    for kind, key, ident, size, data in table.connection.execute(query, bounds):
        shown = f"row {key!r}" if ident is None else str(ident)
        name = readable(ident) if isinstance(ident, bytes) else shown
        yield Row(_key(kind, key), name, size or 0, data if isinstance(data, bytes) else None)


def _key(kind: bytes, value: object) -> Key | None:
    if kind == b"integer" and isinstance(value, int):
        return value
    if kind != b"text" or not isinstance(value, bytes):
        return None
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return None


def readable(ident: bytes) -> str:
    """An id in printable form."""
    return printable(ident.decode("utf-8", "replace"))


def _behind_damage(table: Table, after: Key | None, last: Key | None) -> Key | None:
    """The first readable key behind damage after ``after``; None without one up to ``last``.

    Keys are treated as numbers.  Doubling steps lead out of the damage, halving leads back to its end.
    """
    first, final = (0, _BASE**_DIGITS - 1) if table.text_key else (_FIRST_ROW, _LAST_ROW)
    base = low = first if after is None else _number(after)
    top = final if last is None else _number(last)
    if not table.text_key and after is None:
        # Rowids start at 1; only a database with others needs all steps.
        base = low = 0
    step, high = 1, None
    while high is None:
        probe = min(base + step, top)
        if _can_seek(table, probe):
            high = probe
        elif probe >= top:
            return None
        else:
            low, step = probe, step * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _can_seek(table, middle) else (middle, high)
    row = _from(table, high)
    key = None if row is None or _is_back(row.key, after) else row.key
    return None if key is None or (last is not None and _number(key) > top) else key


def _can_seek(table: Table, number: int) -> bool:
    try:
        _from(table, number)
    except sqlite3.DatabaseError:
        return False
    return True


def _from(table: Table, number: int) -> Row | None:
    """The first row with this key or a higher one; None without one."""
    start = _text(number) if table.text_key else number
    return next(_forward(table, ">=", start, None, count=1), None)


def _number(key: Key) -> int:
    if isinstance(key, int):
        return key
    number = 0
    for char in key[:_DIGITS].ljust(_DIGITS, "\0"):
        number = number * _BASE + min(ord(char), _BASE - 1)
    return number


def _text(number: int) -> str:
    chars = []
    for _ in range(_DIGITS):
        number, code = divmod(number, _BASE)
        chars.append(chr(code))
    return "".join(reversed(chars)).rstrip("\0")
