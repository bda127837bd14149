"""The end of one game: why it is over, final scores and results, with the rules that say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.audit import Review
from analyzer.rules import RuleSet
from analyzer.rules.grades import Bust, Rounding
from analyzer.settlement.game_end import EndCause, final_results, leftover_points
from analyzer.settlement.reasons import Reason, by_rule
from analyzer.settlement.settle import Settlement
from analyzer.vocabulary import signed_points

__all__ = ["ExpectedEnd", "expected_end"]

_CAUSES: Final = {
    EndCause.BUST: ("out of points: {seats}", "bust"),
    EndCause.TEPPEN: ("a score above the highest: {seats}", "teppen"),
    EndCause.TARGET: ("the deal moves on from a last hand, with {seats} at the target", "target_points"),
    EndCause.LIMIT: ("the deal moves on from the last hand there can be", "extension_winds"),
}

_ROUNDING: Final = {Rounding.NONE: "not rounded", Rounding.HALF_AWAY: "rounded to thousands"}


@dataclass(frozen=True, slots=True)
class ExpectedEnd:
    """The end of a game.

    Attributes:
        cause: ``bust``, ``target``, ``yame`` or ``limit``.
        scores: Final scores, sticks left included, per seat.
        results: Final results per seat in points: 64000 is what a log writes as 64.0.
        reasons: Why, in order.
    """

    cause: str
    scores: tuple[int, ...]
    results: tuple[int, ...]
    reasons: tuple[Reason, ...]


def expected_end(
    judged: Review, settled: Settlement, first: int, stop: int, rules: RuleSet
) -> ExpectedEnd | None:
    """How the rules end the game whose hands are rows ``first`` to ``stop``.

    Returns:
        None where they do not: the log stops before.
    """
    last = stop - 1
    if last < first or not (judged.endings.cause[last] or judged.endings.may_end[last]):
        return None
    cause = EndCause(int(judged.endings.cause[last])) or EndCause.YAME
    hands, seats = judged.events.hands, slice(0, rules.seats)
    paid = rules.riichi_stick * judged.facts.riichi_passed[last, seats]
    scores = (hands.scores[last, seats] - paid + settled.deltas[last])[None].astype(np.int32)
    sticks = settled.after.kyotaku[last : last + 1].astype(np.int32)
    left = leftover_points(scores, sticks, rules)
    penalties = np.where(settled.won[first:stop, None], 0, settled.draw.final_points[first:stop]).sum(axis=0)
    results = final_results(scores + left, rules, penalties[None].astype(np.int32))
    reasons = [_cause_reason(cause, scores[0].tolist(), bool(settled.won[last]), rules)]
    if sticks[0]:
        text = f"{int(sticks[0])} sticks left on the table: {signed_points(left[0].tolist())}"
        reasons.append(by_rule(text, "leftover_kyotaku", rules))
    uma = "uma_by_below" if rules.uma_by_below else "uma_tonpuu" if rules.winds == 1 else "uma"
    reasons += [
        by_rule("scores less the return points", "return_points", rules),
        by_rule("with what each rank adds", uma, rules),
        by_rule(_ROUNDING[rules.rounding], "rounding", rules),
        by_rule("equal scores", "tie_rule", rules),
    ]
    if penalties.any():
        reasons.append(by_rule(f"chombo: {signed_points(penalties.tolist())}", "chombo_points", rules))
    return ExpectedEnd(
        cause.text,
        tuple((scores + left)[0].tolist()),
        tuple(results[0].tolist()),
        tuple(reasons),
    )


def _cause_reason(cause: EndCause, scores: list[int], won: bool, rules: RuleSet) -> Reason:
    if cause == EndCause.YAME:
        text = "the dealer would stay, but is top and at the target"
        return by_rule(text, "agari_yame" if won else "tenpai_yame", rules)
    text, rule = _CAUSES[cause]
    lowest = 0 if rules.bust == Bust.BELOW_ZERO else 1
    reached = {
        EndCause.BUST: [score < lowest for score in scores],
        EndCause.TEPPEN: [score > rules.teppen for score in scores],
    }
    concerned = reached.get(cause, [score >= rules.target_points for score in scores])
    seats = " and ".join(f"seat {seat}" for seat, is_one in enumerate(concerned) if is_one)
    return by_rule(text.format(seats=seats), rule, rules)
