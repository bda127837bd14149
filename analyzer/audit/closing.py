"""Ends that a game might have, were it not for a fault named before: the counterpart of `courses`.

Only checks that would fail ask, so a batch without faults pays nothing.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.courses import other_scores, outcome
from analyzer.audit.follows import next_hands, start_of_hands, sticks_left
from analyzer.audit.game_ends import end_of, last_results
from analyzer.settlement.game_end import EndCause, leftover_points
from analyzer.vocabulary import EndKind

__all__ = ["may_be_final", "may_be_over"]


def may_be_over(case: Case, rows: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the game may end, and may go on, after hands, were it not for a fault named before.

    Args:
        case: The batch.
        rows: Hands with a result; shape (items,).

    Returns:
        Each of shape (items,): by the scores, dealers and kinds of draw that some course has.
    """
    ends, goes_on = np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.bool_)
    kyokus = (case.events.hands.kyoku[rows], start_of_hands(case).kyoku[rows])
    scores = [course[rows] for course in (outcome(case), *other_scores(case))]
    kinds = (case.draws.kind[rows], _claimed_kind(case, rows))
    rule_of_row = case.rule_of_game[case.events.hands.game[rows]]
    for index, rules in enumerate(case.rule_sets):
        items = np.flatnonzero(rule_of_row == index)
        if len(items) == 0:
            continue
        won, dealer = case.facts.end[rows[items]] == EndKind.AGARI, case.facts.dealer[rows[items]]
        for after, kyoku, stays, kind in product(scores, kyokus, _stays(case, rows, kyokus), kinds):
            seated = after[items, : rules.seats]
            end = end_of(rules, seated, kyoku[items], dealer, stays[items], kind[items], won)
            over = end.cause != EndCause.NONE
            ends[items] |= over | end.may_end
            goes_on[items] |= ~over
    return ends, goes_on


def _claimed_kind(case: Case, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The DrawKind that the last result names; of a win what play would give."""
    claimed = case.events.results.draw_kind[last_results(case.events)[rows]]
    return np.where(case.facts.end[rows] == EndKind.AGARI, case.draws.kind[rows], claimed).astype(np.uint8)


def _stays(case: Case, rows: NDArray[np.int64], kyokus: tuple[NDArray[np.int32], ...]) -> NDArray[np.bool_]:
    """Whether the dealer stays after hands, by each course that is of its own; shape (courses, items)."""
    following = [case.next.kyoku[rows], *(start.kyoku for start in next_hands(case, rows))]
    stays = np.stack([after == kyoku for after, kyoku in product(following, kyokus)])
    distinct: NDArray[np.bool_] = np.unique(stays, axis=0)
    return distinct


def may_be_final(case: Case, rows: NDArray[np.int64], claimed: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Whether final scores are right after hands, were it not for a fault named before.

    Args:
        case: The batch.
        rows: Hands with a result; shape (items,).
        claimed: Final scores of the log; shape (items, 4).
    """
    fits = np.zeros(len(rows), np.bool_)
    won = case.facts.end[rows] == EndKind.AGARI
    on_table = case.facts.riichi_sticks[rows].astype(np.int32)
    earlier = (start_of_hands(case).kyotaku - case.events.hands.kyotaku)[rows]
    every_sticks = (on_table, on_table + earlier, sticks_left(case, rows))
    for index, rules in enumerate(case.rule_sets):
        items = np.flatnonzero(case.rule_of_game[case.events.hands.game[rows]] == index)
        for scores in other_scores(case):
            final = scores[rows[items]].copy()
            seated = final[:, : rules.seats]
            for sticks in every_sticks:
                left = np.where(won[items], 0, sticks[items]).astype(np.int32)
                due = final.copy()
                due[:, : rules.seats] += leftover_points(seated, left, rules)
                fits[items] |= (claimed[items] == due).all(axis=1)
    return fits
