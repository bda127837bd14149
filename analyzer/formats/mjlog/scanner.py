"""Bytes of many mjlogs to `Markup` in one pass, for logs in exactly the form that Tenhou writes.

The scanner gives the same arrays as `reader` for every log that it accepts.  It leaves all other logs to
`reader`, which alone says what is wrong with a log.

A byte that no log in this form has stands after each log.  Every loop below ends at a byte that it does not
expect, so no loop has to check where its log ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import TAG, UNKNOWN
from analyzer.formats.events import MAX_HANDS
from analyzer.formats.mjlog.markup import (
    INTEGERS,
    Markup,
    concatenate,
    empty_markup,
    games_between,
)
from analyzer.formats.mjlog.reader import MAX_BYTES, MAX_ELEMENTS
from analyzer.formats.mjlog.scan_bytes import (
    NOWHERE,
    ZERO,
    NameTables,
    byte_at,
    match_name,
    name_tables,
    scan_digits,
    scan_integers,
    scan_other,
    set_at,
)
from analyzer.kernels import kernel

__all__ = ["scan"]

USUAL: Final = 3
"""Logs nearly always fit into a third of the room that so many bytes could need; else into several rooms."""

ROOT_START: Final = tuple(b"<mjloggm")
ROOT_END: Final = tuple(b"</mjloggm>")

WHITE_SPACE: Final = tuple(b" \t\r\n")

LESS, MORE, SLASH, BLANK, QUOTE, EQUALS = b'<>/ "='


# Once a block of this size was freed, glibc keeps what is freed, so that the next batch need not ask the
# system for pages again.  The block is never touched and takes no memory; other allocators do not mind.
np.empty(30 * 1024 * 1024, np.uint8)


class Cursor(NamedTuple):
    """The place reached in the bytes, and how many rows of the markup are in use."""

    at: int
    elements: int
    attributes: int
    values: int
    texts: int


def scan(logs: Sequence[bytes]) -> tuple[Markup, NDArray[np.bool_]]:
    """Elements of the logs that have exactly the form that Tenhou writes.

    Args:
        logs: The XML of each, not compressed.

    Returns:
        The markup of the logs that were accepted, in order; and for each log whether it was.
    """
    offered = [log if len(log) <= MAX_BYTES else b"" for log in logs]
    bounds = np.zeros(len(logs) + 1, np.int64)
    np.cumsum([len(log) + 1 for log in offered], out=bounds[1:])
    data = np.frombuffer(b"\0".join((*offered, b"\0\0\0")), np.uint8)
    longest = int(np.diff(bounds).max(initial=0))
    accepted = np.zeros(len(logs), np.bool_)
    parts, first = [], 0
    while first < len(logs):
        left = int(bounds[-1] - bounds[first])
        room = _room(min(left, left // USUAL + longest), len(logs) - first)
        stop = scan_batch(data, bounds, first, name_tables(), room, accepted)
        parts.append(games_between(room, 0, int(accepted[first:stop].sum())))
        first = stop
    return concatenate(parts), accepted


def _room(size: int, games: int) -> Markup:
    """Room for the most that so many bytes hold: an element takes four, an attribute five, a number two."""
    return empty_markup(games, size // 4 + 1, size // 5 + 1, size // 2 + 1, size)


@kernel
def has_room(room: Markup, used: Cursor, size: int) -> bool:
    """Whether there is room for the most that so many bytes more hold, as in `_room`."""
    return (
        used.elements + size // 4 < len(room.tag)
        and used.attributes + size // 5 < len(room.name)
        and used.values + size // 2 < len(room.values)
        and used.texts + size <= len(room.text)
    )


@kernel
def scan_batch(
    data: NDArray[np.uint8],
    bounds: NDArray[np.int64],
    first: int,
    names: NameTables,
    room: Markup,
    accepted: NDArray[np.bool_],
) -> int:
    """Call `scan_logs`: a kernel that another kernel calls does not count references to arrays."""
    return scan_logs(data, bounds, first, names, room, accepted)


@kernel
def scan_logs(
    data: NDArray[np.uint8],
    bounds: NDArray[np.int64],
    first: int,
    names: NameTables,
    room: Markup,
    accepted: NDArray[np.bool_],
) -> int:
    """Scan log after log, from ``first`` on, as long as there surely is room; gives the one after the last.

    The next log overwrites what a refused log left.
    """
    games = 0
    before = Cursor(0, 0, 0, 0, 0)
    for log in range(first, len(bounds) - 1):
        start, stop = int(bounds[log]), int(bounds[log + 1])
        if not has_room(room, before, stop - start):
            return log
        after = scan_log(data, moved(before, start), names, room)
        if after.at != stop - 1:
            continue
        accepted[log] = True
        games += 1
        set_at(room.game_offsets, games, after.elements)
        before = after
    return len(bounds) - 1


@kernel(inline=True)
def scan_log(data: NDArray[np.uint8], start: Cursor, names: NameTables, room: Markup) -> Cursor:
    """Read the elements of one log, up to the place where it must end; NOWHERE when it is refused."""
    at = start.at
    for byte in ROOT_START:
        if byte_at(data, at) != byte:
            return moved(start, NOWHERE)
        at += 1
    cursor = scan_attributes(data, moved(start, at), names, room)
    if cursor.at == NOWHERE or byte_at(data, cursor.at) != MORE:
        return moved(start, NOWHERE)
    cursor = add_element(room, cursor, TAG.mjloggm, 0, cursor.at + 1)
    last, hands = cursor.elements + MAX_ELEMENTS, 0
    while byte_at(data, cursor.at) == LESS and byte_at(data, cursor.at + 1) != SLASH:
        cursor = scan_element(data, cursor, names, room)
        if cursor.at == NOWHERE or cursor.elements > last:
            return moved(start, NOWHERE)
        hands += byte_at(room.tag, cursor.elements - 1) == TAG.INIT
    if hands > MAX_HANDS:
        return moved(start, NOWHERE)
    at = cursor.at
    for byte in ROOT_END:
        if byte_at(data, at) != byte:
            return moved(start, NOWHERE)
        at += 1
    while byte_at(data, at) in WHITE_SPACE:
        at += 1
    return moved(cursor, at)


@kernel(inline=True)
def moved(cursor: Cursor, at: int) -> Cursor:
    """A cursor at another place, with the same rows in use."""
    return Cursor(at, cursor.elements, cursor.attributes, cursor.values, cursor.texts)


@kernel(inline=True)
def add_element(room: Markup, cursor: Cursor, tag: int, number: int, at: int) -> Cursor:
    """Add an element; its attributes are added already."""
    row = cursor.elements
    set_at(room.tag, row, tag)
    set_at(room.digits, row, number)
    set_at(room.attribute_offsets, row + 1, cursor.attributes)
    return Cursor(at, row + 1, cursor.attributes, cursor.values, cursor.texts)


@kernel(inline=True)
def scan_element(data: NDArray[np.uint8], cursor: Cursor, names: NameTables, room: Markup) -> Cursor:
    """Read one element below the root; NOWHERE when it does not have the form."""
    at = cursor.at + 1
    tag = int(names.numbered[byte_at(data, at)])
    number = byte_at(data, at + 1) - ZERO
    if tag != UNKNOWN and 0 <= number <= 9:
        number, at = scan_digits(data, at + 1)
        if byte_at(data, at) == SLASH and byte_at(data, at + 1) == MORE:
            return add_element(room, cursor, tag, number, at + 2)
        digit = byte_at(data, at) - ZERO
        if 0 <= digit <= 9 and number > 99:
            number = number * 10 + digit
            at += 1
    else:
        number = 0
        tag, at = match_name(names.tags, data, at)
        if tag in (UNKNOWN, TAG.mjloggm):
            return moved(cursor, NOWHERE)
    cursor = scan_attributes(data, moved(cursor, at), names, room)
    at = cursor.at
    if at == NOWHERE or byte_at(data, at) != SLASH or byte_at(data, at + 1) != MORE:
        return moved(cursor, NOWHERE)
    return add_element(room, cursor, tag, number, at + 2)


@kernel(inline=True)
def scan_attributes(data: NDArray[np.uint8], cursor: Cursor, names: NameTables, room: Markup) -> Cursor:
    """Read the attributes of an element, up to a byte that is neither blank nor part of an attribute."""
    at, row, values, texts = cursor.at, cursor.attributes, cursor.values, cursor.texts
    seen = 0
    while byte_at(data, at) == BLANK:
        at += 1
        if byte_at(data, at) == SLASH:
            break
        name, at = match_name(names.attributes, data, at)
        if (
            name == UNKNOWN
            or seen >> name & 1
            or byte_at(data, at) != EQUALS
            or byte_at(data, at + 1) != QUOTE
        ):
            return moved(cursor, NOWHERE)
        seen |= 1 << name
        form = INTEGERS
        first = at + 2
        at, after = scan_integers(data, first, room.values, values)
        if at == NOWHERE:
            form, at, after, texts = scan_other(data, first, room, values, texts)
            if at == NOWHERE:
                return moved(cursor, NOWHERE)
        values = after
        set_at(room.name, row, name)
        set_at(room.form, row, form)
        row += 1
        set_at(room.value_offsets, row, values)
        set_at(room.text_offsets, row, texts)
    return Cursor(at, cursor.elements, row, values, texts)
