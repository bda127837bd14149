"""Looks into bytes: a log, or a container with more to look into, to a depth and within bounds."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.sources.choice import Choice
from analyzer.sources.containers import Container, container_of
from analyzer.sources.items import (
    Absent,
    Blob,
    Item,
    Limits,
    Member,
    Skipped,
    SourceLog,
    SourceProblem,
    Unreadable,
)

__all__ = ["HEAD", "Look", "look_into", "look_into_file", "look_into_member", "os_words"]

HEAD: Final = 4096
"""Bytes by which a container, or what looks like a log, is told."""
_GZIP: Final = zlib.MAX_WBITS | 16
_READ_WHOLE: Final = 1024 * 1024
"""Files up to this size are read at once; larger ones are archives, mostly, and are read where needed."""


class Look(NamedTuple):
    """How to look: what is wanted, how much is allowed, and how deep it may lie."""

    choice: Choice
    limits: Limits
    depth: int

    def deeper(self) -> Look:
        """The same, one container further in."""
        return self._replace(depth=self.depth - 1)


def look_into_file(label: str, path: str, look: Look, *, is_named: bool) -> Iterator[Item]:
    """What a file holds."""
    try:
        # A Path takes longer to make than the file to read, and there are millions.
        with open(path, "rb") as stream:  # noqa: PTH123
            data = _read_at_once(stream)
        blob = Blob(label, None, data) if len(data) <= _READ_WHOLE else Blob(label, Path(path))
        yield from look_into(blob, look, is_named=is_named)
    except OSError as error:
        yield SourceProblem(label, os_words(error))


def _read_at_once(stream: BufferedReader) -> bytes:
    """All of a file, or so much that it is seen to be too large for that."""
    # Room for the largest, asked for each time, takes longer to have than the others take to read.
    stated = min(os.fstat(stream.fileno()).st_size, _READ_WHOLE)
    data = stream.read(stated + 1)
    # Some files hold more than they state.
    return data if len(data) <= stated else data + stream.read(_READ_WHOLE + 1 - len(data))


def look_into_member(source: str, member: Member, look: Look, *, is_named: bool) -> Iterator[Item]:
    """What a member of a container holds; ``look`` is that of the member."""
    label = f"{source}!{member.name}" if member.name else source
    if member.absent:
        yield Absent(source, member.absent)
    elif member.problem is not None:
        if not look.choice.rules_out(label):
            yield SourceProblem(label, member.problem)
    else:
        # What a single-member container holds was meant by whoever named the container.
        yield from look_into(Blob(label, None, member.data), look, is_named=is_named and not member.name)


def look_into(blob: Blob, look: Look, *, is_named: bool) -> Iterator[Item]:
    """What a blob holds: itself when it is a log, else what its container holds.

    Args:
        blob: What to look into.
        look: What is wanted and allowed.
        is_named: Whether the user named it, so that something must be said of it.
    """
    if look.choice.rules_out(blob.label):
        return
    head = blob.head(HEAD)
    container = container_of(head)
    if container is None:
        yield from _plain(blob, head, look, is_named=is_named)
    elif look.depth == 0:
        yield SourceProblem(blob.label, f"lies deeper than {look.limits.depth} archives within each other")
    elif not _is_other_log(blob.label, head, look.choice):
        try:
            for member in _wanted_members(blob, container, look):
                yield from look_into_member(blob.label, member, look.deeper(), is_named=is_named)
        except Unreadable as error:
            yield SourceProblem(blob.label, str(error))


def _is_other_log(label: str, head: bytes, choice: Choice) -> bool:
    """Whether the first bytes of a packed file are those of a log that is not wanted."""
    if not choice.asks_game:
        return False
    try:
        start = zlib.decompressobj(_GZIP).decompress(head, HEAD)
    except zlib.error:
        return False
    return _MARKUP.match(start) is not None and choice.by_start(label, start) is False


def _wanted_members(blob: Blob, container: Container, look: Look) -> Iterator[Member]:
    """Members of a container, those not wanted left packed where their names say so."""
    if look.choice.asks_log and container.name == "zip":
        return _wanted_of_zip(blob, look)
    if look.choice.asks_log and container.name == "SQLite":
        return _wanted_of_database(blob, look)
    return container.members(blob, look.limits)


def _wanted_of_zip(blob: Blob, look: Look) -> Iterator[Member]:
    from analyzer.sources.zips import list_members, open_members

    places: list[int] = []
    damage: Unreadable | None = None
    try:
        for place, name, _, _ in list_members(blob, look.limits):
            if not look.choice.rules_out(f"{blob.label}!{name}"):
                places.append(place)
    except Unreadable as error:
        damage = error
    yield from open_members(blob, places, look.limits)
    if damage is not None:
        raise damage


def _wanted_of_database(blob: Blob, look: Look) -> Iterator[Member]:
    from analyzer.sources.sqlite import open_rows, pages

    def wanted(key: str) -> bool:
        return not look.choice.rules_out(f"{blob.label}!{key}")

    for page in pages(blob, look.limits, wanted=wanted):
        yield from open_rows(blob, page, look.limits, wanted=wanted)


def _plain(blob: Blob, head: bytes, look: Look, *, is_named: bool) -> Iterator[Item]:
    most = look.limits.log_bytes
    if not head:
        yield SourceProblem(blob.label, "is empty")
    elif not is_named and not _looks_like_log(head):
        yield Skipped(blob.label)
    else:
        with blob.open() as stream:
            data = stream.read(most + 1)
        if look.choice.asks_log and not look.choice.by_content(blob.label, data):
            return
        if len(data) > most:
            yield SourceProblem(blob.label, f"holds more than {most} bytes, which is no log")
        else:
            yield SourceLog(blob.label, data)


_MARKUP: Final = re.compile(rb"[\xef\xbb\xbf\xff\xfe\s]*<(?!html|svg|!doctype html)", re.IGNORECASE)
_JSON: Final = re.compile(rb"[\xef\xbb\xbf\s]*[{\[]")
_JSON_LOG: Final = re.compile(rb'"(?:rule|log|title)"\s*:\s*[\[{]')


def _looks_like_log(head: bytes) -> bool:
    """Whether it begins as XML does, in whatever encoding, and not as a web page; or as tenhou.net/6 JSON."""
    # UTF-16 and UTF-32 put zeros between the characters of a tag.
    plain = head.replace(b"\0", b"")
    if _MARKUP.match(plain) is not None or b"<mjlog" in head:
        return True
    return _JSON.match(plain) is not None and _JSON_LOG.search(plain) is not None


def os_words(error: OSError) -> str:
    """Why something cannot be read, in the words of the system."""
    return f"cannot be read: {(error.strerror or type(error).__name__).lower()}"
