"""Tables over the tiles of one suit: what completes them, and whether they are complete.

A suit is a number in base 5, ``sum(count[rank] * 5**rank)``.  The tables are data files that
`analyzer.tiles.generate` writes; a test re-derives them from the definition.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.tiles.shanten import Distances, distance_record

__all__ = [
    "COMPLETE_SHIFT",
    "HONOURS_FILE",
    "NUMBERS_FILE",
    "POW5",
    "RESIDUE_SHIFT",
    "WAIT_BITS",
    "SuitTables",
    "suit_tables",
]

POW5: Final = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)
"""Weight of each rank in a suit code."""
WAIT_BITS: Final = 0x1FF
"""Bits 0-8 of a word: the ranks that complete the suit."""
COMPLETE_SHIFT: Final = 9
"""Bit 9 of a word: the suit is complete as it stands."""
RESIDUE_SHIFT: Final = 10
"""Bits 10-11 of a word: tiles modulo 3."""

NUMBERS_FILE: Final = Path(__file__).with_name("suits.npy")
HONOURS_FILE: Final = Path(__file__).with_name("honours.npy")


class SuitTables(NamedTuple):
    """One word per suit code; suits of more tiles than a tehai has are never complete and wait for nothing.

    By tiles modulo 3: 0 is complete when it falls into sets; 1 waits for ranks that make it sets and one
    pair; 2 is complete when it is sets and one pair, and waits for ranks that make it all sets.  A wait
    counts although all four copies are in the suit: waits are a matter of shape.
    """

    numbers: NDArray[np.uint16]
    """Shape (5**9,): man, pin, sou."""
    honours: NDArray[np.uint16]
    """Shape (5**7,): no runs."""
    shanten_tables: list[Distances]
    """One entry, or its record, for those who want the shanten as well; else none."""


@cache
def suit_tables() -> SuitTables:
    """The tables, memory-mapped on first use and read-only."""
    numbers = np.load(NUMBERS_FILE, mmap_mode="r").view(np.ndarray)
    honours = np.load(HONOURS_FILE, mmap_mode="r").view(np.ndarray)
    return SuitTables(numbers, honours, cast("list[Distances]", distance_record()[:0]))
