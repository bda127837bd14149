"""Kernels that add one element, attribute or number to markup being laid out."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.markup import Form, Markup
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE

__all__ = [
    "ATTRIBUTE",
    "ELEMENT",
    "TEXT_BYTE",
    "VALUE",
    "add_number",
    "add_numbers",
    "add_seat",
    "add_tiles",
    "put",
    "put_text",
    "start_attribute",
    "start_element",
]

# Places in the cursor: rows laid out so far.
ELEMENT: Final = 0
ATTRIBUTE: Final = 1
VALUE: Final = 2
TEXT_BYTE: Final = 3

INTEGERS: Final = int(Form.INTEGERS)


@kernel
def start_element(out: Markup, cursor: NDArray[np.int64], tag: int, number: int) -> None:
    """Begin an element; attributes begun from here on are its own."""
    element = int(cursor[ELEMENT])
    cursor[ELEMENT] = element + 1
    out.tag[element] = tag
    out.number[element] = number
    out.attribute_offsets[element] = cursor[ATTRIBUTE]


@kernel
def start_attribute(out: Markup, cursor: NDArray[np.int64], name: int, form: int) -> None:
    """Begin an attribute; values and text put from here on are its own."""
    attribute = int(cursor[ATTRIBUTE])
    cursor[ATTRIBUTE] = attribute + 1
    out.name[attribute] = name
    out.form[attribute] = form
    out.value_offsets[attribute] = cursor[VALUE]
    out.text_offsets[attribute] = cursor[TEXT_BYTE]


@kernel
def put(out: Markup, cursor: NDArray[np.int64], value: int) -> None:
    """A number of the attribute begun last."""
    out.values[cursor[VALUE]] = value
    cursor[VALUE] += 1


@kernel
def put_text(out: Markup, cursor: NDArray[np.int64], text: NDArray[np.uint8], first: int, stop: int) -> None:
    """Bytes of the attribute begun last."""
    place = int(cursor[TEXT_BYTE])
    for byte in range(first, stop):
        out.text[place + byte - first] = text[byte]
    cursor[TEXT_BYTE] = place + stop - first


@kernel
def add_number(out: Markup, cursor: NDArray[np.int64], name: int, value: int) -> None:
    """An attribute of one number."""
    start_attribute(out, cursor, name, INTEGERS)
    put(out, cursor, value)


@kernel
def add_seat(out: Markup, cursor: NDArray[np.int64], name: int, seat: int) -> None:
    """A seat, if there is one."""
    if seat != NO_SEAT:
        add_number(out, cursor, name, seat)


@kernel
def add_tiles(out: Markup, cursor: NDArray[np.int64], name: int, tiles: NDArray[np.uint8]) -> None:
    """An attribute of the tiles before the first NO_TILE."""
    start_attribute(out, cursor, name, INTEGERS)
    for place in range(len(tiles)):
        if int(tiles[place]) == NO_TILE:
            return
        put(out, cursor, int(tiles[place]))


@kernel
def add_numbers(
    out: Markup, cursor: NDArray[np.int64], name: int, numbers: NDArray[np.int32], unit: int
) -> None:
    """An attribute of the numbers before the first ABSENT, in units; none at all when there is none."""
    if int(numbers[0]) == ABSENT:
        return
    start_attribute(out, cursor, name, INTEGERS)
    for place in range(len(numbers)):
        if int(numbers[place]) == ABSENT:
            return
        put(out, cursor, int(numbers[place]) // unit)
