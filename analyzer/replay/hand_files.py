"""Hands written down in a file: TOML, or JSON; one, a list of them, or one a line."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from analyzer.errors import Location, UserMistake
from analyzer.replay.notation import HandNote, hand_of

__all__ = ["hands_in"]


def hands_in(lines: Iterable[str], name: str) -> Iterator[tuple[HandNote, str]]:
    """The hands of a file in order, each with its place; of one a line, as soon as the line is read.

    Args:
        lines: Of the file.  TOML holds one hand, or several as ``[[hand]]``; JSON an object, a list of
            objects, or an object a line, with the keys of the TOML.
        name: Of the file, for mistakes.

    Raises:
        UserMistake: When the file is neither, or a hand is not valid; names the line or the hand.
    """
    rest = iter(lines)
    before = []
    for line in rest:
        before.append(line)
        if line.strip():
            break
    start = before[-1].strip() if before else ""
    if start.startswith("{") and _is_object(start):
        yield from _one_a_line(chain([start], rest), name, len(before))
        return
    text = "".join(chain(before, rest))
    tables = _of_json(text, name) if _is_json(start) else _of_toml(text, name)
    several = len(tables) > 1
    for number, table in enumerate(tables, start=1):
        yield _hand(table, f"{name}: hand {number}" if several else name)


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _is_json(start: str) -> bool:
    """Whether the first line with anything in it is of JSON: a section of TOML begins with a bracket too."""
    return start[:1] == "{" or (start[:1] == "[" and start[1:].lstrip()[:1] in ("", "{", "]"))


def _one_a_line(lines: Iterable[str], name: str, first: int) -> Iterator[tuple[HandNote, str]]:
    for number, line in enumerate(lines, start=first):
        if line.strip():
            place = f"{name}: line {number}"
            for table in _of_json(line, place):
                yield _hand(table, place)


def _of_json(text: str, name: str) -> list[object]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserMistake(f"not JSON: {error}", Location(name)) from error
    return found if isinstance(found, list) else [found]


def _of_toml(text: str, name: str) -> list[object]:
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UserMistake(f"not TOML: {error}", Location(name)) from error
    hands = table.get("hand")
    return hands if isinstance(hands, list) and len(table) == 1 else [table]


def _hand(table: object, name: str) -> tuple[HandNote, str]:
    if not isinstance(table, Mapping):
        raise UserMistake(f"expected the keys of a hand, found {table!r}", Location(name))
    return hand_of(table, name), name
