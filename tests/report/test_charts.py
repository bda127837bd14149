"""Pictures of numbers: in the ink of the page, every mark with its words."""

import re

import pytest

pytest.importorskip("vl_convert", reason="the extra 'report' is not installed")

from analyzer.report.charts import NARROW, Form, Mark, chart_svg

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
