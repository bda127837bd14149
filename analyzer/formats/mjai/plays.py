"""Plays the events of a hand into an `EventsBuilder`, but for draws, discards and results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.formats.builder import EventsBuilder
from analyzer.formats.mjai.fields import Fields
from analyzer.formats.mjai.words import FACE_OF
from analyzer.vocabulary import RIICHI_STICK, SEATS

__all__ = ["PLAYS"]

_NORTH: Final = FACE_OF["N"]


def _chi(build: EventsBuilder, at: Fields) -> None:
    seat, source, face, own = at.seat(), at.source(), at.tile(), at.tiles("consumed", range(2, 3))
    try:
        build.chi(seat, source, face, own, at.line)
    except ValueError:
        expected = f"two tiles that make a sequence with {at.event['pai']!r}"
        raise at.error("consumed", expected) from None


def _pon(build: EventsBuilder, at: Fields) -> None:
    build.pon(at.seat(), at.source(), at.tile(), at.of_one_kind(2, "pai"), at.line)


def _daiminkan(build: EventsBuilder, at: Fields) -> None:
    build.daiminkan(at.seat(), at.source(), at.tile(), at.of_one_kind(3, "pai"), at.line)


def _ankan(build: EventsBuilder, at: Fields) -> None:
    build.ankan(at.seat(), at.of_one_kind(4, None), at.line)


def _kakan(build: EventsBuilder, at: Fields) -> None:
    seat, face = at.seat(), at.tile()
    if at.has("consumed"):
        at.of_one_kind(3, "pai")
    build.kakan(seat, face, at.line)


def _kita(build: EventsBuilder, at: Fields) -> None:
    build.kita(at.seat(), at.tile() if at.has("pai") else _NORTH, at.line)


def _reach(build: EventsBuilder, at: Fields) -> None:
    build.riichi(at.seat(), at.line)


def _reach_accepted(build: EventsBuilder, at: Fields) -> None:
    """Pay the stick of a riichi; some writers state the scores after it, the change of them, or both."""
    seat, scores, deltas = at.seat(), at.points("scores"), at.points("deltas")
    due = [-RIICHI_STICK * (payer == seat) for payer in range(SEATS)]
    if deltas is not None and (scores is None or deltas != due):
        paid = [RIICHI_STICK * build.accepted.count(payer) for payer in range(SEATS)]
        changes = zip(build.scores, paid, deltas, strict=True)
        scores = [score - sticks + delta for score, sticks, delta in changes]
    build.riichi_accepted(seat, at.line, scores)


def _dora(build: EventsBuilder, at: Fields) -> None:
    build.dora(at.tile("dora_marker"), at.line)


PLAYS: Final[dict[str, Callable[[EventsBuilder, Fields], None]]] = {
    "chi": _chi,
    "pon": _pon,
    "daiminkan": _daiminkan,
    "ankan": _ankan,
    "kakan": _kakan,
    "nukidora": _kita,
    "kita": _kita,
    "reach": _reach,
    "reach_accepted": _reach_accepted,
    "dora": _dora,
}
"""By ``type``: what an event does."""
