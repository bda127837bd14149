"""One hand settled under one rule set: a batch of one, with what its explanation asks of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement import Said, Settlement, Situation, settle
from analyzer.settlement.payments import paid_winners
from analyzer.vocabulary import ASKS_TENPAI, Seat, kyoku_text

__all__ = ["OneHand", "one_hand"]


class OneHand(NamedTuple):
    """One hand settled under one rule set.

    Attributes:
        settled: One row.
        rules: The rule set.
    """

    settled: Settlement
    rules: RuleSet

    @property
    def facts(self) -> Facts:
        """One row, with all who call a win."""
        return self.settled.facts

    @property
    def situation(self) -> Situation:
        """One row."""
        return self.settled.situation

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
        """Whether a win is called and none stands, so that nothing is settled."""
        return bool(self.settled.is_invalid[0])

    @property
    def draw_kind(self) -> int:
        """The DrawKind that ends it; 0 for a win, and where no rule ends the hand."""
        return int(self.settled.draw_kind[0])

    @property
    def asks_tenpai(self) -> bool:
        """Whether it matters who is tenpai."""
        return self.draw_kind in ASKS_TENPAI

    @property
    def deltas(self) -> tuple[int, ...]:
        """Points per seat."""
        return self.of_seats(self.settled.deltas)

    @property
    def barred(self) -> NDArray[np.uint8]:
        """By which furiten a seat that calls ron may not, as bits; shape (4,)."""
        return self.settled.barred[0]

    @property
    def bumped(self) -> list[Seat]:
        """Seats that call a ron which the rule set does not pay beside another, furiten apart."""
        standing = self.facts._replace(winners=self.facts.winners & (self.barred == 0))
        called = standing.winners[0, : self.rules.seats]
        seats: list[Seat] = np.flatnonzero(called & ~paid_winners(standing, self.rules)[0]).tolist()
        return seats

    def says_noten(self, seat: Seat) -> bool:
        """Whether a seat calls itself noten."""
        noten = self.settled.said.noten
        return noten is not None and bool(noten[0, seat])

    def of_seats(self, column: NDArray[np.generic]) -> tuple[int, ...]:
        """A column of shape (1, 4) as a tuple with a value for each seat of the game."""
        found: list[int] = column[0, : self.rules.seats].tolist()
        return tuple(found)


def one_hand(facts: Facts, rules: RuleSet, situation: Situation, said: Said | None = None) -> OneHand:
    """One hand settled, arguments as of `settle`; a ron that the rule set bars as furiten is none."""
    return OneHand(settle(facts, rules, situation, said or Said(), bars_furiten=True), rules)
