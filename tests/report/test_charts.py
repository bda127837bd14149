"""Pictures of numbers: in the ink of the page, every mark with its words."""

import re
from functools import cache
from math import sqrt

import pytest
from lxml import etree

pytest.importorskip("vl_convert", reason="the extra 'report' is not installed")

import altair as alt

from analyzer.errors import UserMistake
from analyzer.report.charts import NARROW, WIDE, Form, Mark, _finished, chart_svg

MARKS = [
    Mark(1, "4 players", 0.25, 0.2, 0.3, 0, "4 players, turn 1: 25 %, n = 8"),
    Mark(2, "4 players", 0.5, 0.4, 0.6, 1, "4 players, turn 2: 50 %, n = 4"),
    Mark(1, "3 players", 0.75, 0.7, 0.8, 0, 'a "quoted" <word> & more'),
]


@pytest.mark.parametrize("form", Form)
def test_every_mark_says_what_it_is(form):
    svg = chart_svg(MARKS, form, x="turn", y="share", share=True)

    titles = re.findall(r"<title>([^<]*)</title>", svg)
    assert sorted(titles) == sorted(
        [MARKS[0].says, MARKS[1].says, "a &quot;quoted&quot; &lt;word&gt; &amp; more"]
    )


@pytest.mark.parametrize("form", Form)
def test_it_takes_the_ink_of_the_page_and_no_address(form):
    svg = chart_svg(MARKS, form, x="turn", y="share", share=True)

    assert svg.startswith("<svg viewBox=")
    assert "currentColor" in svg
    assert "http" not in svg
    assert not re.search(r'(?:fill|stroke)="(?:#000|#888|black|white)', svg)


def test_bars_are_as_high_as_their_values():
    svg = chart_svg(MARKS[:2], Form.BARS, x="turn", y="share", share=True)

    heights = [float(height) for height in re.findall(r'aria-label="4 players[^>]*?d="M[^v]*v([\d.]+)h', svg)]
    assert heights[1] == pytest.approx(2 * heights[0])


@pytest.mark.parametrize("form", Form)
def test_for_a_phone_it_fits_without_being_made_smaller(form):
    longest = {"group": "4 players, tokujou"} if form is Form.STACK else {"x": 20000}
    named = [*MARKS, MARKS[0]._replace(**longest)]

    svg = chart_svg(named, form, x="turn", y="share of hands", share=True, canvas=NARROW)

    (width,) = re.findall(r'^<svg viewBox="0 0 (\d+) ', svg)
    # A phone of 390 pixels, less the margins of the page.
    assert int(width) <= 358
    assert {int(size) for size in re.findall(r'font-size="(\d+)px"', svg)} == {15}


def test_the_legend_of_a_stack_is_in_the_order_of_the_stack():
    marks = [
        Mark("none", "3 players", 0.5, 0.5, 0.5, 0, "a"),
        Mark("yakuman", "3 players", 0.5, 0.5, 0.5, 2, "b"),
        Mark("none", "4 players", 0.5, 0.5, 0.5, 0, "c"),
        Mark("mangan", "4 players", 0.5, 0.5, 0.5, 1, "d"),
    ]

    svg = chart_svg(marks, Form.STACK, x="limit", y="share", share=True)

    assert re.findall(r">(none|mangan|yakuman)</text>", svg) == ["none", "mangan", "yakuman"]


def bar(x=1, group="all", value=0.5, rank=0):
    """A mark of which only what a test speaks of is set."""
    return Mark(x, group, value, value, value, rank, f"{x} {group}")


@cache
def svg_of(marks, form, canvas, share):
    # Altair proves what it is given in the tests above, which takes half of the time.
    with alt.utils.schemapi.debug_mode(False):
        return chart_svg(marks, form, x="across", y="up", share=share, canvas=canvas)


def drawn(marks, form, canvas=WIDE, *, share=True):
    """The elements of a chart."""
    return etree.fromstring(svg_of(tuple(marks), form, canvas, share))


def texts(svg, role, axis=""):
    """Texts of a role with their places, from the left and from the top; of one axis, or of all."""
    groups = [
        group
        for group in svg.iter("g")
        if role in group.get("class", "").split()
        and (not axis or any(outer.get("aria-label", "").startswith(axis) for outer in group.iterancestors()))
    ]
    return {"".join(text.itertext()): place(text) for group in groups for text in group.iter("text")}


def place(element):
    moves = [outer.get("transform", "") for outer in (element, *element.iterancestors())]
    found = [re.search(r"translate\(([-.\d]+),([-.\d]+)\)", move) for move in moves]
    return tuple(sum(float(move[part]) for move in found if move) for part in (1, 2))


def bars(svg):
    """Left, top, width and height of each bar by its words, from the corner of the picture's own space."""
    boxes = {}
    for mark in svg.iter("path"):
        if mark.get("aria-roledescription") == "bar":
            left, top, width, height = re.match(
                r"M([-.\d]+),([-.\d]+)h([.\d]+)v([.\d]+)h", mark.get("d")
            ).groups()
            boxes[mark.get("aria-label")] = tuple(map(float, (left, top, width, height)))
    return boxes


def space(svg):
    """Width and height of the picture without its axes."""
    outlines = (path.get("d") for path in svg.iter("path") if path.get("class") == "background")
    return max(tuple(map(float, re.search(r"h([.\d]+)v([.\d]+)h", line).groups())) for line in outlines)


@pytest.mark.parametrize(
    ("form", "marks", "wide", "narrow"),
    [
        (Form.LINE, [bar(1), bar(2)], (460, 240), (246, 220)),
        (Form.BARS, [bar(1), bar(2)], (460, 240), (246, 220)),
        (Form.LYING, [bar(1), bar(2), bar(3)], (370, 3 * 20), (180, 3 * 22)),
        (Form.STACK, [bar(group="a"), bar(group="b")], (370, 2 * 40), (180, 2 * 44)),
        (Form.STACK, [bar(group="a")], (370, 40), (180, 44)),
    ],
)
def test_a_picture_has_the_space_of_its_canvas_and_grows_with_lying_bars(form, marks, wide, narrow):
    assert space(drawn(marks, form)) == wide
    assert space(drawn(marks, form, NARROW)) == narrow


@pytest.mark.parametrize(
    ("canvas", "first", "last", "numbers"),
    [
        (WIDE, 1, 18, range(1, 19)),
        (WIDE, 0, 20, range(0, 21, 2)),
        (NARROW, 1, 18, range(1, 19, 2)),
        (NARROW, 3, 12, range(3, 13, 2)),
        (NARROW, 7, 7, [7]),
    ],
)
def test_a_line_has_as_many_numbers_below_as_there_is_room_for(canvas, first, last, numbers):
    svg = drawn([bar(first), bar(last)], Form.LINE, canvas)

    assert list(texts(svg, "role-axis-label", "X-axis")) == [str(number) for number in numbers]
    assert f"for a linear scale with values from {first} to {last}" in etree.tostring(svg, encoding="unicode")


@pytest.mark.parametrize(
    ("form", "canvas", "most", "step"),
    [
        # Five numbers along an upright axis, where they are round; along a lying one, one for each 80 pixels.
        (Form.BARS, WIDE, 60, 10),
        (Form.LINE, WIDE, 80, 20),
        (Form.LYING, WIDE, 100, 20),
        (Form.LYING, NARROW, 100, 50),
        (Form.STACK, WIDE, 100, 20),
        (Form.STACK, NARROW, 100, 50),
    ],
)
def test_shares_are_written_in_percent_at_round_steps(form, canvas, most, step):
    svg = drawn([bar(1, value=most / 100), bar(2, value=0)], form, canvas)
    axis = "Y-axis" if form in (Form.BARS, Form.LINE) else "X-axis"

    assert list(texts(svg, "role-axis-label", axis)) == [f"{share}%" for share in range(0, most + 1, step)]


def test_a_stack_is_as_long_as_the_whole_even_where_shares_are_left_out():
    boxes = bars(drawn([bar("a", value=0.25), bar("b", value=0.25, rank=1)], Form.STACK))

    assert [box[0] for box in boxes.values()] == [0, 92.5]
    assert [box[2] for box in boxes.values()] == [92.5, 92.5]


def test_numbers_that_are_no_shares_are_written_in_full():
    svg = drawn([bar(1, value=8000), bar(2, value=0)], Form.BARS, share=False)

    assert list(texts(svg, "role-axis-label", "Y-axis")) == ["0", "2,000", "4,000", "6,000", "8,000"]


@pytest.mark.parametrize(
    ("form", "titles"),
    [
        (Form.LINE, {"across", "up"}),
        (Form.BARS, {"across", "up"}),
        (Form.LYING, {"up"}),
        (Form.STACK, {"up"}),
    ],
)
def test_axes_are_titled_but_for_one_of_names(form, titles):
    assert set(texts(drawn([bar(1), bar(2)], form), "role-axis-title")) == titles


def test_names_below_bars_stand_upright_a_word_a_line_in_the_order_given():
    svg = drawn([bar("two words"), bar("a")], Form.BARS)
    labels = texts(svg, "role-axis-label", "X-axis")

    assert list(labels) == ["twowords", "a"]
    assert [len(text) for text in svg.iter("text") if "twowords" in "".join(text.itertext())] == [2]
    assert not any("rotate(" in text.get("transform", "") for text in svg.iter("text") if text.text == "a")


def test_bars_of_several_groups_stand_side_by_side_and_of_one_alone():
    alone = bars(drawn([bar("a"), bar("b")], Form.BARS))
    beside = bars(drawn([bar("a", "y"), bar("a", "x"), bar("b", "y"), bar("b", "x")], Form.BARS))
    lefts = [beside[name][0] for name in ("a y", "a x", "b y", "b x")]

    assert lefts == sorted(lefts)
    assert len(set(lefts)) == 4
    assert alone["a all"][2] > 0.85 * 460 / 2
    assert all(box[2] < 0.5 * 460 / 2 for box in beside.values())


@pytest.mark.parametrize(
    ("form", "marks", "names"),
    [
        (Form.BARS, [bar(1), bar(2)], []),
        (Form.BARS, [bar(1, "b"), bar(1, "a")], ["a", "b"]),
        (Form.LINE, [bar(1, "b"), bar(1, "a")], ["a", "b"]),
        (Form.STACK, [bar("x", "b"), bar("x", "a")], []),
        (Form.STACK, [bar("y", rank=1), bar("x", rank=0)], ["x", "y"]),
        (Form.LYING, [bar("x", "b"), bar("y", "b")], []),
    ],
)
def test_there_is_a_legend_where_colours_tell_something(form, marks, names):
    assert list(texts(drawn(marks, form), "role-legend-label")) == names


@pytest.mark.parametrize(
    ("letters", "lines"),
    [
        # A legend has 420 pixels, a letter takes 0.55 of 13, the coloured mark 22, the gap behind a name 13.
        (24, 1),
        (25, 1),
        (26, 2),
        (80, 2),
    ],
)
def test_a_legend_has_as_many_names_in_a_line_as_fit(letters, lines):
    svg = drawn([bar(1, "a" * letters), bar(1, "b" * letters)], Form.BARS)

    assert len({round(down) for _, down in texts(svg, "role-legend-label").values()}) == lines


def test_a_legend_of_a_stack_counts_the_letters_of_its_categories():
    svg = drawn([bar("a" * 26, "g"), bar("b" * 26, "g")], Form.STACK)

    assert len({round(down) for _, down in texts(svg, "role-legend-label").values()}) == 2


def test_the_points_of_a_line_are_seen_but_do_not_hide_it():
    svg = drawn([bar(1), bar(2)], Form.LINE)
    outlines = [path.get("d") for path in svg.iter("path") if path.get("aria-label") == "1 all"]

    # A circle that fills a square of 60, on a line of 2.
    assert [float(re.match(r"M([.\d]+),0A", outline)[1]) for outline in outlines] == [
        pytest.approx(sqrt(60) / 2, abs=0.01)
    ]
    lines = [group for group in svg.iter("g") if "mark-line" in group.get("class", "")]
    assert [path.get("stroke-width") for group in lines for path in group] == ["2"]


@pytest.mark.parametrize("end", ["/>", "></path>"])
def test_a_mark_gets_a_tooltip_however_its_element_is_closed(end):
    svg = f'<svg a="b" width="30" height="20" viewBox="0 0 30 20"><path aria-label="one" d="M0"{end}</svg>'

    assert _finished(svg) == (
        '<svg viewBox="0 0 30 20" style="max-width:30px;width:100%;height:auto;overflow:visible" role="img">'
        '<path aria-label="one" d="M0"><title>one</title></path></svg>'
    )


def test_an_engine_that_cannot_start_is_told_in_one_line(monkeypatch):
    def refuse(_):
        raise ValueError("Vega-Lite to SVG conversion failed:\n    oneshot canceled")

    monkeypatch.setattr("vl_convert.vegalite_to_svg", refuse)

    with pytest.raises(
        UserMistake, match=r"^no chart can be drawn: Vega-Lite to SVG conversion failed: oneshot"
    ):
        chart_svg(MARKS, Form.BARS, x="turn", y="share", share=True)
