"""Walks through folders and containers to the logs inside, one at a time."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, TypeAlias

from analyzer.errors import UserMistake
from analyzer.sources.gz import is_gzip, open_gzip
from analyzer.sources.items import (
    Blob,
    Limits,
    Member,
    Skipped,
    SourceLog,
    SourceProblem,
    Unreadable,
    printable,
)
from analyzer.sources.zips import is_zip, open_zip

__all__ = ["CONTAINERS", "STDIN", "Container", "Item", "iter_logs"]

STDIN: Final = "-"
_STDIN_LABEL: Final = "<stdin>"
_HEAD: Final = 4096
_READ_WHOLE: Final = 1024 * 1024
"""Files up to this size are read at once; larger ones are archives, mostly, and are read where needed."""

Item: TypeAlias = SourceLog | SourceProblem | Skipped


class Container(NamedTuple):
    """A kind of file that holds others.

    Attributes:
        name: What it is called.
        sniff: Whether a file that begins so is one.
        members: What is in it; raises Unreadable.
    """

    name: str
    sniff: Callable[[bytes], bool]
    members: Callable[[Blob, Limits], Iterator[Member]]


CONTAINERS: Final = (
    Container("gzip", is_gzip, open_gzip),
    Container("zip", is_zip, open_zip),
)
"""Asked in this order."""


def iter_logs(
    sources: Sequence[str | os.PathLike[str]],
    *,
    limits: Limits | None = None,
    stdin: BinaryIO | None = None,
) -> Iterator[Item]:
    """Every log of the sources, one at a time, with what could not be read and what was passed over.

    Folders are walked in sorted order, archives in the order of their directory, and what a file holds
    is told by its content alone.  Of a file named as a source something is always said; what lies in
    a folder or an archive and does not look like a log is passed over.

    Args:
        sources: Files, folders, or ``-`` for standard input, which holds one log or one archive.
        limits: Bounds on size, number and nesting.
        stdin: Read for ``-``; by default the standard input of the process.

    Raises:
        UserMistake: At once, when a source does not exist.
    """
    for source in sources:
        if os.fspath(source) != STDIN and not Path(source).exists():
            raise UserMistake(
                f"{str(source)!r} does not exist; expected a file, a folder, or - for standard input"
            )
    return _iter_sources(sources, limits or Limits(), stdin)


def _iter_sources(
    sources: Sequence[str | os.PathLike[str]], limits: Limits, stdin: BinaryIO | None
) -> Iterator[Item]:
    for source in sources:
        if os.fspath(source) == STDIN:
            yield from _stream(_STDIN_LABEL, stdin or sys.stdin.buffer, limits)
        elif Path(source).is_dir():
            yield from _folder(Path(source), limits)
        elif Path(source).is_file():
            yield from _file(Path(source), limits, named=True)
        else:
            with Path(source).open("rb") as pipe:
                yield from _stream(_path_label(Path(source)), pipe, limits)


def _stream(label: str, stream: BinaryIO, limits: Limits) -> Iterator[Item]:
    """What a stream holds that can be read only once."""
    data = stream.read(limits.nested_bytes + 1)
    if len(data) > limits.nested_bytes:
        yield SourceProblem(label, f"holds more than {limits.nested_bytes} bytes; give it as a file")
        return
    yield from _look_into(Blob(label, None, data), limits, limits.depth, named=True)


def _folder(folder: Path, limits: Limits) -> Iterator[Item]:
    """Files of a folder first, then those of the folders in it, each in order of names."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        yield SourceProblem(_path_label(folder), _os_words(error))
        return
    for entry in entries:
        if entry.is_file():
            yield from _file(Path(entry.path), limits, named=False)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _folder(Path(entry.path), limits)


def _file(path: Path, limits: Limits, *, named: bool) -> Iterator[Item]:
    label = _path_label(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(_READ_WHOLE + 1)
        blob = Blob(label, None, data) if len(data) <= _READ_WHOLE else Blob(label, path)
        yield from _look_into(blob, limits, limits.depth, named=named)
    except OSError as error:
        yield SourceProblem(label, _os_words(error))


def _look_into(blob: Blob, limits: Limits, depth: int, *, named: bool) -> Iterator[Item]:
    """What a blob holds: itself when it is a log, else what its container holds."""
    head = blob.head(_HEAD)
    container = next((container for container in CONTAINERS if container.sniff(head)), None)
    if container is None:
        yield _plain(blob, head, limits, named=named)
        return
    if depth == 0:
        yield SourceProblem(blob.label, f"lies deeper than {limits.depth} archives within each other")
        return
    try:
        for member in container.members(blob, limits):
            inner = Blob(f"{blob.label}!{member.name}" if member.name else blob.label, None, member.data)
            if member.problem is not None:
                yield SourceProblem(inner.label, member.problem)
                continue
            # What a single-member container holds was meant by whoever named the container.
            yield from _look_into(inner, limits, depth - 1, named=named and not member.name)
    except Unreadable as error:
        yield SourceProblem(blob.label, str(error))


def _plain(blob: Blob, head: bytes, limits: Limits, *, named: bool) -> Item:
    if not head:
        return SourceProblem(blob.label, "is empty")
    if not named and not _looks_like_log(head):
        return Skipped(blob.label)
    with blob.open() as stream:
        data = stream.read(limits.log_bytes + 1)
    if len(data) > limits.log_bytes:
        return SourceProblem(blob.label, f"holds more than {limits.log_bytes} bytes, which is no log")
    return SourceLog(blob.label, data)


_MARKUP: Final = re.compile(rb"[\xef\xbb\xbf\xff\xfe\s]*<(?!html|svg|!doctype html)", re.IGNORECASE)


def _looks_like_log(head: bytes) -> bool:
    """Whether it begins as XML does, in whatever encoding, and not as a web page or a picture."""
    # UTF-16 and UTF-32 put zeros between the characters of a tag.
    return _MARKUP.match(head.replace(b"\0", b"")) is not None or b"<mjlog" in head


def _path_label(path: Path) -> str:
    return printable(path.as_posix())


def _os_words(error: OSError) -> str:
    return f"cannot be read: {(error.strerror or type(error).__name__).lower()}"
