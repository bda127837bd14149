"""Values of a JSON document with their places, each checked for its type and range before use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.errors import Location, MalformedLog
from analyzer.vocabulary import SEATS

__all__ = ["Field", "malformed"]

_POINTS: Final = 100_000_000
_SHOWN: Final = 40
"""Characters of a value that a message repeats."""


def malformed(place: str, expected: str, found: str, hand: int | None = None) -> MalformedLog:
    """The error of one place, in one line."""
    return MalformedLog(f"{place}: expected {expected}, found {found}", Location(hand=hand))


def _described(value: object) -> str:
    """A value in a few characters, however large it is."""
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
    """A value of the document and where it stands.

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
        """The error that says what was expected here."""
        return malformed(self.place, expected, _described(self.value), self.hand)

    def items(self, counts: Sequence[int] | None = None, what: str = "a list") -> list[Field]:
        """Entries of a list.

        Args:
            counts: Lengths that it may have; None for any.
            what: The list in words.

        Raises:
            MalformedLog: When it is no list, or of another length.
        """
        if not isinstance(self.value, list) or (counts is not None and len(self.value) not in counts):
            raise self.error(what)
        return [Field(value, f"{self.place}[{index}]", self.hand) for index, value in enumerate(self.value)]

    def number(self, lowest: int, highest: int, what: str) -> int:
        """A whole number within a range; 25000.0 is one.

        Raises:
            MalformedLog: When it is not.
        """
        value = self.value
        if isinstance(value, float) and abs(value) <= 2**53 and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise self.error(what)
        return value

    def hundreds(self) -> int:
        """Points, in hundreds as an mjlog has them.

        Raises:
            MalformedLog: When they are no multiple of 100.
        """
        points = self.number(-_POINTS, _POINTS, "points")
        if points % 100:
            raise self.error("a multiple of 100")
        return points // 100

    def points(self, players: int) -> list[int]:
        """Points of four seats; where three play, three will do.

        Raises:
            MalformedLog: When they are not.
        """
        seats = self.items((players, SEATS), f"points of {players} seats")
        return [*(100 * seat.hundreds() for seat in seats), 0][:SEATS]

    def text(self, what: str) -> str:
        """A string; halves of characters, which UTF-8 cannot write, are replaced.

        Raises:
            MalformedLog: When it is no string.
        """
        if not isinstance(self.value, str):
            raise self.error(what)
        return self.value.encode("utf-8", "replace").decode("utf-8")

    def members(self, what: str) -> dict[str, Field]:
        """Members of an object by key.

        Raises:
            MalformedLog: When it is no object.
        """
        if not isinstance(self.value, dict):
            raise self.error(what)
        before = f"{self.place}." if self.place else ""
        return {key: Field(value, f"{before}{key}", self.hand) for key, value in self.value.items()}
