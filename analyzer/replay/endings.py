"""The end of a hand: who called what, and the facts about waits that rule sets ask for."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.facts import FURITEN_DISCARD, Illegal, Place
from analyzer.replay.moves import settle_pass
from analyzer.replay.registers import (
    END,
    FURITEN,
    KITAS,
    LAST_DRAW,
    LAST_KIND,
    LAST_SEAT,
    LAST_TILE,
    PLAY_COUNT,
    PLAYERS,
    RIVER,
    RON_CALLS,
    WAIT_OUTSIDE_CONCEALED,
    WAIT_OUTSIDE_OWN,
    WAIT_UNSEEN,
    WAITS,
    WINNER,
    Table,
    report,
)
from analyzer.vocabulary import NO_TILE, DrawKind, EndKind, PlayKind

AGARI: Final = int(EndKind.AGARI)
RYUUKYOKU: Final = int(EndKind.RYUUKYOKU)
SANCHAHOU: Final = int(DrawKind.SANCHAHOU)
DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)
KAKAN: Final = int(PlayKind.KAKAN)
ANKAN: Final = int(PlayKind.ANKAN)
KITA: Final = int(PlayKind.KITA)
NORTH: Final = 30
INDICATOR: Final = int(Place.INDICATOR)
CONCEALED: Final = int(Place.CONCEALED)
MELD: Final = int(Place.MELD)
NO_WINNING_TILE: Final = int(Illegal.NO_WINNING_TILE)


class Outcomes(NamedTuple):
    """The columns of `Results` that the replay reads; compiled code pays for every array it is handed."""

    element: NDArray[np.int32]
    end: NDArray[np.uint8]
    draw_kind: NDArray[np.uint8]
    winner: NDArray[np.uint8]
    loser: NDArray[np.uint8]
    machi: NDArray[np.uint8]
    shown: NDArray[np.uint8]


@kernel
def is_exposed(table: Table, seat: int, kind: int) -> bool:
    """Whether the seat can see all four tiles of a kind: on the table or in its own concealed part."""
    for copy in range(4):
        place = int(table.place[kind * 4 + copy])
        if place != INDICATOR and place != CONCEALED + seat and place < MELD:
            return False
    return True


@kernel
def describe_waits(table: Table, seat: int) -> None:
    """Fill the facts about the waits of one seat."""
    registers = table.seat[seat]
    waits = table.masks[seat][WAITS]
    if waits == 0:
        return
    if waits & table.masks[seat][RIVER] != 0:
        registers[FURITEN] = int(registers[FURITEN]) | FURITEN_DISCARD
    own_draw = 34
    if table.hand[LAST_KIND] == DRAW and table.hand[LAST_SEAT] == seat:
        own_draw = int(registers[LAST_DRAW]) // 4
    for kind in range(34):
        if waits & (np.uint64(1) << np.uint64(kind)) == 0:
            continue
        concealed = int(table.concealed[seat][kind])
        if kind == own_draw:
            concealed -= 1
        own = concealed + int(table.melded[seat][kind])
        if kind == NORTH:
            own += int(registers[KITAS])
        if concealed < 4:
            registers[WAIT_OUTSIDE_CONCEALED] = 1
        if own < 4:
            registers[WAIT_OUTSIDE_OWN] = 1
        if not is_exposed(table, seat, kind):
            registers[WAIT_UNSEEN] = 1


@kernel
def check_win(table: Table, row: int, element: int, winner: int, loser: int, machi: int) -> None:
    """A win must be on the own draw, or on the tile another seat has just laid down."""
    hand = table.hand
    kind = int(hand[LAST_KIND])
    if winner == loser:
        fits = kind == DRAW and hand[LAST_SEAT] == winner
    else:
        fits = hand[LAST_SEAT] == loser and kind in (DISCARD, KAKAN, KITA, ANKAN)
    if not fits or (machi != NO_TILE and machi != hand[LAST_TILE]):
        report(table, row, winner, element, NO_WINNING_TILE, machi)


@kernel
def waits_for_last(table: Table, seat: int) -> bool:
    """Whether the last tile that another seat has laid down completes the tehai of a seat."""
    hand = table.hand
    if hand[LAST_KIND] not in (DISCARD, KAKAN, KITA) or hand[LAST_SEAT] == seat:
        return False
    bit = np.uint64(1) << np.uint64(int(hand[LAST_TILE]) // 4)
    return bool(table.masks[seat][WAITS] & bit != 0)


@kernel
def end_hand(table: Table, outcomes: Outcomes, start: int, stop: int, row: int) -> None:
    """Read who won or showed what, from ``start`` up to ``stop``, and finish the facts."""
    hand = table.hand
    for result in range(start, stop):
        element = int(outcomes.element[result])
        hand[END] = int(outcomes.end[result])
        if outcomes.end[result] == AGARI:
            winner = int(outcomes.winner[result])
            loser = int(outcomes.loser[result])
            check_win(table, row, element, winner, loser, int(outcomes.machi[result]))
            if winner < 4:
                table.seat[winner][WINNER] = 1
            if winner != loser:
                hand[RON_CALLS] += 1
        elif outcomes.draw_kind[result] == SANCHAHOU:
            for seat in range(4):
                if outcomes.shown[result, seat, 0] != NO_TILE and waits_for_last(table, seat):
                    hand[RON_CALLS] += 1
        elif hand[LAST_KIND] == DISCARD:
            settle_pass(table, row, element, int(hand[PLAY_COUNT]))
    for seat in range(int(hand[PLAYERS])):
        describe_waits(table, seat)
