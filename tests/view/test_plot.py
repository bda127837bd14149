"""Lines in percent of their picture, under round numbers."""

from __future__ import annotations

import pytest

from analyzer.view.plot import Point, Series, Tick, plot, steps


@pytest.mark.parametrize(
    ("low", "high", "most", "numbers"),
    [
        (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 0.07, 5, [0, 0.02, 0.04, 0.06, 0.08]),
        (22_000, 28_000, 4, [22_000, 24_000, 26_000, 28_000]),
        (-11_100, 62_000, 4, [-20_000, 0, 20_000, 40_000, 60_000, 80_000]),
        (25_000, 25_000, 4, [20_000, 30_000]),
        (0, 0, 5, [0, 0.2]),
        (-3, -3, 5, [-3, -2]),
    ],
)
def test_steps_are_round_and_hold_the_range(low, high, most, numbers):
    assert steps(low, high, most) == numbers


def points(*pairs: tuple[float, float]) -> list[Point]:
    return [Point(x, y, y, y, f"{x}: {y}") for x, y in pairs]


def test_lines_are_placed_from_corner_to_corner_with_room_for_ticks_below():
    found = plot("said", [Series("a", "p4", points((3, 0), (5, 10)))], [Tick(0, "0"), Tick(10, "10")])

    # 2 to 98 of 100 across, 4 to 88 down.
    assert [line.path for line in found.lines] == ["M2.0 88.0L98.0 4.0"]
    assert found.lines[0].dots == ((2.0, 88.0, "3: 0"), (98.0, 4.0, "5: 10"))
    assert found.across == (Tick(2.0, "3"), Tick(50.0, "4"), Tick(98.0, "5"))
    assert found.up == (Tick(88.0, "0"), Tick(4.0, "10"))
    assert (found.first, found.gap) == (2.0, 48.0)


def test_an_interval_is_an_area_that_ends_at_the_edge_and_a_line_without_one_has_none():
    up = [Tick(0, "0"), Tick(10, "10")]
    wide = [Point(0, 5, 0, 40, ""), Point(1, 5, 5, 5, "")]

    found = plot("said", [Series("a", "p4", wide), Series("b", "p3", points((0, 1), (1, 2)))], up)

    assert [line.band for line in found.lines] == ["M2.0 88.0L98.0 46.0L98.0 46.0L2.0 4.0Z", ""]


@pytest.mark.parametrize(
    ("first", "last", "numbers"),
    [
        (1, 10, range(1, 11)),
        (1, 18, range(1, 19, 2)),
        (0, 40, range(0, 41, 5)),
        (2008, 2025, range(2008, 2026, 4)),
        (7, 7, [7]),
    ],
)
def test_there_are_no_more_numbers_across_than_have_room_on_a_phone(first, last, numbers):
    found = plot("said", [Series("a", "p4", points((first, 0), (last, 1)))], [Tick(0, "0"), Tick(1, "1")])

    assert [tick.name for tick in found.across] == [str(number) for number in numbers]
