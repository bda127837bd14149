"""Finds the logs in a blob: the blob itself, or the members of a container, to a limited depth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from analyzer.sources.choice import Choice, log_id_of
from analyzer.sources.items import (
    Blob,
    Item,
    Limits,
    Skipped,
    SourceLog,
    SourceProblem,
    Wanted,
    everything,
    os_words,
    told,
)
from analyzer.sources.tars import is_tar, open_tar

HEAD: Final = 4096
"""Bytes needed to recognise a container or a log."""
READ_WHOLE: Final = 1024 * 1024
"""Files up to this size are read at once; larger ones are mostly archives, read piece by piece."""
_LOG: Final = b"<mjloggm"
"""How nearly every log begins."""
_GZIP_BEGINS: Final = b"\x1f\x8b"
_CONTAINERS: Final = {
    _GZIP_BEGINS: "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"\x28\xb5\x2f\xfd": "Zstandard",
    b"\x04\x22\x4d\x18": "LZ4",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"PK\x07\x08": "zip",
    b"SQLite format 3\0": "SQLite",
}
"""By their first bytes."""
_BY_PLACE: Final = ("zip", "SQLite")
"""Containers that are read here and there; all others are read from start to end, so that a pipe will do."""
_ARCHIVES: Final = (*_BY_PLACE, "tar")
"""Containers that count for the depth; all others are one packed file, or a tar."""


def container_of(head: bytes) -> str | None:
    """The kind of container that begins with these 4,096 bytes; None for anything else."""
    found = next((name for magic, name in _CONTAINERS.items() if head.startswith(magic)), None)
    return found or ("tar" if is_tar(head) else None)


def is_forwards(container: str) -> bool:
    """Whether a container is read from start to end, so that a pipe will do (`Blob.rest`)."""
    return container not in _BY_PLACE


def members_of(container: str, blob: Blob, limits: Limits, wanted: Wanted = everything) -> Iterator[Item]:
    """The members of a container, not looked into; unwanted ones stay packed where that saves time.

    Raises:
        Unreadable: Before the first member, or after the last that could be read.
    """
    # These are imported when needed: most commands meet none, and one log is read fast.
    if container == "zip":
        from analyzer.sources.zips import list_members, read_members

        parts = (part for part in list_members(blob, limits) if wanted(part.name))
        return read_members(blob, parts, limits)
    if container == "SQLite":
        from analyzer.sources.sqlite import open_sqlite

        return open_sqlite(blob, limits, wanted)
    if container == "tar":
        return open_tar(blob, limits)
    from analyzer.sources.packed import open_packed

    return open_packed(container, blob, limits)


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
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (Path is slower, and there are millions)
        data = file.read(stated + 1)
        # One byte more was asked for, so the loop only runs when the size is not the expected one.
        while len(data) != stated and (piece := file.read(READ_WHOLE + 1 - len(data))):
            data, stated = data + piece, -1
        return data


def look_into_item(container: str, label: str, item: Item, look: Look, *, is_named: bool) -> Iterable[Item]:
    """The items in what a container holds.

    Args:
        container: Its kind.
        label: Its name in messages.
        item: Of `members_of`.
        look: What is wanted and allowed within.
        is_named: As for `look_into`, of the container.
    """
    if not isinstance(item, SourceLog):
        return () if isinstance(item, SourceProblem) and look.choice.rules_out(item.source) else (item,)
    # Naming a packed file means what is in it; a row of a table of logs is one whatever it holds.
    is_meant = container == "SQLite" or (is_named and item.source == label)
    inside = Blob(item.source, None, item.data)
    return look_into(inside, look, is_named=is_meant, grown=item.grown)


def look_into(blob: Blob, look: Look, *, is_named: bool, grown: float | None = None) -> Iterable[Item]:
    """The items in a blob: the blob itself if it is a log, else the members of its container.

    Args:
        blob: What to inspect.
        look: What is wanted and allowed.
        is_named: Whether the user named it, so that it must not be skipped silently.
        grown: As for `SourceLog`, where it is a member.
    """
    if blob.place is None and blob.rest is None:
        log = _log_at_hand(blob.data, look, grown)
        if log is not None:
            return (SourceLog(blob.label, log),)
    if grown is not None:
        look = look._replace(limits=look.limits.inside(grown))
    return _look_closer(blob, look, is_named=is_named)


def _log_at_hand(data: bytes, look: Look, grown: float | None) -> bytes | None:
    """The log, if these bytes are a plain or gzipped one as nearly always; None where more must be checked.

    It gives what `_look_closer` would give, in a third of the time.
    """
    limits = look.limits
    log: bytes | None = None if look.choice.asks_log else data
    if log is not None and data.startswith(_GZIP_BEGINS):
        from analyzer.sources.packed import GZIP, inflated

        # Never more than the limits allow; where they allow more, it is unpacked again.
        ratio = limits.ratio if grown is None else limits.ratio_inside(grown)
        most = min(limits.log_bytes, limits.nested_bytes, ratio * len(data))
        log = inflated(GZIP, data, most) if look.depth >= 0 else None
    if log is None or not log.startswith(_LOG) or len(log) > limits.log_bytes or is_tar(log):
        return None
    return log


def _look_closer(blob: Blob, look: Look, *, is_named: bool) -> Iterator[Item]:
    """The items in any blob."""
    if look.choice.rules_out(blob.label):
        return
    head = blob.head(HEAD)
    container = container_of(head)
    if container is None:
        yield from _plain(blob, head, look, is_named=is_named)
    elif look.depth < (container in _ARCHIVES):
        yield SourceProblem(blob.label, f"is nested deeper than {look.limits.depth} archives")
    else:
        is_log = _is_named_by_id(blob.label) and not look.choice.asks_log
        for item in told(blob.label, _look_inside(blob, container, look, is_named=is_named)):
            is_log = is_log and isinstance(item, Skipped)
            yield item
        if is_log:
            yield SourceProblem(blob.label, f"is {container} without a log in it")


def _look_inside(blob: Blob, container: str, look: Look, *, is_named: bool) -> Iterator[Item]:
    deeper = look.deeper()
    for item in members_of(container, blob, look.limits, look.wanted_in(blob.label)):
        yield from look_into_item(container, blob.label, item, deeper, is_named=is_named)


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
    from analyzer.formats.json_document import LINK
    from analyzer.formats.mahjong_soul.messages import looks_like_record

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
