"""Which differences follow from a fault already reported: how a log may go on after wrong numbers.

A number that fits one of these courses is not a new fault: the log either carries the earlier fault on or
returns from it.  Only failing checks ask, so a batch without faults costs nothing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.doubted_play import doubts_of, repeated_result, undue_sticks
from analyzer.audit.doubted_winners import is_ron_beside, lacks_earlier_win
from analyzer.audit.due_starts import Numbers, Points, Start, outcome, start_of_hands, start_points
from analyzer.audit.settled_hands import last_results, wins_of_log
from analyzer.audit.shown_tehai import may_be_another
from analyzer.replay.facts import is_one_of, take
from analyzer.replay.seats import any_seat
from analyzer.settlement import Wins
from analyzer.settlement.carry import Carry, carry
from analyzer.settlement.game_end import EndCause, game_end, leftover_points
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.settlement.settle import fill
from analyzer.vocabulary import NO_TILE, SEATS, DrawKind, EndKind

__all__ = [
    "may_be_final",
    "may_be_over",
    "next_hands",
    "other_starts",
    "paid_before",
    "scores_fit",
    "sticks_left",
]

_BY_TENPAI = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)


def _deposits(case: Case) -> Points:
    """Shape (hands, 4): what each seat pays for riichi sticks, by play."""
    paid: Points = case.facts.scores - case.events.hands.scores
    return paid


@shared
def _payments(case: Case) -> tuple[Points, ...]:
    """Shape (hands, 4) each: payments of all results, as claimed and by the rules.

    Where INIT has other honba or sticks than it should, also those that the rules would have given.
    """
    results = case.events.results
    claimed = np.zeros((len(case.usable), SEATS), np.int32)
    once = ~repeated_result(case)
    np.add.at(claimed, results.hand[once], results.deltas[once])
    has_rules = case.rule_of_game[case.events.hands.game] >= 0
    payments = [claimed]
    for wins in (case.wins, *_wins_from_due_start(case)):
        due = case.draws.deltas.copy()
        rows = np.flatnonzero(once[wins.result])
        np.add.at(due, wins.hand[rows], wins.deltas[rows])
        payments.append(np.where(has_rules[:, None], due, claimed).astype(np.int32))
    return tuple(payments)


def _wins_from_due_start(case: Case) -> tuple[Wins, ...]:
    """The wins with the honba and sticks that INIT should have; nothing where it has them."""
    hands, start = case.events.hands, start_of_hands(case)
    if (hands.honba == start.honba).all() and (hands.kyotaku == start.kyotaku).all():
        return ()
    sticks = case.facts.riichi_sticks + start.kyotaku - hands.kyotaku
    facts = case.facts._replace(riichi_sticks=np.clip(sticks, 0, 255).astype(np.uint8))
    situation = case.settled.situation._replace(honba=start.honba)
    return (wins_of_log(case.events, replace(case.settled, facts=facts, situation=situation)),)


def _undue(case: Case) -> Points:
    """Shape (hands, 4): what to give back for sticks that were paid although no rule asks for them."""
    back = case.stick[:, None] * undue_sticks(case).astype(np.int32)
    takers = np.flatnonzero(case.wins.takes_pot)
    hand, winner = case.wins.hand[takers], case.wins.winner[takers]
    back[hand, winner] -= back[hand].sum(axis=1, dtype=np.int32)
    return back


@shared
def _courses_by_rules(case: Case) -> tuple[Points, ...]:
    """Shape (hands, 4) each: scores at the start of each hand if every payment of the game had been right."""
    return tuple(_course(case, payments) for payments in _payments(case)[1:])


def _course(case: Case, payments: Points) -> Points:
    claimed_change = outcome(case) - case.events.hands.scores
    due = _deposits(case) + payments + _undue(case)
    change = np.where(case.usable[:, None], due, claimed_change).astype(np.int64)
    before = np.cumsum(change, axis=0) - change
    first = case.events.games.hand_offsets[:-1][case.events.hands.game]
    since = before - before[np.minimum(first, len(before) - 1)]
    return start_points(case) + since.astype(np.int32)


def other_starts(case: Case) -> tuple[Points, ...]:
    """Scores at the start of each hand: as claimed, as the hand before gives them, as the rules would."""
    if len(case.usable) == 0:
        return (case.events.hands.scores,)
    return case.events.hands.scores, start_of_hands(case).scores, *_courses_by_rules(case)


def paid_before(case: Case) -> tuple[Points, ...]:
    """What each seat pays for riichi sticks: by play, and as the results show it."""
    by_play = _deposits(case)
    return by_play, by_play - case.stick[:, None] * doubts_of(case).sticks


def _other_scores(case: Case) -> tuple[Points, ...]:
    """Scores after each hand, for every combination of start, riichi sticks and payments."""
    courses = product(other_starts(case), paid_before(case), _payments(case))
    return tuple(start + deposits + payments for start, deposits, payments in courses)


def scores_fit(case: Case, rows: NDArray[np.int64], claimed: Points) -> NDArray[np.bool_]:
    """Whether scores, shape (items, 4), are what some course leaves after these hands."""
    fits = np.zeros(len(claimed), np.bool_)
    for course in _other_scores(case):
        fits |= (claimed == course[rows]).all(axis=1)
    return fits


_Outcome = tuple[Ryuukyoku, NDArray[np.bool_]]
"""What decides the next hand: each hand as a draw, and its winners, shape (hands, 4)."""


def _claimed_outcome(case: Case) -> _Outcome:
    """As the log claims: by the kind of draw it names and the seats it shows."""
    results, offsets, facts = case.events.results, case.events.hands.result_offsets, case.facts
    kind, tenpai = case.draws.kind.copy(), case.draws.tenpai.copy()
    hand = np.flatnonzero(facts.end == EndKind.RYUUKYOKU)
    result = offsets[hand].astype(np.int64)
    kind[hand] = results.draw_kind[result]
    by_tenpai = is_one_of(kind[hand], _BY_TENPAI) & ~case.unshown()[hand]
    shown = results.shown[result, :, 0] != NO_TILE
    tenpai[hand[by_tenpai]] = shown[by_tenpai]
    return case.draws._replace(kind=kind, tenpai=tenpai), facts.winners


def _lacks_later_win(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): the next hand begins as if another seat had won on the same tile too."""
    hands = case.events.hands
    hand = np.flatnonzero(case.usable & (case.facts.end == EndKind.AGARI))
    hand = hand[(hand + 1 < len(hands.game)) & ~case.is_first_hand[np.minimum(hand + 1, len(hands.game) - 1)]]
    change = hands.scores[hand + 1] - outcome(case)[hand]
    lacks = np.zeros(len(case.usable), np.bool_)
    lacks[hand] = is_ron_beside(case, hand, change, np.zeros(len(hand), np.int32))
    return lacks


def _other_winner(case: Case) -> _Outcome:
    """As played; where the winner is in doubt, with the dealer as winner, or not, instead."""
    facts = case.facts
    doubted = any_seat(doubts_of(case).winning_tile)
    doubted[case.wins.hand[may_be_another(case)]] = True
    doubted |= lacks_earlier_win(case) | _lacks_later_win(case)
    winners = facts.winners.copy()
    rows = np.flatnonzero(doubted)
    winners[rows, facts.dealer[rows]] ^= True
    return case.draws, winners


def _carried(case: Case, rows: NDArray[np.int64], start: Start, sticks: Numbers, ended: _Outcome) -> Carry:
    """The hand after each of ``rows``, given a start and an outcome; -1 without rules."""
    after = Carry._make(np.full(len(rows), -1).astype(column.dtype) for column in case.next)
    draws, winners = ended
    for rules, items in case.by_rule_set(rows):
        part = rows[items]
        on_table = np.clip(sticks[part], 0, 255).astype(np.uint8)
        facts = take(case.facts, part)._replace(winners=winners[part], riichi_sticks=on_table)
        drawn = Ryuukyoku._make(column[part] for column in draws)
        follows = carry(facts, drawn, rules, kyoku=start.kyoku[part], honba=start.honba[part])
        fill(after, items, follows)
    return after


def next_hands(case: Case, rows: NDArray[np.int64]) -> tuple[Carry, ...]:
    """Hands that may follow ``rows``: from the start as logged or as due, as claimed or as played.

    Args:
        case: The batch.
        rows: Hands with one after them; shape (items,).

    Returns:
        Each of shape (items,).
    """
    hands, facts = case.events.hands, case.facts
    logged = Start(hands.kyoku, hands.honba, hands.kyotaku, hands.scores)
    shown = doubts_of(case).sticks.sum(axis=1, dtype=np.int32)
    return tuple(
        _carried(case, rows, start, facts.riichi_sticks + start.kyotaku - hands.kyotaku + more, ended)
        for start in (logged, start_of_hands(case))
        for ended in (_claimed_outcome(case), _other_winner(case))
        for more in (np.zeros_like(shown), shown)
    )


def sticks_left(case: Case, rows: NDArray[np.int64]) -> Numbers:
    """Sticks that the claimed payments leave on the table; if they take too few, that is reported there."""
    paid = np.zeros((len(case.usable), SEATS), np.int32)
    np.add.at(paid, case.events.results.hand, case.events.results.deltas)
    shown = doubts_of(case).sticks.sum(axis=1, dtype=np.int32)
    taken = paid.sum(axis=1, dtype=np.int32) // np.maximum(case.stick, 1)
    left: Numbers = case.facts.riichi_sticks + shown - taken
    return left[rows]


def may_be_over(case: Case, rows: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the game may end, and may go on, after hands with a result, shape (items,).

    Returns:
        Each of shape (items,): over all courses of scores, dealers and kinds of draw.
    """
    ends, goes_on = np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.bool_)
    kyokus = (case.events.hands.kyoku[rows], start_of_hands(case).kyoku[rows])
    scores = [course[rows] for course in (outcome(case), *_other_scores(case))]
    kinds = (case.draws.kind[rows], _claimed_kind(case, rows))
    for rules, items in case.by_rule_set(rows):
        won, dealer = case.facts.end[rows[items]] == EndKind.AGARI, case.facts.dealer[rows[items]]
        for after, kyoku, stays, kind in product(scores, kyokus, _stays(case, rows, kyokus), kinds):
            seated = after[items, : rules.seats]
            end = game_end(
                seated,
                rules,
                kyoku=kyoku[items],
                dealer=dealer,
                dealer_stays=stays[items],
                won=won,
                kind=kind[items],
            )
            over = end.cause != EndCause.NONE
            ends[items] |= over | end.may_end
            goes_on[items] |= ~over
    return ends, goes_on


def _claimed_kind(case: Case, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The DrawKind that the last result names; for a win, the one that play gives."""
    claimed = case.events.results.draw_kind[last_results(case.events)[rows]]
    return np.where(case.facts.end[rows] == EndKind.AGARI, case.draws.kind[rows], claimed).astype(np.uint8)


def _stays(case: Case, rows: NDArray[np.int64], kyokus: tuple[Numbers, ...]) -> NDArray[np.bool_]:
    """Whether the dealer stays after hands, once for each distinct course; shape (courses, items)."""
    following = [case.next.kyoku[rows], *(after.kyoku for after in next_hands(case, rows))]
    stays = np.stack([after == kyoku for after, kyoku in product(following, kyokus)])
    distinct: NDArray[np.bool_] = np.unique(stays, axis=0)
    return distinct


def may_be_final(case: Case, rows: NDArray[np.int64], claimed: Points) -> NDArray[np.bool_]:
    """Whether some course leads to these final scores, shape (items, 4), after hands, shape (items,)."""
    fits = np.zeros(len(rows), np.bool_)
    won = case.facts.end[rows] == EndKind.AGARI
    on_table = case.facts.riichi_sticks[rows].astype(np.int32)
    earlier = (start_of_hands(case).kyotaku - case.events.hands.kyotaku)[rows]
    every_sticks = (on_table, on_table + earlier, sticks_left(case, rows))
    for rules, items in case.by_rule_set(rows):
        for scores, sticks in product(_other_scores(case), every_sticks):
            final = scores[rows[items]]
            left = np.where(won[items], 0, sticks[items]).astype(np.int32)
            due = final.copy()
            due[:, : rules.seats] += leftover_points(final[:, : rules.seats], left, rules)
            fits[items] |= (claimed[items] == due).all(axis=1)
    return fits
