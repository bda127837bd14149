"""One hand settled with its reasons, line by line: what happened, by which rule, from which source."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.replay.notation import HandNote
from analyzer.replay.written import facts_of_note, indicators_of_note
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.abortive import overdue
from analyzer.settlement.reasons import (
    Reason,
    carry_reasons,
    draw_reasons,
    tenpai_reasons,
    win_reasons,
)
from analyzer.settlement.settle import Counters, Settlement, settle_hands
from analyzer.vocabulary import DrawKind, kyoku_text, signed_points

__all__ = ["SettledHand", "settle_hand", "settle_note"]


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
    counters = Counters(
        kyoku=np.array([note.kyoku], np.int32),
        honba=np.array([note.honba], np.int32),
        indicators=indicators,
        ura=ura,
        own_honba=np.array([note.own_honba], np.int32),
    )
    declared = np.array([[seat.declares_noten for seat in note.seats[: rules.seats]]])
    chombo = np.array([[seat in note.chombo for seat in range(rules.seats)]])
    mixed = np.array([[not seat.kept_apart for seat in note.seats[: rules.seats]]])
    return settle_hand(facts_of_note(note), rules, counters, declared, chombo, mixed)


def settle_hand(
    facts: Facts,
    rules: RuleSet,
    counters: Counters,
    declared_noten: NDArray[np.bool_] | None = None,
    chombo: NDArray[np.bool_] | None = None,
    mixed: NDArray[np.bool_] | None = None,
) -> SettledHand:
    """Settle one hand, with reasons.

    Args:
        facts: One row.
        rules: The rule set.
        counters: One row.
        declared_noten: Seats that called themselves noten; shape (1, seats).
        chombo: Seats whose chombo is known from elsewhere; shape (1, seats).
        mixed: Seats that did not keep the winning tile apart from their hand; shape (1, seats).
    """
    settled = settle_hands(facts, rules, counters, declared_noten, chombo, mixed)
    won, after = bool(settled.won[0]), settled.after
    is_over = won or bool(settled.draw.kind[0])
    return SettledHand(
        rule_set=rules.name,
        hand=kyoku_text(int(counters.kyoku[0]), int(counters.honba[0])),
        outcome="win" if won else _kind_text(int(settled.draw.kind[0])),
        tenpai=() if won else tuple(settled.draw.tenpai[0].tolist()),
        deltas=tuple(settled.deltas[0].tolist()),
        final_points=tuple([0] * rules.seats if won else settled.draw.final_points[0].tolist()),
        next_hand=kyoku_text(int(after.kyoku[0]), int(after.honba[0])) if is_over else None,
        next_dealer=int(after.dealer[0]) if is_over else None,
        kyotaku=int(after.kyotaku[0]),
        reasons=_reasons(facts, rules, settled, counters, declared_noten),
    )


def _kind_text(kind: int) -> str:
    return DrawKind(kind).text if kind else "none"


def _reasons(
    facts: Facts,
    rules: RuleSet,
    settled: Settlement,
    counters: Counters,
    declared_noten: NDArray[np.bool_] | None,
) -> tuple[Reason, ...]:
    late = int(overdue(facts, rules)[0])
    found: list[Reason] = []
    if late:
        found.append(
            Reason(f"{DrawKind(late).text} should have ended the hand before: play went on", None, None)
        )
    found += win_reasons(facts, settled.wins, counters.honba, rules)
    if not settled.won[0]:
        found += draw_reasons(settled.draw, rules)
        found += tenpai_reasons(facts, settled.draw, declared_noten, rules)
    if settled.won[0] or settled.draw.kind[0]:
        found += carry_reasons(facts, settled, counters.honba, rules)
    return tuple(found)
