"""A log as elements that can be changed: names and attributes as text, in the order of the log."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from analyzer.formats.markup import MarkupBuilder
from analyzer.formats.mjlog.writer import write

__all__ = ["Element", "elements_of", "written"]


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
    builder = MarkupBuilder()
    builder.start_game()
    for element in elements:
        builder.element(element.name, element.attributes.items())
    return write(builder.build())
