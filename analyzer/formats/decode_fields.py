"""Kernels that read and check one attribute of the current element and note what is wrong with it.

They know forms, counts and ranges; the modules that use them know which attributes an element needs.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES, UNKNOWN
from analyzer.formats.events import Oddity
from analyzer.formats.markup import INTEGERS, TEXT, Markup
from analyzer.kernels import kernel, numbered
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, TILES

__all__ = [
    "AT",
    "HUNDREDS_LIMIT",
    "ODDITY",
    "OPTIONAL",
    "REQUIRED",
    "Walk",
    "four_numbers",
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

ODDITY: Final = numbered(Oddity)

REQUIRED: Final = True
OPTIONAL: Final = False

# Columns of `Walk.fields`.
FORM: Final = 0
START: Final = 1
"""First entry in ``values``, or first byte in ``text``."""
COUNT: Final = 2
STAMP: Final = 3
"""Element that the row was filled for; a row of another element is stale."""

AT: Final = numbered(
    (
        "game",  # row of `games`
        "first",  # row of the game's root among all elements
        "element",  # row of the current element among all elements
        "players",
        "hand",  # row of `hands` begun last; ABSENT before the first hand of a game
        "results_in_hand",
        "hands",  # rows written so far, as are the next four
        "plays",
        "calls",
        "deposits",
        "results",
        "oddities",  # found so far; those beyond the capacity of `Walk.oddities` are only counted
    )
)
"""Places in `Walk.cursor`."""
HUNDREDS_LIMIT: Final = 1_000_000
"""Highest score in hundreds that is accepted; it keeps later sums within int32."""


class Walk(NamedTuple):
    """The current element and how far the walk has come; every array costs each kernel some time, so few."""

    values: NDArray[np.int32]
    text: NDArray[np.uint8]
    """Both as in `Markup`."""
    fields: NDArray[np.int64]
    """Shape (names, 4): where the value of each attribute of the element is."""
    cursor: NDArray[np.int64]
    """Indexed by `AT`, whose last place is ``oddities``."""
    oddities: NDArray[np.int32]
    """Shape (capacity, 5): game, hand, element, code, detail."""


def new_walk(markup: Markup, capacity: int) -> Walk:
    """A walk before its first element, with room for ``capacity`` oddities."""
    fields = np.zeros((len(ATTRIBUTES), 4), np.int64)
    fields[:, STAMP] = ABSENT
    return Walk(
        markup.values,
        markup.text,
        fields,
        np.zeros(AT.oddities + 1, np.int64),
        np.zeros((capacity, 5), np.int32),
    )


@kernel(inline=True)
def step_to(markup: Markup, walk: Walk, element: int) -> None:
    """Make an element the current one; the first of two equal attributes counts."""
    fields = walk.fields
    walk.cursor[AT.element] = element
    for attribute in range(
        int(markup.attribute_offsets[element]), int(markup.attribute_offsets[element + 1])
    ):
        name = int(markup.name[attribute])
        if name == UNKNOWN or fields[name, STAMP] == element:
            continue
        form = int(markup.form[attribute])
        offsets = markup.text_offsets if form == TEXT else markup.value_offsets
        start = int(offsets[attribute])
        fields[name, FORM] = form
        fields[name, START] = start
        fields[name, COUNT] = int(offsets[attribute + 1]) - start
        fields[name, STAMP] = element


@kernel
def note(walk: Walk, code: int, detail: int) -> None:
    """Note an oddity of the current element."""
    note_at(walk, int(walk.cursor[AT.element]), code, detail)


@kernel
def note_at(walk: Walk, element: int, code: int, detail: int) -> None:
    """Note an oddity of an element (row among all elements) in the current hand."""
    cursor = walk.cursor
    row = int(cursor[AT.oddities])
    cursor[AT.oddities] = row + 1
    if row >= len(walk.oddities):
        return
    walk.oddities[row, 0] = cursor[AT.game]
    walk.oddities[row, 1] = cursor[AT.hand]
    walk.oddities[row, 2] = element - int(cursor[AT.first])
    walk.oddities[row, 3] = code
    walk.oddities[row, 4] = detail


@kernel
def is_stated(walk: Walk, name: int) -> bool:
    """Whether the current element has the attribute."""
    return bool(walk.fields[name, STAMP] == walk.cursor[AT.element])


@kernel
def is_empty(walk: Walk, name: int) -> bool:
    """Whether the current element lacks the attribute or its value is empty."""
    return bool(walk.fields[name, STAMP] != walk.cursor[AT.element] or walk.fields[name, COUNT] == 0)


@kernel
def integers(walk: Walk, name: int, required: bool) -> tuple[int, int]:
    """First entry in ``values`` and count of a list of integers; the count is ABSENT when there is none.

    Notes MISSING_ATTRIBUTE when ``required``, and BAD_VALUE when the value is not a list of integers.
    """
    if walk.fields[name, STAMP] != walk.cursor[AT.element]:
        if required:
            note(walk, ODDITY.MISSING_ATTRIBUTE, name)
        return 0, ABSENT
    if walk.fields[name, FORM] != INTEGERS:
        note(walk, ODDITY.BAD_VALUE, name)
        return 0, ABSENT
    return int(walk.fields[name, START]), int(walk.fields[name, COUNT])


@kernel
def integer(walk: Walk, name: int, lowest: int, highest: int, required: bool) -> int:
    """One integer within a range; ABSENT when it is missing or noted as BAD_VALUE."""
    start, count = integers(walk, name, required)
    if count == ABSENT:
        return ABSENT
    if count != 1 or not lowest <= int(walk.values[start]) <= highest:
        note(walk, ODDITY.BAD_VALUE, name)
        return ABSENT
    return int(walk.values[start])


@kernel
def seat(walk: Walk, name: int, required: bool) -> int:
    """One seat of the game; NO_SEAT when it is missing or noted."""
    start, count = integers(walk, name, required)
    if count == ABSENT:
        return NO_SEAT
    if count != 1:
        note(walk, ODDITY.BAD_VALUE, name)
        return NO_SEAT
    value = int(walk.values[start])
    if not 0 <= value < int(walk.cursor[AT.players]):
        note(walk, ODDITY.BAD_SEAT, value)
        return NO_SEAT
    return value


@kernel
def tiles(
    walk: Walk, name: int, least: int, most: int, required: bool, out: NDArray[np.int32], place: int
) -> None:
    """Copy a list of tile ids into ``out`` from ``place`` on.

    Notes BAD_VALUE when there are fewer than ``least`` or more than ``most``, and BAD_TILE for the first
    number that is no tile id; ``out`` then stays as it is.
    """
    start, count = integers(walk, name, required)
    if count == ABSENT:
        return
    if not least <= count <= most:
        note(walk, ODDITY.BAD_VALUE, name)
        return
    for entry in range(start, start + count):
        tile = int(walk.values[entry])
        if not 0 <= tile < TILES:
            note(walk, ODDITY.BAD_TILE, tile)
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
    """Copy every ``stride``-th entry, times ``scale``, into ``out`` from ``place`` on.

    Returns False, and copies nothing, when one of them is further than ``limit`` from zero.
    """
    for entry in range(start, stop, stride):
        if not -limit <= int(values[entry]) <= limit:
            return False
    for entry in range(start, stop, stride):
        out[place + (entry - start) // stride] = int(values[entry]) * scale
    return True


@kernel
def four_numbers(
    walk: Walk, name: int, required: bool, scale: int, out: NDArray[np.int32], place: int
) -> None:
    """Copy one number for each of four seats into ``out`` from ``place`` on."""
    start, count = integers(walk, name, required)
    if count == ABSENT:
        return
    if count != SEATS or not scaled(walk.values, start, start + SEATS, 1, HUNDREDS_LIMIT, scale, out, place):
        note(walk, ODDITY.BAD_VALUE, name)
