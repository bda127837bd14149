"""Scores a log would go on from, were it not for a fault named before: by its claims, or by the rules.

A claim that fits one of these courses is no fault of its own: the log either carries an earlier fault on
or returns from it.  Only checks that would fail ask, so a batch without faults pays nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.doubts import doubts_of, repeated_result, undue_sticks
from analyzer.audit.excerpts import begins_midway, is_excerpt
from analyzer.vocabulary import SEATS

__all__ = ["fits_some", "other_scores", "other_starts", "outcome", "paid_before", "start_by_rules"]

Points = NDArray[np.int32]


@shared
def outcome(case: Case) -> Points:
    """Shape (hands, 4): scores after the last result of each hand; of no meaning where there is none."""
    results, offsets = case.events.results, case.events.hands.result_offsets
    if len(results.hand) == 0:
        return case.events.hands.scores
    last = np.clip(offsets[1:] - 1, 0, len(results.hand) - 1)
    after: Points = results.scores[last] + results.deltas[last]
    return after


def _first_of_game(case: Case) -> NDArray[np.bool_]:
    hands = case.events.hands
    first: NDArray[np.bool_] = np.arange(len(hands.game)) == case.events.games.hand_offsets[hands.game]
    return first


@shared
def _start_points(case: Case) -> Points:
    """Shape (hands, 4): points of each seat at the start of its game; as claimed where no rules are known.

    Also as claimed where an excerpt begins midway.
    """
    games, hands = case.events.games, case.events.hands
    first = np.minimum(games.hand_offsets[:-1], max(len(hands.game) - 1, 0))
    points = hands.scores[first].copy()
    midway = is_excerpt(case) & begins_midway(case)
    for game in range(len(games.players)):
        rules = case.rule_set(game)
        if rules is not None and not midway[game]:
            points[game] = np.where(np.arange(SEATS) < games.players[game], rules.start_points, 0)
    return points[hands.game]


@shared
def start_by_rules(case: Case) -> Points:
    """Shape (hands, 4): scores that the hand before gives by its claims; of a first hand the start points."""
    start = case.events.hands.scores.copy()
    follows = ~_first_of_game(case)
    follows[1:] &= case.leads_on[:-1]
    rows = np.flatnonzero(follows)
    start[rows] = outcome(case)[rows - 1]
    first = np.flatnonzero(_first_of_game(case) & (case.rule_of_game[case.events.hands.game] >= 0))
    start[first] = _start_points(case)[first]
    return start


def _deposits(case: Case) -> Points:
    """Shape (hands, 4): what riichi sticks take from each seat, by play."""
    paid: Points = case.facts.scores - case.events.hands.scores
    return paid


@shared
def _payments(case: Case) -> tuple[Points, Points]:
    """Shape (hands, 4) each: payments of all results, as claimed and by the rules."""
    results = case.events.results
    claimed = np.zeros((len(case.usable), SEATS), np.int32)
    once = ~repeated_result(case)
    np.add.at(claimed, results.hand[once], results.deltas[once])
    due = case.draws.deltas.copy()
    wins = np.flatnonzero(once[case.wins.result])
    np.add.at(due, case.wins.hand[wins], case.wins.deltas[wins])
    judged = case.usable & (case.rule_of_game[case.events.hands.game] >= 0)
    return claimed, np.where(judged[:, None], due, claimed).astype(np.int32)


def _undue(case: Case) -> Points:
    """Shape (hands, 4): what to give back where a stick is paid that no rule asks for."""
    back = case.stick[:, None] * undue_sticks(case).astype(np.int32)
    takers = np.flatnonzero(case.wins.takes_pot)
    hand, winner = case.wins.hand[takers], case.wins.winner[takers]
    back[hand, winner] -= back[hand].sum(axis=1, dtype=np.int32)
    return back


@shared
def _course_by_rules(case: Case) -> Points:
    """Shape (hands, 4): scores at the start of each hand if every payment of the game had been right."""
    claimed_change = outcome(case) - case.events.hands.scores
    due = _deposits(case) + _payments(case)[1] + _undue(case)
    change = np.where(case.usable[:, None], due, claimed_change).astype(np.int64)
    before = np.cumsum(change, axis=0) - change
    first = case.events.games.hand_offsets[:-1][case.events.hands.game]
    course: Points = (_start_points(case) + before - before[np.minimum(first, len(before) - 1)]).astype(
        np.int32
    )
    return course


def other_starts(case: Case) -> tuple[Points, ...]:
    """Scores at the start of each hand: as claimed, as the hand before gives them, as the rules would."""
    if len(case.usable) == 0:
        return (case.events.hands.scores,)
    return case.events.hands.scores, start_by_rules(case), _course_by_rules(case)


def paid_before(case: Case) -> tuple[Points, ...]:
    """What riichi sticks take from each seat: by play, and as the results show it."""
    by_play = _deposits(case)
    return by_play, by_play - case.stick[:, None] * doubts_of(case).sticks


def other_scores(case: Case) -> tuple[Points, ...]:
    """Scores after each hand from every start, with every reading of deposits and payments."""
    return tuple(
        start + deposits + payments
        for start in other_starts(case)
        for deposits in paid_before(case)
        for payments in _payments(case)
    )


def fits_some(claimed: Points, courses: tuple[Points, ...], rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each claim, shape (items, 4), is what some course has in its row."""
    fits = np.zeros(len(claimed), np.bool_)
    for course in courses:
        fits |= (claimed == course[rows]).all(axis=1)
    return fits
