"""Bytes to the games of a JSON document: one object, a list of objects, or one object a line."""

from __future__ import annotations

import json
import re
from typing import Final, NoReturn

from analyzer.errors import MalformedLog
from analyzer.formats.tenhou6.fields import Field

__all__ = ["MAX_BYTES", "MAX_GAMES", "games_of", "looks_like_json", "looks_like_tenhou6"]

MAX_BYTES: Final = 8 * 1024 * 1024
"""The longest games are about 20 KB."""
MAX_GAMES: Final = 1000
"""Games of one file."""
_HANDS: Final = re.compile(rb'"log"\s*:\s*\[')
_BEGINS: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*[{\[]")


def looks_like_json(head: bytes) -> bool:
    """Whether bytes begin as a JSON object or list does; no XML begins so."""
    return _BEGINS.match(head) is not None


def looks_like_tenhou6(head: bytes) -> bool:
    """Whether the first kilobytes of a file are those of a game: JSON with hands under ``log``.

    For files that nobody named; findings have a ``log`` too, which is no list.
    """
    return looks_like_json(head) and _HANDS.search(head) is not None


def games_of(data: bytes, max_bytes: int = MAX_BYTES) -> list[Field]:
    """The object of each game.

    Raises:
        MalformedLog: When the bytes are no JSON of a game, or beyond a bound.
    """
    if len(data) > max_bytes:
        raise MalformedLog(f"expected at most {max_bytes} bytes, found {len(data)}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedLog(f"expected UTF-8, found other bytes at {error.start}") from None
    first = text.lstrip().split("\n", 1)[0]
    games = _lines(text) if "\n" in text and _is_whole(first) else _document(text)
    if not games:
        raise MalformedLog("expected a game, found an empty list")
    if len(games) > MAX_GAMES:
        raise MalformedLog(f"expected at most {MAX_GAMES} games in one file, found {len(games)}")
    return games


def _is_whole(line: str) -> bool:
    """Whether a line is an object, so that the file has one a line."""
    if not line.lstrip().startswith("{") or not line.rstrip().endswith("}"):
        return False
    try:
        return isinstance(_parsed(line, ""), dict)
    except MalformedLog:
        return False


def _lines(text: str) -> list[Field]:
    numbered = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(numbered) == 1:
        return [Field(_parsed(numbered[0][1], ""), "")]
    return [Field(_parsed(line, f"line {number}: "), f"line {number}") for number, line in numbered]


def _document(text: str) -> list[Field]:
    document = Field(_parsed(text, ""), "")
    return document.items() if isinstance(document.value, list) else [document]


def _parsed(text: str, before: str) -> object:
    """A JSON text as Python values.

    Raises:
        MalformedLog: When it is none: not well-formed, a key given twice, NaN, nested too deeply.
    """
    try:
        return json.loads(text, object_pairs_hook=_without_repetition, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise MalformedLog(f"{before}expected JSON, found at {place}: {error.msg}") from None
    except RecursionError:
        raise MalformedLog(f"{before}expected lists some levels deep, found far more") from None
    except MalformedLog as error:
        raise MalformedLog(before + error.message) from None
    except ValueError:
        # Python refuses integers of thousands of digits.
        raise MalformedLog(f"{before}expected numbers of a log, found one of thousands of digits") from None


def _without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members: dict[str, object] = {}
    for key, value in pairs:
        if key in members:
            raise MalformedLog(f"expected every key once, found {key[:40]!r} twice")
        members[key] = value
    return members


def _refuse(constant: str) -> NoReturn:
    raise MalformedLog(f"expected a number, found {constant}")
