"""Folders on a disk, or in a store such as S3, with the same few operations; whatever fails is an OSError.

Nothing else knows fsspec.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import unquote

from analyzer.folders.disk import Disk
from analyzer.folders.stores import Entry, Store, is_url, public

__all__ = ["Entry", "Folder", "Store", "folder", "is_url", "public"]

Folder: TypeAlias = Disk | Store
"""A folder that files are written to and read from; it can be sent to other processes."""
_DISK: Final = ("file", "local")
"""Schemes of what is on a disk all the same."""


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
