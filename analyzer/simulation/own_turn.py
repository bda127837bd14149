"""What a seat that has drawn declares: closed and added kans, kita, riichi."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import (
    KAN_COUNT,
    LAST_DRAW,
    LIVE,
    MELD_KIND,
    MELD_TILE,
    MELDS,
    OPEN,
    RIICHI_ORDER,
    SCORE,
    WAITS,
    add_tile,
    remove_tile,
)
from analyzer.replay.waiting import shanten, waits_now
from analyzer.simulation.discards import shanten_without
from analyzer.simulation.judgement import threats
from analyzer.simulation.open_calls import KANS_OF_ALL
from analyzer.simulation.outlook import (
    HAS_KITA,
    RIICHI_POINTS,
    RIICHI_TILES,
    Outlook,
    percent,
    remaining,
)
from analyzer.simulation.plans import NO_PLAN, bonus_han, plan_han, plan_of, stray_tiles
from analyzer.simulation.policies import COLLECTS, KANS, RIICHI
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import NO_TILE, PlayKind

__all__ = ["choose_kan", "declares_riichi", "makes_kita"]

PON: Final = int(PlayKind.PON)
NORTH: Final = 30


@kernel
def ankan_keeps_waits(outlook: Outlook, suits: SuitTables, seat: int, kind: int) -> bool:
    """Whether a seat in riichi may make a closed kan: of the kind just drawn, its waits staying the same."""
    registers = outlook.table.seat[seat]
    if int(registers[LAST_DRAW]) // 4 != kind:
        return False
    remove_tile(outlook.table, seat, kind)
    before = waits_now(outlook.table, suits, seat)
    for _ in range(3):
        remove_tile(outlook.table, seat, kind)
    after = waits_now(outlook.table, suits, seat)
    for _ in range(4):
        add_tile(outlook.table, seat, kind)
    return bool(before == after)


@kernel
def kan_costs_nothing(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether a seat is as near to tenpai after a kan, and no other seat in riichi would profit from it."""
    if outlook.desk.policies[seat][COLLECTS] != 0:
        return True
    registers = outlook.table.seat[seat]
    before = shanten(outlook.tables, registers)
    if before > 0 and threats(outlook, seat) > 0:
        return False
    held = int(outlook.table.concealed[seat][kind])
    for _ in range(held):
        remove_tile(outlook.table, seat, kind)
    registers[MELDS] += 1 if held == 4 else 0
    after = shanten(outlook.tables, registers)
    registers[MELDS] -= 1 if held == 4 else 0
    for _ in range(held):
        add_tile(outlook.table, seat, kind)
    return after <= before


@kernel
def has_pon(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether the seat has a pon of the kind."""
    registers = outlook.table.seat[seat]
    for meld in range(int(registers[MELDS])):
        if registers[MELD_KIND + meld] == PON and registers[MELD_TILE + meld] == kind:
            return True
    return False


@kernel
def choose_kan(outlook: Outlook, suits: SuitTables, seat: int) -> int:
    """Kind of which a seat that has drawn makes a closed or added kan now, or NO_TILE."""
    if outlook.table.hand[LIVE] <= 0 or outlook.table.hand[KAN_COUNT] >= KANS_OF_ALL:
        return NO_TILE
    registers = outlook.table.seat[seat]
    in_riichi = registers[RIICHI_ORDER] > 0
    has_melds = registers[MELDS] > 0
    for kind in range(34):
        held = int(outlook.table.concealed[seat][kind])
        if held == 0 or (held < 4 and (in_riichi or not has_melds or not has_pon(outlook, seat, kind))):
            continue
        if percent(outlook.desk.at) >= outlook.desk.policies[seat][KANS]:
            continue
        if in_riichi and ankan_keeps_waits(outlook, suits, seat, kind):
            return kind
        if not in_riichi and kan_costs_nothing(outlook, seat, kind):
            return kind
    return NO_TILE


@kernel
def makes_kita(outlook: Outlook, seat: int) -> bool:
    """Whether a seat that has drawn sets a North aside, if the rules allow it; in riichi the one drawn."""
    registers = outlook.table.seat[seat]
    if outlook.desk.at[HAS_KITA] == 0 or outlook.table.hand[LIVE] <= 0:
        return False
    if outlook.table.concealed[seat][NORTH] == 0:
        return False
    return registers[RIICHI_ORDER] == 0 or int(registers[LAST_DRAW]) // 4 == NORTH


FEW_TILES: Final = 5
"""Fewer to wait for are seldom worth a riichi."""
ENOUGH_HAN: Final = 4
"""With so many a hand that has a yaku is seldom worth a riichi."""


@kernel
def waiting_tiles(outlook: Outlook, seat: int, waits: int) -> int:
    """Unseen tiles that a closed tehai waits for; -1 if the seat holds all of them itself.

    A wait on tiles of which the seat holds all four is no tenpai under most rule sets.
    """
    registers = outlook.table.seat[seat]
    total = 0
    can_come = False
    for kind in range(34):
        if waits >> kind & 1 == 0:
            continue
        own = int(outlook.table.concealed[seat][kind])
        for meld in range(int(registers[MELDS])):
            if registers[MELD_TILE + meld] == kind:
                own = 4
        if own < 4:
            can_come = True
            total += remaining(outlook, seat, kind)
    return total if can_come else -1


@kernel
def declares_riichi(outlook: Outlook, suits: SuitTables, seat: int, kind: int) -> bool:
    """Whether a seat that has drawn may and does declare riichi with this discard."""
    at = outlook.desk.at
    registers = outlook.table.seat[seat]
    if registers[RIICHI_ORDER] > 0 or registers[OPEN] > 0:
        return False
    if registers[SCORE] < at[RIICHI_POINTS] or outlook.table.hand[LIVE] < at[RIICHI_TILES]:
        return False
    chance = int(outlook.desk.policies[seat][RIICHI])
    if chance == 0 or shanten_without(outlook, seat, kind) > 0:
        return False
    remove_tile(outlook.table, seat, kind)
    tiles = waiting_tiles(outlook, seat, int(waits_now(outlook.table, suits, seat)))
    plan = plan_of(outlook, seat)
    han = 0
    if plan != NO_PLAN and stray_tiles(outlook, seat, plan) == 0:
        han = plan_han(plan) + bonus_han(outlook, seat)
    add_tile(outlook.table, seat, kind)
    if tiles < 0:
        return False
    if outlook.table.masks[seat][WAITS] != 0 and tiles < FEW_TILES:
        chance //= 6
    if tiles < FEW_TILES:
        chance = chance * 6 // 10
    if han >= ENOUGH_HAN:
        chance //= 5
    return percent(at) < chance
