"""The hand that follows, were it not for a fault named before: the counterpart of `courses` for counters.

Only checks that would fail ask, so a batch without faults pays nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.doubts import doubts_of, tehai_differs
from analyzer.audit.excerpts import begins_midway, is_excerpt
from analyzer.replay.facts import is_one_of, take
from analyzer.rules import RuleSet
from analyzer.settlement.carry import carry, next_honba
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.vocabulary import NO_TILE, SEATS, DrawKind, EndKind

__all__ = ["Start", "honba_if", "next_hands", "start_of_hands", "sticks_left"]

_BY_TENPAI = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)

Numbers = NDArray[np.int32]


class Start(NamedTuple):
    """Kyoku and counters at the start of hands; shape (hands,)."""

    kyoku: Numbers
    honba: Numbers
    kyotaku: Numbers


class _Outcome(NamedTuple):
    """What decides the hand after each hand; shape (hands,) or (hands, 4)."""

    kind: NDArray[np.uint8]
    tenpai: NDArray[np.bool_]
    winners: NDArray[np.bool_]


@shared
def start_of_hands(case: Case) -> Start:
    """What each INIT should say: by the hand before it, or zeros for a first hand; as logged where lost.

    Nor is anything known of the hand before the first one of an excerpt that begins midway.
    """
    hands = case.events.hands
    start = Start(hands.kyoku.copy(), hands.honba.copy(), hands.kyotaku.copy())
    first = np.arange(len(hands.game)) == case.events.games.hand_offsets[hands.game]
    begins = first & ~(is_excerpt(case) & begins_midway(case))[hands.game]
    follows = ~first
    follows[1:] &= case.leads_on[:-1]
    rows = np.flatnonzero(follows)
    for column, due in zip(start, case.next[:3], strict=True):
        column[begins] = 0
        column[rows] = due[rows - 1]
    return start


def _claimed_outcome(case: Case) -> _Outcome:
    """By the draw kind that the log names and the seats that it shows."""
    results, offsets, facts = case.events.results, case.events.hands.result_offsets, case.facts
    kind, tenpai = case.draws.kind.copy(), case.draws.tenpai.copy()
    hand = np.flatnonzero(facts.end == EndKind.RYUUKYOKU)
    result = offsets[hand].astype(np.int64)
    kind[hand] = results.draw_kind[result]
    by_tenpai = is_one_of(kind[hand], _BY_TENPAI) & ~case.unshown()[hand]
    shown = results.shown[result, :, 0] != NO_TILE
    tenpai[hand[by_tenpai]] = shown[by_tenpai]
    return _Outcome(kind, tenpai, facts.winners)


def _other_winner(case: Case) -> _Outcome:
    """The dealer won where the log says another seat did, and the other way, if the winner is in doubt."""
    facts, wins = case.facts, case.wins
    doubted = np.zeros(len(case.usable), np.bool_)
    doubted[np.nonzero(doubts_of(case).winning_tile)[0]] = True
    doubted[wins.hand[tehai_differs(case)]] = True
    winners = facts.winners.copy()
    rows = np.flatnonzero(doubted)
    winners[rows, facts.dealer[rows]] = ~winners[rows, facts.dealer[rows]]
    return _Outcome(case.draws.kind, case.draws.tenpai, winners)


def _carried(case: Case, rows: NDArray[np.int64], start: Start, sticks: Numbers, outcome: _Outcome) -> Start:
    """The hand after each of ``rows``, from another start or outcome than the one logged."""
    after = Start(*(np.full(len(rows), -1, np.int32) for _ in range(3)))
    rule_of_row = case.rule_of_game[case.events.hands.game[rows]]
    for index, rules in enumerate(case.rule_sets):
        items = np.flatnonzero(rule_of_row == index)
        if len(items) == 0:
            continue
        part = rows[items]
        on_table = np.clip(sticks[part], 0, 255).astype(np.uint8)
        facts = take(case.facts, part)._replace(winners=outcome.winners[part], riichi_sticks=on_table)
        settled = _settled(case, part, rules, outcome)
        follows = carry(facts, settled, rules, kyoku=start.kyoku[part], honba=start.honba[part])
        after.kyoku[items], after.honba[items] = follows.kyoku, follows.honba
        after.kyotaku[items] = follows.kyotaku
    return after


def _settled(case: Case, rows: NDArray[np.int64], rules: RuleSet, outcome: _Outcome) -> Ryuukyoku:
    nothing = np.zeros((len(rows), rules.seats), np.int32)
    return Ryuukyoku(
        outcome.kind[rows],
        outcome.tenpai[rows, : rules.seats],
        nothing,
        case.draws.nagashi[rows, : rules.seats],
        nothing.astype(np.bool_),
        nothing,
    )


def next_hands(case: Case, rows: NDArray[np.int64]) -> tuple[Start, ...]:
    """What may follow each of ``rows``: from its start as logged or as due, by play or as the log claims.

    Args:
        case: The batch.
        rows: Hands with one after them; shape (items,).

    Returns:
        Each of shape (items,).
    """
    hands, facts = case.events.hands, case.facts
    logged = Start(hands.kyoku, hands.honba, hands.kyotaku)
    played = _Outcome(case.draws.kind, case.draws.tenpai, facts.winners)
    shown = doubts_of(case).sticks.sum(axis=1, dtype=np.int32)
    return tuple(
        _carried(case, rows, start, facts.riichi_sticks + start.kyotaku - hands.kyotaku + more, outcome)
        for start in (logged, start_of_hands(case))
        for outcome in (played, _claimed_outcome(case), _other_winner(case))
        for more in (np.zeros_like(shown), shown)
    )


def sticks_left(case: Case, rows: NDArray[np.int64]) -> Numbers:
    """Sticks that the claimed payments leave on the table; a payment that takes too few is named itself."""
    paid = np.zeros((len(case.usable), SEATS), np.int32)
    np.add.at(paid, case.events.results.hand, case.events.results.deltas)
    shown = doubts_of(case).sticks.sum(axis=1, dtype=np.int32)
    taken = paid.sum(axis=1, dtype=np.int32) // np.maximum(case.stick, 1)
    left: Numbers = case.facts.riichi_sticks + shown - taken
    return left[rows]


def honba_if(case: Case, rows: NDArray[np.int64], stays: NDArray[np.bool_]) -> Numbers:
    """Honba of the next hand if the dealer stays, or does not, as given; shape (items,)."""
    honba = np.full(len(rows), -1, np.int32)
    rule_of_row = case.rule_of_game[case.events.hands.game[rows]]
    kind = case.draws.kind[rows]
    won = (case.facts.end[rows] == EndKind.AGARI) & (kind != DrawKind.SANCHAHOU)
    for index, rules in enumerate(case.rule_sets):
        items = np.flatnonzero(rule_of_row == index)
        here = case.events.hands.honba[rows[items]]
        chombo = (kind[items] == DrawKind.CHOMBO) & ~won[items]
        honba[items] = next_honba(here, won[items], stays[items], chombo, rules)
    return honba
