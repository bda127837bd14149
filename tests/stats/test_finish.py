"""Intervals against their definitions, and values computed from cells."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pyarrow as pa
import pytest

from analyzer.errors import UserMistake
from analyzer.stats.cells import cell_schema
from analyzer.stats.finish import finished, normal_interval, quantile, wilson_interval
from analyzer.stats.statistic import MEAN, RATE, SHARES, Statistic

Z = Decimal("1.95996398454005423552")
"""For 95 %: 2.5 % of the normal distribution lie beyond it."""


def score_end(count, n, inside, outside):
    """The rate that is Z of its own standard errors from the observed rate, by bisection."""
    with localcontext(prec=40):
        observed, inside, outside = Decimal(count) / n, Decimal(inside), Decimal(outside)
        for _ in range(100):
            middle = (inside + outside) / 2
            is_inside = (observed - middle) ** 2 * n <= Z**2 * middle * (1 - middle)
            inside, outside = (middle, outside) if is_inside else (inside, middle)
        return float(inside)


@pytest.mark.parametrize(
    ("count", "n"), [(81, 263), (15, 148), (1, 29), (28, 29), (1, 2), (400_000, 1_000_000)]
)
def test_rates_have_the_wilson_interval(count, n):
    low, high = wilson_interval(np.array([float(count)]), np.array([n]), quantile(0.95))

    rate = Decimal(count) / n
    expected = [score_end(count, n, rate, outside) for outside in (0, 1)]
    assert [low[0], high[0]] == pytest.approx(expected, rel=1e-12)


def test_the_interval_of_one_of_one_is_that_by_hand():
    # The end p of (1 - p)^2 = z^2 p (1 - p) below 1.
    low, high = wilson_interval(np.array([1.0]), np.array([1]), 2.0)

    assert (low[0], high[0]) == pytest.approx((1 / 5, 1))


def test_a_rate_of_none_or_all_ends_there_exactly():
    low, high = wilson_interval(np.array([0.0, 13.0]), np.array([13, 13]), quantile(0.95))

    assert (low[0], high[1]) == (0, 1)


def test_means_have_the_normal_interval_and_one_row_has_none():
    # 1, 2, 3: mean 2, variance 1, so 1.96 / sqrt(3) to each side.
    low, high = normal_interval(np.array([6.0, 5.0]), np.array([14.0, 25.0]), np.array([3, 1]), 1.96)

    assert (low[0], high[0]) == pytest.approx((2 - 1.96 / math.sqrt(3), 2 + 1.96 / math.sqrt(3)))
    assert np.isnan([low[1], high[1]]).all()


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5])
def test_a_confidence_that_is_none_is_refused(confidence):
    with pytest.raises(UserMistake, match="expected a number between 0 and 1"):
        quantile(confidence)


def statistic(kind, **rest):
    return Statistic("it", "topic", "hands", kind, "unit", "Definition.", None, (), **rest)


def cells(*rows):
    """Cells by room: room, bin, category, n, total, squares."""
    names = ("room", "at", "category", "n", "total", "squares")
    dicts = [{"statistic": "it", **dict(zip(names, row, strict=True))} for row in rows]
    return pa.Table.from_pylist(dicts, cell_schema(["room"]))


def shown(table, *names):
    return [tuple(row[name] for name in names) for row in table.to_pylist()]


def test_a_rate_is_what_holds_of_what_counts_by_group():
    table = finished(
        cells(("tokujou", None, None, 4, 1, 0), ("houou", None, None, 2, 2, 0)),
        {"it": statistic(RATE)},
        ["room"],
    )

    assert shown(table, "room", "value", "n") == [("houou", 1.0, 2), ("tokujou", 0.25, 4)]


def test_bins_come_in_the_order_of_their_numbers():
    rows = [("houou", turn, None, 1, 1, 0) for turn in (10, 9, 2)]

    table = finished(cells(*rows), {"it": statistic(RATE, axis="turn")}, ["room"])

    assert shown(table, "at") == [("2",), ("9",), ("10",)]


def test_shares_are_of_the_denominator_of_their_group_and_a_label_that_never_came_is_zero():
    rows = [
        ("houou", None, None, 4, 0, 0),
        ("houou", None, 1, 0, 3, 0),
        ("houou", None, 0, 0, 1, 0),
        ("ippan", None, None, 2, 0, 0),
        ("ippan", None, 1, 0, 2, 0),
    ]

    table = finished(cells(*rows), {"it": statistic(SHARES, labels=("draw", "win"))}, ["room"])

    assert shown(table, "room", "category", "value", "n") == [
        ("houou", "draw", 0.25, 4),
        ("houou", "win", 0.75, 4),
        ("ippan", "draw", 0.0, 2),
        ("ippan", "win", 1.0, 2),
    ]


def test_shares_by_turn_are_of_their_turn():
    rows = [
        ("houou", 1, None, 2, 0, 0),
        ("houou", 1, 30, 0, 1, 0),
        ("houou", 2, None, 5, 0, 0),
        ("houou", 2, 30, 0, 5, 0),
    ]

    table = finished(cells(*rows), {"it": statistic(SHARES, axis="turn")}, ["room"])

    assert shown(table, "at", "category", "value", "n") == [("1", "30", 0.5, 2), ("2", "30", 1.0, 5)]


def test_a_denominator_for_all_bins_is_that_of_every_bin():
    rows = [("houou", None, None, 4, 0, 0), ("houou", 1, 30, 0, 1, 0), ("houou", 2, 30, 0, 3, 0)]

    table = finished(cells(*rows), {"it": statistic(SHARES, axis="turn")}, ["room"])

    assert shown(table, "at", "value", "n") == [("1", 0.25, 4), ("2", 0.75, 4)]


def test_a_group_that_is_null_is_a_group():
    table = finished(
        cells((None, None, None, 3, 1, 0), ("houou", None, None, 3, 2, 0)), {"it": statistic(RATE)}, ["room"]
    )

    assert shown(table, "room", "n") == [("houou", 3), (None, 3)]


def test_what_too_few_rows_say_is_left_out():
    rows = cells(("houou", None, None, 30, 1, 0), ("ippan", None, None, 29, 1, 0))

    assert shown(finished(rows, {"it": statistic(RATE)}, ["room"], min_n=30), "room") == [("houou",)]


def test_a_mean_of_one_row_has_no_interval():
    table = finished(cells(("houou", None, None, 1, 8000, 64e6)), {"it": statistic(MEAN)}, ["room"])

    assert shown(table, "value", "low", "high") == [(8000.0, None, None)]
