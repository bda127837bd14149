"""The folder of a run: whose it is, that one run at a time writes to it, and files that are whole or absent.

Files are flushed to the disk before they are renamed.  A crash may leave files that are cut short, empty or
full of zeros; what is kept here is told from these by its size and its SHA-256.
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
"""Folder, within that of a run, of what its units have given."""
SUMMARY: Final = "summary.json"
SEEN_BY_WORKERS: Final = ".seen-by-workers-"
"""How files begin by which workers on other machines know the folder; one is there while a run goes on."""
_LOCK: Final = "lock"
_FAR: Final = 1 << 30
"""A byte far behind the text of the lock file: Windows lets nobody read what is locked."""
_SEAL: Final = "sha256"
_AT_ONCE: Final = 8
"""Files that are flushed side by side: a disk writes several in little more than the time of one."""
_CANNOT: Final = {errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.EACCES}
"""What file systems say that flush no folders."""


def check_output(out: Path) -> None:
    """Refuse a folder whose contents are not those of an earlier run.

    Raises:
        UserMistake: When ``out`` is a file, or a folder with files of somebody else's.
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
    """Keep other runs from writing into the folder; the system lets go when this process ends anyhow.

    Raises:
        UserMistake: When another run is at it.
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
        """Whether the file is ours now; it is until it is closed."""
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: BinaryIO) -> bool:
        """Whether the file is ours now; it is until it is closed."""
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
    """Rename a file or folder that was flushed, and flush the folder that it is in now.

    Raises:
        OSError: When it cannot be renamed; a folder takes the place of an empty one only.
    """
    old.replace(new)
    _flush_folder(new.parent)


def flush(folder: Path) -> None:
    """Flush all files and folders within a folder to the disk, and the folder.

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
    """SHA-256 of the file that `write_whole` makes of a text."""
    return sha256(text.encode()).hexdigest()


def is_file_of(path: Path, digest: str) -> bool:
    """Whether there is a file of this SHA-256."""
    try:
        return sha256_of(path) == digest
    except OSError:
        return False


def sealed(record: Mapping[str, object]) -> str:
    """A record as one line of JSON that `unsealed` knows to be whole."""
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
