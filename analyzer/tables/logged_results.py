"""Claims of the logged results per hand: deltas, shown seats, winners, loser, kind of draw."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events, Oddity
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, EndKind

__all__ = ["Claims", "gather_claims"]


class Claims(NamedTuple):
    """Claims of the log; one entry per row of ``hands``."""

    end: NDArray[np.uint8]
    """EndKind of the first result; NONE without a result."""
    draw_kind: NDArray[np.uint8]
    """Kind of ryuukyoku as in ``results``; 0 if the first result is not a ryuukyoku."""
    winner: NDArray[np.uint8]
    """Winner of the first result; NO_SEAT without one."""
    loser: NDArray[np.uint8]
    """Loser of the first result; NO_SEAT without one or at a tsumo."""
    winners: NDArray[np.bool_]
    """Whether the seat won, in any result; shape (hands, 4)."""
    deltas: NDArray[np.int32]
    """Points, summed over all results; ABSENT if a result states none; shape (hands, 4)."""
    shown: NDArray[np.bool_]
    """Whether a ryuukyoku shows the tehai; shape (hands, 4)."""
    can_show: NDArray[np.bool_]
    """Whether the format of the log can show tehai: JSON cannot."""


def gather_claims(events: Events) -> Claims:
    """The claims of the results, per hand."""
    hands, results = events.hands, events.results
    count = len(hands.kyoku)
    starts = hands.result_offsets[:-1]
    has_result = hands.result_offsets[1:] > starts

    def of_first(column: NDArray[np.uint8], missing: int) -> NDArray[np.uint8]:
        values = np.full(count, missing, np.uint8)
        values[has_result] = column[starts[has_result]]
        return values

    winner = of_first(results.winner, NO_SEAT)
    loser = of_first(results.loser, NO_SEAT)
    loser[loser == winner] = NO_SEAT
    return Claims(
        end=of_first(results.end, EndKind.NONE),
        draw_kind=of_first(results.draw_kind, 0),
        winner=winner,
        loser=loser,
        winners=_winners(events, count),
        deltas=_deltas(events, has_result),
        shown=_shown(events, count),
        can_show=~np.isin(hands.game, events.oddities.game[events.oddities.code == Oddity.TENHOU6]),
    )


def _winners(events: Events, count: int) -> NDArray[np.bool_]:
    results = events.results
    winners = np.zeros((count, SEATS), np.bool_)
    won = results.winner < SEATS
    winners[results.hand[won], results.winner[won]] = True
    return winners


def _deltas(events: Events, has_result: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Sums over the results of each hand, which are contiguous."""
    deltas = np.full((len(has_result), SEATS), ABSENT, np.int32)
    starts = events.hands.result_offsets[:-1][has_result]
    if len(starts) == 0:
        return deltas
    stated = events.results.deltas != ABSENT
    sums = np.add.reduceat(np.where(stated, events.results.deltas, 0), starts, axis=0, dtype=np.int64)
    known = np.logical_and.reduceat(stated, starts, axis=0) & (np.abs(sums) < -ABSENT)
    deltas[has_result] = np.where(known, sums, ABSENT)
    return deltas


def _shown(events: Events, count: int) -> NDArray[np.bool_]:
    results = events.results
    shown = np.zeros((count, SEATS), np.bool_)
    rows, seats = np.nonzero(
        (results.shown[:, :, 0] != NO_TILE) & (results.end == EndKind.RYUUKYOKU)[:, None]
    )
    shown[results.hand[rows], seats] = True
    return shown
