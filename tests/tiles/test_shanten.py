"""Shanten against hand-counted cases and against the waits of the tiles room."""

import numpy as np
import pytest
from mahjong.shanten import Shanten

from analyzer import kernels
from analyzer.tiles.counts import counts
from analyzer.tiles.generate import distance_table
from analyzer.tiles.suits import SHANTEN_FILE, distance_record, distances, shanten_from_codes
from analyzer.tiles.waits import waits
from analyzer.vocabulary import YAOCHU_KINDS


def held(tehai, melds=0):
    """Melds, suit codes, kinds and pairs of a tehai, and its kinds and pairs of terminals and honours."""
    codes = [0, 0, 0, 0]
    for kind, count in enumerate(tehai.tolist()):
        codes[kind // 9] += count * 5 ** (kind % 9)
    yaochu = tehai[list(YAOCHU_KINDS)]
    counters = ((tehai > 0).sum(), (tehai > 1).sum(), (yaochu > 0).sum(), (yaochu > 1).sum())
    return (melds, *codes, *map(int, counters))


def shanten(tehai, melds=0):
    return shanten_from_codes(distances(), *held(tehai, melds))


# Counted by hand: missing tiles of the nearest winning shape, less one.
CASES = [
    ("123m456p789s1122z", 0, 0),
    ("123m456p789s11222z", 0, -1),
    ("123m456p78s11z", 1, 0),
    ("19m19p19s1234567z", 0, 0),
    ("19m19p19s123456z5p", 0, 1),
    ("1122m3344p5566s7z", 0, 0),
    ("1122m3344p5567s7z", 0, 1),
    ("1111m", 3, 0),
    ("123m456p7s1357z", 1, 2),
    ("147m258p369s1234z", 0, 6),
    ("2m", 4, 0),
    ("13579m13579p135s", 0, 4),  # five partial sets, of which four count, and no head
    ("112233m112233p9s", 0, 0),
    ("111m33p55p77s99s11z", 0, 1),  # six pairs, but of six kinds: a seventh must come
    ("19m19p19s1234z", 1, 6),  # with a meld neither orphans nor pairs count
]


@pytest.mark.parametrize(("tehai", "melds", "expected"), CASES)
def test_shanten_of_a_tehai_counted_by_hand(tehai, melds, expected):
    assert shanten(counts(tehai), melds) == expected


def test_shanten_is_zero_exactly_where_there_are_waits():
    draw = np.random.default_rng(5)
    # Half of the tiles come from one suit, so that tenpai is not rare.
    tiles = [
        np.concatenate([draw.permutation(36)[:8] + 36, draw.permutation(36)[:5]]) // 4 for _ in range(2000)
    ]
    rows = np.stack([np.bincount(row, minlength=34) for row in tiles]).astype(np.uint8)

    tenpai = [shanten(row) <= 0 for row in rows]

    assert tenpai == (waits(rows) != 0).tolist()
    assert 20 < sum(tenpai) < 1900


def test_shanten_is_that_of_the_mahjong_package():
    oracle = Shanten()
    tiles = [np.random.default_rng(seed).permutation(136)[:14] // 4 for seed in range(500)]
    rows = [np.bincount(row, minlength=34) for row in tiles]

    ours = [shanten(row) for row in rows]

    assert ours == [oracle.calculate_shanten(row.tolist()) for row in rows]


def test_the_file_of_the_package_is_what_its_generator_makes():
    assert np.load(SHANTEN_FILE).tobytes() == distance_table().tobytes()


def test_compiled_shanten_equals_plain_shanten():
    tiles = [np.random.default_rng(seed).permutation(136)[:14] // 4 for seed in range(60)]
    rows = [np.bincount(row, minlength=34) for row in tiles]
    plain = [shanten(row) for row in rows]

    with kernels.compiling():
        compiled = [of_record(distance_record()[0], *held(row)) for row in rows]

    assert compiled == plain


@kernels.kernel
def of_record(tables, melds, man, pin, sou, honours, kinds, pairs, yaochu, yaochu_pairs):
    return shanten_from_codes(tables, melds, man, pin, sou, honours, kinds, pairs, yaochu, yaochu_pairs)
