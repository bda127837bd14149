"""What a seat holds and sees after each draw, discard and call; only the table ``plays`` asks for it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.facts import Place
from analyzer.replay.registers import DISCARDS, FIRST_RIICHI, SAFE, SHANTEN, Table
from analyzer.replay.waiting import shanten
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import PlayKind

__all__ = ["NOT_ASKED", "Moments", "blank_moments", "note_moment", "seen_copies"]

CONCEALED: Final = int(Place.CONCEALED)
MELD: Final = int(Place.MELD)
UNSEEN: Final = int(Place.UNSEEN)
DISCARD: Final = int(PlayKind.DISCARD)
KITA: Final = int(PlayKind.KITA)

NOT_ASKED: Final = 2
"""Neither genbutsu nor not."""


class Moments(NamedTuple):
    """One row per draw, discard and call, kita included, in the order of play; shape (rows,).

    Where the table of a hand is not known, only ``turn`` means anything.
    """

    turn: NDArray[np.uint8]
    """Own discards before the play, plus one."""
    shanten: NDArray[np.int8]
    """Shanten of the seat after the play; that of its best discard if it is to discard."""
    seen: NDArray[np.uint8]
    """Copies of the tile that the seat sees after the play, itself included."""
    genbutsu: NDArray[np.uint8]
    """Of discards by others since the first riichi: 1 if the kind is in the river of that seat or has passed
    it since, else 0.  NOT_ASKED of all else."""


def blank_moments(rows: int) -> Moments:
    """Zeros to be filled."""
    turn, seen, genbutsu = (np.zeros(rows, np.uint8) for _ in range(3))
    return Moments(turn, np.zeros(rows, np.int8), seen, genbutsu)


@kernel
def seen_copies(table: Table, seat: int, kind: int) -> int:
    """Tiles of a kind that a seat sees: in its concealed part, a meld, a river, the kita or an indicator."""
    found = 4
    for copy in range(4):
        place = int(table.place[kind * 4 + copy])
        if place == UNSEEN or (CONCEALED <= place < MELD and place != CONCEALED + seat):
            found -= 1
    return found


@kernel(inline=True)
def note_moment(
    table: Table, suits: SuitTables, found: Moments, row: int, kind: int, seat: int, tile: int
) -> None:
    """Fill a row after its play, and note the kinds that pass the first riichi."""
    registers = table.seat[seat]
    first = int(table.hand[FIRST_RIICHI]) - 1
    bit = np.uint64(1) << np.uint64(tile // 4)
    found.genbutsu[row] = NOT_ASKED
    found.seen[row] = seen_copies(table, seat, tile // 4)
    if kind == DISCARD:
        found.turn[row] = registers[DISCARDS]
        found.shanten[row] = registers[SHANTEN]
        if first >= 0 and seat != first:
            found.genbutsu[row] = 1 if table.masks[first][SAFE] & bit != 0 else 0
    else:
        found.turn[row] = int(registers[DISCARDS]) + 1
        found.shanten[row] = shanten(suits.shanten_tables[0], registers)
    if first >= 0 and kind in (DISCARD, KITA):
        table.masks[first][SAFE] |= bit
