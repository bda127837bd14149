"""Lines over numbers, placed in percent of the picture: it is as wide as its page, its text never shrinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import floor, log10
from typing import Final, NamedTuple

_LEFT, _WIDTH, _TOP, _HEIGHT = 2, 96, 4, 84
"""The space of the lines, in percent of the picture; ticks are below."""
_MOST_ACROSS: Final = 10
"""Numbers below a picture, so that they have room on a phone."""
_MOST_YEARS: Final = 5


class Point(NamedTuple):
    """A value of a line: its place, its interval (equal to the value for none), the words of its tooltip."""

    x: float
    y: float
    low: float
    high: float
    says: str


class Series(NamedTuple):
    """A line before it is placed; ``look`` is a class of the style sheet."""

    name: str
    look: str
    points: Sequence[Point]


class Tick(NamedTuple):
    """A number at an axis."""

    at: float
    name: str


class Line(NamedTuple):
    """A line in percent of the picture; ``path`` and ``band`` are SVG paths."""

    name: str
    look: str
    path: str
    band: str
    dots: tuple[tuple[float, float, str], ...]


class Plot(NamedTuple):
    """A picture of lines.

    Attributes:
        says: What it shows, for those who do not see it.
        across: Ticks below.
        up: Ticks on the left.
        lines: The lines.
        first: Place of the first number across, in percent.
        gap: Percent from one number to the next.
        across_title: What the numbers below are.
    """

    says: str
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    lines: tuple[Line, ...]
    first: float
    gap: float
    across_title: str


def steps(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers around a range, at most two more than ``most``.

    Examples:
        >>> steps(0.0, 0.43)
        [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]
        >>> steps(23_000, 31_200)
        [22000, 24000, 26000, 28000, 30000, 32000]
    """
    room = (high - low) or abs(high) or 1
    power = floor(log10(room / most))
    size = next(
        each * 10.0**exponent
        for exponent in count(power)
        for each in (1, 2, 5)
        if room / (each * 10.0**exponent) <= most
    )
    first, last = floor(low / size + 1e-9), max(-floor(-high / size + 1e-9), floor(low / size) + 1)
    whole = int(size) if size >= 1 else 0
    return [number * whole if whole else round(number * size, 12) for number in range(first, last + 1)]


def plot(
    says: str, series: Sequence[Series], up: Sequence[Tick], *, across: Sequence[Tick] = (), title: str = ""
) -> Plot:
    """Place lines.

    Args:
        says: What they show.
        series: Lines of at least one point.
        up: Values and their names on the left, ascending; they are the range.
        across: Values and their names below; by default each whole number, or as many as have room.
        title: What the numbers across are.
    """
    xs = [point.x for one in series for point in one.points]
    first, last = min(xs), max(xs)
    low, high = up[0].at, up[-1].at
    if not across:
        gap = int(last - first) // (_MOST_ACROSS if last < 1000 else _MOST_YEARS) + 1
        across = [Tick(x, str(x)) for x in range(int(first), int(last) + 1, gap)]

    def right(x: float) -> float:
        return round(_LEFT + _WIDTH * (x - first) / ((last - first) or 1), 2)

    def down(y: float) -> float:
        return round(_TOP + _HEIGHT * (high - min(max(y, low), high)) / (high - low), 2)

    def path(ends: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{right(x)} {down(y)}" for x, y in ends)

    lines = tuple(
        Line(
            one.name,
            one.look,
            path([(point.x, point.y) for point in one.points]),
            _band(one.points, path),
            tuple((right(point.x), down(point.y), point.says) for point in one.points),
        )
        for one in series
    )
    return Plot(
        says,
        tuple(Tick(right(tick.at), tick.name) for tick in across),
        tuple(Tick(down(tick.at), tick.name) for tick in up),
        lines,
        right(first),
        round(_WIDTH / ((last - first) or 1), 4),
        title,
    )


def _band(points: Sequence[Point], path: Callable[[Sequence[tuple[float, float]]], str]) -> str:
    """The intervals of a line as an area; empty where it has none."""
    if all(point.low == point.high for point in points):
        return ""
    there = [(point.x, point.low) for point in points]
    return f"{path([*there, *((point.x, point.high) for point in reversed(points))])}Z"
