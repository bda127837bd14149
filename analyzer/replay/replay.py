"""Events to facts: every hand played again, all hands of a batch in one kernel."""

from __future__ import annotations

from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Events, Plays
from analyzer.kernels import is_compiling, kernel
from analyzer.replay.beginnings import Deals, begin_hand
from analyzer.replay.calls import on_ankan, on_call, on_kakan, on_kita
from analyzer.replay.course import Course, blank_rows, course_columns
from analyzer.replay.course_plays import CourseRows, begin_course, end_course, follow_play
from analyzer.replay.endings import Outcomes, end_hand
from analyzer.replay.fact_columns import Ends, blank_ends, facts_of, illegals_of, keep_end
from analyzer.replay.facts import Facts, Illegals
from analyzer.replay.moments import note_moment
from analyzer.replay.moves import (
    note,
    on_discard,
    on_dora,
    on_draw,
    on_riichi,
    on_riichi_accepted,
    settle_pass,
)
from analyzer.replay.registers import (
    FACT_REGISTERS,
    PLAY_COUNT,
    TABLE_LAYOUT,
    WAITS,
    Table,
    Tables,
    clear_table,
    plain_tables,
)
from analyzer.tiles.shanten import Distances, distance_record, distances
from analyzer.tiles.suits import SuitTables, suit_tables
from analyzer.vocabulary import PlayKind

__all__ = ["play_one", "replay", "replay_with_course"]

DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)
CHI: Final = int(PlayKind.CHI)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
ANKAN: Final = int(PlayKind.ANKAN)
KITA: Final = int(PlayKind.KITA)
RIICHI: Final = int(PlayKind.RIICHI)
RIICHI_ACCEPTED: Final = int(PlayKind.RIICHI_ACCEPTED)
DORA: Final = int(PlayKind.DORA)


@kernel
def call_one(
    table: Table,
    suits: SuitTables,
    calls: Calls,
    row: int,
    play: int,
    kind: int,
    seat: int,
    element: int,
    tile: int,
    call: int,
) -> None:
    """Apply a call or kita; ``call`` is its row of ``calls``."""
    code = int(calls.code[call])
    tiles = calls.tiles[call]
    if CHI <= kind <= DAIMINKAN:
        source = int(calls.source[call])
        on_call(table, suits, row, play, kind, seat, element, tile, source, code, tiles)
    elif kind == KAKAN:
        on_kakan(table, suits, row, play, seat, element, tile, code)
    elif kind == ANKAN:
        # Of four tiles that nobody has seen yet, which one the log names means nothing.
        tile = int(tiles[0])
        on_ankan(table, suits, row, play, seat, element, tile, code, tiles)
    else:
        on_kita(table, suits, row, seat, element, tile)
    note(table, kind, seat, tile)


@kernel(inline=True)
def play_one(
    table: Table,
    suits: SuitTables,
    plays: Plays,
    calls: Calls,
    row: int,
    play: int,
    at: int,
    waits_after: NDArray[np.uint64],
) -> None:
    """Apply one play; ``play`` is its index in the hand, ``at`` its row."""
    kind = int(plays.kind[at])
    seat = int(plays.seat[at])
    tile = int(plays.tile[at])
    element = int(plays.element[at])
    if kind == DORA:
        on_dora(table, row, element, tile)
        return
    if kind == RIICHI_ACCEPTED:
        on_riichi_accepted(table, row, play, seat, element)
        return
    if kind == DISCARD:
        on_discard(table, suits, row, play, seat, element, tile)
        waits_after[at] = table.masks[seat][WAITS]
        note(table, kind, seat, tile)
        return
    settle_pass(table, row, element, play)
    if kind == RIICHI:
        on_riichi(table, row, seat, element)
        return
    if kind == DRAW:
        on_draw(table, row, seat, element, tile)
        note(table, kind, seat, tile)
        return
    call_one(table, suits, calls, row, play, kind, seat, element, tile, int(plays.row[at]))
    if kind >= DAIMINKAN:
        waits_after[at] = table.masks[seat][WAITS]


@kernel
def replay_hands(
    tables: Tables,
    suits: SuitTables,
    hands: Deals,
    plays: Plays,
    calls: Calls,
    outcomes: Outcomes,
    players: NDArray[np.uint8],
    waits_after: NDArray[np.uint64],
    ends: Ends,
    course: CourseRows,
) -> None:
    """Play every hand on the one table of ``tables``, which so stays in the cache of the processor.

    ``players`` has a row per hand, ``waits_after`` per play.  The course is followed if ``ends`` has room for
    its registers, and ``suits`` the tables for it; with its moments unless there is no room for them.
    """
    table = tables[0]
    is_followed = len(ends.seat) > FACT_REGISTERS
    has_moments = len(course.moments.turn) > 0
    moment = 0
    for row in range(len(players)):
        clear_table(table)
        begin_hand(table, suits, hands, plays, row, int(players[row]))
        if is_followed:
            begin_course(table)
        start = int(hands.play_offsets[row])
        stop = int(hands.play_offsets[row + 1])
        for at in range(start, stop):
            play_one(table, suits, plays, calls, row, at - start, at, waits_after)
            if is_followed and plays.kind[at] <= KITA:
                kind, seat, tile = int(plays.kind[at]), int(plays.seat[at]), int(plays.tile[at])
                source = int(calls.source[plays.row[at]]) if CHI <= kind <= DAIMINKAN else seat
                follow_play(table, suits, course, kind, seat, tile, source)
                if has_moments:
                    note_moment(table, suits, course.moments, moment, kind, seat, tile)
                    moment += 1
        table.hand[PLAY_COUNT] = stop - start
        first = int(hands.result_offsets[row])
        end_hand(table, outcomes, first, int(hands.result_offsets[row + 1]), row)
        if is_followed:
            end_course(table, course, row)
        keep_end(table, ends, row)


def replay(events: Events) -> tuple[Facts, Illegals]:
    """Facts of every hand of a batch, and its illegal plays.

    Args:
        events: Any number of games; hands that are not readable are played as far as they go.

    Returns:
        Facts with one row per row of ``events.hands``; illegal events in play order.
    """
    facts, ends, _ = _replayed(events, course=False, moments=False)
    return facts, illegals_of(ends)


def replay_with_course(events: Events, *, moments: bool = False) -> tuple[Facts, Illegals, Course]:
    """The same, and the course of every hand, with its moments if they are asked for."""
    facts, ends, rows = _replayed(events, course=True, moments=moments)
    return facts, illegals_of(ends), course_columns(ends, rows)


def _replayed(events: Events, *, course: bool, moments: bool) -> tuple[Facts, Ends, CourseRows]:
    plays, suits = events.plays, suit_tables()
    players = events.games.players[events.hands.game]
    waits_after = np.zeros(len(plays.kind), np.uint64)
    deals = Deals._make(getattr(events.hands, name) for name in Deals._fields)
    outcomes = Outcomes._make(getattr(events.results, name) for name in Outcomes._fields)
    ends = blank_ends(len(players), course=course)
    rows = blank_rows(plays, len(players), moments=moments)
    if course or is_compiling():
        distant = cast("list[Distances]", distance_record()) if is_compiling() else [distances()]
        suits = suits._replace(shanten_tables=distant)
    tables: Tables = np.zeros(1, TABLE_LAYOUT)
    if not is_compiling():
        tables = plain_tables(1)
        plays = Plays._make(column.tolist() for column in plays)
    replay_hands(tables, suits, deals, plays, events.calls, outcomes, players, waits_after, ends, rows)
    return facts_of(ends, waits_after), ends, rows
