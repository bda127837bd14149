"""zip: `zipfile` lists an archive once, and its members are read by their place; no stated size is trusted.

Directories of damaged archives are not rebuilt: what `zipfile` cannot list is unreadable.
"""

from __future__ import annotations

import bz2
import struct
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import SEEK_END, BufferedReader
from typing import IO, BinaryIO, Final, NamedTuple, cast
from zipfile import BadZipFile, ZipFile, ZipInfo

import numpy as np

from analyzer.printable import printable
from analyzer.sources.items import Blob, Limits, Member, Unreadable, Wanted, everything
from analyzer.sources.packed import BARE, crc32, inflated

__all__ = ["Record", "count_members", "list_members", "open_zip", "read_members"]

_HEADER: Final = struct.Struct("<4s2x2H16x2H")
"""Magic, flags, method, and lengths of name and extra of the header in front of a member."""
_MAGIC: Final = b"PK\x03\x04"
_ENCRYPTED: Final = 0x1 | 0x40 | 0x2000
_UTF8: Final = 0x800
_AHEAD: Final = 64 * 1024
"""Bytes read at once; members mostly lie in the order in which they are asked for."""
_FAR: Final = 2**61
"""Stands for any larger number; two of them add up within 64 bits."""
_MOST_DIRECTORY: Final = 128 * 1024 * 1024
"""Most bytes of a directory, which is in memory while it is listed."""


class Record(NamedTuple):
    """One member as the directory states it.

    Attributes:
        name: Its name, printable.
        offset: Position of its header in the file.
        packed: Packed size, bytes.
        size: Unpacked size, bytes.
        crc: CRC-32 of the unpacked bytes.
    """

    name: str
    offset: int
    packed: int
    size: int
    crc: int


class _Directory(list[ZipInfo]):
    """All members of an archive but folders, as columns; an object for each of 500,000 takes 320 MiB.

    Args:
        most: Most entries.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._left = most
        self._most = most
        self.names: list[str] = []
        self.offsets, self.packed, self.sizes, self.crcs = (array("Q") for _ in range(4))
        self.problem: str | None = None

    def append(self, info: ZipInfo) -> None:
        """Take the columns of a member; the list itself stays empty."""
        self._left -= 1
        if self._left < 0:
            raise Unreadable(f"has more than {self._most} members; split it into several archives")
        if info.filename.endswith("/"):
            return
        self.names.append(_name(info))
        self.offsets.append(info.header_offset)
        self.packed.append(info.compress_size)
        self.sizes.append(info.file_size)
        self.crcs.append(info.CRC)

    def check(self, size: int, limits: Limits) -> None:
        """Leave out what follows the first member that is not honest, in an archive of ``size`` bytes."""
        offsets, packed, sizes = (
            np.minimum(np.frombuffer(column, np.uint64), _FAR).astype(np.int64)
            for column in (self.offsets, self.packed, self.sizes)
        )
        order = np.argsort(offsets, kind="stable")
        following = np.empty_like(offsets)
        following[order] = np.append(offsets[order], size)[1:]
        # One place in the file under many names would be read again and again.
        overlapping = offsets + packed + _HEADER.size > following
        beyond = np.cumsum(sizes, dtype=np.float64) > max(limits.free_bytes, size * limits.ratio)
        wrong = np.flatnonzero(overlapping | beyond)
        if len(wrong):
            self.problem = f"unpacks to more than {limits.ratio} times its size"
            if overlapping[wrong[0]]:
                self.problem = "is a damaged zip archive: its members overlap"
            for column in (self.names, self.offsets, self.packed, self.sizes, self.crcs):
                del column[wrong[0] :]


class _Bounded(BufferedReader):
    """A file of which no directory is read that would fill the memory."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MOST_DIRECTORY:
            raise Unreadable(f"has a directory of {size} bytes; split it into several archives")
        return super().read(size)


class _Lister(ZipFile):
    """What `zipfile` reads of an archive, put into a directory entry by entry."""

    def __init__(self, stream: IO[bytes], directory: _Directory) -> None:
        self._directory = directory
        super().__init__(stream)

    @property
    def filelist(self) -> list[ZipInfo]:
        """Where `zipfile` puts each entry."""
        return self._directory

    @filelist.setter
    def filelist(self, _: list[ZipInfo]) -> None:
        """`zipfile` begins with a list of its own."""

    @property
    def NameToInfo(self) -> dict[str, ZipInfo]:  # noqa: N802 (a name of zipfile)
        """Members by name, which nobody asks for."""
        return {}

    @NameToInfo.setter
    def NameToInfo(self, _: dict[str, ZipInfo]) -> None:  # noqa: N802
        """`zipfile` begins with an empty one."""


def list_members(blob: Blob, limits: Limits) -> Iterator[Record]:
    """Entries of the directory without folders; reads no member.

    Raises:
        Unreadable: When the archive is damaged or exceeds the limits, after the entries before that.
    """
    directory = _directory(blob, limits)
    yield from map(
        Record, directory.names, directory.offsets, directory.packed, directory.sizes, directory.crcs
    )
    if directory.problem is not None:
        raise Unreadable(directory.problem)


def count_members(blob: Blob, limits: Limits) -> int:
    """How many entries `list_members` gives; raises as it does at the start."""
    return len(_directory(blob, limits).names)


def open_zip(blob: Blob, limits: Limits, wanted: Wanted = everything) -> Iterator[Member]:
    """The wanted members, in the order of the directory; raises as `list_members`."""
    records = list_members(blob, limits)
    return read_members(blob, (record for record in records if wanted(record.name)), limits)


def read_members(blob: Blob, records: Iterable[Record], limits: Limits) -> Iterator[Member]:
    """The members of these records, in this order; one that cannot be read is given with the reason."""
    with blob.open(_AHEAD) as stream:
        for record in records:
            try:
                data = _read(stream, record, limits)
            except Unreadable as error:
                yield Member(record.name, b"", str(error))
            else:
                yield Member(record.name, data, grown=len(data) / max(record.packed, 1))


def _directory(blob: Blob, limits: Limits) -> _Directory:
    version = blob.version()
    return _read_directory(blob, limits) if version is None else _directory_of(blob, version, limits)


@lru_cache(maxsize=1)
def _directory_of(blob: Blob, _version: object, limits: Limits) -> _Directory:
    return _read_directory(blob, limits)


def _read_directory(blob: Blob, limits: Limits) -> _Directory:
    directory = _Directory(limits.members)
    with blob.open() as stream:
        size = stream.seek(0, SEEK_END)
        try:
            with _Bounded(cast("BufferedReader", stream)) as bounded:
                _Lister(bounded, directory)
        except (BadZipFile, NotImplementedError, ValueError, OverflowError, struct.error) as error:
            raise Unreadable(f"is a damaged zip archive: {printable(str(error))}") from None
        directory.check(size, limits)
    return directory


def _name(info: ZipInfo) -> str:
    name = info.orig_filename
    # Nearly always, and so fewer calls.
    if name.isascii() and name.isprintable():
        return name
    return _shown(name.encode("utf-8" if info.flag_bits & _UTF8 else "cp437"))


def _shown(name: bytes) -> str:
    """A name, printable; many programs write UTF-8 without saying so."""
    try:
        return printable(name.decode("utf-8"))
    except UnicodeDecodeError:
        return printable(name.decode("cp437"))


def _read(stream: BinaryIO, record: Record, limits: Limits) -> bytes:
    """The bytes of one member; they must match everything that the directory states."""
    if max(record.size, record.packed) > limits.nested_bytes:
        raise Unreadable(f"holds more than {limits.nested_bytes} bytes, too many for a log")
    stream.seek(record.offset)
    header = stream.read(_HEADER.size).ljust(_HEADER.size, b"\0")
    magic, flags, method, name_size, extra_size = _HEADER.unpack(header)
    name = stream.read(name_size)
    stream.read(extra_size)
    if magic != _MAGIC or _shown(name) != record.name:
        raise Unreadable("is damaged, or its archive was replaced while it was read: no such member there")
    if flags & _ENCRYPTED:
        raise Unreadable("is encrypted")
    if method not in _METHODS:
        raise Unreadable(f"is compressed by method {method}, which is not supported; unpack it first")
    try:
        data = _METHODS[method](stream.read(record.packed), record.size + 1)
    except (zlib.error, OSError, ValueError) as error:
        raise Unreadable(f"is damaged: {printable(str(error))}") from None
    if len(data) != record.size:
        raise Unreadable(f"is damaged: unpacks to other than the {record.size} bytes stated")
    if crc32(data) != record.crc:
        raise Unreadable("is damaged: its CRC-32 is another")
    return data


def _stored(packed: bytes, _: int) -> bytes:
    return packed


def _deflated(packed: bytes, most: int) -> bytes:
    data = inflated(BARE, packed, most)
    return zlib.decompressobj(BARE).decompress(packed, most) if data is None else data


def _bzip2(packed: bytes, most: int) -> bytes:
    return bz2.BZ2Decompressor().decompress(packed, most)


_METHODS: Final[dict[int, Callable[[bytes, int], bytes]]] = {0: _stored, 8: _deflated, 12: _bzip2}
"""Each unpacks to no more than a number of bytes."""
