"""Words of suits, shanten, waits and their shapes: by their definitions, by hand, and by another package."""

import random
from functools import cache
from itertools import product

import numpy as np
import pytest
from mahjong.shanten import Shanten

from analyzer import kernels
from analyzer.tiles.counts import counts, mask_text
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
from analyzer.tiles.waits import WaitShape, is_read_in_runs, wait_shapes, waits
from analyzer.vocabulary import YAOCHU_KINDS
from tests.case_files import each, rows

# A win by its definition, and seeded tehai near one.


@cache
def is_sets(suit: tuple[int, ...]) -> bool:
    """Whether the counts of one suit fall into sets; seven ranks are honours, which have no runs."""
    rank = next((rank for rank, count in enumerate(suit) if count), None)
    if rank is None:
        return True
    if suit[rank] >= 3 and is_sets(less(suit, rank, rank, rank)):
        return True
    if len(suit) == 7 or rank > 6 or not suit[rank + 1] or not suit[rank + 2]:
        return False
    return is_sets(less(suit, rank, rank + 1, rank + 2))


@cache
def is_sets_and_pair(suit: tuple[int, ...]) -> bool:
    return any(count >= 2 and is_sets(less(suit, rank, rank)) for rank, count in enumerate(suit))


def less(suit, *ranks):
    rest = list(suit)
    for rank in ranks:
        rest[rank] -= 1
    return tuple(rest)


def more(suit, rank):
    return tuple(count + (place == rank) for place, count in enumerate(suit))


def is_win(counts) -> bool:
    """Whether a concealed part is complete, by definition."""
    counts = [int(count) for count in counts]
    if sum(counts) == 14:
        if sorted(count for count in counts if count) == [2] * 7:
            return True
        if all(counts[kind] for kind in YAOCHU_KINDS) and sum(counts[kind] for kind in YAOCHU_KINDS) == 14:
            return True
    suits = [tuple(counts[start : start + 9]) for start in (0, 9, 18)] + [tuple(counts[27:])]
    return any(
        is_sets_and_pair(suit) and all(is_sets(other) for at, other in enumerate(suits) if at != place)
        for place, suit in enumerate(suits)
    )


def waits_by_definition(counts) -> int:
    """Mask of the kinds that complete a concealed part, a fifth copy included."""
    if sum(int(count) for count in counts) % 3 != 1:
        return 0
    return sum(1 << kind for kind in range(34) if is_win(more(counts, kind)))


def near_wins(how_many: int, seed: int) -> np.ndarray:
    """Concealed parts of 13, 10, 7, 4 or 1 tiles, most of them tenpai or one tile from it."""
    rng = random.Random(seed)  # noqa: S311
    rows = []
    while len(rows) < how_many:
        counts = win(rng)
        held = [kind for kind in range(34) for _ in range(counts[kind])]
        rng.shuffle(held)
        counts[held.pop()] -= 1
        if held and rng.random() < 0.4:
            counts[held.pop()] -= 1
            counts[rng.randrange(34)] += 1
        if max(counts) <= 4:
            rows.append(counts)
    return np.array(rows, dtype=np.uint8)


def win(rng: random.Random) -> list[int]:
    """Seven pairs, thirteen orphans, or sets and a pair, half of these in one suit."""
    form = rng.random()
    if form < 0.1:
        held = 2 * rng.sample(range(34), 7)
    elif form < 0.15:
        held = [*YAOCHU_KINDS, rng.choice(YAOCHU_KINDS)]
    else:
        suits, kinds = (1, 9) if rng.random() < 0.5 else (3, 34)
        held = 2 * [rng.randrange(kinds)]
        for _ in range(rng.choice((4, 4, 4, 3, 2, 1, 0))):
            start = 9 * rng.randrange(suits) + rng.randrange(7)
            held += 3 * [rng.randrange(kinds)] if rng.random() < 0.35 else [start, start + 1, start + 2]
    return [held.count(kind) for kind in range(34)]


# Suits and shanten.


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
    codes = [code(suit) for suit in np.split(tehai.astype(int), [9, 18, 27])]
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


# Waits.


@each(rows("tiles/waits", "named"))
def test_a_tehai_has_its_waits(row):
    assert mask_text(int(waits(counts(row["tehai"])[None])[0])) == row["waits"]


def test_waits_are_those_of_the_definition_on_seeded_tehai():
    rows = near_wins(400, seed=1)

    found = waits(rows)

    assert np.count_nonzero(found) > 120
    assert [int(mask) for mask in found] == [waits_by_definition(row) for row in rows]


@pytest.mark.long
def test_compiled_and_plain_waits_and_shapes_are_identical():
    rows = near_wins(5000, seed=2)

    plain = waits(rows)
    with kernels.compiling():
        compiled = waits(rows)

        shapes = wait_shapes(rows, compiled)

    assert plain.dtype == compiled.dtype == np.uint64
    assert np.array_equal(plain, compiled)
    assert np.array_equal(wait_shapes(rows, plain), shapes)


def test_more_than_four_of_a_kind_is_refused():
    with pytest.raises(ValueError, match="more than four"):
        waits(counts("11111m")[None])


@each(rows("tiles/waits", "shapes"))
def test_the_shape_of_a_wait(row):
    concealed = counts(row["says"])[None]

    assert WaitShape(wait_shapes(concealed, waits(concealed))[0]) is WaitShape[row["shape"].upper()]


@each(rows("tiles/waits", "runs"))
def test_three_of_a_kind_are_read_in_a_run_for_some_wait_or_in_none(row):
    tehai, kind = counts(row["says"]), int(counts(row["of"]).argmax())
    rest = tehai.copy()
    rest[kind] -= 3

    assert is_read_in_runs(suit_tables(), rest, kind, waits(tehai[None])[0]) == row["is_read"]
    assert rest[kind] == tehai[kind] - 3
