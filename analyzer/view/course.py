"""The course of a game: where it was played, scores and placement from hand to hand, and the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from analyzer.formats.events import Events
from analyzer.formats.log_id import GoType, parse_log_id
from analyzer.view.plot import Plot, Point, Series, Tick, plot, steps
from analyzer.view.table import Table
from analyzer.vocabulary import ABSENT

ORDINALS: Final = ("1st", "2nd", "3rd", "4th")


class Moment(NamedTuple):
    """The scores before a hand, by seat; the name is None after the last hand."""

    name: str | None
    scores: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """Placement by seat, from 1; of equal scores the first seat is before."""
        order = sorted(range(len(self.scores)), key=lambda seat: (-self.scores[seat], seat))
        return tuple(order.index(seat) + 1 for seat in range(len(order)))


def course_of(hands: Sequence[tuple[Table, Table]]) -> list[Moment]:
    """The scores before each hand that has them and, where the log pays it, after the last.

    Each hand is its tables after the deal and at the end.
    """
    scored = [dealt for dealt, _ in hands if all(side.is_scored for side in dealt.sides)]
    moments = [Moment(dealt.name, tuple(side.score for side in dealt.sides)) for dealt in scored]
    last = [
        None if side.delta is None or not side.is_scored else side.score + side.delta
        for side in hands[-1][1].sides
    ]
    paid = tuple(score for score in last if score is not None)
    return [*moments, Moment(None, paid)] if len(paid) == len(last) else moments


def course_plots(course: Sequence[Moment]) -> tuple[Plot, Plot]:
    """Lines of the scores and of the placements, one of each seat; at least one moment."""
    scores = [score for moment in course for score in moment.scores]
    up = [Tick(line, f"{line:,.0f}") for line in steps(min(scores), max(scores), 4)]
    ranks = [Tick(-place, name) for place, name in enumerate(ORDINALS[: len(course[0].scores)], start=1)]
    said = "the table below has the numbers"
    across = _winds(course)
    return (
        plot(f"Scores before each hand; {said}", _lines(course, lambda one: one.scores), up, across=across),
        plot(
            f"Placement before each hand; {said}",
            _lines(course, lambda one: [-place for place in one.places]),
            ranks[::-1],
            across=across,
        ),
    )


def _lines(course: Sequence[Moment], of: Callable[[Moment], Sequence[int]]) -> list[Series]:
    rows = [of(moment) for moment in course]
    return [
        Series(f"seat {seat}", f"s{seat}", [Point(x, y, y, y, "") for x, y in enumerate(values)])
        for seat, values in enumerate(zip(*rows, strict=True))
    ]


def _winds(course: Sequence[Moment]) -> list[Tick]:
    """The first hand of each round wind."""
    first: dict[str, int] = {}
    for number, moment in enumerate(course):
        if moment.name is not None:
            first.setdefault(moment.name[0], number)
    return [Tick(number, f"{wind}1") for wind, number in first.items()]


def place_of(log_id: str, events: Events) -> tuple[str, ...]:
    """Date, room and length of the only game of these events, as far as they are known."""
    found, go_type = parse_log_id(log_id), int(events.games.go_type[0])
    said = [] if found is None else [found.day.isoformat()]
    if go_type != ABSENT:
        kind = GoType(go_type)
        said += [kind.room.name.lower(), "hanchan" if GoType.HANCHAN in kind else "tonpuu"]
    return tuple(said)


def final_lines(events: Events, players: Sequence[str]) -> tuple[str, ...]:
    """Placement, player, final score and result, best first; empty where the log states no final score."""
    rows = np.flatnonzero(events.results.has_owari)
    seats = int(events.games.players[0])
    if not len(rows) or (events.results.final_scores[rows[-1], :seats] == ABSENT).any():
        return ()
    scores, tenths = (
        column[rows[-1]].tolist() for column in (events.results.final_scores, events.results.final_results)
    )
    order = sorted(range(seats), key=lambda seat: (-scores[seat], seat))
    return tuple(
        f"{ordinal} {players[seat] or f'seat {seat}'} {scores[seat]:,}"
        + ("" if tenths[seat] == ABSENT else f" ({tenths[seat] / 10:+.1f})")
        for ordinal, seat in zip(ORDINALS, order, strict=False)
    )
