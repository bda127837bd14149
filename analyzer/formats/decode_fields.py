"""Kernels that take one attribute of the element the walk is at, check it, and note what is odd about it.

They know forms, counts and ranges; which attribute an element needs is for `deals`, `claims` and `walk`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Oddity
from analyzer.formats.markup import ATTRIBUTES, UNKNOWN, Form, Markup
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, NO_SEAT, TILES

__all__ = [
    "OPTIONAL",
    "REQUIRED",
    "Walk",
    "integer",
    "integers",
    "is_empty",
    "is_stated",
    "new_walk",
    "note",
    "note_at",
    "scaled",
    "seat",
    "step_to",
    "tiles",
]

MISSING_ATTRIBUTE: Final = int(Oddity.MISSING_ATTRIBUTE)
BAD_VALUE: Final = int(Oddity.BAD_VALUE)
BAD_TILE: Final = int(Oddity.BAD_TILE)
BAD_SEAT: Final = int(Oddity.BAD_SEAT)
INTEGERS: Final = int(Form.INTEGERS)
TEXT: Final = int(Form.TEXT)

REQUIRED: Final = True
OPTIONAL: Final = False

# Columns of `Walk.fields`.
FORM: Final = 0
START: Final = 1
"""First entry in ``values``, or first byte in ``text``."""
COUNT: Final = 2
STAMP: Final = 3
"""Element that the row was filled for; the rows of other elements are stale."""

# Places in `Walk.cursor`.
GAME: Final = 0
"""Row of ``games``."""
FIRST: Final = 1
"""Row of the game's root among all elements."""
ELEMENT: Final = 2
"""Row of the element at hand among all elements."""
PLAYERS: Final = 3
HAND: Final = 4
"""Row of ``hands`` last begun; ABSENT before a game's first."""
RESULTS_IN_HAND: Final = 5
HANDS: Final = 6
"""Rows written so far; so are those that follow."""
PLAYS: Final = 7
CALLS: Final = 8
DEPOSITS: Final = 9
RESULTS: Final = 10
ODDITIES: Final = 11
"""Oddities met so far; those beyond the capacity of ``oddities`` are counted only."""
CURSOR_PLACES: Final = 12


class Walk(NamedTuple):
    """The element at hand and where the walk stands; few arrays, since each costs every kernel a little."""

    values: NDArray[np.int32]
    text: NDArray[np.uint8]
    """Both as in `Markup`."""
    fields: NDArray[np.int64]
    """Shape (names, 4): where the value of each attribute of the element is."""
    cursor: NDArray[np.int64]
    """Shape (CURSOR_PLACES,)."""
    oddities: NDArray[np.int32]
    """Shape (capacity, 5): game, hand, element, code, detail."""


def new_walk(markup: Markup, capacity: int) -> Walk:
    """A walk before its first element, with room for so many oddities."""
    fields = np.zeros((len(ATTRIBUTES), 4), np.int64)
    fields[:, STAMP] = ABSENT
    return Walk(
        markup.values,
        markup.text,
        fields,
        np.zeros(CURSOR_PLACES, np.int64),
        np.zeros((capacity, 5), np.int32),
    )


@kernel
def step_to(
    attribute_offsets: NDArray[np.int32],
    names: NDArray[np.uint8],
    forms: NDArray[np.uint8],
    value_offsets: NDArray[np.int32],
    text_offsets: NDArray[np.int32],
    walk: Walk,
    element: int,
) -> None:
    """Make an element the one at hand; of an attribute given twice the first counts."""
    fields = walk.fields
    walk.cursor[ELEMENT] = element
    for attribute in range(int(attribute_offsets[element]), int(attribute_offsets[element + 1])):
        name = int(names[attribute])
        if name == UNKNOWN or fields[name, STAMP] == element:
            continue
        form = int(forms[attribute])
        offsets = text_offsets if form == TEXT else value_offsets
        start = int(offsets[attribute])
        fields[name, FORM] = form
        fields[name, START] = start
        fields[name, COUNT] = int(offsets[attribute + 1]) - start
        fields[name, STAMP] = element


@kernel
def note(walk: Walk, code: int, detail: int) -> None:
    """Add an oddity of the element at hand."""
    note_at(walk, int(walk.cursor[ELEMENT]), code, detail)


@kernel
def note_at(walk: Walk, element: int, code: int, detail: int) -> None:
    """Add an oddity of an element (row among all elements), in the hand the walk is in."""
    cursor = walk.cursor
    row = int(cursor[ODDITIES])
    cursor[ODDITIES] = row + 1
    if row >= len(walk.oddities):
        return
    walk.oddities[row, 0] = cursor[GAME]
    walk.oddities[row, 1] = cursor[HAND]
    walk.oddities[row, 2] = element - int(cursor[FIRST])
    walk.oddities[row, 3] = code
    walk.oddities[row, 4] = detail


@kernel
def is_stated(walk: Walk, name: int) -> bool:
    """Whether the element has the attribute."""
    return bool(walk.fields[name, STAMP] == walk.cursor[ELEMENT])


@kernel
def is_empty(walk: Walk, name: int) -> bool:
    """Whether the element lacks the attribute or has it with the empty value."""
    return bool(walk.fields[name, STAMP] != walk.cursor[ELEMENT] or walk.fields[name, COUNT] == 0)


@kernel
def integers(walk: Walk, name: int, required: bool) -> tuple[int, int]:
    """First entry in ``values`` and count of a list of integers; the count is ABSENT when there is none.

    Notes MISSING_ATTRIBUTE when ``required``, and BAD_VALUE when the value is not a list of integers.
    """
    if walk.fields[name, STAMP] != walk.cursor[ELEMENT]:
        if required:
            note(walk, MISSING_ATTRIBUTE, name)
        return 0, ABSENT
    if walk.fields[name, FORM] != INTEGERS:
        note(walk, BAD_VALUE, name)
        return 0, ABSENT
    return int(walk.fields[name, START]), int(walk.fields[name, COUNT])


@kernel
def integer(walk: Walk, name: int, lowest: int, highest: int, required: bool) -> int:
    """One integer within a range; ABSENT when missing or noted as BAD_VALUE."""
    start, count = integers(walk, name, required)
    if count == ABSENT:
        return ABSENT
    if count != 1 or not lowest <= int(walk.values[start]) <= highest:
        note(walk, BAD_VALUE, name)
        return ABSENT
    return int(walk.values[start])


@kernel
def seat(walk: Walk, name: int, required: bool) -> int:
    """One seat that the game has; NO_SEAT when missing or noted."""
    start, count = integers(walk, name, required)
    if count == ABSENT:
        return NO_SEAT
    if count != 1:
        note(walk, BAD_VALUE, name)
        return NO_SEAT
    value = int(walk.values[start])
    if not 0 <= value < int(walk.cursor[PLAYERS]):
        note(walk, BAD_SEAT, value)
        return NO_SEAT
    return value


@kernel
def tiles(
    walk: Walk, name: int, least: int, most: int, required: bool, out: NDArray[np.int32], place: int
) -> None:
    """Put a list of tile ids into ``out`` from ``place`` on.

    Notes BAD_VALUE when there are fewer than ``least`` or more than ``most``, BAD_TILE for the first id
    that is none; ``out`` is then untouched.
    """
    start, count = integers(walk, name, required)
    if count == ABSENT:
        return
    if not least <= count <= most:
        note(walk, BAD_VALUE, name)
        return
    for entry in range(start, start + count):
        tile = int(walk.values[entry])
        if not 0 <= tile < TILES:
            note(walk, BAD_TILE, tile)
            return
    for entry in range(count):
        out[place + entry] = walk.values[start + entry]


@kernel
def scaled(
    values: NDArray[np.int32],
    start: int,
    stop: int,
    stride: int,
    limit: int,
    scale: int,
    out: NDArray[np.int32],
    place: int,
) -> bool:
    """Whether every ``stride``-th entry is within ``limit`` of zero; then, scaled, they go to ``out``.

    They fill ``out`` from ``place`` on.
    """
    for entry in range(start, stop, stride):
        if not -limit <= int(values[entry]) <= limit:
            return False
    for entry in range(start, stop, stride):
        out[place + (entry - start) // stride] = int(values[entry]) * scale
    return True
