"""Tables over the tiles of suits: what completes one, and how far a tehai is from tenpai (向聴).

A suit is a number in base 5, ``sum(count[rank] * 5**rank)``.  The tables are data files that
`analyzer.tiles.generate` writes; a test re-derives them from the definition.

The sets and partial sets of a suit come down to some fifty forms, those of two suits to some two hundred.
So the shanten by sets and pair is six lookups: the form of each suit, of each two, and of all four.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel

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
BLOCKS: Final = 5
"""Blocks that a suit may take part with, 0-4."""
_FORMS: Final = 64
_FORMS_OF_TWO: Final = 256
"""Room for the forms of a suit and of two suits; there are fewer."""
LAYOUT: Final = np.dtype(
    [
        ("numbers", np.uint8, (5**9,)),
        ("honours", np.uint8, (5**7,)),
        ("pairs", np.uint8, (_FORMS, _FORMS)),
        ("lacking", np.int8, (BLOCKS, _FORMS_OF_TWO, _FORMS_OF_TWO)),
    ]
)
"""The tables as one record, all of bytes."""
SHANTEN_FILE: Final = Path(__file__).with_name("shanten.npy")


class Distances(NamedTuple):
    """From suit codes to shanten, by way of forms: lists in plain code, else a record as `Table`."""

    numbers: NDArray[np.uint8]
    """Shape (5**9,): form of a suit of numbers; meaningless beyond 14 tiles."""
    honours: NDArray[np.uint8]
    """Shape (5**7,): form of the honours, which have no runs."""
    pairs: NDArray[np.uint8]
    """Shape (forms, forms): form of two suits together."""
    lacking: NDArray[np.int8]
    """Shape (melds 0-4, forms of two suits, the same): tiles that lack to tenpai by sets and pair."""


@cache
def distance_record() -> NDArray[np.void]:
    """The tables as the one record of an array, memory-mapped on first use and read-only."""
    octets = np.load(SHANTEN_FILE, mmap_mode="r").view(np.ndarray)
    record: NDArray[np.void] = octets.view(LAYOUT)
    return record


@cache
def distances() -> Distances:
    """The tables as plain code reads them fastest."""
    record = distance_record()[0]
    return Distances(
        cast("NDArray[np.uint8]", record["numbers"].tobytes()),
        cast("NDArray[np.uint8]", record["honours"].tobytes()),
        cast("NDArray[np.uint8]", record["pairs"].tolist()),
        cast("NDArray[np.int8]", record["lacking"].tolist()),
    )


@kernel(inline=True)
def shanten_from_codes(
    tables: Distances,
    melds: int,
    man: int,
    pin: int,
    sou: int,
    honours: int,
    kinds: int,
    pairs: int,
    yaochu: int,
    yaochu_pairs: int,
) -> int:
    """Tiles that a tehai lacks to tenpai, by shape: 0 tenpai, -1 complete.

    Args:
        tables: From `distances`.
        melds: Melds of the holder, 0-4.
        man: Suit code of the concealed part, as in `analyzer.tiles.waits`; likewise ``pin`` and ``sou``.
        pin: See ``man``.
        sou: See ``man``.
        honours: The same of the seven honours.
        kinds: Kinds held at least once.
        pairs: Kinds held at least twice.
        yaochu: Kinds of terminals and honours held at least once.
        yaochu_pairs: Kinds of terminals and honours held at least twice.

    Returns:
        With 3k + 2 tiles that of the best discard.
    """
    first = tables.pairs[tables.numbers[man]][tables.numbers[pin]]
    second = tables.pairs[tables.numbers[sou]][tables.honours[honours]]
    found = int(tables.lacking[melds][first][second])
    if melds > 0:
        return found
    by_pairs = 6 - pairs + max(0, 7 - kinds)
    by_orphans = 13 - yaochu - (1 if yaochu_pairs > 0 else 0)
    return min(found, by_pairs, by_orphans)


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
