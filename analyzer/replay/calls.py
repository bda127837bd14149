"""One kernel per kind of call: chi, pon, the three kans and kita."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.facts import FURITEN_PASSED, Illegal, Place
from analyzer.replay.registers import (
    AFTER_DISCARD,
    AWAIT_DISCARD,
    AWAIT_REPLACEMENT,
    CALL_COUNT,
    CALLED_KIND,
    CALLED_OTHER,
    DORA_DUE,
    DORA_HELD,
    FOURTH_KAN,
    FURITEN,
    IPPATSU,
    KAN_COUNT,
    KANS,
    KITAS,
    LAST_DRAW,
    LAST_SEAT,
    LAST_TILE,
    LIVE,
    MELD_CODE,
    MELD_KIND,
    MELD_SOURCE,
    MELD_TILE,
    MELDS,
    OPEN,
    PASSING,
    PHASE,
    PLAYERS,
    RIICHI_TURN,
    RIVER_CALLED,
    TURN,
    WAITS,
    Table,
    exchange_copy,
    remove_tile,
    report,
)
from analyzer.replay.waiting import update_waits
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import NO_TILE, PlayKind

CHI: Final = int(PlayKind.CHI)
PON: Final = int(PlayKind.PON)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
ANKAN: Final = int(PlayKind.ANKAN)
KITA: Final = int(PlayKind.KITA)
NORTH: Final = 30

CONCEALED: Final = int(Place.CONCEALED)
MELD_PLACE: Final = int(Place.MELD)
KITA_PLACE: Final = int(Place.KITA)

OUT_OF_TURN: Final = int(Illegal.OUT_OF_TURN)
NOT_HELD: Final = int(Illegal.NOT_HELD)
COPY_NOT_HELD: Final = int(Illegal.COPY_NOT_HELD)
NOT_LAST_DISCARD: Final = int(Illegal.NOT_LAST_DISCARD)
NO_SUCH_PON: Final = int(Illegal.NO_SUCH_PON)
CHI_NOT_FROM_PREVIOUS: Final = int(Illegal.CHI_NOT_FROM_PREVIOUS)
CALL_IN_SANMA: Final = int(Illegal.CALL_IN_SANMA)
CALL_AFTER_RIICHI: Final = int(Illegal.CALL_AFTER_RIICHI)
FIFTH_KAN: Final = int(Illegal.FIFTH_KAN)
CALL_OF_LAST_DISCARD: Final = int(Illegal.CALL_OF_LAST_DISCARD)
KAN_ON_LAST_TILE: Final = int(Illegal.KAN_ON_LAST_TILE)
KITA_NOT_NORTH: Final = int(Illegal.KITA_NOT_NORTH)
ANKAN_CHANGES_WAITS: Final = int(Illegal.ANKAN_CHANGES_WAITS)


@kernel
def add_meld(table: Table, seat: int, kind: int, code: int, lowest: int, source: int) -> None:
    """Append a meld to the seat's row."""
    registers = table.seat[seat]
    at = int(registers[MELDS])
    if at >= 4:
        return
    registers[MELD_CODE + at] = code
    registers[MELD_KIND + at] = kind
    registers[MELD_TILE + at] = lowest
    registers[MELD_SOURCE + at] = source
    registers[MELDS] = at + 1


@kernel
def give_up_tile(table: Table, row: int, seat: int, element: int, tile: int, place: int) -> None:
    """A concealed tile goes to a meld or is set aside."""
    if table.place[tile] != CONCEALED + seat:
        code = COPY_NOT_HELD if exchange_copy(table, tile, CONCEALED + seat) else NOT_HELD
        report(table, row, seat, element, code, tile)
    if table.place[tile] == CONCEALED + seat:
        remove_tile(table, seat, tile // 4)
    table.place[tile] = place + seat


@kernel
def check_call(table: Table, row: int, kind: int, seat: int, element: int, tile: int, source: int) -> None:
    """Report what is illegal about the call of a discard."""
    hand = table.hand
    if hand[PHASE] != AFTER_DISCARD or tile != hand[LAST_TILE] or source != hand[LAST_SEAT] or source == seat:
        report(table, row, seat, element, NOT_LAST_DISCARD, tile)
    if kind == CHI and hand[PLAYERS] == 3:
        report(table, row, seat, element, CALL_IN_SANMA, tile)
    elif kind == CHI and (source + 1) % 4 != seat:
        report(table, row, seat, element, CHI_NOT_FROM_PREVIOUS, tile)
    if table.seat[seat][RIICHI_TURN] > 0:
        report(table, row, seat, element, CALL_AFTER_RIICHI, tile)
    if hand[LIVE] <= 0:
        report(table, row, seat, element, CALL_OF_LAST_DISCARD, tile)


@kernel
def forbid_kuikae(table: Table, kind: int, tile: int, lowest: int) -> None:
    """Remember the kinds that the discard after a chi or pon may not have."""
    hand = table.hand
    called = tile // 4
    hand[CALLED_KIND] = called
    hand[CALLED_OTHER] = NO_TILE
    if kind != CHI:
        return
    if called == lowest and lowest % 9 <= 5:
        hand[CALLED_OTHER] = lowest + 3
    elif called == lowest + 2 and lowest % 9 >= 1:
        hand[CALLED_OTHER] = lowest - 1


@kernel
def count_kan(table: Table, row: int, play: int, seat: int, element: int, tile: int, held: int) -> None:
    """A kan is made: its indicator is due, the fourth and fifth are noticed."""
    hand = table.hand
    hand[KAN_COUNT] += 1
    table.seat[seat][KANS] += 1
    hand[DORA_DUE] += 1
    hand[DORA_HELD] = held
    if hand[KAN_COUNT] > 4:
        report(table, row, seat, element, FIFTH_KAN, tile)
    elif hand[KAN_COUNT] == 4 and table.seat[seat][KANS] < 4:
        hand[FOURTH_KAN] = play


@kernel
def on_call(
    table: Table,
    suits: SuitTables,
    row: int,
    play: int,
    kind: int,
    seat: int,
    element: int,
    tile: int,
    source: int,
    code: int,
    tiles: NDArray[np.uint8],
) -> None:
    """Chi, pon or daiminkan of the last discard."""
    hand = table.hand
    registers = table.seat[seat]
    check_call(table, row, kind, seat, element, tile, source)
    for place in range(4):
        part = int(tiles[place])
        if part == NO_TILE:
            continue
        table.melded[seat][part // 4] += 1
        if part == tile:
            table.place[part] = MELD_PLACE + seat
        else:
            give_up_tile(table, row, seat, element, part, MELD_PLACE)
    table.seat[source][RIVER_CALLED] = 1
    lowest = int(tiles[0]) // 4
    add_meld(table, seat, kind, code, lowest, source)
    registers[OPEN] += 1
    registers[FURITEN] = int(registers[FURITEN]) & ~FURITEN_PASSED
    hand[CALL_COUNT] += 1
    for other in range(4):
        table.seat[other][IPPATSU] = 0
    hand[TURN] = seat
    if kind == DAIMINKAN:
        count_kan(table, row, play, seat, element, tile, 1)
        update_waits(table, suits, seat)
        hand[PHASE] = AWAIT_REPLACEMENT
    else:
        forbid_kuikae(table, kind, tile, lowest)
        hand[PHASE] = AWAIT_DISCARD


@kernel
def check_own_call(table: Table, row: int, seat: int, element: int, tile: int) -> None:
    """Report what is illegal about a kan or kita in the own turn."""
    hand = table.hand
    if seat != hand[TURN] or hand[PHASE] != AWAIT_DISCARD:
        report(table, row, seat, element, OUT_OF_TURN, tile)
    if hand[LIVE] <= 0:
        report(table, row, seat, element, KAN_ON_LAST_TILE, tile)


@kernel
def on_ankan(
    table: Table,
    suits: SuitTables,
    row: int,
    play: int,
    seat: int,
    element: int,
    tile: int,
    code: int,
    tiles: NDArray[np.uint8],
) -> None:
    """A closed kan."""
    hand = table.hand
    registers = table.seat[seat]
    check_own_call(table, row, seat, element, tile)
    for place in range(4):
        give_up_tile(table, row, seat, element, int(tiles[place]), MELD_PLACE)
    table.melded[seat][tile // 4] += 4
    add_meld(table, seat, ANKAN, code, tile // 4, seat)
    hand[CALL_COUNT] += 1
    count_kan(table, row, play, seat, element, tile, 0)
    before = table.masks[seat][WAITS]
    update_waits(table, suits, seat)
    if registers[RIICHI_TURN] > 0 and (
        table.masks[seat][WAITS] != before or int(registers[LAST_DRAW]) // 4 != tile // 4
    ):
        report(table, row, seat, element, ANKAN_CHANGES_WAITS, tile)
    hand[PASSING] = NO_TILE
    hand[PHASE] = AWAIT_REPLACEMENT
    hand[TURN] = seat


@kernel
def on_kakan(
    table: Table, suits: SuitTables, row: int, play: int, seat: int, element: int, tile: int, code: int
) -> None:
    """A fourth tile added to an own pon; it may be robbed."""
    hand = table.hand
    registers = table.seat[seat]
    check_own_call(table, row, seat, element, tile)
    if registers[RIICHI_TURN] > 0:
        report(table, row, seat, element, CALL_AFTER_RIICHI, tile)
    kind = tile // 4
    at = -1
    for meld in range(int(registers[MELDS])):
        if registers[MELD_KIND + meld] == PON and registers[MELD_TILE + meld] == kind:
            at = meld
    if at < 0:
        report(table, row, seat, element, NO_SUCH_PON, tile)
    else:
        registers[MELD_CODE + at] = code
        registers[MELD_KIND + at] = KAKAN
    give_up_tile(table, row, seat, element, tile, MELD_PLACE)
    table.melded[seat][kind] += 1
    hand[CALL_COUNT] += 1
    count_kan(table, row, play, seat, element, tile, 1)
    update_waits(table, suits, seat)
    hand[PASSING] = kind
    hand[PHASE] = AWAIT_REPLACEMENT
    hand[TURN] = seat


@kernel
def on_kita(table: Table, suits: SuitTables, row: int, seat: int, element: int, tile: int) -> None:
    """North set aside; it may be won on."""
    hand = table.hand
    check_own_call(table, row, seat, element, tile)
    if hand[PLAYERS] != 3:
        report(table, row, seat, element, CALL_IN_SANMA, tile)
    if tile // 4 != NORTH:
        report(table, row, seat, element, KITA_NOT_NORTH, tile)
    give_up_tile(table, row, seat, element, tile, KITA_PLACE)
    table.seat[seat][KITAS] += 1
    hand[CALL_COUNT] += 1
    update_waits(table, suits, seat)
    hand[PASSING] = tile // 4
    hand[PHASE] = AWAIT_REPLACEMENT
    hand[TURN] = seat
