"""The elements of logs as flat arrays: nothing is interpreted, nothing is lost.

All readers fill this layout, the writer prints it, and `decode` gives it meaning.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from enum import IntEnum, unique
from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES, UNKNOWN, tag_and_number
from analyzer.vocabulary import TILES

__all__ = [
    "INTEGERS",
    "MIXED",
    "MIXED_NUMBERS",
    "TEXT",
    "Form",
    "Markup",
    "MarkupBuilder",
    "attribute_text",
    "concatenate",
    "empty_markup",
    "games_between",
]

MIXED_NUMBERS: Final = 8
"""Numbers of a `Form.MIXED` value that alternate: score and result of each of four seats."""


@unique
class Form(IntEnum):
    """How the value of an attribute is kept."""

    INTEGERS = 0
    """Comma-separated integers in their shortest form, each within int32: kept in ``values``.

    ``""`` is INTEGERS of no values.
    """
    MIXED = 1
    """Integers and numbers with one decimal in turn, as in ``owari``; the latter are kept as tenths.

    From the ninth number on all are integers: the chips in ``owari`` have no decimals.
    """
    TEXT = 2
    """Anything else: the UTF-8 bytes are kept in ``text``."""


INTEGERS: Final = int(Form.INTEGERS)
MIXED: Final = int(Form.MIXED)
TEXT: Final = int(Form.TEXT)
"""The same as integers: access to members of an enumeration is slow before Python 3.12."""


class Markup(NamedTuple):
    """Elements of one or more logs in document order.

    Element 0 of each game is the root; its children follow as 1, 2, … (the element index of every
    finding).  An unknown tag has `UNKNOWN` in ``tag`` and, as its first attribute, one of name
    `UNKNOWN` and form TEXT whose text is the tag.  An unknown attribute has `UNKNOWN` in ``name``
    and the text ``name=value``.
    """

    game_offsets: NDArray[np.int32]
    """Shape (games + 1,): first element of each game."""
    tag: NDArray[np.uint8]
    """Shape (elements,): index of `TAGS`."""
    digits: NDArray[np.int32]
    """Shape (elements,): the digits behind T U V W D E F G (0 for other tags)."""
    attribute_offsets: NDArray[np.int32]
    """Shape (elements + 1,): first attribute of each element."""
    name: NDArray[np.uint8]
    """Shape (attributes,): index of `ATTRIBUTES`, in document order."""
    form: NDArray[np.uint8]
    """Shape (attributes,): a `Form`."""
    value_offsets: NDArray[np.int32]
    """Shape (attributes + 1,): first entry in ``values`` of each attribute."""
    text_offsets: NDArray[np.int32]
    """Shape (attributes + 1,): first byte in ``text`` of each attribute."""
    values: NDArray[np.int32]
    text: NDArray[np.uint8]


def attribute_text(markup: Markup, attribute: int) -> str:
    """The value of an attribute as the log wrote it (XML escapes undone), whatever its form."""
    form = int(markup.form[attribute])
    if form == TEXT:
        start, stop = markup.text_offsets[attribute : attribute + 2].tolist()
        return markup.text[start:stop].tobytes().decode("utf-8")
    start, stop = markup.value_offsets[attribute : attribute + 2].tolist()
    values = markup.values[start:stop].tolist()
    if form == INTEGERS:
        return ",".join(map(str, values))
    return ",".join(
        f"{'-' if value < 0 else ''}{abs(value) // 10}.{abs(value) % 10}"
        if place % 2 and place < MIXED_NUMBERS
        else str(value)
        for place, value in enumerate(values)
    )


def empty_markup(games: int, elements: int, attributes: int, values: int, text_bytes: int) -> Markup:
    """Unfilled markup with room for so many games, elements, attributes, numbers and bytes of text."""
    room = Markup(
        game_offsets=np.empty(games + 1, np.int32),
        tag=np.empty(elements, np.uint8),
        digits=np.empty(elements, np.int32),
        attribute_offsets=np.empty(elements + 1, np.int32),
        name=np.empty(attributes, np.uint8),
        form=np.empty(attributes, np.uint8),
        value_offsets=np.empty(attributes + 1, np.int32),
        text_offsets=np.empty(attributes + 1, np.int32),
        values=np.empty(values, np.int32),
        text=np.empty(text_bytes, np.uint8),
    )
    for offsets in (room.game_offsets, room.attribute_offsets, room.value_offsets, room.text_offsets):
        offsets[0] = 0
    return room


def games_between(markup: Markup, first: int, stop: int) -> Markup:
    """The games from index ``first`` up to ``stop`` as markup of their own."""

    def cut(offsets: NDArray[np.int32], low: int, high: int) -> tuple[NDArray[np.int32], int, int]:
        taken = offsets[low : high + 1]
        return taken - taken[0] if taken[0] else taken, int(taken[0]), int(taken[-1])

    games, low, high = cut(markup.game_offsets, first, stop)
    attributes, begin, end = cut(markup.attribute_offsets, low, high)
    values, first_value, last_value = cut(markup.value_offsets, begin, end)
    texts, first_byte, last_byte = cut(markup.text_offsets, begin, end)
    return Markup(
        game_offsets=games,
        tag=markup.tag[low:high],
        digits=markup.digits[low:high],
        attribute_offsets=attributes,
        name=markup.name[begin:end],
        form=markup.form[begin:end],
        value_offsets=values,
        text_offsets=texts,
        values=markup.values[first_value:last_value],
        text=markup.text[first_byte:last_byte],
    )


def concatenate(parts: Sequence[Markup]) -> Markup:
    """Markup that holds the games of all parts in order."""
    if not parts:
        return MarkupBuilder().build()
    if len(parts) == 1:
        return parts[0]

    def joined_offsets(column: str) -> NDArray[np.int32]:
        arrays = [getattr(part, column) for part in parts]
        starts = [0, *accumulate(int(array[-1]) for array in arrays)]
        pieces = [array[:-1] + start for array, start in zip(arrays, starts[:-1], strict=True)]
        return np.concatenate([*pieces, starts[-1:]], dtype=np.int32)

    return Markup._make(
        joined_offsets(column)
        if column.endswith("_offsets")
        else np.concatenate([getattr(part, column) for part in parts])
        for column in Markup._fields
    )


_INT: Final = r"(?:0|-?[1-9][0-9]{0,9})"
_DECIMAL: Final = r"(?:0\.[0-9]|-0\.[1-9]|-?[1-9][0-9]{0,8}\.[0-9])"
_INTEGERS: Final = re.compile(rf"{_INT}(?:,{_INT})*+")
_PAIR: Final = rf"{_INT},{_DECIMAL}"
_MIXED: Final = re.compile(rf"{_PAIR}(?:,{_PAIR}){{0,2}}|{_PAIR}(?:,{_PAIR}){{3}}(?:,{_INT})*+")
_INT32_LIMIT: Final = 2**31
_NAME_INDEX: Final = {name: index for index, name in enumerate(ATTRIBUTES)}


def _numbers(text: str) -> tuple[Form, list[int]]:
    """Form of a value, by its syntax, and its numbers (none for TEXT)."""
    if not text:
        return Form.INTEGERS, []
    if _INTEGERS.fullmatch(text):
        form, values = Form.INTEGERS, [int(part) for part in text.split(",")]
    elif _MIXED.fullmatch(text):
        # Decimals have one digit, so the digits without the point are tenths.
        form, values = Form.MIXED, [int(part.replace(".", "")) for part in text.split(",")]
    else:
        return Form.TEXT, []
    if min(values) < -_INT32_LIMIT or max(values) >= _INT32_LIMIT:
        return Form.TEXT, []
    return form, values


class MarkupBuilder:
    """Collects the elements of one or more logs and makes `Markup` of them.

    Examples:
        >>> builder = MarkupBuilder()
        >>> builder.start_game()
        >>> builder.element("mjloggm", [("ver", "2.3")])
        >>> builder.element("T71")
        >>> builder.build().digits.tolist()
        [0, 71]
    """

    def __init__(self) -> None:
        self._games = array("i")
        self._tags = bytearray()
        self._numbers = array("i")
        self._attribute_offsets = array("i", [0])
        self._names = bytearray()
        self._forms = bytearray()
        self._value_offsets = array("i", [0])
        self._text_offsets = array("i", [0])
        self._values = array("i")
        self._text = bytearray()

    def start_game(self) -> None:
        """Begin a game; its first element must be the root, ``mjloggm``."""
        self._games.append(len(self._tags))

    def element(self, name: str, attributes: Iterable[tuple[str, str]] = ()) -> None:
        """Add an element.

        Args:
            name: In XML, as ``INIT`` or ``T71``; any other text, as ``T`` or ``T071``, is an unknown tag.
            attributes: Names and values in document order, values without XML escapes.
        """
        known = tag_and_number(name)
        if known is None:
            self._tags.append(UNKNOWN)
            self._numbers.append(0)
            self._add_text(UNKNOWN, name)
        else:
            self._tags.append(known[0])
            self._numbers.append(known[1])
        for attribute, value in attributes:
            self._add_attribute(attribute, value)
        self._attribute_offsets.append(len(self._names))

    def build(self) -> Markup:
        """Everything added so far."""
        return Markup(
            game_offsets=np.array([*self._games, len(self._tags)], np.int32),
            tag=np.array(self._tags, np.uint8),
            digits=np.array(self._numbers, np.int32),
            attribute_offsets=np.array(self._attribute_offsets, np.int32),
            name=np.array(self._names, np.uint8),
            form=np.array(self._forms, np.uint8),
            value_offsets=np.array(self._value_offsets, np.int32),
            text_offsets=np.array(self._text_offsets, np.int32),
            values=np.array(self._values, np.int32),
            text=np.array(self._text, np.uint8),
        )

    def _add_attribute(self, name: str, value: str) -> None:
        index = _NAME_INDEX.get(name)
        if index is None:
            self._add_text(UNKNOWN, f"{name}={value}")
            return
        form, values = _SHORT_VALUES.get(value) or _numbers(value)
        if form == Form.TEXT:
            self._add_text(index, value)
            return
        self._names.append(index)
        self._forms.append(form)
        self._values.extend(values)
        self._value_offsets.append(len(self._values))
        self._text_offsets.append(len(self._text))

    def _add_text(self, index: int, value: str) -> None:
        self._names.append(index)
        self._forms.append(Form.TEXT)
        self._text += value.encode("utf-8")
        self._value_offsets.append(len(self._values))
        self._text_offsets.append(len(self._text))


# Every second attribute of a log is one of these; they are parsed once.
_SHORT_VALUES: Final = {text: _numbers(text) for text in ["", *map(str, range(TILES))]}
