"""What each kind of play does to the table of a course, and what a seat sees of it."""

from __future__ import annotations

from enum import unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.facts import Place
from analyzer.replay.registers import (
    DISCARDS,
    DRAWS,
    LAST_DRAW,
    MELDS,
    YAOCHU_COUNT,
    add_tile,
    remove_tile,
)
from analyzer.replay.waiting import shanten
from analyzer.replay.walk_registers import (
    CALLED,
    CALLS,
    FIRST_RIICHI,
    HAIPAI_SHANTEN,
    KYUUSHU_KINDS,
    KYUUSHU_SHANTEN,
    NAGASHI_END,
    NAGASHI_UNTIL,
    NO_KINDS,
    OPEN_TURN,
    RIICHI_FURITEN,
    RIICHI_WAIT_KINDS,
    RIICHI_WAIT_LIVE,
    RIICHI_WAITS,
    RIVER,
    SAFE,
    SHANTEN,
    TENPAI_TURN,
    TENPAI_WAIT_KINDS,
    TENPAI_WAIT_LIVE,
    TENPAI_WAITS,
    Walk,
)
from analyzer.tiles.shanten import Distances
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import NO_TILE, TILES, Code, PlayKind

__all__ = [
    "Deals",
    "NagashiEnd",
    "begin_walk",
    "count_waits",
    "seen_copies",
    "walk_call",
    "walk_discard",
    "walk_draw",
    "walk_riichi",
    "walk_tenpai",
]

CONCEALED: Final = int(Place.CONCEALED)
MELD: Final = int(Place.MELD)
UNSEEN: Final = int(Place.UNSEEN)


@kernel
def seen_copies(walk: Walk, seat: int, kind: int) -> int:
    """Tiles of a kind that a seat sees: in its concealed part, a meld, a river, the kita or an indicator."""
    found = 4
    for copy in range(4):
        place = int(walk.place[kind * 4 + copy])
        if place == UNSEEN or (CONCEALED <= place < MELD and place != CONCEALED + seat):
            found -= 1
    return found


@kernel
def is_open(walk: Walk, seat: int, kind: int, drawn: int) -> int:
    """1 for a kind of which a seat does not hold all four tiles; a tile just drawn (or TILES) is not held."""
    for tile in range(kind * 4, kind * 4 + 4):
        place = int(walk.place[tile])
        if tile == drawn or place not in (CONCEALED + seat, MELD + seat, KITA_PLACE + seat):
            return 1
    return 0


@kernel
def count_waits(walk: Walk, seat: int, waits: np.int64, drawn: int) -> tuple[int, int]:
    """Tiles of some kinds that a seat does not see, in the wall or held by another; and its open kinds."""
    unseen = 0
    kinds = 0
    kind = 0
    while waits >> kind != 0:
        if waits >> kind & 1 != 0:
            unseen += 4 - seen_copies(walk, seat, kind)
            kinds += is_open(walk, seat, kind, drawn)
        kind += 1
    return unseen, kinds


@unique
class NagashiEnd(Code):
    """What ended a river that could have made a nagashi mangan."""

    ALIVE = 0
    """Nothing did, up to the end of the hand."""
    SIMPLE = 1
    """A discard that is no terminal or honour."""
    CALLED = 2
    """A call of one of the discards."""
    NONE = 3
    """There was no discard."""


DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
KITA: Final = int(PlayKind.KITA)
INDICATOR: Final = int(Place.INDICATOR)
KITA_PLACE: Final = int(Place.KITA)
RIVER_PLACE: Final = int(Place.RIVER)
ALIVE: Final = int(NagashiEnd.ALIVE)
SIMPLE: Final = int(NagashiEnd.SIMPLE)
BY_CALL: Final = int(NagashiEnd.CALLED)


class Deals(NamedTuple):
    """The columns of `Hands` that a course begins with."""

    indicator: NDArray[np.uint8]
    haipai: NDArray[np.uint8]
    play_offsets: NDArray[np.int32]


@kernel(inline=True)
def begin_walk(walk: Walk, tables: Distances, deals: Deals, row: int) -> None:
    """Deal."""
    indicator = int(deals.indicator[row])
    if indicator < TILES:
        walk.place[indicator] = INDICATOR
    for seat in range(4):
        registers = walk.seat[seat]
        for at in range(13):
            tile = int(deals.haipai[row, seat, at])
            if tile < TILES:
                walk.place[tile] = CONCEALED + seat
                add_tile(walk, seat, tile // 4)
        registers[LAST_DRAW] = NO_TILE
        registers[KYUUSHU_KINDS] = NO_KINDS
        found = shanten(tables, registers)
        registers[HAIPAI_SHANTEN] = found
        registers[SHANTEN] = found


@kernel(inline=True)
def walk_draw(walk: Walk, tables: Distances, seat: int, tile: int) -> None:
    """A seat draws; before any call, its first draw decides on kyuushu kyuuhai."""
    registers = walk.seat[seat]
    walk.place[tile] = CONCEALED + seat
    add_tile(walk, seat, tile // 4)
    if registers[DRAWS] == 0 and registers[DISCARDS] == 0 and walk.hand[CALLS] == 0:
        registers[KYUUSHU_KINDS] = registers[YAOCHU_COUNT]
        registers[KYUUSHU_SHANTEN] = shanten(tables, registers)
    registers[DRAWS] += 1
    registers[LAST_DRAW] = tile


@kernel(inline=True)
def walk_discard(walk: Walk, tables: Distances, seat: int, tile: int) -> None:
    """A seat discards; what it holds is new unless it discards a tile like the one just drawn."""
    registers = walk.seat[seat]
    kind = tile // 4
    if walk.place[tile] == CONCEALED + seat:
        remove_tile(walk, seat, kind)
    walk.place[tile] = RIVER_PLACE + seat
    walk.masks[seat][RIVER] |= np.uint64(1) << np.uint64(kind)
    registers[DISCARDS] += 1
    if registers[CALLED] != 0 or kind != int(registers[LAST_DRAW]) // 4:
        registers[SHANTEN] = shanten(tables, registers)
    registers[CALLED] = 0
    if registers[SHANTEN] <= 0 and registers[TENPAI_TURN] == 0:
        registers[TENPAI_TURN] = registers[DISCARDS]
    if registers[NAGASHI_END] != ALIVE:
        return
    if YAOCHU_MASK >> kind & 1 != 0:
        registers[NAGASHI_UNTIL] += 1
    else:
        registers[NAGASHI_END] = SIMPLE


@kernel(inline=True)
def walk_call(walk: Walk, kind: int, seat: int, source: int, tiles: NDArray[np.uint8]) -> None:
    """Chi, pon, a kan or kita."""
    registers = walk.seat[seat]
    walk.hand[CALLS] += 1
    registers[CALLED] = 1
    for at in range(4):
        tile = int(tiles[at])
        if tile != NO_TILE:
            if walk.place[tile] == CONCEALED + seat:
                remove_tile(walk, seat, tile // 4)
            walk.place[tile] = (KITA_PLACE if kind == KITA else MELD) + seat
    if kind in (KAKAN, KITA):
        return
    registers[MELDS] = min(int(registers[MELDS]) + 1, 4)
    if kind > DAIMINKAN:
        return
    if registers[OPEN_TURN] == 0:
        registers[OPEN_TURN] = int(registers[DISCARDS]) + 1
    called = walk.seat[source]
    if called[NAGASHI_END] == ALIVE:
        called[NAGASHI_END] = BY_CALL
        called[NAGASHI_UNTIL] -= 1


@kernel
def walk_riichi(walk: Walk, seat: int, waits: np.uint64) -> None:
    """The discard just made declares riichi."""
    registers, masks = walk.seat[seat], walk.masks[seat]
    masks[RIICHI_WAITS] = waits
    registers[RIICHI_WAIT_LIVE], registers[RIICHI_WAIT_KINDS] = count_waits(
        walk, seat, np.int64(waits), TILES
    )
    registers[RIICHI_FURITEN] = 1 if waits & masks[RIVER] != 0 else 0
    if walk.hand[FIRST_RIICHI] == 0:
        walk.hand[FIRST_RIICHI] = seat + 1
        masks[SAFE] = masks[RIVER]


@kernel
def walk_tenpai(walk: Walk, seat: int, waits: np.uint64) -> None:
    """The discard just made is the first that leaves the seat tenpai."""
    registers = walk.seat[seat]
    walk.masks[seat][TENPAI_WAITS] = waits
    registers[TENPAI_WAIT_LIVE], registers[TENPAI_WAIT_KINDS] = count_waits(
        walk, seat, np.int64(waits), TILES
    )
