"""Values that many statistics share: how hands ended, states of seats, gains, order by score.

Each is computed once per block; on seats and wins it refers to the hand of the row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.rows import Rows, derived, is_value
from analyzer.vocabulary import ABSENT

__all__ = [
    "accepted",
    "called",
    "gain",
    "has_result",
    "is_abortive",
    "is_drawn",
    "is_exhaustive",
    "is_judged",
    "is_win",
    "knows_gain",
    "order_of",
    "riichi",
    "tenpai",
]


@derived
def is_win(rows: Rows) -> NDArray[np.bool_]:
    """Somebody won the hand."""
    return is_value(rows, "hands.end", "agari")


@derived
def is_drawn(rows: Rows) -> NDArray[np.bool_]:
    """The hand ended in a ryuukyoku (流局) of any kind except chombo."""
    drawn: NDArray[np.bool_] = is_value(rows, "hands.end", "ryuukyoku") & ~is_value(
        rows, "hands.draw_kind", "chombo"
    )
    return drawn


@derived
def is_exhaustive(rows: Rows) -> NDArray[np.bool_]:
    """The live wall was used up (荒牌平局); a nagashi mangan is such a hand too."""
    exhausted: NDArray[np.bool_] = is_value(rows, "hands.draw_kind", "exhaustive") | is_value(
        rows, "hands.draw_kind", "nagashi_mangan"
    )
    return exhausted


@derived
def is_abortive(rows: Rows) -> NDArray[np.bool_]:
    """The hand was broken off (途中流局), by one of five kinds; chombo is not one."""
    return is_drawn(rows) & ~is_exhaustive(rows) & rows.known("hands.draw_kind")


@derived
def has_result(rows: Rows) -> NDArray[np.bool_]:
    """The log states how the hand ended."""
    return ~is_value(rows, "hands.end", "none")


@derived
def is_judged(rows: Rows) -> NDArray[np.bool_]:
    """Tenpai at the end is known: the hand was read and replayed whole, and a rule set applied."""
    return rows.known("hands.tenpai_count")


@derived
def riichi(rows: Rows) -> NDArray[np.bool_]:
    """The seat (on wins the winner) declared riichi, accepted or not; on seats and wins."""
    return rows.known("seats.riichi_turn")


@derived
def accepted(rows: Rows) -> NDArray[np.bool_]:
    """The riichi of the seat (on wins of the winner) was accepted and its stick paid; on seats and wins."""
    stands: NDArray[np.bool_] = rows["seats.riichi_accepted"]
    return stands


@derived
def called(rows: Rows) -> NDArray[np.bool_]:
    """The seat (on wins the winner) has a tehai opened by chi, pon or kan at the end; on seats and wins."""
    opened: NDArray[np.bool_] = rows["seats.open_melds"] > 0
    return opened


@derived
def tenpai(rows: Rows) -> NDArray[np.bool_]:
    """The seat is known to be tenpai at the end, by the rule set; on seats."""
    ready: NDArray[np.bool_] = rows["seats.tenpai"] == 1
    return ready


@derived
def knows_gain(rows: Rows) -> NDArray[np.bool_]:
    """The result states the score change of the seat (on wins of the winner); on seats and wins."""
    return rows.known("seats.delta")


@derived
def gain(rows: Rows) -> NDArray[np.int32]:
    """Points after the hand minus points before it, own stick paid; null ABSENT; on seats."""
    delta = rows["seats.delta"]
    return np.where(knows_gain(rows), delta - rows["seats.deposit"], ABSENT).astype(np.int32)


def order_of(scores: NDArray[np.integer]) -> NDArray[np.int16]:
    """Placements 1-4 by score, ties to the lower seat; -1 if a score of the row is ABSENT.

    Args:
        scores: Points; shape (rows, players).
    """
    players = scores.shape[1]
    places = np.ones(scores.shape, np.int16)
    for seat in range(players):
        for other in range(players):
            if other != seat:
                ahead = (
                    scores[:, other] >= scores[:, seat]
                    if other < seat
                    else scores[:, other] > scores[:, seat]
                )
                places[:, seat] += ahead
    places[(scores == ABSENT).any(axis=1)] = -1
    return places
