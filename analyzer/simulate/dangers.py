"""How dangerous a discard is, by what everybody can see, and who gives its hand up for that (ベタオリ)."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import LIVE, OPEN, PLAYERS, RIICHI_ORDER
from analyzer.simulate.outlook import EAST, NERVE, Outlook, passes_safely, remaining
from analyzer.simulate.policies import FOLDS

__all__ = ["danger", "gives_up", "threats"]

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
    """Whether a seat so far from tenpai folds, as long as things stand as they do."""
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
