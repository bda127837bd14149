"""Sums of whole numbers by key, which nothing makes overflow."""

import numpy as np
import pytest

from analyzer.stats.sums import Sums

LARGE = 1 << 60


@pytest.mark.parametrize("kind", [np.int64, object])
def test_sums_larger_than_a_word_are_exact(kind):
    sums = Sums(2)
    sums.add([("draw",)], np.array([[1, -1]], kind))
    for _ in range(64):
        sums.add([("draw",)], np.array([[LARGE, -LARGE]], np.int64))

    assert sums[("draw",)] == [64 * LARGE + 1, -64 * LARGE - 1]


def test_a_key_that_is_new_has_a_row_of_its_own():
    sums = Sums(1)
    sums.add([("draw",), ("ron",)], np.array([[1], [2]]))
    sums.add([("tsumo",), ("draw",)], np.array([[4], [8]]))

    assert {key: sums[key] for key in sums.places} == {("draw",): [9], ("ron",): [2], ("tsumo",): [4]}


@pytest.mark.parametrize("large", [1, LARGE])
def test_rows_over_a_shorter_key_add_up(large):
    sums = Sums(1)
    keys = [("east", year) for year in range(20)]
    sums.add([*keys, ("south", 0)], np.full((21, 1), large))

    shorter = sums.over(lambda key: key[:1])

    assert {key: shorter[key] for key in shorter.places} == {("east",): [20 * large], ("south",): [large]}
