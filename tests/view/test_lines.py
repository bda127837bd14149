"""Lines in percent of their picture under round numbers, and those of the course of a game."""

import re

import pytest
from lxml import etree

from analyzer.view.course import ORDINALS, Moment, course_of, course_plots
from analyzer.view.pages import part
from analyzer.view.plot import Point, Series, Tick, plot, steps
from tests.case_files import whole
from tests.view.hands import a_side, a_table, sample

COURSE = [Moment("E1.0", (25000, 25000)), Moment("E1.1", (26000, 24000)), Moment(None, (22000, 28000))]
UP = [Tick(0, "0"), Tick(10, "10")]


@pytest.mark.parametrize(("low", "high", "most", "numbers"), whole("view/plots")["steps"])
def test_steps_are_round_and_hold_the_range(low, high, most, numbers):
    assert steps(low, high, most) == numbers


def points(*pairs: tuple[float, float]) -> list[Point]:
    return [Point(x, y, y, y, f"{x}: {y}") for x, y in pairs]


def test_lines_are_placed_from_corner_to_corner_with_room_for_ticks_below():
    found = plot("said", [Series("a", "p4", points((3, 0), (5, 10)))], UP)

    # 2 to 98 of 100 across, 4 to 88 down.
    assert [line.path for line in found.lines] == ["M2.0 88.0L98.0 4.0"]
    assert found.lines[0].dots == ((2.0, 88.0, "3: 0"), (98.0, 4.0, "5: 10"))
    assert found.across == (Tick(2.0, "3"), Tick(50.0, "4"), Tick(98.0, "5"))
    assert found.up == (Tick(88.0, "0"), Tick(4.0, "10"))
    assert (found.first, found.gap) == (2.0, 48.0)


def test_an_interval_is_an_area_that_ends_at_the_edge_and_a_line_without_one_has_none():
    wide = [Point(0, 5, 0, 40, ""), Point(1, 5, 5, 5, "")]

    found = plot("said", [Series("a", "p4", wide), Series("b", "p3", points((0, 1), (1, 2)))], UP)

    assert [line.band for line in found.lines] == ["M2.0 88.0L98.0 46.0L98.0 46.0L2.0 4.0Z", ""]


@pytest.mark.parametrize(
    ("first", "last", "gap"), [(1, 10, 1), (1, 18, 2), (0, 40, 5), (2008, 2025, 4), (7, 7, 1)]
)
def test_there_are_no_more_numbers_across_than_have_room_on_a_phone(first, last, gap):
    found = plot("said", [Series("a", "p4", points((first, 0), (last, 1)))], UP)

    assert [tick.name for tick in found.across] == [str(number) for number in range(first, last + 1, gap)]


def course_html(course: list[Moment], names: str | tuple[str, ...]) -> str:
    plots = course_plots(course)
    return part("course", course, [*zip(("Scores", "Placement"), plots, strict=True)], names, ORDINALS)


def test_a_course_is_the_scores_before_each_hand_and_what_the_last_leaves():
    course = course_of([(hand.table(0), hand.table()) for hand in sample("00a9-0000-d45e94d0").hands])
    dealt = a_table(a_side(0), a_side(1))

    assert [moment.name for moment in course][:2] == ["E1.0", "E2.0"]
    assert (course[0].scores, course[1].scores) == ((25000,) * 4, (24000, 25000, 26000, 25000))
    assert (course[-1].name, course[-1].places) == (None, (2, 3, 4, 1))
    # Where the log pays nothing at the end nothing is added.
    assert course_of([(dealt, dealt)]) == [Moment("E1.0", (25000, 25000))]
    # Of equal scores the first seat is before.
    assert Moment("E1.0", (25000, 30000, 25000, 20000)).places == (2, 1, 3, 4)


def test_each_seat_has_a_line_through_all_moments_and_all_numbers_stand_in_a_table():
    html = course_html(COURSE, ("A", "<b>"))
    scores, places = (
        etree.fromstring(plot) for plot in re.findall('<div class="plot.*?</div>', html, re.DOTALL)
    )
    lines = {path.get("class"): path.get("d") for path in scores.iter("path")}

    assert set(lines) == {"line s0", "line s1"}
    heights = [[float(point.split()[1]) for point in line[1:].split("L")] for line in lines.values()]
    assert heights[0][1] < heights[0][0] == heights[1][0] < heights[1][1]
    assert heights[0][2] > heights[1][2]
    assert [text.text for text in scores.iter("text")] == ["22,000", "24,000", "26,000", "28,000", "E1"]
    assert [text.text for text in places.iter("text")] == ["2nd", "1st", "E1"]
    said = ["".join(line.itertext()) for line in etree.HTML(html).iter("li")]
    assert [" ".join(line.split()) for line in said] == ["seat 0 A 22,000, 2nd", "seat 1 <b> 28,000, 1st"]
    assert [["".join(cell.itertext()) for cell in row] for row in etree.HTML(html).iter("tr")] == [
        ["before", "seat 0 A", "seat 1 <b>"],
        ["E1.0", "25,000 (1st)", "25,000 (2nd)"],
        ["E1.1", "26,000 (1st)", "24,000 (2nd)"],
        ["end", "22,000 (2nd)", "28,000 (1st)"],
    ]
    assert course_plots(COURSE)[0].across == (Tick(2.0, "E1"),)
    assert course_plots(COURSE)[1].lines[0].path == "M2.0 4.0L50.0 4.0L98.0 88.0"
    assert {*course_plots(COURSE)[1].up} == {Tick(4.0, "1st"), Tick(88.0, "2nd")}
    assert not [
        score for score in (0, 25000, -3) if "nan" in course_html([Moment("E1.0", (score,) * 2)], "AB")
    ]
