"""Whether a seat declares riichi with the discard that it has chosen."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import LIVE, MELD_TILE, MELDS, OPEN, RIICHI_ORDER, SCORE, WAITS
from analyzer.simulate.discards import shanten_with
from analyzer.simulate.outlook import (
    RIICHI_POINTS,
    RIICHI_TILES,
    Outlook,
    concealed_waits,
    percent,
    put_back,
    remaining,
    take_out,
)
from analyzer.simulate.policies import RIICHI
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import NO_TILE

__all__ = ["declares_riichi"]

FEW_TILES: Final = 4
"""Fewer to wait for are seldom worth a riichi."""


@kernel
def waiting_tiles(outlook: Outlook, seat: int, waits: int) -> int:
    """How many of the tiles that a closed tehai waits for its seat has not seen; -1 if it holds them all.

    A wait on tiles of which the seat holds all four is no tenpai under most rule sets.
    """
    registers = outlook.table.seat[seat]
    total = 0
    can_come = False
    for kind in range(34):
        if waits >> kind & 1 == 0:
            continue
        own = int(outlook.table.concealed[seat][kind])
        for meld in range(int(registers[MELDS])):
            if registers[MELD_TILE + meld] == kind:
                own = 4
        if own < 4:
            can_come = True
            total += remaining(outlook, seat, kind)
    return total if can_come else -1


@kernel
def declares_riichi(outlook: Outlook, suits: SuitTables, seat: int, kind: int) -> bool:
    """Whether a seat that has drawn declares riichi, being allowed to, with this discard."""
    at = outlook.desk.at
    registers = outlook.table.seat[seat]
    if registers[RIICHI_ORDER] > 0 or registers[OPEN] > 0:
        return False
    if registers[SCORE] < at[RIICHI_POINTS] or outlook.table.hand[LIVE] < at[RIICHI_TILES]:
        return False
    chance = int(outlook.desk.policies[seat][RIICHI])
    if chance == 0 or shanten_with(outlook, seat, kind, NO_TILE) > 0:
        return False
    concealed = outlook.table.concealed[seat]
    take_out(registers, concealed, kind)
    tiles = waiting_tiles(outlook, seat, int(concealed_waits(suits, registers)))
    put_back(registers, concealed, kind)
    if tiles < 0:
        return False
    if outlook.table.masks[seat][WAITS] != 0:
        chance //= 6
    if tiles < FEW_TILES:
        chance //= 3
    return percent(at) < chance
