"""What each play adds to the course of a hand, and what a seat sees of the table."""

from __future__ import annotations

from enum import unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.facts import Place
from analyzer.replay.moments import Moments, seen_copies
from analyzer.replay.registers import (
    CALL_COUNT,
    DISCARDS,
    DRAWS,
    FIRST_RIICHI,
    HAIPAI_SHANTEN,
    KYUUSHU_KINDS,
    KYUUSHU_SHANTEN,
    LAST_KIND,
    LAST_SEAT,
    LAST_TILE,
    NAGASHI_END,
    NAGASHI_UNTIL,
    NO_KINDS,
    OPEN_TURN,
    PLAYERS,
    RIICHI_FURITEN,
    RIICHI_TURN,
    RIICHI_WAIT_KINDS,
    RIICHI_WAIT_LIVE,
    RIICHI_WAITS,
    RIVER,
    SAFE,
    SHANTEN,
    TENPAI_TURN,
    TENPAI_WAIT_KINDS,
    TENPAI_WAIT_LIVE,
    TENPAI_WAITS,
    WAIT_KINDS,
    WAIT_LIVE,
    WAITS,
    WINNER,
    YAOCHU_COUNT,
    Table,
)
from analyzer.replay.waiting import shanten
from analyzer.tiles.suits import SuitTables
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import SEATS, TILES, Code, PlayKind

__all__ = ["CourseRows", "NagashiEnd", "begin_course", "end_course", "follow_play"]

CONCEALED: Final = int(Place.CONCEALED)
MELD: Final = int(Place.MELD)
KITA_PLACE: Final = int(Place.KITA)


@kernel
def is_open(table: Table, seat: int, kind: int, drawn: int) -> int:
    """1 for a kind of which a seat does not hold all four tiles; a tile just drawn (or TILES) is not held."""
    for tile in range(kind * 4, kind * 4 + 4):
        place = int(table.place[tile])
        if tile == drawn or place not in (CONCEALED + seat, MELD + seat, KITA_PLACE + seat):
            return 1
    return 0


@kernel
def count_waits(table: Table, seat: int, drawn: int) -> tuple[int, int]:
    """Tiles of its waits that a seat does not see, in the wall or held by another; and its open kinds."""
    waits = np.int64(table.masks[seat][WAITS])
    unseen = 0
    kinds = 0
    kind = 0
    while waits >> kind != 0:
        if waits >> kind & 1 != 0:
            unseen += 4 - seen_copies(table, seat, kind)
            kinds += is_open(table, seat, kind, drawn)
        kind += 1
    return unseen, kinds


@unique
class NagashiEnd(Code):
    """What ended a river that could have made a nagashi mangan."""

    ALIVE = 0
    """Nothing did, up to the end of the hand."""
    SIMPLE = 1
    """A discard that is no terminal or honour."""
    CALLED = 2
    """A call of one of the discards."""
    NONE = 3
    """There was no discard."""


DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)
CHI: Final = int(PlayKind.CHI)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
ALIVE: Final = int(NagashiEnd.ALIVE)
SIMPLE: Final = int(NagashiEnd.SIMPLE)
BY_CALL: Final = int(NagashiEnd.CALLED)
NO_RIVER: Final = int(NagashiEnd.NONE)


class CourseRows(NamedTuple):
    """What of a course is no register."""

    shanten: NDArray[np.int8]
    """Shape (4, 136): after each discard of the hand at hand; more only an impossible hand has."""
    shanten_after: NDArray[np.int8]
    shanten_offsets: NDArray[np.int64]
    moments: Moments
    """As in `Course`."""


@kernel
def begin_course(table: Table) -> None:
    """The tiles are dealt."""
    for seat in range(SEATS):
        registers = table.seat[seat]
        registers[HAIPAI_SHANTEN] = registers[SHANTEN]
        registers[KYUUSHU_KINDS] = NO_KINDS


@kernel(inline=True)
def follow_play(
    table: Table, suits: SuitTables, course: CourseRows, kind: int, seat: int, tile: int, source: int
) -> None:
    """Note what a play, just applied, adds to the course; ``source`` is the seat that a call took it from."""
    registers = table.seat[seat]
    if kind == DISCARD:
        follow_discard(table, course, seat, tile // 4)
    elif kind == DRAW:
        # Before any call, the first draw decides on kyuushu kyuuhai.
        if registers[DRAWS] == 1 and registers[DISCARDS] == 0 and table.hand[CALL_COUNT] == 0:
            registers[KYUUSHU_KINDS] = registers[YAOCHU_COUNT]
            registers[KYUUSHU_SHANTEN] = shanten(suits.shanten_tables[0], registers)
    elif CHI <= kind <= DAIMINKAN:
        if registers[OPEN_TURN] == 0:
            registers[OPEN_TURN] = int(registers[DISCARDS]) + 1
        called = table.seat[source]
        if called[NAGASHI_END] == ALIVE:
            called[NAGASHI_END] = BY_CALL
            called[NAGASHI_UNTIL] -= 1


@kernel(inline=True)
def follow_discard(table: Table, course: CourseRows, seat: int, kind: int) -> None:
    """A seat has discarded a tile of a kind."""
    registers, masks = table.seat[seat], table.masks[seat]
    turn = int(registers[DISCARDS])
    if turn <= TILES:
        course.shanten[seat, turn - 1] = registers[SHANTEN]
    if registers[NAGASHI_END] == ALIVE:
        if YAOCHU_MASK >> kind & 1 != 0:
            registers[NAGASHI_UNTIL] += 1
        else:
            registers[NAGASHI_END] = SIMPLE
    if registers[SHANTEN] <= 0 and registers[TENPAI_TURN] == 0:
        registers[TENPAI_TURN] = turn
        masks[TENPAI_WAITS] = masks[WAITS]
        registers[TENPAI_WAIT_LIVE], registers[TENPAI_WAIT_KINDS] = count_waits(table, seat, TILES)
    if registers[RIICHI_TURN] == turn:
        follow_riichi(table, seat)


@kernel
def follow_riichi(table: Table, seat: int) -> None:
    """The discard just made declares riichi."""
    registers, masks = table.seat[seat], table.masks[seat]
    masks[RIICHI_WAITS] = masks[WAITS]
    registers[RIICHI_WAIT_LIVE], registers[RIICHI_WAIT_KINDS] = count_waits(table, seat, TILES)
    registers[RIICHI_FURITEN] = 1 if masks[WAITS] & masks[RIVER] != 0 else 0
    if table.hand[FIRST_RIICHI] == 0:
        table.hand[FIRST_RIICHI] = seat + 1
        masks[SAFE] = masks[RIVER]


@kernel
def end_course(table: Table, course: CourseRows, row: int) -> None:
    """Count what is left of the waits, and keep the rows of the hand."""
    hand = table.hand
    last = int(hand[LAST_TILE])
    for seat in range(int(hand[PLAYERS])):
        registers, waits = table.seat[seat], np.int64(table.masks[seat][WAITS])
        if waits == 0:
            continue
        drew = hand[LAST_KIND] == DRAW and hand[LAST_SEAT] == seat
        live, kinds = count_waits(table, seat, last if drew else TILES)
        if last < TILES and waits >> (last // 4) & 1 != 0:
            # What it has just drawn or wins on was not to be seen before.
            live += 1 if drew or (registers[WINNER] != 0 and hand[LAST_SEAT] != seat) else 0
        registers[WAIT_LIVE] = live
        registers[WAIT_KINDS] = kinds
    for seat in range(SEATS):
        registers = table.seat[seat]
        discards = min(int(registers[DISCARDS]), TILES)
        if discards == 0:
            registers[NAGASHI_END] = NO_RIVER
        start = int(course.shanten_offsets[row * SEATS + seat])
        for turn in range(discards):
            course.shanten_after[start + turn] = course.shanten[seat, turn]
        course.shanten_offsets[row * SEATS + seat + 1] = start + discards
