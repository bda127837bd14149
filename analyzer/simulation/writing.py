"""Plays written as the replay reads them, into the buffers of a batch."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Plays
from analyzer.kernels import kernel
from analyzer.replay.facts import Place
from analyzer.replay.registers import SCORE
from analyzer.simulation.outlook import (
    CALL,
    DEPOSIT,
    FIRST_CALL,
    FIRST_PLAY,
    INDICATOR,
    LIVE_TILE,
    PLAY,
    REPLACEMENT,
    WRITTEN,
    Outlook,
)
from analyzer.vocabulary import ABSENT, AKA_IDS, NO_SEAT, NO_TILE, RIICHI_STICK, SEATS, PlayKind

__all__ = ["Buffers", "Wall", "copy_to_discard", "write", "write_chi", "write_deposit", "write_draw"]
__all__ += ["write_indicator", "write_kita", "write_own_kan", "write_set"]

DRAW: Final = int(PlayKind.DRAW)
CHI: Final = int(PlayKind.CHI)
PON: Final = int(PlayKind.PON)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
ANKAN: Final = int(PlayKind.ANKAN)
KITA: Final = int(PlayKind.KITA)
RIICHI_ACCEPTED: Final = int(PlayKind.RIICHI_ACCEPTED)
DORA: Final = int(PlayKind.DORA)
CONCEALED: Final = int(Place.CONCEALED)
NORTH: Final = 30


class Buffers(NamedTuple):
    """Where plays are written; the rows of each hand follow one another."""

    plays: Plays
    calls: Calls
    """Codes are not written."""
    deposits: NDArray[np.int32]
    waits_after: NDArray[np.uint64]


class Wall(NamedTuple):
    """Tiles of a hand that are still to come, or of every hand of a batch with the hands in front."""

    live: NDArray[np.uint8]
    """In the order they are drawn; likewise the following two."""
    replacements: NDArray[np.uint8]
    indicators: NDArray[np.uint8]


@kernel
def write(outlook: Outlook, buffers: Buffers, kind: int, seat: int, tile: int, row: int) -> None:
    """Write the next play; it is applied afterwards."""
    at = outlook.desk.at
    plays = buffers.plays
    place = int(at[PLAY])
    plays.kind[place] = kind
    plays.seat[place] = seat
    plays.tile[place] = tile
    plays.row[place] = row
    plays.element[place] = place - int(at[FIRST_PLAY])
    at[WRITTEN] = 1


@kernel
def write_draw(outlook: Outlook, buffers: Buffers, wall: Wall, seat: int, is_replacement: bool) -> None:
    """A seat draws, from the live wall or the dead wall."""
    at = outlook.desk.at
    if is_replacement:
        tile = int(wall.replacements[at[REPLACEMENT]])
        at[REPLACEMENT] += 1
    else:
        tile = int(wall.live[at[LIVE_TILE]])
        at[LIVE_TILE] += 1
    write(outlook, buffers, DRAW, seat, tile, ABSENT)


@kernel
def write_indicator(outlook: Outlook, buffers: Buffers, wall: Wall) -> None:
    """The next indicator is shown."""
    at = outlook.desk.at
    tile = int(wall.indicators[at[INDICATOR]])
    at[INDICATOR] += 1
    write(outlook, buffers, DORA, NO_SEAT, tile, ABSENT)


@kernel
def write_deposit(outlook: Outlook, buffers: Buffers, seat: int) -> None:
    """The riichi of a seat stands; the replay has not paid its stick yet."""
    at = outlook.desk.at
    row = int(at[DEPOSIT])
    at[DEPOSIT] = row + 1
    for other in range(SEATS):
        stick = RIICHI_STICK if other == seat else 0
        buffers.deposits[row, other] = int(outlook.table.seat[other][SCORE]) - stick
    write(outlook, buffers, RIICHI_ACCEPTED, seat, NO_TILE, row)


@kernel(inline=True)
def holds(outlook: Outlook, seat: int, tile: int) -> bool:
    """Whether a tile is in the concealed part of a seat."""
    return int(outlook.table.place[tile]) == CONCEALED + seat


@kernel
def copy_to_discard(outlook: Outlook, seat: int, kind: int, drawn: int) -> int:
    """Which copy of a kind a seat discards: the one just drawn, else the highest; a red five last."""
    if drawn // 4 == kind and drawn not in AKA_IDS and holds(outlook, seat, drawn):
        return drawn
    for copy in range(3, -1, -1):
        if holds(outlook, seat, kind * 4 + copy):
            return kind * 4 + copy
    return NO_TILE


@kernel
def new_call(outlook: Outlook, buffers: Buffers, called: int, source: int) -> int:
    """Row of the next call, its tiles still empty."""
    row = int(outlook.desk.at[CALL])
    outlook.desk.at[CALL] = row + 1
    buffers.calls.called[row] = called
    buffers.calls.source[row] = source
    for place in range(4):
        buffers.calls.tiles[row, place] = NO_TILE
    return row


@kernel
def write_set(outlook: Outlook, buffers: Buffers, seat: int, called: int, source: int, size: int) -> None:
    """Pon (three tiles) or daiminkan (four) of the discard ``called``; the lowest copies held go with it."""
    row = new_call(outlook, buffers, called, source)
    filled = 0
    wanted = size - 1
    for copy in range(4):
        tile = called // 4 * 4 + copy
        if tile != called and (wanted == 0 or not holds(outlook, seat, tile)):
            continue
        wanted -= 0 if tile == called else 1
        buffers.calls.tiles[row, filled] = tile
        filled += 1
    write(outlook, buffers, PON if size == 3 else DAIMINKAN, seat, called, row)


@kernel
def write_chi(outlook: Outlook, buffers: Buffers, seat: int, called: int, source: int, lowest: int) -> None:
    """Chi of the discard ``called`` as part of the sequence from the kind ``lowest`` on."""
    row = new_call(outlook, buffers, called, source)
    for step in range(3):
        kind = lowest + step
        buffers.calls.tiles[row, step] = called
        for copy in range(3, -1, -1):
            if kind != called // 4 and holds(outlook, seat, kind * 4 + copy):
                buffers.calls.tiles[row, step] = kind * 4 + copy
    write(outlook, buffers, CHI, seat, called, row)


@kernel
def write_own_kan(
    outlook: Outlook, buffers: Buffers, seat: int, kind: int, drawn: int, is_closed: bool
) -> None:
    """A closed kan, or a tile added to a pon, which keeps the pon's called tile and source."""
    at = outlook.desk.at
    calls = buffers.calls
    called = NO_TILE
    source = seat
    if not is_closed:
        for row in range(int(at[FIRST_CALL]), int(at[CALL])):
            if int(calls.tiles[row, 0]) // 4 == kind and int(calls.tiles[row, 2]) // 4 == kind:
                called = int(calls.called[row])
                source = int(calls.source[row])
    tile = copy_to_discard(outlook, seat, kind, drawn)
    row = new_call(outlook, buffers, called, source)
    for copy in range(4):
        calls.tiles[row, copy] = kind * 4 + copy
    write(outlook, buffers, ANKAN if is_closed else KAKAN, seat, tile, row)


@kernel
def write_kita(outlook: Outlook, buffers: Buffers, seat: int, drawn: int) -> None:
    """A North is set aside."""
    row = new_call(outlook, buffers, NO_TILE, seat)
    tile = copy_to_discard(outlook, seat, NORTH, drawn)
    buffers.calls.tiles[row, 0] = tile
    write(outlook, buffers, KITA, seat, tile, row)
