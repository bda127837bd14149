"""The course of a hand: how near to tenpai each seat was and when, and what was left of its waits.

Worked out apart from `replay`, because only the tables ask for it.
"""

from __future__ import annotations

from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Events, Plays
from analyzer.kernels import is_compiling, kernel
from analyzer.replay import course_plays as w
from analyzer.replay.course_plays import (
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
    Deals,
    NagashiEnd,
    Walk,
    Walks,
    begin_walk,
    open_kinds,
    plain_walks,
    unseen_copies,
    walk_call,
    walk_discard,
    walk_draw,
    walk_riichi,
    walk_tenpai,
)
from analyzer.replay.facts import Facts, Place
from analyzer.replay.moments import Moments, blank_moments, note_moment
from analyzer.replay.registers import DISCARDS
from analyzer.tiles.shanten import Distances, distance_record, distances
from analyzer.vocabulary import TILES, PlayKind

__all__ = ["NO_KINDS", "Course", "NagashiEnd", "course_of"]


DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)
CHI: Final = int(PlayKind.CHI)
KITA: Final = int(PlayKind.KITA)
DORA: Final = int(PlayKind.DORA)
INDICATOR: Final = int(Place.INDICATOR)


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


@kernel
def end_walk(walk: Walk, known: Known, row: int) -> None:
    """Count what is left of the waits."""
    last = int(known.last_tile[row])
    for seat in range(int(known.players[row])):
        waits = np.int64(known.waits[row, seat])
        if waits == 0:
            continue
        live = unseen_copies(walk, seat, waits)
        drew = known.last_kind[row] == DRAW and known.last_seat[row] == seat
        if last < TILES and waits >> (last // 4) & 1 != 0:
            # What it has just drawn or wins on was not to be seen before.
            live += 1 if drew or (known.winners[row, seat] and known.last_seat[row] != seat) else 0
        walk.seat[seat][WAIT_LIVE] = live
        walk.seat[seat][WAIT_KINDS] = open_kinds(walk, seat, waits, last if drew else TILES)


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
) -> None:
    """Go through every hand.

    Fills the rows of ``walks``, ``shanten_after`` from ``offsets`` on, and ``moments`` unless they are empty.
    """
    moment = 0
    for row in range(len(known.players)):
        walk = walks[row]
        begin_walk(walk, tables[0], deals, row)
        for at in range(int(deals.play_offsets[row]), int(deals.play_offsets[row + 1])):
            kind = int(plays.kind[at])
            seat = int(plays.seat[at])
            tile = int(plays.tile[at])
            if kind == DRAW:
                walk_draw(walk, tables[0], seat, tile)
            elif kind == DISCARD:
                walk_discard(walk, tables[0], seat, tile)
                registers = walk.seat[seat]
                turn = int(registers[DISCARDS])
                if turn <= known.discards[row, seat]:
                    shanten_after[offsets[row * 4 + seat] + turn - 1] = registers[SHANTEN]
                if turn == registers[TENPAI_TURN]:
                    walk_tenpai(walk, seat, known.waits_after[at])
                if turn == known.riichi_turn[row, seat]:
                    walk_riichi(walk, seat, known.waits_after[at])
            elif CHI <= kind <= KITA:
                call = int(plays.row[at])
                walk_call(walk, kind, seat, int(calls.source[call]), calls.tiles[call])
            elif kind == DORA:
                walk.place[tile] = INDICATOR
            if kind <= KITA and len(moments.turn) > 0:
                note_moment(walk, tables[0], moments, moment, kind, seat, tile)
                moment += 1
        end_walk(walk, known, row)


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
    if is_compiling():
        records = np.zeros(count, WALK_LAYOUT)
        record = cast("list[Distances]", distance_record())
        walk_hands(records, record, deals, events.plays, events.calls, known, offsets, after, noted)
        return _course(records["seat"], records["masks"], after, offsets, noted)
    walks = plain_walks(count)
    listed = Plays._make(column.tolist() for column in events.plays)
    walk_hands(walks, [distances()], deals, listed, events.calls, known, offsets, after, noted)
    seat = np.array([walk.seat for walk in walks], np.int32).reshape(count, 4, w.WALK_REGISTERS)
    masks = np.array([walk.masks for walk in walks], np.uint64).reshape(count, 4, w.MASKS)
    return _course(seat, masks, after, offsets, noted)


def _course(
    seat: NDArray[np.int32],
    masks: NDArray[np.uint64],
    after: NDArray[np.int8],
    offsets: NDArray[np.int64],
    moments: Moments,
) -> Course:
    """Columns from the registers of the hands."""
    no_discard = seat[:, :, DISCARDS] == 0
    return Course(
        haipai_shanten=seat[:, :, HAIPAI_SHANTEN].astype(np.int8),
        kyuushu_kinds=seat[:, :, KYUUSHU_KINDS].astype(np.uint8),
        kyuushu_shanten=seat[:, :, KYUUSHU_SHANTEN].astype(np.int8),
        tenpai_turn=seat[:, :, TENPAI_TURN].astype(np.uint8),
        tenpai_waits=masks[:, :, TENPAI_WAITS].copy(),
        tenpai_wait_kinds=seat[:, :, TENPAI_WAIT_KINDS].astype(np.uint8),
        tenpai_wait_live=seat[:, :, TENPAI_WAIT_LIVE].astype(np.uint8),
        open_turn=seat[:, :, OPEN_TURN].astype(np.uint8),
        nagashi_until=seat[:, :, NAGASHI_UNTIL].astype(np.uint8),
        nagashi_end=np.where(no_discard, NagashiEnd.NONE, seat[:, :, NAGASHI_END]).astype(np.uint8),
        riichi_waits=masks[:, :, RIICHI_WAITS].copy(),
        riichi_wait_kinds=seat[:, :, RIICHI_WAIT_KINDS].astype(np.uint8),
        riichi_wait_live=seat[:, :, RIICHI_WAIT_LIVE].astype(np.uint8),
        riichi_furiten=seat[:, :, RIICHI_FURITEN].astype(np.bool_),
        wait_kinds=seat[:, :, WAIT_KINDS].astype(np.uint8),
        wait_live=seat[:, :, WAIT_LIVE].astype(np.uint8),
        shanten_after=after,
        shanten_offsets=offsets,
        moments=moments,
    )
