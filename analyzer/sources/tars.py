"""tar: `tarfile` reads the headers, forwards and within bounds; nothing is extracted, no link followed.

Memory never holds more than one member, and what follows a damaged header is one unreadable entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, cast

from analyzer.printable import printable
from analyzer.sources.items import Blob, Limits, SourceLog, SourceProblem, Unreadable

if TYPE_CHECKING:
    from tarfile import TarInfo

BLOCK: Final = 512
"""Bytes of a tar header; the data of members are padded to as many."""
_SUM: Final = 148
"""Position of the checksum in a header."""
_NUMBER_BEGINS: Final = frozenset(b"\x80\0 \t\n\r\x0b\x0c01234567")
_MOST_HEADERS: Final = 64 * 1024
"""Most bytes of headers in front of a member; names have a few hundred."""
_PIECE: Final = 1024 * 1024


class Counted:
    """A stream that counts the bytes read from it, as ``place``; whoever opened it closes it."""

    closed = False

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.place = 0

    def read(self, size: int, /) -> bytes:
        """The next ``size`` bytes; fewer only at the end."""
        data = self._stream.read(size)
        self.place += len(data)
        return data

    def close(self) -> None:
        """Nothing, as pyarrow asks for it."""


def is_tar(head: bytes) -> bool:
    """Whether a tar archive begins with these bytes: a header with the right checksum."""
    # This runs for every log, which has no zeros; in a header they follow each of its texts.
    if len(head) < BLOCK or head[_SUM] not in _NUMBER_BEGINS or head.find(0, 0, BLOCK) < 0:
        return False
    from tarfile import HeaderError, TarInfo

    try:
        TarInfo.frombuf(head[:BLOCK], "utf-8", "surrogateescape")
    except HeaderError:
        return False
    return True


def open_tar(blob: Blob, limits: Limits) -> Iterator[SourceLog | SourceProblem]:
    """The members of a tar archive, one by one.

    Raises:
        Unreadable: When it is damaged or cut short, after the members before that.
    """
    with blob.open() as stream:
        yield from tar_items(stream.read, b"", blob.label, limits)


class _Tape:
    """A stream as the file that `tarfile` expects, which reads headers alone and only forwards.

    Args:
        read: Gives the next bytes of the stream.
        head: What was read of it already.
    """

    def __init__(self, read: Callable[[int], bytes], head: bytes) -> None:
        self._read_on = read
        self._head = head
        self._place = 0
        self.headers = 0
        """Bytes of headers since this was last set to 0."""
        self.last = b""
        """What `tarfile` has read last."""

    def tell(self) -> int:
        return self._place

    def seek(self, place: int) -> None:
        if place < self._place:
            raise Unreadable("is a damaged tar archive: it leads backwards")
        while self._place < place:
            self.take(min(place - self._place, _PIECE))

    def read(self, size: int) -> bytes:
        self.headers += abs(size)
        if self.headers > _MOST_HEADERS:
            raise Unreadable(f"is a damaged tar archive: a member has headers of over {_MOST_HEADERS} bytes")
        self.last = self.take(size)
        return self.last

    def take(self, size: int) -> bytes:
        """So many bytes; Unreadable where there are fewer."""
        data, self._head = self._head[:size], self._head[size:]
        data += self._read_on(max(0, size - len(data)))
        self._place += len(data)
        if len(data) != size:
            raise Unreadable("is a tar archive cut short")
        return data


def tar_items(
    read: Callable[[int], bytes], head: bytes, label: str, limits: Limits
) -> Iterator[SourceLog | SourceProblem]:
    """The members of a tar archive of which ``head`` has been read; raises as `open_tar`."""
    from tarfile import TarError, TarFile

    tape = _Tape(read, head)
    try:
        archive = TarFile(fileobj=cast("BinaryIO", tape), encoding="utf-8", errors="surrogateescape")
        while (info := archive.next()) is not None:
            # It would keep all.
            archive.members.clear()  # type: ignore[attr-defined]
            tape.headers = 0
            if not info.isdir():
                yield _tar_item(tape, info, label, limits)
    except (TarError, ValueError, LookupError, OverflowError) as error:
        raise Unreadable(f"is a damaged tar archive: {printable(str(error))}") from None
    if tape.last.strip(b"\0"):
        raise Unreadable(f"is a damaged tar archive: no header at byte {tape.tell() - BLOCK}")


def _tar_item(tape: _Tape, info: TarInfo, label: str, limits: Limits) -> SourceLog | SourceProblem:
    problem = None
    if info.issym() or info.islnk():
        problem = "is a link, which is not followed"
    elif info.issparse():
        problem = "is a file with holes, which is not read"
    elif not info.isreg():
        problem = "is no file"
    elif not 0 <= info.size <= limits.nested_bytes:
        problem = f"holds more than {limits.nested_bytes} bytes, too many for a log"
    source = f"{label}!{printable(info.name)}"
    if problem is not None:
        return SourceProblem(source, problem)
    tape.seek(info.offset_data)
    return SourceLog(source, tape.take(info.size))
