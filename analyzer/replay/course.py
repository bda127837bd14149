"""The course of a hand: how near to tenpai each seat was and when, and what was left of its waits.

The replay follows it only where somebody asks, as the tables do; for the table ``plays`` also what a seat
holds and sees after each of its plays.
"""

from __future__ import annotations

from enum import unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import PLAY
from analyzer.formats.events import Plays
from analyzer.kernels import kernel, numbered
from analyzer.replay.facts import PLACE
from analyzer.replay.registers import HAND, MASK, SEAT, Ends, TableState, course_columns, shanten_now
from analyzer.tiles.suits import SuitTables
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import SEATS, TILES, Code, PlayKind

__all__ = [
    "NOT_ASKED",
    "NO_KINDS",
    "Course",
    "CoursePlays",
    "CourseRows",
    "NagashiEnd",
    "begin_course",
    "blank_rows",
    "course_of",
    "end_course",
    "follow_play",
    "note_play",
]

NO_KINDS: Final = 255
NOT_ASKED: Final = 2
"""Neither genbutsu nor not."""


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


NAGASHI: Final = numbered(NagashiEnd)


class CoursePlays(NamedTuple):
    """One row per draw, discard and call, kita included, in the order of play; shape (rows,).

    Where the table of a hand is not known, only ``turn`` means anything.
    """

    turn: NDArray[np.uint8]
    """Own discards before the play, plus one."""
    shanten: NDArray[np.int8]
    """Shanten of the seat after the play; that of its best discard if it is to discard."""
    seen: NDArray[np.uint8]
    """Copies of the tile that the seat sees after the play, itself included."""
    genbutsu: NDArray[np.uint8]
    """Of discards by others since the first riichi: 1 if the kind is in the river of that seat or has passed
    it since, else 0.  NOT_ASKED of all else."""


class Course(NamedTuple):
    """The course of each hand; shape (hands, 4) unless said.  Turns count own discards from 1; 0 is never.

    Where the table of a hand is not known, its rows mean nothing.
    """

    haipai_shanten: NDArray[np.int8]
    """Of the 13 tiles dealt: 0 tenpai."""
    kyuushu_kinds: NDArray[np.uint8]
    """Terminal and honour kinds among the 14 tiles of the first draw; NO_KINDS where a call came before it,
    or there was none."""
    kyuushu_shanten: NDArray[np.int8]
    """Of those 14 tiles, where there are such."""
    tenpai_turn: NDArray[np.uint8]
    """First discard that left the shape tenpai."""
    tenpai_waits: NDArray[np.uint64]
    """Waits after that discard, one bit per kind; 0 without it."""
    tenpai_wait_kinds: NDArray[np.uint8]
    """How many of those kinds the seat did not hold all four tiles of then."""
    tenpai_wait_live: NDArray[np.uint8]
    """Tiles of those kinds that the seat did not see then."""
    open_turn: NDArray[np.uint8]
    """The discard that followed the first meld off another seat, or would have."""
    nagashi_until: NDArray[np.uint8]
    """Discards from the first on that all were terminals or honours and not called."""
    nagashi_end: NDArray[np.uint8]
    """A NagashiEnd."""
    riichi_waits: NDArray[np.uint64]
    """Waits after the declaration tile, one bit per kind; 0 without riichi."""
    riichi_wait_kinds: NDArray[np.uint8]
    """How many of those kinds the seat did not hold all four tiles of then."""
    riichi_wait_live: NDArray[np.uint8]
    """Tiles of those kinds that the seat did not see then."""
    riichi_furiten: NDArray[np.bool_]
    """Some of those kinds lay among the own discards then."""
    wait_kinds: NDArray[np.uint8]
    """How many kinds of ``waits`` the seat does not hold all four tiles of, without a tile that it has just
    drawn."""
    wait_live: NDArray[np.uint8]
    """Tiles of the kinds of ``waits`` that the seat does not see at the end; the tile that it has just drawn
    or wins on is not seen."""
    shanten_after: NDArray[np.int8]
    """Shape (discards,): shanten after each discard; discards of a seat in a row, by hand, then seat."""
    shanten_offsets: NDArray[np.int64]
    """Shape (hands * 4 + 1,): where the discards of each seat stand."""
    plays: CoursePlays
    """No rows unless asked for."""


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
def seen_copies(table: TableState, seat: int, kind: int) -> int:
    """Tiles of a kind that a seat sees: in its concealed part, a meld, a river, the kita or an indicator."""
    found = 4
    for copy in range(4):
        place = int(table.place[kind * 4 + copy])
        if place == PLACE.UNSEEN or (
            PLACE.CONCEALED <= place < PLACE.MELD and place != PLACE.CONCEALED + seat
        ):
            found -= 1
    return found


@kernel
def is_open(table: TableState, seat: int, kind: int, drawn: int) -> int:
    """1 for a kind of which a seat does not hold all four tiles; a tile just drawn (or TILES) is not held."""
    for tile in range(kind * 4, kind * 4 + 4):
        place = int(table.place[tile])
        if tile == drawn or place not in (PLACE.CONCEALED + seat, PLACE.MELD + seat, PLACE.KITA + seat):
            return 1
    return 0


@kernel
def count_waits(table: TableState, seat: int, drawn: int) -> tuple[int, int]:
    """Tiles of its waits that a seat does not see, in the wall or held by another; and its open kinds."""
    waits = np.int64(table.masks[seat][MASK.waits])
    unseen = 0
    kinds = 0
    kind = 0
    while waits >> kind != 0:
        if waits >> kind & 1 != 0:
            unseen += 4 - seen_copies(table, seat, kind)
            kinds += is_open(table, seat, kind, drawn)
        kind += 1
    return unseen, kinds


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
    """Count what is left of the waits, and keep the rows of the hand."""
    hand = table.hand
    last = int(hand[HAND.last_tile])
    for seat in range(int(hand[HAND.players])):
        registers, waits = table.seat[seat], np.int64(table.masks[seat][MASK.waits])
        if waits == 0:
            continue
        drew = hand[HAND.last_kind] == PLAY.DRAW and hand[HAND.last_seat] == seat
        live, kinds = count_waits(table, seat, last if drew else TILES)
        if last < TILES and waits >> (last // 4) & 1 != 0:
            # What it has just drawn or wins on was not to be seen before.
            live += 1 if drew or (registers[SEAT.winners] != 0 and hand[HAND.last_seat] != seat) else 0
        registers[SEAT.wait_live] = live
        registers[SEAT.wait_kinds] = kinds
    for seat in range(SEATS):
        registers = table.seat[seat]
        discards = min(int(registers[SEAT.discards]), TILES)
        if discards == 0:
            registers[SEAT.nagashi_end] = NAGASHI.NONE
        start = int(course.shanten_offsets[row * SEATS + seat])
        for turn in range(discards):
            course.shanten_after[start + turn] = course.shanten[seat, turn]
        course.shanten_offsets[row * SEATS + seat + 1] = start + discards


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
