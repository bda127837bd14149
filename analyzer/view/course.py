"""The course of a game: scores and placement of every seat from hand to hand, as lines and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.view.pieces import xml_text
from analyzer.view.table import Table
from analyzer.vocabulary import Seat

__all__ = ["Moment", "course_html", "course_of"]

_WIDTH, _HEIGHT = 600, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 586, 14, 196
_STEPS: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000)
_MOST_LINES: Final = 5
_ORDINALS: Final = ("1st", "2nd", "3rd", "4th")


class Moment(NamedTuple):
    """The scores before a hand, or after the last.

    Attributes:
        name: Of the hand; None after the last.
        scores: By seat.
    """

    name: str | None
    scores: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """Placement by seat, from 1; of equal scores the first seat is before."""
        order = sorted(range(len(self.scores)), key=lambda seat: (-self.scores[seat], seat))
        return tuple(order.index(seat) + 1 for seat in range(len(order)))


def course_of(hands: Sequence[tuple[Table, Table]]) -> list[Moment]:
    """The scores before each hand that has them and, where the log pays it, after the last.

    Args:
        hands: The tables after the deal and at the end of each hand.
    """
    scored = [dealt for dealt, _ in hands if all(side.is_scored for side in dealt.sides)]
    moments = [Moment(dealt.name, tuple(side.score for side in dealt.sides)) for dealt in scored]
    last = [
        None if side.delta is None or not side.is_scored else side.score + side.delta
        for side in hands[-1][1].sides
    ]
    paid = tuple(score for score in last if score is not None)
    return [*moments, Moment(None, paid)] if len(paid) == len(last) else moments


def course_html(course: Sequence[Moment], names: Sequence[str]) -> str:
    """Two charts, who is which line with the last scores, and all numbers as a table.

    Args:
        course: At least one moment.
        names: Of the players by seat.
    """
    seats = range(len(names))
    scores = [[moment.scores[seat] for moment in course] for seat in seats]
    places = [[moment.places[seat] for moment in course] for seat in seats]
    grid = _score_grid(min(map(min, scores)), max(map(max, scores)))
    legend = "".join(
        f'<li class="s{seat}"><svg class="key" width="34" height="12" aria-hidden="true">'
        f'<path class="line" d="M1 6H33"/></svg> seat {seat} <bdi>{xml_text(names[seat])}</bdi> '
        f"<b>{scores[seat][-1]:,}</b>, {_ORDINALS[places[seat][-1] - 1]}</li>"
        for seat in seats
    )
    ranks = [(-place, ordinal) for place, ordinal in enumerate(_ORDINALS[: len(seats)], start=1)]
    falling = [[-place for place in line] for line in places]
    return (
        '<h2 id="course">The course of the game</h2><div class="charts">'
        f"{_chart('Scores before each hand', course, scores, grid)}"
        f"{_chart('Placement before each hand', course, falling, ranks)}"
        f'</div><ul class="legend">{legend}</ul>'
        f"<details><summary>Scores as a table</summary>{_table(course, names)}</details>"
    )


def _score_grid(low: int, high: int) -> list[tuple[int, str]]:
    step = next((step for step in _STEPS if (high - low) / step < _MOST_LINES), max(high - low, 1))
    first, last = low // step, max(-(-high // step), low // step + 1)
    return [(line * step, f"{line * step:,}") for line in range(first, last + 1)]


def _chart(
    title: str, course: Sequence[Moment], lines: Sequence[Sequence[int]], grid: Sequence[tuple[int, str]]
) -> str:
    """One line for each seat over the hands; a mark that the page moves to the hand that is open."""
    low, high = min(value for value, _ in grid), max(value for value, _ in grid)
    gap = (_RIGHT - _LEFT) / max(1, len(course) - 1)

    def at(number: int, value: int) -> str:
        return f"{_LEFT + gap * number:.4g} {_BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low):.4g}"

    rows = "".join(
        f'<path class="grid" d="M{at(0, value)}H{_RIGHT}"/>'
        f'<text x="{_LEFT - 6}" y="{at(0, value).split()[1]}" dy="5" text-anchor="end">{name}</text>'
        for value, name in grid
    )
    marks = "".join(
        f'<path class="grid" d="M{_LEFT + gap * number:.4g} {_TOP}V{_BOTTOM}"/>'
        f'<text x="{_LEFT + gap * number:.4g}" y="{_HEIGHT - 8}">{name}</text>'
        for number, name in _winds(course)
    )
    drawn = "".join(
        f'<path class="line s{seat}" d="M{"L".join(at(*point) for point in enumerate(line))}"/>'
        for seat, line in enumerate(lines)
    )
    here = f'<path class="here" data-gap="{gap:.4g}" d="M{_LEFT} {_TOP}V{_BOTTOM}"/>'
    return (
        f'<figure><figcaption>{title}</figcaption><svg class="mj course" role="img" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-label="{title}; the table below has the numbers">'
        f"{rows}{marks}{here}{drawn}</svg></figure>"
    )


def _winds(course: Sequence[Moment]) -> list[tuple[int, str]]:
    """The first hand of each round wind."""
    first: dict[str, int] = {}
    for number, moment in enumerate(course):
        if moment.name is not None:
            first.setdefault(moment.name[0], number)
    return [(number, f"{wind}1") for wind, number in first.items()]


def _table(course: Sequence[Moment], names: Sequence[str]) -> str:
    head = "".join(
        f'<th scope="col" class="number">seat {seat} <bdi>{xml_text(name)}</bdi></th>'
        for seat, name in enumerate(names)
    )
    rows = "".join(
        f'<tr><th scope="row">{moment.name or "end"}</th>{_cells(moment, len(names))}</tr>'
        for moment in course
    )
    return f'<div class="scroll"><table><tr><th scope="col">before</th>{head}</tr>{rows}</table></div>'


def _cells(moment: Moment, seats: int) -> str:
    def cell(seat: Seat) -> str:
        return f'<td class="number">{moment.scores[seat]:,} ({_ORDINALS[moment.places[seat] - 1]})</td>'

    return "".join(map(cell, range(seats)))
