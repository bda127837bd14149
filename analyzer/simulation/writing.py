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
)
from analyzer.vocabulary import ABSENT, AKA_IDS, NO_SEAT, NO_TILE, RIICHI_STICK, SEATS, PlayKind

__all__ = ["Wall", "copy_to_discard", "write", "write_chi", "write_deposit", "write_draw"]
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


class Wall(NamedTuple):
    """Tiles of a hand that are still to come, or of every hand of a batch with the hands in front."""

    live: NDArray[np.uint8]
    """In the order they are drawn; likewise the following two."""
    replacements: NDArray[np.uint8]
    indicators: NDArray[np.uint8]


@kernel
def write(plays: Plays, at: NDArray[np.int64], kind: int, seat: int, tile: int, row: int) -> None:
    """Write the next play; it is applied afterwards."""
    place = int(at[PLAY])
    plays.kind[place] = kind
    plays.seat[place] = seat
    plays.tile[place] = tile
    plays.row[place] = row
    plays.element[place] = place - int(at[FIRST_PLAY])
    at[WRITTEN] = 1


@kernel
def write_draw(plays: Plays, at: NDArray[np.int64], wall: Wall, seat: int, is_replacement: bool) -> None:
    """A seat draws, from the live wall or the dead wall."""
    if is_replacement:
        tile = int(wall.replacements[at[REPLACEMENT]])
        at[REPLACEMENT] += 1
    else:
        tile = int(wall.live[at[LIVE_TILE]])
        at[LIVE_TILE] += 1
    write(plays, at, DRAW, seat, tile, ABSENT)


@kernel
def write_indicator(plays: Plays, at: NDArray[np.int64], wall: Wall) -> None:
    """The next indicator is shown."""
    tile = int(wall.indicators[at[INDICATOR]])
    at[INDICATOR] += 1
    write(plays, at, DORA, NO_SEAT, tile, ABSENT)


@kernel
def write_deposit(
    plays: Plays, at: NDArray[np.int64], deposits: NDArray[np.int32], seats: NDArray[np.int32], seat: int
) -> None:
    """The riichi of a seat stands; ``seats`` are the replay's registers before the stick is paid."""
    row = int(at[DEPOSIT])
    at[DEPOSIT] = row + 1
    for other in range(SEATS):
        deposits[row, other] = int(seats[other][SCORE]) - (RIICHI_STICK if other == seat else 0)
    write(plays, at, RIICHI_ACCEPTED, seat, NO_TILE, row)


@kernel
def copy_to_discard(place: NDArray[np.uint8], seat: int, kind: int, drawn: int) -> int:
    """Which copy of a kind a seat discards: the one just drawn, else the highest; a red five last."""
    if drawn // 4 == kind and drawn not in AKA_IDS and int(place[drawn]) == CONCEALED + seat:
        return drawn
    for copy in range(3, -1, -1):
        if int(place[kind * 4 + copy]) == CONCEALED + seat:
            return kind * 4 + copy
    return NO_TILE


@kernel
def new_call(calls: Calls, at: NDArray[np.int64], called: int, source: int) -> int:
    """Row of the next call, its tiles still empty."""
    row = int(at[CALL])
    at[CALL] = row + 1
    calls.called[row] = called
    calls.source[row] = source
    for place in range(4):
        calls.tiles[row, place] = NO_TILE
    return row


@kernel
def write_set(
    plays: Plays,
    calls: Calls,
    at: NDArray[np.int64],
    place: NDArray[np.uint8],
    seat: int,
    called: int,
    source: int,
    size: int,
) -> None:
    """Pon (three tiles) or daiminkan (four) of the discard ``called``; the lowest copies held go with it."""
    row = new_call(calls, at, called, source)
    filled = 0
    wanted = size - 1
    for copy in range(4):
        tile = called // 4 * 4 + copy
        held = int(place[tile]) == CONCEALED + seat
        if tile != called and (wanted == 0 or not held):
            continue
        wanted -= 0 if tile == called else 1
        calls.tiles[row, filled] = tile
        filled += 1
    write(plays, at, PON if size == 3 else DAIMINKAN, seat, called, row)


@kernel
def write_chi(
    plays: Plays,
    calls: Calls,
    at: NDArray[np.int64],
    place: NDArray[np.uint8],
    seat: int,
    called: int,
    source: int,
    lowest: int,
) -> None:
    """Chi of the discard ``called`` as part of the sequence from the kind ``lowest`` on."""
    row = new_call(calls, at, called, source)
    for step in range(3):
        kind = lowest + step
        calls.tiles[row, step] = called
        for copy in range(3, -1, -1):
            tile = kind * 4 + copy
            if kind != called // 4 and int(place[tile]) == CONCEALED + seat:
                calls.tiles[row, step] = tile
    write(plays, at, CHI, seat, called, row)


@kernel
def write_own_kan(
    plays: Plays,
    calls: Calls,
    at: NDArray[np.int64],
    place: NDArray[np.uint8],
    seat: int,
    kind: int,
    drawn: int,
    is_closed: bool,
) -> None:
    """A closed kan, or a tile added to a pon, which keeps the pon's called tile and source."""
    called = NO_TILE
    source = seat
    if not is_closed:
        for row in range(int(at[FIRST_CALL]), int(at[CALL])):
            if int(calls.tiles[row, 0]) // 4 == kind and int(calls.tiles[row, 2]) // 4 == kind:
                called = int(calls.called[row])
                source = int(calls.source[row])
    tile = copy_to_discard(place, seat, kind, drawn)
    row = new_call(calls, at, called, source)
    for copy in range(4):
        calls.tiles[row, copy] = kind * 4 + copy
    write(plays, at, ANKAN if is_closed else KAKAN, seat, tile, row)


@kernel
def write_kita(
    plays: Plays, calls: Calls, at: NDArray[np.int64], place: NDArray[np.uint8], seat: int, drawn: int
) -> None:
    """A North is set aside."""
    row = new_call(calls, at, NO_TILE, seat)
    tile = copy_to_discard(place, seat, NORTH, drawn)
    calls.tiles[row, 0] = tile
    write(plays, at, KITA, seat, tile, row)
