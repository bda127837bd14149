"""Tiles dealt, drawn and shown, held against the wall of the seed where it is known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.winning import indicators_of_hands
from analyzer.vocabulary import NO_TILE, EndKind, PlayKind

__all__ = ["Indicators", "compared_indicators", "expected_draws", "first_wrong_draws", "wrong_deals"]

_INDICATORS = 5
_REPLACED = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)


class Indicators(NamedTuple):
    """Indicators of each hand; shape (hands, 5)."""

    dora: NDArray[np.uint8]
    ura: NDArray[np.uint8]
    """Tile ids in the order shown; NO_TILE where fewer."""
    dora_wrong: NDArray[np.bool_]
    ura_wrong: NDArray[np.bool_]
    """Not what the seed gives; false where no seed is known."""

    def has_wrong_dora(self) -> NDArray[np.bool_]:
        """Shape (hands,)."""
        wrong: NDArray[np.bool_] = self.dora_wrong.sum(axis=1) > 0
        return wrong

    def has_wrong_ura(self) -> NDArray[np.bool_]:
        """Shape (hands,)."""
        wrong: NDArray[np.bool_] = self.ura_wrong.sum(axis=1) > 0
        return wrong


def compared_indicators(case: Case) -> Indicators:
    """What all hands show, and what of it the seeds contradict; of several winners any wrong ura counts."""
    results, wall = case.events.results, case.wall
    dora = indicators_of_hands(case.events)[:, :_INDICATORS]
    dora_wrong = (dora != NO_TILE) & (dora != wall.dora) & wall.known[:, None]
    ura = np.full(dora.shape, NO_TILE, np.uint8)
    ura_wrong = np.zeros(dora.shape, np.bool_)
    for result in np.flatnonzero((results.end == EndKind.AGARI) & results.has_ura).tolist():
        hand = int(results.hand[result])
        stated = results.ura[result, :_INDICATORS]
        wrong = (stated != NO_TILE) & (stated != wall.ura[hand]) & wall.known[hand]
        if wrong.any() or not ura_wrong[hand].any():
            ura[hand], ura_wrong[hand] = stated, wrong
    return Indicators(dora, ura, dora_wrong, ura_wrong)


def wrong_deals(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): some tile dealt is not the one of the seed, in a hand that is of this seed."""
    wall = case.wall
    differ = (case.events.hands.haipai != wall.haipai).sum(axis=(1, 2)) > 0
    wrong: NDArray[np.bool_] = differ & wall.known & ~wall.foreign & case.events.hands.readable
    return wrong


def expected_draws(case: Case) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]:
    """Rows of plays that draw, their hands, and the tiles that the seed gives them."""
    plays, hands, wall = case.events.plays, case.events.hands, case.wall
    rows = np.flatnonzero(plays.kind != PlayKind.DORA)
    hand = np.searchsorted(hands.play_offsets, rows, side="right") - 1
    before = np.concatenate([[PlayKind.DRAW], plays.kind[rows][:-1]])
    replaced = np.isin(before, _REPLACED) & (np.concatenate([[-1], hand[:-1]]) == hand)
    is_draw = plays.kind[rows] == PlayKind.DRAW
    rows, hand, replaced = rows[is_draw], hand[is_draw], replaced[is_draw]
    counts = np.stack([np.cumsum(~replaced), np.cumsum(replaced)])
    first = np.searchsorted(hand, hand, side="left")
    base = np.where(first > 0, counts[:, np.maximum(first - 1, 0)], 0)
    live, replacement = counts - base - 1
    due = np.where(
        replaced,
        wall.replacements[hand, np.clip(replacement, 0, wall.replacements.shape[1] - 1)],
        wall.draws[hand, np.clip(live, 0, wall.draws.shape[1] - 1)],
    )
    return rows, hand, due


def first_wrong_draws(case: Case) -> NDArray[np.int64]:
    """Shape (hands,): row of the first draw that is not the one of the seed; -1 where there is none."""
    draws, hand, due = expected_draws(case)
    wrong = np.flatnonzero(case.events.plays.tile[draws] != due)
    first_wrong = np.full(len(case.usable), -1, np.int64)
    hands, first = np.unique(hand[wrong], return_index=True)
    first_wrong[hands] = draws[wrong[first]]
    first_wrong[~case.wall.known | case.wall.foreign] = -1
    return first_wrong
