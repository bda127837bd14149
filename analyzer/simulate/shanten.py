"""How far a tehai is from tenpai (向聴), for policies that want to get there or to stay away.

A suit is cut into sets and partial sets in the best way for every number of sets; the results are
kept by suit code, since the same suits come up again and again.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.registers import (
    KIND_COUNT,
    MELDS,
    PAIR_COUNT,
    SUIT_CODE,
    YAOCHU_COUNT,
    YAOCHU_PAIR,
)

__all__ = ["Blocks", "new_blocks", "shanten"]

_DROP: Final = 0
_PARTIAL: Final = 1
_SET: Final = 2
_HEAD: Final = 3
_OPTIONS: Final = 7
_HALF: Final = 0xFFFFF
_ONES: Final = 0x1111111111


class Blocks(NamedTuple):
    """Words by suit code, 0 where not yet worked out.

    A word has a nibble for each number of sets 0-4, without a head in bits 0-19 and with one in bits
    20-39: one more than the most partial sets beside them, 0 where so many sets cannot be had.
    """

    numbers: NDArray[np.int64]
    """Shape (5**9,)."""
    honours: NDArray[np.int64]
    """Shape (5**7,)."""


def new_blocks() -> Blocks:
    """Words of which none is worked out yet; pages of memory are used only as they fill."""
    blocks = Blocks(np.zeros(5**9, np.int64), np.zeros(5**7, np.int64))
    blocks.numbers[0] = blocks.honours[0] = 1
    return blocks


@kernel
def larger(first: int, second: int) -> int:
    """Nibble by nibble the larger of two words."""
    if first == second:
        return first
    word = 0
    for shift in range(0, 40, 4):
        one = (first >> shift) & 15
        other = (second >> shift) & 15
        word |= max(one, other) << shift
    return word


@kernel
def with_block(word: int, block: int) -> int:
    """Word of a suit with one more block than that of ``word``."""
    if block == _SET:
        return ((word & _HALF) << 4 & _HALF) | ((word >> 20) << 4 & _HALF) << 20
    if block == _HEAD:
        return (word & _HALF) << 20
    if block == _PARTIAL:
        return word + ((word | word >> 1 | word >> 2 | word >> 3) & _ONES)
    return word


@kernel
def list_options(code: int, has_runs: bool, rests: NDArray[np.int64], blocks: NDArray[np.int64]) -> int:
    """What may be done with a tile of the lowest rank: the code of the rest, and the block taken off.

    Returns:
        How many entries of ``rests`` and ``blocks`` are filled.
    """
    weight = 1
    rank = 0
    while code // weight % 5 == 0:
        weight *= 5
        rank += 1
    count = code // weight % 5
    follows = has_runs and rank <= 7 and code // weight // 5 % 5 > 0
    skips = has_runs and rank <= 6 and code // weight // 25 % 5 > 0
    rests[0] = code - weight
    blocks[0] = _DROP
    found = 1
    if count >= 2:
        rests[found] = code - 2 * weight
        blocks[found] = _HEAD
        rests[found + 1] = code - 2 * weight
        blocks[found + 1] = _PARTIAL
        found += 2
    if count >= 3:
        rests[found] = code - 3 * weight
        blocks[found] = _SET
        found += 1
    if follows:
        rests[found] = code - 6 * weight
        blocks[found] = _PARTIAL
        found += 1
    if skips:
        rests[found] = code - 26 * weight
        blocks[found] = _PARTIAL
        found += 1
    if follows and skips:
        rests[found] = code - 31 * weight
        blocks[found] = _SET
        found += 1
    return found


@kernel(allocates=True)
def word_of(words: NDArray[np.int64], code: int, has_runs: bool) -> int:
    """Word of a suit code, worked out from the words of smaller codes where it is not known."""
    if words[code] != 0:
        return int(words[code])
    rests = np.zeros(_OPTIONS, np.int64)
    blocks = np.zeros(_OPTIONS, np.int64)
    # Tiles only go away, so fewer than fifteen codes with their seven options each can wait at once.
    waiting = np.zeros(15 * _OPTIONS, np.int64)
    waiting[0] = code
    depth = 1
    while depth > 0:
        current = int(waiting[depth - 1])
        count = list_options(current, has_runs, rests, blocks)
        before = depth
        for option in range(count):
            if words[rests[option]] == 0:
                waiting[depth] = rests[option]
                depth += 1
        if depth > before:
            continue
        word = 0
        for option in range(count):
            word = larger(word, with_block(int(words[rests[option]]), int(blocks[option])))
        words[current] = word
        depth -= 1
    return int(words[code])


@kernel
def joined(first: int, second: int) -> int:
    """Word of two suits together."""
    word = 0
    for place in range(10):
        one = (first >> (4 * place)) & 15
        if one == 0:
            continue
        for other_place in range(10 if place < 5 else 5):
            other = (second >> (4 * other_place)) & 15
            sets = place % 5 + other_place % 5
            if other == 0 or sets > 4:
                continue
            partials = min(one + other - 1, 5)
            shift = 4 * (sets + (5 if place >= 5 or other_place >= 5 else 0))
            if partials > (word >> shift) & 15:
                word = (word & ~(15 << shift)) | partials << shift
    return word


@kernel
def shanten(blocks: Blocks, registers: NDArray[np.int32]) -> int:
    """Tiles that a seat lacks to tenpai, by shape: 0 tenpai, -1 complete.

    Args:
        blocks: Words known so far; grows.
        registers: The row of a seat in the replay's table; with 3k + 2 tiles the result is that of
            the best discard.
    """
    word = word_of(blocks.honours, int(registers[SUIT_CODE + 3]), False)
    for suit in range(3):
        word = joined(word, word_of(blocks.numbers, int(registers[SUIT_CODE + suit]), True))
    melds = int(registers[MELDS])
    wanted = 4 - melds
    best = 2 * wanted
    for place in range(10):
        partials = ((word >> (4 * place)) & 15) - 1
        missing = wanted - place % 5
        if partials >= 0 and missing >= 0:
            best = min(best, 2 * missing - min(partials, missing) - (1 if place >= 5 else 0))
    if melds == 0:
        kinds = int(registers[KIND_COUNT])
        best = min(best, 6 - int(registers[PAIR_COUNT]) + max(0, 7 - kinds))
        orphans = int(registers[YAOCHU_COUNT]) + (1 if registers[YAOCHU_PAIR] > 0 else 0)
        best = min(best, 13 - orphans)
    return best
