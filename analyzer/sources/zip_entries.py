"""The entries of the directory of a zip archive: many at a time, as columns read out of its bytes."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.printable import printable
from analyzer.sources.items import Limits, Unreadable

__all__ = ["FULL32", "Damaged", "Entries", "entry_of", "large", "read_entries", "shown"]

_ENTRY: Final = struct.Struct("<4s6H3L5H2L")
_ENTRY_MAGIC: Final = b"PK\x01\x02"
_LENGTHS: Final = struct.Struct("<4s24x3H12x")
"""Magic, and lengths of name, extra and comment of an entry."""
_FIELDS: Final = np.dtype(
    {
        "names": ["flags", "method", "crc", "packed", "size", "name", "extra", "offset"],
        "formats": ["<u2", "<u2", "<u4", "<u4", "<u4", "<u2", "<u2", "<u4"],
        "offsets": [8, 10, 16, 20, 24, 28, 30, 42],
        "itemsize": _ENTRY.size,
    }
)
"""The fields used of an entry; those called name and extra are lengths."""
_ZIP64: Final = 1
_SLASH: Final = ord("/")
FULL32: Final = 0xFFFFFFFF
"""Stands for a number that an extra field states."""
_MOST: Final = 2**60
"""Stands for any larger size or offset."""


class Damaged(Exception):
    """Raised for a damaged directory."""


@dataclass(frozen=True, slots=True)
class Entries:
    """Some entries of a directory.

    Attributes:
        data: The directory as in the file.
        places: Position of each entry in it, int64.
    """

    data: bytes
    places: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.places)

    def field(self, name: str) -> NDArray[np.int64]:
        """A field of `_FIELDS`; shape (entries,)."""
        # The entry that would begin at each byte; nothing is copied.
        everywhere = np.ndarray(max(0, len(self.data) - _ENTRY.size + 1), _FIELDS, self.data, strides=(1,))
        found: NDArray[np.int64] = everywhere[name][self.places].astype(np.int64)
        return found

    def sizes(self) -> NDArray[np.int64]:
        """Sizes, packed sizes and positions of the headers, each at most `_MOST`; shape (3, entries)."""
        found = np.array([self.field("size"), self.field("packed"), self.field("offset")])
        few = np.flatnonzero((found == FULL32).any(axis=0))
        starts = self._ends_of_names()[few]
        stops = starts + self.field("extra")[few]
        for index, start, stop in zip(few.tolist(), starts.tolist(), stops.tolist(), strict=True):
            stated = large(self.data[start:stop], *found[:, index].tolist())
            found[:, index] = [min(value, _MOST) for value in stated]
        return found

    def are_folders(self) -> NDArray[np.bool_]:
        """Whether their names end like that of a folder; shape (entries,)."""
        last = np.frombuffer(self.data, np.uint8)[self._ends_of_names() - 1]
        is_folder: NDArray[np.bool_] = (last == _SLASH) & (self.field("name") > 0)
        return is_folder

    def names(self) -> list[bytes]:
        """Their names as they stand there."""
        starts = (self.places + _ENTRY.size).tolist()
        return [
            self.data[start:stop] for start, stop in zip(starts, self._ends_of_names().tolist(), strict=True)
        ]

    def _ends_of_names(self) -> NDArray[np.int64]:
        return self.places + _ENTRY.size + self.field("name")


def read_entries(data: bytes, limits: Limits) -> Entries:
    """All entries of a directory.

    Raises:
        Damaged: When it is no directory, or not a whole one.
        Unreadable: When there are too many.
    """
    places, place, size = array("q"), 0, len(data)
    while place < size:
        if size - place < _ENTRY.size:
            raise Damaged("its directory is damaged")
        magic, name, extra, comment = _LENGTHS.unpack_from(data, place)
        if magic != _ENTRY_MAGIC:
            raise Damaged("its directory is damaged")
        places.append(place)
        if len(places) > limits.members:
            raise Unreadable(f"has more than {limits.members} members")
        place += _ENTRY.size + name + extra + comment
    if place > size:
        raise Damaged("its directory is cut short")
    return Entries(data, np.frombuffer(places, np.int64))


def large(extra: bytes, *small: int) -> list[int]:
    """Size, packed size and offset; those beyond 32 bits are in an extra field."""
    values, place = list(small), 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, place)
        place += 4
        if kind == _ZIP64:
            field = extra[place : place + length]
            for index, value in enumerate(values):
                if value == FULL32 and len(field) >= 8:
                    values[index], field = int.from_bytes(field[:8], "little"), field[8:]
        place += length
    return values


def entry_of(name: bytes, flags: int, method: int, crc: int, packed: int, size: int, offset: int) -> bytes:
    """The entry of a member."""
    extra = struct.pack("<2H3Q", _ZIP64, 24, size, packed, offset)
    sizes = (crc, FULL32, FULL32, len(name), len(extra), 0, 0, 0, 0, FULL32)
    return _ENTRY.pack(_ENTRY_MAGIC, 0, 0, flags, method, 0, 0, *sizes) + name + extra


def shown(names: Sequence[bytes]) -> list[str]:
    """Names of members, printable."""
    text = b"\n".join(names).decode("latin-1")
    # Nearly always, and so fewer calls.
    if text.isascii() and text.count("\n") == len(names) - 1 and text.replace("\n", "").isprintable():
        return text.split("\n")
    return [printable(_decoded(name)) for name in names]


def _decoded(name: bytes) -> str:
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name.decode("cp437")
