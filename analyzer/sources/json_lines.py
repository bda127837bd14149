"""Files of JSON lines that are too large for one log, cut into their games; memory holds one at a time.

Smaller files stay whole, and `formats` finds the games in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from analyzer.sources.items import Blob, SourceLog, SourceProblem

__all__ = ["games_of_lines", "is_lines"]

_BLANK: Final = b"\xef\xbb\xbf\r\n\t "


def is_lines(data: bytes) -> bool:
    """Whether the first line is a whole JSON object, and not the last."""
    first, end, _ = data.lstrip(_BLANK).partition(b"\n")
    return bool(end) and isinstance(_value(first), dict)


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
    size, has_begun = 0, False
    # Of a longer line this gives pieces.
    while line := stream.readline(most + 1):
        begins_game, begins_hand = _begins(line)
        if begins_game and has_begun:
            yield first, b"".join(held) if size <= most else None
            held, size, first, has_begun = [], 0, number, False
        has_begun = has_begun or begins_game or begins_hand
        size += len(line)
        if size <= most:
            held.append(line)
        else:
            held.clear()
        number += line.endswith(b"\n")
    yield first, b"".join(held) if size <= most else None


def _begins(line: bytes) -> tuple[bool, bool]:
    """Whether a line begins a game, and a hand."""
    if b'"start_' not in line and b'"log"' not in line:
        return False, False
    event = _value(line)
    if not isinstance(event, dict):
        return False, False
    return event.get("type") == "start_game" or "log" in event, event.get("type") == "start_kyoku"


def _value(line: bytes) -> object:
    """The value of a line of JSON; None where it is none."""
    import json

    try:
        return json.loads(line.strip(_BLANK))
    except (ValueError, RecursionError):
        return None
