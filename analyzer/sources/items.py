"""What comes out of sources, what goes into a container, and how much of it is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import SEEK_END, BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = [
    "Absent",
    "Blob",
    "Item",
    "Limits",
    "Member",
    "Skipped",
    "SourceLog",
    "SourceProblem",
    "Unreadable",
    "Wanted",
    "everything",
    "os_words",
    "told",
]

Something = TypeVar("Something")
Wanted: TypeAlias = Callable[[str], bool]
"""Given the name of a member or row, whether it is wanted."""


class SourceLog(NamedTuple):
    """The bytes of what looks like one log.

    Attributes:
        source: Where it comes from, as the user named it; members follow after ``!``.
        data: Its bytes, decompressed.
        grown: As of `Member`, while it is carried from where it was listed to where it is read.
    """

    source: str
    data: bytes
    grown: float = 1.0


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


class Absent(NamedTuple):
    """Rows of a database that stand for logs and hold none: never downloaded, or emptied again.

    Attributes:
        source: The database, as in `SourceLog`.
        rows: How many.
    """

    source: str
    rows: int


Item: TypeAlias = SourceLog | SourceProblem | Skipped | Absent


class Unreadable(Exception):
    """Raised by containers for input they cannot go on with; becomes a `SourceProblem`."""


def everything(_: str) -> bool:
    """Wants whatever it is asked for."""
    return True


def told(label: str, items: Iterable[Something]) -> Iterator[Something | SourceProblem]:
    """The items, and at the end why there are no more, where something cannot be read."""
    try:
        yield from items
    except Unreadable as error:
        yield SourceProblem(label, str(error))
    except OSError as error:
        yield SourceProblem(label, os_words(error))


def os_words(error: OSError) -> str:
    """Why something cannot be read, in the words of the system."""
    return f"cannot be read: {(error.strerror or type(error).__name__).lower()}"


@dataclass(frozen=True, slots=True)
class Member:
    """One thing inside a container: its bytes, or the reason why there are none.

    Attributes:
        name: Name within the container; empty where the container holds one thing without a name.
        data: Its bytes.
        problem: Why it could not be read; then ``data`` is empty.
        absent: How many rows of a database hold no log; then this is about them and nothing else.
        grown: How many bytes it has for each that it took in its container; 1 where it has not grown.
    """

    name: str
    data: bytes
    problem: str | None = None
    absent: int = 0
    grown: float = field(default=1.0, compare=False)

    def item(self, source: str) -> Item:
        """What it is, as a member of that source."""
        label = f"{source}!{self.name}" if self.name else source
        if self.absent:
            return Absent(source, self.absent)
        if self.problem is not None:
            return SourceProblem(label, self.problem)
        return SourceLog(label, self.data, self.grown)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that keep hostile input from using up memory or time.

    Attributes:
        log_bytes: Largest log, decompressed; the longest real games have some 200 KB.
        nested_bytes: Largest archive held in memory: one inside another, or on standard input.
        members: Most members of one archive.  Rows of a database are bounded by its size instead.
        ratio: Most bytes out for each byte in, over a whole archive.  Logs reach about 10, and what
            deflate can make of nothing is about 1,000.
        free_bytes: Bytes out that are allowed whatever the ratio; none within another archive.
        depth: Most containers within each other; a gzip file in a zip in a zip is 3.
    """

    log_bytes: int = 8 * 1024 * 1024
    nested_bytes: int = 128 * 1024 * 1024
    members: int = 2_000_000
    ratio: int = 200
    free_bytes: int = 64 * 1024 * 1024
    depth: int = 3

    def inside(self, grown: float) -> Limits:
        """Bounds for what lies in a member of an archive, so that all levels keep to one ratio together.

        Args:
            grown: `Member.grown`.
        """
        return replace(self, ratio=max(1, int(self.ratio / max(grown, 1.0))), free_bytes=0)


class Blob(NamedTuple):
    """Bytes to look into: a file that is read when needed, what was read already, or a pipe.

    Attributes:
        label: How it is named to the user.
        path: File to read; None when there is none.
        data: The bytes, when there is no file.
        rest: What follows after ``data`` and can be read once and forwards only; such a blob can be
            opened once.
    """

    label: str
    path: Path | None
    data: bytes = b""
    rest: BinaryIO | None = None

    def open(self) -> BinaryIO:
        """A stream over its bytes; it can seek unless there is a ``rest``."""
        if self.rest is not None:
            return BufferedReader(_Joined(self.data, self.rest))
        return BytesIO(self.data) if self.path is None else self.path.open("rb")

    def head(self, size: int) -> bytes:
        """Its first bytes."""
        if self.path is None:
            return self.data[:size]
        with self.path.open("rb") as stream:
            return stream.read(size)

    def tail(self, size: int) -> bytes:
        """Its last bytes; none where it can be read forwards only."""
        if self.rest is not None:
            return b""
        if self.path is None:
            return self.data[-size:]
        with self.path.open("rb") as stream:
            stream.seek(max(0, stream.seek(0, SEEK_END) - size))
            return stream.read(size)


class _Joined(RawIOBase):
    """Bytes read already and the pipe they came from, as one stream."""

    def __init__(self, data: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._data = memoryview(data)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        piece = self._data[: len(room)] if self._data else memoryview(self._rest.read(len(room)))
        self._data = self._data[len(piece) :]
        room[: len(piece)] = piece
        return len(piece)
