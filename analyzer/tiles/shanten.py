"""How far a tehai is from tenpai (向聴).

The sets and partial sets of a suit come down to some fifty forms, those of two suits to some two hundred.
So the shanten by sets and pair is six lookups: the form of each suit, of each two, and of all four.
The file beside this module is written by `analyzer.tiles.generate`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel

__all__ = [
    "BLOCKS",
    "LAYOUT",
    "SHANTEN_FILE",
    "Distances",
    "distance_record",
    "distances",
    "shanten_from_codes",
    "shanten_of_codes",
    "special_shanten",
]

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
def shanten_of_codes(tables: Distances, melds: int, man: int, pin: int, sou: int, honours: int) -> int:
    """Tiles that four suit codes lack to tenpai by sets and pair; -1 complete."""
    first = tables.pairs[tables.numbers[man]][tables.numbers[pin]]
    second = tables.pairs[tables.numbers[sou]][tables.honours[honours]]
    return int(tables.lacking[melds][first][second])


@kernel(inline=True)
def special_shanten(kinds: int, pairs: int, yaochu: int, yaochu_pairs: int) -> int:
    """Tiles that a closed tehai lacks to seven pairs or thirteen orphans."""
    by_pairs = 6 - pairs + max(0, 7 - kinds)
    by_orphans = 13 - yaochu - (1 if yaochu_pairs > 0 else 0)
    return min(by_pairs, by_orphans)


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
    found = shanten_of_codes(tables, melds, man, pin, sou, honours)
    if melds > 0:
        return found
    return min(found, special_shanten(kinds, pairs, yaochu, yaochu_pairs))
