"""Which yaku an open hand works for, so that it may win in the end (役)."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import MELD_KIND, MELD_TILE, MELDS
from analyzer.simulate.outlook import EAST, HAS_KUITAN, Outlook, is_value
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import PlayKind

__all__ = ["NO_PLAN", "fits_plan", "plan_of"]

CHI: Final = int(PlayKind.CHI)
NO_PLAN: Final = 0
VALUES: Final = 1
"""Three honours of value, held or called: any other tiles will do."""
TANYAO: Final = 2
FLUSH: Final = 3
"""FLUSH and the suit: one suit with honours."""
MOST_STRAY: Final = 2
"""Tiles that do not fit, at most, for a plan to be one."""


@kernel(inline=True)
def fits_plan(plan: int, kind: int) -> bool:
    """Whether a tile can be part of the hand planned."""
    if plan == TANYAO:
        return YAOCHU_MASK >> kind & 1 == 0
    if plan >= FLUSH:
        return kind >= EAST or kind // 9 == plan - FLUSH
    return True


@kernel
def meld_fits(plan: int, form: int, lowest: int) -> bool:
    """Whether a meld fits a plan."""
    return fits_plan(plan, lowest) and (form != CHI or fits_plan(plan, lowest + 2))


@kernel
def stray_tiles(outlook: Outlook, seat: int, plan: int) -> int:
    """Concealed tiles that do not fit a plan; 99 where a meld does not."""
    registers = outlook.table.seat[seat]
    for meld in range(int(registers[MELDS])):
        if not meld_fits(plan, int(registers[MELD_KIND + meld]), int(registers[MELD_TILE + meld])):
            return 99
    strays = 0
    for kind in range(34):
        if not fits_plan(plan, kind):
            strays += int(outlook.table.concealed[seat][kind])
    return strays


@kernel
def plan_of(outlook: Outlook, seat: int) -> int:
    """What an open hand works for, or would if its concealed tiles were called as they stand."""
    registers = outlook.table.seat[seat]
    for meld in range(int(registers[MELDS])):
        if is_value(outlook, seat, int(registers[MELD_TILE + meld])):
            return VALUES
    for kind in range(EAST, 34):
        if outlook.table.concealed[seat][kind] >= 3 and is_value(outlook, seat, kind):
            return VALUES
    if outlook.desk.at[HAS_KUITAN] != 0 and stray_tiles(outlook, seat, TANYAO) <= MOST_STRAY:
        return TANYAO
    for suit in range(3):
        if stray_tiles(outlook, seat, FLUSH + suit) <= MOST_STRAY:
            return FLUSH + suit
    return NO_PLAN
