"""Values that statistics of wins and of losses share: states, rons with their losers, values of hands."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.outcomes import Outcome, outcome
from analyzer.stats.rows import CODES, Array, Rows, code, derived
from analyzer.stats.statistic import Measure
from analyzer.vocabulary import ABSENT

__all__ = [
    "LIMITS",
    "STATES",
    "TILES",
    "WAYS",
    "YAKU",
    "dealt_in",
    "is_mangan",
    "limit_of_hand",
    "per_game",
    "points_of_hand",
    "rons",
    "scores_of_seats",
    "state",
    "tsumo_suffered",
    "yaku_of",
    "yakuman_wins",
]

WAYS: Final = CODES["way"]
LIMITS: Final = CODES["limit"]
TILES: Final = CODES["tile"]
YAKU: Final = CODES["yaku"][:52]
"""Names of the yaku, without dora."""

STATES: Final = ("riichi", "open", "closed")
"""State of a seat at the end: riichi declared, open tehai, or neither."""


@derived
def state(rows: Rows) -> NDArray[np.int8]:
    """Index into `STATES` for each row of seats."""
    closed = np.full(len(rows), 2, np.int8)
    closed[rows["open_melds"] > 0] = 1
    closed[rows.known("riichi_turn")] = 0
    return closed


@derived
def dealt_in(rows: Rows) -> NDArray[np.intp]:
    """Rows of seats that dealt in."""
    return np.flatnonzero(rows["is_loser"])


@derived
def tsumo_suffered(rows: Rows) -> NDArray[np.intp]:
    """Rows of seats that suffered the tsumo of another seat."""
    return np.flatnonzero(outcome(rows) == Outcome.TSUMO_AGAINST)


@derived
def rons(rows: Rows) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For every win by ron, the row of the seat that dealt in and the row of the win; a double ron is two."""
    wins = rows.at("wins")
    won = np.flatnonzero(wins.known("loser"))
    return wins.index("hands")[won] * rows.players + wins["loser"][won], won


@derived
def points_of_hand(rows: Rows) -> NDArray[np.int32]:
    """Total value of the wins of each hand, without honba and sticks; null ABSENT; on hands."""
    wins = rows.at("wins")
    hand, known = wins.index("hands"), wins.known("points")
    worth = np.bincount(hand, np.where(known, wins["points"], 0), minlength=len(rows)).astype(np.int32)
    worth[rows["winner_count"] == 0] = ABSENT
    worth[hand[~known]] = ABSENT
    return worth


@derived
def limit_of_hand(rows: Rows) -> NDArray[np.int16]:
    """Highest limit of the wins of each hand, an index into `LIMITS`; null -1; on hands."""
    wins = rows.at("wins")
    highest = np.full(len(rows), -1, np.int16)
    np.maximum.at(highest, wins.index("hands"), wins["limit"])
    return highest


@derived
def scores_of_seats(rows: Rows) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Scores when each hand begins, shape (players, hands), and whether all are known; on hands."""
    scores = np.ascontiguousarray(rows.by_seat("score").T)
    known: NDArray[np.bool_] = scores.min(axis=0) != ABSENT
    return scores, known


@derived
def yakuman_wins(rows: Rows) -> NDArray[np.bool_]:
    """Wins with a yakuman; kazoe yakuman (数え役満) do not count; on wins."""
    found: NDArray[np.bool_] = rows["yakuman"] > 0
    return found


def yaku_of(rows: Rows, wins: NDArray[np.bool_]) -> Measure:
    """Yaku of some of the wins, as shares of those wins; on wins."""
    row, yaku = rows.items("yaku")
    return Measure(yaku, None if wins.all() else wins[row], row=row, base=wins)


def is_mangan(limit: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Whether a limit is mangan or more."""
    reached: NDArray[np.bool_] = limit >= code("limit", "mangan")
    return reached


def per_game(rows: Rows, ufunc: np.ufunc, values: Array) -> NDArray[np.int64]:
    """A ufunc reduced over the hands of each game; 0 for a game without hands.

    Args:
        rows: Any rows of the block.
        ufunc: ``np.add`` or ``np.maximum``.
        values: One per hand of the block.
    """
    hands = rows.at("games")["hands"].astype(np.int64)
    played = hands > 0
    made = np.zeros(len(hands), np.int64)
    starts = (np.cumsum(hands) - hands)[played]
    if len(starts):
        made[played] = ufunc.reduceat(values.astype(np.int64), starts)
    return made
