"""What seats decide by: their own tiles and what lies open, as few arrays as kernels can be given.

numba compiles every array of an argument into every callee, so kernels that decide get these and no more.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.registers import (
    KIND_COUNT,
    PAIR_COUNT,
    SUIT_CODE,
    TILE_COUNT,
    YAOCHU_COUNT,
    YAOCHU_PAIR,
)
from analyzer.simulate.shanten import Blocks
from analyzer.tiles.suits import POW5, SuitTables
from analyzer.tiles.waits import IS_YAOCHU, waits_from_codes

__all__ = ["Outlook", "concealed_waits", "percent", "put_back", "take_out"]

# Counters of a hand (`Outlook.at`): where the buffers are filled to, and how far the wall is used.
PLAY: Final = 0
"""Row of the plays to be written next; likewise CALL and DEPOSIT."""
CALL: Final = 1
DEPOSIT: Final = 2
FIRST_PLAY: Final = 3
FIRST_CALL: Final = 4
LIVE_TILE: Final = 5
"""Index of the next tile of the live wall; likewise REPLACEMENT and INDICATOR."""
REPLACEMENT: Final = 6
INDICATOR: Final = 7
INDICATORS_DUE: Final = 8
"""Indicators that kans have earned and nobody has shown yet."""
HELD_BACK: Final = 9
"""1 while the newest of them waits for the replacement tile (daiminkan, kakan)."""
PHASE: Final = 10
SEAT: Final = 11
"""Seat whose turn it is."""
PLANNED: Final = 12
"""Kind that this seat is going to discard."""
DECLARED: Final = 13
"""1 from a riichi until its stick is paid."""
CHANCE: Final = 14
"""State of the generator of chances, a word that is not zero."""
# Rules that bind play.
RIICHI_POINTS: Final = 15
RIICHI_TILES: Final = 16
HAS_SUUFON_RENDA: Final = 17
HAS_KYUUSHU_KYUUHAI: Final = 18
HAS_SUUCHA_RIICHI: Final = 19
SUUKAIKAN_FORM: Final = 20
"""0 no draw, 1 after the discard that follows, 2 at once."""
KUIKAE_FORM: Final = 21
"""0 allowed, 1 the kind called is forbidden, 2 the other end of a chi as well."""
HAS_LAST_CALLS: Final = 22
COUNTERS: Final = 23


class Outlook(NamedTuple):
    """One hand as those who decide see it; the seats look at their own rows only."""

    at: NDArray[np.int64]
    """Shape (COUNTERS,)."""
    hand: NDArray[np.int32]
    """The replay's registers of the hand; likewise ``seat`` and ``concealed``."""
    seat: NDArray[np.int32]
    concealed: NDArray[np.uint8]
    policies: NDArray[np.int64]
    """Shape (4, columns of a policy)."""
    blocks: Blocks
    suits: SuitTables


@kernel
def percent(at: NDArray[np.int64]) -> int:
    """The next chance, 0-99 (xorshift of 32 bits, Marsaglia 2003)."""
    word = int(at[CHANCE])
    word ^= (word << 13) & 0xFFFFFFFF
    word ^= word >> 17
    word ^= (word << 5) & 0xFFFFFFFF
    at[CHANCE] = word
    return word % 100


@kernel
def take_out(registers: NDArray[np.int32], concealed: NDArray[np.uint8], kind: int) -> None:
    """Take a tile out of a concealed part, to see what is left; `put_back` undoes it."""
    count = int(concealed[kind])
    yaochu = 1 if IS_YAOCHU[kind] else 0
    concealed[kind] = count - 1
    registers[TILE_COUNT] -= 1
    registers[SUIT_CODE + kind // 9] -= POW5[kind % 9]
    if count == 1:
        registers[KIND_COUNT] -= 1
        registers[YAOCHU_COUNT] -= yaochu
    elif count == 2:
        registers[PAIR_COUNT] -= 1
        registers[YAOCHU_PAIR] -= yaochu


@kernel
def put_back(registers: NDArray[np.int32], concealed: NDArray[np.uint8], kind: int) -> None:
    """Put a tile into a concealed part."""
    count = int(concealed[kind])
    yaochu = 1 if IS_YAOCHU[kind] else 0
    concealed[kind] = count + 1
    registers[TILE_COUNT] += 1
    registers[SUIT_CODE + kind // 9] += POW5[kind % 9]
    if count == 0:
        registers[KIND_COUNT] += 1
        registers[YAOCHU_COUNT] += yaochu
    elif count == 1:
        registers[PAIR_COUNT] += 1
        registers[YAOCHU_PAIR] += yaochu


@kernel
def concealed_waits(suits: SuitTables, registers: NDArray[np.int32]) -> np.uint64:
    """Waits of a concealed part as it stands."""
    return waits_from_codes(
        suits,
        int(registers[SUIT_CODE]),
        int(registers[SUIT_CODE + 1]),
        int(registers[SUIT_CODE + 2]),
        int(registers[SUIT_CODE + 3]),
        int(registers[TILE_COUNT]),
        int(registers[KIND_COUNT]),
        int(registers[PAIR_COUNT]),
        int(registers[YAOCHU_COUNT]),
        int(registers[YAOCHU_PAIR]),
    )
