"""Rons that do not stand, and several rons on one tile (ダブロン, 三家和, 頭跳ね): who is paid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, ORPHAN_KINDS, Facts
from analyzer.replay.seats import sum_of_seats
from analyzer.rules.grades import DoubleRon, Furiten, TripleRon
from analyzer.rules.rule_set import RuleSet
from analyzer.vocabulary import PlayKind

__all__ = ["CLOSED_KAN", "barred_rons", "closed_kan_rons", "paid_winners", "turn_distance"]

CLOSED_KAN = 8
"""The ron is on a closed kan that may not be robbed; beside the bits of ``facts.furiten``."""

_FURITEN = {
    Furiten.OWN_DISCARDS: FURITEN_DISCARD,
    Furiten.PASSED: FURITEN_PASSED,
    Furiten.AFTER_RIICHI: FURITEN_RIICHI,
}


def barred_rons(facts: Facts, rules: RuleSet) -> NDArray[np.uint8]:
    """Why a seat that calls ron may not; shape (hands, 4), bits as of ``facts.furiten``, and CLOSED_KAN.

    Args:
        facts: Uses ``winners``, ``ron_calls``, ``furiten``, ``last_kind`` and ``yaochu_kinds``.
        rules: Uses ``furiten`` and ``kokushi_on_ankan``.

    Source: Riichi wiki, "Furiten" and "Chankan"; what bars is a rule of the set, with a source of its own.
    """
    bars = np.uint8(sum(_FURITEN[grade] for grade in rules.furiten))
    calls = facts.winners & (facts.ron_calls > 0)[:, None]
    barred = np.where(calls, facts.furiten & bars, np.uint8(0))
    barred[closed_kan_rons(facts, np.array([rules.kokushi_on_ankan]))] |= CLOSED_KAN
    return barred


def closed_kan_rons(facts: Facts, kokushi_on_ankan: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Seats that call ron on a closed kan and may not; shape (hands, 4).

    Args:
        facts: Uses ``winners``, ``ron_calls``, ``last_kind`` and ``yaochu_kinds``.
        kokushi_on_ankan: The rule of that name; shape (hands,) or (1,).
    """
    calls = facts.winners & ((facts.ron_calls > 0) & (facts.last_kind == PlayKind.ANKAN))[:, None]
    barred: NDArray[np.bool_] = calls & ~(kokushi_on_ankan[:, None] & (facts.yaochu_kinds >= ORPHAN_KINDS))
    return barred


def turn_distance(from_seat: NDArray[np.uint8], seats: int) -> NDArray[np.int64]:
    """How many turns each seat comes after a seat, 1 for the next; shape (hands, seats), 0 for itself."""
    distance: NDArray[np.int64] = (np.arange(seats) - from_seat.astype(np.int64)[:, None]) % seats
    return distance


def paid_winners(facts: Facts, rules: RuleSet) -> NDArray[np.bool_]:
    """Winners whose hand is paid.

    Args:
        facts: Uses ``winners``, ``ron_calls`` and ``last_seat``.
        rules: Uses ``double_ron`` and ``triple_ron``.

    Returns:
        Shape (hands, seats); nobody where three rons are an abortive draw.

    Source: Arcturus wiki, "Tochuu ryuukyoku", Sanchahou and its variants.
    """
    paid = facts.winners[:, : rules.seats].copy()
    several = sum_of_seats(paid)
    if rules.double_ron == DoubleRon.HEAD_BUMP:
        _keep_first(paid, np.flatnonzero(several == 2), facts)
    if rules.triple_ron == TripleRon.HEAD_BUMP:
        _keep_first(paid, np.flatnonzero(several == 3), facts)
    elif rules.triple_ron == TripleRon.ABORT:
        paid[several == 3] = False
    return paid


def _keep_first(paid: NDArray[np.bool_], rows: NDArray[np.int64], facts: Facts) -> None:
    """Of the winners of these hands leave the next in turn after the discarder."""
    seats = paid.shape[1]
    distance = turn_distance(facts.last_seat[rows], seats)
    nearest = np.where(paid[rows], distance, seats).min(axis=1, keepdims=True)
    paid[rows] &= distance == nearest
