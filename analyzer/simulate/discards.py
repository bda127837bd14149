"""What a seat discards, and whether it declares riichi with it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.registers import (
    CALL_COUNT,
    CALLED_KIND,
    CALLED_OTHER,
    DISCARDS,
    FIRST,
    LIVE,
    MELD_TILE,
    MELDS,
    OPEN,
    PLAYERS,
    RIICHI_ORDER,
    SCORE,
)
from analyzer.simulate.outlook import (
    KUIKAE_FORM,
    RIICHI_POINTS,
    RIICHI_TILES,
    Outlook,
    concealed_waits,
    percent,
    put_back,
    take_out,
)
from analyzer.simulate.policies import AIM, ECHOES_WINDS, RIICHI, Aim
from analyzer.simulate.shanten import shanten
from analyzer.tiles.suits import SuitTables
from analyzer.tiles.waits import IS_YAOCHU
from analyzer.vocabulary import NO_TILE

__all__ = ["choose_discard", "declares_riichi", "is_forbidden"]

AIM_NOTEN: Final = int(Aim.NOTEN)
AIM_YAOCHU_RIVER: Final = int(Aim.YAOCHU_RIVER)
AIM_SETS: Final = int(Aim.SETS)
EAST: Final = 27
NORTH: Final = 30


@kernel
def usefulness(concealed: NDArray[np.uint8], kind: int) -> int:
    """How much a tile goes together with the others of its seat, by a rule of thumb."""
    value = 6 * (int(concealed[kind]) - 1)
    if kind >= EAST:
        return value
    rank = kind % 9
    value += min(rank, 8 - rank, 2)
    for step in range(1, 3):
        weight = 5 - step
        if rank >= step:
            value += weight * int(concealed[kind - step])
        if rank + step <= 8:
            value += weight * int(concealed[kind + step])
    return value


@kernel
def is_forbidden(kuikae: int, kind: int, called: int, other: int) -> bool:
    """Whether a discard is barred by the call just made (喰い替え)."""
    return (kuikae >= 1 and kind == called) or (kuikae >= 2 and kind == other)


@kernel
def discard_rank(outlook: Outlook, seat: int, kind: int) -> int:
    """How little a seat likes to discard a kind: the lowest goes."""
    concealed = outlook.concealed[seat]
    registers = outlook.seat[seat]
    aim = int(outlook.policies[seat][AIM])
    luck = percent(outlook.at)
    if aim == AIM_SETS:
        return 1000 * int(concealed[kind]) + luck
    useful = usefulness(concealed, kind)
    take_out(registers, concealed, kind)
    distance = shanten(outlook.blocks, registers)
    put_back(registers, concealed, kind)
    if aim == AIM_NOTEN:
        return luck - 100_000 * distance
    rank = 100_000 * distance + 100 * useful + luck
    if aim == AIM_YAOCHU_RIVER and not IS_YAOCHU[kind]:
        return 10_000_000 + rank
    return rank


@kernel
def echoed_wind(outlook: Outlook, seat: int) -> int:
    """The wind that all seats before discarded first, if the seat follows them; NO_TILE otherwise."""
    if outlook.hand[CALL_COUNT] > 0 or outlook.seat[seat][DISCARDS] > 0:
        return NO_TILE
    if percent(outlook.at) >= outlook.policies[seat][ECHOES_WINDS]:
        return NO_TILE
    wind = NO_TILE
    for other in range(int(outlook.hand[PLAYERS])):
        if outlook.seat[other][DISCARDS] == 0:
            continue
        first = int(outlook.seat[other][FIRST]) // 4
        if wind != NO_TILE and wind != first:
            return NO_TILE
        wind = first
    for kind in range(EAST, NORTH + 1):
        if outlook.concealed[seat][kind] > 0 and wind in (NO_TILE, kind):
            return kind
    return NO_TILE


@kernel
def choose_discard(outlook: Outlook, seat: int) -> int:
    """Kind that a seat discards, one that the call just made does not forbid."""
    wind = echoed_wind(outlook, seat)
    if wind != NO_TILE:
        return wind
    kuikae = int(outlook.at[KUIKAE_FORM])
    called = int(outlook.hand[CALLED_KIND])
    other = int(outlook.hand[CALLED_OTHER])
    chosen = NO_TILE
    lowest = 0
    for kind in range(34):
        if outlook.concealed[seat][kind] == 0 or is_forbidden(kuikae, kind, called, other):
            continue
        rank = discard_rank(outlook, seat, kind)
        if chosen == NO_TILE or rank < lowest:
            chosen = kind
            lowest = rank
    return chosen


@kernel
def has_live_wait(suits: SuitTables, registers: NDArray[np.int32], concealed: NDArray[np.uint8]) -> bool:
    """Whether a closed tehai of 3k + 1 tiles waits for a tile of which it does not hold all four itself."""
    waits = concealed_waits(suits, registers)
    for kind in range(34):
        if waits & (np.uint64(1) << np.uint64(kind)) == 0:
            continue
        own = int(concealed[kind])
        for meld in range(int(registers[MELDS])):
            if registers[MELD_TILE + meld] == kind:
                own = 4
        if own < 4:
            return True
    return False


@kernel
def declares_riichi(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether a seat that has drawn declares riichi, being allowed to, with this discard."""
    registers = outlook.seat[seat]
    if registers[RIICHI_ORDER] > 0 or registers[OPEN] > 0:
        return False
    if registers[SCORE] < outlook.at[RIICHI_POINTS] or outlook.hand[LIVE] < outlook.at[RIICHI_TILES]:
        return False
    if percent(outlook.at) >= outlook.policies[seat][RIICHI]:
        return False
    concealed = outlook.concealed[seat]
    take_out(registers, concealed, kind)
    found = has_live_wait(outlook.suits, registers, concealed)
    put_back(registers, concealed, kind)
    return found
