"""Writes the suit tables, every combination of sets and pair less one tile, and the tables of shanten.

Run as ``python -m analyzer.tiles.generate`` after a change of a layout in `suits` or `shanten`.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from analyzer.tiles.generate_shanten import distance_table
from analyzer.tiles.shanten import SHANTEN_FILE
from analyzer.tiles.suits import COMPLETE_SHIFT, HONOURS_FILE, NUMBERS_FILE, POW5, RESIDUE_SHIFT

__all__ = ["main", "suit_words"]

MOST_SETS = 4


def suit_words(ranks: int, *, with_runs: bool) -> NDArray[np.uint16]:
    """Words of all codes of one suit.

    Args:
        ranks: 9 for man, pin and sou, 7 for honours.
        with_runs: Whether three ranks in a row are a set.

    Returns:
        Shape (5**ranks,); the layout is that of `analyzer.tiles.suits.SuitTables`.
    """
    words = _residues(ranks) << np.uint16(RESIDUE_SHIFT)
    unit = np.eye(ranks, dtype=np.int64)
    sets = [3 * unit[rank] for rank in range(ranks)]
    if with_runs:
        sets += [unit[rank : rank + 3].sum(axis=0) for rank in range(ranks - 2)]
    pairs = [np.zeros(ranks, np.int64), *(2 * unit)]
    for size in range(MOST_SETS + 1):
        for chosen in combinations_with_replacement(sets, size):
            body = sum(chosen, start=np.zeros(ranks, np.int64))
            for pair in pairs:
                _mark(words, body + pair)
    return words


def _residues(ranks: int) -> NDArray[np.uint16]:
    """Tiles modulo 3 of every code."""
    tiles = np.zeros(1, np.uint16)
    for _ in range(ranks):
        tiles = (np.arange(5, dtype=np.uint16)[:, None] + tiles).ravel()
    return tiles % np.uint16(3)


def _mark(words: NDArray[np.uint16], shape: NDArray[np.int64]) -> None:
    """Note a complete shape, and the wait of every suit that lacks one tile of it."""
    code = int(shape @ POW5[: len(shape)])
    most = int(shape.max())
    if most <= 4:
        words[code] |= np.uint16(1 << COMPLETE_SHIFT)
    for rank, count in enumerate(shape):
        others = shape.copy()
        others[rank] -= 1
        if count > 0 and others.max() <= 4:
            words[code - POW5[rank]] |= np.uint16(1 << rank)


def main() -> None:
    """Write all files beside this module."""
    np.save(NUMBERS_FILE, suit_words(9, with_runs=True))
    np.save(HONOURS_FILE, suit_words(7, with_runs=False))
    np.save(SHANTEN_FILE, distance_table().view(np.uint8))


if __name__ == "__main__":
    main()
