"""Values and intervals from sums over clusters: games or players, whose rows depend on each other.

A statistic has a numerator T and a denominator N in each of G clusters.  R = ΣT / ΣN is a ratio of sums;
its variance is G/(G-1) · Σ(T - R·N)² / (ΣN)² (W. G. Cochran, "Sampling Techniques", 3rd ed., 1977, sections
2.11 and 6.4, with the finite population left out).  Sums are whole numbers, so zero is exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist
from typing import Final, NamedTuple

from analyzer.errors import UserMistake

CONFIDENCE: Final = 0.95
_MANY: Final = 1_000
"""From so many degrees of freedom an expansion gives the quantile to nine digits."""


class Moments(NamedTuple):
    """Sums over clusters of numerators T and denominators N; a comparison has two sides.

    Attributes:
        clusters: Number of clusters with a denominator; of any side, then of each.
        n: ΣN of each side.
        nn: ΣN·N of all pairs of sides: 00, 01, 11.
        t: ΣT of each side.
        tt: ΣT·T of the same pairs.
        tn: ΣT·N of all sides of T and N: 00, 01, 10, 11.
    """

    clusters: tuple[int, ...]
    n: tuple[int, ...]
    nn: tuple[int, ...]
    t: tuple[int, ...]
    tt: tuple[int, ...]
    tn: tuple[int, ...]

    def side(self, at: int) -> Moments:
        """The sums of one side."""
        if len(self.n) == 1:
            return self
        pair, cross = (0, 2)[at], (0, 3)[at]
        return Moments(
            (self.clusters[1 + at],),
            (self.n[at],),
            (self.nn[pair],),
            (self.t[at],),
            (self.tt[pair],),
            (self.tn[cross],),
        )


class Estimate(NamedTuple):
    """A value with its interval.

    Attributes:
        value: The rate, share, mean, or difference.
        low: Lower end; None without an interval.
        high: Upper end.
        n: Rows that count.
        clusters: Games, or players, with such rows.
    """

    value: float
    low: float | None
    high: float | None
    n: int
    clusters: int


def check_confidence(confidence: float) -> None:
    """Refuse what is no confidence level.

    Raises:
        UserMistake: When it is not between 0 and 1, or so near to one of them that its quantile is none.
    """
    if not 0.5 < (1 + confidence) / 2 < 1:
        raise UserMistake(
            f"{confidence} is not a confidence level; expected a number between 0 and 1, such as 0.95"
        )


@lru_cache(maxsize=65_536)
def t_quantile(probability: float, freedom: int) -> float:
    """Quantile of Student's t distribution, for probabilities above one half.

    Examples:
        >>> round(t_quantile(0.975, 10), 3)
        2.228
    """
    x = NormalDist().inv_cdf(probability)
    if freedom >= _MANY:
        return _expanded(x, freedom)
    # The distribution function is concave here: from below, Newton's steps never pass the root.
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    for _ in range(200):
        density: float = scale * (1 + x * x / freedom) ** (-(freedom + 1) / 2)
        step = float(probability - 0.5 - _half_probability(x, freedom) / 2) / density
        x += step
        if abs(step) <= 1e-13 * abs(x):
            break
    return x


def _expanded(x: float, freedom: int) -> float:
    """The quantile from that of the normal distribution.

    Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5.
    """
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + sum(term / float(freedom) ** (at + 1) for at, term in enumerate(terms))


def _half_probability(t: float, freedom: int) -> float:
    """The probability of values between -t and t.

    Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4.
    """
    angle = math.atan(t / math.sqrt(freedom))
    square = math.cos(angle) ** 2
    is_odd = freedom % 2
    term = math.cos(angle) if is_odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(2 + is_odd, freedom - 1, 2):
        term *= square * (k - 1) / k
        total += term
    total *= math.sin(angle)
    return (angle + total) * 2 / math.pi if is_odd else total


def estimate(sums: Moments, confidence: float, scale: int | None) -> Estimate:
    """The value of one side with its interval.

    Rates and shares have that of Wilson (E. B. Wilson, "Probable Inference, the Law of Succession, and
    Statistical Inference", JASA 22, 1927) with the sample size that the variance amounts to, or the number of
    clusters at 0 and 1; means a symmetric one.  Where the value is the same in every cluster, as the share of
    seats that finish first, there is no interval.

    Args:
        sums: Sums of one side, with n above zero.
        confidence: Confidence level.
        scale: What the numerators of a mean are multiples of, as 1/scale; None for rates and shares.
    """
    (n,), (t,), clusters = sums.n, sums.t, sums.clusters[0]
    value = t / n if scale is None else float(Fraction(t, n * scale))
    if clusters < 2:
        return Estimate(value, None, None, n, clusters)
    spread = n * n * sums.tt[0] - 2 * t * n * sums.tn[0] + t * t * sums.nn[0]
    z = t_quantile((1 + confidence) / 2, clusters - 1)
    if scale is None and t in (0, n):
        low, high = _wilson(t, n, clusters, z)
    elif spread == 0:
        return Estimate(value, None, None, n, clusters)
    elif scale is None:
        # R(1 - R) over the variance.
        size = t * (n - t) * n * n * (clusters - 1) / (clusters * spread)
        low, high = _wilson(t, n, size, z)
    else:
        variance = Fraction(clusters * spread, (clusters - 1) * (n * n * scale) ** 2)
        reach = z * math.sqrt(variance)
        low, high = value - reach, value + reach
    return Estimate(value, low, high, n, clusters)


def _wilson(t: int, n: int, size: float, z: float) -> tuple[float, float]:
    """Ends of the interval of a rate t / n from a sample of this size; rates of 0 and 1 are ends of it."""
    rate, square = t / n, z * z
    middle = rate + square / (2 * size)
    reach = z * math.sqrt(rate * (1 - rate) / size + square / (4 * size * size))
    whole = 1 + square / size
    return 0.0 if t == 0 else (middle - reach) / whole, 1.0 if t == n else (middle + reach) / whole


def difference(sums: Moments, confidence: float, scale: int | None) -> Estimate | None:
    """The first side minus the second with its interval; None where a side has no rows.

    The ends of the interval of a difference of rates are at least -1 and at most 1.

    The influence of a cluster on it is that on the first ratio minus that on the second, so that what both
    sides have in common within a cluster counts.
    """
    (n, m), (t, u), clusters = sums.n, sums.t, sums.clusters[0]
    if not n or not m:
        return None
    one = scale or 1
    value = float(Fraction(t * m - u * n, n * m * one))
    # (m² (n T - t N) - n² (m U - u M)) / (n² m²) is the influence of a cluster.
    factors: Sequence[int] = (m * m * n, -m * m * t, -n * n * m, n * n * u)
    t_n, u_n, t_m, u_m = sums.tn[0], sums.tn[2], sums.tn[1], sums.tn[3]
    matrix = (
        (sums.tt[0], t_n, sums.tt[1], t_m),
        (t_n, sums.nn[0], u_n, sums.nn[1]),
        (sums.tt[1], u_n, sums.tt[2], u_m),
        (t_m, sums.nn[1], u_m, sums.nn[2]),
    )
    spread = sum(a * b * matrix[i][j] for i, a in enumerate(factors) for j, b in enumerate(factors))
    if clusters < 2 or spread == 0:
        return Estimate(value, None, None, n + m, clusters)
    variance = Fraction(clusters * spread, (clusters - 1) * (n * n * m * m * one) ** 2)
    reach = t_quantile((1 + confidence) / 2, clusters - 1) * math.sqrt(variance)
    low, high = value - reach, value + reach
    if scale is None:
        low, high = max(low, -1.0), min(high, 1.0)
    return Estimate(value, low, high, n + m, clusters)
