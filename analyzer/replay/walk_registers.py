"""The table of a course as rows of integers, as in `registers`: a second pass through each hand keeps it."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.registers import SEAT_REGISTERS
from analyzer.vocabulary import KINDS, SEATS, TILES

__all__ = ["WALK_LAYOUT", "Walk", "Walks", "clear_walk", "plain_walk"]

# Registers of a seat, behind those of the replay, of which a few are kept as well.
HAIPAI_SHANTEN: Final = SEAT_REGISTERS
KYUUSHU_KINDS: Final = SEAT_REGISTERS + 1
"""Of the first draw; NO_KINDS where there is none, or not in time."""
KYUUSHU_SHANTEN: Final = SEAT_REGISTERS + 2
SHANTEN: Final = SEAT_REGISTERS + 3
"""After the last discard, or of the deal."""
CALLED: Final = SEAT_REGISTERS + 4
"""1 from an own call to the discard that follows."""
TENPAI_TURN: Final = SEAT_REGISTERS + 5
OPEN_TURN: Final = SEAT_REGISTERS + 6
NAGASHI_UNTIL: Final = SEAT_REGISTERS + 7
NAGASHI_END: Final = SEAT_REGISTERS + 8
RIICHI_WAIT_LIVE: Final = SEAT_REGISTERS + 9
RIICHI_FURITEN: Final = SEAT_REGISTERS + 10
WAIT_LIVE: Final = SEAT_REGISTERS + 11
TENPAI_WAIT_LIVE: Final = SEAT_REGISTERS + 12
RIICHI_WAIT_KINDS: Final = SEAT_REGISTERS + 13
WAIT_KINDS: Final = SEAT_REGISTERS + 14
TENPAI_WAIT_KINDS: Final = SEAT_REGISTERS + 15
WALK_REGISTERS: Final = SEAT_REGISTERS + 16

NO_KINDS: Final = 255

# Masks of a seat, one bit per kind.
RIVER: Final = 0
RIICHI_WAITS: Final = 1
TENPAI_WAITS: Final = 2
SAFE: Final = 3
"""Of the seat that declared riichi first: kinds in its river, or that have passed since."""
MASKS: Final = 4

# Registers of a hand.
CALLS: Final = 0
"""Calls of any kind so far."""
FIRST_RIICHI: Final = 1
"""The seat that declared riichi first, plus one; 0 before."""
WALK_HAND_REGISTERS: Final = 2


class Walk(NamedTuple):
    """State of one hand; in compiled code a row of `WALK_LAYOUT`, in plain code lists."""

    hand: NDArray[np.int32]
    """Shape (WALK_HAND_REGISTERS,)."""
    seat: NDArray[np.int32]
    """Shape (4, WALK_REGISTERS)."""
    masks: NDArray[np.uint64]
    """Shape (4, MASKS)."""
    place: NDArray[np.uint8]
    """Shape (136,)."""
    concealed: NDArray[np.uint8]
    """Shape (4, 34)."""


WALK_LAYOUT: Final = np.dtype(
    [
        ("hand", np.int32, (WALK_HAND_REGISTERS,)),
        ("seat", np.int32, (SEATS, WALK_REGISTERS)),
        ("masks", np.uint64, (SEATS, MASKS)),
        ("place", np.uint8, (TILES,)),
        ("concealed", np.uint8, (SEATS, KINDS)),
    ],
    align=True,
)

Walks = list[Walk] | NDArray[np.void]
"""Hands: lists, or rows of `WALK_LAYOUT`."""


def plain_walk() -> Walk:
    """A hand before the deal, as lists."""
    blank = np.zeros(1, WALK_LAYOUT)[0]
    return Walk._make(cast("NDArray[np.int32]", blank[name].tolist()) for name in Walk._fields)


@kernel
def clear_walk(walk: Walk) -> None:
    """Make it a hand before the deal again."""
    for register in range(WALK_HAND_REGISTERS):
        walk.hand[register] = 0
    for seat in range(SEATS):
        for register in range(WALK_REGISTERS):
            walk.seat[seat][register] = 0
        for mask in range(MASKS):
            walk.masks[seat][mask] = 0
        for kind in range(KINDS):
            walk.concealed[seat][kind] = 0
    for tile in range(TILES):
        walk.place[tile] = 0
