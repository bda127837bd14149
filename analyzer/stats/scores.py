"""Scores and gains: the gain of a seat per hand, in the conventions of several sites, and score spread."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.stats.common import gain, knows_gain
from analyzer.stats.outcomes import OUTCOME_COLUMNS, OUTCOMES, Outcome, outcome
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import MEAN, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import scores_of_seats

__all__ = ["STATISTICS"]

THOUSAND: Final = 1000


def _score(rows: Rows) -> Measure:
    return Measure(rows["score"], rows.known("score"))


def _score_thousands(rows: Rows) -> Measure:
    return Measure(rows["score"] // THOUSAND, rows.known("score"))


def _gain(rows: Rows) -> Measure:
    return Measure(gain(rows), knows_gain(rows))


def _gain_thousands(rows: Rows) -> Measure:
    return Measure(gain(rows) // THOUSAND, knows_gain(rows))


def _gain_without_own_stick(rows: Rows) -> Measure:
    """Score change without the own stick; of several winners only the one that takes sticks regains it."""
    wins = rows.at("wins")
    collects = wins.index("seats")[wins["kyotaku"] > 0]
    change = rows["delta"].copy()
    change[collects] -= rows["deposit"][collects]
    known = knows_gain(rows).copy()
    known[wins.index("seats")[~wins.known("kyotaku")]] = False
    return Measure(change, known)


def _gain_by_outcome(rows: Rows) -> Measure:
    return _gain(rows)._replace(at=outcome(rows))


def _gain_spread(rows: Rows) -> Measure:
    """Squares of the gain, so that cells add up."""
    return Measure(np.square(gain(rows), dtype=np.float64), knows_gain(rows))


@derived
def _won(rows: Rows) -> Array:
    """Score change by the result if the seat won, otherwise 0; on seats."""
    return np.where(rows["is_winner"], rows["delta"], 0)


@derived
def _lost(rows: Rows) -> Array:
    """Points paid by the seat if it dealt in, otherwise 0; on seats."""
    return np.where(rows["is_loser"], -rows["delta"], 0)


def _win_efficiency(rows: Rows) -> Measure:
    return Measure(_won(rows), knows_gain(rows))


def _deal_in_loss(rows: Rows) -> Measure:
    return Measure(_lost(rows), knows_gain(rows))


def _net_efficiency(rows: Rows) -> Measure:
    return Measure(_won(rows) - _lost(rows), knows_gain(rows))


def _tsumo_loss(rows: Rows) -> Measure:
    suffered = outcome(rows) == Outcome.TSUMO_AGAINST
    return Measure(np.where(suffered, -rows["delta"], 0), knows_gain(rows))


def _table_variance(rows: Rows) -> Measure:
    scores, known = scores_of_seats(rows)
    total = scores.sum(axis=0, dtype=np.float64)
    squares = np.square(scores, dtype=np.float64).sum(axis=0)
    return Measure((squares - total**2 / rows.players) / rows.players, known)


def _table_range(rows: Rows) -> Measure:
    scores, known = scores_of_seats(rows)
    return Measure(scores.max(axis=0) - scores.min(axis=0), known)


_RESULT: Final = ("seats.delta", "seats.deposit")

STATISTICS: Final = (
    Statistic(
        "score_at_start",
        "scores",
        "seats",
        MEAN,
        "points",
        "Score of the seat when the hand begins, over all hands whose scores are logged.",
        _score,
        ("seats.score",),
    ),
    Statistic(
        "score_thousands",
        "scores",
        "seats",
        SHARES,
        "share of hands",
        "Score of the seat when the hand begins, in whole thousands of points rounded down, among all hands "
        "whose scores are logged.",
        _score_thousands,
        ("seats.score",),
    ),
    Statistic(
        "gain_per_hand",
        "scores",
        "seats",
        MEAN,
        "points",
        "Score after the hand minus score before it, the own riichi stick counted as paid (as in Mortal), "
        "over all hands with a result.",
        _gain,
        _RESULT,
    ),
    Statistic(
        "gain_per_hand_without_own_stick",
        "scores",
        "seats",
        MEAN,
        "points",
        "Score change by the result of the hand, the own riichi stick counted neither as paid nor as won "
        "back, over all hands with a result.",
        _gain_without_own_stick,
        (*_RESULT, "wins.seat", "wins.kyotaku", "hands.winner_count"),
    ),
    Statistic(
        "squared_gain_per_hand",
        "scores",
        "seats",
        MEAN,
        "points squared",
        "Square of the score after the hand minus the score before it, over all hands with a result; minus "
        "the square of gain_per_hand, it is the variance of the gain per hand.",
        _gain_spread,
        _RESULT,
    ),
    Statistic(
        "gain_thousands",
        "scores",
        "seats",
        SHARES,
        "share of hands",
        "Score after the hand minus score before it, in whole thousands of points rounded down, among all "
        "hands with a result.",
        _gain_thousands,
        _RESULT,
    ),
    Statistic(
        "gain_by_outcome",
        "scores",
        "seats",
        MEAN,
        "points",
        "Score after the hand minus score before it, the own riichi stick counted as paid, by how the hand "
        "ended for the seat, as in hand_outcome.",
        _gain_by_outcome,
        (*_RESULT, *OUTCOME_COLUMNS),
        "outcome",
        axis_labels=OUTCOMES,
    ),
    Statistic(
        "win_efficiency",
        "scores",
        "seats",
        MEAN,
        "points",
        "Points from own wins per hand, with honba and sticks: the score change by the result in a hand that "
        "the seat won, 0 for any other hand, over all hands with a result.",
        _win_efficiency,
        ("seats.delta", "seats.is_winner"),
    ),
    Statistic(
        "deal_in_loss",
        "scores",
        "seats",
        MEAN,
        "points",
        "Cost of deal-ins per hand, with honba: the points that the seat paid in a hand in which it dealt "
        "in, 0 for any other hand, over all hands with a result.",
        _deal_in_loss,
        ("seats.delta", "seats.is_loser"),
    ),
    Statistic(
        "net_win_efficiency",
        "scores",
        "seats",
        MEAN,
        "points",
        "Win efficiency minus deal-in loss, over all hands with a result.",
        _net_efficiency,
        ("seats.delta", "seats.is_winner", "seats.is_loser"),
    ),
    Statistic(
        "tsumo_loss",
        "scores",
        "seats",
        MEAN,
        "points",
        "Cost of other seats' tsumo per hand, with honba, 0 for any other hand, over all hands with "
        "a result.",
        _tsumo_loss,
        ("seats.delta", *OUTCOME_COLUMNS),
    ),
    Statistic(
        "score_variance",
        "scores",
        "hands",
        MEAN,
        "points squared",
        "Variance of the scores at the table when the hand begins, over all hands whose scores are logged; "
        "by kyoku it shows how scores spread during a game.",
        _table_variance,
        ("seats.score",),
    ),
    Statistic(
        "score_range",
        "scores",
        "hands",
        MEAN,
        "points",
        "Highest minus lowest score at the table when the hand begins, over all hands whose scores are "
        "logged.",
        _table_range,
        ("seats.score",),
    ),
)
