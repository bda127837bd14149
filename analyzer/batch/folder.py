"""The folder of a run: whose it is, and that one run at a time writes to it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from analyzer.batch.work import UNITS
from analyzer.errors import UserMistake

__all__ = ["SEEN_BY_WORKERS", "SUMMARY", "check_output", "locked"]

SUMMARY: Final = "summary.json"
SEEN_BY_WORKERS: Final = ".seen-by-workers-"
"""How files begin by which workers on other machines know the folder; one is there while a run goes on."""
_LOCK: Final = "lock"
_FAR: Final = 1 << 30
"""A byte far behind the text of the lock file: Windows lets nobody read what is locked."""


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
