"""Bytes to the games of a JSON document: one object, a list of objects, one object per line, or links.

A `Field` is a value with its place in the document; it checks type and range before the value is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from analyzer.errors import Location, MalformedLog
from analyzer.formats.tenhou6.links import has_links, linked_json
from analyzer.vocabulary import SEATS

__all__ = [
    "MAX_BYTES",
    "MAX_GAMES",
    "Field",
    "games_of",
    "looks_like_json",
    "malformed",
    "parsed",
    "separate_hands",
]

MAX_BYTES: Final = 8 * 1024 * 1024
"""The longest games are about 20 KB."""
MAX_GAMES: Final = 1000
"""Most games of one file."""
_BEGINS: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*[{\[]")
_POINTS: Final = 100_000_000
_SHOWN: Final = 40
"""Characters of a value that a message repeats."""


def looks_like_json(head: bytes) -> bool:
    """Whether bytes begin like a JSON object or list; XML never does."""
    return _BEGINS.match(head) is not None


def games_of(data: bytes, max_bytes: int = MAX_BYTES) -> list[Field | MalformedLog]:
    """The object of each game; of a line or link that is no JSON, why.

    Raises:
        MalformedLog: When the bytes are not JSON of games, or beyond a bound.
    """
    if len(data) > max_bytes:
        raise MalformedLog(f"expected at most {max_bytes} bytes, found {len(data)}")
    # Other bytes than UTF-8 become lone surrogates, which no other bytes give.
    text = data.decode("utf-8-sig", "surrogateescape")
    games = _objects(linked_json(text), are_links=True) if has_links(data) else _document(text)
    if not games:
        raise MalformedLog("expected a game, found an empty list")
    _refuse_too_many(len(games))
    return games


def _refuse_too_many(games: int) -> None:
    if games > MAX_GAMES:
        raise MalformedLog(f"expected at most {MAX_GAMES} games in one file, found {games}")


def separate_hands(games: Sequence[Field | MalformedLog]) -> set[int]:
    """Take final scores out of documents that hold one hand each of a game, as links do; the later hands.

    Programs that write a link for each hand repeat the final scores, which are not those of the hand alone.

    Returns:
        Places of those that follow the first of their game: they state its id, but are not it again.
    """
    of_game: dict[object, list[tuple[int, dict[str, Any]]]] = {}
    for place, game in enumerate(games):
        if isinstance(game, Field) and isinstance(game.value, dict):
            ref = game.value.get("ref")
            name = (ref[:_SHOWN] if isinstance(ref, str) else "", _numbers(game.value.get("sc")))
            if any(name):
                of_game.setdefault(name, []).append((place, game.value))
    later = set[int]()
    for parts in of_game.values():
        hands = [document.get("log") for _, document in parts]
        begins = [_numbers(_first(_first(hand))) for hand in hands]
        if len(set(begins)) == 1:
            continue
        later |= {place for (place, _), begin in zip(parts, begins, strict=True) if begin != begins[0]}
        for (_, document), hand in zip(parts, hands, strict=True):
            if isinstance(hand, list) and len(hand) == 1:
                document.pop("sc", None)
    return later


def _numbers(value: object) -> tuple[object, ...]:
    """The numbers of a list; none where it is another value."""
    is_flat = isinstance(value, list) and all(isinstance(one, int | float) for one in value)
    return tuple(value) if isinstance(value, list) and is_flat else ()


def _first(value: object) -> object:
    """The first entry of a list; None without one."""
    return value[0] if isinstance(value, list) and value else None


def _objects(numbered: list[tuple[int, str]], *, are_links: bool = False) -> list[Field | MalformedLog]:
    """The objects of lines or links, each with the number of its line."""
    _refuse_too_many(len(numbered))
    games: list[Field | MalformedLog] = []
    for number, line in numbered:
        try:
            value = parsed(line, f"line {number}: ", is_alone=not are_links)
            games.append(Field(value, f"line {number}"))
        except MalformedLog as error:
            games.append(error)
    return games


def _document(text: str) -> list[Field | MalformedLog]:
    """The games of one JSON text; where it is none, those of its lines, if one of them is a game."""
    try:
        document = Field(parsed(text, ""), "")
    except MalformedLog:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        is_object = text.lstrip().startswith("{")
        if not is_object or len(lines) == 1 or not any(_is_game(line) for _, line in lines):
            raise
        return _objects(lines)
    return [*document.items()] if isinstance(document.value, list) else [document]


def _is_game(line: str) -> bool:
    """Whether a line is a whole object with hands."""
    if '"log"' not in line or not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(parsed(line, ""), dict)
    except MalformedLog:
        return False


def parsed(text: str, before: str, *, is_alone: bool = True) -> object:
    """A JSON text as Python values.

    Args:
        text: The JSON.
        before: What the message of an error begins with.
        is_alone: Whether nothing may follow it.

    Raises:
        MalformedLog: When it is not well-formed, has a key twice or NaN, or is nested too deeply.
    """
    try:
        if is_alone:
            text.encode()
            return _DECODER.decode(text)
        value, end = _DECODER.raw_decode(text)
        text[:end].encode()
        return value
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if not before else f"column {error.colno}"
        raise MalformedLog(f"{before}expected JSON, found at {place}: {error.msg}") from None
    except UnicodeEncodeError as error:
        octets = len(text[: error.start].encode())
        raise MalformedLog(f"{before}expected UTF-8, found other bytes at {octets}") from None
    except RecursionError:
        raise MalformedLog(f"{before}expected a few levels of lists, found far more") from None
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


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_without_repetition, parse_constant=_refuse)


def malformed(place: str, expected: str, found: str, hand: int | None = None) -> MalformedLog:
    """The error at one place, in one line."""
    where = f"{place}: " if place else ""
    return MalformedLog(f"{where}expected {expected}, found {found}", Location(hand=hand))


def _described(value: object) -> str:
    """A value in few characters, however large it is."""
    if isinstance(value, str):
        return repr(value[:_SHOWN])
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**_SHOWN else "a number of more than 40 digits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "an object"


class Field:
    """A value of the document and its place.

    Args:
        value: As the JSON parser gave it.
        place: Its place as a path, such as ``log[3][5][7]``.
        hand: 0-based index of the hand it belongs to; None outside any hand.
    """

    def __init__(self, value: object, place: str, hand: int | None = None) -> None:
        self.value = value
        self.place = place
        self.hand = hand

    def error(self, expected: str) -> MalformedLog:
        """The error that names what was expected here."""
        return malformed(self.place, expected, _described(self.value), self.hand)

    def values(self, counts: Sequence[int] | None = None, what: str = "a list") -> list[Any]:
        """Entries of a list without their places.

        Args:
            counts: Lengths that it may have; None for any.
            what: The list in words, for the error.

        Raises:
            MalformedLog: When the value is not a list, or has another length.
        """
        if not isinstance(self.value, list) or (counts is not None and len(self.value) not in counts):
            raise self.error(what)
        return self.value

    def items(self, counts: Sequence[int] | None = None, what: str = "a list") -> list[Field]:
        """Entries of a list; arguments and errors as for `values`."""
        values = self.values(counts, what)
        return [Field(value, f"{self.place}[{index}]", self.hand) for index, value in enumerate(values)]

    def number(self, lowest: int, highest: int, what: str) -> int:
        """A whole number within a range; 25000.0 is a whole number.

        Raises:
            MalformedLog: When the value is anything else.
        """
        value = self.value
        if isinstance(value, float) and abs(value) <= 2**53 and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise self.error(what)
        return value

    def hundreds(self) -> int:
        """Points in hundreds, as an mjlog has them.

        Raises:
            MalformedLog: When the value is not a multiple of 100.
        """
        points = self.number(-_POINTS, _POINTS, "points")
        if points % 100:
            raise self.error("a multiple of 100")
        return points // 100

    def points(self, players: int) -> list[int]:
        """Points of four seats; a list of three is enough where three play.

        Raises:
            MalformedLog: When the value is anything else.
        """
        values = self.values((players, SEATS), f"points of {players} seats")
        if not all(type(one) is int and one % 100 == 0 and abs(one) <= _POINTS for one in values):
            values = [100 * seat.hundreds() for seat in self.items()]
        return [*values, 0][:SEATS]

    def text(self, what: str) -> str:
        """A string; lone surrogates, which UTF-8 cannot encode, are replaced.

        Raises:
            MalformedLog: When the value is not a string.
        """
        if not isinstance(self.value, str):
            raise self.error(what)
        return self.value.encode("utf-8", "replace").decode("utf-8")

    def members(self, what: str) -> dict[str, Field]:
        """Members of an object by key.

        Raises:
            MalformedLog: When the value is not an object.
        """
        if not isinstance(self.value, dict):
            raise self.error(what)
        before = f"{self.place}." if self.place else ""
        return {key: Field(value, f"{before}{key}", self.hand) for key, value in self.value.items()}
