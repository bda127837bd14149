"""What the rules say of the end of every game: whether it is over, its final scores and results."""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.computed import Draws, Endings
from analyzer.audit.courses import other_scores, outcome
from analyzer.audit.follows import next_hands, start_of_hands, sticks_left
from analyzer.audit.ruling import Ruling
from analyzer.mjlog.events import Events
from analyzer.replay import Facts
from analyzer.rules import RuleSet
from analyzer.settlement.game_end import EndCause, GameEnd, final_results, game_end, leftover_points
from analyzer.vocabulary import SEATS, DrawKind, EndKind

__all__ = ["last_results", "may_be_final", "may_be_over", "settle_endings"]

_PLAYS_ON: Final = (
    DrawKind.SUUFON_RENDA,
    DrawKind.KYUUSHU_KYUUHAI,
    DrawKind.SUUCHA_RIICHI,
    DrawKind.SUUKAIKAN,
    DrawKind.SANCHAHOU,
    DrawKind.CHOMBO,
)


def last_results(events: Events) -> NDArray[np.int64]:
    """Row of the last result of each hand; of no meaning for a hand without one."""
    return np.maximum(events.hands.result_offsets[1:].astype(np.int64) - 1, 0)


def settle_endings(
    events: Events, facts: Facts, ruling: Ruling, draws: Draws, after: NDArray[np.int32]
) -> Endings:
    """Whether the game ends after each hand, judged from the scores that its results claim.

    Args:
        events: The batch.
        facts: Of its hands.
        ruling: The rule set of each game.
        draws: What the rules give to each hand as a ryuukyoku.
        after: Kyoku of the hand that follows if the game goes on, per hand.
    """
    count = len(events.hands.game)
    endings = Endings(
        np.zeros(count, np.uint8),
        np.zeros(count, np.bool_),
        np.zeros((count, SEATS), np.int32),
        np.zeros((count, SEATS), np.int32),
    )
    if len(events.results.hand) == 0:
        return endings
    rule_of_hand = ruling.rule_of_game[events.hands.game]
    penalties = _penalties(events, draws)
    for index, rules in enumerate(ruling.rule_sets):
        rows = np.flatnonzero((rule_of_hand == index) & events.hands.complete)
        _settle_part(events, facts, endings, rows, rules, draws.kind, penalties, after)
    return endings


def _settle_part(
    events: Events,
    facts: Facts,
    endings: Endings,
    rows: NDArray[np.int64],
    rules: RuleSet,
    kind: NDArray[np.uint8],
    penalties: NDArray[np.int32],
    after: NDArray[np.int32],
) -> None:
    """Fill the rows of one rule set."""
    result = last_results(events)[rows]
    scores = (events.results.scores + events.results.deltas)[result, : rules.seats]
    kyoku = events.hands.kyoku[rows]
    won = facts.end[rows] == EndKind.AGARI
    end = _end_of(rules, scores, kyoku, facts.dealer[rows], after[rows] == kyoku, kind[rows], won)
    endings.cause[rows] = end.cause
    endings.may_end[rows] = end.may_end
    sticks = np.where(won, 0, facts.riichi_sticks[rows]).astype(np.int32)
    final = scores + leftover_points(scores, sticks, rules)
    endings.scores[rows, : rules.seats] = final
    endings.results[rows, : rules.seats] = final_results(final, rules, penalties[rows, : rules.seats])


def _penalties(events: Events, draws: Draws) -> NDArray[np.int32]:
    """Shape (hands, 4), points: what the chombo of a game so far take from its final results."""
    total = np.cumsum(draws.final_points, axis=0, dtype=np.int32)
    first = events.games.hand_offsets[events.hands.game]
    return total - (total - draws.final_points)[first]


def _end_of(
    rules: RuleSet,
    scores: NDArray[np.int32],
    kyoku: NDArray[np.int32],
    dealer: NDArray[np.uint8],
    stays: NDArray[np.bool_],
    kind: NDArray[np.uint8],
    won: NDArray[np.bool_],
) -> GameEnd:
    """Whether the game is over after hands of one rule set; shape (items,) each."""
    return game_end(
        scores,
        rules,
        kyoku=kyoku,
        dealer=dealer,
        dealer_stays=stays,
        won=won,
        played_out=won | ~np.isin(kind, _PLAYS_ON),
    )


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
            end = _end_of(rules, seated, kyoku[items], dealer, stays[items], kind[items], won)
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
