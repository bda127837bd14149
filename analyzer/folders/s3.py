"""S3, by the client that is part of pyarrow, in the form of fsspec.

s3fs would ask for old versions of what pandas needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fsspec.implementations.arrow import ArrowFSWrapper
from pyarrow.fs import FileSelector, FileSystem, FileType

__all__ = ["s3_files"]


@lru_cache(maxsize=8)
def s3_files(login_and_bucket: str, query: str) -> ArrowFSWrapper:
    """The files of a bucket, as ``s3://[key:secret@]bucket?query`` names it in pyarrow."""
    # Small files are then written by one request.
    options = f"{query}&allow_delayed_open=true" if query else "allow_delayed_open=true"
    return _S3(FileSystem.from_uri(f"s3://{login_and_bucket}?{options}")[0])


class _S3(ArrowFSWrapper):  # type: ignore[misc]  # fsspec is not typed
    """Lists a prefix by a request for a thousand files, not for each folder, and reads what is asked for."""

    def find(self, path: str, **_: object) -> Mapping[str, Mapping[str, Any]]:
        found = self.fs.get_file_info(FileSelector(path, recursive=True, allow_not_found=True))
        return {one.path: self._make_entry(one) for one in found if one.type is FileType.File}

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_: object) -> bytes:
        with self.fs.open_input_file(path) as file:
            first, last = start or 0, file.size() if end is None else min(end, file.size())
            data: bytes = file.read_at(max(0, last - first), first)
            return data
