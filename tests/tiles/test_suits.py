"""Words of suits and shanten, against their definitions, hand-counted cases and another package."""

from itertools import product

import numpy as np
import pytest
from mahjong.shanten import Shanten

from analyzer.tiles.counts import counts
from analyzer.tiles.generate import distance_table, suit_words
from analyzer.tiles.suits import (
    COMPLETE_SHIFT,
    POW5,
    RESIDUE_SHIFT,
    SHANTEN_FILE,
    distances,
    shanten_from_codes,
    suit_tables,
)
from analyzer.vocabulary import YAOCHU_KINDS
from tests.case_files import each, rows
from tests.tiles.tehai import is_sets, is_sets_and_pair, more


def small_suits(ranks, most):
    """Counts 0-4 of every suit of at most so many tiles."""
    if ranks == 0:
        return [()]
    return [
        (count, *rest) for count in range(min(4, most) + 1) for rest in small_suits(ranks - 1, most - count)
    ]


def word_by_definition(suit):
    residue = sum(suit) % 3
    complete = (is_sets, None, is_sets_and_pair)[residue]
    completed = (None, is_sets_and_pair, is_sets)[residue]
    word = residue << RESIDUE_SHIFT
    if complete and complete(suit):
        word |= 1 << COMPLETE_SHIFT
    if completed and sum(suit) < 14:
        word |= sum(1 << rank for rank in range(len(suit)) if completed(more(suit, rank)))
    return word


def code(suit):
    return sum(count * weight for count, weight in zip(suit, POW5, strict=False))


@pytest.mark.parametrize(
    "suits",
    [
        small_suits(9, 7),
        small_suits(7, 7),
        [suit for suit in product(range(5), repeat=7) if sum(suit) <= 14][::5],
    ],
    ids=["numbers", "honours", "honours of up to fourteen tiles"],
)
def test_a_suit_has_the_word_of_the_definition(suits):
    table = suit_tables().numbers if len(suits[0]) == 9 else suit_tables().honours

    assert [suit for suit in suits if table[code(suit)] != word_by_definition(suit)] == []


@pytest.mark.long
def test_the_shipped_files_are_what_the_generator_writes():
    shipped = suit_tables()

    assert np.array_equal(shipped.numbers, suit_words(9, with_runs=True))
    assert np.array_equal(shipped.honours, suit_words(7, with_runs=False))
    assert np.load(SHANTEN_FILE).tobytes() == distance_table().tobytes()


def shanten(tehai, melds=0):
    """Of a tehai, by its suit codes, its kinds and pairs, and those of terminals and honours."""
    codes = [0, 0, 0, 0]
    for kind, count in enumerate(tehai.tolist()):
        codes[kind // 9] += count * 5 ** (kind % 9)
    yaochu = tehai[list(YAOCHU_KINDS)]
    counters = ((tehai > 0).sum(), (tehai > 1).sum(), (yaochu > 0).sum(), (yaochu > 1).sum())
    return shanten_from_codes(distances(), melds, *codes, *map(int, counters))


@each(rows("tiles/shanten"))
def test_shanten_of_a_tehai_counted_by_hand(row):
    assert shanten(counts(row["says"]), row.get("melds", 0)) == row["shanten"]


def test_shanten_is_that_of_the_mahjong_package():
    oracle = Shanten()
    tiles = [np.random.default_rng(seed).permutation(136)[:14] // 4 for seed in range(500)]
    rows = [np.bincount(row, minlength=34) for row in tiles]

    assert [shanten(row) for row in rows] == [oracle.calculate_shanten(row.tolist()) for row in rows]
