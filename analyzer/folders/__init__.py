"""Folders on a disk, or in a store such as S3, with the same few operations; whatever fails is an OSError.

Nothing else knows fsspec.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol
from urllib.parse import unquote

from analyzer.folders.disk import Disk
from analyzer.folders.stores import Entry, Store, is_url, public

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["Entry", "Folder", "Store", "folder", "is_url", "public"]

_DISK: Final = ("file", "local")
"""Schemes of what is on a disk all the same."""


class Folder(Protocol):
    """A folder that files are written to and read from; it can be sent to other processes.

    A name is a path below the folder, with ``/`` between its parts.
    """

    @property
    def url(self) -> str:
        """Where it is, for other processes too: absolute on a disk, with its login in a store."""

    @property
    def shown(self) -> str:
        """Where it is, for messages: as the user named it, but without a login."""

    @property
    def local(self) -> Path | None:
        """The path where it is on a disk."""

    def write(self, name: str, data: ReadableBuffer) -> None:
        """Writes a file that appears whole or not at all, with its folders; in a store by one upload."""

    def read(self, name: str) -> bytes:
        """The content of a file; FileNotFoundError where there is none."""

    def open(self, name: str) -> BinaryIO:
        """A seekable stream over a file; FileNotFoundError where there is none."""

    def names(self, below: str = "") -> list[str]:
        """Names of all files in it, or in a folder below it, sorted; none where there is no such folder."""

    def remove(self, name: str) -> None:
        """Removes a file if there is one."""

    def size(self, name: str) -> int | None:
        """Bytes of a file; None where there is none."""


def folder(where: str | os.PathLike[str]) -> Folder:
    """The folder at a path or a URL; it need not exist.

    Raises:
        UserMistake: When the URL needs a package that is not installed, or its scheme is unknown.
    """
    text = os.fspath(where)
    if not is_url(text):
        return Disk(Path(text).absolute(), text)
    scheme, _, path = text.partition("://")
    return Disk(Path(unquote(path)).absolute(), path) if scheme.lower() in _DISK else Store(text)
