"""What a rule set makes of every hand of a log, as the JSON of the pack: each as `analyzer.settle` gives it.

docs/conformance.md tells what every key means: a change of a name or a meaning is a new version of the pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from analyzer.audit import Finding, LogName, Review
from analyzer.audit.settled_hands import last_results
from analyzer.audit.settled_wins import situation_of
from analyzer.explain.next_hand import game_over, result_reasons
from analyzer.explain.one_hand import one_hand
from analyzer.explain.settled_hand import SettledHand, settled_hand
from analyzer.replay.facts import take
from analyzer.rules import RuleSet
from analyzer.settlement.game_end import EndCause, final_results, leftover_points
from analyzer.settlement.settle import Situation
from analyzer.vocabulary import RIICHI_STICK

__all__ = ["ExpectedGame", "Json", "expected_games", "findings_of"]

Json: TypeAlias = dict[str, object]
_WALL: Final = "wall-"


class ExpectedGame(NamedTuple):
    """One log settled under one rule set.

    Attributes:
        hands: In order.
        end: The end of the game; None where the log stops before it.
        findings: What our referee says of the log: nothing, but where a scenario is about a fault of play
            or of the log's form.
        settled: The hands as records.
    """

    hands: list[Json]
    end: Json | None
    findings: list[Json]
    settled: tuple[SettledHand, ...] = ()


def expected_games(judged: Review, rules: RuleSet) -> list[ExpectedGame]:
    """What a rule set makes of every game of a batch that it judges.

    Args:
        judged: The batch, reviewed under ``rules``; every hand complete.
        rules: The rule set.
    """
    situation = situation_of(judged.events, judged.facts, judged.next, judged.draws)
    games: list[ExpectedGame] = []
    for game, name in enumerate(judged.logs):
        first, stop = judged.events.games.hand_offsets[game : game + 2].tolist()
        settled = tuple(_settled(judged, situation, row, rules) for row in range(first, stop))
        hands = [_hand(judged, row, rules, hand) for row, hand in enumerate(settled, first)]
        end = _end(judged, settled, stop - 1, rules)
        games.append(ExpectedGame(hands, end, [_finding(one) for one in findings_of(judged, name)], settled))
    return games


def findings_of(judged: Review, name: LogName) -> tuple[Finding, ...]:
    """What was found in one log, its wall apart: walls made to measure have no seed."""
    return tuple(
        one
        for one in judged.findings
        if (one.log, one.source) == (name.log_id, name.source) and not one.check.startswith(_WALL)
    )


def _finding(finding: Finding) -> Json:
    kept = ("check", "verdict", "hand", "element", "seat", "message")
    return {name: getattr(finding, name) for name in kept}


def _settled(judged: Review, situation: Situation, row: int, rules: RuleSet) -> SettledHand:
    facts = take(judged.facts, np.array([row]))
    return settled_hand(one_hand(facts, rules, Situation._make(column[[row]] for column in situation)))


def _hand(judged: Review, row: int, rules: RuleSet, settled: SettledHand) -> Json:
    """The hand, with the scores around it and where it stands in its log."""
    hands, seats = judged.events.hands, slice(0, rules.seats)
    before, paid = hands.scores[row, seats], judged.facts.riichi_passed[row, seats]
    return {
        "dealer": int(judged.facts.dealer[row]),
        "sticks": int(hands.kyotaku[row]),
        "deposits": np.flatnonzero(paid).tolist(),
        "scores_before": before.tolist(),
        "scores_after": (before - RIICHI_STICK * paid + settled.deltas).tolist(),
        "first_element": int(hands.element[row]),
        "last_element": int(judged.events.results.element[last_results(judged.events)[row]]),
        **{name: value for name, value in settled.to_dict().items() if name != "rule_set"},
    }


def _end(judged: Review, settled: Sequence[SettledHand], last: int, rules: RuleSet) -> Json | None:
    """How the rules end a game whose last hand is that row; None where they do not: the log stops before."""
    if not settled or not (judged.endings.cause[last] or judged.endings.may_end[last]):
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
