"""The directory of a zip archive, kept as places of its entries, so that a million members need 10 MB.

A missing or damaged directory is rebuilt from the headers in front of the members.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.sources.items import Limits, Unreadable
from analyzer.sources.zip_entries import FULL32, Damaged, Entries, entry_of, large, read_entries, shown

__all__ = ["LOCAL", "LOCAL_MAGIC", "Directory", "Record", "read_directory"]

LOCAL_MAGIC: Final = b"PK\x03\x04"
LOCAL: Final = struct.Struct("<4s5H3L2H")
"""Magic, version, flags, method, time, date, CRC-32, packed size, size, length of name, of extra."""
_END_MAGIC: Final = b"PK\x05\x06"
_END: Final = struct.Struct("<4s4H2LH")
_LOCATOR_MAGIC: Final = b"PK\x06\x07"
_LOCATOR: Final = struct.Struct("<4sLQL")
_END64_MAGIC: Final = b"PK\x06\x06"
_END64: Final = struct.Struct("<4sQ2H2L4Q")
_SIZES_MAGIC: Final = b"PK\x07\x08"
_SIZES_FOLLOW: Final = 0x8
_LONGEST_COMMENT: Final = 0xFFFF
_MOST_DIRECTORY: Final = 256 * 1024 * 1024
_NOWHERE: Final = 2**62
"""Where a missing directory begins: behind everything."""
_AT_ONCE: Final = 1024
"""Entries that are looked up together."""


class Record(NamedTuple):
    """One member as the directory states it.

    Attributes:
        place: Its place in the directory, 0-based.
        name: Its name as bytes.
        shown: Its name, printable.
        flags: General purpose bits.
        method: Compression method.
        crc: CRC-32 of the unpacked bytes.
        size: Unpacked size.
        packed: Packed size.
        offset: Position of its header, from the start of the archive proper.
        overlaps: Whether its data overlap another member or the directory.
    """

    place: int
    name: bytes
    shown: str
    flags: int
    method: int
    crc: int
    size: int
    packed: int
    offset: int
    overlaps: bool


@dataclass(frozen=True, slots=True)
class Directory:
    """All members of an archive; what it says of some is read again when these are asked for.

    Attributes:
        start: Where it begins in the file.
        rebuilt: Its bytes, where the file has none that can be read; then it begins at 0.
        places: Position of each entry in it, and its length, int64; shape (entries + 1,).
        folders: Whether an entry is a folder, bool.
        overlapping: Whether the data of an entry overlap another member or the directory, bool.
        shift: Bytes before the archive proper.
        problem: What is wrong with the archive as a whole; listed members can still be read.
    """

    start: int
    rebuilt: bytes | None
    places: NDArray[np.int64]
    folders: NDArray[np.bool_]
    overlapping: NDArray[np.bool_]
    shift: int
    problem: str | None

    def files(self) -> NDArray[np.int64]:
        """Places of all members but folders."""
        return np.flatnonzero(~self.folders)

    def records(self, stream: BinaryIO, places: Iterable[int]) -> Iterator[Record]:
        """The records at some places in the directory, in this order, out of the stream of its archive.

        Raises:
            Unreadable: At a place that the directory does not have.
        """
        wanted = iter(places)
        while some := [*islice(wanted, _AT_ONCE)]:
            members = np.array(some, np.int64)
            missing = np.flatnonzero((members < 0) | (members >= len(self.folders)))
            if len(missing):
                yield from self._records(stream, members[: missing[0]])
                raise Unreadable(f"has {len(self.folders)} members, none at {members[missing[0]]}")
            yield from self._records(stream, members)

    def _records(self, stream: BinaryIO, members: NDArray[np.int64]) -> Iterator[Record]:
        entries = self._entries(stream, members)
        names = entries.names()
        stated = (entries.field(name) for name in ("flags", "method", "crc"))
        rest = (column.tolist() for column in (*stated, *entries.sizes(), self.overlapping[members]))
        return map(Record._make, zip(members.tolist(), names, shown(names), *rest, strict=True))

    def _entries(self, stream: BinaryIO, members: NDArray[np.int64]) -> Entries:
        source = stream if self.rebuilt is None else BytesIO(self.rebuilt)
        lengths = self.places[members + 1] - self.places[members]
        # Neighbours are read at once.
        firsts = np.flatnonzero(np.diff(members, prepend=-2) != 1)
        sizes = np.add.reduceat(lengths, firsts) if len(members) else lengths
        read = []
        for first, size in zip(self.places[members[firsts]].tolist(), sizes.tolist(), strict=True):
            source.seek(self.start + first)
            read.append(source.read(size))
        data = b"".join(read)
        if len(data) != lengths.sum():
            raise Unreadable("was replaced while the run was reading")
        return Entries(data, np.cumsum(lengths) - lengths)


def read_directory(stream: BinaryIO, limits: Limits) -> Directory:
    """The directory of the archive in ``stream``.

    Raises:
        Unreadable: When there are too many members, or none can be found.
    """
    size = stream.seek(0, 2)
    problem: str | None = None
    rebuilt = None
    try:
        data, start, shift = _central(stream, size)
        entries = read_entries(data, limits)
    except Damaged as error:
        problem = f"is a damaged zip archive: {error}"
        start, shift = _NOWHERE, 0
        rebuilt = _rebuilt(stream, size, limits)
        entries = read_entries(rebuilt, limits)
        if not len(entries):
            raise Unreadable(problem) from None
    sizes, packed, starts = entries.sizes()
    ends = starts + LOCAL.size + entries.field("name") + packed
    overlapping = _overlapping(starts, ends, start - shift)
    budget = max(limits.free_bytes, size * limits.ratio)
    counted = np.where(overlapping, 0, np.minimum(sizes, _NOWHERE // max(1, len(entries))))
    affordable = int(np.searchsorted(np.cumsum(counted), budget, side="right"))
    if affordable < len(entries):
        problem = f"unpacks to more than {limits.ratio} times its size"
    places = np.append(entries.places, len(entries.data))[: affordable + 1]
    folders, overlapping = entries.are_folders()[:affordable], overlapping[:affordable]
    return Directory(start if rebuilt is None else 0, rebuilt, places, folders, overlapping, shift, problem)


def _central(stream: BinaryIO, size: int) -> tuple[bytes, int, int]:
    """The directory's bytes, where it begins in the file, and how many bytes precede the archive."""
    tail_start = max(0, size - _LONGEST_COMMENT - _END.size - _LOCATOR.size)
    stream.seek(tail_start)
    tail = stream.read()
    place = tail.rfind(_END_MAGIC)
    if place < 0 or len(tail) - place < _END.size:
        raise Damaged("its directory is missing")
    end = tail_start + place
    _, disk, first_disk, here, count, length, offset, comment = _END.unpack_from(tail, place)
    if tail[place + _END.size + comment :].strip(b"\0"):
        # The end of an archive inside this one, whose own is missing.
        raise Damaged("its directory is missing")
    if disk != first_disk or here != count:
        raise Damaged("it is one part of several")
    if place >= _LOCATOR.size and tail.startswith(_LOCATOR_MAGIC, place - _LOCATOR.size):
        _, _, end64, _ = _LOCATOR.unpack_from(tail, place - _LOCATOR.size)
        end, length, offset = _end64(stream, end64, end - _LOCATOR.size)
    start = end - length
    if start < 0 or start < offset:
        raise Damaged("its directory is not where it should be")
    if length > _MOST_DIRECTORY:
        raise Unreadable(f"has a directory of {length} bytes")
    stream.seek(0)
    if start > offset and stream.read(len(LOCAL_MAGIC)) == LOCAL_MAGIC:
        raise Damaged("its directory is that of an archive inside")
    stream.seek(start)
    data = stream.read(length)
    if len(data) < length:
        raise Damaged("its directory is cut short")
    return data, start, start - offset


def _end64(stream: BinaryIO, stated: int, before: int) -> tuple[int, int, int]:
    """Place of the large end record, length and offset of the directory."""
    # Bytes before the archive shift both records, but not the distance between them.
    for place in (before - _END64.size, stated):
        stream.seek(min(max(place, 0), before))
        data = stream.read(_END64.size)
        if len(data) == _END64.size and data.startswith(_END64_MAGIC):
            *_, length, offset = _END64.unpack(data)
            return place, length, offset
    raise Damaged("its end record is missing")


def _overlapping(starts: NDArray[np.int64], ends: NDArray[np.int64], limit: int) -> NDArray[np.bool_]:
    """Members whose data overlap another member or the directory; honest archives have none."""
    order = np.argsort(starts, kind="stable")
    reach = np.maximum.accumulate(ends[order])
    overlapping = ends > limit
    if len(order) > 1:
        # A member overlaps an earlier one that reaches beyond its start, or a later one that it reaches.
        before = starts[order][1:] < reach[:-1]
        after = ends[order][:-1] > starts[order][1:]
        overlapping[order[1:]] |= before
        overlapping[order[:-1]] |= after
    return overlapping


def _rebuilt(stream: BinaryIO, size: int, limits: Limits) -> bytes:
    """A directory rebuilt from the headers in front of the members."""
    entries: list[bytes] = []
    with _window(stream, size, limits) as data:
        place = data.find(LOCAL_MAGIC, 0)
        while 0 <= place <= size - LOCAL.size and len(entries) <= limits.members:
            _, _, flags, method, _, _, crc, packed, unpacked, name, extra = LOCAL.unpack_from(data, place)
            start = place + LOCAL.size + name + extra
            if FULL32 in (packed, unpacked):
                unpacked, packed = large(data[start - extra : start], unpacked, packed)
            follows = data.find(LOCAL_MAGIC, start + packed)
            if flags & _SIZES_FOLLOW and not packed:
                crc, packed, unpacked = _sizes_behind(data, start, follows if follows >= 0 else size)
            stated = data[place + LOCAL.size : place + LOCAL.size + name].ljust(name)
            entries.append(entry_of(stated, flags, method, crc, packed, unpacked, place))
            place = follows
    return b"".join(entries)


def _window(stream: BinaryIO, size: int, limits: Limits) -> mmap.mmap:
    """The whole file for searching, without reading it into memory where it is on a disk."""
    try:
        return mmap.mmap(stream.fileno(), size, access=mmap.ACCESS_READ)
    except OSError:
        # Bytes in memory and files in a store have no file number.
        if size > limits.nested_bytes:
            raise Unreadable(
                f"is damaged, and larger than {limits.nested_bytes} bytes; expected it on a disk"
            ) from None
        window = mmap.mmap(-1, size)
        stream.seek(0)
        window.write(stream.read(size))
        return window


def _sizes_behind(data: mmap.mmap, start: int, stop: int) -> tuple[int, int, int]:
    """CRC-32, packed size and size from behind the data at ``start``; zeros if not found."""
    place = data.find(_SIZES_MAGIC, start, stop)
    while 0 <= place <= len(data) - 16:
        crc, packed, unpacked = struct.unpack_from("<3L", data, place + 4)
        if packed == place - start:
            return crc, packed, unpacked
        place = data.find(_SIZES_MAGIC, place + 1, stop)
    return 0, 0, 0
