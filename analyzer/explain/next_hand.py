"""What follows a hand: who deals next with how many honba and sticks, or why the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.explain.one_hand import OneHand
from analyzer.explain.reason import Reason, reason, ruled
from analyzer.explain.why import Why
from analyzer.rules.grades import Bust, Rounding
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.game_end import EndCause
from analyzer.vocabulary import ABORTIVE, DrawKind, kyoku_text

__all__ = ["carry_reasons", "game_over", "next_reason", "result_reasons"]

_OVER: Final = {
    EndCause.BUST: (Why.OVER_BUST, "bust"),
    EndCause.TEPPEN: (Why.OVER_TEPPEN, "teppen"),
    EndCause.TARGET: (Why.OVER_TARGET, "target_points"),
    EndCause.YAME: (Why.OVER_YAME, "agari_yame"),
    EndCause.LIMIT: (Why.OVER_LIMIT, "extension_winds"),
}


def carry_reasons(hand: OneHand) -> Iterator[Reason]:
    """Why the dealer stays or goes, and what becomes of honba and sticks."""
    after, rules = hand.settled.after, hand.rules
    stays, seat = bool(after.dealer_stays[0]), int(hand.facts.dealer[0])
    why = Why.DEALER_STAYS if stays else Why.DEALER_MOVES
    yield ruled(rules, _repeat_rule(hand.draw_kind), why, seat=seat)
    before, now = int(hand.situation.honba[0]), int(after.honba[0])
    rule = "honba_inherited" if not stays and before and not now else "honba_growth"
    if hand.draw_kind == DrawKind.CHOMBO:
        rule = "chombo_honba"
    yield ruled(rules, None if hand.won else rule, Why.HONBA, before=before, after=now)
    sticks = int(hand.facts.riichi_sticks[0])
    if sticks:
        yield reason(Why.STICKS_STAY, left=int(after.kyotaku[0]), sticks=sticks)


def _repeat_rule(draw_kind: int) -> str | None:
    """The rule by which the dealer stays or goes; None where chombo leaves no choice."""
    if draw_kind == DrawKind.CHOMBO:
        return None
    if draw_kind in ABORTIVE:
        return "abort_repeat"
    return "nagashi_repeat" if draw_kind == DrawKind.NAGASHI_MANGAN else "dealer_repeat"


def next_reason(hand: OneHand) -> Reason:
    """The hand that follows, or why the game is over."""
    after, end = hand.settled.after, hand.game_end
    cause = EndCause(int(end.cause[0]))
    if cause:
        scores = hand.facts.scores[0, : hand.rules.seats] + hand.settled.deltas[0]
        return game_over(cause, scores, hand.rules, won=hand.won)
    name = kyoku_text(int(after.kyoku[0]), int(after.honba[0]))
    why = Why.NEXT_OR_END if end.may_end[0] else Why.NEXT
    return reason(why, hand=name, seat=int(after.dealer[0]))


def game_over(cause: EndCause, scores: NDArray[np.int32], rules: RuleSet, *, won: bool) -> Reason:
    """Why the game is over, with the seats that ended it.

    Args:
        cause: Of the end.
        scores: After the last hand; shape (seats,).
        rules: The rule set.
        won: Whether the last hand was won.
    """
    why, rule = _OVER[cause]
    lowest = 0 if rules.bust == Bust.BELOW_ZERO else 1
    concerned = scores >= rules.target_points
    if cause == EndCause.BUST:
        concerned = scores < lowest
    elif cause == EndCause.TEPPEN:
        concerned = scores > rules.teppen
    seats = tuple(np.flatnonzero(concerned).tolist())
    return ruled(rules, "tenpai_yame" if cause == EndCause.YAME and not won else rule, why, seats=seats)


def result_reasons(
    sticks: int, left: NDArray[np.int32], penalties: NDArray[np.int32], rules: RuleSet
) -> Iterator[Reason]:
    """How the final results come from the scores after the last hand.

    Args:
        sticks: Left on the table.
        left: Points of them, per seat.
        penalties: Points that chombo took from the results, per seat.
        rules: The rule set.
    """
    if sticks:
        yield ruled(rules, "leftover_kyotaku", Why.STICKS_LEFT, sticks=sticks, points=tuple(left.tolist()))
    yield ruled(rules, "return_points", Why.LESS_RETURN)
    uma = "uma_by_below" if rules.uma_by_below else "uma_tonpuu" if rules.winds == 1 else "uma"
    yield ruled(rules, uma, Why.WITH_UMA)
    is_rounded = rules.rounding != Rounding.NONE
    yield ruled(rules, "rounding", Why.ROUNDED if is_rounded else Why.NOT_ROUNDED)
    yield ruled(rules, "tie_rule", Why.EQUAL_SCORES)
    if penalties.any():
        yield ruled(rules, "chombo_points", Why.CHOMBO_TAKEN, points=tuple(penalties.tolist()))
