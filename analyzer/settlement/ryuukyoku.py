"""A hand without a winner (流局), settled: which draw it is, who is tenpai, who pays whom."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, is_one_of
from analyzer.replay.seats import any_seat, of_hands
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.abortive import abortive_kind
from analyzer.settlement.exhaustive import (
    chombo_deltas,
    chombo_final_points,
    is_exhausted,
    is_noten_riichi,
    nagashi_payment,
    nagashi_seats,
    noten_penalty,
    tenpai_seats,
)
from analyzer.vocabulary import SHOWS_RIICHI, DrawKind

__all__ = ["Ryuukyoku", "settle_ryuukyoku"]

_PAID = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN, DrawKind.CHOMBO)
"""Draws at which points move."""


class Ryuukyoku(NamedTuple):
    """Settlement of each hand as a draw, whether it was one or not; shape (hands,) or (hands, seats)."""

    kind: NDArray[np.uint8]
    """The DrawKind that ends a hand without winner where play stopped; 0 where no rule ends it there."""
    tenpai: NDArray[np.bool_]
    """Shape (hands, seats): tenpai by the rule set."""
    deltas: NDArray[np.int32]
    """Shape (hands, seats), points; zero where ``kind`` is 0."""
    nagashi: NDArray[np.bool_]
    """Shape (hands, seats): who made nagashi mangan; false where ``kind`` is another."""
    chombo: NDArray[np.bool_]
    """Shape (hands, seats): whose chombo it is; false where ``kind`` is another."""
    final_points: NDArray[np.int32]
    """Shape (hands, seats), points that the hand takes from the final result: chombo in some rule sets."""


def _kind(
    facts: Facts, made: NDArray[np.bool_], wrong: NDArray[np.bool_], rules: RuleSet
) -> NDArray[np.uint8]:
    kind = abortive_kind(facts, rules)
    exhausted = (kind == 0) & is_exhausted(facts)
    kind[exhausted] = DrawKind.EXHAUSTIVE
    kind[exhausted & any_seat(made)] = DrawKind.NAGASHI_MANGAN
    kind[is_one_of(kind, SHOWS_RIICHI) & any_seat(wrong)] = DrawKind.CHOMBO
    return kind


def settle_ryuukyoku(
    facts: Facts,
    rules: RuleSet,
    declared_noten: NDArray[np.bool_] | None = None,
    *,
    kyoku: NDArray[np.int32] | None = None,
    chombo: NDArray[np.bool_] | None = None,
) -> Ryuukyoku:
    """Settlement of each hand as a draw, from what was played alone.

    An abortive draw comes before the exhaustive one that falls on the same discard; nagashi mangan
    replaces the noten payments; a noten riichi that must be shown makes the hand void.

    Args:
        facts: The table at the end of each hand; hands that were won are settled too, as if they were not.
        rules: The rule set; its number of seats is the width of the result.
        declared_noten: Seats that called themselves noten; shape (hands, seats).
        kyoku: Of each hand; needed only where a hand without yaku is noten.
        chombo: Seats whose chombo is known from elsewhere, which voids the hand wherever play stopped;
            shape (hands, seats).

    Returns:
        One row per hand.
    """
    tenpai = tenpai_seats(facts, rules, declared_noten, kyoku)
    made = nagashi_seats(facts, rules)
    wrong = is_noten_riichi(facts, rules, declared_noten)
    kind = _kind(facts, made, wrong, rules)
    if chombo is not None:
        kind[any_seat(chombo)] = DrawKind.CHOMBO
        wrong = wrong | chombo
    made &= (kind == DrawKind.NAGASHI_MANGAN)[:, None]
    wrong &= (kind == DrawKind.CHOMBO)[:, None]
    deltas = np.zeros(tenpai.shape, np.int32)
    exhausted, nagashi, void = (np.flatnonzero(kind == paid) for paid in _PAID)
    deltas[exhausted] = noten_penalty(of_hands(tenpai, exhausted), rules)
    if len(nagashi):
        deltas[nagashi] = nagashi_payment(made[nagashi], facts.dealer[nagashi], rules)
    if len(void):
        deltas[void] = chombo_deltas(facts, wrong, rules)[void]
    return Ryuukyoku(kind, tenpai, deltas, made, wrong, chombo_final_points(wrong, rules))
