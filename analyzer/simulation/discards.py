"""What a seat discards."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import (
    CALL_COUNT,
    CALLED_KIND,
    CALLED_OTHER,
    DISCARDS,
    FIRST,
    OPEN,
    PLAYERS,
    add_tile,
    remove_tile,
)
from analyzer.replay.waiting import shanten
from analyzer.simulation.judgement import NO_PLAN, danger, fits_plan, gives_up, open_threats, plan_of, threats
from analyzer.simulation.outlook import (
    EAST,
    KUIKAE_FORM,
    Outlook,
    is_value,
    percent,
    remaining,
)
from analyzer.simulation.policies import AIM, ECHOES_WINDS, Aim
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import NO_TILE

__all__ = ["choose_discard", "is_forbidden", "shanten_without"]

AIM_TENPAI: Final = int(Aim.TENPAI)
AIM_NOTEN: Final = int(Aim.NOTEN)
AIM_YAOCHU_RIVER: Final = int(Aim.YAOCHU_RIVER)
AIM_SETS: Final = int(Aim.SETS)
AIM_ANYTHING: Final = int(Aim.ANYTHING)
NORTH: Final = 30
NEVER: Final = 99
"""Stands for the shanten after a discard that is barred."""
NEAR: Final = 2
"""Shanten from which on a seat counts the tiles that bring it nearer."""


@kernel
def usefulness(outlook: Outlook, seat: int, kind: int) -> int:
    """How much a tile goes together with the others of its seat, by a rule of thumb."""
    concealed = outlook.table.concealed[seat]
    value = 8 * (int(concealed[kind]) - 1)
    if kind >= EAST:
        if is_value(outlook, seat, kind):
            return 2 * value + remaining(outlook, seat, kind)
        return value
    rank = kind % 9
    value += 1 + min(rank, 8 - rank, 2)
    for step in range(1, 3):
        weight = 5 - step
        if rank >= step:
            value += weight * int(concealed[kind - step])
        if rank + step <= 8:
            value += weight * int(concealed[kind + step])
    return value


@kernel(inline=True)
def is_forbidden(kuikae: int, kind: int, called: int, other: int) -> bool:
    """Whether a discard is barred by the call just made (喰い替え)."""
    return (kuikae >= 1 and kind == called) or (kuikae >= 2 and kind == other)


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
            total += unseen
        remove_tile(outlook.table, seat, kind)
    add_tile(outlook.table, seat, less)
    return total


@kernel
def echoed_wind(outlook: Outlook, seat: int) -> int:
    """The wind that all seats before discarded first, if the seat follows them; NO_TILE otherwise."""
    if outlook.table.hand[CALL_COUNT] > 0 or outlook.table.seat[seat][DISCARDS] > 0:
        return NO_TILE
    echoes = int(outlook.desk.policies[seat][ECHOES_WINDS])
    if echoes == 0 or percent(outlook.desk.at) >= echoes:
        return NO_TILE
    wind = NO_TILE
    for other in range(int(outlook.table.hand[PLAYERS])):
        if outlook.table.seat[other][DISCARDS] == 0:
            continue
        first = int(outlook.table.seat[other][FIRST]) // 4
        if wind != NO_TILE and wind != first:
            return NO_TILE
        wind = first
    for kind in range(EAST, NORTH + 1):
        if outlook.table.concealed[seat][kind] > 0 and wind in (NO_TILE, kind):
            return kind
    return NO_TILE


@kernel
def simple_rank(outlook: Outlook, seat: int, kind: int, aim: int) -> int:
    """How little a seat that does not work for tenpai likes to discard a kind: the lowest goes."""
    luck = percent(outlook.desk.at)
    if aim == AIM_ANYTHING:
        return luck
    if aim == AIM_SETS:
        return 1000 * int(outlook.table.concealed[seat][kind]) + luck
    distance = shanten_without(outlook, seat, kind)
    if aim == AIM_NOTEN:
        return luck - 100_000 * distance
    rank = 100_000 * distance + 100 * usefulness(outlook, seat, kind) + luck
    if aim == AIM_YAOCHU_RIVER and YAOCHU_MASK >> kind & 1 == 0:
        return 10_000_000 + rank
    return rank


@kernel
def rank_of_discard(outlook: Outlook, seat: int, kind: int, nearest: int, plan: int, helpful: int) -> int:
    """How little a seat that works for tenpai likes to discard a kind, of those that keep it as near."""
    rank = 100 * usefulness(outlook, seat, kind)
    if helpful != 0:
        rank -= 400 * ukeire(outlook, seat, kind, nearest, helpful)
    if not fits_plan(plan, kind):
        rank -= 100_000
    return rank


@kernel
def safest_discard(outlook: Outlook, seat: int, kuikae: int, called: int, other: int) -> int:
    """The kind that is least dangerous; of equals the one of which the seat holds most."""
    chosen = NO_TILE
    lowest = 0
    for kind in range(34):
        held = int(outlook.table.concealed[seat][kind])
        if held == 0 or is_forbidden(kuikae, kind, called, other):
            continue
        rank = 1000 * danger(outlook, seat, kind) - 10 * held + usefulness(outlook, seat, kind)
        if chosen == NO_TILE or rank < lowest:
            chosen = kind
            lowest = rank
    return chosen


@kernel
def useful_discard(outlook: Outlook, seat: int, kuikae: int, called: int, other: int) -> int:
    """The kind that keeps a seat nearest to tenpai, or a safe one if it gives up."""
    reach = outlook.desk.reach
    nearest = NEVER
    for kind in range(34):
        reach[kind] = NEVER
        if outlook.table.concealed[seat][kind] > 0 and not is_forbidden(kuikae, kind, called, other):
            reach[kind] = shanten_without(outlook, seat, kind)
            nearest = min(nearest, int(reach[kind]))
    if gives_up(outlook, seat, nearest):
        return safest_discard(outlook, seat, kuikae, called, other)
    plan = NO_PLAN
    if outlook.table.seat[seat][OPEN] > 0:
        plan = plan_of(outlook, seat)
    helpful = helpful_kinds(outlook, seat, nearest, plan) if nearest <= NEAR else 0
    facing = threats(outlook, seat) + open_threats(outlook, seat)
    chosen = NO_TILE
    lowest = 0
    for kind in range(34):
        if reach[kind] == NEVER or (reach[kind] > nearest and fits_plan(plan, kind)):
            continue
        rank = rank_of_discard(outlook, seat, kind, nearest, plan, helpful)
        if facing > 0:
            rank += 50 * danger(outlook, seat, kind)
        if chosen == NO_TILE or rank < lowest:
            chosen = kind
            lowest = rank
    return chosen


@kernel
def choose_discard(outlook: Outlook, seat: int) -> int:
    """Kind that a seat discards, one that the call just made does not forbid."""
    wind = echoed_wind(outlook, seat)
    if wind != NO_TILE:
        return wind
    kuikae = int(outlook.desk.at[KUIKAE_FORM])
    called = int(outlook.table.hand[CALLED_KIND])
    other = int(outlook.table.hand[CALLED_OTHER])
    aim = int(outlook.desk.policies[seat][AIM])
    if aim == AIM_TENPAI:
        return useful_discard(outlook, seat, kuikae, called, other)
    chosen = NO_TILE
    lowest = 0
    for kind in range(34):
        if outlook.table.concealed[seat][kind] == 0 or is_forbidden(kuikae, kind, called, other):
            continue
        rank = simple_rank(outlook, seat, kind, aim)
        if chosen == NO_TILE or rank < lowest:
            chosen = kind
            lowest = rank
    return chosen
