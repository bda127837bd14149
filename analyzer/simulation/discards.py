"""What a seat discards."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import CALLED_KIND, CALLED_OTHER, OPEN, add_tile, remove_tile
from analyzer.replay.waiting import shanten
from analyzer.simulation.desk import EAST, Outlook, is_value, remaining
from analyzer.simulation.judgement import (
    NO_PLAN,
    bonus_of,
    danger,
    fits_plan,
    flush_plan,
    gives_up,
    kinds_of_runs,
    plan_of,
)
from analyzer.vocabulary import NO_TILE

__all__ = ["NEVER", "choose_discard", "is_forbidden", "shanten_without"]

NEVER: Final = 99
"""Stands for the shanten after a discard that is barred."""
NEAR: Final = 3
"""Shanten from which on a seat counts the tiles that bring it nearer."""
FAR: Final = 2
"""Shanten from which on a closed hand may turn to one suit."""


@kernel
def usefulness(outlook: Outlook, seat: int, kind: int) -> int:
    """How much a tile goes together with the others of its seat, by a rule of thumb."""
    concealed = outlook.table.concealed[seat]
    value = 4 * (int(concealed[kind]) - 1)
    if kind >= EAST:
        if is_value(outlook, seat, kind):
            return 2 * value + remaining(outlook, seat, kind)
        return value
    rank = kind % 9
    value += 1 + min(rank, 8 - rank, 2)
    for other in range(max(rank - 2, 0), min(rank + 2, 8) + 1):
        if other == rank:
            continue
        weight = 3
        if abs(other - rank) == 1:
            # A run can grow at both ends, or at one.
            weight = 6 if 0 < min(rank, other) < 7 else 4
        value += weight * int(concealed[kind - rank + other])
    return value


@kernel(inline=True)
def is_forbidden(outlook: Outlook, kind: int) -> bool:
    """Whether a discard is barred by the call just made (喰い替え)."""
    kuikae, hand = outlook.desk.kuikae, outlook.table.hand
    return (kuikae >= 1 and kind == hand[CALLED_KIND]) or (kuikae >= 2 and kind == hand[CALLED_OTHER])


@kernel
def shanten_without(outlook: Outlook, seat: int, kind: int) -> int:
    """Shanten of a seat after it discards a kind that it holds."""
    remove_tile(outlook.table, seat, kind)
    found = shanten(outlook.tables, outlook.table.seat[seat])
    add_tile(outlook.table, seat, kind)
    return found


@kernel
def helpful_kinds(outlook: Outlook, seat: int, distance: int, plan: int) -> int:
    """Mask of the kinds, of which a tile may be left, that bring a seat nearer than ``distance``."""
    registers = outlook.table.seat[seat]
    found = 0
    for kind in range(34):
        if remaining(outlook, seat, kind) <= 0 or not fits_plan(plan, kind):
            continue
        add_tile(outlook.table, seat, kind)
        if shanten(outlook.tables, registers) < distance:
            found |= 1 << kind
        remove_tile(outlook.table, seat, kind)
    return found


@kernel
def ukeire(outlook: Outlook, seat: int, less: int, distance: int, helpful: int) -> int:
    """Ukeire (受け入れ): how many unseen tiles of some kinds bring a seat nearer after a discard."""
    registers = outlook.table.seat[seat]
    total = 0
    remove_tile(outlook.table, seat, less)
    for kind in range(34):
        if helpful >> kind & 1 == 0:
            continue
        unseen = remaining(outlook, seat, kind) - (1 if kind == less else 0)
        add_tile(outlook.table, seat, kind)
        if shanten(outlook.tables, registers) < distance:
            # A dora to come counts twice.
            total += unseen * (1 + int(outlook.desk.dora[kind]))
        remove_tile(outlook.table, seat, kind)
    add_tile(outlook.table, seat, less)
    return total


@kernel
def rank_of_discard(
    outlook: Outlook, seat: int, kind: int, nearest: int, plan: int, helpful: int, runs: int
) -> int:
    """How little a seat likes to discard a kind, of those that keep it as near to tenpai.

    A tile of ukeire counts as four of `usefulness`, a han as sixteen, a place in the runs as twenty-five.
    """
    rank = 100 * usefulness(outlook, seat, kind) + 1600 * bonus_of(outlook, seat, kind)
    if helpful != 0:
        rank -= 400 * ukeire(outlook, seat, kind, nearest, helpful)
    if runs >> kind & 1 != 0:
        rank += 2500
    if not fits_plan(plan, kind):
        rank -= 100_000
    return rank


@kernel
def reach_of_discards(outlook: Outlook, seat: int) -> int:
    """Write the shanten after each discard that a seat may make; returns the lowest."""
    reach = outlook.desk.reach
    nearest = NEVER
    for kind in range(34):
        reach[kind] = NEVER
        if outlook.table.concealed[seat][kind] > 0 and not is_forbidden(outlook, kind):
            reach[kind] = shanten_without(outlook, seat, kind)
            nearest = min(nearest, int(reach[kind]))
    return nearest


@kernel
def choose_discard(outlook: Outlook, seat: int) -> int:
    """The kind that keeps a seat nearest to tenpai, or the safest one if it gives up."""
    reach = outlook.desk.reach
    nearest = reach_of_discards(outlook, seat)
    folds = gives_up(outlook, seat, nearest)
    plan = NO_PLAN
    if outlook.table.seat[seat][OPEN] > 0:
        plan = plan_of(outlook, seat)
    elif nearest >= FAR:
        plan = flush_plan(outlook, seat)
    runs = kinds_of_runs(outlook, seat)
    helpful = helpful_kinds(outlook, seat, nearest, plan) if nearest <= NEAR and not folds else 0
    chosen = NO_TILE
    lowest = 0
    for kind in range(34):
        if reach[kind] == NEVER or (not folds and reach[kind] > nearest and fits_plan(plan, kind)):
            continue
        if folds:
            # Of equals that of which the seat holds most.
            held = int(outlook.table.concealed[seat][kind])
            rank = 1000 * danger(outlook, seat, kind) - 10 * held + usefulness(outlook, seat, kind)
        else:
            rank = rank_of_discard(outlook, seat, kind, nearest, plan, helpful, runs)
            rank += 50 * danger(outlook, seat, kind)
        if chosen == NO_TILE or rank < lowest:
            chosen = kind
            lowest = rank
    return chosen
