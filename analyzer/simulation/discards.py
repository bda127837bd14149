"""What a seat discards."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import HAND, SEAT, add_tile, remove_tile, shanten_now
from analyzer.simulation.desk import EAST, Outlook, is_value, remaining
from analyzer.simulation.judgement import ANY, NO_PLAN, bonus_of, danger, gives_up, plan_of
from analyzer.vocabulary import NO_TILE

__all__ = ["NEVER", "choose_discard", "is_forbidden", "shanten_without"]

NEVER: Final = 99
"""Stands for the shanten of a hand that has no discard."""
NEAR: Final = 3
"""Shanten from which on a seat counts the tiles that bring it nearer."""


@kernel
def usefulness(outlook: Outlook, seat: int, kind: int) -> int:
    """How much a tile goes together with the others of its seat, by a rule of thumb."""
    concealed = outlook.table.concealed[seat]
    value = 4 * (int(concealed[kind]) - 1)
    if kind >= EAST:
        return 2 * value + remaining(outlook, seat, kind) if is_value(outlook, seat, kind) else value
    rank = kind % 9
    value += 1 + min(rank, 8 - rank, 2)
    for other in range(max(rank - 2, 0), min(rank + 2, 8) + 1):
        if other != rank:
            value += (9 - 3 * abs(other - rank)) * int(concealed[kind - rank + other])
    return value


@kernel(inline=True)
def is_forbidden(outlook: Outlook, kind: int) -> bool:
    """Whether a discard is barred by the call just made (喰い替え)."""
    kuikae, hand = outlook.desk.kuikae, outlook.table.hand
    return (kuikae >= 1 and kind == hand[HAND.called_kind]) or (
        kuikae >= 2 and kind == hand[HAND.called_other]
    )


@kernel
def shanten_without(outlook: Outlook, seat: int, kind: int) -> int:
    """Shanten of a seat after it discards a kind; NEVER where it may not."""
    if outlook.table.concealed[seat][kind] == 0 or is_forbidden(outlook, kind):
        return NEVER
    remove_tile(outlook.table, seat, kind)
    found = shanten_now(outlook.tables, outlook.table.seat[seat])
    add_tile(outlook.table, seat, kind)
    return found


@kernel
def ukeire(outlook: Outlook, seat: int, less: int, plan: int) -> int:
    """Ukeire (受け入れ): how many unseen tiles bring a seat nearer after a discard; a dora counts twice."""
    registers = outlook.table.seat[seat]
    total = 0
    remove_tile(outlook.table, seat, less)
    distance = shanten_now(outlook.tables, registers)
    for kind in range(34):
        unseen = remaining(outlook, seat, kind) - (1 if kind == less else 0)
        if unseen > 0 and plan >> kind & 1 != 0:
            add_tile(outlook.table, seat, kind)
            if shanten_now(outlook.tables, registers) < distance:
                total += unseen * (1 + int(outlook.desk.dora[kind]))
            remove_tile(outlook.table, seat, kind)
    add_tile(outlook.table, seat, less)
    return total


@kernel
def choose_discard(outlook: Outlook, seat: int) -> int:
    """The kind that keeps a seat nearest to tenpai, or the safest one if it gives up."""
    nearest = NEVER
    for kind in range(34):
        nearest = min(nearest, shanten_without(outlook, seat, kind))
    folds = gives_up(outlook, seat, nearest)
    plan = plan_of(outlook, seat) if outlook.table.seat[seat][SEAT.open_melds] > 0 else ANY
    if plan == NO_PLAN:
        plan = ANY
    chosen = NO_TILE
    lowest = 0
    for kind in range(34):
        distance = shanten_without(outlook, seat, kind)
        fits = plan >> kind & 1 != 0
        if distance == NEVER or (distance > nearest and fits and not folds):
            continue
        rank = 2 * usefulness(outlook, seat, kind) + danger(outlook, seat, kind) * (500 if folds else 1)
        if not folds:
            # A tile of ukeire counts as four of `usefulness`, a han as sixteen.
            rank += 32 * bonus_of(outlook, seat, kind)
            if nearest <= NEAR:
                rank -= 8 * ukeire(outlook, seat, kind, plan)
            if not fits:
                rank -= 2000
        if chosen == NO_TILE or rank < lowest:
            chosen = kind
            lowest = rank
    return chosen
