"""What the results of a log claim, gathered per hand: deltas, shown seats, winner, loser, kind of draw."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events, Oddity
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, EndKind

__all__ = ["Claims", "gather_claims"]


class Claims(NamedTuple):
    """One row per row of ``hands``."""

    end: NDArray[np.uint8]
    """EndKind of the first result; NONE without a result."""
    draw_kind: NDArray[np.uint8]
    """As in ``results``; 0 where the first result is no ryuukyoku."""
    winner: NDArray[np.uint8]
    """Of the first result; NO_SEAT without a winner."""
    loser: NDArray[np.uint8]
    """Of the first result; NO_SEAT without one, at tsumo too."""
    winners: NDArray[np.bool_]
    """Shape (hands, 4), of all results."""
    deltas: NDArray[np.int32]
    """Shape (hands, 4), points: sums over all results; ABSENT where a result states none."""
    shown: NDArray[np.bool_]
    """Shape (hands, 4): a ryuukyoku shows the tehai."""
    can_show: NDArray[np.bool_]
    """Whether the log's format shows any: JSON does not."""


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
    """Sums over the results of each hand, which stand side by side."""
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
