"""`Markup` to bytes in the form that Tenhou writes; an unedited log comes back byte for byte."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES, NAME, TAG, TAGS, UNKNOWN
from analyzer.formats.markup import MIXED, MIXED_NUMBERS, TEXT, Markup
from analyzer.kernels import kernel

__all__ = ["write", "write_games"]

_SPACED: Final = ("BYE", "N", "DORA", "AGARI", "RYUUKYOKU")
"""Tags that Tenhou ends with ``" />"``; the others end with ``"/>"``."""
_ESCAPES: Final = {
    "&": "&amp;",
    "<": "&lt;",
    '"': "&quot;",
    # A reader would turn these into blanks.
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "&#13;",
}
_SHORTEST: Final = 1
"""Fewest digits of a number."""


def _packed(texts: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """All texts in one array, and where each begins."""
    octets = [text.encode("ascii") for text in texts]
    return (
        np.frombuffer(b"".join(octets), np.uint8).copy(),
        np.cumsum([0, *map(len, octets)], dtype=np.int32),
    )


TAG_TEXT, TAG_START = _packed([f"<{tag}" for tag in TAGS])
NAME_TEXT, NAME_START = _packed([f' {name}="' for name in ATTRIBUTES])
ESCAPE_TEXT, ESCAPE_START = _packed([_ESCAPES.get(chr(octet), "") for octet in range(256)])
"""Replacement for each byte; empty for most, which are written as they are."""
IS_SPACED: Final = np.array([tag in _SPACED for tag in TAGS])
ROOT_END: Final = np.frombuffer(f"</{TAGS[0]}>".encode("ascii"), np.uint8).copy()

BLANK, QUOTE, COMMA, MINUS, POINT, SLASH, ZERO, LESS, EQUALS, GREATER = b' ",-./0<=>'

# The most bytes of each, to make room before anything is written.
_OF_GAME: Final = len(ROOT_END)
_OF_ELEMENT: Final = max(map(len, TAGS)) + len("<135 />")
_OF_ATTRIBUTE: Final = max(map(len, ATTRIBUTES)) + len(' =""')
_OF_VALUE: Final = len("-214748364.8,")
_OF_BYTE: Final = max(map(len, _ESCAPES.values()))


def write(markup: Markup, game: int = 0) -> bytes:
    """One game as mjlog bytes: UTF-8, one line, attributes in document order.

    Args:
        markup: Elements of one or more games.
        game: Which of them.

    Examples:
        >>> from analyzer.formats.mjlog.reader import read_markup
        >>> write(read_markup(b"<mjloggm ver='2.3'> <T71 /> <N m='1' who='0'/> </mjloggm>")[0])
        b'<mjloggm ver="2.3"><T71/><N m="1" who="0" /></mjloggm>'
    """
    return _written(markup, game, game + 1)[0]


def write_games(markup: Markup) -> list[bytes]:
    """Every game as mjlog bytes, each as `write` gives it."""
    return _written(markup, 0, len(markup.game_offsets) - 1)


def _written(markup: Markup, first: int, stop: int) -> list[bytes]:
    elements = markup.game_offsets[[first, stop]]
    attributes = markup.attribute_offsets[elements]
    counts = (
        (_OF_GAME, stop - first),
        (_OF_ELEMENT, int(np.ptp(elements))),
        (_OF_ATTRIBUTE, int(np.ptp(attributes))),
        (_OF_VALUE, int(np.ptp(markup.value_offsets[attributes]))),
        (_OF_BYTE, int(np.ptp(markup.text_offsets[attributes]))),
    )
    out = np.empty(sum(most * count for most, count in counts), np.uint8)
    ends = np.zeros(stop - first + 1, np.int64)
    print_games(markup, first, stop, out, ends)
    return [out[start:end].tobytes() for start, end in pairwise(ends.tolist())]


@kernel
def print_games(
    markup: Markup, first: int, stop: int, out: NDArray[np.uint8], ends: NDArray[np.int64]
) -> None:
    """Print games one after another; ``ends`` gets the place after each."""
    place = 0
    for game in range(first, stop):
        root = int(markup.game_offsets[game])
        for element in range(root, int(markup.game_offsets[game + 1])):
            place = print_start(markup, element, out, place)
            if element > root:
                if is_spaced(markup, element):
                    out[place] = BLANK
                    place += 1
                out[place] = SLASH
                place += 1
            out[place] = GREATER
            place += 1
        place = copy(ROOT_END, 0, len(ROOT_END), out, place)
        ends[game - first + 1] = place


@kernel
def is_spaced(markup: Markup, element: int) -> bool:
    """Whether a blank stands before the slash that ends the element."""
    tag = int(markup.tag[element])
    if tag == UNKNOWN:
        return False
    if tag != TAG.UN:
        return bool(IS_SPACED[tag])
    # A reconnect is an UN with only a name, and has the blank; the first UN of a game has none.
    attribute = int(markup.attribute_offsets[element])
    return (
        int(markup.attribute_offsets[element + 1]) == attribute + 1
        and int(markup.name[attribute]) != NAME.dan
    )


@kernel
def copy(source: NDArray[np.uint8], first: int, stop: int, out: NDArray[np.uint8], place: int) -> int:
    """Print bytes as they are; this and all that follow return the place after what they printed."""
    for byte in range(first, stop):
        out[place] = source[byte]
        place += 1
    return place


@kernel
def print_start(markup: Markup, element: int, out: NDArray[np.uint8], place: int) -> int:
    """Print tag and attributes, without the end of the tag."""
    tag = int(markup.tag[element])
    attribute = int(markup.attribute_offsets[element])
    if tag == UNKNOWN:
        out[place] = LESS
        first_byte = int(markup.text_offsets[attribute])
        place = copy(markup.text, first_byte, int(markup.text_offsets[attribute + 1]), out, place + 1)
        attribute += 1
    else:
        place = copy(TAG_TEXT, int(TAG_START[tag]), int(TAG_START[tag + 1]), out, place)
        if tag >= TAG.T:
            place = print_number(int(markup.number[element]), _SHORTEST, out, place)
    for row in range(attribute, int(markup.attribute_offsets[element + 1])):
        place = print_attribute(markup, row, out, place)
    return place


@kernel
def print_attribute(markup: Markup, attribute: int, out: NDArray[np.uint8], place: int) -> int:
    """Print a blank, the name, and the value in quotes."""
    name = int(markup.name[attribute])
    byte, stop = int(markup.text_offsets[attribute]), int(markup.text_offsets[attribute + 1])
    if name == UNKNOWN:
        out[place] = BLANK
        place += 1
        while byte < stop and int(markup.text[byte]) != EQUALS:
            out[place] = markup.text[byte]
            place += 1
            byte += 1
        out[place] = EQUALS
        out[place + 1] = QUOTE
        place += 2
        byte += 1
    else:
        place = copy(NAME_TEXT, int(NAME_START[name]), int(NAME_START[name + 1]), out, place)
    if int(markup.form[attribute]) == TEXT:
        place = print_text(markup.text, byte, stop, out, place)
    else:
        place = print_values(markup, attribute, out, place)
    out[place] = QUOTE
    return place + 1


@kernel
def print_text(text: NDArray[np.uint8], first: int, stop: int, out: NDArray[np.uint8], place: int) -> int:
    """Print text with escapes."""
    for byte in range(first, stop):
        octet = int(text[byte])
        escape, end = int(ESCAPE_START[octet]), int(ESCAPE_START[octet + 1])
        if escape == end:
            out[place] = octet
            place += 1
        else:
            place = copy(ESCAPE_TEXT, escape, end, out, place)
    return place


@kernel
def print_values(markup: Markup, attribute: int, out: NDArray[np.uint8], place: int) -> int:
    """Print numbers with commas between them; every second of `Form.MIXED` has one decimal."""
    first = int(markup.value_offsets[attribute])
    stop = int(markup.value_offsets[attribute + 1])
    decimals_end = first + MIXED_NUMBERS if int(markup.form[attribute]) == MIXED else first
    for entry in range(first, stop):
        if entry > first:
            out[place] = COMMA
            place += 1
        value = int(markup.values[entry])
        if (entry - first) % 2 == 0 or entry >= decimals_end:
            place = print_number(value, _SHORTEST, out, place)
            continue
        place = print_number(value, _SHORTEST + 1, out, place)
        out[place] = out[place - 1]
        out[place - 1] = POINT
        place += 1
    return place


@kernel
def print_number(value: int, least: int, out: NDArray[np.uint8], place: int) -> int:
    """Print a number with at least ``least`` digits."""
    if value < 0:
        out[place] = MINUS
        place += 1
        value = -value
    digits = least
    bound = 10**least
    while bound <= value:
        digits += 1
        bound *= 10
    for digit in range(place + digits - 1, place - 1, -1):
        out[digit] = ZERO + value % 10
        value //= 10
    return place + digits
