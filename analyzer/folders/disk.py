"""A folder on a disk: files are flushed before they get their names."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["Disk", "lock"]

_CANNOT: Final = {errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.EACCES}
"""Errors of file systems that cannot flush folders."""
_FAR: Final = 1 << 30
"""A byte far behind the text of the lock file: on Windows locked bytes cannot be read."""


class Disk:
    """A `Folder` on a disk.

    Args:
        path: Absolute path.
        shown: As the user named it.
    """

    def __init__(self, path: Path, shown: str) -> None:
        self.local = path
        self.url = str(path)
        self.shown = shown

    def write(self, name: str, data: ReadableBuffer) -> None:
        path = self.local / name
        # Two processes may write the same file, so each has a temporary one of its own.
        temporary = path.with_name(f"{path.name}.{token_hex(4)}.tmp")
        _make(path.parent)
        try:
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _flush(path.parent)

    def read(self, name: str) -> bytes:
        return self._file(name).read_bytes()

    def open(self, name: str) -> BinaryIO:
        return self._file(name).open("rb")

    def _file(self, name: str) -> Path:
        """The path of a file, if it is one: a pipe would wait for a writer, and a device never ends."""
        path = self.local / name
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "not a file", str(path))
        return path

    def names(self, below: str = "") -> list[str]:
        found = ((here, file) for here, _, files in os.walk(self.local / below) for file in files)
        return sorted((Path(here) / file).relative_to(self.local).as_posix() for here, file in found)

    def remove(self, name: str) -> None:
        with suppress(FileNotFoundError, NotADirectoryError):
            (self.local / name).unlink()

    def size(self, name: str) -> int | None:
        with suppress(FileNotFoundError, NotADirectoryError):
            return (self.local / name).stat().st_size
        return None


def _make(path: Path) -> None:
    """Makes a folder and those above it, each flushed into the one above."""
    if not path.is_dir():
        _make(path.parent)
        path.mkdir(exist_ok=True)
        _flush(path.parent)


def _flush(path: Path) -> None:
    """Flushes the list of a folder's files to disk."""
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


if sys.platform == "win32":
    import msvcrt

    def lock(file: BinaryIO) -> bool:
        """Try to lock a file, until it is closed or its process ends."""
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock(file: BinaryIO) -> bool:
        """Try to lock a file, until it is closed or its process ends."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
