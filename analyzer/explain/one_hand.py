"""One hand settled under one rule set: a batch of one, with what its explanation asks of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.game_end import GameEnd, game_end
from analyzer.settlement.rons import barred_rons
from analyzer.settlement.settle import Settlement, Situation, settle_hands
from analyzer.vocabulary import ASKS_TENPAI, PLAYS_ON, DrawKind, kyoku_text

__all__ = ["OneHand", "one_hand"]


class OneHand(NamedTuple):
    """One hand settled under one rule set.

    Attributes:
        facts: One row.
        rules: The rule set.
        situation: One row.
        settled: One row.
        barred: Why a ron that a seat calls is none, as bits of `barred_rons`; it is not settled; shape (4,).
        declared_noten: Seats that called themselves noten; shape (1, seats).
        has_scores: Whether the scores of the facts are known.
    """

    facts: Facts
    rules: RuleSet
    situation: Situation
    settled: Settlement
    barred: NDArray[np.uint8]
    declared_noten: NDArray[np.bool_] | None = None
    has_scores: bool = True

    @property
    def name(self) -> str:
        """As ``E2.1``."""
        return kyoku_text(int(self.situation.kyoku[0]), int(self.situation.honba[0]))

    @property
    def won(self) -> bool:
        """Whether somebody's win stands."""
        return bool(self.settled.won[0])

    @property
    def is_invalid(self) -> bool:
        """Whether a win is called and none stands, so that nothing is settled: there is no such end."""
        called = bool(self.facts.winners[0].any()) and not self.won
        return called and int(self.settled.draw.kind[0]) not in (DrawKind.SANCHAHOU, DrawKind.CHOMBO)

    @property
    def draw_kind(self) -> int:
        """The DrawKind that ends it; 0 for a win, and where no rule ends the hand."""
        return 0 if self.won or self.is_invalid else int(self.settled.draw.kind[0])

    @property
    def has_ended(self) -> bool:
        """Whether a win or a draw ends it."""
        return self.won or bool(self.draw_kind)

    @property
    def game_end(self) -> GameEnd:
        """Whether the game is over after this hand, which has ended.

        Where the scores are not known, as far as none decides: after the last hand that there can be.
        """
        scores = self.facts.scores[:, : self.rules.seats] + self.settled.deltas
        return game_end(
            scores if self.has_scores else np.ones_like(scores),
            self.rules,
            kyoku=self.situation.kyoku,
            dealer=self.facts.dealer,
            dealer_stays=self.settled.after.dealer_stays,
            won=self.settled.won,
            played_out=np.array([self.draw_kind not in PLAYS_ON]),
        )

    @property
    def deltas(self) -> tuple[int, ...]:
        """Points per seat."""
        return (0,) * self.rules.seats if self.is_invalid else tuple(self.settled.deltas[0].tolist())

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
    """One hand settled: arguments as in `settle_hands`, of one row each.

    A ron that the rule set bars is none; where no win that is called stands, nothing is settled.
    """
    barred = barred_rons(facts, rules)
    ron_calls = facts.ron_calls - (barred > 0).sum(axis=1, dtype=np.uint8)
    standing = facts._replace(winners=facts.winners & (barred == 0), ron_calls=ron_calls)
    settled = settle_hands(standing, rules, situation, declared_noten, chombo, mixed)
    return OneHand(facts, rules, situation, settled, barred[0], declared_noten)
