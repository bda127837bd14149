"""Where simulated logs are written: a folder, a zip archive, or an SQLite database as houou-logs makes it."""

from __future__ import annotations

import gzip
import os
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from analyzer.errors import UserMistake
from analyzer.formats.log_id import GoType, parse_log_id

_ZIP: Final = (".zip",)
_DATABASE: Final = (".db", ".sqlite", ".sqlite3")
_EPOCH_OF_ZIP: Final = (1980, 1, 1, 0, 0, 0)
_READABLE: Final = 0o644 << 16
_UNIX: Final = 3

# The schema of houou-logs 1.0 to 2.0, src/houou_logs/db.py.
_SCHEMA: Final = """
CREATE TABLE logs (
    id TEXT PRIMARY KEY,
    date TEXT NOT NULL,
    num_players INTEGER NOT NULL,
    is_tonpu INTEGER NOT NULL,
    is_processed INTEGER NOT NULL,
    was_error INTEGER NOT NULL,
    log BLOB
) WITHOUT ROWID;
CREATE INDEX idx_logs_status_filter ON logs (is_processed, was_error, num_players, is_tonpu, id);
CREATE TABLE fetch_state (kind TEXT PRIMARY KEY, last_attempt_time REAL);
CREATE TABLE file_index (file TEXT PRIMARY KEY, size INTEGER);
"""


Add: TypeAlias = Callable[[str, bytes], object]
"""Writes one log, given its id and its bytes."""


@contextmanager
def open_archive(path: Path) -> Iterator[Add]:
    """Somewhere to write logs to, by the ending of its name: ``.zip``, ``.db`` or ``.sqlite``, else a folder.

    A finished archive replaces one of the same name; an unfinished one leaves nothing behind.
    A folder is made with its first log; other files in it are left alone.

    Returns:
        What writes a log, given its id and its bytes.

    Raises:
        UserMistake: When there is a folder where a file is to be, or a file where a folder is to be.
    """
    suffix = path.suffix.lower()
    is_file = suffix in _ZIP + _DATABASE
    if path.is_dir() if is_file else path.is_file():
        raise UserMistake(f"{path} is a {'folder' if is_file else 'file'}")
    if not is_file:
        yield partial(_add_file, path)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with _renamed(path) as unfinished:
        if suffix in _ZIP:
            with zipfile.ZipFile(unfinished, "w") as archive:
                yield partial(_add_member, archive)
        else:
            with closing(sqlite3.connect(unfinished)) as database:
                database.executescript(_SCHEMA)
                yield partial(_add_row, database)
                database.commit()


def _add_file(folder: Path, log_id: str, data: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with _renamed(folder / f"{log_id}.mjlog") as unfinished:
        unfinished.write_bytes(data)


def _add_member(archive: zipfile.ZipFile, log_id: str, data: bytes) -> None:
    """The same bytes at any time and on any system."""
    member = zipfile.ZipInfo(f"{log_id}.mjlog", _EPOCH_OF_ZIP)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.create_system, member.external_attr = _UNIX, _READABLE
    archive.writestr(member, data)


def _add_row(database: sqlite3.Connection, log_id: str, data: bytes) -> None:
    """As if it had been downloaded."""
    game = parse_log_id(log_id)
    if game is None:
        raise ValueError(f"{log_id!r} is no log id")
    began = f"{game.day:%Y-%m-%d}T{log_id[8:10]}:00"
    players = 3 if game.go_type & GoType.SANMA else 4
    is_tonpuu = 0 if game.go_type & GoType.HANCHAN else 1
    row = (log_id, began, players, is_tonpuu, 1, 0, gzip.compress(data, mtime=0))
    database.execute("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", row)


@contextmanager
def _renamed(path: Path) -> Iterator[Path]:
    """A name to write to, which becomes ``path`` if all goes well."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
