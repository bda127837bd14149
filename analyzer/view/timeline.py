"""Pictures of one zone in turn as one: each piece once, with the turns between which it lies there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from analyzer.view.pieces import Zones

__all__ = ["Span", "at_turn", "timeline"]


class Span(NamedTuple):
    """A piece, and the first and last turn at which it is seen."""

    first: int
    last: int
    piece: str


def timeline(pictures: Sequence[Zones]) -> dict[str, list[Span]]:
    """Spans by zone, in order of their first turn; of pictures that all have the same zones.

    Example:
        >>> timeline([{"middle": ["a", "b"]}, {"middle": ["a", "c"]}])["middle"]
        [Span(first=0, last=1, piece='a'), Span(first=0, last=0, piece='b'), Span(first=1, last=1, piece='c')]
    """
    zones = pictures[0] if pictures else {}
    return {zone: _spans([picture[zone] for picture in pictures]) for zone in zones}


def _spans(turns: Sequence[Sequence[str]]) -> list[Span]:
    spans: list[Span] = []
    lying: dict[str, int] = {}
    for turn, parts in enumerate(turns):
        still: dict[str, int] = {}
        for piece in parts:
            place = lying.get(piece)
            if place is None:
                place = len(spans)
                spans.append(Span(turn, turn, piece))
            else:
                spans[place] = spans[place]._replace(last=turn)
            still[piece] = place
        lying = still
    return spans


def at_turn(spans: Sequence[Span], turn: int) -> list[str]:
    """Pieces seen at a turn."""
    return [span.piece for span in spans if span.first <= turn <= span.last]
