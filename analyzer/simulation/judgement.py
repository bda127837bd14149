"""What a hand is worth to its seat: the yaku it works for, dora, and when the danger outweighs them."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.kernels import kernel
from analyzer.replay.facts import PLACE
from analyzer.replay.registers import HAND, SEAT
from analyzer.settlement.dora import aka_held
from analyzer.simulation.desk import EAST, Outlook, is_value, passes_safely, remaining
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import AKA_IDS, KINDS, NO_TILE

__all__ = ["ANY", "NO_PLAN", "bonus_of", "danger", "gives_up", "plan_of"]

NO_PLAN: Final = 0
"""Plans are masks of the kinds that fit; this one is of a hand that would have no yaku."""
ANY: Final = (1 << KINDS) - 1
"""Of three honours of value, or of a closed hand."""
TANYAO: Final = ANY & ~YAOCHU_MASK
FLUSHES: Final = tuple(0x1FF << 9 * suit | 0x7F << EAST for suit in range(3))
"""One suit with honours."""
MOST_STRAY: Final = 2
"""Tiles that do not fit, at most, for a plan to be one."""

RED_TILES: Final = np.array(AKA_IDS, np.int64)


@kernel
def stray_tiles(outlook: Outlook, seat: int, plan: int) -> int:
    """Concealed tiles that do not fit a plan; many more where a meld does not."""
    strays = 0
    for kind in range(34):
        if plan >> kind & 1 == 0:
            strays += int(outlook.table.concealed[seat][kind]) + 14 * int(outlook.table.melded[seat][kind])
    return strays


@kernel
def plan_of(outlook: Outlook, seat: int) -> int:
    """The yaku that an open hand works for, or that a closed one would have if it called."""
    for flush in FLUSHES:
        # With three players there are two suits only: more tehai come near by chance.
        if stray_tiles(outlook, seat, flush) < int(outlook.table.hand[HAND.players]):
            return flush
    concealed, melded = outlook.table.concealed[seat], outlook.table.melded[seat]
    for kind in range(EAST, 34):
        if int(concealed[kind]) + int(melded[kind]) >= 3 and is_value(outlook, seat, kind):
            return ANY
    if outlook.desk.kuitan != 0 and stray_tiles(outlook, seat, TANYAO) <= MOST_STRAY:
        return TANYAO
    return NO_PLAN


@kernel
def bonus_han(outlook: Outlook, seat: int) -> int:
    """Dora and red fives of a seat, concealed and called."""
    total = aka_held(outlook.table.place, RED_TILES, seat, NO_TILE) if outlook.desk.red_fives != 0 else 0
    concealed, melded = outlook.table.concealed[seat], outlook.table.melded[seat]
    for kind in range(34):
        total += int(outlook.desk.dora[kind]) * (int(concealed[kind]) + int(melded[kind]))
    return total


@kernel(inline=True)
def bonus_of(outlook: Outlook, seat: int, kind: int) -> int:
    """Han of dora and red fives that the discard of a kind gives away."""
    bonus = int(outlook.desk.dora[kind])
    red = 4 * kind
    if red in AKA_IDS and outlook.desk.red_fives != 0 and outlook.table.concealed[seat][kind] == 1:
        bonus += 1 if outlook.table.place[red] == PLACE.CONCEALED + seat else 0
    return bonus


LATE: Final = 20
"""Tiles to draw below which a hand two tiles from tenpai has little chance."""
MELDS_OF_THREAT: Final = 3
"""Calls from which on an open hand may well be tenpai; late, one less."""
PUSH_OF_HAN: Final = 15
"""Nerve that a han of dora gives."""
OPEN_HAND: Final = 1
IN_RIICHI: Final = 2
"""How much of a threat another seat is."""


@kernel(inline=True)
def threat_of(outlook: Outlook, seat: int, other: int) -> int:
    """IN_RIICHI, or OPEN_HAND of another seat that has called so much that it may well be tenpai; else 0."""
    registers = outlook.table.seat[other]
    if other == seat:
        return 0
    if registers[SEAT.riichi_order] > 0:
        return IN_RIICHI
    late = int(outlook.table.hand[HAND.live_tiles]) < LATE
    return OPEN_HAND if int(registers[SEAT.open_melds]) >= MELDS_OF_THREAT - (1 if late else 0) else 0


@kernel
def danger_from(outlook: Outlook, seat: int, threat: int, kind: int) -> int:
    """Roughly the chance in percent that a discard of ``seat`` is what a seat in tenpai waits for."""
    if passes_safely(outlook, threat, kind):
        return 0
    if kind >= EAST:
        return 2 * remaining(outlook, seat, kind)
    rank = kind % 9
    # A run waits for a kind from both sides only if the kind three away passes as well (筋).
    open_sides = 0
    if rank >= 3 and not passes_safely(outlook, threat, kind - 3):
        open_sides += 1
    if rank <= 5 and not passes_safely(outlook, threat, kind + 3):
        open_sides += 1
    return 6 * open_sides + 1 + min(rank, 8 - rank, 2)


@kernel
def danger(outlook: Outlook, seat: int, kind: int) -> int:
    """The same for all seats that may be tenpai, for those without riichi half of it."""
    total = 0
    for other in range(int(outlook.table.hand[HAND.players])):
        threat = threat_of(outlook, seat, other)
        if threat > 0:
            total += danger_from(outlook, seat, other, kind) * threat // 2
    return total


@kernel
def gives_up(outlook: Outlook, seat: int, shanten: int) -> bool:
    """Whether a seat that is so far from tenpai folds."""
    desk, hand = outlook.desk, outlook.table.hand
    if shanten >= 1 and int(hand[HAND.live_tiles]) < (LATE if shanten >= 2 else desk.last_tiles):
        return True
    if outlook.table.seat[seat][SEAT.scores] >= desk.little_left:
        for other in range(int(hand[HAND.players])):
            if threat_of(outlook, seat, other) > 0:
                return int(desk.nerve[seat]) + PUSH_OF_HAN * bonus_han(outlook, seat) < desk.push_nerve
    return False
