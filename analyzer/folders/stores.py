"""A folder in a store that fsspec knows, such as S3.

A URL may hold a password or a signature; `public` takes them out, and no error has them.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from analyzer.errors import UserMistake

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

__all__ = ["Entry", "Store", "is_url", "public"]

_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_LOGIN: Final = re.compile(r"(?<=://)[^/\s]*@")
_QUERY: Final = re.compile(r"(://[^?\s]*)\?[^\s'\"]*")
_READ_AHEAD: Final = 1024 * 1024
"""Least bytes asked for at a time: a request takes as long as some megabytes."""
_STAMPS: Final = (
    "ETag",
    "etag",
    "md5Hash",
    "mtime",
    "LastModified",
    "Last-Modified",
    "last_modified",
    "created",
)
"""What stores call the version of a file or the time of its change, the surest first."""


class Entry(NamedTuple):
    """A file in a store.

    Attributes:
        name: Its name below the folder.
        size: Bytes.
        stamp: Its ETag, or when it was changed; empty where the store tells neither.
    """

    name: str
    size: int
    stamp: str


def is_url(text: str) -> bool:
    """Whether a text is a URL rather than a path."""
    return _URL.match(text) is not None


def public(text: str) -> str:
    """A text without the logins and queries of the URLs in it.

    Example:
        >>> public("https://me:secret@host/logs.zip?signature=1")
        'https://host/logs.zip'
    """
    return _QUERY.sub(r"\1", _LOGIN.sub("", text))


class Store:
    """A `Folder` in a store; its files can also be listed with their sizes and stamps.

    Raises:
        UserMistake: When the URL needs a package that is not installed, or its scheme is unknown.
    """

    local = None

    def __init__(self, url: str) -> None:
        self.url = url
        self._files, self._root = _file_system(url)

    def __reduce__(self) -> tuple[type[Store], tuple[str]]:
        return Store, (self.url,)

    def write(self, name: str, data: ReadableBuffer) -> None:
        path, content = self._path(name), bytes(data)
        with self._told(name):
            try:
                self._files.pipe_file(path, content)
            except FileNotFoundError:
                # Real folders must be made first; where there are none, a bucket is missing.
                if not path.startswith("/"):
                    raise
                self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
                self._files.pipe_file(path, content)

    def read(self, name: str) -> bytes:
        with self._told(name):
            return bytes(self._files.cat_file(self._path(name)))

    def part(self, name: str, start: int, stop: int) -> bytes:
        """The bytes of a file between two places."""
        with self._told(name):
            data = bytes(self._files.cat_file(self._path(name), start=start, end=stop))
            if len(data) > stop - start:
                raise OSError(errno.EIO, "the server sends whole files only")
            return data

    def open(self, name: str) -> BinaryIO:
        with self._told(name):
            entry = self.entry(name)
            if entry is None:
                raise FileNotFoundError
        return BufferedReader(_Ranges(self, entry), _READ_AHEAD)

    def names(self, below: str = "") -> list[str]:
        return [entry.name for entry in self.entries(below)]

    def remove(self, name: str) -> None:
        with self._told(name), suppress(FileNotFoundError):
            self._files.rm_file(self._path(name))

    def size(self, name: str) -> int | None:
        entry = self.entry(name)
        return None if entry is None else entry.size

    def entry(self, name: str = "") -> Entry | None:
        """A file with its size and stamp, by default that at the URL itself; None where there is none."""
        with self._told(name), suppress(FileNotFoundError):
            self._files.invalidate_cache()
            found = self._files.info(self._path(name))
            return _entry(name, found) if found["type"] == "file" else None
        return None

    def entries(self, below: str = "") -> list[Entry]:
        """All files in it, or in a folder below it, sorted by name."""
        with self._told(below), suppress(FileNotFoundError):
            self._files.invalidate_cache()
            found = self._files.find(self._path(below), detail=True)
            inside = {path.removeprefix(self._root).lstrip("/"): info for path, info in found.items()}
            return [_entry(name, inside[name]) for name in sorted(inside) if name and name[-1] != "/"]
        return []

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}" if name else self._root

    @contextmanager
    def _told(self, name: str) -> Iterator[None]:
        """Whatever goes wrong becomes an OSError without a password in it."""
        place = public(self.url)
        if name:
            place = f"{place.rstrip('/')}/{name}"
        try:
            yield
        except FileNotFoundError:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), place) from None
        except Exception as error:  # noqa: BLE001 (every store has errors of its own)
            words = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise OSError(getattr(error, "errno", None) or errno.EIO, public(words), place) from None


class _Ranges(RawIOBase):
    """A file in a store, read by ranges."""

    def __init__(self, store: Store, entry: Entry) -> None:
        super().__init__()
        self._store, self._entry = store, entry
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._place, os.SEEK_END: self._entry.size}[whence]
        if base + offset < 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        self._place = base + offset
        return self._place

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        room = memoryview(buffer)
        stop = min(self._entry.size, self._place + len(room))
        if stop <= self._place:
            return 0
        data = self._store.part(self._entry.name, self._place, stop)
        room[: len(data)] = data
        self._place += len(data)
        return len(data)


def _entry(name: str, found: Mapping[str, Any]) -> Entry:
    if found.get("size") is None:
        raise OSError(errno.EIO, "the server does not tell how large it is")
    stamp = next((str(found[key]) for key in _STAMPS if found.get(key)), "")
    return Entry(name, int(found["size"]), stamp)


def _file_system(url: str) -> tuple[Any, str]:
    """The file system of fsspec for a URL, and the path in it."""
    named, scheme = repr(public(url)), url.partition("://")[0]
    try:
        from fsspec.core import url_to_fs
        from fsspec.registry import get_filesystem_class
    except ImportError:
        raise UserMistake(
            f"{named} needs the extra 'cluster': pip install 'tenhou-analyzer[cluster]'"
        ) from None
    if "::" in url:
        raise UserMistake(f"{named} is a chain of URLs; expected one")
    try:
        get_filesystem_class(scheme)
    except ImportError as error:
        needs = (
            "the extra 's3': pip install 'tenhou-analyzer[s3]'"
            if scheme in ("s3", "s3a")
            else f"more: {error}"
        )
        raise UserMistake(f"{named} needs {needs}") from None
    except ValueError:
        raise UserMistake(
            f"{named} has an unknown scheme; expected one that fsspec knows, such as s3"
        ) from None
    try:
        files, root = url_to_fs(url)
    except Exception as error:  # noqa: BLE001 (every store has errors of its own)
        raise UserMistake(f"{named} cannot be used: {public(str(error))}") from None
    return files, str(root).rstrip("/")
