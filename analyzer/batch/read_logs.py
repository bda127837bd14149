"""How many logs are read so far, in units that are still under way too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

__all__ = ["ReadLogs", "counting_logs"]


class ReadLogs(NamedTuple):
    """Counts the logs that processes of this machine read, by a file that grows by a byte with each."""

    path: Path

    def add(self, logs: int) -> None:
        """Count so many more; elsewhere, where there is no such file, nothing."""
        with suppress(OSError):
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
            try:
                os.write(file, bytes(logs))
            finally:
                os.close(file)

    def so_far(self) -> int:
        """How many; those of a worker that died count twice when they are read again."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0


@contextmanager
def counting_logs() -> Iterator[ReadLogs]:
    """A count of logs for the time of the block."""
    with TemporaryDirectory(prefix="tenhou-analyzer-", ignore_cleanup_errors=True) as folder:
        read = ReadLogs(Path(folder, "read"))
        read.path.touch()
        yield read
