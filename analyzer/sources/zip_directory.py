"""The directory of a zip archive, kept as bytes so that a million members need little memory.

A missing or damaged directory is rebuilt from the headers in front of the members.
"""

from __future__ import annotations

import mmap
import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.sources.items import Limits, Unreadable

__all__ = ["LOCAL", "LOCAL_MAGIC", "Directory", "Record", "read_directory"]

LOCAL_MAGIC: Final = b"PK\x03\x04"
LOCAL: Final = struct.Struct("<4s5H3L2H")
"""Magic, version, flags, method, time, date, CRC-32, packed size, size, length of name, of extra."""
_ENTRY_MAGIC: Final = b"PK\x01\x02"
_ENTRY: Final = struct.Struct("<4s6H3L5H2L")
_STATED: Final = struct.Struct("<8x2H4x3L2H10xL")
"""The fields used of an entry: flags, method, CRC-32, packed size, size, length of name, of extra, offset."""
_END_MAGIC: Final = b"PK\x05\x06"
_END: Final = struct.Struct("<4s4H2LH")
_LOCATOR_MAGIC: Final = b"PK\x06\x07"
_LOCATOR: Final = struct.Struct("<4sLQL")
_END64_MAGIC: Final = b"PK\x06\x06"
_END64: Final = struct.Struct("<4sQ2H2L4Q")
_SIZES_MAGIC: Final = b"PK\x07\x08"
_FULL16: Final = 0xFFFF
_FULL32: Final = 0xFFFFFFFF
_ZIP64: Final = 1
_SIZES_FOLLOW: Final = 0x8
_LONGEST_COMMENT: Final = 0xFFFF
_MOST_DIRECTORY: Final = 256 * 1024 * 1024
_NOWHERE: Final = 2**62
"""Where a missing directory begins: behind everything."""


class Record(NamedTuple):
    """One member as the directory states it.

    Attributes:
        name: Its name as bytes.
        flags: General purpose bits.
        method: Compression method.
        crc: CRC-32 of the unpacked bytes.
        packed: Packed size.
        size: Unpacked size.
        offset: Position of its header, from the start of the archive proper.
    """

    name: bytes
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    offset: int


class _Damaged(Exception):
    """Raised for a damaged directory."""


@dataclass(frozen=True, slots=True)
class Directory:
    """All members of an archive.

    Attributes:
        data: The directory as in the file.
        places: Position of each entry in it, int64.
        overlapping: Whether the data of an entry overlap another member or the directory, bool.
        shift: Bytes before the archive proper.
        problem: What is wrong with the archive as a whole; listed members can still be read.
    """

    data: bytes
    places: NDArray[np.int64]
    overlapping: NDArray[np.bool_]
    shift: int
    problem: str | None

    def records(self) -> Iterator[tuple[int, Record]]:
        """Places and records of all members but folders."""
        for index, place in enumerate(self.places.tolist()):
            record = _record(self.data, place)
            if not record.name.endswith(b"/"):
                yield index, record

    def record(self, index: int) -> Record:
        """The record at a place in the directory."""
        if not 0 <= index < len(self.places):
            raise Unreadable(f"has {len(self.places)} members, none at {index}")
        return _record(self.data, int(self.places[index]))

    def overlaps(self, index: int) -> bool:
        """Whether the data of a member overlap another."""
        return bool(self.overlapping[index])


def read_directory(stream: BinaryIO, limits: Limits) -> Directory:
    """The directory of the archive in ``stream``.

    Raises:
        Unreadable: When there are too many members, or none can be found.
    """
    size = stream.seek(0, 2)
    problem: str | None = None
    try:
        data, start, shift = _central(stream, size)
        places = _places(data, limits)
    except _Damaged as error:
        problem = f"is a damaged zip archive: {error}"
        data, start, shift = _rebuilt(stream, size, limits), _NOWHERE, 0
        places = _places(data, limits)
        if not len(places):
            raise Unreadable(problem) from None
    starts, ends, sizes = _extents(data, places)
    overlapping = _overlapping(starts, ends, start - shift)
    budget = max(limits.free_bytes, size * limits.ratio)
    affordable = int(np.searchsorted(np.cumsum(np.where(overlapping, 0, sizes)), budget, side="right"))
    if affordable < len(places):
        problem = f"unpacks to more than {limits.ratio} times its size"
    return Directory(data, places[:affordable], overlapping[:affordable], shift, problem)


def _central(stream: BinaryIO, size: int) -> tuple[bytes, int, int]:
    """The directory's bytes, where it begins in the file, and how many bytes precede the archive."""
    tail_start = max(0, size - _LONGEST_COMMENT - _END.size - _LOCATOR.size)
    stream.seek(tail_start)
    tail = stream.read()
    place = tail.rfind(_END_MAGIC)
    if place < 0 or len(tail) - place < _END.size:
        raise _Damaged("its directory is missing")
    end = tail_start + place
    _, disk, first_disk, here, count, length, offset, comment = _END.unpack_from(tail, place)
    if tail[place + _END.size + comment :].strip(b"\0"):
        # The end of an archive inside this one, whose own is missing.
        raise _Damaged("its directory is missing")
    if disk != first_disk or here != count:
        raise _Damaged("it is one part of several")
    if place >= _LOCATOR.size and tail.startswith(_LOCATOR_MAGIC, place - _LOCATOR.size):
        _, _, end64, _ = _LOCATOR.unpack_from(tail, place - _LOCATOR.size)
        end, length, offset = _end64(stream, end64, end - _LOCATOR.size)
    start = end - length
    if start < 0 or start < offset:
        raise _Damaged("its directory is not where it should be")
    if length > _MOST_DIRECTORY:
        raise Unreadable(f"has a directory of {length} bytes")
    stream.seek(0)
    if start > offset and stream.read(len(LOCAL_MAGIC)) == LOCAL_MAGIC:
        raise _Damaged("its directory is that of an archive inside")
    stream.seek(start)
    data = stream.read(length)
    if len(data) < length:
        raise _Damaged("its directory is cut short")
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
    raise _Damaged("its end record is missing")


def _places(data: bytes, limits: Limits) -> NDArray[np.int64]:
    """Positions of the entries, int64."""
    places, place, size = array("q"), 0, len(data)
    while place < size:
        if size - place < _ENTRY.size or not data.startswith(_ENTRY_MAGIC, place):
            raise _Damaged("its directory is damaged")
        places.append(place)
        if len(places) > limits.members:
            raise Unreadable(f"has more than {limits.members} members")
        lengths = data[place + 28 : place + 34]
        place += _ENTRY.size + sum(struct.unpack("<3H", lengths))
    if place > size:
        raise _Damaged("its directory is cut short")
    return np.frombuffer(places, np.int64)


def _record(data: bytes, place: int) -> Record:
    flags, method, crc, packed, size, name, extra, offset = _STATED.unpack_from(data, place)
    start = place + _ENTRY.size
    if _FULL32 in (packed, size, offset):
        size, packed, offset = _large(data[start + name : start + name + extra], size, packed, offset)
    return Record(data[start : start + name], flags, method, crc, packed, size, offset)


def _large(extra: bytes, *small: int) -> list[int]:
    """Size, packed size and offset; those beyond 32 bits are in an extra field."""
    values, place = list(small), 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, place)
        place += 4
        if kind == _ZIP64:
            field = extra[place : place + length]
            for index, value in enumerate(values):
                if value == _FULL32 and len(field) >= 8:
                    values[index], field = int.from_bytes(field[:8], "little"), field[8:]
        place += length
    return values


def _extents(
    data: bytes, places: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Stated start, end (exclusive) and size of every member, int64."""
    octets = np.frombuffer(data, np.uint8)
    packed, sizes, starts = (_fields(octets, places + at, "<u4") for at in (20, 24, 42))
    ends = starts + LOCAL.size + _fields(octets, places + 28, "<u2") + packed
    is_large = (packed == _FULL32) | (sizes == _FULL32) | (starts == _FULL32)
    for index in np.flatnonzero(is_large).tolist():
        record = _record(data, int(places[index]))
        starts[index] = min(record.offset, _NOWHERE)
        ends[index] = min(record.offset + LOCAL.size + len(record.name) + record.packed, _NOWHERE)
        sizes[index] = min(record.size, _NOWHERE // len(places))
    return starts, ends, sizes


def _fields(octets: NDArray[np.uint8], places: NDArray[np.int64], dtype: str) -> NDArray[np.int64]:
    """The number at each position, int64."""
    width = np.dtype(dtype).itemsize
    found: NDArray[np.int64] = octets[places[:, None] + np.arange(width)].view(dtype)[:, 0].astype(np.int64)
    return found


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
            if _FULL32 in (packed, unpacked):
                unpacked, packed = _large(data[start - extra : start], unpacked, packed)
            follows = data.find(LOCAL_MAGIC, start + packed)
            if flags & _SIZES_FOLLOW and not packed:
                crc, packed, unpacked = _sizes_behind(data, start, follows if follows >= 0 else size)
            large = struct.pack("<2H3Q", _ZIP64, 24, unpacked, packed, place)
            sizes = (crc, _FULL32, _FULL32, name, len(large), 0, 0, 0, 0, _FULL32)
            entry = _ENTRY.pack(_ENTRY_MAGIC, 0, 0, flags, method, 0, 0, *sizes)
            entries.append(entry + data[place + LOCAL.size : place + LOCAL.size + name].ljust(name) + large)
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
