"""zip: members one after another, none written to disk, none trusted for its stated size."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

from analyzer.sources.items import Blob, Limits, Member, Unreadable, printable

__all__ = ["is_zip", "open_zip"]

_MAGIC: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_ENCRYPTED: Final = 0x1
_LOCAL_HEADER: Final = 30
"""Least size of the header before each member's data."""
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    IndexError,
)


def is_zip(head: bytes) -> bool:
    """Whether these are the first bytes of a zip archive."""
    return head.startswith(_MAGIC)


def open_zip(blob: Blob, limits: Limits) -> Iterator[Member]:
    """The members of a zip archive, in the order of its directory.

    A member that cannot be read is given with the reason, and the others follow.

    Raises:
        Unreadable: When the directory is damaged, or the archive goes beyond the limits as a whole.
    """
    with blob.open() as stream:
        try:
            archive = zipfile.ZipFile(stream)
        except (*_DAMAGE, NotImplementedError) as error:
            raise Unreadable(f"is a damaged zip archive: {_words(error)}") from None
        with archive:
            yield from _members(archive, _size(stream), limits)


def _members(archive: zipfile.ZipFile, archive_size: int, limits: Limits) -> Iterator[Member]:
    infos = archive.infolist()
    if len(infos) > limits.members:
        raise Unreadable(f"has {len(infos)} members, more than {limits.members}")
    overlapping = _overlapping(infos)
    left = max(limits.free_bytes, archive_size * limits.ratio)
    for info in infos:
        if info.filename.endswith("/"):
            continue
        if info.header_offset in overlapping:
            yield Member(printable(info.filename), b"", "overlaps another member of its archive")
            continue
        member = _read(archive, info, min(limits.nested_bytes, left))
        left -= len(member.data)
        if left < 0:
            raise Unreadable(f"unpacks to more than {limits.ratio} times its size")
        if len(member.data) > limits.nested_bytes:
            member = Member(member.name, b"", f"holds more than {limits.nested_bytes} bytes, which is no log")
        yield member


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, bound: int) -> Member:
    """One member, at most one byte more than ``bound`` of it, or why it cannot be read."""
    name = printable(info.filename)
    if info.flag_bits & _ENCRYPTED:
        return Member(name, b"", "is encrypted")
    try:
        with archive.open(info) as stream:
            data = stream.read(bound + 1)
    except NotImplementedError:
        return Member(name, b"", f"is compressed by method {info.compress_type}, which cannot be read")
    except (*_DAMAGE, RuntimeError) as error:
        return Member(name, b"", f"is damaged: {_words(error)}")
    return Member(name, data)


def _overlapping(infos: list[zipfile.ZipInfo]) -> set[int]:
    """Offsets of members whose data run into the next member: honest archives have none."""
    ordered = sorted(infos, key=lambda info: info.header_offset)
    overlapping: set[int] = set()
    end, owner = -1, -1
    for info in ordered:
        if info.header_offset < end:
            overlapping |= {owner, info.header_offset}
        here = info.header_offset + _LOCAL_HEADER + info.compress_size
        if here > end:
            end, owner = here, info.header_offset
    return overlapping


def _size(stream: BinaryIO) -> int:
    here = stream.tell()
    size = stream.seek(0, 2)
    stream.seek(here)
    return size


def _words(error: Exception) -> str:
    return printable(str(error)) or type(error).__name__
