"""A log as elements that can be changed: names and attributes as text, in the order of the log."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from analyzer.audit import Review
from analyzer.formats.mjlog.writer import ROOT_END, element_text
from analyzer.rules import RuleSet

__all__ = ["RESULTS", "Draft", "Element", "NoOccasion", "elements_of", "written"]

RESULTS: Final = ("AGARI", "RYUUKYOKU")


@dataclass(slots=True)
class Element:
    """One element of a log.

    Attributes:
        name: As in XML, with the tile of a draw or discard: ``T71``.
        attributes: Values by name, in the order of the log.
    """

    name: str
    attributes: dict[str, str]

    def numbers(self, attribute: str) -> list[int]:
        """The comma-separated integers of an attribute; none where it is absent."""
        text = self.attributes.get(attribute, "")
        return [int(part) for part in text.split(",")] if text else []

    def set_numbers(self, attribute: str, numbers: list[int]) -> None:
        """Write an attribute of integers."""
        self.attributes[attribute] = ",".join(map(str, numbers))


def elements_of(data: bytes) -> list[Element]:
    """Elements of one log, the root first, so that a place in the list is the element index of findings.

    Args:
        data: A log that the referee has read: well-formed, and of nothing but elements.
    """
    root = ET.fromstring(data)  # noqa: S314 - it was read by readers of hostile logs before
    return [Element(one.tag, one.attrib) for one in root.iter()]


def written(elements: list[Element]) -> bytes:
    """The bytes of a log."""
    root, *others = (element_text(element.name, element.attributes.items()) for element in elements)
    return "".join([f"{root.removesuffix('/>')}>", *others, ROOT_END]).encode()


class NoOccasion(LookupError):
    """A log has no place for a fault here, or the fault would change the course of the game."""


class Draft:
    """A log under change.

    Attributes:
        elements: Of the log; a place in the list is the element index of findings.
        rules: The rule set it is played under.
        judged: The log as it was, reviewed under these rules among any others.
        rows: Rows of its hands, as it was, in the review.
    """

    def __init__(self, elements: list[Element], rules: RuleSet, judged: Review, game: int) -> None:
        self.elements = elements
        self.rules = rules
        self.judged = judged
        self.rows = range(*judged.events.games.hand_offsets[game : game + 2].tolist())

    def fresh(self) -> Draft:
        """A copy to change; the log as it was stays in this one."""
        copied = copy(self)
        copied.elements = [Element(one.name, dict(one.attributes)) for one in self.elements]
        return copied

    def __getitem__(self, index: int) -> Element:
        return self.elements[index]

    def inits(self) -> list[int]:
        """Indices of the INIT elements."""
        return [index for index, element in enumerate(self.elements) if element.name == "INIT"]

    def span(self, hand: int) -> range:
        """Indices of the elements of a hand, from INIT to the last before the next hand.

        Raises:
            NoOccasion: When there is no such hand.
        """
        inits = self.inits()
        if not 0 <= hand < len(inits):
            raise NoOccasion(f"no hand {hand}")
        return range(inits[hand], [*inits, len(self.elements)][hand + 1])

    def last_results(self) -> list[int]:
        """Index of the last result of each hand that has one."""
        spans = map(self.span, range(len(self.inits())))
        results = [[index for index in span if self[index].name in RESULTS] for span in spans]
        return [indices[-1] for indices in results if indices]
