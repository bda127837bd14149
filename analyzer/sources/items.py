"""What sources yield, what containers hold, and the limits on both."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeAlias, TypeVar

from analyzer.folders import Store, is_url

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = [
    "Absent",
    "Blob",
    "Item",
    "Limits",
    "Member",
    "Place",
    "Skipped",
    "SourceLog",
    "SourceProblem",
    "Unreadable",
    "Wanted",
    "everything",
    "os_words",
    "path_inside",
    "place_at",
    "told",
    "where_is",
]

Something = TypeVar("Something")
Wanted: TypeAlias = Callable[[str], bool]
"""Given the name of a member or row, whether it is wanted."""
Place: TypeAlias = Path | Store
"""A file or folder on a disk or in a store."""


class SourceLog(NamedTuple):
    """The bytes of one log, as far as they look like one.

    Attributes:
        source: Where it comes from, as the user named it; members follow after ``!``.
        data: Its bytes, decompressed.
        grown: As for `Member`; set while the log is carried from listing to reading.
        line: Line of its file that it begins at, where the file was cut into its games.
    """

    source: str
    data: bytes
    grown: float = 1.0
    line: int = 1


class SourceProblem(NamedTuple):
    """Something that could not be read.

    Attributes:
        source: As in `SourceLog`.
        reason: Why, in a few words.
    """

    source: str
    reason: str


class Skipped(NamedTuple):
    """Something in a folder or an archive that is not a log and was skipped.

    Attributes:
        source: As in `SourceLog`.
    """

    source: str


class Absent(NamedTuple):
    """Rows of a database without the log they stand for: never downloaded, or emptied later.

    Attributes:
        source: The database, as in `SourceLog`.
        rows: How many.
    """

    source: str
    rows: int


Item: TypeAlias = SourceLog | SourceProblem | Skipped | Absent


class Unreadable(Exception):
    """Raised by containers that cannot continue; becomes a `SourceProblem`."""


def everything(_: str) -> bool:
    """Accepts any name."""
    return True


def told(label: str, items: Iterable[Something]) -> Iterator[Something | SourceProblem]:
    """The items; where reading fails, the reason is the last one."""
    try:
        yield from items
    except Unreadable as error:
        yield SourceProblem(label, str(error))
    except OSError as error:
        yield SourceProblem(label, os_words(error))


def os_words(error: OSError) -> str:
    """Why something cannot be read, in the words of the operating system."""
    return f"cannot be read: {(error.strerror or type(error).__name__).lower()}"


def path_inside(folder: str, name: str) -> str:
    """Name of a file in a folder; the folder ``.`` is left out."""
    if not name or folder in ("", "."):
        return name or folder
    return f"{folder.removesuffix('/')}/{name}"


def place_at(where: str) -> Place:
    """The file or folder at a path or a URL."""
    return Store(where) if is_url(where) else Path(where)


def where_is(place: Place | None, real: Callable[[str], str]) -> str:
    """Where a source is, by whatever path or link it was named."""
    if place is None:
        return ""
    if isinstance(place, Store):
        return place.url.rstrip("/")
    path = str(place)
    try:
        is_link = os.path.islink(path)  # noqa: PTH114 (of a name that is too long it says no)
        return real(path) if is_link else os.path.normpath(Path(real(str(place.parent)), place.name))
    except ValueError:
        # No path has a NUL.
        return path


@dataclass(slots=True)
class Member:
    """One member of a container: its bytes, or the reason why there are none.

    Attributes:
        name: Name within the container; empty where the container holds a single unnamed member.
        data: Its bytes.
        problem: Why it could not be read; then ``data`` is empty.
        absent: Number of database rows without a log; then the member stands for nothing else.
        grown: Ratio of its size to its packed size in the container; 1 where it did not grow.
    """

    name: str
    data: bytes
    problem: str | None = None
    absent: int = 0
    grown: float = field(default=1.0, compare=False)

    def label(self, source: str) -> str:
        """Its name in messages, within that source."""
        return f"{source}!{self.name}" if self.name else source

    def item(self, source: str) -> Item:
        """The member as an item of that source."""
        label = self.label(source)
        if self.absent:
            return Absent(source, self.absent)
        if self.problem is not None:
            return SourceProblem(label, self.problem)
        return SourceLog(label, self.data, self.grown)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that keep hostile input from exhausting memory or time.

    Attributes:
        log_bytes: Largest log, decompressed; the longest real games have some 200 KB.
        nested_bytes: Largest archive held in memory: one inside another, or on standard input.
        members: Most members of a zip archive, whose directory is in memory.
        ratio: Most bytes out per byte in, over a whole archive.  Logs reach about 10, deflate at most
            about 1,000.
        free_bytes: Bytes out that are always allowed, whatever the ratio; none inside another archive.
        depth: Most archives within each other; a packed log may lie in the last.
    """

    log_bytes: int = 8 * 1024 * 1024
    nested_bytes: int = 128 * 1024 * 1024
    members: int = 500_000
    ratio: int = 200
    free_bytes: int = 64 * 1024 * 1024
    depth: int = 2

    def inside(self, grown: float) -> Limits:
        """Limits inside a member of an archive, so that all levels together keep to one ratio.

        Args:
            grown: `Member.grown`.
        """
        return replace(self, ratio=self.ratio_inside(grown), free_bytes=0)

    def ratio_inside(self, grown: float) -> int:
        """The ratio of the limits `inside`."""
        return self.ratio if grown <= 1 else max(1, int(self.ratio / grown))


class Blob(NamedTuple):
    """Bytes to inspect: a file that is read when needed, bytes in memory, or a pipe.

    Attributes:
        label: Its name in messages.
        place: File to read; None when there is none.
        data: The bytes, when there is no file.
        rest: What follows ``data`` and can be read only once, forwards; such a blob can be opened only
            once.
    """

    label: str
    place: Place | None
    data: bytes = b""
    rest: BinaryIO | None = None

    def open(self, ahead: int = -1) -> BinaryIO:
        """A stream over its bytes; seekable unless there is a ``rest``.

        Args:
            ahead: Bytes to read at once from a disk; -1 for what the system finds fit.
        """
        if self.rest is not None:
            return BufferedReader(_Joined(self.data, self.rest))
        if self.place is None:
            return BytesIO(self.data)
        return self.place.open() if isinstance(self.place, Store) else self.place.open("rb", ahead)

    @property
    def where(self) -> str:
        """Path or URL of the file; empty when there is none."""
        if self.place is None:
            return ""
        return self.place.url if isinstance(self.place, Store) else str(self.place)

    def version(self) -> tuple[int, int | str] | None:
        """Size and time of change, or ETag, of the file; None when there is none."""
        if self.place is None:
            return None
        if isinstance(self.place, Path):
            status = self.place.stat()
            return status.st_size, status.st_mtime_ns
        entry = self.place.entry()
        return (0, "") if entry is None else (entry.size, entry.stamp)

    def head(self, size: int) -> bytes:
        """Its first bytes."""
        if self.place is None:
            return self.data[:size]
        if isinstance(self.place, Store):
            return self.place.start("", size)
        with self.open() as stream:
            return stream.read(size)


class _Joined(RawIOBase):
    """Bytes that were read from a pipe, and the rest of the pipe, as one stream."""

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
