"""The members of one message, each checked; what is malformed is named with its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from analyzer.errors import MalformedLog
from analyzer.formats.builder import Face
from analyzer.formats.majiang.notation import FACE_OF, HIDDEN, Hand, Meld, read_hand, read_meld
from analyzer.formats.tenhou6.document import Field, malformed
from analyzer.vocabulary import SEATS, Seat

__all__ = ["Message"]

T = TypeVar("T")

_LONGEST_WORD: Final = 60


class Message:
    """The members of a message.

    Args:
        field: Its value and place.
        dealer: Of the hand, from whose seat winds are counted.
    """

    def __init__(self, field: Field, dealer: Seat = 0) -> None:
        self.field, self.dealer = field, dealer
        self.members = field.members("an object with the members of a message")

    def has(self, name: str) -> bool:
        """Whether it states a member; null states nothing."""
        return name in self.members and self.members[name].value is not None

    def member(self, name: str) -> Field:
        """A member that it must have."""
        if name not in self.members:
            raise malformed(self.field.place, f"a member {name!r}", "none", self.field.hand)
        return self.members[name]

    def number(self, name: str, lowest: int, highest: int) -> int:
        """A whole number within a range."""
        return self.member(name).number(lowest, highest, f"a number from {lowest} to {highest}")

    def seat(self, name: str = "l") -> Seat:
        """A seat by its wind."""
        return (self.dealer + self.number(name, 0, SEATS - 1)) % SEATS

    def by_seat(self, values: Sequence[T]) -> list[T]:
        """Values that stand by winds, by seats."""
        return [values[(seat - self.dealer) % SEATS] for seat in range(SEATS)]

    def points(self, name: str) -> list[int] | None:
        """Points by seat; None where they are not stated, or the list is empty."""
        if not self.has(name) or self.members[name].value == []:
            return None
        return self.by_seat(self.members[name].points(SEATS))

    def four(self, name: str) -> list[Field]:
        """What stands by winds."""
        return self.member(name).items((SEATS,), "a list for four seats")

    def word(self, name: str) -> str:
        """A text that is kept in part."""
        return self.member(name).text("a text")[:_LONGEST_WORD]

    def face(self, name: str = "p") -> Face:
        """A tile."""
        return face_of(self.member(name))

    def meld(self) -> Meld:
        """``m``."""
        field = self.member("m")
        text = field.text("a call")
        meld = read_meld(text)
        if meld is None:
            raise hidden(field, text) or field.error("a call such as 'p2-34', 'z666+' or 'm5550'")
        return meld


def face_of(field: Field) -> Face:
    """A tile."""
    text = field.text("a tile")
    if text not in FACE_OF:
        raise hidden(field, text) or field.error("a tile such as 'm5', 'p0' or 'z1'")
    return FACE_OF[text]


def hand_of(field: Field, counts: Sequence[int]) -> Hand:
    """A hand with so many concealed tiles."""
    text = field.text("a hand")
    hand = read_hand(text)
    if hand is None or len(hand.faces) not in counts:
        raise hidden(field, text) or field.error(
            f"a hand of {counts[0]} to {counts[-1]} tiles, as 'm406p12z11'"
        )
    return hand


def hidden(field: Field, text: str) -> MalformedLog | None:
    """The error for a record that hides tiles; None where this one does not."""
    if text and HIDDEN not in text:
        return None
    error = malformed(field.place, "every tile", repr(text[:20]), field.hand)
    return MalformedLog(f"seen from one seat: {error.message}", error.location)
