"""One hand settled with its reasons, line by line: what happened, by which rule, from which source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from analyzer.explain.one_hand import OneHand, one_hand
from analyzer.explain.outcome import computed_outcome
from analyzer.explain.reason import Reason, Section
from analyzer.explain.sections import sections_of
from analyzer.explain.why import Why
from analyzer.replay.notation import HandNote
from analyzer.replay.written import facts_of_note, indicators_of_note
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.settle import Situation
from analyzer.vocabulary import kyoku_text, signed_points

__all__ = ["SettledHand", "settle_note", "settled_hand"]


@dataclass(frozen=True, slots=True)
class SettledHand:
    """One hand under one rule set.

    Attributes:
        rule_set: Name of the rule set.
        hand: The kyoku and honba, as ``S2.1``.
        outcome: ``win``, the name of a draw kind, or ``none`` where no rule ends the hand.
        tenpai: Per seat; empty for a win.
        deltas: Points per seat, sticks taken or given back included.
        final_points: Points per seat that the hand takes from the final result.
        next_hand: The kyoku and honba that follow, if the game goes on; None where the hand is not over.
        next_dealer: Seat; None as above.
        kyotaku: Sticks on the table when the next hand begins.
        reasons: In order.
    """

    rule_set: str
    hand: str
    outcome: str
    tenpai: tuple[bool, ...]
    deltas: tuple[int, ...]
    final_points: tuple[int, ...]
    next_hand: str | None
    next_dealer: int | None
    kyotaku: int
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        head = f"{self.hand} under {self.rule_set}: {self.outcome}, {signed_points(self.deltas)}"
        foot = f"next: {self.next_hand}, dealer seat {self.next_dealer}, {self.kyotaku} sticks on the table"
        if self.next_hand is None:
            foot = "next: the hand is not over"
        return "\n".join([head, *(f"  {reason}" for reason in self.reasons), foot])


def settle_note(note: HandNote, rules: RuleSet) -> SettledHand:
    """Settle a hand that a person wrote down.

    Raises:
        UserMistake: When the note asks for a tile too many, or a seat holds an impossible number.
    """
    indicators, ura = indicators_of_note(note)
    situation = Situation(
        kyoku=np.array([note.kyoku], np.int32),
        honba=np.array([note.honba], np.int32),
        indicators=indicators,
        ura=ura,
        own_honba=np.array([note.own_honba], np.int32),
    )
    declared = np.array([[seat.declares_noten for seat in note.seats[: rules.seats]]])
    chombo = np.array([[seat in note.chombo for seat in range(rules.seats)]])
    mixed = np.array([[not seat.kept_apart for seat in note.seats[: rules.seats]]])
    return settled_hand(one_hand(facts_of_note(note), rules, situation, declared, chombo, mixed))


def settled_hand(hand: OneHand) -> SettledHand:
    """One hand with its reasons."""
    settled, after, won = hand.settled, hand.settled.after, hand.won
    is_over = won or bool(hand.draw_kind)
    return SettledHand(
        rule_set=hand.rules.name,
        hand=hand.name,
        outcome=computed_outcome(hand).kind,
        tenpai=() if won else tuple(settled.draw.tenpai[0].tolist()),
        deltas=tuple(settled.deltas[0].tolist()),
        final_points=(0,) * hand.rules.seats if won else tuple(settled.draw.final_points[0].tolist()),
        next_hand=kyoku_text(int(after.kyoku[0]), int(after.honba[0])) if is_over else None,
        next_dealer=int(after.dealer[0]) if is_over else None,
        kyotaku=int(after.kyotaku[0]),
        reasons=tuple(_reasons(sections_of(hand))),
    )


def _reasons(sections: Iterable[Section]) -> Iterator[Reason]:
    """All reasons in order; of the headings those of wins, which say who won how much."""
    for section in sections:
        if section.heading.why == Why.A_WIN:
            yield section.heading
        yield from section.lines
