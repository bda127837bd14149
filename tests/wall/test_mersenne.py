"""The generator against the output its authors published, and its three ways against each other."""

import numpy as np
import pytest

from analyzer import kernels
from analyzer.wall.seeds import fill_outputs, mix_key, outputs, start_state

# mt19937ar.out of Matsumoto and Nishimura (2002), first ten outputs of init_by_array.
PUBLISHED_KEY = [0x123, 0x234, 0x345, 0x456]
PUBLISHED = [
    1067595299, 955945823, 477289528, 4107218783, 4228976476,
    3344332714, 3355579695, 227628506, 810200273, 2591290167,
]  # fmt: skip


def by_kernels(key, count):
    state = np.zeros(624, dtype=np.int64)
    numbers = np.zeros(count, dtype=np.uint32)
    start_state(state)
    mix_key(key, state)
    fill_outputs(state.astype(np.uint32), numbers)
    return numbers


def test_kernels_give_the_published_output():
    assert by_kernels(np.array(PUBLISHED_KEY, dtype=np.uint32), 10).tolist() == PUBLISHED


def test_outputs_without_kernels_give_the_published_output():
    assert outputs(np.array(PUBLISHED_KEY, dtype=np.uint32), 10).tolist() == PUBLISHED


# 1,300 outputs pass the end of the state twice.
@pytest.mark.parametrize("words", [1, 8, 32, 624, 700])
def test_the_three_ways_agree_for_keys_of_every_size(words):
    key = np.random.default_rng(words).integers(1, 2**32, words, dtype=np.uint32)

    with kernels.compiling():
        compiled = by_kernels(key, 1300)

    assert np.array_equal(compiled, by_kernels(key, 1300))
    assert np.array_equal(compiled, outputs(key, 1300))


def test_a_key_that_ends_in_zero_words_is_not_shortened():
    key = np.array([5, 6, 0, 0], dtype=np.uint32)

    assert np.array_equal(outputs(key, 5), by_kernels(key, 5))
    assert not np.array_equal(outputs(key, 5), outputs(key[:2], 5))
