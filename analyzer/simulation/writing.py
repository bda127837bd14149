"""Plays written as the replay reads them, into buffers with room for any hands, and applied by it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import PLAY, Calls, Plays
from analyzer.formats.wide_rows import blank_calls, blank_plays
from analyzer.kernels import kernel
from analyzer.replay.facts import PLACE
from analyzer.replay.plays import play_one
from analyzer.replay.registers import HAND, SEAT
from analyzer.settlement.dora import NEXT_KIND, NEXT_KIND_SANMA
from analyzer.simulation.desk import Outlook
from analyzer.tiles.suits import SuitTables, suit_tables
from analyzer.vocabulary import AKA_IDS, NO_TILE, RIICHI_STICK, SEATS

__all__ = ["Buffers", "copy_to_discard", "new_buffers", "new_call", "show_indicator", "write"]
__all__ += ["write_call", "write_deposit", "write_meld", "written"]

PLAYS: Final = 0
CALLS: Final = 1
DEPOSITS: Final = 2
_PLAYS_PER_HAND: Final = 256
_CALLS_PER_HAND: Final = 32
_DEPOSITS_PER_HAND: Final = 4
"""Rows of the buffers for each hand: more than any hand can need."""


class Buffers(NamedTuple):
    """Where plays are written, hand after hand."""

    plays: Plays
    calls: Calls
    deposits: NDArray[np.int32]
    filled: NDArray[np.int64]
    """Shape (3,): rows written of plays, calls and deposits."""
    waits_after: NDArray[np.uint64]
    suits: SuitTables
    """What the replay needs to apply plays."""


def new_buffers(hands: int) -> Buffers:
    """Empty buffers for so many hands."""
    plays = hands * _PLAYS_PER_HAND
    return Buffers(
        blank_plays(plays),
        blank_calls(hands * _CALLS_PER_HAND),
        deposits=np.zeros((hands * _DEPOSITS_PER_HAND, SEATS), np.int32),
        filled=np.zeros(3, np.int64),
        waits_after=np.zeros(plays, np.uint64),
        suits=suit_tables(),
    )


def written(buffers: Buffers) -> tuple[Plays, Calls, NDArray[np.int32]]:
    """The plays, calls and deposits that have been written."""
    plays, calls, deposits = buffers.filled.tolist()
    return (
        Plays._make(column[:plays] for column in buffers.plays),
        Calls._make(column[:calls] for column in buffers.calls),
        buffers.deposits[:deposits],
    )


@kernel
def write(outlook: Outlook, buffers: Buffers, kind: int, seat: int, tile: int, row: int) -> None:
    """Write the next play, apply it as the replay does, and count the tiles that it lays open."""
    desk = outlook.desk
    plays, calls = buffers.plays, buffers.calls
    at = int(buffers.filled[PLAYS])
    element = int(outlook.table.hand[HAND.play_count])
    plays.kind[at] = kind
    plays.seat[at] = seat
    plays.tile[at] = tile
    plays.row[at] = row
    plays.element[at] = element
    play_one(outlook.table, buffers.suits, plays, calls, at, buffers.waits_after)
    buffers.filled[PLAYS] = at + 1
    outlook.table.hand[HAND.play_count] = element + 1
    if kind in (PLAY.DISCARD, PLAY.DORA, PLAY.KAKAN, PLAY.KITA):
        desk.seen[tile // 4] += 1
        if kind == PLAY.DORA:
            show_indicator(outlook, tile)
    elif PLAY.CHI <= kind < PLAY.KITA:
        for place in range(4):
            part = int(calls.tiles[row, place])
            # The tile called lies open already.
            if part != NO_TILE and part != int(calls.called[row]):
                desk.seen[part // 4] += 1


@kernel(inline=True)
def show_indicator(outlook: Outlook, tile: int) -> None:
    """An indicator makes a kind dora."""
    kind = tile // 4
    outlook.desk.dora[
        int(NEXT_KIND_SANMA[kind] if outlook.table.hand[HAND.players] == 3 else NEXT_KIND[kind])
    ] += 1


@kernel
def write_deposit(outlook: Outlook, buffers: Buffers, seat: int) -> None:
    """The riichi of a seat stands; the replay has not paid its stick yet."""
    row = int(buffers.filled[DEPOSITS])
    for other in range(SEATS):
        stick = RIICHI_STICK if other == seat else 0
        buffers.deposits[row, other] = int(outlook.table.seat[other][SEAT.scores]) - stick
    buffers.filled[DEPOSITS] = row + 1
    write(outlook, buffers, PLAY.RIICHI_ACCEPTED, seat, NO_TILE, row)


@kernel(inline=True)
def holds(outlook: Outlook, seat: int, tile: int) -> bool:
    """Whether a tile is in the concealed part of a seat."""
    return int(outlook.table.place[tile]) == PLACE.CONCEALED + seat


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
def new_call(buffers: Buffers, called: int, source: int) -> int:
    """Row of the next call, its tiles still empty."""
    row = int(buffers.filled[CALLS])
    buffers.filled[CALLS] = row + 1
    buffers.calls.called[row] = called
    buffers.calls.source[row] = source
    for place in range(4):
        buffers.calls.tiles[row, place] = NO_TILE
    return row


@kernel
def write_call(outlook: Outlook, buffers: Buffers, kind: int, seat: int, tile: int, row: int) -> None:
    """Write a call whose tiles are there, ascending; its code is that of `analyzer.formats.meld_codes`."""
    calls = buffers.calls
    called = int(calls.called[row])
    relative = (int(calls.source[row]) - seat) % SEATS
    lowest = int(calls.tiles[row, 0]) // 4
    if kind == PLAY.CHI:
        code = (lowest // 9 * 7 + lowest % 9) * 3 + called // 4 - lowest << 10 | 4
        for step in range(3):
            code |= (int(calls.tiles[row, step]) % 4) << (3 + 2 * step)
    elif kind in (PLAY.PON, PLAY.KAKAN):
        fourth = tile % 4
        if kind == PLAY.PON:
            # The copies of a kind are 0 to 3, six in all: what three of them lack to that is the fourth.
            fourth = 6
            for step in range(3):
                fourth -= int(calls.tiles[row, step]) % 4
        place = called % 4 - (1 if called % 4 > fourth else 0)
        code = (lowest * 3 + place) << 9 | fourth << 5 | (8 if kind == PLAY.PON else 16)
    else:
        code = tile << 8 | (32 if kind == PLAY.KITA else 0)
    calls.code[row] = code | relative
    write(outlook, buffers, kind, seat, tile, row)


@kernel
def row_of_pon(buffers: Buffers, kind: int) -> int:
    """Row of the pon of a kind in this hand."""
    row = int(buffers.filled[CALLS]) - 1
    while buffers.calls.tiles[row, 0] // 4 != kind or buffers.calls.tiles[row, 2] // 4 != kind:
        row -= 1
    return row


@kernel
def write_meld(outlook: Outlook, buffers: Buffers, play: int, seat: int, tile: int, lowest: int) -> None:
    """A seat calls the last discard, lays a kan or adds to a pon, or sets a North aside.

    ``tile`` is the one called, laid or added, ``lowest`` the lowest kind of the meld; with it go the lowest
    copies held.  A kakan keeps the called tile and the source of its pon.
    """
    called = NO_TILE
    source = seat
    if play == PLAY.KAKAN:
        pon = row_of_pon(buffers, lowest)
        called = int(buffers.calls.called[pon])
        source = int(buffers.calls.source[pon])
    elif play <= PLAY.DAIMINKAN:
        called = tile
        source = int(outlook.table.hand[HAND.last_seat])
    row = new_call(buffers, called, source)
    copies = 1 if play in (PLAY.CHI, PLAY.KITA) else 3 if play == PLAY.PON else 4
    place = 0
    for kind in range(lowest, lowest + 3 if play == PLAY.CHI else lowest + 1):
        missing = copies - (1 if kind == tile // 4 else 0)
        for each in range(4 * kind, 4 * kind + 4):
            if each != tile:
                if missing == 0 or not (play == PLAY.KAKAN or holds(outlook, seat, each)):
                    continue
                missing -= 1
            buffers.calls.tiles[row, place] = each
            place += 1
    write_call(outlook, buffers, play, seat, tile, row)
