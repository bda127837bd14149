"""What comes out of sources, what goes into a container, and how much of it is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

__all__ = ["Blob", "Limits", "Member", "Skipped", "SourceLog", "SourceProblem", "Unreadable", "printable"]


class SourceLog(NamedTuple):
    """The bytes of what looks like one log.

    Attributes:
        source: Where it comes from, as the user named it; members follow after ``!``.
        data: Its bytes, decompressed.
    """

    source: str
    data: bytes


class SourceProblem(NamedTuple):
    """Something that could not be read.

    Attributes:
        source: As in `SourceLog`.
        reason: Why, in a few words.
    """

    source: str
    reason: str


class Skipped(NamedTuple):
    """Something in a folder or an archive that is no log and was passed over.

    Attributes:
        source: As in `SourceLog`.
    """

    source: str


class Unreadable(Exception):
    """Raised by containers for input they cannot go on with; becomes a `SourceProblem`."""


class Member(NamedTuple):
    """One thing inside a container: its bytes, or the reason why there are none.

    Attributes:
        name: Name within the container; empty where the container holds one thing without a name.
        data: Its bytes.
        problem: Why it could not be read; then ``data`` is empty.
    """

    name: str
    data: bytes
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that keep hostile input from using up memory or time.

    Attributes:
        log_bytes: Largest log, decompressed; the longest real games have some 200 KB.
        nested_bytes: Largest archive held in memory: one inside another, or on standard input.
        members: Most members of one archive.
        ratio: Most bytes out for each byte in, over a whole archive.  Logs reach about 10, and what
            deflate can make of nothing is about 1,000.
        free_bytes: Bytes out that are allowed whatever the ratio.
        depth: Most containers within each other; a gzip file in a zip in a zip is 3.
    """

    log_bytes: int = 8 * 1024 * 1024
    nested_bytes: int = 128 * 1024 * 1024
    members: int = 2_000_000
    ratio: int = 200
    free_bytes: int = 64 * 1024 * 1024
    depth: int = 3


class Blob(NamedTuple):
    """Bytes to look into: a file that is read when needed, or what was read already.

    Attributes:
        label: How it is named to the user.
        path: File to read; None when ``data`` holds everything.
        data: The bytes, when there is no file.
    """

    label: str
    path: Path | None
    data: bytes = b""

    def open(self) -> BinaryIO:
        """A stream over its bytes that can seek."""
        return BytesIO(self.data) if self.path is None else self.path.open("rb")

    def head(self, size: int) -> bytes:
        """Its first bytes."""
        if self.path is None:
            return self.data[:size]
        with self.path.open("rb") as stream:
            return stream.read(size)


def printable(name: str) -> str:
    r"""A name that can be shown anywhere: control and undecodable characters are written as escapes.

    Names come from archives made by anybody, and a line break or a terminal sequence in one must not
    reach a report.

    Example:
        >>> print(printable("log\n1"))
        log\x0a1
    """
    if name.isprintable():
        return name
    return "".join(char if char.isprintable() else _escaped(char) for char in name)


def _escaped(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
