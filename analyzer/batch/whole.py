"""Files that are there whole or not at all: flushed to the disk before they are renamed, and known again.

A crash may leave files that are cut short, empty or full of zeros; what is kept here is told from these by
its size and its SHA-256.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Final

__all__ = ["flush", "is_file_of", "move", "sealed", "sha256_of", "text_sha256", "unsealed", "write_whole"]

_SEAL: Final = "sha256"
_AT_ONCE: Final = 8
"""Files that are flushed side by side: a disk writes several in little more than the time of one."""
_CANNOT: Final = {errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.EACCES}
"""What file systems say that flush no folders."""


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
