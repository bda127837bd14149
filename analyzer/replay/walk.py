"""The table while a hand is gone through once more for its course; rows of integers as in `registers`."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.facts import Place
from analyzer.replay.registers import SEAT_REGISTERS
from analyzer.vocabulary import KINDS, SEATS, TILES

__all__ = ["WALK_LAYOUT", "Walk", "Walks", "plain_walks", "unseen_copies"]

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
WALK_REGISTERS: Final = SEAT_REGISTERS + 12

NO_KINDS: Final = 255

# Masks of a seat, one bit per kind.
RIVER: Final = 0
RIICHI_WAITS: Final = 1
MASKS: Final = 2

CONCEALED: Final = int(Place.CONCEALED)
MELD: Final = int(Place.MELD)
UNSEEN: Final = int(Place.UNSEEN)


class Walk(NamedTuple):
    """State of one hand; in compiled code a row of `WALK_LAYOUT`, in plain code lists."""

    calls: NDArray[np.int32]
    """Shape (1,): calls of any kind so far."""
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
        ("calls", np.int32, (1,)),
        ("seat", np.int32, (SEATS, WALK_REGISTERS)),
        ("masks", np.uint64, (SEATS, MASKS)),
        ("place", np.uint8, (TILES,)),
        ("concealed", np.uint8, (SEATS, KINDS)),
    ],
    align=True,
)

Walks = list[Walk] | NDArray[np.void]
"""Many hands: lists, or rows of `WALK_LAYOUT`."""


def plain_walks(count: int) -> list[Walk]:
    """Hands before the deal, as lists."""
    empty = np.zeros(1, WALK_LAYOUT)[0]
    return [
        Walk._make(cast("NDArray[np.int32]", empty[name].tolist()) for name in Walk._fields)
        for _ in range(count)
    ]


@kernel
def unseen_copies(walk: Walk, seat: int, waits: np.int64) -> int:
    """Tiles of some kinds that a seat does not see: in the wall, or in the concealed part of another."""
    found = 0
    rest = waits
    kind = 0
    while rest != 0:
        if rest & 1 != 0:
            for copy in range(4):
                place = int(walk.place[kind * 4 + copy])
                if place == UNSEEN or (CONCEALED <= place < MELD and place != CONCEALED + seat):
                    found += 1
        rest >>= 1
        kind += 1
    return found
