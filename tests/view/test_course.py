"""The course of a game: scores and placement from hand to hand."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from analyzer.view.course import ORDINALS, Moment, course_of, course_plots
from analyzer.view.pages import part
from tests.view.hands import a_side, a_table, sample

COURSE = [Moment("E1.0", (25000, 25000)), Moment("E1.1", (26000, 24000)), Moment(None, (22000, 28000))]


def course_html(course: list[Moment], names: str | tuple[str, ...]) -> str:
    plots = course_plots(course)
    return part("course", course, [*zip(("Scores", "Placement"), plots, strict=True)], names, ORDINALS)


def test_of_equal_scores_the_first_seat_is_before():
    assert Moment("E1.0", (25000, 30000, 25000, 20000)).places == (2, 1, 3, 4)


def test_a_course_is_the_scores_before_each_hand_and_what_the_last_leaves():
    course = course_of([(hand.table(0), hand.table()) for hand in sample("00a9-0000-d45e94d0").hands])

    assert [moment.name for moment in course][:2] == ["E1.0", "E2.0"]
    assert (course[0].scores, course[1].scores) == ((25000,) * 4, (24000, 25000, 26000, 25000))
    assert course[-1].name is None
    assert course[-1].places == (2, 3, 4, 1)


def test_where_the_log_pays_nothing_at_the_end_nothing_is_added():
    dealt = a_table(a_side(0), a_side(1))

    assert course_of([(dealt, dealt)]) == [Moment("E1.0", (25000, 25000))]


def test_each_seat_has_a_line_through_all_moments_and_its_last_score_and_place():
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


def test_all_numbers_stand_in_a_table():
    rows = [
        ["".join(cell.itertext()) for cell in row] for row in etree.HTML(course_html(COURSE, "AB")).iter("tr")
    ]

    assert rows == [
        ["before", "seat 0 A", "seat 1 B"],
        ["E1.0", "25,000 (1st)", "25,000 (2nd)"],
        ["E1.1", "26,000 (1st)", "24,000 (2nd)"],
        ["end", "22,000 (2nd)", "28,000 (1st)"],
    ]


@pytest.mark.parametrize("score", [0, 25000, -3])
def test_scores_that_never_change_are_drawn_too(score):
    assert "nan" not in course_html([Moment("E1.0", (score, score))], "AB")
