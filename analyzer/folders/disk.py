"""A folder on a disk: files are flushed before they get their names."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO, Final, cast

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_FAR: Final = 1 << 30
"""A byte far behind the text of the lock file: on Windows locked bytes cannot be read."""


def open_own(folder: Path, name: str, mode: str) -> BinaryIO:
    """Open a file in an output folder in a binary mode.

    Who made the folder may have made a link in it, by which we would overwrite any other file of the user.

    Raises:
        OSError: When there is a link or anything else that is not a file.
    """
    path = _below(folder, name)
    if path.is_symlink():
        raise _link(path)
    if path.exists() and not path.is_file():
        # A pipe would wait for a writer, and a device never ends.
        raise OSError(errno.EINVAL, "not a file", str(path))
    return cast("BinaryIO", path.open(mode))


def _below(folder: Path, name: str) -> Path:
    """The path of a file; OSError when a folder between the output folder and the file is a link."""
    for above in PurePosixPath(name).parents:
        path = folder / above
        if path != folder and path.is_symlink():
            raise _link(path)
    return folder / name


def _link(path: Path) -> OSError:
    return OSError(
        errno.ELOOP, "a symbolic link, which is not followed; expected a file or folder", str(path)
    )


class Disk:
    """A folder on a disk; no link below it is followed.

    A name is a path below it, with ``/`` between its parts.

    Args:
        path: Absolute path; also where it is for other processes, as ``url``.
        shown: As the user named it, for messages.
    """

    def __init__(self, path: Path, shown: str) -> None:
        self.local = path
        self.url = str(path)
        self.shown = shown

    def write(self, name: str, data: ReadableBuffer) -> None:
        """Writes a file that appears whole or not at all, with its folders."""
        path = self._path(name)
        # Two processes may write the same file, so each has a temporary one of its own.
        temporary = path.with_name(f"{path.name}.{os.urandom(4).hex()}.tmp")
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

    def read(self, name: str) -> bytes:
        """The content of a file; FileNotFoundError where there is none."""
        with self.open(name) as file:
            return file.read()

    def open(self, name: str) -> BinaryIO:
        """A seekable stream over a file; FileNotFoundError where there is none."""
        return open_own(self.local, name, "rb")

    def names(self, below: str = "") -> list[str]:
        """Names of all files in it, or in a folder below it, sorted; none where there is no such folder."""
        top = self._path(below) if below else self.local
        if below and top.is_symlink():
            raise _link(top)
        found = ((here, file) for here, _, files in os.walk(top) for file in files)
        return sorted((Path(here) / file).relative_to(self.local).as_posix() for here, file in found)

    def remove(self, name: str) -> None:
        """Removes a file if there is one."""
        with suppress(FileNotFoundError, NotADirectoryError):
            self._path(name).unlink()

    def size(self, name: str) -> int | None:
        """Bytes of a file; None where there is none."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return self._path(name).stat().st_size
        return None

    def _path(self, name: str) -> Path:
        return _below(self.local, name)


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
