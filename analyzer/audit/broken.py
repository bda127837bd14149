"""Broken elements: which of them hide play, and which only a claim of the log.

A result without ``ten`` or ``yaku`` is reported as malformed; its hand is still judged from play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES
from analyzer.formats.events import Events, Oddity
from analyzer.replay import Facts
from analyzer.replay.facts import is_one_of
from analyzer.vocabulary import NO_SEAT, NO_TILE, SEATS, EndKind, PlayKind

__all__ = [
    "follows_stray",
    "has_broken",
    "has_broken_dealer",
    "has_broken_dice",
    "has_broken_scores",
    "is_played_whole",
    "places",
    "places_of_oddities",
]

_OF_VALUE: Final = (Oddity.MISSING_ATTRIBUTE, Oddity.BAD_VALUE)
_OF_ATTRIBUTES: Final = (*_OF_VALUE, Oddity.BAD_MELD, Oddity.BAD_TILE, Oddity.BAD_SEAT)
_ITS_OWN: Final = {
    "m": Oddity.BAD_MELD,
    "paoWho": Oddity.BAD_SEAT,
    **dict.fromkeys(("doraHai", "doraHaiUra", "hai0", "hai1", "hai2", "hai3"), Oddity.BAD_TILE),
}
"""What else can be odd about an attribute of a result."""
_OYA: Final = ATTRIBUTES.index("oya")
_TEN: Final = ATTRIBUTES.index("ten")
_SEED: Final = ATTRIBUTES.index("seed")
_CHIP: Final = ATTRIBUTES.index("chip")

Rows = NDArray[np.int64]


def places(hand: NDArray[np.int32] | Rows, element: NDArray[np.int32]) -> Rows:
    """Hand and element packed into one number."""
    return np.asarray(hand, np.int64) << 32 | element


def places_of_oddities(events: Events) -> Rows:
    """Hand and element of every oddity."""
    return places(events.oddities.hand, events.oddities.element)


def has_broken(events: Events, name: str) -> NDArray[np.bool_]:
    """Shape (results,): an attribute of the result is missing or cannot be read.

    A bad tile is reported without its attribute, so it counts for every attribute that holds tiles.
    """
    oddities = events.oddities
    broken = is_one_of(oddities.code, _OF_VALUE) & (oddities.detail == ATTRIBUTES.index(name))
    if name in _ITS_OWN:
        broken |= oddities.code == _ITS_OWN[name]
    rows = np.flatnonzero(broken)
    if len(rows) == 0:
        return np.zeros(len(events.results.hand), np.bool_)
    found = places(events.oddities.hand[rows], events.oddities.element[rows])
    return np.isin(places(events.results.hand, events.results.element), found)


def follows_stray(events: Events) -> NDArray[np.bool_]:
    """Shape (hands,): elements outside any hand follow it; a hand may be lost there."""
    oddities = events.oddities
    stray = np.zeros(len(events.hands.game), np.bool_)
    rows = np.flatnonzero((oddities.code == Oddity.OUT_OF_PLACE) & (oddities.hand >= 0))
    stray[oddities.hand[rows]] = True
    return stray


def is_played_whole(events: Events, facts: Facts) -> NDArray[np.bool_]:
    """Shape (hands,): all that play needs is readable; if a result is broken, its winner is known."""
    readable = events.hands.readable
    if readable.all():
        return readable
    oddities = events.oddities
    of_claims = _is_of_claims(events, facts)
    structural = is_one_of(oddities.code, (*_OF_ATTRIBUTES, Oddity.OUT_OF_PLACE)) & (oddities.hand >= 0)
    whole = np.ones(len(readable), np.bool_)
    whole[oddities.hand[structural & ~of_claims]] = False
    return whole


def _is_of_claims(events: Events, facts: Facts) -> NDArray[np.bool_]:
    """Shape (oddities,): the oddity does not affect play: it is in a claim, or after the result."""
    oddities, results, plays = events.oddities, events.results, events.plays
    at = places(oddities.hand, oddities.element)
    known = (results.end != EndKind.AGARI) | ((results.winner != NO_SEAT) & (results.loser != NO_SEAT))
    sticks = np.flatnonzero(plays.kind == PlayKind.RIICHI_ACCEPTED)
    hand = np.searchsorted(events.hands.play_offsets, sticks, side="right") - 1
    found: NDArray[np.bool_] = np.isin(at, places(results.hand[known], results.element[known]))
    found |= np.isin(at, places(hand, plays.element[sticks])) | _is_of_start(events, facts)
    found &= is_one_of(oddities.code, _OF_ATTRIBUTES)
    found |= oddities.code == Oddity.OUT_OF_PLACE
    return found


def _is_of_dealer(events: Events) -> NDArray[np.bool_]:
    """Shape (oddities,): ``oya`` of an INIT, whose only seat it is, is missing or cannot be read."""
    oddities = events.oddities
    of_value = is_one_of(oddities.code, _OF_VALUE) & (oddities.detail == _OYA)
    at_start = events.hands.element[np.maximum(oddities.hand, 0)] == oddities.element
    found: NDArray[np.bool_] = of_value | (oddities.code == Oddity.BAD_SEAT)
    found &= at_start & (oddities.hand >= 0)
    return found


def has_broken_dealer(events: Events) -> NDArray[np.bool_]:
    """Shape (hands,): INIT has no ``oya`` that can be read."""
    return _hands_with(events, _is_of_dealer)


def _hands_with(events: Events, is_it: Callable[[Events], NDArray[np.bool_]]) -> NDArray[np.bool_]:
    """Shape (hands,): the hand has an oddity of some kind; there may be no hands at all."""
    found = np.zeros(len(events.hands.game), np.bool_)
    if len(found) and len(events.oddities.hand):
        found[events.oddities.hand[is_it(events)]] = True
    return found


def has_broken_scores(events: Events) -> NDArray[np.bool_]:
    """Shape (hands,): INIT has no ``ten`` that can be read, so the scores of the hand are not known."""
    oddities = events.oddities
    broken = np.zeros(len(events.hands.game), np.bool_)
    rows = np.flatnonzero(
        is_one_of(oddities.code, _OF_VALUE) & (oddities.detail == _TEN) & (oddities.hand >= 0)
    )
    at_start = events.hands.element[oddities.hand[rows]] == oddities.element[rows]
    broken[oddities.hand[rows[at_start]]] = True
    return broken


def _is_of_dice(events: Events) -> NDArray[np.bool_]:
    """Shape (oddities,): ``seed`` of an INIT cannot be read, but for the indicator, which is last in it."""
    oddities, hands = events.oddities, events.hands
    found: NDArray[np.bool_] = is_one_of(oddities.code, _OF_VALUE) & (oddities.detail == _SEED)
    found &= (oddities.hand >= 0) & (hands.indicator[np.maximum(oddities.hand, 0)] != NO_TILE)
    return found


def has_broken_dice(events: Events) -> NDArray[np.bool_]:
    """Shape (hands,): INIT has dice that cannot be."""
    return _hands_with(events, _is_of_dice)


def _is_of_start(events: Events, facts: Facts) -> NDArray[np.bool_]:
    """Shape (oddities,): chips or dice of an INIT, or an ``oya`` that kyoku and first draw make up for."""
    oddities, hands = events.oddities, events.hands
    hand = np.maximum(oddities.hand, 0)
    of_dealer = _is_of_dealer(events) & (facts.dealer == hands.kyoku % SEATS)[hand]
    found: NDArray[np.bool_] = is_one_of(oddities.code, _OF_VALUE) & (oddities.detail == _CHIP)
    found &= (hands.element[hand] == oddities.element) & (oddities.hand >= 0)
    found |= of_dealer | _is_of_dice(events)
    return found
