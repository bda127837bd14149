"""What a seat makes of its chances: the yaku it works for, how dangerous a discard is, when it folds."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import LIVE, MELD_KIND, MELD_TILE, MELDS, OPEN, PLAYERS, RIICHI_ORDER
from analyzer.simulation.outlook import EAST, HAS_KUITAN, NERVE, Outlook, is_value, passes_safely, remaining
from analyzer.simulation.policies import FOLDS
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import PlayKind

__all__ = ["NO_PLAN", "danger", "fits_plan", "gives_up", "plan_of", "threats"]

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
    """The yaku that an open hand works for, or that a closed one would have if it called."""
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


MANY_MELDS: Final = 3
LATE: Final = 18
"""Live tiles at which a hand far from tenpai is given up more easily."""


@kernel
def threats(outlook: Outlook, seat: int) -> int:
    """How many other seats are in riichi."""
    found = 0
    for other in range(int(outlook.table.hand[PLAYERS])):
        if other != seat and outlook.table.seat[other][RIICHI_ORDER] > 0:
            found += 1
    return found


@kernel
def open_threats(outlook: Outlook, seat: int) -> int:
    """1 if another seat has called that much, else 0."""
    for other in range(int(outlook.table.hand[PLAYERS])):
        if is_open_threat(outlook, seat, other):
            return 1
    return 0


@kernel(inline=True)
def is_open_threat(outlook: Outlook, seat: int, other: int) -> bool:
    """Whether another seat has called so much that it may well be tenpai without a riichi."""
    registers = outlook.table.seat[other]
    return other != seat and registers[RIICHI_ORDER] == 0 and registers[OPEN] >= MANY_MELDS


@kernel
def danger_from(outlook: Outlook, seat: int, threat: int, kind: int) -> int:
    """Roughly the chance in percent that a discard of ``seat`` is what a seat in tenpai waits for."""
    if passes_safely(outlook, threat, kind):
        return 0
    unseen = remaining(outlook, seat, kind)
    if kind >= EAST:
        return 2 * unseen
    rank = kind % 9
    # A run waits for a kind from both sides only if the kind three away passes as well (筋).
    open_sides = 0
    if rank >= 3 and not passes_safely(outlook, threat, kind - 3):
        open_sides += 1
    if rank <= 5 and not passes_safely(outlook, threat, kind + 3):
        open_sides += 1
    edge = min(rank, 8 - rank)
    return open_sides * (5 + min(edge, 2)) + min(edge, 2) + (1 if unseen > 0 else 0)


@kernel
def danger(outlook: Outlook, seat: int, kind: int) -> int:
    """The same for all seats that may be tenpai, for those without riichi half of it."""
    total = 0
    for other in range(int(outlook.table.hand[PLAYERS])):
        if other != seat and outlook.table.seat[other][RIICHI_ORDER] > 0:
            total += danger_from(outlook, seat, other, kind)
        elif is_open_threat(outlook, seat, other):
            total += danger_from(outlook, seat, other, kind) // 2
    return total


@kernel
def gives_up(outlook: Outlook, seat: int, shanten: int) -> bool:
    """Whether a seat that is so far from tenpai folds."""
    facing = threats(outlook, seat)
    folds = int(outlook.desk.policies[seat][FOLDS])
    if facing == 0:
        folds = folds * open_threats(outlook, seat) // 2
    if folds == 0:
        return False
    chance = folds
    if shanten <= 0:
        chance = folds // 5
    elif shanten == 1:
        chance = folds * 7 // 10
        if outlook.table.hand[LIVE] < LATE:
            chance += 25
    if facing > 1:
        chance += 20
    if outlook.table.seat[seat][OPEN] > 0 and shanten <= 1:
        chance -= 10
    return int(outlook.desk.at[NERVE + seat]) < chance
