"""Broken elements: which of them hide play, and which only a claim of the log.

A result without ``ten`` or ``yaku`` is reported as malformed; its hand is still judged from play.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events, Oddity, plays_of_kind
from analyzer.formats.mjlog.markup import ATTRIBUTES
from analyzer.replay import Facts
from analyzer.replay.facts import is_one_of
from analyzer.vocabulary import NO_SEAT, NO_TILE, SEATS, EndKind, PlayKind

_OF_VALUE: Final = (Oddity.MISSING_ATTRIBUTE, Oddity.BAD_VALUE)
_OF_ATTRIBUTES: Final = (*_OF_VALUE, Oddity.BAD_MELD, Oddity.BAD_TILE, Oddity.BAD_SEAT)
_ITS_OWN: Final = {
    "m": Oddity.BAD_MELD,
    "paoWho": Oddity.BAD_SEAT,
    **dict.fromkeys(("doraHai", "doraHaiUra", "hai0", "hai1", "hai2", "hai3"), Oddity.BAD_TILE),
}
"""What else can be odd about an attribute of a result."""

Rows = NDArray[np.int64]


def places(hand: NDArray[np.int32] | Rows, element: NDArray[np.int32]) -> Rows:
    """Hand and element packed into one number."""
    return np.asarray(hand, np.int64) << 32 | element


def places_of_oddities(events: Events) -> Rows:
    """Hand and element of every oddity."""
    return places(events.oddities.hand, events.oddities.element)


def has_broken(events: Events, *names: str) -> NDArray[np.bool_]:
    """Shape (results,): one of some attributes of the result is missing or cannot be read.

    A bad tile is reported without its attribute, so it counts for every attribute that holds tiles.
    """
    oddities = events.oddities
    numbers = [ATTRIBUTES.index(name) for name in names]
    broken = is_one_of(oddities.code, _OF_VALUE) & np.isin(oddities.detail, numbers)
    broken |= is_one_of(oddities.code, [_ITS_OWN[name] for name in names if name in _ITS_OWN])
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
    sticks, hand = plays_of_kind(events, PlayKind.RIICHI_ACCEPTED)
    found: NDArray[np.bool_] = np.isin(at, places(results.hand[known], results.element[known]))
    found |= np.isin(at, places(hand, plays.element[sticks]))
    found |= _is_of_start(events, "chip") | _is_of_start(events, "seed")
    made_up_for = facts.dealer == events.hands.kyoku % SEATS
    found |= _is_of_start(events, "oya") & made_up_for[np.maximum(oddities.hand, 0)]
    found &= is_one_of(oddities.code, _OF_ATTRIBUTES)
    found |= oddities.code == Oddity.OUT_OF_PLACE
    return found


def _is_of_start(events: Events, name: str) -> NDArray[np.bool_]:
    """Shape (oddities,): an attribute of an INIT is missing or cannot be read.

    ``oya`` is the only seat there.  Of ``seed`` the indicator is left out, which is last in it.
    """
    oddities, hands = events.oddities, events.hands
    if len(hands.game) == 0:
        return np.zeros(len(oddities.code), np.bool_)
    hand = np.maximum(oddities.hand, 0)
    found: NDArray[np.bool_] = is_one_of(oddities.code, _OF_VALUE)
    found &= oddities.detail == ATTRIBUTES.index(name)
    if name == "oya":
        found |= oddities.code == Oddity.BAD_SEAT
    if name == "seed":
        found &= hands.indicator[hand] != NO_TILE
    found &= (oddities.hand >= 0) & (hands.element[hand] == oddities.element)
    return found


def has_broken_start(events: Events, name: str) -> NDArray[np.bool_]:
    """Shape (hands,): INIT has no attribute of a name that can be read; of ``seed``, no dice that can be."""
    found = np.zeros(len(events.hands.game), np.bool_)
    found[events.oddities.hand[_is_of_start(events, name)]] = True
    return found
