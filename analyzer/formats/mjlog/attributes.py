"""The attributes of elements as one table, and the kernel that reads them by it.

A row is a part of an attribute: numbers that are alike.  It says how many the attribute may have, within
which bounds they lie, and where they go in the wide row of a hand or a result (see `wide_rows`).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Oddity
from analyzer.formats.meld_codes import NO_CALL, decode_call
from analyzer.formats.mjlog.markup import ATTRIBUTES, INTEGERS, MIXED, NAME, TAG, TAGS, TEXT, UNKNOWN, Markup
from analyzer.formats.wide_rows import (
    HAN_LIMIT,
    HAND,
    HAND_PLACES,
    HONBA_LIMIT,
    HUNDREDS_LIMIT,
    POINTS_LIMIT,
    RESULT,
    RESULT_PLACES,
)
from analyzer.kernels import is_compiling, kernel, numbered
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, TILES

Table = TypeVar("Table", bound=Any)
Number = TypeVar("Number", np.int32, np.int64)

ODDITY: Final = numbered(Oddity)
AT: Final = numbered(
    (
        "game",  # row of `games`
        "first",  # row of the game's root among all elements
        "element",  # row of the current element among all elements
        "players",
        "hand",  # row of `hands` begun last; ABSENT before the first hand of a game
        "results_in_hand",
        "hands",  # rows written so far, as are the next five
        "plays",
        "calls",
        "deposits",
        "results",
        "runs",
        "oddities",  # found so far; those beyond the capacity of `Walk.oddities` are only counted
    )
)
"""Places in `Walk.cursor`."""

# Where each column of `Walk.fields` begins.
FORM: Final = 0
START: Final = len(ATTRIBUTES)
"""First entry in ``values``, or first byte in ``text``."""
COUNT: Final = 2 * len(ATTRIBUTES)
STAMP: Final = 3 * len(ATTRIBUTES)
"""Element that the row was filled for; a row of another element is stale."""

# What a number beyond its bounds is.
VALUE: Final = 0
TILE: Final = 1
SEAT: Final = 2
MELD: Final = 3
OF_WINNER: Final = 4
"""A tile of the winner, whose tiles have their own place."""

INT32_HIGHEST: Final = 2**31 - 1
KYOKU_COUNT: Final = 16
"""East 1 to North 4."""
YAKU_COUNT: Final = 55
FU_LIMIT: Final = 999
HIGHEST_LIMIT: Final = 5
"""The third number of ``ten`` for a yakuman."""
TENTHS: Final = 0
"""Stands for the scale of final results: 1 where they have decimals, which are kept as tenths, else 10."""
HAIPAI: Final = 13
SHOWN: Final = 14
STICK: Final = len(TAGS)
"""Stands for REACH of step 2."""


class _Part(NamedTuple):
    """Numbers of an attribute that are alike."""

    tag: int
    name: str
    place: int
    """Where the first of them goes."""
    lowest: int = 0
    highest: int = INT32_HIGHEST
    least: int = 1
    """Fewest numbers of the whole attribute."""
    most: int = 1
    multiple: int = 1
    """Their count is a multiple of this."""
    first: int = 0
    """Which of them: from this, up to ``stop``, each ``stride``."""
    stop: int = 99
    stride: int = 1
    spread: int = 1
    """How far apart they go."""
    scale: int = 1
    fault: int = VALUE
    is_required: bool = False


def _tiles(
    tag: int,
    name: str,
    place: int,
    least: int,
    most: int,
    *,
    first: int = 0,
    fault: int = TILE,
    is_required: bool = False,
) -> _Part:
    return _Part(
        tag, name, place, 0, TILES - 1, least, most, first=first, fault=fault, is_required=is_required
    )


def _seat(tag: int, name: str, place: int, *, is_required: bool = True) -> _Part:
    # The kernel knows how many play.
    return _Part(tag, name, place, fault=SEAT, is_required=is_required)


def _pairs(tag: int, name: str, column: str, first: int, scale: int, *, is_required: bool = False) -> _Part:
    """One of two numbers of each seat, in points and then perhaps in chips."""
    return _Part(
        tag, name, RESULT_PLACES[column].start, -HUNDREDS_LIMIT, HUNDREDS_LIMIT, 2 * SEATS, 4 * SEATS,
        2 * SEATS, first, (first // 8 + 1) * 8, 2, scale=scale, is_required=is_required,
    )  # fmt: skip


def _of_seats(tag: int, name: str, place: int, scale: int = 100, *, is_required: bool = False) -> _Part:
    return _Part(
        tag, name, place, -HUNDREDS_LIMIT, HUNDREDS_LIMIT, SEATS, SEATS, scale=scale, is_required=is_required
    )


def _outcome(tag: int) -> list[_Part]:
    """What AGARI and RYUUKYOKU both have."""
    return [
        _Part(tag, "ba", RESULT.honba, 0, HONBA_LIMIT, 2, 2),
        _pairs(tag, "sc", "scores", 0, 100, is_required=True),
        _pairs(tag, "sc", "deltas", 1, 100),
        _pairs(tag, "sc", "chip_scores", 8, 1),
        _pairs(tag, "sc", "chip_deltas", 9, 1),
        _pairs(tag, "owari", "final_scores", 0, 100),
        _pairs(tag, "owari", "final_results", 1, TENTHS),
        _pairs(tag, "owari", "final_chips", 8, 1),
    ]


_INIT, _AGARI, _DRAWN = int(TAG.INIT), int(TAG.AGARI), int(TAG.RYUUKYOKU)
_INDICATORS: Final = 8
_HAIPAI_PLACE, _SHOWN_PLACE = HAND_PLACES["haipai"].start, RESULT_PLACES["shown"].start
_PARTS: Final = (
    _Part(int(TAG.GO), "type", 0, is_required=True),
    _Part(int(TAG.GO), "lobby", 1),
    _Part(int(TAG.TAIKYOKU), "oya", 0, 0, SEATS - 1),
    _tiles(_INIT, "seed", HAND.indicator, 6, 6, first=5, is_required=True),
    _Part(_INIT, "seed", HAND.kyoku, 0, KYOKU_COUNT - 1, 6, 6, stop=1),
    _Part(_INIT, "seed", HAND.honba, 0, HONBA_LIMIT, 6, 6, first=1, stop=3),
    # No play rests on the dice.
    _Part(_INIT, "seed", HAND.dice, 0, 5, 6, 6, first=3, stop=5),
    _seat(_INIT, "oya", HAND.dealer),
    _of_seats(_INIT, "ten", HAND.scores, is_required=True),
    _of_seats(_INIT, "chip", HAND.chips, 1),
    *(
        _tiles(_INIT, f"hai{seat}", _HAIPAI_PLACE + HAIPAI * seat, HAIPAI, HAIPAI, is_required=True)
        for seat in range(SEATS)
    ),
    _seat(int(TAG.N), "who", 0),
    _Part(int(TAG.N), "m", 1, -INT32_HIGHEST, is_required=True),
    _seat(int(TAG.REACH), "who", 0),
    _Part(int(TAG.REACH), "step", 1, 1, 2, is_required=True),
    _tiles(int(TAG.DORA), "hai", 0, 1, 1, is_required=True),
    *_outcome(_AGARI),
    _seat(_AGARI, "who", RESULT.winner),
    _seat(_AGARI, "fromWho", RESULT.loser),
    _seat(_AGARI, "paoWho", RESULT.pao_seat, is_required=False),
    _tiles(_AGARI, "hai", _SHOWN_PLACE, 1, SHOWN, fault=OF_WINNER, is_required=True),
    _tiles(_AGARI, "machi", RESULT.machi, 1, 1, is_required=True),
    _tiles(_AGARI, "doraHai", RESULT.dora, 0, _INDICATORS),
    _tiles(_AGARI, "doraHaiUra", RESULT.ura, 0, _INDICATORS),
    # Points and ids are read last: without them nothing is claimed.
    _Part(_AGARI, "ten", RESULT.ten, 0, FU_LIMIT, 3, 3, stop=1, is_required=True),
    _Part(_AGARI, "ten", RESULT.ten + 2, 0, HIGHEST_LIMIT, 3, 3, first=2),
    _Part(_AGARI, "ten", RESULT.ten + 1, 0, POINTS_LIMIT, 3, 3, first=1, stop=2),
    _Part(_AGARI, "m", RESULT.melds, least=0, most=8, fault=MELD),
    _Part(_AGARI, "yaku", RESULT.yaku + 1, 0, HAN_LIMIT, 0, 48, 2, first=1, stride=2, spread=2),
    _Part(_AGARI, "yaku", RESULT.yaku, 0, YAKU_COUNT - 1, 0, 48, 2, stride=2, spread=2),
    _Part(_AGARI, "yakuman", RESULT.yakuman, 0, YAKU_COUNT - 1, 0, 8),
    *_outcome(_DRAWN),
    *(_tiles(_DRAWN, f"hai{seat}", _SHOWN_PLACE + SHOWN * seat, 0, SHOWN) for seat in range(SEATS)),
    _of_seats(STICK, "ten", 2),
)
"""In the order of tags."""
PART: Final = numbered(_Part._fields)
"""Columns of `Walk.parts`."""


class Walk(NamedTuple):
    """The current element and how far the walk has come; every array costs each kernel some time, so few."""

    values: NDArray[np.int32]
    text: NDArray[np.uint8]
    """Both as in `Markup`."""
    fields: NDArray[np.int64]
    """By column and name: where the value of each attribute of the element is."""
    parts: NDArray[np.int64]
    """By part and column: the table of attributes."""
    first_parts: NDArray[np.int64]
    """By tag: the first of its parts."""
    cursor: NDArray[np.int64]
    """Indexed by `AT`, whose last place is ``oddities``."""
    oddities: NDArray[np.int32]
    """Shape (capacity, 5): game, hand, element, code, detail."""
    scratch: NDArray[np.int32]
    """Shape (8,): what an element says that has no wide row."""
    meld: NDArray[np.uint8]
    """Shape (4,): room for the tiles of a call."""


def new_walk(markup: Markup, capacity: int) -> Walk:
    """A walk before its first element, with room for ``capacity`` oddities."""
    fields = np.zeros(4 * len(ATTRIBUTES), np.int64)
    fields[STAMP:] = ABSENT
    parts, first_parts = _tables()
    return Walk(
        markup.values,
        markup.text,
        fields,
        rows_of(parts),
        first_parts,
        np.zeros(AT.oddities + 1, np.int64),
        np.zeros((capacity, 5), np.int32),
        np.zeros(8, np.int32),
        np.zeros(4, np.uint8),
    )


@cache
def _tables() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """``parts`` and ``first_parts`` of a walk."""
    numbers = [(part.tag, ATTRIBUTES.index(part.name), *part[2:]) for part in _PARTS]
    parts = np.array(numbers, np.int64)
    return parts, np.searchsorted(parts[:, PART.tag], np.arange(STICK + 2))


def readable(table: Table) -> Table:
    """A table whose columns plain code reads entry by entry twice as fast: as views of Python."""
    if is_compiling():
        return table
    columns = (column.data if getattr(column, "ndim", 2) == 1 else column for column in table)
    viewed: Table = type(table)._make(columns)
    return viewed


def rows_of(table: NDArray[Number]) -> NDArray[Number]:
    """A table whose rows plain code reads and writes so."""
    return table if is_compiling() else cast("NDArray[Number]", [row.data for row in table])


@kernel(inline=True)
def step_to(markup: Markup, walk: Walk, element: int) -> None:
    """Make an element the current one; the first of two equal attributes counts."""
    fields = walk.fields
    walk.cursor[AT.element] = element
    for attribute in range(
        int(markup.attribute_offsets[element]), int(markup.attribute_offsets[element + 1])
    ):
        name = int(markup.name[attribute])
        if name == UNKNOWN or fields[name + STAMP] == element:
            continue
        form = int(markup.form[attribute])
        offsets = markup.text_offsets if form == TEXT else markup.value_offsets
        start = int(offsets[attribute])
        fields[name + FORM] = form
        fields[name + START] = start
        fields[name + COUNT] = int(offsets[attribute + 1]) - start
        fields[name + STAMP] = element


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
    return bool(walk.fields[name + STAMP] == walk.cursor[AT.element])


@kernel
def is_empty(walk: Walk, name: int) -> bool:
    """Whether the current element lacks the attribute or its value is empty."""
    return bool(walk.fields[name + STAMP] != walk.cursor[AT.element] or walk.fields[name + COUNT] == 0)


@kernel
def read_attributes(walk: Walk, tag: int, out: NDArray[np.int32]) -> None:
    """Read all attributes of the current element that the table has under a tag.

    Notes MISSING_ATTRIBUTE for a required one, and of any other what is wrong with its first part that cannot
    be read; that part and those after it keep their defaults in ``out``.
    """
    element, players = int(walk.cursor[AT.element]), int(walk.cursor[AT.players])
    failed = ABSENT
    for row in range(int(walk.first_parts[tag]), int(walk.first_parts[tag + 1])):
        part = walk.parts[row]
        name = int(part[PART.name])
        if name == failed:
            continue
        if name == NAME.hai3 and players < SEATS:
            if not is_empty(walk, name):
                note(walk, ODDITY.BAD_VALUE, name)
        elif walk.fields[name + STAMP] != element:
            if part[PART.is_required]:
                note(walk, ODDITY.MISSING_ATTRIBUTE, name)
            failed = name
        elif not read_part(walk, row, name, out):
            failed = name


@kernel(inline=True)
def read_part(walk: Walk, row: int, name: int, out: NDArray[np.int32]) -> bool:
    """Read a part of an attribute; False where it, and so the parts after it, cannot be read."""
    part, fields, values = walk.parts[row], walk.fields, walk.values
    form, start, count = fields[name + FORM], fields[name + START], fields[name + COUNT]
    if (
        not (form == INTEGERS or (form == MIXED and name == NAME.owari))
        or not part[PART.least] <= count <= part[PART.most]
        or count % part[PART.multiple]
    ):
        note(walk, ODDITY.BAD_VALUE, name)
        return False
    fault, place, scale = part[PART.fault], part[PART.place], part[PART.scale]
    lowest, highest = part[PART.lowest], part[PART.highest]
    if fault == SEAT:
        highest = walk.cursor[AT.players] - 1
    elif fault == OF_WINNER:
        if out[RESULT.winner] == NO_SEAT:
            return False
        place += int(out[RESULT.winner]) * SHOWN
    if scale == TENTHS:
        scale = 1 if form == MIXED else 10
    first, stride, spread = start + part[PART.first], part[PART.stride], part[PART.spread]
    stop = start + min(count, part[PART.stop])
    for entry in range(first, stop, stride):
        value = values[entry]
        if not lowest <= value <= highest or (fault == MELD and not is_call(walk, value)):
            note_fault(walk, fault, name, value)
            return False
    # The table is of int64, and so are the products.
    for entry in range(first, stop, stride):
        out[place] = values[entry] * scale
        place += spread
    return True


@kernel
def is_call(walk: Walk, code: int) -> bool:
    """Whether a number is the code of a call."""
    kind, _, _, _ = decode_call(code, 0, walk.meld)
    return kind != NO_CALL


@kernel
def note_fault(walk: Walk, fault: int, name: int, value: int) -> None:
    """Note a number that is beyond its bounds, by what it should be."""
    if fault == VALUE:
        note(walk, ODDITY.BAD_VALUE, name)
    elif fault == SEAT:
        note(walk, ODDITY.BAD_SEAT, value)
    elif fault == MELD:
        note(walk, ODDITY.BAD_MELD, value)
    else:
        note(walk, ODDITY.BAD_TILE, value)
