"""Scene: one element of a log under change, what stands around it, and how another is found from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyzer.conformance.draft import Draft
from analyzer.conformance.elements import Element
from analyzer.conformance.terms import NoOccasion, Value
from analyzer.vocabulary import Seat, TileId

__all__ = ["DISCARD_TAGS", "DRAW_TAGS", "Scene"]

DRAW_TAGS, DISCARD_TAGS = "TUVW", "DEFG"


@dataclass(frozen=True, slots=True)
class Scene:
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

    @property
    def hand(self) -> int:
        """0-based hand that the element belongs to; -1 before the first."""
        return self.draft.hand_of(self.index)

    def beside(self, offset: int) -> Scene:
        """The element so many places behind this one.

        Raises:
            NoOccasion: When the log ends before.
        """
        place = self.index + offset
        if not 0 <= place < len(self.draft.elements):
            raise NoOccasion("no such element")
        return Scene(self.draft, self.draft[place], self.names, place)

    def over(self, indices: range) -> Iterator[Scene]:
        """The elements at some places of the log."""
        return (Scene(self.draft, self.draft[index], self.names, index) for index in indices)

    def whole_hand(self) -> range:
        """Indices of the elements of its hand."""
        return self.draft.span(self.hand)

    def attribute(self, name: str) -> str:
        """Text of an attribute.

        Raises:
            NoOccasion: When the element has none of the name.
        """
        if name not in self.element.attributes:
            raise NoOccasion(f"no attribute {name}")
        return self.element.attributes[name]

    def kind(self) -> str:
        """``draw``, ``discard``, or the tag."""
        name = self.element.name
        if name[1:].isdigit():
            return "draw" if name[0] in DRAW_TAGS else "discard"
        return name

    def tile(self) -> TileId:
        """Tile of a draw or discard.

        Raises:
            NoOccasion: When it is neither.
        """
        if self.kind() not in ("draw", "discard"):
            raise NoOccasion("neither draw nor discard")
        return int(self.element.name[1:])

    def seat(self) -> Seat:
        """Seat that plays the element.

        Raises:
            NoOccasion: When no seat does.
        """
        if self.kind() in ("draw", "discard"):
            return (DRAW_TAGS + DISCARD_TAGS).index(self.element.name[0]) % 4
        return int(self.attribute("who"))
