"""What the tiles of a seat are worth to it: the yaku it works for, dora, and the runs it keeps together."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.facts import Place
from analyzer.replay.registers import MELD_KIND, MELD_TILE, MELDS, PLAYERS
from analyzer.settlement.win_dora import aka_held
from analyzer.simulation.outlook import (
    EAST,
    HAS_KUITAN,
    HAS_RED_FIVES,
    Outlook,
    is_value,
)
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import AKA_IDS, NO_TILE, PlayKind

__all__ = [
    "NO_PLAN",
    "VALUES",
    "bonus_han",
    "bonus_of",
    "fits_plan",
    "flush_plan",
    "kinds_of_runs",
    "plan_han",
    "plan_of",
    "stray_tiles",
]

CONCEALED: Final = int(Place.CONCEALED)
CHI: Final = int(PlayKind.CHI)
NO_PLAN: Final = 0
VALUES: Final = 1
"""Three honours of value, held or called: any other tiles will do."""
TANYAO: Final = 2
FLUSH: Final = 3
"""FLUSH and the suit: one suit with honours."""
MOST_STRAY: Final = 2
"""Tiles that do not fit, at most, for a plan to be one."""
ENOUGH_OF_RUNS: Final = 6
"""Kinds of the nine of a sanshoku or ittsuu from which on a seat keeps them together."""


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
def flush_plan(outlook: Outlook, seat: int) -> int:
    """The plan of one suit with honours, or NO_PLAN where too many tiles do not fit."""
    # With three players there are two suits only: more tehai come near by chance.
    most = int(outlook.table.hand[PLAYERS]) - 1
    for suit in range(3):
        if stray_tiles(outlook, seat, FLUSH + suit) <= most:
            return FLUSH + suit
    return NO_PLAN


@kernel
def plan_of(outlook: Outlook, seat: int) -> int:
    """The yaku that an open hand works for, or that a closed one would have if it called."""
    flush = flush_plan(outlook, seat)
    if flush != NO_PLAN:
        return flush
    registers = outlook.table.seat[seat]
    for meld in range(int(registers[MELDS])):
        if is_value(outlook, seat, int(registers[MELD_TILE + meld])):
            return VALUES
    for kind in range(EAST, 34):
        if outlook.table.concealed[seat][kind] >= 3 and is_value(outlook, seat, kind):
            return VALUES
    if outlook.desk.at[HAS_KUITAN] != 0 and stray_tiles(outlook, seat, TANYAO) <= MOST_STRAY:
        return TANYAO
    return NO_PLAN


@kernel(inline=True)
def plan_han(plan: int) -> int:
    """Han of the yaku planned, called."""
    return 2 if plan >= FLUSH else 1 if plan != NO_PLAN else 0


@kernel
def bonus_han(outlook: Outlook, seat: int) -> int:
    """Dora and red fives of a seat, concealed and called."""
    total = 0
    for kind in range(34):
        dora = int(outlook.desk.dora[kind])
        if dora > 0:
            total += dora * (int(outlook.table.concealed[seat][kind]) + int(outlook.table.melded[seat][kind]))
    if outlook.desk.at[HAS_RED_FIVES] != 0:
        total += aka_held(outlook.table.place, seat, NO_TILE)
    return total


@kernel(inline=True)
def bonus_of(outlook: Outlook, seat: int, kind: int) -> int:
    """Han of dora and red fives that the discard of a kind gives away."""
    bonus = int(outlook.desk.dora[kind])
    red = 4 * kind
    if red in AKA_IDS and outlook.desk.at[HAS_RED_FIVES] != 0 and outlook.table.concealed[seat][kind] == 1:
        bonus += 1 if outlook.table.place[red] == CONCEALED + seat else 0
    return bonus


@kernel
def kinds_of_runs(outlook: Outlook, seat: int) -> int:
    """Mask of the nine kinds of the sanshoku or ittsuu of which a seat holds most; 0 if fewer than six."""
    concealed = outlook.table.concealed[seat]
    best = 0
    most = ENOUGH_OF_RUNS - 1
    for pattern in range(10):
        # Seven sanshoku from 123 to 789, and an ittsuu of each suit.
        first = pattern if pattern < 7 else 9 * (pattern - 7)
        step = 9 if pattern < 7 else 3
        kinds = 0
        count = 0
        for run in range(3):
            for kind in range(first + run * step, first + run * step + 3):
                kinds |= 1 << kind
                count += 1 if concealed[kind] > 0 else 0
        if count > most:
            best = kinds
            most = count
    return best
