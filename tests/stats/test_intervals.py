"""Values and intervals from sums over clusters; t quantiles are those of printed tables."""

import numpy as np
import pytest

from analyzer.errors import UserMistake
from analyzer.stats.intervals import Moments, check_confidence, difference, estimate, t_quantile
from tests.case_files import whole


def moments(*clusters):
    """Sums of clusters, each given by (T, N)."""
    return two_sides(*((t, n, 0, 0) for t, n in clusters)).side(0)


def two_sides(*clusters):
    """Sums of clusters, each given by (T, N) of the first side and (T, N) of the second."""
    n, t = [(a, b) for _, a, _, b in clusters], [(a, b) for a, _, b, _ in clusters]

    def products(ones, others, pairs):
        return tuple(
            sum(one[i] * other[j] for one, other in zip(ones, others, strict=True)) for i, j in pairs
        )

    pairs, crossed = ((0, 0), (0, 1), (1, 1)), ((0, 0), (0, 1), (1, 0), (1, 1))
    counted = [sum(map(bool, values)) for values in ([any(one) for one in n], *zip(*n, strict=True))]
    sums = [tuple(map(sum, zip(*values, strict=True))) for values in (n, t)]
    return Moments(
        tuple(counted),
        sums[0],
        products(n, n, pairs),
        sums[1],
        products(t, t, pairs),
        products(t, n, crossed),
    )


def test_t_quantiles_are_those_of_a_printed_table():
    """Abramowitz and Stegun, "Handbook of Mathematical Functions", table 26.10, in tests/cases."""
    for freedom, *printed in whole("stats/intervals")["t"]:
        assert [round(t_quantile(p, freedom), 3) for p in (0.95, 0.975, 0.995)] == printed


def test_both_ways_to_a_quantile_agree_where_they_meet():
    assert t_quantile(0.995, 999) == pytest.approx(t_quantile(0.995, 1000), rel=1e-5)


def test_a_mean_has_the_interval_of_a_ratio_of_sums():
    # R = 9 / 6 = 1.5; T - RN = -0.5, 0, 0.5; variance 3/2 · 0.5 / 36; t(2) = 4.3027.
    found = estimate(moments((1, 1), (3, 2), (5, 3)), 0.95, 1)

    assert (found.value, found.n, found.clusters) == (1.5, 6, 3)
    assert found.high - found.value == pytest.approx(4.302653 * (1.5 * 0.5 / 36) ** 0.5)
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_a_rate_has_wilsons_interval_with_the_sample_that_its_variance_amounts_to():
    # One row a game: the variance is R(1-R)/(G-1), so the sample is one game less; t(9) = 2.262.
    found = estimate(moments(*[(1, 1)] * 5, *[(0, 1)] * 5), 0.95, None)

    z, n = t_quantile(0.975, 9), 9
    middle, reach = (0.5 + z * z / (2 * n)), z * (0.25 / n + z * z / (4 * n * n)) ** 0.5
    assert (found.low, found.high) == pytest.approx(
        ((middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n))
    )


@pytest.mark.parametrize("t", [0, 4])
def test_a_rate_without_variance_has_as_many_cases_as_games(t):
    found = estimate(moments(*[(t, 4)] * 10), 0.95, None)
    z = t_quantile(0.975, 9)

    assert (found.low, found.high) == pytest.approx(
        (0, z * z / (10 + z * z)) if t == 0 else (10 / (10 + z * z), 1)
    )


def test_a_rate_that_is_the_same_in_every_game_has_no_interval():
    # One of the four seats of each game finishes first.
    assert estimate(moments(*[(1, 4)] * 10), 0.95, None)[:3] == (0.25, None, None)


def test_a_difference_that_is_the_same_in_every_game_has_no_interval():
    # The first side is 1 more, though each side has a variance.
    assert difference(two_sides((1, 1, 0, 1), (3, 1, 2, 1), (8, 1, 7, 1)), 0.95, 1)[:3] == (1.0, None, None)


def test_a_difference_of_rates_stays_within_its_range():
    # 5 of 6 rows against none of 6: of a mean, the end is above 1.
    rates = difference(two_sides((2, 2, 0, 2), (2, 2, 0, 2), (1, 2, 0, 2)), 0.95, None)
    means = difference(two_sides((2, 2, 0, 2), (2, 2, 0, 2), (1, 2, 0, 2)), 0.95, 1)

    assert rates.value == means.value == pytest.approx(5 / 6)
    assert rates.low == means.low
    assert rates.high == 1.0 < means.high


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95, float("nan"), 1e-300, 1 - 1e-16])
def test_a_confidence_level_lies_between_0_and_1(confidence):
    with pytest.raises(UserMistake, match="is not a confidence level"):
        check_confidence(confidence)


@pytest.mark.parametrize("kind", ["rate", "mean"])
def test_intervals_are_as_wide_as_a_bootstrap_over_games_says(kind):
    # Rows of a game depend on each other, and their number varies.
    games, scale, random = 400, 1000 if kind == "mean" else None, np.random.default_rng(1)
    n, skill = random.integers(1, 8, (games, 2)), random.normal(0, 1, (games, 1))
    rate, mean = 0.2 + 0.1 * (skill > 0), n * 3 * skill + n**0.5 * random.normal(0, 5, n.shape)
    t = np.round(1000 * mean).astype(int) if kind == "mean" else random.binomial(n, rate)
    drawn = np.stack([t, n])[:, random.integers(0, games, (400, games))].sum(axis=2)
    first, second = (drawn[0] / drawn[1]).T
    sums = two_sides(*np.stack([t[:, 0], n[:, 0], t[:, 1], n[:, 1]], axis=1).tolist())

    for found, of_draws in (
        (estimate(sums.side(0), 0.95, scale), first),
        (difference(sums, 0.95, scale), first - second),
    ):
        width = (found.high - found.low) / 2 / t_quantile(0.975, found.clusters - 1)
        assert width * (scale or 1) == pytest.approx(of_draws.std(ddof=1), rel=0.1)
