"""Writes the suit tables, every combination of sets and pair less one tile, and the tables of shanten.

Run as ``python -m analyzer.tiles.generate`` after a change of a layout in `suits`.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.tiles.suits import (
    BLOCKS,
    COMPLETE_SHIFT,
    HONOURS_FILE,
    LAYOUT,
    NUMBERS_FILE,
    POW5,
    RESIDUE_SHIFT,
    SHANTEN_FILE,
)

MOST_SETS: Final = 4
_RANKS: Final = 9
_HONOURS: Final = 7
_MOST_TILES: Final = 14
_NIBBLES: Final = 4 * np.arange(2 * BLOCKS)


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


def _suit_values(ranks: int, *, has_runs: bool) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Every suit code of at most 14 tiles, and its worth by blocks used; shape (codes,) and (codes, 10).

    A set is worth two, a partial set one.  Column ``k`` has the most that at most ``k`` blocks are worth,
    column ``5 + k`` the same with a head beside them if there is one, which is worth one.
    """
    total = np.zeros(1, np.uint8)
    lowest = np.full(1, ranks, np.uint8)
    for rank in reversed(range(ranks)):
        held = np.arange(5, dtype=np.uint8)
        total = np.add.outer(total, held).ravel()
        lowest = np.where(held > 0, rank, lowest[:, None]).astype(np.uint8).ravel()
    values = np.zeros((5**ranks, 2 * BLOCKS), np.int8)
    for tiles in range(1, _MOST_TILES + 1):
        _fill_count(values, np.flatnonzero(total == tiles).astype(np.int32), lowest, has_runs=has_runs)
    codes = np.flatnonzero(total <= _MOST_TILES)
    return codes, values[codes]


def _fill_count(
    values: NDArray[np.int8], codes: NDArray[np.int32], lowest: NDArray[np.uint8], *, has_runs: bool
) -> None:
    """Fill the rows of all codes of some number of tiles, those of fewer being known.

    Of the lowest rank a tile is dropped, or it makes a head, a pair, a triplet or part of a run.
    """
    rank = lowest[codes].astype(np.int64)
    weight = np.array(POW5, np.int32)[rank]
    held = codes // weight % 5
    follows = (codes // weight // 5 % 5 > 0) & (rank <= 7) & has_runs
    skips = (codes // weight // 25 % 5 > 0) & (rank <= 6) & has_runs
    best = values[codes - weight]
    blocks = (
        (held >= 2, 2, 1),
        (held >= 3, 3, 2),
        (follows, 1 + 5, 1),
        (skips, 1 + 25, 1),
        (follows & skips, 1 + 5 + 25, 2),
    )
    for possible, taken, worth in blocks:
        rows = np.flatnonzero(possible)
        rest = values[codes[rows] - taken * weight[rows]]
        for first in (0, BLOCKS):
            places = slice(first + 1, first + BLOCKS)
            best[rows, places] = np.maximum(best[rows, places], rest[:, first : first + BLOCKS - 1] + worth)
    rows = np.flatnonzero(held >= 2)
    without = values[codes[rows] - 2 * weight[rows], :BLOCKS]
    best[rows, BLOCKS:] = np.maximum(best[rows, BLOCKS:], without + 1)
    values[codes] = best


def _as_words(values: NDArray[np.int8]) -> NDArray[np.int64]:
    """Each row as one number, a nibble per column."""
    words: NDArray[np.int64] = (values.astype(np.int64) << _NIBBLES).sum(axis=1)
    return words


def _joined(first: NDArray[np.int8], second: NDArray[np.int8]) -> NDArray[np.int8]:
    """Worth of two parts together, all with all; shape (first, second, 10)."""
    one, other = first[:, None], second[None]
    found = np.zeros((len(first), len(second), 2 * BLOCKS), np.int8)
    for blocks in range(BLOCKS):
        for here in range(blocks + 1):
            there = blocks - here
            plain = one[..., here] + other[..., there]
            headed = np.maximum(
                one[..., BLOCKS + here] + other[..., there], one[..., here] + other[..., BLOCKS + there]
            )
            found[..., blocks] = np.maximum(found[..., blocks], plain)
            found[..., BLOCKS + blocks] = np.maximum(found[..., BLOCKS + blocks], headed)
    return found


def distance_table() -> NDArray[np.void]:
    """The tables as the one record of an array; takes a second or two."""
    numbers, worth_of_numbers = _suit_values(_RANKS, has_runs=True)
    honours, worth_of_honours = _suit_values(_HONOURS, has_runs=False)
    worth = _as_words(np.concatenate([worth_of_numbers, worth_of_honours]))
    words, form = np.unique(worth, return_inverse=True)
    of_suit = (words[:, None] >> _NIBBLES & 15).astype(np.int8)
    joined = _joined(of_suit, of_suit)
    words_of_two, pairs = np.unique(_as_words(joined.reshape(-1, 2 * BLOCKS)), return_inverse=True)
    of_two = (words_of_two[:, None] >> _NIBBLES & 15).astype(np.int8)
    whole = _joined(of_two, of_two)[..., BLOCKS:]
    record = np.zeros(1, LAYOUT)
    record["numbers"][0, numbers] = form[: len(numbers)]
    record["honours"][0, honours] = form[len(numbers) :]
    record["pairs"][0, : len(words), : len(words)] = pairs.reshape(joined.shape[:2])
    for melds in range(BLOCKS):
        shanten_by_blocks = 8 - 2 * melds - whole[..., 4 - melds]
        record["lacking"][0, melds, : len(of_two), : len(of_two)] = shanten_by_blocks
    return record


def main() -> None:
    """Write all files beside this module."""
    np.save(NUMBERS_FILE, suit_words(9, with_runs=True))
    np.save(HONOURS_FILE, suit_words(7, with_runs=False))
    np.save(SHANTEN_FILE, distance_table().view(np.uint8))


if __name__ == "__main__":
    main()
