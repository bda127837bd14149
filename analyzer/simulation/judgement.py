"""What a hand is worth to its seat: the yaku it works for, dora, runs, and when the danger outweighs them."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.facts import Place
from analyzer.replay.registers import LIVE, OPEN, PLAYERS, RIICHI_ORDER, SCORE
from analyzer.settlement.win_dora import aka_held
from analyzer.simulation.desk import EAST, Outlook, is_value, passes_safely, remaining
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import AKA_IDS, NO_TILE

__all__ = ["IN_RIICHI", "NO_PLAN", "OPEN_HAND", "VALUES", "bonus_han", "bonus_of", "danger", "fits_plan"]
__all__ += ["flush_plan", "gives_up", "is_late", "kinds_of_runs", "plan_han", "plan_of", "stray_tiles"]
__all__ += ["threats"]

CONCEALED: Final = int(Place.CONCEALED)
NO_PLAN: Final = 0
VALUES: Final = 1
"""Three honours of value, held or called: any other tiles will do."""
TANYAO: Final = 2
FLUSH: Final = 3
"""FLUSH and the suit: one suit with honours."""
MOST_STRAY: Final = 2
"""Tiles that do not fit, at most, for a plan to be one."""
RUNS: Final = tuple(
    sum(7 << first + step * run for run in range(3))
    for first, step in (*((lowest, 9) for lowest in range(7)), (0, 3), (9, 3), (18, 3))
)
"""Masks of the kinds of each sanshoku, from 123 to 789, and of the ittsuu of each suit."""
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
def stray_tiles(outlook: Outlook, seat: int, plan: int) -> int:
    """Concealed tiles that do not fit a plan; many more where a meld does not."""
    strays = 0
    for kind in range(34):
        if not fits_plan(plan, kind):
            strays += int(outlook.table.concealed[seat][kind]) + 14 * int(outlook.table.melded[seat][kind])
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
    concealed, melded = outlook.table.concealed[seat], outlook.table.melded[seat]
    for kind in range(EAST, 34):
        if int(concealed[kind]) + int(melded[kind]) >= 3 and is_value(outlook, seat, kind):
            return VALUES
    if outlook.desk.kuitan != 0 and stray_tiles(outlook, seat, TANYAO) <= MOST_STRAY:
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
    if outlook.desk.red_fives != 0:
        total += aka_held(outlook.table.place, seat, NO_TILE)
    return total


@kernel(inline=True)
def bonus_of(outlook: Outlook, seat: int, kind: int) -> int:
    """Han of dora and red fives that the discard of a kind gives away."""
    bonus = int(outlook.desk.dora[kind])
    red = 4 * kind
    if red in AKA_IDS and outlook.desk.red_fives != 0 and outlook.table.concealed[seat][kind] == 1:
        bonus += 1 if outlook.table.place[red] == CONCEALED + seat else 0
    return bonus


@kernel
def kinds_of_runs(outlook: Outlook, seat: int) -> int:
    """Mask of the nine kinds of the sanshoku or ittsuu of which a seat holds most; 0 if fewer than six."""
    best = 0
    most = ENOUGH_OF_RUNS - 1
    for kinds in RUNS:
        count = 0
        for kind in range(27):
            if outlook.table.concealed[seat][kind] > 0:
                count += kinds >> kind & 1
        if count > most:
            best = kinds
            most = count
    return best


LATE: Final = 6
"""Draws left for each seat below which a hand two tiles from tenpai has little chance."""
LAST: Final = 3
"""Likewise, below which of three players nobody goes on for tenpai alone: their noten payment is small."""
BOLD: Final = 7
"""Likewise, below which one meld less makes a seat a threat."""
OPEN_HAND: Final = 1
IN_RIICHI: Final = 2
"""How much of a threat another seat is."""
LITTLE_LEFT: Final = 12_000
"""Points below which a seat has little to lose."""


@kernel(inline=True)
def is_late(outlook: Outlook, turns: int) -> bool:
    """Whether fewer draws than these are left for each seat."""
    return int(outlook.table.hand[LIVE]) < turns * int(outlook.table.hand[PLAYERS])


@kernel(inline=True)
def threat_of(outlook: Outlook, seat: int, other: int) -> int:
    """IN_RIICHI, or OPEN_HAND of another seat that has called so much that it may well be tenpai; else 0."""
    registers = outlook.table.seat[other]
    if other == seat:
        return 0
    if registers[RIICHI_ORDER] > 0:
        return IN_RIICHI
    melds = int(outlook.table.hand[PLAYERS]) - (2 if is_late(outlook, BOLD) else 1)
    return OPEN_HAND if registers[OPEN] >= melds else 0


@kernel
def threats(outlook: Outlook, seat: int, least: int) -> int:
    """How many other seats are at least that much of a threat."""
    found = 0
    for other in range(int(outlook.table.hand[PLAYERS])):
        found += 1 if threat_of(outlook, seat, other) >= least else 0
    return found


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
        threat = threat_of(outlook, seat, other)
        if threat > 0:
            total += danger_from(outlook, seat, other, kind) * threat // 2
    return total


@kernel
def gives_up(outlook: Outlook, seat: int, shanten: int) -> bool:
    """Whether a seat that is so far from tenpai folds."""
    late = is_late(outlook, LATE)
    if shanten >= 2 and late:
        return True
    if shanten == 1 and outlook.table.hand[PLAYERS] == 3 and is_late(outlook, LAST):
        return True
    if threats(outlook, seat, OPEN_HAND) == 0:
        return False
    facing = threats(outlook, seat, IN_RIICHI)
    chance = int(outlook.desk.folds[seat] if shanten > 0 else outlook.desk.breaks[seat])
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
    return int(outlook.desk.nerve[seat]) < chance
