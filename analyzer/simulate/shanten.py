"""How far a tehai is from tenpai (向聴), for policies that want to get there or to stay away.

The sets and partial sets of a suit come down to some fifty forms, those of two suits to some two hundred.
So the shanten by sets and pair is six lookups: the form of each suit, of each two, and of all four.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, cast

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
from analyzer.tiles.suits import POW5

__all__ = ["Distances", "distance_record", "distances", "shanten", "shanten_of_codes"]

_RANKS: Final = 9
_HONOURS: Final = 7
_MOST_TILES: Final = 14
_BLOCKS: Final = 5
"""Blocks that a suit may take part with, 0-4."""
_FORMS: Final = 64
_FORMS_OF_TWO: Final = 256
"""Room for the forms of a suit and of two suits; there are fewer."""
_LAYOUT: Final = np.dtype(
    [
        ("numbers", np.uint8, (5**_RANKS,)),
        ("honours", np.uint8, (5**_HONOURS,)),
        ("pairs", np.uint8, (_FORMS, _FORMS)),
        ("lacking", np.int8, (_BLOCKS, _FORMS_OF_TWO, _FORMS_OF_TWO)),
    ],
    align=True,
)
_NIBBLES: Final = 4 * np.arange(2 * _BLOCKS)


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
    values = np.zeros((5**ranks, 2 * _BLOCKS), np.int8)
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
        for first in (0, _BLOCKS):
            places = slice(first + 1, first + _BLOCKS)
            best[rows, places] = np.maximum(best[rows, places], rest[:, first : first + _BLOCKS - 1] + worth)
    rows = np.flatnonzero(held >= 2)
    without = values[codes[rows] - 2 * weight[rows], :_BLOCKS]
    best[rows, _BLOCKS:] = np.maximum(best[rows, _BLOCKS:], without + 1)
    values[codes] = best


def _as_words(values: NDArray[np.int8]) -> NDArray[np.int64]:
    """Each row as one number, a nibble per column."""
    words: NDArray[np.int64] = (values.astype(np.int64) << _NIBBLES).sum(axis=1)
    return words


def _joined(first: NDArray[np.int8], second: NDArray[np.int8]) -> NDArray[np.int8]:
    """Worth of two parts together, all with all; shape (first, second, 10)."""
    one, other = first[:, None], second[None]
    found = np.zeros((len(first), len(second), 2 * _BLOCKS), np.int8)
    for blocks in range(_BLOCKS):
        for here in range(blocks + 1):
            there = blocks - here
            plain = one[..., here] + other[..., there]
            headed = np.maximum(
                one[..., _BLOCKS + here] + other[..., there], one[..., here] + other[..., _BLOCKS + there]
            )
            found[..., blocks] = np.maximum(found[..., blocks], plain)
            found[..., _BLOCKS + blocks] = np.maximum(found[..., _BLOCKS + blocks], headed)
    return found


@cache
def distance_record() -> NDArray[np.void]:
    """The tables as the one record of an array, worked out on first use: it needs no compiler."""
    numbers, worth_of_numbers = _suit_values(_RANKS, has_runs=True)
    honours, worth_of_honours = _suit_values(_HONOURS, has_runs=False)
    worth = _as_words(np.concatenate([worth_of_numbers, worth_of_honours]))
    words, form = np.unique(worth, return_inverse=True)
    of_suit = (words[:, None] >> _NIBBLES & 15).astype(np.int8)
    joined = _joined(of_suit, of_suit)
    words_of_two, pairs = np.unique(_as_words(joined.reshape(-1, 2 * _BLOCKS)), return_inverse=True)
    of_two = (words_of_two[:, None] >> _NIBBLES & 15).astype(np.int8)
    whole = _joined(of_two, of_two)[..., _BLOCKS:]
    record = np.zeros(1, _LAYOUT)
    record["numbers"][0, numbers] = form[: len(numbers)]
    record["honours"][0, honours] = form[len(numbers) :]
    record["pairs"][0, : len(words), : len(words)] = pairs.reshape(joined.shape[:2])
    for melds in range(_BLOCKS):
        shanten_by_blocks = 8 - 2 * melds - whole[..., 4 - melds]
        record["lacking"][0, melds, : len(of_two), : len(of_two)] = shanten_by_blocks
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


@kernel
def shanten(tables: Distances, registers: NDArray[np.int32]) -> int:
    """Tiles that a seat lacks to tenpai, by shape: 0 tenpai, -1 complete.

    Args:
        tables: From `distances`.
        registers: The row of a seat in the replay's table; with 3k + 2 tiles the result is that of
            the best discard.
    """
    melds = int(registers[MELDS])
    found = shanten_of_codes(
        tables,
        melds,
        int(registers[SUIT_CODE]),
        int(registers[SUIT_CODE + 1]),
        int(registers[SUIT_CODE + 2]),
        int(registers[SUIT_CODE + 3]),
    )
    if melds > 0:
        return found
    special = special_shanten(
        int(registers[KIND_COUNT]),
        int(registers[PAIR_COUNT]),
        int(registers[YAOCHU_COUNT]),
        int(registers[YAOCHU_PAIR]),
    )
    return min(found, special)
