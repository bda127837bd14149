"""A folder in a store that fsspec knows, such as S3.

A URL may hold a password or a signature; `public` takes them out, and no error has them.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from analyzer.errors import UserMistake, missing_extra

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_S3: Final = ("s3", "s3a")
_HTTP: Final = ("http", "https")
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_LOGIN: Final = re.compile(r"(?<=://)[^/\s]*@")
_QUERY: Final = re.compile(r"(://[^?\s]*)\?[^\s'\"]*")
_OPTIONS: Final = re.compile(r"\?[a-z_]+=[^?/]*$")
"""Options of pyarrow, as ``?region=eu-west-1``; names of files may have question marks too."""
_REQUEST: Final = re.compile(r" \(Request ID: [^)]*\)")
"""What makes each message of S3 another."""
_READ_AHEAD: Final = 1024 * 1024
"""Least bytes asked for at a time: a request takes as long as some megabytes."""
_STAMPS: Final = ("etag", "md5hash", "mtime", "lastmodified", "created")
"""What stores call the version of a file or the time of its change, in any case, the surest first."""


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

    Examples:
        >>> public("https://me:secret@host/logs.zip?signature=1")
        'https://host/logs.zip'
    """
    return _QUERY.sub(r"\1", _LOGIN.sub("", text))


@dataclass(frozen=True)
class Store:
    """A folder in a store, with what a `Disk` does; or a file there, whose name is then empty.

    Attributes:
        url: Where it is, as the user named it.

    Raises:
        UserMistake: When the URL needs a package that is not installed, or its scheme is unknown.
    """

    url: str = field(repr=False)

    def __post_init__(self) -> None:
        with self.told(""):
            _file_system(self.url)

    @property
    def shown(self) -> str:
        """Where it is, without login and query."""
        return public(self.url)

    @property
    def local(self) -> None:
        """None: it is not on a disk."""

    def below(self, name: str) -> Store:
        """A file or folder in it; itself for an empty name."""
        if not name:
            return self
        start, query = _split(self.url)
        return Store(f"{start.rstrip('/')}/{name}{query}")

    def exists(self) -> bool:
        """Whether there is a file or folder at the URL."""
        with self.told(""), suppress(FileNotFoundError):
            self._files.invalidate_cache()
            self._files.info(self._root)
            return True
        return False

    def write(self, name: str, data: ReadableBuffer) -> None:
        path, content = self._path(name), bytes(data)
        with self.told(name):
            try:
                self._files.pipe_file(path, content)
            except FileNotFoundError:
                # Real folders must be made first; where there are none, a bucket is missing.
                if not path.startswith("/"):
                    raise
                self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
                self._files.pipe_file(path, content)

    def read(self, name: str) -> bytes:
        with self.told(name):
            return bytes(self._files.cat_file(self._path(name)))

    def start(self, name: str, most: int) -> bytes:
        """The first bytes of a file, at most this number."""
        with self.told(name):
            return bytes(self._files.cat_file(self._path(name), start=0, end=most)[:most])

    def open(self, name: str = "") -> BinaryIO:
        with self.told(name):
            entry = self.entry(name)
            if entry is None:
                raise FileNotFoundError
            # What is read ahead is held here, alike for all stores.
            file = self._files.open(self._path(name), "rb", cache_type="none")
        return BufferedReader(_File(self, entry, file), _READ_AHEAD)

    def names(self, below: str = "") -> list[str]:
        return [entry.name for entry in self.entries(below)]

    def remove(self, name: str) -> None:
        with self.told(name), suppress(FileNotFoundError):
            self._files.rm_file(self._path(name))

    def size(self, name: str) -> int | None:
        entry = self.entry(name)
        return None if entry is None else entry.size

    def entry(self, name: str = "") -> Entry | None:
        """A file with its size and stamp, by default that at the URL itself; None where there is none."""
        with self.told(name), suppress(FileNotFoundError):
            self._files.invalidate_cache()
            found = self._files.info(self._path(name))
            return _entry(name, found) if found["type"] == "file" else None
        return None

    def entries(self, below: str = "") -> list[Entry]:
        """All files in it, or in a folder below it, sorted by name."""
        with self.told(below), suppress(FileNotFoundError):
            self._files.invalidate_cache()
            found = self._files.find(self._path(below), detail=True)
            root = self._root
            inside = {path.removeprefix(root).lstrip("/"): info for path, info in found.items()}
            return [_entry(name, inside[name]) for name in sorted(inside) if name and name[-1] != "/"]
        return []

    @property
    def _files(self) -> Any:  # noqa: ANN401 (fsspec is not typed)
        return _file_system(self.url)[0]

    @property
    def _root(self) -> str:
        return _file_system(self.url)[1]

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}" if name else self._root

    @contextmanager
    def told(self, name: str) -> Iterator[None]:
        """Whatever goes wrong with a file becomes an OSError without a password in it."""
        place = f"{self.shown.rstrip('/')}/{name}" if name else self.shown
        try:
            yield
        except UserMistake:
            raise
        except FileNotFoundError:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), place) from None
        except Exception as error:  # noqa: BLE001 (every store has errors of its own)
            words = getattr(error, "strerror", None) or str(error) or type(error).__name__
            code = getattr(error, "errno", None) or errno.EIO
            raise OSError(code, public(_REQUEST.sub("", words)), place) from None


class _File(RawIOBase):
    """A file in a store, read by ranges."""

    def __init__(self, store: Store, entry: Entry, file: BinaryIO) -> None:
        super().__init__()
        self._store, self._entry, self._file = store, entry, file
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
        most = min(self._entry.size - self._place, len(room))
        if most <= 0:
            return 0
        with self._store.told(self._entry.name):
            self._file.seek(self._place)
            data = self._file.read(most)
        room[: len(data)] = data
        self._place += len(data)
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def _entry(name: str, found: Mapping[str, Any]) -> Entry:
    if found.get("size") is None:
        raise OSError(errno.EIO, "the server does not tell how large it is")
    told = {re.sub("[-_]", "", key).lower(): value for key, value in found.items() if value}
    stamp = next((str(told[key]) for key in _STAMPS if key in told), "")
    return Entry(name, int(found["size"]), stamp)


@lru_cache(maxsize=256)
def _file_system(url: str) -> tuple[Any, str]:
    """The file system of fsspec for a URL, and the path in it."""
    named, scheme = repr(public(url)), url.partition("://")[0].lower()
    try:
        from fsspec.core import url_to_fs

        if "::" in url:
            raise UserMistake(f"{named} is a chain of URLs; expected one")
        files, root = _s3(url) if scheme in _S3 else url_to_fs(scheme + url[len(scheme) :])
    except ImportError as error:
        if (error.name or "").startswith("fsspec"):
            raise missing_extra(named, "cluster") from None
        raise UserMistake(f"{named} needs more: {error}") from None
    except ValueError as error:
        raise UserMistake(
            f"{named} cannot be used: {public(str(error))}; expected one as s3://bucket/logs"
        ) from None
    return files, str(root).rstrip("/")


def _s3(url: str) -> tuple[Any, str]:
    """The same for S3, by the client in pyarrow; s3fs would ask for old versions of what pandas needs."""
    named, query = _split(url)
    start, _, path = named.partition("://")[2].partition("/")
    # Whatever is before the last @ is a login.
    return _s3_files(start, query.removeprefix("?")), f"{start.rpartition('@')[2]}/{path}"


@lru_cache(maxsize=8)
def _s3_files(login_and_bucket: str, query: str) -> Any:  # noqa: ANN401 (fsspec is not typed)
    """The files of a bucket, as ``s3://[key:secret@]bucket?query`` names it in pyarrow."""
    from fsspec.implementations.arrow import ArrowFSWrapper
    from pyarrow.fs import FileSelector, FileSystem, FileType

    class S3(ArrowFSWrapper):  # type: ignore[misc]  # fsspec is not typed
        """Lists a prefix by a request for a thousand files, not for each folder, and reads ranges."""

        def find(self, path: str, **_: object) -> Mapping[str, Mapping[str, Any]]:
            found = self.fs.get_file_info(FileSelector(path, recursive=True, allow_not_found=True))
            return {one.path: self._make_entry(one) for one in found if one.type is FileType.File}

        def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_: object) -> bytes:
            with self.fs.open_input_file(path) as file:
                first, last = start or 0, file.size() if end is None else min(end, file.size())
                data: bytes = file.read_at(max(0, last - first), first)
                return data

    # Small files are then written by one request.
    options = f"{query}&allow_delayed_open=true" if query else "allow_delayed_open=true"
    return S3(FileSystem.from_uri(f"s3://{login_and_bucket}?{options}")[0])


def _split(url: str) -> tuple[str, str]:
    """A URL without its query, and the query."""
    scheme, end = url.partition("://")[0].lower(), len(url)
    if scheme in _HTTP and "?" in url:
        end = url.index("?")
    elif scheme in _S3 and (options := _OPTIONS.search(url)):
        end = options.start()
    return url[:end], url[end:]
