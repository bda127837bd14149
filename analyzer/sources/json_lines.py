"""Files of JSON lines that are too large for one log, cut into their games; memory holds one at a time.

Smaller files stay whole, and `formats` finds the games in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from analyzer.sources.items import Blob, SourceLog, SourceProblem

__all__ = ["games_of_lines", "is_lines"]

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
