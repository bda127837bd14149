"""The course of a hand: how near to tenpai each seat was and when, and what was left of its waits.

The replay follows it only where somebody asks, as the tables do; for the table ``plays`` also what a seat
holds and sees after each of its plays.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import PLAY, Plays
from analyzer.kernels import kernel, numbered
from analyzer.replay.facts import NO_KINDS, NOT_ASKED, Course, CoursePlays, NagashiEnd
from analyzer.replay.registers import (
    HAND,
    MASK,
    SEAT,
    Ends,
    TableState,
    count_waits,
    course_columns,
    seen_copies,
    shanten_now,
)
from analyzer.tiles.suits import SuitTables
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import SEATS, TILES, PlayKind

NAGASHI: Final = numbered(NagashiEnd)


class CourseRows(NamedTuple):
    """What of a course is no register."""

    shanten: NDArray[np.int8]
    """Shape (4, 136): after each discard of the hand at hand; more only an impossible hand has."""
    shanten_after: NDArray[np.int8]
    shanten_offsets: NDArray[np.int64]
    plays: CoursePlays
    """As in `Course`."""


def blank_rows(plays: Plays, hands: int, *, has_plays: bool) -> CourseRows:
    """Room for what is no register, of all hands together."""
    count = int(np.count_nonzero(plays.kind <= PlayKind.KITA)) if has_plays else 0
    turn, seen, genbutsu = (np.zeros(count, np.uint8) for _ in range(3))
    return CourseRows(
        np.zeros((SEATS, TILES), np.int8),
        np.zeros(np.count_nonzero(plays.kind == PlayKind.DISCARD), np.int8),
        np.zeros(hands * SEATS + 1, np.int64),
        CoursePlays(turn, np.zeros(count, np.int8), seen, genbutsu),
    )


def course_of(ends: Ends, rows: CourseRows) -> Course:
    """Columns of `Course`."""
    return Course(
        **course_columns(ends),
        shanten_after=rows.shanten_after[: rows.shanten_offsets[-1]],
        shanten_offsets=rows.shanten_offsets,
        plays=rows.plays,
    )


@kernel
def begin_course(table: TableState) -> None:
    """The tiles are dealt."""
    for seat in range(SEATS):
        registers = table.seat[seat]
        registers[SEAT.haipai_shanten] = registers[SEAT.shanten]
        registers[SEAT.kyuushu_kinds] = NO_KINDS


@kernel(inline=True)
def follow_play(
    table: TableState, suits: SuitTables, course: CourseRows, kind: int, seat: int, tile: int, source: int
) -> None:
    """Note what a play, just applied, adds to the course; ``source`` is the seat that a call took it from."""
    registers = table.seat[seat]
    if kind == PLAY.DISCARD:
        follow_discard(table, course, seat, tile // 4)
    elif kind == PLAY.DRAW:
        # Before any call, the first draw decides on kyuushu kyuuhai.
        if registers[SEAT.draws] == 1 and registers[SEAT.discards] == 0 and table.hand[HAND.call_count] == 0:
            registers[SEAT.kyuushu_kinds] = registers[SEAT.yaochu_kinds]
            registers[SEAT.kyuushu_shanten] = shanten_now(suits.shanten_tables[0], registers)
    elif PLAY.CHI <= kind <= PLAY.DAIMINKAN:
        if registers[SEAT.open_turn] == 0:
            registers[SEAT.open_turn] = int(registers[SEAT.discards]) + 1
        called = table.seat[source]
        if called[SEAT.nagashi_end] == NAGASHI.ALIVE:
            called[SEAT.nagashi_end] = NAGASHI.CALLED
            called[SEAT.nagashi_until] -= 1


@kernel(inline=True)
def follow_discard(table: TableState, course: CourseRows, seat: int, kind: int) -> None:
    """A seat has discarded a tile of a kind."""
    registers, masks = table.seat[seat], table.masks[seat]
    turn = int(registers[SEAT.discards])
    if turn <= TILES:
        course.shanten[seat, turn - 1] = registers[SEAT.shanten]
    if registers[SEAT.nagashi_end] == NAGASHI.ALIVE:
        if YAOCHU_MASK >> kind & 1 != 0:
            registers[SEAT.nagashi_until] += 1
        else:
            registers[SEAT.nagashi_end] = NAGASHI.SIMPLE
    if registers[SEAT.shanten] <= 0 and registers[SEAT.tenpai_turn] == 0:
        registers[SEAT.tenpai_turn] = turn
        masks[MASK.tenpai_waits] = masks[MASK.waits]
        registers[SEAT.tenpai_wait_live], registers[SEAT.tenpai_wait_kinds] = count_waits(table, seat, TILES)
    if registers[SEAT.riichi_turn] == turn:
        follow_riichi(table, seat)


@kernel
def follow_riichi(table: TableState, seat: int) -> None:
    """The discard just made declares riichi."""
    registers, masks = table.seat[seat], table.masks[seat]
    masks[MASK.riichi_waits] = masks[MASK.waits]
    registers[SEAT.riichi_wait_live], registers[SEAT.riichi_wait_kinds] = count_waits(table, seat, TILES)
    registers[SEAT.riichi_furiten] = 1 if masks[MASK.waits] & masks[MASK.river] != 0 else 0
    if table.hand[HAND.first_riichi] == 0:
        table.hand[HAND.first_riichi] = seat + 1
        masks[MASK.safe] = masks[MASK.river]


@kernel
def end_course(table: TableState, course: CourseRows, row: int) -> None:
    """Count the tile just drawn or won on as not seen before, and keep the rows of the hand."""
    hand = table.hand
    last, last_seat = int(hand[HAND.last_tile]), int(hand[HAND.last_seat])
    for seat in range(SEATS):
        registers, waits = table.seat[seat], np.int64(table.masks[seat][MASK.waits])
        discards = min(int(registers[SEAT.discards]), TILES)
        if discards == 0:
            registers[SEAT.nagashi_end] = NAGASHI.NONE
        start = int(course.shanten_offsets[row * SEATS + seat])
        for turn in range(discards):
            course.shanten_after[start + turn] = course.shanten[seat, turn]
        course.shanten_offsets[row * SEATS + seat + 1] = start + discards
        is_own = seat == last_seat
        got_it = hand[HAND.last_kind] == PLAY.DRAW if is_own else registers[SEAT.winners] != 0
        if got_it and last < TILES and waits >> (last // 4) & 1 != 0:
            registers[SEAT.wait_live] += 1


@kernel(inline=True)
def note_play(
    table: TableState, suits: SuitTables, found: CoursePlays, row: int, kind: int, seat: int, tile: int
) -> None:
    """Fill a row after its play, and note the kinds that pass the first riichi."""
    registers = table.seat[seat]
    first = int(table.hand[HAND.first_riichi]) - 1
    bit = np.uint64(1) << np.uint64(tile // 4)
    found.genbutsu[row] = NOT_ASKED
    found.seen[row] = seen_copies(table, seat, tile // 4)
    if kind == PLAY.DISCARD:
        found.turn[row] = registers[SEAT.discards]
        found.shanten[row] = registers[SEAT.shanten]
        if first >= 0 and seat != first:
            found.genbutsu[row] = 1 if table.masks[first][MASK.safe] & bit != 0 else 0
    else:
        found.turn[row] = int(registers[SEAT.discards]) + 1
        found.shanten[row] = shanten_now(suits.shanten_tables[0], registers)
    if first >= 0 and kind in (PLAY.DISCARD, PLAY.KITA):
        table.masks[first][MASK.safe] |= bit
