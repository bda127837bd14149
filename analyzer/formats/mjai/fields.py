"""Values of one event, each checked; what is malformed is named with its line and what was expected."""

from __future__ import annotations

from typing import Final

from analyzer.errors import MalformedLog
from analyzer.formats.mjai.lines import JsonObject, described, malformed
from analyzer.formats.mjai.tiles import KIND_OF, UNKNOWN_TILE
from analyzer.vocabulary import SEATS, Seat

__all__ = ["Fields", "one_seat"]

_A_TILE: Final = "a tile such as '5m', '5mr' or 'E'"
_POINTS: Final = 100_000_000
_TEXTS: Final = frozenset(KIND_OF)
_MISSING: Final = object()


def _whole(value: object) -> object:
    """The value; 25000.0, as tables of numbers write it, is a whole number."""
    return int(value) if isinstance(value, float) and abs(value) <= _POINTS and value.is_integer() else value


def one_seat(line: int) -> MalformedLog:
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

    def number(self, name: str, lowest: int, highest: int) -> int:
        """A whole number within a range."""
        value = _whole(self.event.get(name))
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

    def tile(self, name: str = "pai") -> str:
        """A tile that is known."""
        value = self.event.get(name)
        if isinstance(value, str) and value in KIND_OF:
            return value
        raise one_seat(self.line) if value == UNKNOWN_TILE else self.error(name, _A_TILE)

    def tiles(self, name: str, counts: range, value: object = _MISSING) -> list[str]:
        """A list of tiles that are known.

        Args:
            name: The member.
            counts: Lengths that it may have.
            value: The list, where it is within the member.
        """
        found = self.event.get(name) if value is _MISSING else value
        if not isinstance(found, list) or len(found) not in counts:
            raise self._no_tiles(name, counts, found)
        try:
            if _TEXTS.issuperset(found):
                return found
        except TypeError:
            pass
        for tile in found:
            if tile == UNKNOWN_TILE:
                raise one_seat(self.line)
            if not isinstance(tile, str) or tile not in KIND_OF:
                raise malformed(self.line, f"tiles such as '5m', '5mr' or 'E' in {name!r}", described(tile))
        return found

    def _no_tiles(self, name: str, counts: range, found: object) -> MalformedLog:
        many = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        return malformed(self.line, f"{many} tiles in {name!r}", described(found))

    def items(self, name: str) -> list[object]:
        """A list with an entry for each seat; the fourth of three seats is left out."""
        value = self.event.get(name)
        if not isinstance(value, list) or len(value) not in (self.players, SEATS):
            raise self.error(name, f"a list for {self.players} seats")
        return value[: self.players]

    def hundreds(self, name: str) -> list[int] | None:
        """Points of four seats in hundreds, as an mjlog has them; None where they are not stated.

        An empty list states nothing.
        """
        if not self.has(name) or self.event[name] == []:
            return None
        points = [_whole(value) for value in self.items(name)]
        for value in points:
            is_number = isinstance(value, int) and not isinstance(value, bool)
            if not is_number or not -_POINTS <= value <= _POINTS or value % 100:  # type: ignore[operator]
                raise malformed(self.line, f"multiples of 100 points in {name!r}", described(value))
        return [*(value // 100 for value in points), 0][:SEATS]  # type: ignore[operator]
