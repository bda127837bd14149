"""What a user's file holds, within a bound in bytes: a device and a pipe may have no end."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO, Final

MOST_BYTES: Final = 1024 * 1024
"""Of a file that people write, such as rules or a catalogue, and of a hand in a line."""


def read_bounded(file: Path | BinaryIO, most: int = MOST_BYTES) -> bytes:
    """All bytes of a file or stream, ``most`` at most.

    Raises:
        OSError: When it cannot be read.
        ValueError: When it holds more, or its name can be that of no file.
    """
    with file.open("rb") if isinstance(file, Path) else nullcontext(file) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise ValueError(f"it holds more than {most} bytes")
    return data
