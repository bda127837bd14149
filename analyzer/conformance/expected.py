"""What a rule set makes of every hand of a log, and of the end of its game."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from analyzer.audit import Review
from analyzer.audit.settled_wins import situation_of
from analyzer.explain.next_hand import game_over, result_reasons
from analyzer.explain.one_hand import one_hand
from analyzer.explain.settled_hand import SettledHand, settled_hand
from analyzer.replay.facts import take
from analyzer.rules import RuleSet
from analyzer.settlement.game_end import EndCause, final_results, leftover_points
from analyzer.settlement.settle import Situation

__all__ = ["ExpectedHand", "Json", "expected_games"]

Json: TypeAlias = dict[str, object]


class ExpectedHand(NamedTuple):
    """One hand settled under one rule set.

    Attributes:
        row: Of the hand in the review.
        situation: What stands beside the table, one row.
        settled: The hand.
        end: Of the game, with its reasons, if this is its last hand; None where it goes on, or the log stops.
    """

    row: int
    situation: Situation
    settled: SettledHand
    end: Json | None


def expected_games(judged: Review, rules: RuleSet) -> list[list[ExpectedHand]]:
    """The hands of every game of a batch as a rule set settles them.

    Args:
        judged: The batch, reviewed under ``rules``; every hand complete.
        rules: The rule set.
    """
    situations = situation_of(judged.events, judged.facts, judged.next, judged.draws)
    games = []
    for first, stop in itertools.pairwise(judged.events.games.hand_offsets.tolist()):
        hands: list[ExpectedHand] = []
        for row in range(first, stop):
            situation = Situation._make(column[[row]] for column in situations)
            settled = settled_hand(one_hand(take(judged.facts, np.array([row])), rules, situation))
            hands.append(ExpectedHand(row, situation, settled, None))
        if hands:
            hands[-1] = hands[-1]._replace(end=_end(judged, [one.settled for one in hands], stop - 1, rules))
        games.append(hands)
    return games


def _end(judged: Review, settled: Sequence[SettledHand], last: int, rules: RuleSet) -> Json | None:
    """How the rules end a game whose last hand is that row; None where they do not: the log stops before."""
    if not (judged.endings.cause[last] or judged.endings.may_end[last]):
        return None
    cause = EndCause(int(judged.endings.cause[last])) or EndCause.YAME
    seats, hand = slice(0, rules.seats), settled[-1]
    paid = rules.riichi_stick * judged.facts.riichi_passed[last, seats]
    scores = (judged.events.hands.scores[last, seats] - paid + hand.deltas)[None].astype(np.int32)
    left = leftover_points(scores, np.array([hand.kyotaku], np.int32), rules)
    penalties = np.array([one.final_points for one in settled], np.int32).sum(
        axis=0, keepdims=True, dtype=np.int32
    )
    results = final_results(scores + left, rules, penalties)
    over = game_over(cause, scores[0], rules, won=hand.outcome == "win")
    reasons = [over, *result_reasons(hand.kyotaku, left[0], penalties[0], rules)]
    return {
        "cause": cause.text,
        "scores": (scores + left)[0].tolist(),
        "results": results[0].tolist(),
        "reasons": [{"text": one.text, "rule": one.ruling, "source": one.source} for one in reasons],
    }
