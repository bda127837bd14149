"""Checks of the step from hand to hand: order, next dealer, honba, sticks and scores."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.outcomes import outcome
from analyzer.audit.texts import points_text
from analyzer.audit.verdicts import (
    FORMAT,
    PROGRESS,
    RYUUKYOKU,
    TENHOU,
    Check,
    Detail,
    Verdicts,
    per_hand,
)
from analyzer.formats.claims import Claim
from analyzer.replay.seats import any_seat, of_hands
from analyzer.vocabulary import EndKind, kyoku_text, signed_points

__all__ = ["CHECKS", "is_displaced"]


class _Steps(NamedTuple):
    """Steps from one hand to the next of the same game; shape (items,)."""

    before: NDArray[np.int64]
    after: NDArray[np.int64]
    lost: NDArray[np.bool_]


@shared
def _steps(case: Case) -> _Steps:
    after = np.flatnonzero(~case.is_first_hand)
    before = after - 1
    return _Steps(before, after, ~(case.leads_on[before] & case.played[after]))


def _scores_differ(case: Case, steps: _Steps) -> NDArray[np.bool_]:
    start = of_hands(case.events.hands.scores, steps.after)
    return any_seat(start != of_hands(outcome(case), steps.before))


def _is_gap(case: Case, steps: _Steps) -> NDArray[np.bool_]:
    """Per step: two of kyoku, honba and scores are wrong, as when a hand is missing or out of order.

    Honba that fit the logged next dealer do not count: they follow from a wrong dealer.
    """
    hands = case.events.hands
    kyoku = hands.kyoku[steps.after] != case.next.kyoku[steps.before]
    honba = hands.honba[steps.after] != case.next.honba[steps.before]
    # Honba that fit the logged next dealer follow from a wrong one.
    stays = hands.kyoku[steps.after] == hands.kyoku[steps.before]
    won = case.facts.end[steps.before] == EndKind.AGARI
    grown = hands.honba[steps.before] + 1
    honba &= ~(kyoku & (hands.honba[steps.after] == np.where(stays | ~won, grown, 0)))
    gap: NDArray[np.bool_] = (kyoku.astype(np.int8) + honba + _scores_differ(case, steps)) >= 2
    return gap


def _continues(case: Case, before: int, after: int) -> bool:
    """Whether a hand may directly follow another."""
    hands = case.events.hands
    follows = hands.kyoku[after] == case.next.kyoku[before] and hands.honba[after] == case.next.honba[before]
    return bool(follows and (hands.scores[after] == outcome(case)[before]).all())


def _begins(case: Case, row: int) -> bool:
    """Whether the hand is the first of a game."""
    hands = case.events.hands
    start = (hands.kyoku[row], hands.honba[row], hands.kyotaku[row])
    rules = case.rule_set(int(hands.game[row]))
    seated = np.arange(hands.scores.shape[1]) < case.events.games.players[hands.game[row]]
    if rules is None or any(start):
        return False
    return bool((hands.scores[row][seated] == rules.start_points).all())


def is_displaced(case: Case, after: int) -> bool:
    """Whether a hand that does not follow the one before it follows another of its game, or begins it."""
    if _begins(case, after):
        return True
    if _continues(case, after - 1, after):
        return False
    game = int(case.events.hands.game[after])
    first, stop = case.events.games.hand_offsets[game : game + 2].tolist()
    return any(_continues(case, other, after) for other in range(first, stop) if case.usable[other])


def hand_order(case: Case) -> Verdicts:
    """No hand is missing or out of order; one item per step from hand to hand.

    Hands that follow others of the game are out of order; only the first of a game is reported.
    """
    steps, hands = _steps(case), case.events.hands
    gap = _is_gap(case, steps)

    def detail(item: int) -> Detail:
        before, after = int(steps.before[item]), int(steps.after[item])
        claimed = kyoku_text(int(hands.kyoku[after]), int(hands.honba[after]))
        computed = kyoku_text(int(case.next.kyoku[before]), int(case.next.honba[before]))
        due, found = points_text(outcome(case)[before]), points_text(hands.scores[after])
        why = "hands are out of order" if is_displaced(case, after) else "a hand is missing"
        message = f"{claimed} with {found} follows, expected {computed} with {due}: {why}"
        return Detail(claimed, computed, message, int(hands.element[after]))

    return per_hand(case, steps.after, ~gap, detail, lost=steps.lost)


def _next_number(case: Case, name: str, what: str) -> Verdicts:
    """One item per step on a number of INIT; ``name`` is that of its column."""
    steps, hands = _steps(case), case.events.hands
    column, expected = getattr(hands, name), getattr(case.next, name)
    text = kyoku_text if name == "kyoku" else str

    def detail(item: int) -> Detail:
        before, after = int(steps.before[item]), int(steps.after[item])
        claimed, computed = text(int(column[after])), text(int(expected[before]))
        message = f"the next hand has {what} {claimed}, {case.rule_name(before)} gives {computed}"
        return Detail(claimed, computed, message, int(hands.element[after]))

    passed = column[steps.after] == expected[steps.before]
    return per_hand(case, steps.after, passed, detail, lost=steps.lost)


def next_kyoku(case: Case) -> Verdicts:
    """The next hand is that of the dealer who follows; one item per step from hand to hand."""
    return _next_number(case, "kyoku", "kyoku")


def next_honba(case: Case) -> Verdicts:
    """The next hand has the honba that follows; one item per step from hand to hand."""
    return _next_number(case, "honba", "honba")


def next_kyotaku(case: Case) -> Verdicts:
    """The next hand begins with the sticks that stayed on the table; one item per step from hand to hand."""
    return _next_number(case, "kyotaku", "sticks")


def next_scores(case: Case) -> Verdicts:
    """The next hand begins with the scores that the last result gives; one item per step."""
    steps, hands = _steps(case), case.events.hands
    due_after = outcome(case)

    def detail(item: int) -> Detail:
        found, due = hands.scores[steps.after[item]], due_after[steps.before[item]]
        claimed, computed = points_text(found), points_text(due)
        message = f"the next hand starts with {claimed}, the last result gives {computed}"
        element = int(hands.element[steps.after[item]])
        return Detail(
            claimed, computed, f"{message}, a difference of {signed_points((found - due).tolist())}", element
        )

    passed = ~_scores_differ(case, steps)
    return per_hand(case, steps.after, passed, detail, lost=steps.lost)


CHECKS: Final = (
    Check(
        "hand-order",
        "sequence of hands",
        "Hands follow one another; none is missing or out of order",
        TENHOU,
        hand_order,
        PROGRESS,
    ),
    Check(
        "next-kyoku",
        "next dealer",
        "The dealer stays after a win of the dealer, an abortive draw, or tenpai at an exhaustive draw",
        RYUUKYOKU,
        next_kyoku,
        PROGRESS,
    ),
    Check(
        "next-honba",
        "next honba",
        "Honba grows by one at a draw or if the dealer stays, and is zero after the win of another seat",
        RYUUKYOKU,
        next_honba,
        PROGRESS,
    ),
    Check(
        "next-kyotaku",
        "next sticks",
        "Riichi sticks stay on the table at a draw and go to the winner",
        RYUUKYOKU,
        next_kyotaku,
        PROGRESS,
    ),
    Check(
        "next-scores",
        "scores of the next hand",
        "The next hand starts with the scores the last result gives",
        FORMAT,
        next_scores,
        claim=Claim.START_SCORES,
        of_amounts=True,
    ),
)
