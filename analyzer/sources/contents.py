"""Finds the logs in a blob: the blob itself, or the members of a container, to a limited depth."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from analyzer.sources.choice import Choice, log_id_of
from analyzer.sources.items import (
    Blob,
    Item,
    Limits,
    Member,
    Skipped,
    SourceLog,
    SourceProblem,
    Wanted,
    everything,
    os_words,
    told,
)
from analyzer.sources.tars import is_tar, open_tar

__all__ = [
    "CONTAINERS",
    "HEAD",
    "READ_WHOLE",
    "Container",
    "Look",
    "container_of",
    "games_of_lines",
    "is_lines",
    "look_into",
    "look_into_file",
    "look_into_member",
]

HEAD: Final = 4096
"""Bytes needed to recognise a container or a log."""
READ_WHOLE: Final = 1024 * 1024
"""Files up to this size are read at once; larger ones are mostly archives, read piece by piece."""
_LOG: Final = b"<mjloggm"
"""How nearly every log begins."""
_GZIP_BEGINS: Final = b"\x1f\x8b"
_FOR_READING: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0)


class Container(NamedTuple):
    """A kind of file that holds other files.

    Attributes:
        name: What it is called.
        sniff: Whether a file with these first bytes is one; 4,096 bytes are enough.
        opens: Implements `members`.
        forwards: Whether it is read from start to end, so that a pipe will do (`Blob.rest`).
        is_packed: Whether it is one packed file rather than an archive.
        holds_rows: Whether its members are rows of a table of logs, and therefore logs whatever they hold.
    """

    name: str
    sniff: Callable[[bytes], bool]
    opens: Callable[[Blob, Limits, Wanted], Iterator[Member]]
    forwards: bool
    holds_rows: bool = False
    is_packed: bool = False

    def members(self, blob: Blob, limits: Limits, wanted: Wanted = everything) -> Iterator[Member]:
        """Its members; unwanted ones stay packed where that saves time.

        Raises:
            Unreadable: Before the first member, or after the last that could be read.
        """
        return self.opens(blob, limits, wanted)


# Modules that open containers are imported when needed: most commands meet none, and one log is read fast.


def _open_packed(blob: Blob, limits: Limits, _: Wanted, *, name: str) -> Iterator[Member]:
    from analyzer.sources.packed import open_packed

    return open_packed(name, blob, limits)


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
    return Container(name, _begins(magic), partial(_open_packed, name=name), forwards=True, is_packed=True)


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


def container_of(head: bytes) -> Container | None:
    """The kind of container that begins with these bytes; None for anything else."""
    for container in CONTAINERS:
        if container.sniff(head):
            return container
    return None


class Look(NamedTuple):
    """What is wanted, what the limits are, and how many more levels may be opened."""

    choice: Choice
    limits: Limits
    depth: int

    def deeper(self) -> Look:
        """The same, one level deeper."""
        return self._replace(depth=self.depth - 1)

    def wanted_in(self, source: str) -> Wanted:
        """Tells whether a member of a source may be wanted, by its name."""
        if not self.choice.asks_log:
            return everything
        return lambda name: not self.choice.rules_out(f"{source}!{name}")

    def inside(self, grown: float) -> Look:
        """The same, with the limits for something that grew by this factor when it was unpacked."""
        return self._replace(limits=self.limits.inside(grown))


def look_into_file(label: str, path: str, look: Look, *, stated: int, is_named: bool) -> Iterable[Item]:
    """The items in a file.

    Args:
        label: Its name in messages.
        path: Where it lies.
        look: What is wanted and allowed.
        stated: Its expected size.
        is_named: As for `look_into`.
    """
    try:
        data = _read_at_once(path, min(stated, READ_WHOLE))
    except OSError as error:
        return (SourceProblem(label, os_words(error)),)
    if len(data) <= READ_WHOLE:
        return look_into(Blob(label, None, data), look, is_named=is_named)
    return told(label, look_into(Blob(label, Path(path)), look, is_named=is_named))


def _read_at_once(path: str, stated: int) -> bytes:
    """The whole file, or enough of it to see that it is too large."""
    # System calls, because opening a stream takes longer than reading a log, and there are millions.
    file = os.open(path, _FOR_READING)
    try:
        data = os.read(file, stated + 1)
        # One byte more was asked for, so the loop only runs when the size is not the expected one.
        while len(data) != stated and len(data) <= READ_WHOLE:
            piece = os.read(file, READ_WHOLE + 1 - len(data))
            if not piece:
                break
            data, stated = data + piece, -1
        return data
    finally:
        os.close(file)


def look_into_member(
    source: str, member: Member, look: Look, *, is_named: bool, is_row: bool = False
) -> Iterable[Item]:
    """The items in a member of a container.

    Args:
        source: The container.
        member: What is in it.
        look: What is wanted and allowed.
        is_named: As for `look_into`, of the container.
        is_row: Whether it is a row of a table of logs, and therefore a log whatever it holds.
    """
    log = _log_at_hand(member.data, look, member.grown)
    if log is not None:
        return (SourceLog(member.label(source), log),)
    item = member.item(source)
    if not isinstance(item, SourceLog):
        return () if isinstance(item, SourceProblem) and look.choice.rules_out(item.source) else (item,)
    # Naming a container of a single member means that member.
    is_meant = is_row or (is_named and not member.name)
    return _look_closer(Blob(item.source, None, item.data), look.inside(item.grown), is_named=is_meant)


def look_into(blob: Blob, look: Look, *, is_named: bool) -> Iterable[Item]:
    """The items in a blob: the blob itself if it is a log, else the members of its container.

    Args:
        blob: What to inspect.
        look: What is wanted and allowed.
        is_named: Whether the user named it, so that it must not be skipped silently.
    """
    in_memory = blob.place is None and blob.rest is None
    log = _log_at_hand(blob.data, look) if in_memory else None
    return _look_closer(blob, look, is_named=is_named) if log is None else (SourceLog(blob.label, log),)


def _log_at_hand(data: bytes, look: Look, grown: float = 1.0) -> bytes | None:
    """The log, if these bytes are a plain or gzipped one as nearly always; None where more must be checked.

    It gives what `_look_closer` would give, in a third of the time.

    Args:
        data: A whole file or member.
        look: What is wanted and allowed.
        grown: As for `Member`.
    """
    if look.choice.asks_log:
        return None
    limits = look.limits
    log: bytes | None = data
    if data.startswith(_GZIP_BEGINS):
        # Never more than the limits allow; where they allow more, it is unpacked again.
        most = min(limits.log_bytes, limits.nested_bytes, limits.ratio_inside(grown) * len(data))
        log = _gunzipped(data, most) if look.depth >= 0 else None
    if log is None or not log.startswith(_LOG) or len(log) > limits.log_bytes:
        return None
    return None if is_tar(log) else log


def _gunzipped(data: bytes, most: int) -> bytes | None:
    # Most commands meet no packed log, and one log is read fast.
    from analyzer.sources.packed import GZIP, inflated

    return inflated(GZIP, data, most)


def _look_closer(blob: Blob, look: Look, *, is_named: bool) -> Iterator[Item]:
    """The items in any blob."""
    if look.choice.rules_out(blob.label):
        return
    head = blob.head(HEAD)
    container = container_of(head)
    if container is None:
        yield from _plain(blob, head, look, is_named=is_named)
    elif look.depth < (0 if container.is_packed else 1):
        yield SourceProblem(blob.label, f"is nested deeper than {look.limits.depth} archives")
    else:
        is_log = _is_named_by_id(blob.label) and not look.choice.asks_log
        for item in told(blob.label, _look_inside(blob, container, look, is_named=is_named)):
            is_log = is_log and isinstance(item, Skipped)
            yield item
        if is_log:
            yield SourceProblem(blob.label, f"is {container.name} without a log in it")


def _look_inside(blob: Blob, container: Container, look: Look, *, is_named: bool) -> Iterator[Item]:
    deeper, is_row = look.deeper(), container.holds_rows
    for member in container.members(blob, look.limits, look.wanted_in(blob.label)):
        yield from look_into_member(blob.label, member, deeper, is_named=is_named, is_row=is_row)


def _is_named_by_id(label: str) -> bool:
    return log_id_of(label) != label


def _plain(blob: Blob, head: bytes, look: Look, *, is_named: bool) -> Iterator[Item]:
    most = look.limits.log_bytes
    packed = next((name for begin, name in _UNSUPPORTED.items() if head.startswith(begin)), None)
    if not head:
        yield SourceProblem(blob.label, "is empty")
    elif packed is not None:
        yield SourceProblem(blob.label, f"is {packed}, which is not supported; unpack it first")
    elif not (is_named or _is_named_by_id(blob.label) or _looks_like_log(head)):
        yield Skipped(blob.label)
    else:
        with blob.open() as stream:
            data = stream.read(most + 1)
            if look.choice.asks_log and not look.choice.by_content(blob.label, data):
                return
            if len(data) <= most:
                yield SourceLog(blob.label, data)
            elif is_lines(data):
                yield from games_of_lines(Blob(blob.label, None, data, stream), most)
            else:
                yield SourceProblem(blob.label, f"holds more than {most} bytes, too many for a log")


_MARKUP: Final = re.compile(rb"[\xef\xbb\xbf\xff\xfe\s]*<")
_JSON: Final = re.compile(rb"[\xef\xbb\xbf\xff\xfe\s]*[{\[]")
_LOG_TAGS: Final = re.compile(rb"<(?:SHUFFLE|GO|UN|TAIKYOKU|INIT)\s")
"""The first tags of an mjlog, by which one whose root is damaged is told from other XML."""
_JSON_LOG: Final = re.compile(
    rb'"log"\s*:\s*\[\s*\[|"rule"\s*:\s*\{\s*"(?:disp|aka)|"title"\s*:\s*\[\s*"[^"]*"\s*,\s*"[^"]*"\s*\]'
    rb'|"type"\s*:\s*"(?:start_game|start_kyoku)"'
)
_UNSUPPORTED: Final = {b"7z\xbc\xaf\x27\x1c": "a 7z archive", b"Rar!\x1a\x07": "a rar archive"}
"""By their first bytes."""


def _looks_like_log(head: bytes) -> bool:
    """Whether it begins with tags of an mjlog in any encoding, or like JSON or links of logs."""
    # UTF-16 and UTF-32 put zeros between the characters of a tag.
    plain = head.replace(b"\0", b"")
    if b"<mjlog" in plain or (_MARKUP.match(plain) is not None and _LOG_TAGS.search(plain) is not None):
        return True
    is_json = _JSON.match(plain) is not None and _JSON_LOG.search(plain) is not None
    if is_json:
        return True
    # Most logs are none of these, and one log is read fast.
    from analyzer.formats.mahjong_soul.messages import looks_like_record
    from analyzer.formats.tenhou6.links import LINK

    return LINK.search(plain) is not None or looks_like_record(head)


# Files of JSON lines that are too large for one log are cut into their games; memory holds one at a time.
# Smaller files stay whole, and `formats` finds the games in them.

_BLANK: Final = b"\xef\xbb\xbf\r\n\t "
_GAME, _BAD, _INSIDE = "a game", "no object", "within a game"
_BEGINNINGS: Final = ("start_game", "start_kyoku", _GAME)
_MARKS: Final = (b'"start_', b'"end_game"', b'"log"')


def is_lines(data: bytes) -> bool:
    """Whether a line before the last is a whole JSON object: the first, or one that begins a game or hand."""
    first, *others = data.lstrip(_BLANK).split(b"\n")[:-1] or [b""]
    if isinstance(_value(first), dict):
        return True
    return first.startswith(b"{") and any(_kind(line) in _BEGINNINGS for line in others)


def games_of_lines(blob: Blob, most: int) -> Iterator[SourceLog | SourceProblem]:
    """The games of a file, each with its place in it as a small file has them; too large ones are problems.

    Args:
        blob: Lines of mjai, where a game begins with ``start_game``, or of JSON with a game a line.
        most: Bytes of the largest game.
    """
    with blob.open() as stream:
        for place, (line, data) in enumerate(_games(stream, most), 1):
            label = blob.label if place == 1 else f"{blob.label}#{place}"
            if data is None:
                yield SourceProblem(label, f"holds more than {most} bytes, too many for a log")
            else:
                yield SourceLog(label, data, line=line)


def _games(stream: BinaryIO, most: int) -> Iterator[tuple[int, bytes | None]]:
    """First line and bytes of each game; None for too many bytes."""
    held: list[bytes] = []
    number = first = 1
    size = 0
    has_begun = is_over = is_game_a_line = is_rest = False
    # Of a longer line this gives pieces.
    while line := stream.readline(most + 1):
        is_apart = is_over or is_game_a_line or not has_begun
        kind = "" if is_rest or not line.strip() else _kind(line, is_apart=is_apart)
        begins = kind in ("start_game", _GAME) or (is_game_a_line and kind != "")
        begins |= kind == _BAD and (is_over or b'"start_game"' in line)
        if begins and has_begun:
            yield first, b"".join(held) if size <= most else None
            held, size, first, has_begun = [], 0, number, False
        has_begun = has_begun or begins or kind in ("start_kyoku", _BAD)
        is_over = kind == "end_game" or (is_over and not begins)
        is_game_a_line = is_game_a_line or kind == _GAME
        is_rest = not line.endswith(b"\n")
        size += len(line)
        if size <= most:
            held.append(line)
        else:
            held.clear()
        number += line.endswith(b"\n")
    yield first, b"".join(held) if size <= most else None


def _kind(line: bytes, *, is_apart: bool = False) -> str:
    """The type of an event of mjai, a game of one line, or no object.

    Args:
        line: Not empty.
        is_apart: Whether it stands outside a game of mjai; inside one only some types matter.
    """
    if not is_apart and not any(mark in line for mark in _MARKS):
        return _INSIDE
    value = _value(line)
    if not isinstance(value, dict):
        return _BAD
    return _GAME if "log" in value else str(value.get("type"))


def _value(line: bytes) -> object:
    """The value of a line of JSON; None where it is none."""
    import json

    try:
        return json.loads(line.strip(_BLANK))
    except (ValueError, RecursionError):
        return None
