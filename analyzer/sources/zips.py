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
from typing import IO, BinaryIO, Final, cast
from zipfile import BadZipFile, ZipFile, ZipInfo

import numpy as np

from analyzer.folders import Store
from analyzer.printable import printable
from analyzer.sources.items import Blob, Limits, Part, Place, SourceLog, SourceProblem, Unreadable
from analyzer.sources.packed import BARE, crc32, inflated

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


class _Bounded(BufferedReader):
    """A file of which no directory is read that would fill the memory."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MOST_DIRECTORY:
            raise Unreadable(f"has a directory of {size} bytes; split it into several archives")
        return super().read(size)


class _Directory(ZipFile):
    """All members of an archive but folders, as columns; an object for each of 500,000 takes 320 MiB.

    Args:
        stream: The archive.
        most: Most entries.
    """

    filelist = property(lambda self: self, lambda _self, _: None)
    """Where `zipfile` puts each entry, after beginning with a list of its own."""
    NameToInfo = property(lambda _: {}, lambda _self, _: None)
    """Members by name, which nobody asks for."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._left = self._most = most
        self.names: list[str] = []
        self.places, self.sizes, self.stamps, self.packed = (array("Q") for _ in range(4))
        self.problem: str | None = None
        super().__init__(stream)

    def append(self, info: ZipInfo) -> None:
        """Take the columns of a member."""
        self._left -= 1
        if self._left < 0:
            raise Unreadable(f"has more than {self._most} members; split it into several archives")
        if info.filename.endswith("/"):
            return
        self.names.append(_name(info))
        self.places.append(info.header_offset)
        self.sizes.append(info.file_size)
        self.stamps.append(info.CRC)
        self.packed.append(info.compress_size)

    def check(self, size: int, limits: Limits) -> None:
        """Leave out what follows the first member that is not honest, in an archive of ``size`` bytes."""
        places, packed, sizes = (
            np.minimum(np.frombuffer(column, np.uint64), _FAR).astype(np.int64)
            for column in (self.places, self.packed, self.sizes)
        )
        order = np.argsort(places, kind="stable")
        following = np.empty_like(places)
        following[order] = np.append(places[order], size)[1:]
        # One place in the file under many names would be read again and again.
        overlapping = places + packed + _HEADER.size > following
        beyond = np.cumsum(sizes, dtype=np.float64) > max(limits.free_bytes, size * limits.ratio)
        wrong = np.flatnonzero(overlapping | beyond)
        if len(wrong):
            self.problem = f"unpacks to more than {limits.ratio} times its size"
            if overlapping[wrong[0]]:
                self.problem = "is a damaged zip archive: its members overlap"
            for column in (self.names, self.places, self.sizes, self.stamps, self.packed):
                del column[wrong[0] :]


def list_members(blob: Blob, limits: Limits) -> Iterator[Part]:
    """Entries of the directory without folders; reads no member.

    Raises:
        Unreadable: When the archive is damaged or exceeds the limits, after the entries before that.
    """
    if blob.place is None:
        directory = _read_directory(blob, limits)
    else:
        directory = _directory_of(blob, limits, _version(blob.place))
    yield from map(
        Part, directory.names, directory.places, directory.sizes, directory.stamps, directory.packed
    )
    if directory.problem is not None:
        raise Unreadable(directory.problem)


def read_members(blob: Blob, parts: Iterable[Part], limits: Limits) -> Iterator[SourceLog | SourceProblem]:
    """These members, in this order; one that cannot be read is given with the reason."""
    with blob.open(_AHEAD) as stream:
        for part in parts:
            source = f"{blob.label}!{part.name}"
            try:
                data = _read(stream, part, limits)
            except Unreadable as error:
                yield SourceProblem(source, str(error))
            else:
                yield SourceLog(source, data, len(data) / max(part.packed, 1))


@lru_cache(maxsize=1)
def _directory_of(blob: Blob, limits: Limits, _: object) -> _Directory:
    """The directory of a version of a file; a run asks for it several times."""
    return _read_directory(blob, limits)


def _version(place: Place) -> object:
    """What changes when a file is changed."""
    if isinstance(place, Store):
        return place.entry()
    status = place.stat()
    return status.st_size, status.st_mtime_ns


def _read_directory(blob: Blob, limits: Limits) -> _Directory:
    with blob.open() as stream:
        size = stream.seek(0, SEEK_END)
        try:
            with _Bounded(cast("BufferedReader", stream)) as bounded:
                directory = _Directory(bounded, limits.members)
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


def _read(stream: BinaryIO, part: Part, limits: Limits) -> bytes:
    """The bytes of one member; they must match everything that the directory states."""
    if max(part.size, part.packed) > limits.nested_bytes:
        raise Unreadable(f"holds more than {limits.nested_bytes} bytes, too many for a log")
    stream.seek(part.place)
    header = stream.read(_HEADER.size).ljust(_HEADER.size, b"\0")
    magic, flags, method, name_size, extra_size = _HEADER.unpack(header)
    name = stream.read(name_size)
    stream.read(extra_size)
    if magic != _MAGIC or _shown(name) != part.name:
        raise Unreadable("is damaged, or its archive was replaced while it was read: no such member there")
    if flags & _ENCRYPTED:
        raise Unreadable("is encrypted")
    if method not in _METHODS:
        raise Unreadable(f"is compressed by method {method}, which is not supported; unpack it first")
    try:
        data = _METHODS[method](stream.read(part.packed), part.size + 1)
    except (zlib.error, OSError, ValueError) as error:
        raise Unreadable(f"is damaged: {printable(str(error))}") from None
    if len(data) != part.size:
        raise Unreadable(f"is damaged: unpacks to other than the {part.size} bytes stated")
    if crc32(data) != part.stamp:
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
