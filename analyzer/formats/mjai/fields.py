"""Values of one event, each checked; what is malformed is named with its line and what was expected."""

from __future__ import annotations

from typing import Final

from analyzer.errors import MalformedLog
from analyzer.formats.builder import KIND_OF_FACE, Face
from analyzer.formats.mjai.lines import JsonObject, described, malformed
from analyzer.formats.mjai.words import FACE_OF, UNKNOWN_TILE
from analyzer.vocabulary import SEATS, Seat

__all__ = ["Fields", "shortened"]

_A_TILE: Final = "a tile such as '5m', '5mr' or 'E'"
_POINTS: Final = 100_000_000
_LONGEST_WORD: Final = 60
_MISSING: Final = object()


def _whole(value: object) -> object:
    """The value; 25000.0, as tables of numbers write it, is a whole number."""
    return int(value) if isinstance(value, float) and abs(value) <= _POINTS and value.is_integer() else value


def _one_seat(line: int) -> MalformedLog:
    """The error for a log that hides tiles."""
    error = malformed(line, "every tile", f"{UNKNOWN_TILE!r}")
    return MalformedLog(f"seen from one seat: {error.message}", error.location)


class Fields:
    """The members of one event.

    Args:
        event: As the JSON parser gave it.
        line: Its line.
        players: Seats that play, 3 or 4.
    """

    def __init__(self, event: JsonObject, line: int, players: int = SEATS) -> None:
        self.event = event
        self.line = line
        self.players = players

    def error(self, name: str, expected: str) -> MalformedLog:
        """The error that names what was expected of a member."""
        value = self.event.get(name, _MISSING)
        found = "nothing" if value is _MISSING else described(value)
        return malformed(self.line, f"{expected} as {name!r}", found)

    def has(self, name: str) -> bool:
        """Whether it states the member; null states nothing."""
        return self.event.get(name) is not None

    def number(self, name: str, lowest: int, highest: int, unstated: int | None = None) -> int:
        """A whole number within a range; ``unstated`` where it may be left out and is."""
        value = _whole(self.event.get(name))
        if value is None and unstated is not None:
            return unstated
        if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
            raise self.error(name, f"a number from {lowest} to {highest}")
        return value

    def seat(self, name: str = "actor") -> Seat:
        """A seat of the game."""
        value = self.event.get(name)
        if type(value) is int and 0 <= value < self.players:
            return value
        return self.number(name, 0, self.players - 1)

    def source(self) -> Seat:
        """``target``, another seat than ``actor``."""
        target = self.seat("target")
        if target == self.event.get("actor"):
            raise self.error("target", "another seat than 'actor'")
        return target

    def tile(self, name: str = "pai") -> Face:
        """A tile that is known."""
        value = self.event.get(name)
        if isinstance(value, str) and value in FACE_OF:
            return FACE_OF[value]
        raise _one_seat(self.line) if value == UNKNOWN_TILE else self.error(name, _A_TILE)

    def tiles(self, name: str, counts: range, value: object = _MISSING) -> list[Face]:
        """A list of tiles that are known.

        Args:
            name: The member.
            counts: Lengths that it may have.
            value: The list, where it is within the member.
        """
        found = self.event.get(name) if value is _MISSING else value
        if not isinstance(found, list) or len(found) not in counts:
            many = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
            raise malformed(self.line, f"{many} tiles in {name!r}", described(found))
        try:
            return [FACE_OF[tile] for tile in found]
        except (KeyError, TypeError):
            tile = next(one for one in found if not isinstance(one, str) or one not in FACE_OF)
        if tile == UNKNOWN_TILE:
            raise _one_seat(self.line)
        raise malformed(self.line, f"tiles such as '5m', '5mr' or 'E' in {name!r}", described(tile))

    def of_one_kind(self, count: int, name: str | None) -> list[Face]:
        """``consumed``: so many tiles, all of the kind of another member, or of the first of them."""
        own = self.tiles("consumed", range(count, count + 1))
        face = own[0] if name is None else self.tile(name)
        if any(KIND_OF_FACE[one] != KIND_OF_FACE[face] for one in own):
            text = self.event["consumed"][0] if name is None else self.event[name]  # type: ignore[index]
            raise self.error("consumed", f"tiles of the kind of {text!r}")
        return own

    def items(self, name: str) -> list[object]:
        """A list with an entry for each seat; the fourth of three seats is left out."""
        value = self.event.get(name)
        if not isinstance(value, list) or len(value) not in (self.players, SEATS):
            raise self.error(name, f"a list for {self.players} seats")
        return value[: self.players]

    def points(self, name: str) -> list[int] | None:
        """Points of four seats; None where they are not stated, or the list is empty."""
        if self.event.get(name) in (None, []):
            return None
        found: list[int] = []
        for value in self.items(name):
            points = value if type(value) is int else _whole(value)
            if type(points) is not int or not -_POINTS <= points <= _POINTS or points % 100:
                raise malformed(self.line, f"multiples of 100 points in {name!r}", described(points))
            found.append(points)
        return found if len(found) == SEATS else [*found, 0]

    def word(self, name: str) -> str:
        """A text that is kept in part."""
        value = self.event[name]
        if not isinstance(value, str):
            raise self.error(name, "a text")
        return shortened(value)


def shortened(text: str) -> str:
    """A word of a log as far as it is kept, without lone surrogates."""
    return text[:_LONGEST_WORD].encode("utf-8", "replace").decode("utf-8")
