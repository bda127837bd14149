"""Pictures of numbers: in the ink of the page, every mark with its words."""

import re

import pytest

pytest.importorskip("vl_convert", reason="the extra 'report' is not installed")

from analyzer.report.charts import Form, Mark, chart_svg

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
