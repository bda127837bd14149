"""The folder of a run: whether it may be used, a lock on it, and files that appear whole or not at all.

Files are flushed to disk before they are renamed.  A crash may leave other files truncated, empty or full of
zeros, so files are verified by their SHA-256.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, BinaryIO, Final

from analyzer.errors import UserMistake

__all__ = [
    "SEEN_BY_WORKERS",
    "SUMMARY",
    "UNITS",
    "check_output",
    "flush",
    "is_file_of",
    "locked",
    "move",
    "sealed",
    "sha256_of",
    "text_sha256",
    "unsealed",
    "write_whole",
]

UNITS: Final = ".units"
"""Folder, within that of a run, with the results of its units."""
SUMMARY: Final = "summary.json"
SEEN_BY_WORKERS: Final = ".seen-by-workers-"
"""Prefix of a file by which workers on other machines recognise the folder during a run."""
_LOCK: Final = "lock"
_FAR: Final = 1 << 30
"""A byte far behind the text of the lock file: on Windows locked bytes cannot be read."""
_SEAL: Final = "sha256"
_AT_ONCE: Final = 8
"""Files flushed at a time: a disk flushes several in little more than the time of one."""
_CANNOT: Final = {errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.EACCES}
"""Errors of file systems that cannot flush folders."""


def check_output(out: Path) -> None:
    """Refuse a folder with contents that are not of an earlier run.

    Raises:
        UserMistake: When ``out`` is a file, or a folder with other files.
    """
    if not out.exists():
        return
    if not out.is_dir():
        raise UserMistake(f"{str(out)!r} is a file; expected a folder for the tables")
    ours = (out / SUMMARY).exists() or (out / UNITS).exists()
    if not ours and any(out.iterdir()):
        raise UserMistake(
            f"{str(out)!r} holds files that no run wrote; expected a new or empty folder, or that of a run"
        )


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Lock the folder against other runs; the lock ends with this process in any case.

    Raises:
        UserMistake: When another run has locked it.
        OSError: When the folder cannot be written.
    """
    (out / UNITS).mkdir(parents=True, exist_ok=True)
    with (out / UNITS / _LOCK).open("a+b") as file:
        if not _lock(file):
            file.seek(0)
            owner = file.read(100).decode(errors="replace").strip() or "unknown"
            raise UserMistake(f"another run, process {owner}, is writing to {str(out)!r}; expected it to end")
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()).encode())
        file.flush()
        for left in out.glob(f"{SEEN_BY_WORKERS}*"):
            left.unlink(missing_ok=True)
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> bool:
        """Try to lock the file, until it is closed."""
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: BinaryIO) -> bool:
        """Try to lock the file, until it is closed."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def write_whole(path: Path, text: str) -> None:
    """Write a file that appears whole or not at all.

    Raises:
        OSError: When it cannot be written.
    """
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    move(temporary, path)


def move(old: Path, new: Path) -> None:
    """Rename a flushed file or folder, and flush the folder that it is now in.

    Raises:
        OSError: When it cannot be renamed; a folder replaces only an empty one.
    """
    old.replace(new)
    _flush_folder(new.parent)


def flush(folder: Path) -> None:
    """Flush a folder with all files and folders in it to disk.

    Raises:
        OSError: When something cannot be written.
    """
    inside = list(folder.rglob("*"))
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for _ in pool.map(_flush_file, [path for path in inside if not path.is_dir()]):
            pass
    for path in (*inside, folder):
        if path.is_dir():
            _flush_folder(path)


def _flush_file(path: Path) -> None:
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def _flush_folder(path: Path) -> None:
    if sys.platform == "win32":
        return
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
    finally:
        os.close(file)


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal digits.

    Raises:
        OSError: When it cannot be read.
    """
    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def text_sha256(text: str) -> str:
    """SHA-256 of the file that `write_whole` writes for a text."""
    return sha256(text.encode()).hexdigest()


def is_file_of(path: Path, digest: str) -> bool:
    """Whether the file exists and has this SHA-256."""
    try:
        return sha256_of(path) == digest
    except OSError:
        return False


def sealed(record: Mapping[str, object]) -> str:
    """A record as one line of JSON that `unsealed` can verify."""
    return json.dumps({**record, _SEAL: text_sha256(json.dumps(record))})


def unsealed(line: str) -> dict[str, Any] | None:
    """The record that `sealed` wrote; None for anything else."""
    try:
        record = json.loads(line)
    except ValueError:
        return None
    if not isinstance(record, dict):
        return None
    seal = record.pop(_SEAL, None)
    return record if seal == text_sha256(json.dumps(record)) else None
