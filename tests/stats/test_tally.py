"""Numpy and the kernels, plain and compiled, give the same sums."""

import numpy as np
import pytest

from analyzer.kernels import compiling
from analyzer.stats import tally
from analyzer.stats.tally import Items, histogram, mean_sums, rate_sums

BINS, GROUPS = 5, 3


def items(value, *, counts=False, has_bins=False, has_groups=False):
    """A few dozen items of every type: some do not count, some have no bin."""
    seeded = np.random.default_rng(7)
    size = len(value)
    of, at = seeded.random(size) < 0.7, seeded.integers(-1, BINS, size).astype(np.int16)
    group = seeded.integers(0, GROUPS, size).astype(np.int32)
    bins, groups = BINS if has_bins else 1, GROUPS if has_groups else 1
    return Items(
        value,
        of if counts else None,
        at if has_bins else None,
        group if has_groups else None,
        bins,
        bins * groups,
    )


KINDS = [
    {},
    {"counts": True},
    {"has_bins": True},
    {"counts": True, "has_groups": True},
    {"has_groups": True},
    {"counts": True, "has_bins": True, "has_groups": True},
]
VALUES = {
    rate_sums: np.random.default_rng(1).random(90) < 0.4,
    mean_sums: np.random.default_rng(2).integers(-32000, 96000, 90).astype(np.int32),
    histogram: np.random.default_rng(3).integers(-3, 9, 90).astype(np.int16),
}


def arrays(result):
    return [part.tolist() for part in (result if isinstance(result, tuple) else (result,))]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(kind) or "all")
@pytest.mark.parametrize("function", VALUES, ids=lambda function: function.__name__)
def test_the_kernels_count_as_numpy_does(function, kind, monkeypatch):
    given = items(VALUES[function], **kind)
    by_numpy = arrays(function(given))

    with compiling():
        compiled = arrays(function(given))
    monkeypatch.setattr(tally, "is_compiling", lambda: True)
    plain = arrays(function(given))

    assert plain == by_numpy
    assert compiled == by_numpy


@pytest.mark.parametrize("function", VALUES, ids=lambda function: function.__name__)
def test_nothing_is_counted_alike(function):
    nothing = items(VALUES[function][:0])

    with compiling():
        compiled = arrays(function(nothing))

    assert compiled == arrays(function(nothing))


def test_numbers_far_apart_are_counted_alike():
    given = items(np.array([-(10**12), 5, 10**12, 5]))

    with compiling():
        compiled = arrays(histogram(given))

    assert compiled == arrays(histogram(given)) == [[4], [0, 0, 0], [-(10**12), 5, 10**12], [1, 2, 1]]
