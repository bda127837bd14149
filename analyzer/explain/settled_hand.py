"""One hand settled with its reasons, line by line: what happened, by which rule, from which source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from analyzer.errors import Location, UserMistake
from analyzer.explain.one_hand import OneHand, one_hand
from analyzer.explain.outcome import computed_outcome
from analyzer.explain.reason import Reason, Section, plain
from analyzer.explain.sections import sections_of
from analyzer.explain.settled_win import InvalidWin, SettledWin, invalid_wins, settled_wins
from analyzer.explain.why import Why
from analyzer.replay.notation import HandNote, with_called_wins
from analyzer.replay.written import facts_of_note, indicators_of_note
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.game_end import EndCause
from analyzer.settlement.settle import Situation
from analyzer.vocabulary import Seat, kyoku_text, signed_points

__all__ = ["SettledDraw", "SettledHand", "settle_note", "settled_hand"]


class SettledDraw(NamedTuple):
    """A hand that nobody won.

    Attributes:
        kind: As ``exhaustive`` or ``kyuushu_kyuuhai``.
        tenpai: Seats; None where it does not matter who is.
        nagashi: Seats that made nagashi mangan.
        chombo: Seats whose chombo it is.
    """

    kind: str
    tenpai: tuple[Seat, ...] | None
    nagashi: tuple[Seat, ...]
    chombo: tuple[Seat, ...]

    def to_dict(self) -> dict[str, object]:
        """The record in plain values."""
        return {name: plain(value) for name, value in self._asdict().items()}


@dataclass(frozen=True, slots=True)
class SettledHand:
    """One hand under one rule set.

    Attributes:
        rule_set: Name of the rule set.
        hand: The kyoku and honba, as ``S2.1``.
        outcome: ``win``, the name of a draw kind, ``invalid`` where a win is called and none stands, or
            ``none`` where no rule ends the hand.
        wins: Those that stand, in order of turn.
        invalid: Those that are called and are none, with the reason; nothing is paid for them.
        draw: What the draw is; None for another outcome.
        tenpai: Per seat; empty for a win.
        deltas: Points per seat, sticks taken or given back included.
        final_points: Points per seat that the hand takes from the final result.
        next_hand: The kyoku and honba that follow; None where the game is over, or the hand is not.
        next_dealer: Seat; None as above.
        kyotaku: Sticks on the table when the next hand begins, or left when the game is over.
        end: Why the game is over: ``bust``, ``target``, ``yame``, ``limit`` or ``teppen``; None where it goes
            on, where the dealer may choose, and where that depends on scores that are not known.
        reasons: In order.
    """

    rule_set: str
    hand: str
    outcome: str
    wins: tuple[SettledWin, ...]
    invalid: tuple[InvalidWin, ...]
    draw: SettledDraw | None
    tenpai: tuple[bool, ...]
    deltas: tuple[int, ...]
    final_points: tuple[int, ...]
    next_hand: str | None
    next_dealer: int | None
    kyotaku: int
    end: str | None
    reasons: tuple[Reason, ...]

    def to_dict(self) -> dict[str, object]:
        """The same in plain values, as JSON has them; ``tenpai`` is in ``draw``."""
        return {
            "rule_set": self.rule_set,
            "hand": self.hand,
            "outcome": self.outcome,
            "wins": [win.to_dict() for win in self.wins],
            "invalid": [win.to_dict() for win in self.invalid],
            "draw": None if self.draw is None else self.draw.to_dict(),
            "deltas": list(self.deltas),
            "final_points": list(self.final_points),
            "next_hand": self.next_hand,
            "next_dealer": self.next_dealer,
            "kyotaku": self.kyotaku,
            "end": None if self.end is None else {"cause": self.end},
            "reasons": [reason.to_dict() for reason in self.reasons],
        }

    @property
    def following(self) -> str:
        """What follows, as ``next: E2.1, dealer seat 1``."""
        if self.next_hand is not None:
            return f"next: {self.next_hand}, dealer seat {self.next_dealer}"
        return "next: the hand is not over" if self.end is None else "next: none, the game is over"

    def __str__(self) -> str:
        head = f"{self.hand} under {self.rule_set}: {self.outcome}, {signed_points(self.deltas)}"
        is_over = self.next_hand is not None or self.end is not None
        foot = self.following + (f", {self.kyotaku} sticks on the table" if is_over else "")
        return "\n".join([head, *(f"  {reason}" for reason in self.reasons), foot])


def settle_note(note: HandNote, rules: RuleSet, name: str = "facts") -> SettledHand:
    """Settle a hand that a person wrote down.

    Args:
        note: The hand.
        rules: The rule set.
        name: Where it was written, for mistakes.

    Raises:
        UserMistake: When the note asks for a tile too many, a seat holds an impossible number, or a win lacks
            what it needs.
    """
    note = with_called_wins(note, name)
    if note.players != rules.seats:
        told = f"{rules.name} is for {rules.seats} players, the hand has {note.players}"
        raise UserMistake(f"{told}; 'players' says how many", Location(name))
    declared = np.array([[seat.declares_noten for seat in note.seats[: rules.seats]]])
    chombo = np.array([[seat in note.chombo for seat in range(rules.seats)]])
    mixed = np.array([[not seat.kept_apart for seat in note.seats[: rules.seats]]])
    try:
        facts = facts_of_note(note)
        indicators, ura = indicators_of_note(note)
    except UserMistake as error:
        raise UserMistake(error.message, Location(name)) from error
    situation = Situation(
        kyoku=np.array([note.kyoku], np.int32),
        honba=np.array([note.honba], np.int32),
        indicators=indicators,
        ura=ura,
        own_honba=np.array([note.own_honba], np.int32),
    )
    hand = one_hand(facts, rules, situation, declared, chombo, mixed)
    return settled_hand(hand._replace(has_scores=note.scores is not None))


def settled_hand(hand: OneHand) -> SettledHand:
    """One hand with its reasons."""
    settled, after, won = hand.settled, hand.settled.after, hand.won
    end = EndCause(int(hand.game_end.cause[0])) if hand.has_ended else EndCause.NONE
    goes_on = hand.has_ended and not end
    return SettledHand(
        rule_set=hand.rules.name,
        hand=hand.name,
        outcome="invalid" if hand.is_invalid else computed_outcome(hand).kind,
        wins=tuple(settled_wins(hand)),
        invalid=tuple(invalid_wins(hand)),
        draw=_draw(hand) if hand.draw_kind else None,
        tenpai=() if won else tuple(settled.draw.tenpai[0].tolist()),
        deltas=hand.deltas,
        final_points=(0,) * hand.rules.seats if won else tuple(settled.draw.final_points[0].tolist()),
        next_hand=kyoku_text(int(after.kyoku[0]), int(after.honba[0])) if goes_on else None,
        next_dealer=int(after.dealer[0]) if goes_on else None,
        kyotaku=int(after.kyotaku[0]),
        end=end.text if end else None,
        reasons=tuple(_reasons(sections_of(hand))),
    )


def _draw(hand: OneHand) -> SettledDraw:
    outcome, draw = computed_outcome(hand), hand.settled.draw
    nagashi, chombo = (tuple(np.flatnonzero(seats[0]).tolist()) for seats in (draw.nagashi, draw.chombo))
    return SettledDraw(outcome.kind, outcome.tenpai, nagashi, chombo)


def _reasons(sections: Iterable[Section]) -> Iterator[Reason]:
    """All reasons in order; of the headings those of wins, which say who won how much."""
    for section in sections:
        if section.heading.why in (Why.A_WIN, Why.AN_INVALID_WIN):
            yield section.heading
        yield from section.lines
