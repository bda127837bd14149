"""Scene: one element of a log under change, how another is found from it, and what words say of it.

Its properties and methods are words of the catalogue of faults; those of `Standpoint` are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from analyzer.conformance.draft import Draft
from analyzer.conformance.elements import Element
from analyzer.conformance.terms import NoOccasion, Value, flat
from analyzer.settlement.exhaustive import nagashi_payment
from analyzer.vocabulary import SEATS, Seat, TileId

__all__ = ["DISCARD_TAGS", "DRAW_TAGS", "Scene"]

DRAW_TAGS, DISCARD_TAGS = "TUVW", "DEFG"
_NAMING: Final = re.compile("hai[0-3]?|doraHai|doraHaiUra|machi")
_ABORTS: Final = ("yao9", "reach4", "ron3", "kan4", "kaze4")


@dataclass(frozen=True, slots=True)
class Standpoint:
    """One element of a draft, with the names that a fault gives to values."""

    draft: Draft
    element: Element
    names: Mapping[str, Value]
    hint: int = 0
    """Where the element stood when it was found."""

    @property
    def index(self) -> int:
        """Place of the element in the log as it is now."""
        elements = self.draft.elements
        if self.hint < len(elements) and elements[self.hint] is self.element:
            return self.hint
        return self.draft.index_of(self.element)

    def beside(self, offset: int) -> Self:
        """The element so many places behind this one.

        Raises:
            NoOccasion: When the log ends before.
        """
        if offset == 0:
            return self
        place = self.index + offset
        if not 0 <= place < len(self.draft.elements):
            raise NoOccasion("no such element")
        return self.at(place)

    def at(self, place: int) -> Self:
        """The element at a place of the log."""
        return type(self)(self.draft, self.draft[place], self.names, place)

    def over(self, indices: range) -> Iterator[Self]:
        """The elements at some places of the log."""
        return map(self.at, indices)

    def whole_hand(self) -> range:
        """Indices of the elements of its hand."""
        return self.draft.span(self.draft.hand_of(self.index))

    def attribute(self, name: str) -> str:
        """Text of an attribute.

        Raises:
            NoOccasion: When the element has none of the name.
        """
        if name not in self.element.attributes:
            raise NoOccasion(f"no attribute {name}")
        return self.element.attributes[name]

    def naming_attributes(self) -> list[str]:
        """Attributes of the element whose numbers are tiles."""
        return [*filter(_NAMING.fullmatch, self.element.attributes)]


class Scene(Standpoint):
    """What words say of an element, of its hand and of the table; ``offset`` means one beside it."""

    __slots__ = ()

    @property
    def seats(self) -> int:
        """3 or 4."""
        return self.draft.seats

    @property
    def hand(self) -> int:
        """0-based hand that the element belongs to; -1 before the first."""
        return self.draft.hand_of(self.index)

    @property
    def dealer(self) -> Seat:
        """Dealer of the hand."""
        return self.draft.dealer(self.hand)

    def is_last(self) -> bool:
        """No hand follows."""
        return self.draft.is_last(self.hand)

    def stays(self) -> bool:
        """The dealer stays after the hand, if the game goes on."""
        return bool(self.draft.course.stays[self.hand])

    def may_end(self) -> bool:
        """The dealer may end the game after the hand, or go on."""
        return bool(self.draft.course.may_end[self.hand])

    def sticks_after(self) -> int:
        """Riichi sticks on the table after the hand."""
        return int(self.draft.course.following[self.hand, 2])

    def has_wall(self) -> bool:
        """The log has the seed of its walls."""
        return any(element.name == "SHUFFLE" for element in self.draft.elements)

    def rule(self, name: str) -> Value:
        """Value of a rule."""
        found = self.draft.rules.value(name)
        return found if isinstance(found, str) else int(found)  # type: ignore[arg-type]

    def start(self, offset: int, name: str) -> list[int]:
        """Numbers of an attribute of the INIT so many hands later."""
        return self.draft[self.draft.init_of(self.hand + offset)].numbers(name)

    def following(self, seat: Seat) -> Seat:
        """Seat whose turn is next."""
        return (seat + 1) % self.seats

    def other(self, *taken: Value) -> Seat:
        """The first seat that is none of these."""
        for seat in range(self.seats):
            if seat not in flat(taken):
                return seat
        raise NoOccasion("no other seat")

    def has(self, name: str, offset: int = 0) -> bool:
        """The element has an attribute."""
        return name in self.beside(offset).element.attributes

    def kind(self, offset: int = 0) -> str:
        """``draw``, ``discard``, or the tag."""
        name = self.beside(offset).element.name
        if name[1:].isdigit():
            return "draw" if name[0] in DRAW_TAGS else "discard"
        return name

    def tile(self, offset: int = 0) -> TileId:
        """Tile that is drawn or discarded."""
        if self.kind(offset) not in ("draw", "discard"):
            raise NoOccasion("neither draw nor discard")
        return int(self.beside(offset).element.name[1:])

    def seat(self, offset: int = 0) -> Seat:
        """Seat that plays the element."""
        if self.kind(offset) in ("draw", "discard"):
            return (DRAW_TAGS + DISCARD_TAGS).index(self.beside(offset).element.name[0]) % 4
        return int(self.beside(offset).attribute("who"))

    def tsumogiri(self, offset: int = 0) -> bool:
        """The element is the discard of the tile just drawn."""
        kinds = self.kind(offset - 1), self.kind(offset)
        return kinds == ("draw", "discard") and self.tile(offset - 1) == self.tile(offset)

    def passed(self, offset: int = 0) -> bool:
        """Nobody calls or wins on the discard, and it declares no riichi."""
        return self.kind(offset) == "discard" and self.kind(offset + 1) in ("draw", "RYUUKYOKU")

    def winners(self) -> list[Seat]:
        """Winners of the hand."""
        return [one.seat() for one in self._of_hand("AGARI")]

    def riichi_seats(self) -> list[Seat]:
        """Seats that declare riichi in the hand."""
        return [one.seat() for one in self._of_hand("REACH")]

    def count_of(self, kind: str) -> int:
        """How many elements of a kind the hand has."""
        return len(self._of_hand(kind))

    def _of_hand(self, kind: str) -> list[Scene]:
        return [one for one in self.over(self.whole_hand()) if one.kind() == kind]

    def tenpai_at_the_draw(self) -> list[Seat]:
        """Seats that show their tehai at the exhaustive draw of the hand."""
        for one in self._of_hand("RYUUKYOKU"):
            if not one.has("type"):
                return one.shown()
        raise NoOccasion("no exhaustive draw")

    def idle_from_here(self) -> bool:
        """The seat discards what it draws until the hand ends, and nobody calls it."""
        discards = [one for one in self._rest() if one.kind() == "discard" and one.seat() == self.seat()]
        return all(one.tsumogiri() and one.passed() for one in discards)

    def draws_left(self) -> int:
        """How many tiles are drawn in the hand from here on."""
        return sum(one.kind() == "draw" for one in self._rest())

    def _rest(self) -> Iterator[Scene]:
        return self.over(range(self.index, self.whole_hand().stop))

    def stated(self, name: str, offset: int) -> list[int]:
        """Numbers of an attribute of the element so many places behind."""
        return self.beside(offset).element.numbers(name)

    def standing(self) -> list[int]:
        """Scores in hundreds as INIT or a riichi stick before the element states them."""
        before = self.over(range(self.whole_hand().start, self.index))
        return [one.element.numbers("ten") for one in before if one.has("ten")][-1]

    def winner(self) -> Seat:
        """Winner of an AGARI."""
        return int(self.attribute("who"))

    def loser(self) -> Seat:
        """Seat whose tile is won on: the winner itself for a tsumo."""
        return int(self.attribute("fromWho"))

    def paid(self) -> list[int]:
        """Points that a result moves, by seat."""
        return self.draft.deltas(self.index)[: self.seats]

    def most_paid(self) -> Seat:
        """The first of the seats that are paid most."""
        return self.paid().index(max(self.paid()))

    def least_paid(self) -> Seat:
        """The first of the seats that pay most."""
        return self.paid().index(min(self.paid()))

    def shown(self) -> list[Seat]:
        """Seats that show their tehai."""
        return [seat for seat in range(SEATS) if self.has(f"hai{seat}")]

    def another_abort(self) -> str:
        """The ``type`` of another abortive draw."""
        return _ABORTS[_ABORTS.index(self.attribute("type")) - 1]

    def scores_after(self) -> list[int]:
        """Scores after a result."""
        return self.draft.scores_after(self.index)

    def final_scores(self) -> list[int]:
        """Scores at the end of the game, by the rules."""
        return self.draft.end_by_rules()[0]

    def final_results(self) -> list[int]:
        """Results at the end of the game in points, by the rules."""
        return self.draft.end_by_rules()[1]

    def nagashi(self, seat: Seat) -> list[int]:
        """Payments if a seat had made nagashi mangan."""
        made = np.arange(self.seats)[None] == seat
        dealers = self.draft.course.dealer[self.hand : self.hand + 1]
        payments: list[int] = nagashi_payment(made, dealers, self.draft.rules)[0].tolist()
        return payments
