"""The course of a hand: how near to tenpai each seat was and when, and what was left of its waits.

Worked out apart from `replay`, because only the tables ask for it.
"""

from __future__ import annotations

from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Events, Plays
from analyzer.kernels import is_compiling, kernel
from analyzer.replay.course_plays import (
    Deals,
    NagashiEnd,
    begin_walk,
    count_waits,
    walk_call,
    walk_discard,
    walk_draw,
    walk_riichi,
    walk_tenpai,
)
from analyzer.replay.facts import Facts, Place
from analyzer.replay.moments import Moments, blank_moments, note_moment
from analyzer.replay.registers import DISCARDS, SEAT_REGISTERS
from analyzer.replay.walk_registers import (
    HAIPAI_SHANTEN,
    KYUUSHU_KINDS,
    KYUUSHU_SHANTEN,
    NAGASHI_END,
    NAGASHI_UNTIL,
    NO_KINDS,
    OPEN_TURN,
    RIICHI_FURITEN,
    RIICHI_WAIT_KINDS,
    RIICHI_WAIT_LIVE,
    RIICHI_WAITS,
    SHANTEN,
    TENPAI_TURN,
    TENPAI_WAIT_KINDS,
    TENPAI_WAIT_LIVE,
    TENPAI_WAITS,
    WAIT_KINDS,
    WAIT_LIVE,
    WALK_LAYOUT,
    WALK_REGISTERS,
    Walk,
    Walks,
    clear_walk,
    plain_walk,
)
from analyzer.tiles.shanten import Distances, distance_record, distances
from analyzer.vocabulary import SEATS, TILES, PlayKind

__all__ = ["NO_KINDS", "Course", "NagashiEnd", "course_of"]


DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)
CHI: Final = int(PlayKind.CHI)
KITA: Final = int(PlayKind.KITA)
DORA: Final = int(PlayKind.DORA)
INDICATOR: Final = int(Place.INDICATOR)
NO_RIVER: Final = int(NagashiEnd.NONE)


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
    moments: Moments
    """No rows unless asked for."""


class Known(NamedTuple):
    """The columns of `Facts` that a course makes use of."""

    players: NDArray[np.uint8]
    discards: NDArray[np.uint8]
    last_kind: NDArray[np.uint8]
    last_seat: NDArray[np.uint8]
    last_tile: NDArray[np.uint8]
    winners: NDArray[np.bool_]
    riichi_turn: NDArray[np.uint8]
    waits: NDArray[np.uint64]
    waits_after: NDArray[np.uint64]


class Ends(NamedTuple):
    """What is kept of the walks of all hands, the same register of all hands together."""

    seat: NDArray[np.uint8]
    """Shape (registers of a course alone, hands, 4): their lowest bytes, which is all that they fill."""
    tenpai_waits: NDArray[np.uint64]
    riichi_waits: NDArray[np.uint64]
    """Shape (hands, 4)."""


@kernel
def end_walk(walk: Walk, known: Known, row: int) -> None:
    """Count what is left of the waits."""
    last = int(known.last_tile[row])
    for seat in range(int(known.players[row])):
        waits = np.int64(known.waits[row, seat])
        if waits == 0:
            continue
        drew = known.last_kind[row] == DRAW and known.last_seat[row] == seat
        live, kinds = count_waits(walk, seat, waits, last if drew else TILES)
        if last < TILES and waits >> (last // 4) & 1 != 0:
            # What it has just drawn or wins on was not to be seen before.
            live += 1 if drew or (known.winners[row, seat] and known.last_seat[row] != seat) else 0
        walk.seat[seat][WAIT_LIVE] = live
        walk.seat[seat][WAIT_KINDS] = kinds


@kernel
def keep_walk(walk: Walk, ends: Ends, row: int) -> None:
    """Keep what a course is made of."""
    for seat in range(SEATS):
        registers = walk.seat[seat]
        if registers[DISCARDS] == 0:
            registers[NAGASHI_END] = NO_RIVER
        for register in range(SEAT_REGISTERS, WALK_REGISTERS):
            ends.seat[register - SEAT_REGISTERS, row, seat] = int(registers[register]) & 255
        ends.tenpai_waits[row, seat] = walk.masks[seat][TENPAI_WAITS]
        ends.riichi_waits[row, seat] = walk.masks[seat][RIICHI_WAITS]


@kernel
def walk_hands(
    walks: Walks,
    tables: list[Distances],
    deals: Deals,
    plays: Plays,
    calls: Calls,
    known: Known,
    offsets: NDArray[np.int64],
    shanten_after: NDArray[np.int8],
    moments: Moments,
    ends: Ends,
) -> None:
    """Go through every hand, with the one walk of ``walks``, which so stays in the cache of the processor.

    Fills ``ends``, ``shanten_after`` from ``offsets`` on, and ``moments`` unless they are empty.
    """
    moment = 0
    walk = walks[0]
    for row in range(len(known.players)):
        clear_walk(walk)
        begin_walk(walk, tables[0], deals, row)
        for at in range(int(deals.play_offsets[row]), int(deals.play_offsets[row + 1])):
            kind = int(plays.kind[at])
            seat = int(plays.seat[at])
            tile = int(plays.tile[at])
            if kind == DRAW:
                walk_draw(walk, tables[0], seat, tile)
            elif kind == DISCARD:
                # Read for every discard, so that the processor fetches the next ones in time.
                waits = known.waits_after[at]
                walk_discard(walk, tables[0], seat, tile)
                registers = walk.seat[seat]
                turn = int(registers[DISCARDS])
                if turn <= known.discards[row, seat]:
                    shanten_after[offsets[row * 4 + seat] + turn - 1] = registers[SHANTEN]
                if turn == registers[TENPAI_TURN]:
                    walk_tenpai(walk, seat, waits)
                if turn == known.riichi_turn[row, seat]:
                    walk_riichi(walk, seat, waits)
            elif CHI <= kind <= KITA:
                call = int(plays.row[at])
                walk_call(walk, kind, seat, int(calls.source[call]), calls.tiles[call])
            elif kind == DORA:
                walk.place[tile] = INDICATOR
            if kind <= KITA and len(moments.turn) > 0:
                note_moment(walk, tables[0], moments, moment, kind, seat, tile)
                moment += 1
        end_walk(walk, known, row)
        keep_walk(walk, ends, row)


def course_of(events: Events, facts: Facts, *, moments: bool = False) -> Course:
    """The course of every hand of a batch.

    Args:
        events: Any number of games.
        facts: Of its hands.
        moments: Whether its moments are asked for.
    """
    deals = Deals._make(getattr(events.hands, name) for name in Deals._fields)
    known = Known._make(getattr(facts, name) for name in Known._fields)
    count = len(facts.players)
    offsets = np.zeros(4 * count + 1, np.int64)
    np.cumsum(facts.discards.ravel(), out=offsets[1:])
    after = np.zeros(offsets[-1], np.int8)
    noted = blank_moments(int(np.count_nonzero(events.plays.kind <= KITA)) if moments else 0)
    ends = Ends(
        np.empty((WALK_REGISTERS - SEAT_REGISTERS, count, SEATS), np.uint8),
        *(np.empty((count, SEATS), np.uint64) for _ in range(2)),
    )
    walks: Walks = np.zeros(1, WALK_LAYOUT)
    tables, plays = cast("list[Distances]", distance_record()), events.plays
    if not is_compiling():
        walks, tables = [plain_walk()], [distances()]
        plays = Plays._make(column.tolist() for column in plays)
    walk_hands(walks, tables, deals, plays, events.calls, known, offsets, after, noted, ends)

    def of_seats(register: int) -> NDArray[np.uint8]:
        column: NDArray[np.uint8] = ends.seat[register - SEAT_REGISTERS]
        return column

    return Course(
        haipai_shanten=of_seats(HAIPAI_SHANTEN).view(np.int8),
        kyuushu_kinds=of_seats(KYUUSHU_KINDS),
        kyuushu_shanten=of_seats(KYUUSHU_SHANTEN).view(np.int8),
        tenpai_turn=of_seats(TENPAI_TURN),
        tenpai_waits=ends.tenpai_waits,
        tenpai_wait_kinds=of_seats(TENPAI_WAIT_KINDS),
        tenpai_wait_live=of_seats(TENPAI_WAIT_LIVE),
        open_turn=of_seats(OPEN_TURN),
        nagashi_until=of_seats(NAGASHI_UNTIL),
        nagashi_end=of_seats(NAGASHI_END),
        riichi_waits=ends.riichi_waits,
        riichi_wait_kinds=of_seats(RIICHI_WAIT_KINDS),
        riichi_wait_live=of_seats(RIICHI_WAIT_LIVE),
        riichi_furiten=of_seats(RIICHI_FURITEN).astype(np.bool_),
        wait_kinds=of_seats(WAIT_KINDS),
        wait_live=of_seats(WAIT_LIVE),
        shanten_after=after,
        shanten_offsets=offsets,
        moments=noted,
    )
