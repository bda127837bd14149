from itertools import combinations_with_replacement

import numpy as np
import pytest

from analyzer.settlement.decompositions import (
    MOST_DECOMPOSITIONS,
    TRIPLE,
    Decomposition,
    decompositions,
    is_seven_pairs,
    is_thirteen_orphans,
    read_sets,
)
from analyzer.tiles.counts import counts


def read(text, sets=4):
    """Decompositions as sorted tuples: pair, then sets with triplets as ``(kind, True)``."""
    held = counts(text).astype(np.int64)
    found = list(all_decompositions(held, sets))
    assert np.array_equal(held, counts(text))
    return found


def all_decompositions(held, sets):
    read = Decomposition(*np.zeros((3, 4), np.int64))
    found = np.zeros((MOST_DECOMPOSITIONS, 2), np.int64)
    for pair, triplets in found[: decompositions(held, sets, read, found)].tolist():
        rest = held.copy()
        rest[pair] -= 2
        assert read_sets(rest, triplets, sets, read)
        yield pair, *zip(read.kind[:sets].tolist(), (read.form[:sets] == TRIPLE).tolist(), strict=True)


def test_equal_triplets_in_a_row_are_read_both_ways():
    assert read("11122233399m123p") == [
        (8, (0, True), (1, True), (2, True), (9, False)),
        (8, (0, False), (0, False), (0, False), (9, False)),
    ]


def test_every_pair_is_tried():
    assert read("22334455m", sets=2) == [(1, (2, False), (2, False)), (4, (1, False), (1, False))]


def test_beside_four_melds_only_the_pair_is_left():
    assert read("77z", sets=0) == [(33,)]


def test_a_set_does_not_cross_suits_and_honours_make_no_run():
    assert read("89m1p55z", sets=1) == []
    assert read("12344z", sets=1) == []


@pytest.mark.parametrize("text", ["11m123p", "123m"])
def test_the_number_of_tiles_must_fit_the_number_of_sets(text):
    assert read(text, sets=2) == []


def test_all_decompositions_of_one_suit_are_found_and_no_other():
    """All 13,259 complete suits of 14 tiles, built up from sets instead of taken apart."""
    ways = {}
    units = np.eye(9, dtype=np.int64)
    sets = [(rank, True) for rank in range(9)] + [(rank, False) for rank in range(7)]
    tiles = [3 * units[rank] if same else units[rank : rank + 3].sum(axis=0) for rank, same in sets]
    for chosen in combinations_with_replacement(range(16), 4):
        body = sum(tiles[one] for one in chosen)
        for pair in range(9):
            shape = body + 2 * units[pair]
            if shape.max() <= 4:
                ways.setdefault(tuple(shape.tolist()), set()).add(
                    (pair, *sorted(sets[one] for one in chosen))
                )
    held = np.zeros(34, np.int64)

    wrong = []
    for shape, expected in list(ways.items())[::7]:
        held[9:18] = shape
        found = [
            (pair - 9, *sorted((kind - 9, same) for kind, same in sets_found))
            for pair, *sets_found in all_decompositions(held, 4)
        ]
        if set(found) != expected or len(found) != len(expected):
            wrong.append(shape)

    assert len(ways) == 13_259
    assert max(map(len, ways.values())) == 4
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1133m2255p668899s", True), ("1133m2255p669999s", False), ("1133m2255p668889s", False)],
)
def test_seven_pairs_are_seven_kinds_twice(text, expected):
    assert is_seven_pairs(counts(text).astype(np.int64)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("19m19p19s12345677z", True), ("19m19p19s1234567z5m", False), ("119m119p19s123456z", False)],
)
def test_thirteen_orphans_are_all_kinds_and_one_twice(text, expected):
    assert is_thirteen_orphans(counts(text).astype(np.int64)) is expected
