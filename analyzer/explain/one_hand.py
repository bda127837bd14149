"""One hand settled under one rule set: a batch of one, with what its explanation asks of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.settle import Settlement, Situation, settle_hands
from analyzer.vocabulary import ASKS_TENPAI, kyoku_text

__all__ = ["OneHand", "one_hand"]


class OneHand(NamedTuple):
    """One hand settled under one rule set.

    Attributes:
        facts: One row.
        rules: The rule set.
        situation: One row.
        settled: One row.
        declared_noten: Seats that called themselves noten; shape (1, seats).
    """

    facts: Facts
    rules: RuleSet
    situation: Situation
    settled: Settlement
    declared_noten: NDArray[np.bool_] | None = None

    @property
    def name(self) -> str:
        """As ``E2.1``."""
        return kyoku_text(int(self.situation.kyoku[0]), int(self.situation.honba[0]))

    @property
    def won(self) -> bool:
        """Whether somebody's win stands."""
        return bool(self.settled.won[0])

    @property
    def draw_kind(self) -> int:
        """The DrawKind that ends it; 0 for a win, and where no rule ends the hand."""
        return 0 if self.won else int(self.settled.draw.kind[0])

    @property
    def asks_tenpai(self) -> bool:
        """Whether it matters who is tenpai."""
        return self.draw_kind in ASKS_TENPAI


def one_hand(
    facts: Facts,
    rules: RuleSet,
    situation: Situation,
    declared_noten: NDArray[np.bool_] | None = None,
    chombo: NDArray[np.bool_] | None = None,
    mixed: NDArray[np.bool_] | None = None,
) -> OneHand:
    """One hand settled: arguments as in `settle_hands`, of one row each."""
    settled = settle_hands(facts, rules, situation, declared_noten, chombo, mixed)
    return OneHand(facts, rules, situation, settled, declared_noten)
