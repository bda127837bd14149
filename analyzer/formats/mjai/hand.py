"""Starts a hand and plays its events, but for draws and discards, into an `EventsBuilder`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from analyzer.formats.builder import EventsBuilder, Face
from analyzer.formats.mjai.fields import Fields
from analyzer.formats.mjai.words import FACE_OF
from analyzer.vocabulary import RIICHI_STICK, SEATS, WIND_LETTERS, Seat, TileId

__all__ = ["PLAYS", "Hand", "Start", "start_hand"]

_HAIPAI: Final = range(13, 14)
_MOST: Final = 9999
_NORTH: Final = FACE_OF["N"]


class Hand:
    """A hand as far as it is played.

    Args:
        build: Holds the game up to the last event.
        kyoku: As stated, or as that of a first hand, and so are the next two.
        honba: Of the hand.
        kyotaku: Sticks on the table when it begins.
        scores: At the start of the hand.

    Attributes:
        scores: Moved on by the riichi sticks at the first result, and by each result.
        results: How many there have been.
        ura: Indicators that a result has named, with their ids.
    """

    def __init__(self, build: EventsBuilder, kyoku: int, honba: int, kyotaku: int, scores: list[int]) -> None:
        self.build = build
        self.kyoku, self.honba, self.kyotaku = kyoku, honba, kyotaku
        self.scores = scores
        self.results = 0
        self.ura: list[tuple[Face, TileId]] = []


class Start(NamedTuple):
    """A hand that begins, and what the log states of its start."""

    hand: Hand
    states_scores: bool
    states_table: bool
    """Kyoku, honba and sticks."""


def start_hand(build: EventsBuilder, at: Fields, before: list[int]) -> Start:
    """Begin a hand.

    Args:
        build: Holds the game up to this hand.
        at: ``start_kyoku``.
        before: Scores that the hand begins with, where the event does not state them.
    """
    oya = _dealer(at)
    sticks = "kyotaku" if at.has("kyotaku") else "kyoutaku"
    honba = at.number("honba", 0, _MOST) if at.has("honba") else 0
    kyotaku = at.number(sticks, 0, _MOST) if at.has(sticks) else 0
    kyoku = _kyoku(at, oya)
    stated = at.points("scores")
    hand = Hand(build, kyoku, honba, kyotaku, list(before if stated is None else stated))
    indicator = at.tile("dora_marker")
    build.start_hand(
        at.line,
        kyoku=kyoku,
        honba=honba,
        kyotaku=kyotaku,
        dealer=oya,
        scores=hand.scores,
        indicator=indicator,
        haipai=[at.tiles("tehais", _HAIPAI, tiles) for tiles in at.items("tehais")],
    )
    return Start(hand, stated is not None, all(map(at.has, ("honba", sticks, "bakaze", "kyoku"))))


def _dealer(at: Fields) -> Seat:
    """``oya``; where it is not stated, the seat that the kyoku is named after."""
    is_told = at.has("kyoku") and not at.has("oya")
    return at.number("kyoku", 1, at.players) - 1 if is_told else at.seat("oya")


def _kyoku(at: Fields, oya: Seat) -> int:
    """The kyoku; that of a first round where it is not stated."""
    if not (at.has("bakaze") and at.has("kyoku")):
        return oya
    bakaze = at.event["bakaze"]
    if not isinstance(bakaze, str) or len(bakaze) != 1 or bakaze not in WIND_LETTERS:
        raise at.error("bakaze", "'E', 'S', 'W' or 'N'")
    return SEATS * WIND_LETTERS.index(bakaze) + at.number("kyoku", 1, at.players) - 1


def _chi(hand: Hand, at: Fields) -> None:
    seat, source, face, own = at.seat(), at.source(), at.tile(), at.tiles("consumed", range(2, 3))
    try:
        hand.build.chi(seat, source, face, own, at.line)
    except ValueError:
        expected = f"two tiles that make a sequence with {at.event['pai']!r}"
        raise at.error("consumed", expected) from None


def _pon(hand: Hand, at: Fields) -> None:
    hand.build.pon(at.seat(), at.source(), at.tile(), at.of_one_kind(2, "pai"), at.line)


def _daiminkan(hand: Hand, at: Fields) -> None:
    hand.build.daiminkan(at.seat(), at.source(), at.tile(), at.of_one_kind(3, "pai"), at.line)


def _ankan(hand: Hand, at: Fields) -> None:
    hand.build.ankan(at.seat(), at.of_one_kind(4, None), at.line)


def _kakan(hand: Hand, at: Fields) -> None:
    seat, face = at.seat(), at.tile()
    if at.has("consumed"):
        at.of_one_kind(3, "pai")
    hand.build.kakan(seat, face, at.line)


def _kita(hand: Hand, at: Fields) -> None:
    hand.build.kita(at.seat(), at.tile() if at.has("pai") else _NORTH, at.line)


def _reach(hand: Hand, at: Fields) -> None:
    hand.build.riichi(at.seat(), at.line)


def _reach_accepted(hand: Hand, at: Fields) -> None:
    """Pay the stick of a riichi; some writers state the scores after it, the change of them, or both."""
    seat, scores, deltas = at.seat(), at.points("scores"), at.points("deltas")
    due = [-RIICHI_STICK * (payer == seat) for payer in range(SEATS)]
    if deltas is not None and (scores is None or deltas != due):
        paid = map(hand.build.accepted.count, range(SEATS))
        changes = zip(hand.scores, paid, deltas, strict=True)
        scores = [score - RIICHI_STICK * sticks + delta for score, sticks, delta in changes]
    hand.build.riichi_accepted(seat, at.line, scores)


def _dora(hand: Hand, at: Fields) -> None:
    hand.build.dora(at.tile("dora_marker"), at.line)


PLAYS: Final[dict[str, Callable[[Hand, Fields], None]]] = {
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
"""By ``type``: what an event does, but for draws and discards."""
