"""SQLite archives of logs, read only, in pages of some hundred rows.

`pages` lists the rows without their logs, `open_rows` reads the logs of one page, and `open_sqlite` all of
them.  A row's member is named by the id of its log; its bytes come as stored, packed however that archive
packs them.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from analyzer.sources.items import Blob, Limits, Member, Unreadable
from analyzer.sources.sqlite_rows import IS_WANTED, Gap, Key, Room, content, readable, scan
from analyzer.sources.sqlite_tables import Table, opened, tables

__all__ = ["Key", "Page", "open_rows", "open_sqlite", "pages"]

_DIGEST_BYTES: Final = 8


class Page(NamedTuple):
    """Some rows that follow each other.

    Attributes:
        table: Name of their table.
        after: Last key before them; None at the start.
        last: Their last key; None for all that follow.
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


def pages(
    blob: Blob, limits: Limits, *, rows: int = 512, wanted: Callable[[str], bool] | None = None
) -> Iterator[Page]:
    """All rows of all tables of logs in pages of about ``rows`` logs, twice as many at most.

    Where a page ends depends on the keys around that place alone, so rows that are added later change
    the page they fall into, and no other.  No log is read.

    Args:
        blob: The database.
        limits: Bounds.
        rows: Logs of a page.
        wanted: Given the id of a log, whether it counts.

    Raises:
        Unreadable: When it is no database of logs, or is being written to.
    """
    with opened(blob, limits) as connection:
        room = Room(connection)
        for table in tables(connection):
            yield from _pages(connection, table, rows, wanted or _all, room)


def open_rows(
    blob: Blob, page: Page, limits: Limits, *, wanted: Callable[[str], bool] | None = None
) -> Iterator[Member]:
    """The logs of a page, those that cannot be read with the reason; at the end how many are absent.

    Raises:
        Unreadable: As `pages`.
    """
    with opened(blob, limits) as connection:
        room = Room(connection)
        for table in tables(connection):
            if table.name == page.table:
                yield from _members(connection, table, (page.after, page.last), limits, wanted or _all, room)


def open_sqlite(blob: Blob, limits: Limits) -> Iterator[Member]:
    """The logs of all tables.

    Raises:
        Unreadable: As `pages`.
    """
    with opened(blob, limits) as connection:
        room = Room(connection)
        for table in tables(connection):
            yield from _members(connection, table, (None, None), limits, _all, room)


def _all(_: str) -> bool:
    return True


def _pages(
    connection: sqlite3.Connection, table: Table, most: int, wanted: Callable[[str], bool], room: Room
) -> Iterator[Page]:
    here = _Tally(table.name, None)
    for row in scan(connection, table, None, None, room):
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
    """What a page has so far: a word for every row or gap, how many logs and empty rows, the last key."""

    def __init__(self, table: str, after: Key | None) -> None:
        self.words: list[str] = []
        self.logs = self.absent = 0
        self.last = after
        self._table = table
        self._after = after

    def is_full(self, size: int) -> bool:
        """Whether a page of ``size`` logs, more or less, should end here."""
        half = size // 2
        if self.logs < half:
            return False
        return self.logs >= 2 * size or zlib.crc32(repr(self.last).encode("utf-8")) % half == 0

    def page(self) -> Page:
        digest = hashlib.blake2b("\n".join(self.words).encode("utf-8"), digest_size=_DIGEST_BYTES).hexdigest()
        return Page(self._table, self._after, self.last, self.logs, self.absent, digest)


def _members(
    connection: sqlite3.Connection,
    table: Table,
    bounds: tuple[Key | None, Key | None],
    limits: Limits,
    wanted: Callable[[str], bool],
    room: Room,
) -> Iterator[Member]:
    # Where this cannot tell, because an id is no text, the log is looked for by its key.
    connection.create_function(IS_WANTED, 1, lambda ident: ident is not None and wanted(readable(ident)))
    absent = 0
    for row in scan(connection, table, *bounds, room, limits.log_bytes):
        if isinstance(row, Gap):
            yield Member("", b"", _about(row, bounds[1]))
        elif not wanted(row.id):
            continue
        elif not row.size:
            absent += 1
        else:
            try:
                yield Member(row.id, content(connection, table, row, limits))
            except Unreadable as problem:
                yield Member(row.id, b"", str(problem))
    if absent:
        yield Member("", b"", absent=absent)


def _about(gap: Gap, last: Key | None) -> str:
    """Which rows a gap leaves out, and why."""
    start = "" if gap.after is None else f" after {gap.after!r}"
    stop = f" up to {last!r}" if gap.before is None and last is not None else ""
    if gap.before is not None:
        stop = f" before {gap.before!r}"
    return f"has rows{start}{stop} that cannot be read: {gap.reason}"
