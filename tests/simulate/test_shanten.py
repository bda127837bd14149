"""Shanten against hand-counted cases and against the waits of the tiles room."""

import numpy as np
import pytest
from mahjong.shanten import Shanten

from analyzer import kernels
from analyzer.replay.registers import (
    KIND_COUNT,
    MELDS,
    PAIR_COUNT,
    SEAT_REGISTERS,
    SUIT_CODE,
    TILE_COUNT,
    YAOCHU_COUNT,
    YAOCHU_PAIR,
)
from analyzer.simulate.shanten import distance_record, distances, shanten
from analyzer.tiles.counts import counts
from analyzer.tiles.waits import waits
from analyzer.vocabulary import YAOCHU_KINDS


def registers_of(tehai, melds=0):
    registers = np.zeros(SEAT_REGISTERS, np.int32)
    for kind, count in enumerate(tehai.tolist()):
        registers[SUIT_CODE + kind // 9] += count * 5 ** (kind % 9)
    registers[TILE_COUNT] = tehai.sum()
    registers[KIND_COUNT] = (tehai > 0).sum()
    registers[PAIR_COUNT] = (tehai > 1).sum()
    registers[YAOCHU_COUNT] = (tehai[list(YAOCHU_KINDS)] > 0).sum()
    registers[YAOCHU_PAIR] = (tehai[list(YAOCHU_KINDS)] > 1).sum()
    registers[MELDS] = melds
    return registers


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
]


@pytest.mark.parametrize(("tehai", "melds", "expected"), CASES)
def test_shanten_of_a_tehai_counted_by_hand(tehai, melds, expected):
    assert shanten(distances(), registers_of(counts(tehai), melds)) == expected


def test_shanten_is_zero_exactly_where_there_are_waits():
    draw = np.random.default_rng(5)
    # Half of the tiles come from one suit, so that tenpai is not rare.
    tiles = [
        np.concatenate([draw.permutation(36)[:8] + 36, draw.permutation(36)[:5]]) // 4 for _ in range(2000)
    ]
    rows = np.stack([np.bincount(row, minlength=34) for row in tiles]).astype(np.uint8)

    tenpai = [shanten(distances(), registers_of(row)) <= 0 for row in rows]

    assert tenpai == (waits(rows) != 0).tolist()
    assert 20 < sum(tenpai) < 1900


def test_shanten_is_that_of_the_mahjong_package():
    oracle = Shanten()
    tiles = [np.random.default_rng(seed).permutation(136)[:14] // 4 for seed in range(500)]
    rows = [np.bincount(row, minlength=34) for row in tiles]

    ours = [shanten(distances(), registers_of(row)) for row in rows]

    assert ours == [oracle.calculate_shanten(row.tolist()) for row in rows]


def test_compiled_shanten_equals_plain_shanten():
    tiles = [np.random.default_rng(seed).permutation(136)[:14] // 4 for seed in range(60)]
    rows = [registers_of(np.bincount(row, minlength=34)) for row in tiles]
    plain = [shanten(distances(), row) for row in rows]

    with kernels.compiling():
        compiled = [shanten(distance_record()[0], row) for row in rows]

    assert compiled == plain
