"""What sources yield, what is read of them, and the limits on both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeAlias, TypeVar

from analyzer.folders import Store, is_url

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

Something = TypeVar("Something")
Wanted: TypeAlias = Callable[[str], bool]
"""Given the name of a member or row, whether it is wanted."""
Place: TypeAlias = Path | Store
"""A file or folder on a disk or in a store."""
Key: TypeAlias = int | str | bytes | float | None
"""What tells a row of a database: its rowid, or an id."""


class SourceLog(NamedTuple):
    """The bytes of one log, as far as they look like one; from a container, those of any member.

    Attributes:
        source: Where it comes from, as the user named it; members follow after ``!``.
        data: Its bytes; of a log decompressed.
        grown: Of a member, the ratio of its size to its packed size in the container.
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
    """Something in a folder or an archive that is not a log and was skipped; its source as in `SourceLog`."""

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


class Part(NamedTuple):
    """What is read at once of a source: a file, a member of a zip, a row of a database, or a carried item.

    Attributes:
        name: File relative to ``Unit.path`` (empty for that file itself), name of the member, id of the row
            (empty for those without a log), or source of the carried item.
        place: Position of a member in its zip archive; number of the table of a row.
        size: Bytes, as stored.
        stamp: Distinguishes contents of the same size: time of change in ns, CRC, or a digest.
        packed: Packed size of a member of a zip archive; 0 elsewhere.
        most: How many of its items are read, the first ones; None for all.
        absent: How many rows without a log it stands for.
        key: Key of a row.
    """

    name: str
    place: int = 0
    size: int = 0
    stamp: int = 0
    packed: int = 0
    most: int | None = None
    absent: int = 0
    key: Key = None


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

    def ratio_inside(self, grown: float) -> int:
        """The ratio inside a member with `SourceLog.grown`, so that all levels together keep to one."""
        return max(1, int(self.ratio / max(grown, 1.0)))

    def inside(self, grown: float) -> Limits:
        """Limits inside such a member."""
        return replace(self, ratio=self.ratio_inside(grown), free_bytes=0)


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
