"""Chombo (チョンボ): a riichi on a noten hand that a draw brings to light; the hand is played again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.rules.grades import ChomboPenalty
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.nagashi import tsumo_shares

__all__ = ["chombo_deltas", "chombo_final_points"]


def chombo_deltas(facts: Facts, offenders: NDArray[np.bool_], rules: RuleSet) -> NDArray[np.int32]:
    """Score changes of a chombo: the sticks of this hand go back, and what the offender pays at once.

    Args:
        facts: Uses ``dealer`` and ``riichi_passed``.
        offenders: Shape (hands, seats); several pay one after the other.
        rules: Uses ``chombo_penalty``, ``chombo_points`` and ``riichi_stick``.

    Returns:
        Shape (hands, seats), points; a row sums to the sticks given back.

    Source: Riichi wiki, "Chombo", 2024-07-16: a reverse mangan tsumo; "Ryuukyoku": as if not happened.
    """
    deltas = facts.riichi_passed[:, : rules.seats].astype(np.int32) * np.int32(rules.riichi_stick)
    if rules.chombo_penalty != ChomboPenalty.REVERSE_MANGAN or not offenders.any():
        return deltas
    for seat in range(rules.seats):
        shares = tsumo_shares(seat, facts.dealer, rules.chombo_points, rules.seats)
        deltas -= np.where(offenders[:, seat, None], shares, 0).astype(np.int32)
    return deltas


def chombo_final_points(offenders: NDArray[np.bool_], rules: RuleSet) -> NDArray[np.int32]:
    """Points that chombo takes from the final result; shape (hands, seats), zero or negative."""
    if rules.chombo_penalty != ChomboPenalty.FINAL_RESULT:
        return np.zeros(offenders.shape, np.int32)
    return np.where(offenders, -rules.chombo_points, 0).astype(np.int32)
