"""How dangerous a discard is, and when a seat folds."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import LIVE, OPEN, PLAYERS, RIICHI_ORDER, SCORE
from analyzer.simulation.outlook import EAST, NERVE, Outlook, passes_safely, remaining
from analyzer.simulation.plans import bonus_han
from analyzer.simulation.policies import BREAKS, FOLDS

__all__ = ["danger", "gives_up", "is_late", "open_threats", "threats"]

LATE: Final = 6
"""Draws left for each seat below which a hand two tiles from tenpai has little chance."""
LAST: Final = 3
"""Likewise, below which of three players nobody goes on for tenpai alone: their noten payment is small."""
BOLD: Final = 7
"""Likewise, below which one meld less makes a seat a threat."""
LITTLE_LEFT: Final = 12_000
"""Points below which a seat has little to lose."""


@kernel(inline=True)
def is_late(outlook: Outlook, turns: int) -> bool:
    """Whether fewer draws than these are left for each seat."""
    return int(outlook.table.hand[LIVE]) < turns * int(outlook.table.hand[PLAYERS])


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
    melds = int(outlook.table.hand[PLAYERS]) - (2 if is_late(outlook, BOLD) else 1)
    return other != seat and registers[RIICHI_ORDER] == 0 and registers[OPEN] >= melds


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
    late = is_late(outlook, LATE)
    if shanten >= 2 and late:
        return True
    if shanten == 1 and outlook.table.hand[PLAYERS] == 3 and is_late(outlook, LAST):
        return True
    facing = threats(outlook, seat)
    if facing == 0 and open_threats(outlook, seat) == 0:
        return False
    chance = int(outlook.desk.policies[seat][FOLDS if shanten > 0 else BREAKS])
    if chance == 0:
        return False
    if shanten == 1:
        chance = chance * 7 // 10 + (25 if late else 0)
    if facing == 0:
        chance = chance * 9 // 10
    elif facing > 1:
        chance += 20
    if outlook.table.seat[seat][OPEN] > 0 and shanten <= 1:
        chance -= 10
    # Who has much to win or little to lose goes on.
    chance -= 10 * min(bonus_han(outlook, seat), 4)
    if outlook.table.seat[seat][SCORE] < LITTLE_LEFT:
        chance -= 50
    return int(outlook.desk.at[NERVE + seat]) < chance
