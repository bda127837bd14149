"""The waits of a seat and its shanten, from the suit codes that its registers keep."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.registers import (
    KIND_COUNT,
    LAST_KIND,
    LAST_SEAT,
    LAST_TILE,
    MELDS,
    PAIR_COUNT,
    REPORTED,
    SHANTEN,
    SUIT_CODE,
    TILE_COUNT,
    WAITS,
    YAOCHU_COUNT,
    YAOCHU_PAIR,
    Table,
)
from analyzer.tiles.shanten import Distances, shanten_from_codes
from analyzer.tiles.suits import SuitTables
from analyzer.tiles.waits import waits_from_codes
from analyzer.vocabulary import PlayKind

__all__ = ["gives_back_draw", "shanten", "update_waits", "waits_now"]

DRAW: Final = int(PlayKind.DRAW)


@kernel(inline=True)
def waits_now(table: Table, suits: SuitTables, seat: int) -> np.uint64:
    """Waits of a seat, which has some where it holds 3k + 1 concealed tiles."""
    registers = table.seat[seat]
    return waits_from_codes(
        suits,
        int(registers[SUIT_CODE]),
        int(registers[SUIT_CODE + 1]),
        int(registers[SUIT_CODE + 2]),
        int(registers[SUIT_CODE + 3]),
        int(registers[TILE_COUNT]),
        int(registers[KIND_COUNT]),
        int(registers[PAIR_COUNT]),
        int(registers[YAOCHU_COUNT]),
        int(registers[YAOCHU_PAIR]),
    )


@kernel
def shanten(tables: Distances, registers: NDArray[np.int32]) -> int:
    """Tiles that a seat lacks to tenpai, by shape: 0 tenpai, -1 complete.

    Args:
        tables: From `distances`.
        registers: The row of a seat in a table; with 3k + 2 tiles the result is that of the best discard.
    """
    return shanten_from_codes(
        tables,
        int(registers[MELDS]),
        int(registers[SUIT_CODE]),
        int(registers[SUIT_CODE + 1]),
        int(registers[SUIT_CODE + 2]),
        int(registers[SUIT_CODE + 3]),
        int(registers[KIND_COUNT]),
        int(registers[PAIR_COUNT]),
        int(registers[YAOCHU_COUNT]),
        int(registers[YAOCHU_PAIR]),
    )


@kernel(inline=True)
def update_waits(table: Table, suits: SuitTables, seat: int) -> None:
    """Note the waits of a seat that holds 3k + 1 concealed tiles, and its shanten if there are tables for it.

    To see that there are no waits, as mostly, takes less time by the shanten.
    """
    if len(suits.shanten_tables) > 0:
        registers = table.seat[seat]
        registers[SHANTEN] = shanten(suits.shanten_tables[0], registers)
        if registers[SHANTEN] > 0 and registers[TILE_COUNT] + 3 * int(registers[MELDS]) == 13:
            table.masks[seat][WAITS] = 0
            return
    table.masks[seat][WAITS] = waits_now(table, suits, seat)


@kernel(inline=True)
def gives_back_draw(table: Table, seat: int, kind: int) -> bool:
    """Whether a discard is of the kind just drawn, so that the waits are those before the draw.

    After anything illegal nothing is taken for granted.
    """
    hand = table.hand
    if hand[LAST_KIND] != DRAW or hand[LAST_SEAT] != seat or hand[REPORTED] != 0:
        return False
    return int(hand[LAST_TILE]) // 4 == kind
