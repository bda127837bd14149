"""A log as elements that can be changed: names and attributes as text, in the order of the log."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.formats.element_names import ATTRIBUTES, DRAW_TAGS, TAGS, UNKNOWN
from analyzer.formats.markup import MarkupBuilder, attribute_text
from analyzer.formats.mjlog.reader import read_markup
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

    Raises:
        MalformedLog: When the bytes are no mjlog.
    """
    markup, _ = read_markup(data)
    elements: list[Element] = []
    for element, (tag, number) in enumerate(zip(markup.tag.tolist(), markup.number.tolist(), strict=True)):
        first, stop = markup.attribute_offsets[element : element + 2].tolist()
        if tag == UNKNOWN:
            name = attribute_text(markup, first)
            first += 1
        else:
            name = f"{TAGS[tag]}{number}" if tag >= DRAW_TAGS.start else TAGS[tag]
        attributes: dict[str, str] = {}
        for attribute in range(first, stop):
            key, value = int(markup.name[attribute]), attribute_text(markup, attribute)
            if key == UNKNOWN:
                unknown, _, value = value.partition("=")
                attributes[unknown] = value
            else:
                attributes[ATTRIBUTES[key]] = value
        elements.append(Element(name, attributes))
    return elements


def written(elements: list[Element]) -> bytes:
    """The bytes of a log."""
    builder = MarkupBuilder()
    builder.start_game()
    for element in elements:
        builder.element(element.name, element.attributes.items())
    return write(builder.build())
