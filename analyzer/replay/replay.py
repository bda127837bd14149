"""Events to facts: every hand played again from its deal to its end, all hands of a batch in one kernel."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import ENDING, PLAY, Calls, Events, Hands, Plays
from analyzer.kernels import is_compiling, kernel, numbered
from analyzer.replay.course import (
    CourseRows,
    begin_course,
    blank_rows,
    course_of,
    end_course,
    follow_play,
    note_play,
)
from analyzer.replay.facts import FURITEN_DISCARD, ILLEGAL, ORPHAN_KINDS, PLACE, Course, Facts, Illegals
from analyzer.replay.plays import miss_indicators, play_one, settle_pass, take_tile
from analyzer.replay.registers import (
    FACT_REGISTERS,
    HAND,
    MASK,
    PHASE,
    SEAT,
    TABLE_LAYOUT,
    Ends,
    TableState,
    TableStates,
    blank_ends,
    clear_table,
    count_waits,
    facts_of,
    illegals_of,
    keep_end,
    plain_tables,
    report,
    update_waits,
)
from analyzer.tiles.suits import Distances, SuitTables, distance_record, distances, suit_tables
from analyzer.vocabulary import KINDS, NO_TILE, SEATS, TILES, DrawKind

LIVE_FOUR: Final = 136 - 14 - 4 * 13
LIVE_SANMA: Final = 108 - 14 - 3 * 13
RYUUKYOKU: Final = numbered(DrawKind)


class Deals(NamedTuple):
    """The columns of `Hands` that the replay reads; compiled code pays for every array it is handed."""

    element: NDArray[np.int32]
    kyoku: NDArray[np.int32]
    kyotaku: NDArray[np.int32]
    indicator: NDArray[np.uint8]
    dealer: NDArray[np.uint8]
    scores: NDArray[np.int32]
    haipai: NDArray[np.uint8]
    play_offsets: NDArray[np.int32]
    result_offsets: NDArray[np.int32]


class Outcomes(NamedTuple):
    """Those of `Results`."""

    element: NDArray[np.int32]
    end: NDArray[np.uint8]
    draw_kind: NDArray[np.uint8]
    winner: NDArray[np.uint8]
    loser: NDArray[np.uint8]
    machi: NDArray[np.uint8]
    shown: NDArray[np.uint8]


@kernel
def dealer_of(hands: Deals | Hands, plays: Plays, row: int) -> int:
    """The dealer whom play shows: who draws first, if ``oya`` or the kyoku says so too; else ``oya``."""
    start = int(hands.play_offsets[row])
    by_kyoku = int(hands.kyoku[row]) % 4
    if (
        start < hands.play_offsets[row + 1]
        and plays.kind[start] == PLAY.DRAW
        and plays.seat[start] == by_kyoku
    ):
        return by_kyoku
    return int(hands.dealer[row])


@kernel
def begin_hand(
    table: TableState, suits: SuitTables, hands: Deals | Hands, plays: Plays, row: int, players: int
) -> None:
    """Set the registers and deal."""
    clear_table(table)
    hand = table.hand
    hand[HAND.players] = players
    dealer = dealer_of(hands, plays, row)
    hand[HAND.dealer] = dealer
    hand[HAND.turn] = dealer
    hand[HAND.phase] = PHASE.AWAIT_DRAW
    hand[HAND.live_tiles] = LIVE_FOUR if players == 4 else LIVE_SANMA
    hand[HAND.riichi_sticks] = int(hands.kyotaku[row])
    hand[HAND.row] = row
    hand[HAND.element] = hands.element[row]
    indicator = int(hands.indicator[row])
    if indicator < TILES:
        table.place[indicator] = PLACE.INDICATOR
    for seat in range(4):
        registers = table.seat[seat]
        registers[SEAT.scores] = int(hands.scores[row, seat])
        for place in range(13):
            tile = int(hands.haipai[row, seat, place])
            if tile < TILES:
                take_tile(table, seat, tile)
        if seat < players:
            update_waits(table, suits, seat)


@kernel
def describe_waits(table: TableState, seat: int) -> None:
    """Fill the facts about the waits of one seat."""
    hand, registers = table.hand, table.seat[seat]
    waits = np.int64(table.masks[seat][MASK.waits])
    if waits == 0:
        return
    if waits & np.int64(table.masks[seat][MASK.river]) != 0:
        registers[SEAT.furiten] = int(registers[SEAT.furiten]) | FURITEN_DISCARD
    has_drawn = hand[HAND.last_kind] == PLAY.DRAW and hand[HAND.last_seat] == seat
    drawn = int(registers[SEAT.last_draw]) if has_drawn else TILES
    live, kinds = count_waits(table, seat, drawn)
    registers[SEAT.wait_live] = live
    registers[SEAT.wait_kinds] = kinds
    registers[SEAT.wait_unseen] = 1 if live > 0 else 0
    registers[SEAT.wait_outside_own] = 1 if kinds > 0 else 0
    for kind in range(KINDS):
        if waits >> kind & 1 != 0 and int(table.concealed[seat][kind]) - int(kind == drawn // 4) < 4:
            registers[SEAT.wait_outside_concealed] = 1


@kernel
def check_last_play(table: TableState, plays: Plays, last: int) -> None:
    """Report what only the result shows of the last play, whose row is ``last``."""
    hand = table.hand
    kind, code = int(plays.kind[last]), 0
    is_tsumo = hand[HAND.end] == ENDING.AGARI and hand[HAND.ron_calls] == 0
    if kind == PLAY.RIICHI_ACCEPTED and hand[HAND.ron_calls] > 0:
        code = ILLEGAL.STICK_OF_WON_TILE
    elif kind == PLAY.DORA and hand[HAND.last_kind] == PLAY.DRAW and is_tsumo:
        code = ILLEGAL.DORA_AFTER_LAST_DRAW
    elif kind == PLAY.DORA and hand[HAND.last_kind] == PLAY.KAKAN and hand[HAND.ron_calls] > 0:
        # One that is still due then is that of this kan: an earlier one has been shown.
        code = ILLEGAL.DORA_OF_ROBBED_KAN if hand[HAND.dora_due] == 0 else 0
    if code != 0:
        hand[HAND.element] = plays.element[last]
        report(table, int(plays.seat[last]), code, int(plays.tile[last]))


@kernel
def check_win(table: TableState, winner: int, loser: int, machi: int) -> None:
    """A win must be on the own draw, or on the tile another seat has just laid down."""
    hand = table.hand
    kind = int(hand[HAND.last_kind])
    if winner == loser:
        fits = kind == PLAY.DRAW and hand[HAND.last_seat] == winner
    else:
        fits = hand[HAND.last_seat] == loser and kind in (PLAY.DISCARD, PLAY.KAKAN, PLAY.KITA, PLAY.ANKAN)
    if not fits or (machi != NO_TILE and machi != hand[HAND.last_tile]):
        report(table, winner, ILLEGAL.NO_WINNING_TILE, machi)
    if winner != loser and kind == PLAY.ANKAN and winner < SEATS:
        has_orphans = table.seat[winner][SEAT.yaochu_kinds] >= ORPHAN_KINDS
        code = ILLEGAL.KOKUSHI_ON_ANKAN if has_orphans else ILLEGAL.CLOSED_KAN_ROBBED
        report(table, winner, code, int(hand[HAND.last_tile]))


@kernel
def waits_for_last(table: TableState, seat: int) -> bool:
    """Whether the last tile that another seat has laid down completes the tehai of a seat."""
    hand = table.hand
    if hand[HAND.last_kind] not in (PLAY.DISCARD, PLAY.KAKAN, PLAY.KITA) or hand[HAND.last_seat] == seat:
        return False
    bit = np.uint64(1) << np.uint64(int(hand[HAND.last_tile]) // 4)
    return bool(table.masks[seat][MASK.waits] & bit != 0)


@kernel
def note_result(table: TableState, results: Outcomes, result: int) -> None:
    """Note who wins by a result, or who calls ron on the last tile."""
    hand = table.hand
    hand[HAND.end] = int(results.end[result])
    if results.end[result] == ENDING.AGARI:
        winner = int(results.winner[result])
        if winner < SEATS:
            table.seat[winner][SEAT.winners] = 1
        if winner != int(results.loser[result]):
            hand[HAND.ron_calls] += 1
    elif results.draw_kind[result] == RYUUKYOKU.SANCHAHOU:
        for seat in range(SEATS):
            if results.shown[result, seat, 0] != NO_TILE and waits_for_last(table, seat):
                hand[HAND.ron_calls] += 1


@kernel
def end_hand(table: TableState, plays: Plays, last: int, results: Outcomes, start: int, stop: int) -> None:
    """Read who won or showed what, from ``start`` up to ``stop``, and finish the facts.

    ``last`` is the row of the last play, if the hand has any.
    """
    hand = table.hand
    for result in range(start, stop):
        note_result(table, results, result)
    if hand[HAND.play_count] > 0:
        check_last_play(table, plays, last)
        miss_indicators(table)
    for result in range(start, stop):
        hand[HAND.element] = results.element[result]
        if results.end[result] == ENDING.AGARI:
            winner, loser = int(results.winner[result]), int(results.loser[result])
            check_win(table, winner, loser, int(results.machi[result]))
        elif results.draw_kind[result] != RYUUKYOKU.SANCHAHOU and hand[HAND.last_kind] == PLAY.DISCARD:
            settle_pass(table)
    for seat in range(int(hand[HAND.players])):
        describe_waits(table, seat)


@kernel
def replay_hands(
    tables: TableStates,
    suits: SuitTables,
    hands: Deals,
    plays: Plays,
    calls: Calls,
    results: Outcomes,
    players: NDArray[np.uint8],
    waits_after: NDArray[np.uint64],
    ends: Ends,
    course: CourseRows,
) -> None:
    """Play every hand on the one table of ``tables``, which so stays in the cache of the processor.

    ``players`` has a row per hand, ``waits_after`` per play.  The course is followed if ``ends`` has room for
    its registers, and ``suits`` the tables for it; with its plays unless there is no room for them.
    """
    table = tables[0]
    is_followed = len(ends.seat) > FACT_REGISTERS
    has_plays = len(course.plays.turn) > 0
    noted = 0
    for row in range(len(players)):
        begin_hand(table, suits, hands, plays, row, int(players[row]))
        if is_followed:
            begin_course(table)
        start = int(hands.play_offsets[row])
        stop = int(hands.play_offsets[row + 1])
        for at in range(start, stop):
            table.hand[HAND.play_count] = at - start
            play_one(table, suits, plays, calls, at, waits_after)
            if is_followed and plays.kind[at] <= PLAY.KITA:
                kind, seat, tile = int(plays.kind[at]), int(plays.seat[at]), int(plays.tile[at])
                source = int(calls.source[plays.row[at]]) if PLAY.CHI <= kind <= PLAY.DAIMINKAN else seat
                follow_play(table, suits, course, kind, seat, tile, source)
                if has_plays:
                    note_play(table, suits, course.plays, noted, kind, seat, tile)
                    noted += 1
        table.hand[HAND.play_count] = stop - start
        first = int(hands.result_offsets[row])
        end_hand(table, plays, stop - 1, results, first, int(hands.result_offsets[row + 1]))
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
    facts, ends, _ = _replayed(events, course=False, course_plays=False)
    return facts, illegals_of(ends)


def replay_with_course(events: Events, *, plays: bool = False) -> tuple[Facts, Illegals, Course]:
    """The same, and the course of every hand, with its plays if they are asked for."""
    facts, ends, rows = _replayed(events, course=True, course_plays=plays)
    return facts, illegals_of(ends), course_of(ends, rows)


def _replayed(events: Events, *, course: bool, course_plays: bool) -> tuple[Facts, Ends, CourseRows]:
    plays, suits = events.plays, suit_tables()
    players = events.games.players[events.hands.game]
    waits_after = np.zeros(len(plays.kind), np.uint64)
    deals = Deals._make(getattr(events.hands, name) for name in Deals._fields)
    results = Outcomes._make(getattr(events.results, name) for name in Outcomes._fields)
    ends = blank_ends(len(players), course=course)
    rows = blank_rows(plays, len(players), has_plays=course_plays)
    if course or is_compiling():
        distant = cast("list[Distances]", distance_record()) if is_compiling() else [distances()]
        suits = suits._replace(shanten_tables=distant)
    tables: TableStates = np.zeros(1, TABLE_LAYOUT)
    if not is_compiling():
        tables = plain_tables(1)
        plays = Plays._make(column.tolist() for column in plays)
    replay_hands(tables, suits, deals, plays, events.calls, results, players, waits_after, ends, rows)
    return facts_of(ends, waits_after), ends, rows
