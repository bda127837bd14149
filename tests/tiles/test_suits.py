import random
from itertools import product

import numpy as np
import pytest

from analyzer.tiles.generate import suit_words
from analyzer.tiles.suits import COMPLETE_SHIFT, POW5, RESIDUE_SHIFT, WAIT_BITS, suit_tables
from tests.tiles.tehai import is_sets, is_sets_and_pair, less, more


def small_suits(ranks, most):
    """Counts 0-4 of every suit of at most so many tiles."""
    if ranks == 0:
        return [()]
    return [
        (count, *rest) for count in range(min(4, most) + 1) for rest in small_suits(ranks - 1, most - count)
    ]


def large_suits(ranks, how_many, seed):
    """Suits of 7 to 14 tiles, most of them one tile or two short of sets with or without a pair."""
    rng = random.Random(seed)  # noqa: S311
    while how_many:
        suit = (0,) * ranks
        for _ in range(rng.choice((3, 4, 4))):
            start = rng.randrange(ranks)
            runs = ranks == 9 and start <= 6 and rng.random() < 0.6
            for rank in (start, start + 1, start + 2) if runs else (start,) * 3:
                suit = more(suit, rank)
        for rank in [rng.randrange(ranks)] * rng.choice((0, 2)):
            suit = more(suit, rank)
        for _ in range(rng.choice((0, 1, 1, 2))):
            suit = less(suit, rng.choice([rank for rank in range(ranks) if suit[rank]]))
        if max(suit) <= 4:
            how_many -= 1
            yield suit


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


@pytest.mark.parametrize("ranks", [9, 7])
def test_every_suit_of_up_to_eight_tiles_has_the_word_of_the_definition(ranks):
    table = suit_tables().numbers if ranks == 9 else suit_tables().honours

    wrong = [suit for suit in small_suits(ranks, 8) if table[code(suit)] != word_by_definition(suit)]

    assert wrong == []


@pytest.mark.parametrize("ranks", [9, 7])
def test_large_suits_have_the_word_of_the_definition(ranks):
    table = suit_tables().numbers if ranks == 9 else suit_tables().honours

    suits = list(large_suits(ranks, 5000, seed=20220101))

    assert sum(1 for suit in suits if table[code(suit)] & WAIT_BITS) > 500
    assert [suit for suit in suits if table[code(suit)] != word_by_definition(suit)] == []


def test_every_honour_suit_of_up_to_fourteen_tiles_has_the_word_of_the_definition():
    table = suit_tables().honours

    suits = [suit for suit in product(range(5), repeat=7) if sum(suit) <= 14]

    assert [suit for suit in suits if table[code(suit)] != word_by_definition(suit)] == []


def test_the_shipped_files_are_what_the_generator_writes():
    shipped = suit_tables()

    assert np.array_equal(shipped.numbers, suit_words(9, with_runs=True))
    assert np.array_equal(shipped.honours, suit_words(7, with_runs=False))


def test_a_complete_suit_has_a_word_other_than_zero_and_a_broken_one_of_3k_tiles_is_zero():
    table = suit_tables().numbers

    assert table[code((0, 0, 0, 1, 1, 1, 0, 0, 0))] == 1 << COMPLETE_SHIFT
    assert table[code((0, 0, 0, 1, 1, 0, 1, 0, 0))] == 0
