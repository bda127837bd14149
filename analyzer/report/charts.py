"""Charts as SVG text that needs nothing else: no script, no font, no address.

The text takes the colour of the page around it, so that one picture serves light and dark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, unique
from typing import Any, Final, NamedTuple

import altair as alt
import vl_convert

__all__ = ["NARROW", "WIDE", "Canvas", "Form", "Mark", "chart_svg"]


class Canvas(NamedTuple):
    """How much room a picture has.

    Attributes:
        width: Of a standing picture without its axes, in pixels.
        lying: Of a lying one, beside whose bars their names stand.
        height: Of a standing picture.
        bar: Of a lying bar.
        names: Most room for the name of a lying bar.
        letters: Height of all words.
        ticks: Most numbers along an axis of bins.
        legend: Of the lines of a legend.
        margin: On both sides, for the fonts of the page may be wider than those the room is measured with.
    """

    width: int
    lying: int
    height: int
    bar: int
    names: int
    letters: int
    ticks: int
    legend: int
    margin: int


WIDE: Final = Canvas(460, 370, 240, 20, 180, 13, 20, 420, 25)
NARROW: Final = Canvas(246, 180, 220, 22, 125, 15, 9, 235, 18)
"""For phones, which would show the words of a wide picture half as high."""
_TICK: Final = 80
"""Pixels along a lying axis for each of its numbers."""
_SIGN: Final = 22
"""Pixels of the coloured sign of an entry of the legend, with the gap behind it."""
_LETTER: Final = 0.55
"""Width of a letter, in its heights."""
_INK: Final = "#012345"
"""Stands for the colour of the text around the picture until the picture is there."""
_COLOURS: Final = ("#3b82c4", "#e0803a", "#3f9b62", "#c2528b", "#8d6fc9", "#9b8444", "#4aa6b5", "#d0564b")
"""Told apart by colour-blind readers, and readable on white and on black."""


@unique
class Form(Enum):
    """How a table becomes a picture."""

    LINE = "line"
    """Values over an axis of numbers, one line per group, with the interval around it."""
    BARS = "bars"
    """A standing bar per bin or category, one colour per group, with the interval."""
    LYING = "lying"
    """A lying bar per category, the longest first."""
    STACK = "stack"
    """A lying bar per group, cut into shares."""


class Mark(NamedTuple):
    """One value of a picture.

    Attributes:
        x: Its bin, a number or its name, or its category.
        group: What it is of; the same text for all where there are no groups.
        value: The value.
        low: Lower end of its interval.
        high: Upper end.
        rank: Place of its category among those stacked.
        says: What is told of it when it is pointed at.
    """

    x: int | float | str
    group: str
    value: float
    low: float
    high: float
    rank: int
    says: str


def chart_svg(
    marks: Sequence[Mark], form: Form, *, x: str, y: str, share: bool, canvas: Canvas = WIDE
) -> str:
    """One picture.

    Args:
        marks: What is drawn, at least one, in order.
        form: How it is drawn.
        x: Title of the axis of bins or categories.
        y: Title of the axis of values.
        share: Values are shares of one, to be written in percent.
        canvas: How much room there is.

    Returns:
        An ``svg`` element, with a ``title`` in every mark.
    """
    draw = {Form.LINE: _line, Form.BARS: _bars, Form.LYING: _lying, Form.STACK: _stack}[form]
    data: Any = {"values": [mark._asdict() for mark in marks]}
    steps = canvas.lying // _TICK if form in (Form.LYING, Form.STACK) else 5
    value = alt.Axis(format=".1~%" if share else ",~f", tickCount=steps)
    chart = draw(alt.Chart(data), marks, canvas, (x, y), value).configure(**_config(marks, form, canvas))
    return _finished(vl_convert.vegalite_to_svg(chart.to_dict()))


def _config(marks: Sequence[Mark], form: Form, canvas: Canvas) -> dict[str, Any]:
    size = canvas.letters
    text = {"labelColor": _INK, "titleColor": _INK, "labelFontSize": size, "titleFontSize": size}
    lines = {"gridColor": _INK, "gridOpacity": 0.15, "domainColor": _INK, "tickColor": _INK}
    named = _distinct(marks, "x" if form is Form.STACK else "group")
    entry = _SIGN + _LETTER * size * max(len(str(name)) for name in named) + size
    columns = max(1, int((canvas.legend + size) / entry))
    legend = {"columns": columns, "columnPadding": size, "labelLimit": canvas.legend}
    return {
        "background": "transparent",
        "padding": {"left": canvas.margin, "right": canvas.margin, "top": 5, "bottom": 5},
        "axis": {**text, **lines, "titleFontWeight": "normal"},
        "legend": {**text, **legend, "orient": "bottom", "title": None, "symbolOpacity": 1},
        "view": {"stroke": None},
        "range": {"category": list(_COLOURS)},
    }


def _colour(marks: Sequence[Mark], column: str = "group") -> alt.Color:
    """A colour for each category in order, or for each group, the same in all pictures of these groups."""
    names = _distinct(sorted(marks, key=lambda mark: mark.rank), column)
    if column == "group":
        names.sort()
    shown = alt.Undefined if len(names) > 1 else None
    return alt.Color(f"{column}:N", sort=names, legend=shown)


def _distinct(marks: Sequence[Mark], column: str) -> list[Any]:
    return list(dict.fromkeys(getattr(mark, column) for mark in marks))


def _line(
    base: alt.Chart, marks: Sequence[Mark], canvas: Canvas, titles: tuple[str, str], value: alt.Axis
) -> alt.LayerChart:
    x, y = titles
    places = [int(place) for place in _distinct(marks, "x")]
    first, last = min(places), max(places)
    ticks = alt.Axis(format="d", values=list(range(first, last + 1, (last - first) // canvas.ticks + 1)))
    across = alt.X("x:Q", title=x, axis=ticks, scale=alt.Scale(zero=False, nice=False))
    up = alt.Y("value:Q", title=y, axis=value)
    band = base.mark_area(opacity=0.15, aria=False).encode(x=across, y=alt.Y("low:Q", title=y), y2="high:Q")
    line = base.mark_line(strokeWidth=2, aria=False).encode(x=across, y=up)
    points = base.mark_circle(size=60).encode(x=across, y=up, description="says:N")
    drawn: alt.LayerChart = (band + line + points).encode(color=_colour(marks))
    return drawn.properties(width=canvas.width, height=canvas.height)


def _bars(
    base: alt.Chart, marks: Sequence[Mark], canvas: Canvas, titles: tuple[str, str], value: alt.Axis
) -> alt.LayerChart:
    x, y = titles
    order = _distinct(marks, "x")
    groups = _distinct(marks, "group")
    # Names of several words stand one word above the other; of many numbers every other one is left out.
    axis = alt.Axis(
        labelAngle=0, labelExpr="split(datum.label, ' ')", labelOverlap="parity", labelSeparation=6
    )
    place: dict[str, Any] = {"x": alt.X("x:N", title=x, sort=order, axis=axis)}
    if len(groups) > 1:
        place["xOffset"] = alt.XOffset("group:N", sort=groups)
    bars = base.mark_bar().encode(
        **place, y=alt.Y("value:Q", title=y, axis=value), color=_colour(marks), description="says:N"
    )
    ranges = base.mark_rule(color=_INK, opacity=0.6, aria=False).encode(**place, y="low:Q", y2="high:Q")
    drawn: alt.LayerChart = (bars + ranges).properties(width=canvas.width, height=canvas.height)
    return drawn


def _lying(
    base: alt.Chart, marks: Sequence[Mark], canvas: Canvas, titles: tuple[str, str], value: alt.Axis
) -> alt.LayerChart:
    order = _distinct(marks, "x")
    down = alt.Y("x:N", title=None, sort=order, axis=alt.Axis(labelLimit=canvas.names))
    bars = base.mark_bar(color=_COLOURS[0]).encode(
        y=down, x=alt.X("value:Q", title=titles[1], axis=value), description="says:N"
    )
    ranges = base.mark_rule(color=_INK, opacity=0.6, aria=False).encode(y=down, x="low:Q", x2="high:Q")
    height = canvas.bar * len(order)
    drawn: alt.LayerChart = (bars + ranges).properties(width=canvas.lying, height=height)
    return drawn


def _stack(
    base: alt.Chart, marks: Sequence[Mark], canvas: Canvas, titles: tuple[str, str], value: alt.Axis
) -> alt.Chart:
    groups = _distinct(marks, "group")
    drawn: alt.Chart = base.mark_bar().encode(
        y=alt.Y("group:N", title=None, sort=groups, axis=alt.Axis(labelLimit=canvas.names)),
        x=alt.X("value:Q", title=titles[1], axis=value, stack="zero", scale=alt.Scale(domain=[0, 1])),
        color=_colour(marks, "x"),
        order=alt.Order("rank:Q"),
        description="says:N",
    )
    return drawn.properties(width=canvas.lying, height=2 * canvas.bar * max(len(groups), 1))


_START: Final = re.compile(r'^<svg [^>]*?width="(\d+)" height="\d+" (viewBox="[^"]*")>')
_MARK: Final = re.compile(r'<path aria-label="([^"]*)"([^>]*)/>|<path aria-label="([^"]*)"([^>]*)></path>')


def _finished(svg: str) -> str:
    """The picture as part of a page: as wide as there is room, in the ink of the page, marks with titles."""
    # Within HTML a picture needs no namespace, and the page then holds no address at all.
    svg = _START.sub(
        r'<svg \2 style="max-width:\1px;width:100%;height:auto;overflow:visible" role="img">', svg, count=1
    )
    return _MARK.sub(_titled, svg).replace(_INK, "currentColor")


def _titled(match: re.Match[str]) -> str:
    says, rest = (match[1], match[2]) if match[1] is not None else (match[3], match[4])
    return f'<path aria-label="{says}"{rest}><title>{says}</title></path>'
