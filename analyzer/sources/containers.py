"""The kinds of files that hold other files, recognised by their first bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from analyzer.sources.items import Blob, Limits, Member, Wanted, everything
from analyzer.sources.tars import is_tar, open_tar

__all__ = ["CONTAINERS", "Container", "container_in", "container_of"]


class Container(NamedTuple):
    """A kind of file that holds other files.

    Attributes:
        name: What it is called.
        sniff: Whether a file with these first bytes is one; 4,096 bytes are enough.
        opens: Implements `members`.
        forwards: Whether it is read from start to end, so that a pipe will do (`Blob.rest`).
        holds_rows: Whether its members are rows of a table of logs, and therefore logs whatever they hold.
    """

    name: str
    sniff: Callable[[bytes], bool]
    opens: Callable[[Blob, Limits, Wanted], Iterator[Member]]
    forwards: bool
    holds_rows: bool = False

    def members(self, blob: Blob, limits: Limits, wanted: Wanted = everything) -> Iterator[Member]:
        """Its members; unwanted ones stay packed where that saves time.

        Raises:
            Unreadable: Before the first member, or after the last that could be read.
        """
        return self.opens(blob, limits, wanted)


# Modules that open containers are imported when needed: most commands meet none, and one log is read fast.


def _open_packed(blob: Blob, limits: Limits, _: Wanted, *, name: str) -> Iterator[Member]:
    from analyzer.sources.packed import PACKINGS

    return PACKINGS[name].members(blob, limits)


def _open_tar(blob: Blob, limits: Limits, _: Wanted) -> Iterator[Member]:
    return open_tar(blob, limits)


def _open_zip(blob: Blob, limits: Limits, wanted: Wanted) -> Iterator[Member]:
    from analyzer.sources.zips import open_zip

    return open_zip(blob, limits, wanted)


def _open_sqlite(blob: Blob, limits: Limits, wanted: Wanted) -> Iterator[Member]:
    from analyzer.sources.sqlite import open_sqlite

    return open_sqlite(blob, limits, wanted)


def _begins(*magic: bytes) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(magic)


def _packed(name: str, magic: bytes) -> Container:
    return Container(name, _begins(magic), partial(_open_packed, name=name), forwards=True)


CONTAINERS: Final = (
    _packed("gzip", b"\x1f\x8b"),
    _packed("bzip2", b"BZh"),
    _packed("xz", b"\xfd7zXZ\0"),
    _packed("Zstandard", b"\x28\xb5\x2f\xfd"),
    _packed("LZ4", b"\x04\x22\x4d\x18"),
    Container("zip", _begins(b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"), _open_zip, forwards=False),
    Container("SQLite", _begins(b"SQLite format 3\0"), _open_sqlite, forwards=False, holds_rows=True),
    Container("tar", is_tar, _open_tar, forwards=True),
)
"""Asked in this order."""


_PROGRAM: Final = (b"#!", b"MZ", b"\x7fELF")
"""First bytes of scripts and programs; self-extracting archives begin so."""
_ZIP_ENDS: Final = b"PK\x05\x06"
_ZIP_TAIL: Final = 22 + 0xFFFF
"""Most bytes from there to the end of a zip archive."""
_ZIP: Final = next(container for container in CONTAINERS if container.name == "zip")


def container_in(blob: Blob, head: bytes) -> Container | None:
    """The kind of container that a blob is, or that follows a program in it; None for anything else.

    Args:
        blob: What may be one.
        head: Its first bytes, as for `container_of`.
    """
    if head.startswith(_PROGRAM) and _ZIP_ENDS in blob.tail(_ZIP_TAIL):
        return _ZIP
    return container_of(head)


def container_of(head: bytes) -> Container | None:
    """The kind of container that begins with these bytes; None for anything else."""
    for container in CONTAINERS:
        if container.sniff(head):
            return container
    return None
