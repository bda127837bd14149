"""What each INIT should say: by the hand before it, or as a game begins."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.undecided import begins_midway, is_excerpt
from analyzer.replay.seats import of_hands
from analyzer.vocabulary import SEATS

__all__ = ["Numbers", "Points", "Start", "outcome", "start_of_hands", "start_points"]

Numbers = NDArray[np.int32]
Points = NDArray[np.int32]


class Start(NamedTuple):
    """What INIT should say; shape (hands,) unless said."""

    kyoku: Numbers
    honba: Numbers
    kyotaku: Numbers
    scores: Points
    """Shape (hands, 4)."""


@shared
def start_of_hands(case: Case) -> Start:
    """What each INIT should say: by the hand before it, zeros for a first hand, else as logged.

    Where hands follow one whose wind is wrong, their wind is as wrong.

    The first hand of an excerpt that begins midway is taken as logged too.
    """
    hands, due = case.events.hands, case.next
    start = Start(hands.kyoku.copy(), hands.honba.copy(), hands.kyotaku.copy(), hands.scores.copy())
    follows = ~case.is_first_hand
    follows[1:] &= case.leads_on[:-1]
    rows = np.flatnonzero(follows)
    for column, after in zip(start, (due.kyoku, due.honba, due.kyotaku, outcome(case)), strict=True):
        column[rows] = after[rows - 1]
    begins = case.is_first_hand & ~_midway(case)[hands.game]
    for column in start[:3]:
        column[begins] = 0
    _carry_winds(case, start.kyoku, follows)
    return start


def _carry_winds(case: Case, kyoku: Numbers, follows: NDArray[np.bool_]) -> None:
    """Take a wind too many, from where it came in, from the hands that follow it too."""
    hands, offsets = case.events.hands, case.events.games.hand_offsets
    for game in np.unique(hands.game[hands.kyoku != kyoku]).tolist():
        surplus = 0
        for row in range(int(offsets[game]), int(offsets[game + 1])):
            kyoku[row] -= surplus if follows[row] else 0
            differs = int(hands.kyoku[row] - kyoku[row])
            surplus = differs if differs % SEATS == 0 else 0


def _midway(case: Case) -> NDArray[np.bool_]:
    """Shape (games,): an excerpt that begins midway."""
    return is_excerpt(case) & begins_midway(case)


@shared
def start_points(case: Case) -> Points:
    """Shape (hands, 4): start points of each seat in its game; as claimed where they are not known."""
    games, hands = case.events.games, case.events.hands
    first = np.minimum(games.hand_offsets[:-1], max(len(hands.game) - 1, 0))
    points = hands.scores[first].copy()
    midway = _midway(case)
    for game in range(len(games.players)):
        rules = case.rule_set(game)
        if rules is not None and not midway[game]:
            points[game] = np.where(np.arange(SEATS) < games.players[game], rules.start_points, 0)
    return points[hands.game]


@shared
def outcome(case: Case) -> Points:
    """Shape (hands, 4): scores after the last result of each hand; meaningless without a result."""
    results, offsets = case.events.results, case.events.hands.result_offsets
    if len(results.hand) == 0:
        return case.events.hands.scores
    last = np.clip(offsets[1:] - 1, 0, len(results.hand) - 1)
    return of_hands(results.scores, last) + of_hands(results.deltas, last)
