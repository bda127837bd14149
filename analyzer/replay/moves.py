"""One kernel per kind of play: what it does to the table, and what is illegal about it."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.kernels import kernel
from analyzer.replay.facts import FURITEN_PASSED, FURITEN_RIICHI, Illegal, Place
from analyzer.replay.registers import (
    ACCEPTED,
    ACCEPTED_COUNT,
    AFTER_DISCARD,
    AWAIT_DISCARD,
    AWAIT_DRAW,
    AWAIT_REPLACEMENT,
    CALL_COUNT,
    CALLED_KIND,
    CALLED_OTHER,
    DISCARDS,
    DORA_DUE,
    DORA_HELD,
    DOUBLE,
    DRAWS,
    FIRST,
    FOURTH_KAN,
    FOURTH_KAN_DISCARD,
    FOURTH_RIICHI,
    FOURTH_WIND,
    FURITEN,
    IPPATSU,
    LAST_DRAW,
    LAST_KIND,
    LAST_REPLACEMENT,
    LAST_SEAT,
    LAST_TILE,
    LIVE,
    OPEN,
    PASSED,
    PASSING,
    PENDING_RIICHI,
    PHASE,
    PLAYERS,
    RIICHI_COUNT,
    RIICHI_LIVE,
    RIICHI_ORDER,
    RIICHI_SCORE,
    RIICHI_TURN,
    RIVER,
    SCORE,
    STICKS,
    TURN,
    WAITS,
    YAOCHU_RIVER,
    Table,
    add_tile,
    exchange_copy,
    remove_tile,
    report,
)
from analyzer.replay.waiting import gives_back_draw, update_waits
from analyzer.tiles.suits import SuitTables
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import NO_SEAT, NO_TILE, PlayKind

KITA: Final = int(PlayKind.KITA)
DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)

CONCEALED: Final = int(Place.CONCEALED)
RIVER_PLACE: Final = int(Place.RIVER)
UNSEEN: Final = int(Place.UNSEEN)
INDICATOR: Final = int(Place.INDICATOR)

DUPLICATE_TILE: Final = int(Illegal.DUPLICATE_TILE)
ABSENT_TILE: Final = int(Illegal.ABSENT_TILE)
OUT_OF_TURN: Final = int(Illegal.OUT_OF_TURN)
NOT_HELD: Final = int(Illegal.NOT_HELD)
NO_TILES_LEFT: Final = int(Illegal.NO_TILES_LEFT)
RIICHI_OPEN: Final = int(Illegal.RIICHI_OPEN)
RIICHI_NOTEN: Final = int(Illegal.RIICHI_NOTEN)
RIICHI_TWICE: Final = int(Illegal.RIICHI_TWICE)
RIICHI_STEP: Final = int(Illegal.RIICHI_STEP)
NOT_TSUMOGIRI: Final = int(Illegal.NOT_TSUMOGIRI)
KUIKAE: Final = int(Illegal.KUIKAE)
KUIKAE_OTHER_END: Final = int(Illegal.KUIKAE_OTHER_END)
DORA_BEFORE_DRAW: Final = int(Illegal.DORA_BEFORE_DRAW)
DORA_EARLY: Final = int(Illegal.DORA_EARLY)
DORA_MISSING: Final = int(Illegal.DORA_MISSING)
COPY_TWICE: Final = int(Illegal.COPY_TWICE)
COPY_NOT_HELD: Final = int(Illegal.COPY_NOT_HELD)


@kernel(inline=True)
def take_tile(table: Table, row: int, seat: int, element: int, tile: int) -> None:
    """A seat receives an unseen tile, dealt or drawn."""
    kind = tile // 4
    if table.hand[PLAYERS] == 3 and 1 <= kind <= 7:
        report(table, row, seat, element, ABSENT_TILE, tile)
    if table.place[tile] != UNSEEN:
        code = COPY_TWICE if exchange_copy(table, tile, UNSEEN) else DUPLICATE_TILE
        report(table, row, seat, element, code, tile)
    table.place[tile] = CONCEALED + seat
    add_tile(table, seat, kind)


@kernel
def stand_riichi(table: Table, seat: int, play: int) -> None:
    """The declaration tile passed: the stick is due."""
    hand = table.hand
    registers = table.seat[seat]
    hand[PENDING_RIICHI] = NO_SEAT
    registers[PASSED] = 1
    registers[SCORE] -= 1000
    hand[STICKS] += 1
    hand[ACCEPTED_COUNT] += 1
    if hand[ACCEPTED_COUNT] == 4:
        hand[FOURTH_RIICHI] = play


@kernel(inline=True)
def settle_pass(table: Table, row: int, element: int, play: int) -> None:
    """Play goes on: an open discard (or added kan, or kita) was not won on, so it passes."""
    hand = table.hand
    pending = int(hand[PENDING_RIICHI])
    if pending != NO_SEAT and hand[LAST_KIND] == DISCARD and hand[LAST_SEAT] == pending:
        report(table, row, pending, element, RIICHI_STEP, NO_TILE)
        stand_riichi(table, pending, play)
    kind = int(hand[PASSING])
    if kind == NO_TILE:
        return
    hand[PASSING] = NO_TILE
    bit = np.uint64(1) << np.uint64(kind)
    masks = table.masks
    if (masks[0][WAITS] | masks[1][WAITS] | masks[2][WAITS] | masks[3][WAITS]) & bit == 0:
        return
    for seat in range(int(hand[PLAYERS])):
        if seat == hand[LAST_SEAT] or masks[seat][WAITS] & bit == 0:
            continue
        flag = FURITEN_RIICHI if table.seat[seat][RIICHI_TURN] > 0 else FURITEN_PASSED
        table.seat[seat][FURITEN] = int(table.seat[seat][FURITEN]) | flag


@kernel
def note(table: Table, kind: int, seat: int, tile: int) -> None:
    """Remember the play as the last one."""
    table.hand[LAST_KIND] = kind
    table.hand[LAST_SEAT] = seat
    table.hand[LAST_TILE] = tile


@kernel(inline=True)
def on_draw(table: Table, row: int, seat: int, element: int, tile: int) -> None:
    """A seat draws from the wall, or a replacement after its kan or kita."""
    hand = table.hand
    phase = int(hand[PHASE])
    if seat != hand[TURN] or (phase != AWAIT_DRAW and phase != AFTER_DISCARD and phase != AWAIT_REPLACEMENT):
        report(table, row, seat, element, OUT_OF_TURN, tile)
    hand[LAST_REPLACEMENT] = 0
    if phase == AWAIT_REPLACEMENT:
        hand[LAST_REPLACEMENT] = 2 if hand[LAST_KIND] == KITA else 1
        # All indicators due must be shown by now, but that of a daiminkan or kakan just made.
        if hand[DORA_DUE] > hand[DORA_HELD]:
            report(table, row, seat, element, DORA_MISSING, NO_TILE)
            hand[DORA_DUE] = hand[DORA_HELD]
        hand[DORA_HELD] = 0
        for other in range(4):
            table.seat[other][IPPATSU] = 0
    if hand[LIVE] <= 0:
        report(table, row, seat, element, NO_TILES_LEFT, tile)
    else:
        hand[LIVE] -= 1
    take_tile(table, row, seat, element, tile)
    registers = table.seat[seat]
    registers[DRAWS] += 1
    registers[LAST_DRAW] = tile
    registers[FURITEN] = int(registers[FURITEN]) & ~FURITEN_PASSED
    hand[TURN] = seat
    hand[PHASE] = AWAIT_DISCARD


@kernel(inline=True)
def check_discard(table: Table, row: int, seat: int, element: int, tile: int) -> None:
    """Report what is illegal about a discard; in riichi after a call, which has no draw, the call is."""
    hand = table.hand
    if seat != hand[TURN] or hand[PHASE] != AWAIT_DISCARD:
        report(table, row, seat, element, OUT_OF_TURN, tile)
    if table.place[tile] != CONCEALED + seat:
        code = COPY_NOT_HELD if exchange_copy(table, tile, CONCEALED + seat) else NOT_HELD
        report(table, row, seat, element, code, tile)
    if hand[DORA_DUE] > 0:
        report(table, row, seat, element, DORA_MISSING, tile)
        hand[DORA_DUE] = 0
    registers = table.seat[seat]
    keeps_draw = hand[LAST_KIND] == DRAW and tile != registers[LAST_DRAW]
    if registers[RIICHI_TURN] > 0 and hand[PENDING_RIICHI] != seat and keeps_draw:
        report(table, row, seat, element, NOT_TSUMOGIRI, tile)
    kind = tile // 4
    if kind == hand[CALLED_KIND]:
        report(table, row, seat, element, KUIKAE, tile)
    elif kind == hand[CALLED_OTHER]:
        report(table, row, seat, element, KUIKAE_OTHER_END, tile)


@kernel
def note_first_discards(table: Table, play: int, seat: int) -> None:
    """Find four first discards of one wind, uninterrupted."""
    hand = table.hand
    if hand[PLAYERS] != 4 or hand[CALL_COUNT] > 0:
        return
    wind = int(table.seat[seat][FIRST]) // 4
    if wind < 27 or wind > 30:
        return
    for other in range(4):
        if table.seat[other][DISCARDS] != 1 or int(table.seat[other][FIRST]) // 4 != wind:
            return
    hand[FOURTH_WIND] = play


@kernel(inline=True)
def on_discard(
    table: Table, suits: SuitTables, row: int, play: int, seat: int, element: int, tile: int
) -> None:
    """A seat discards; its waits are worked out anew where they may have changed."""
    hand = table.hand
    registers = table.seat[seat]
    check_discard(table, row, seat, element, tile)
    kind = tile // 4
    if table.place[tile] == CONCEALED + seat:
        remove_tile(table, seat, kind)
    table.place[tile] = RIVER_PLACE + seat
    registers[DISCARDS] += 1
    if registers[DISCARDS] == 1:
        registers[FIRST] = tile
        note_first_discards(table, play, seat)
    registers[YAOCHU_RIVER] = int(registers[YAOCHU_RIVER]) & YAOCHU_MASK >> kind
    table.masks[seat][RIVER] |= np.uint64(1) << np.uint64(kind)
    if hand[FOURTH_KAN] >= 0 and hand[FOURTH_KAN_DISCARD] < 0:
        hand[FOURTH_KAN_DISCARD] = play
    if not gives_back_draw(table, seat, kind):
        update_waits(table, suits, seat)
    registers[IPPATSU] = 0
    if hand[PENDING_RIICHI] == seat:
        registers[RIICHI_TURN] = registers[DISCARDS]
        registers[IPPATSU] = 1
        if table.masks[seat][WAITS] == 0:
            report(table, row, seat, element, RIICHI_NOTEN, tile)
    hand[CALLED_KIND] = NO_TILE
    hand[CALLED_OTHER] = NO_TILE
    hand[PASSING] = kind
    # To divide by what is not known beforehand takes longer than all else here.
    hand[TURN] = seat + 1 if seat + 1 < hand[PLAYERS] else 0
    hand[PHASE] = AFTER_DISCARD


@kernel
def on_riichi(table: Table, row: int, seat: int, element: int) -> None:
    """A seat declares riichi (REACH step 1); conditions of a rule set are left to the audit."""
    hand = table.hand
    registers = table.seat[seat]
    if seat != hand[TURN] or hand[PHASE] != AWAIT_DISCARD or hand[LAST_KIND] != DRAW:
        report(table, row, seat, element, RIICHI_STEP, NO_TILE)
    if registers[RIICHI_ORDER] > 0:
        report(table, row, seat, element, RIICHI_TWICE, NO_TILE)
        return
    if registers[OPEN] > 0:
        report(table, row, seat, element, RIICHI_OPEN, NO_TILE)
    hand[RIICHI_COUNT] += 1
    registers[RIICHI_ORDER] = hand[RIICHI_COUNT]
    registers[RIICHI_LIVE] = hand[LIVE]
    registers[RIICHI_SCORE] = registers[SCORE]
    before = int(registers[DISCARDS])
    if hand[LAST_KIND] == DISCARD and hand[LAST_SEAT] == seat:
        # Declared right behind its discard, which is out of order: it is taken for the one that is meant.
        registers[RIICHI_TURN] = before
        registers[IPPATSU] = 1
        before -= 1
    if before == 0 and hand[CALL_COUNT] == 0:
        registers[DOUBLE] = 1
    hand[PENDING_RIICHI] = seat


@kernel
def on_riichi_accepted(table: Table, row: int, play: int, seat: int, element: int) -> None:
    """The stick is paid (REACH step 2), after the declaration tile and before anything else."""
    hand = table.hand
    registers = table.seat[seat]
    if hand[PENDING_RIICHI] != seat or hand[LAST_KIND] != DISCARD or hand[LAST_SEAT] != seat:
        report(table, row, seat, element, RIICHI_STEP, NO_TILE)
        if registers[PASSED] != 0:
            return
    registers[ACCEPTED] = 1
    stand_riichi(table, seat, play)


@kernel
def on_dora(table: Table, row: int, element: int, tile: int) -> None:
    """A new indicator is shown."""
    hand = table.hand
    if table.place[tile] != UNSEEN:
        code = COPY_TWICE if exchange_copy(table, tile, UNSEEN) else DUPLICATE_TILE
        report(table, row, NO_SEAT, element, code, tile)
    table.place[tile] = INDICATOR
    if hand[DORA_DUE] == 0:
        report(table, row, NO_SEAT, element, DORA_EARLY, tile)
    elif hand[DORA_DUE] == hand[DORA_HELD]:
        report(table, row, NO_SEAT, element, DORA_BEFORE_DRAW, tile)
    if hand[DORA_DUE] > 0:
        hand[DORA_DUE] -= 1
        if hand[DORA_DUE] < hand[DORA_HELD]:
            hand[DORA_HELD] = hand[DORA_DUE]
