"""The kinds of files that hold others, told apart by how they begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from analyzer.sources.items import Blob, Limits, Member
from analyzer.sources.packed import PACKINGS
from analyzer.sources.sqlite import is_sqlite, open_sqlite
from analyzer.sources.tars import is_tar, open_tar
from analyzer.sources.zips import is_zip, open_zip

__all__ = ["CONTAINERS", "Container", "container_of"]


class Container(NamedTuple):
    """A kind of file that holds others.

    Attributes:
        name: What it is called.
        sniff: Whether a file that begins so is one; 4,096 bytes are enough.
        members: What is in it; raises Unreadable, before the members or after those it could read.
        forwards: Whether it is read from beginning to end, so that a pipe will do (`Blob.rest`).
    """

    name: str
    sniff: Callable[[bytes], bool]
    members: Callable[[Blob, Limits], Iterator[Member]]
    forwards: bool


CONTAINERS: Final = (
    *(Container(packing.name, packing.sniff, packing.members, forwards=True) for packing in PACKINGS),
    Container("zip", is_zip, open_zip, forwards=False),
    Container("SQLite", is_sqlite, open_sqlite, forwards=False),
    Container("tar", is_tar, open_tar, forwards=True),
)
"""Asked in this order."""


def container_of(head: bytes) -> Container | None:
    """The kind of container that begins with these bytes; None when it is none."""
    return next((container for container in CONTAINERS if container.sniff(head)), None)
