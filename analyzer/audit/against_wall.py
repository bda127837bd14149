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
_IS_REPLACED = np.isin(np.arange(256), (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA))
"""By PlayKind: whether the tile that a call lays down is replaced from the dead wall."""


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
    rows = np.flatnonzero((results.end == EndKind.AGARI) & results.has_ura)
    hand, stated = results.hand[rows], results.ura[rows, :_INDICATORS]
    wrong = (stated != NO_TILE) & (stated != wall.ura[hand]) & wall.known[hand, None]
    # Of the winners of a hand a wrong one stays, since what is written last does.
    for some in (np.arange(len(rows)), np.nonzero(wrong)[0]):
        ura[hand[some]], ura_wrong[hand[some]] = stated[some], wrong[some]
    return Indicators(dora, ura, dora_wrong, ura_wrong)


def wrong_deals(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): some tile dealt is not the one of the seed, in a hand that is of this seed."""
    wall = case.wall
    differ = (case.events.hands.haipai != wall.haipai).sum(axis=(1, 2)) > 0
    wrong: NDArray[np.bool_] = differ & wall.known & ~wall.foreign & case.events.hands.readable
    return wrong


def expected_draws(case: Case) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]:
    """Rows of plays that draw, their hands, and the tiles that the seed gives them."""
    plays, offsets, wall = case.events.plays, case.events.hands.play_offsets, case.wall
    rows = np.flatnonzero(plays.kind != PlayKind.DORA)
    hand = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))[rows]
    kind = plays.kind[rows]
    is_draw = kind == PlayKind.DRAW
    replaced = np.zeros(len(rows), np.bool_)
    replaced[1:] = is_draw[1:] & _IS_REPLACED[kind[:-1]] & (hand[1:] == hand[:-1])
    start = np.searchsorted(rows, offsets[:-1])
    live = _ordinals(is_draw & ~replaced, start, hand)[is_draw]
    replacement = _ordinals(replaced, start, hand)[is_draw]
    rows, hand, replaced = rows[is_draw], hand[is_draw], replaced[is_draw]
    due = np.where(
        replaced,
        wall.replacements[hand, np.clip(replacement, 0, wall.replacements.shape[1] - 1)],
        wall.draws[hand, np.clip(live, 0, wall.draws.shape[1] - 1)],
    )
    return rows, hand, due


def _ordinals(
    marked: NDArray[np.bool_], start: NDArray[np.int64], hand: NDArray[np.int64]
) -> NDArray[np.int32]:
    """The how-manieth marked row of its hand each row is, 0 for the first; shape (rows,).

    Args:
        marked: Shape (rows,).
        start: First row of each hand; shape (hands,).
        hand: Of each row; shape (rows,).
    """
    total = np.zeros(len(marked) + 1, np.int32)
    np.cumsum(marked, out=total[1:])
    ordinals: NDArray[np.int32] = total[1:] - total[start][hand] - np.int32(1)
    return ordinals


def first_wrong_draws(case: Case) -> NDArray[np.int64]:
    """Shape (hands,): row of the first draw that is not the one of the seed; -1 where there is none."""
    draws, hand, due = expected_draws(case)
    wrong = np.flatnonzero(case.events.plays.tile[draws] != due)
    first_wrong = np.full(len(case.usable), -1, np.int64)
    hands, first = np.unique(hand[wrong], return_index=True)
    first_wrong[hands] = draws[wrong[first]]
    first_wrong[~case.wall.known | case.wall.foreign] = -1
    return first_wrong
