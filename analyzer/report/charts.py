"""Charts as self-contained SVG: no script, no font, no address.

Text takes the colour of the page, so one picture works for light and dark pages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, unique
from typing import Any, Final, NamedTuple

import altair as alt
import vl_convert

from analyzer.errors import UserMistake

__all__ = ["NARROW", "WIDE", "Canvas", "Form", "Mark", "chart_svg"]


class Canvas(NamedTuple):
    """The space that a picture has.

    Attributes:
        width: Width of a picture with vertical bars or lines, without its axes, in pixels.
        lying: Width of a picture with horizontal bars, without their names.
        height: Height of a picture with vertical bars or lines.
        bar: Height of a horizontal bar.
        names: Largest width of the name of a horizontal bar.
        letters: Font size.
        ticks: Largest number of ticks along an axis of bins.
        legend: Width of the lines of a legend.
        margin: Space on both sides, because the fonts of the page may be wider than the measured ones.
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
"""For phones, which would show the text of a wide picture at half its size."""
_TICK: Final = 80
"""Pixels along a horizontal axis for each of its numbers."""
_SIGN: Final = 22
"""Pixels of the coloured mark of a legend entry, with the gap behind it."""
_LETTER: Final = 0.55
"""Width of a letter, relative to the font size."""
_INK: Final = "#012345"
"""Placeholder for the text colour of the page."""
_COLOURS: Final = ("#3b82c4", "#e0803a", "#3f9b62", "#c2528b", "#8d6fc9", "#9b8444", "#4aa6b5", "#d0564b")
"""Colour-blind readers can tell them apart; they are readable on white and on black."""


@unique
class Form(Enum):
    """Forms of a chart."""

    LINE = "line"
    """Values over an axis of numbers, one line per group, with its interval."""
    BARS = "bars"
    """A vertical bar per bin or category, one colour per group, with its interval."""
    LYING = "lying"
    """A horizontal bar per category, the longest first."""
    STACK = "stack"
    """A horizontal bar per group, divided into shares."""


class Mark(NamedTuple):
    """One value of a chart.

    Attributes:
        x: Its bin (a number or a name) or its category.
        group: Its group; the same text for all values if there are no groups.
        value: The value.
        low: Lower end of its interval.
        high: Upper end of its interval.
        rank: Position of its category in the stack.
        says: Text of its tooltip.
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
    """Draw one chart.

    Args:
        marks: The values in order, at least one.
        form: The form of the chart.
        x: Title of the axis of bins or categories.
        y: Title of the axis of values.
        share: Whether values are shares of one, written in percent.
        canvas: The space for the chart.

    Returns:
        An ``svg`` element, with a ``title`` in every mark.
    """
    draw = {Form.LINE: _line, Form.BARS: _bars, Form.LYING: _lying, Form.STACK: _stack}[form]
    data: Any = {"values": [mark._asdict() for mark in marks]}
    steps = canvas.lying // _TICK if form in (Form.LYING, Form.STACK) else 5
    value = alt.Axis(format=".1~%" if share else ",~f", tickCount=steps)
    chart = draw(alt.Chart(data), marks, canvas, (x, y), value).configure(**_config(marks, form, canvas))
    try:
        return _finished(vl_convert.vegalite_to_svg(chart.to_dict()))
    except ValueError as error:
        # The charts are ours and can be drawn, but its engine cannot start everywhere.
        told = " ".join(str(error).split())
        raise UserMistake(
            f"no chart can be drawn: {told}; expected more memory, or more open files (ulimit -n)"
        ) from None


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
    """A colour for each category, or for each group: the same in all charts of these groups."""
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
    # Names of several words get one line per word; of many numbers, every other one is left out.
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
    return drawn.properties(width=canvas.lying, height=2 * canvas.bar * len(groups))


_START: Final = re.compile(r'^<svg [^>]*?width="(\d+)" height="\d+" (viewBox="[^"]*")>')
_MARK: Final = re.compile(r'<path aria-label="([^"]*)"([^>]*)/>|<path aria-label="([^"]*)"([^>]*)></path>')


def _finished(svg: str) -> str:
    """The chart as part of a page: as wide as possible, in the text colour of the page, with tooltips."""
    # SVG within HTML needs no namespace, so the page contains no address at all.
    svg = _START.sub(
        r'<svg \2 style="max-width:\1px;width:100%;height:auto;overflow:visible" role="img">', svg
    )
    return _MARK.sub(_titled, svg).replace(_INK, "currentColor")


def _titled(match: re.Match[str]) -> str:
    says, rest = (match[1], match[2]) if match[1] is not None else (match[3], match[4])
    return f'<path aria-label="{says}"{rest}><title>{says}</title></path>'
