"""Bytes of many mjlogs to `Markup` in one pass, for logs in exactly the form that Tenhou writes.

The scanner gives the same arrays as `reader` for every log that it accepts.  It leaves all other logs to
`reader`, which alone says what is wrong with a log.

A byte that no log in this form has stands after each log.  Every loop below ends at a byte that it does not
expect, so no loop has to check where its log ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import MAX_HANDS
from analyzer.formats.mjlog.markup import (
    ATTRIBUTES,
    DRAW_TAGS,
    INTEGERS,
    MIXED,
    MIXED_NUMBERS,
    TAG,
    TAGS,
    TEXT,
    UNKNOWN,
    Markup,
    concatenate,
    empty_markup,
    games_between,
)
from analyzer.formats.mjlog.reader import MAX_BYTES, MAX_ELEMENTS
from analyzer.kernels import kernel

_BYTES: Final = 256
START: Final = 1
"""State before the first byte; in state 0 no name can continue."""
TEN_DIGITS: Final = 1_000_000_000
SURELY_INT32: Final = 100_000_000
"""A number below this stays within int32 when one more digit is added."""
INT32_LIMIT: Final = 2**31

LESS, MORE, SLASH, BLANK, QUOTE, EQUALS, COMMA, POINT, MINUS, ZERO, DELETE = b'<>/ "=,.-0\x7f'

PLAIN_TEXT: Final = np.array([BLANK <= byte <= DELETE and byte not in b'"<&' for byte in range(256)])
"""Bytes that stand for themselves; others need decoding, are blanks to XML, or end the text."""

NOWHERE: Final = -1
"""Stands for a place where the bytes do not have the form."""


class Names(NamedTuple):
    """Names of one kind as a tree of bytes."""

    following: NDArray[np.uint8]
    """Shape (states, 256): the state after one more byte; 0 where no name continues so."""
    name: NDArray[np.uint8]
    """Shape (states,): the name that ends in a state; UNKNOWN where none does."""


class NameTables(NamedTuple):
    """Names of tags and attributes, as indices of `TAGS` and `ATTRIBUTES`."""

    tags: Names
    attributes: Names
    numbered: NDArray[np.uint8]
    """Shape (256,): the tag of each letter that a tile id may follow; UNKNOWN for other bytes."""


@cache
def name_tables() -> NameTables:
    """The tables of all known names."""
    numbered = np.full(_BYTES, UNKNOWN, np.uint8)
    for tag in range(DRAW_TAGS.start, len(TAGS)):
        numbered[ord(TAGS[tag])] = tag
    return NameTables(_tree(TAGS[: DRAW_TAGS.start]), _tree(ATTRIBUTES), numbered)


def _tree(names: Sequence[str]) -> Names:
    following = np.zeros((1 + START + sum(map(len, names)), _BYTES), np.uint8)
    index = np.full(len(following), UNKNOWN, np.uint8)
    last = START
    for place, name in enumerate(names):
        state = START
        for byte in name.encode("ascii"):
            if following[state, byte] == 0:
                last += 1
                following[state, byte] = last
            state = int(following[state, byte])
        index[state] = place
    return Names(following[: last + 1], index[: last + 1])


@kernel(inline=True)
def byte_at(data: NDArray[np.uint8], at: int) -> int:
    """The byte at a place that is never negative, so that compiled code need not check its sign."""
    return int(data[np.uint64(at)])


@kernel(inline=True)
def set_at(column: NDArray[np.integer], row: int, value: int) -> None:
    """Write an entry at a row that is never negative, as in `byte_at`."""
    column[np.uint64(row)] = value


@kernel(inline=True)
def match_name(names: Names, data: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """The name at a place, or UNKNOWN, and the place after the bytes that begin a name.

    Args:
        names: Known names.
        data: Bytes; the last one occurs in no name.
        at: Where to look.
    """
    state = START
    following = int(names.following[state, byte_at(data, at)])
    while following:
        state = following
        at += 1
        following = int(names.following[state, byte_at(data, at)])
    return int(names.name[state]), at


@kernel(inline=True)
def scan_digits(data: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """The number of one to three digits (0 stands alone) at a place, and the place after it.

    A processor cannot predict how many digits there are, so there is no branch here.
    """
    number = byte_at(data, at) - ZERO
    second = byte_at(data, at + 1) - ZERO
    third = byte_at(data, at + 2) - ZERO
    two = int(second >= 0) & int(second <= 9) & int(number > 0)
    three = two & int(third >= 0) & int(third <= 9)
    number += two * (9 * number + second)
    number += three * (9 * number + third)
    return number, at + 1 + two + three


@kernel(inline=True)
def scan_integers(
    data: NDArray[np.uint8], at: int, numbers: NDArray[np.int32], count: int
) -> tuple[int, int]:
    """The place after the closing quote of short integers, and how many numbers are in use then."""
    byte = byte_at(data, at)
    if byte == QUOTE:
        return at + 1, count
    while True:
        sign = 1
        if byte == MINUS:
            sign = -1
            at += 1
            byte = byte_at(data, at)
        number = byte - ZERO
        if number < 0 or number > 9:
            return NOWHERE, count
        number, at = scan_digits(data, at)
        byte = byte_at(data, at)
        while 0 <= byte - ZERO <= 9 and 0 < number < SURELY_INT32:
            number = number * 10 + byte - ZERO
            at += 1
            byte = byte_at(data, at)
        if sign < 0 and number == 0:
            return NOWHERE, count
        set_at(numbers, count, sign * number)
        count += 1
        at += 1
        if byte == QUOTE:
            return at, count
        if byte != COMMA:
            return NOWHERE, count
        byte = byte_at(data, at)


@kernel
def scan_other(
    data: NDArray[np.uint8], first: int, room: Markup, values: int, texts: int
) -> tuple[int, int, int, int]:
    """Form of any value, the place after its closing quote, and numbers and bytes of text in use then."""
    form, at, after = scan_decimals(data, first, room.values, values)
    if form != TEXT:
        return form, at, after, texts
    at = first
    byte = byte_at(data, at)
    while PLAIN_TEXT[byte]:
        set_at(room.text, texts, byte)
        texts += 1
        at += 1
        byte = byte_at(data, at)
    return TEXT, at + 1 if byte == QUOTE else NOWHERE, values, texts


@kernel
def scan_decimals(
    data: NDArray[np.uint8], at: int, numbers: NDArray[np.int32], values: int
) -> tuple[int, int, int]:
    """Form of a value (TEXT unless numbers), the place after its closing quote, and numbers in use then."""
    count = 0
    decimals = 0
    while True:
        negative = byte_at(data, at) == MINUS
        if negative:
            at += 1
        number, at = scan_number(data, at)
        if at == NOWHERE:
            return TEXT, at, values
        if byte_at(data, at) == POINT:
            tenths = byte_at(data, at + 1) - ZERO
            # The second, fourth, sixth and eighth number have decimals, without gaps.
            is_due = count == 2 * decimals + 1 and count < MIXED_NUMBERS
            if not is_due or tenths < 0 or tenths > 9 or number >= TEN_DIGITS:
                return TEXT, at, values
            number = number * 10 + tenths
            decimals += 1
            at += 2
        if negative and number == 0:
            return TEXT, at, values
        number = -number if negative else number
        if number < -INT32_LIMIT or number >= INT32_LIMIT:
            return TEXT, at, values
        set_at(numbers, values + count, number)
        count += 1
        if byte_at(data, at) != COMMA:
            break
        at += 1
    is_mixed = decimals > 0
    if byte_at(data, at) != QUOTE or (is_mixed and count != 2 * decimals and 2 * decimals != MIXED_NUMBERS):
        return TEXT, at, values
    return MIXED if is_mixed else INTEGERS, at + 1, values + count


@kernel(inline=True)
def scan_number(data: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """The number of at most ten digits, in its shortest form, at a place, and the place after it."""
    number = byte_at(data, at) - ZERO
    if number < 0 or number > 9:
        return 0, NOWHERE
    at += 1
    digit = byte_at(data, at) - ZERO
    while 0 <= digit <= 9 and 0 < number < TEN_DIGITS:
        number = number * 10 + digit
        at += 1
        digit = byte_at(data, at) - ZERO
    return number, NOWHERE if 0 <= digit <= 9 else at


USUAL: Final = 3
"""Logs nearly always fit into a third of the room that so many bytes could need; else into several rooms.

All the room at once would take 40 MiB more in a run.
"""

ROOT_START: Final = tuple(b"<mjloggm")
ROOT_END: Final = tuple(b"</mjloggm>")

WHITE_SPACE: Final = tuple(b" \t\r\n")


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
