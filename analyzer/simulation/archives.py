"""Where simulated logs are written: a folder, a zip archive, or an SQLite database as houou-logs makes it."""

from __future__ import annotations

import gzip
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Protocol

from analyzer.errors import UserMistake
from analyzer.formats.log_id import parse_log_id

__all__ = ["Archive", "open_archive"]

_ZIP: Final = (".zip",)
_DATABASE: Final = (".db", ".sqlite", ".sqlite3")
_EPOCH_OF_ZIP: Final = (1980, 1, 1, 0, 0, 0)
_READABLE: Final = 0o644 << 16
_UNIX: Final = 3
_HANCHAN: Final = 0x8
_SANMA: Final = 0x10

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


class Archive(Protocol):
    """Takes logs one after the other."""

    def add(self, log_id: str, data: bytes) -> None:
        """Write one log."""

    def add_gzip(self, log_id: str, packed: bytes) -> None:
        """Write one log that is packed already, as it is."""


class _Folder:
    """One file each; other files are left alone."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, log_id: str, data: bytes) -> None:
        """Write one log."""
        self._path.mkdir(parents=True, exist_ok=True)
        with _renamed(self._path / f"{log_id}.mjlog") as unfinished:
            unfinished.write_bytes(data)

    add_gzip = add


class _Zip:
    """One member each, the same bytes at any time and on any system."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def add(self, log_id: str, data: bytes) -> None:
        """Write one log."""
        self._add(log_id, data, zipfile.ZIP_DEFLATED)

    def add_gzip(self, log_id: str, packed: bytes) -> None:
        """Write one log that is packed already, as it is."""
        self._add(log_id, packed, zipfile.ZIP_STORED)

    def _add(self, log_id: str, data: bytes, method: int) -> None:
        member = zipfile.ZipInfo(f"{log_id}.mjlog", _EPOCH_OF_ZIP)
        member.compress_type = method
        member.create_system, member.external_attr = _UNIX, _READABLE
        self._archive.writestr(member, data)


class _Database:
    """One row each, as if it had been downloaded."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def add(self, log_id: str, data: bytes) -> None:
        """Write one log."""
        self.add_gzip(log_id, gzip.compress(data, mtime=0))

    def add_gzip(self, log_id: str, packed: bytes) -> None:
        """Write one log that is packed already, as it is."""
        game = parse_log_id(log_id)
        if game is None:
            raise ValueError(f"{log_id!r} is no log id")
        row = (
            log_id,
            f"{game.day:%Y-%m-%d}T{log_id[8:10]}:00",
            3 if game.go_type & _SANMA else 4,
            0 if game.go_type & _HANCHAN else 1,
            1,
            0,
            packed,
        )
        self._database.execute("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", row)


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Somewhere to write logs to, by the ending of its name: ``.zip``, ``.db`` or ``.sqlite``, else a folder.

    A finished archive replaces one of the same name; an unfinished one leaves nothing behind.
    A folder is made with its first log.

    Raises:
        UserMistake: When there is a folder where a file is to be, or a file where a folder is to be.
    """
    suffix = path.suffix.lower()
    is_file = suffix in _ZIP + _DATABASE
    if path.is_dir() if is_file else path.is_file():
        raise UserMistake(f"{path} is a {'folder' if is_file else 'file'}")
    if not is_file:
        yield _Folder(path)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with _renamed(path) as unfinished:
        if suffix in _ZIP:
            with zipfile.ZipFile(unfinished, "w") as archive:
                yield _Zip(archive)
        else:
            with closing(sqlite3.connect(unfinished)) as database:
                database.executescript(_SCHEMA)
                yield _Database(database)
                database.commit()


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
