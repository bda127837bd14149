"""What a rule set makes of whole logs, in plain values, with the scores around each hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from analyzer.audit import Review
from analyzer.conformance.samples import expected_games
from analyzer.rules import RuleSet


class Game(NamedTuple):
    """One log."""

    hands: list[dict[str, Any]]
    end: Any


def games_of(judged: Review, rules: RuleSet) -> list[Game]:
    """The logs of a batch under the rule set that it was reviewed under."""
    found = []
    hands = judged.events.hands
    for game in expected_games(judged, rules):
        told = []
        for row, _, _, settled, _ in game:
            before, paid = hands.scores[row, : rules.seats], judged.facts.riichi_passed[row, : rules.seats]
            around = {
                "dealer": int(judged.facts.dealer[row]),
                "sticks": int(hands.kyotaku[row]),
                "deposits": np.flatnonzero(paid).tolist(),
                "scores_before": before.tolist(),
                "scores_after": (before - 1000 * paid + settled.deltas).tolist(),
                "element": int(hands.element[row]),
            }
            told.append(settled.to_dict() | around)
        found.append(Game(told, game[-1].end))
    return found
