"""The leader when a hand begins: the lead, how the leader plays, and whether it stays first."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import points_of_hand, scores_of_seats
from analyzer.vocabulary import ABSENT

__all__ = ["STATISTICS"]

THOUSAND: Final = 1000
_BOUNDS: Final = (1, 4001, 8000, 12_000, 16_000, 20_000)
LEADS: Final = (
    "level",
    "to_4000",
    "under_8000",
    "under_12000",
    "under_16000",
    "under_20000",
    "from_20000",
)
"""Brackets of the lead over the second seat, as used by analysts of the Phoenix logs."""


class _Lead(NamedTuple):
    """The leader when the hand begins; one entry per hand."""

    seat: NDArray[np.intp]
    """Leading seat, the lower one in a tie; -1 if a score is not logged."""
    points: NDArray[np.int32]
    """Its score minus that of the second; 0 if unknown."""


@derived
def _lead(rows: Rows) -> _Lead:
    scores, known = scores_of_seats(rows)
    seat = scores.argmax(axis=0)
    first, second = scores[0], np.full(len(rows), ABSENT, np.int32)
    for others in scores[1:]:
        second = np.maximum(second, np.minimum(first, others))
        first = np.maximum(first, others)
    return _Lead(np.where(known, seat, -1), np.where(known, first - second, 0))


@derived
def _bracket(rows: Rows) -> NDArray[np.int8]:
    """Index into `LEADS`, -1 if the leader is unknown; on hands."""
    lead = _lead(rows)
    bracket = np.searchsorted(_BOUNDS, lead.points, side="right").astype(np.int8)
    bracket[lead.seat < 0] = -1
    return bracket


def _of_leader(rows: Rows, name: str) -> Array:
    return rows.of_seat(name, _lead(rows).seat)


def _lead_points(rows: Rows) -> Measure:
    lead = _lead(rows)
    return Measure(lead.points, lead.seat >= 0)


def _lead_thousands(rows: Rows) -> Measure:
    lead = _lead(rows)
    return Measure(lead.points // THOUSAND, lead.seat >= 0)


def _is_kept(rows: Rows) -> Measure:
    """Whether the game ends with the leader first."""
    placement = _of_leader(rows, "players.placement")
    return Measure(placement == 1, placement > 0, at=_lead(rows).points // THOUSAND)


def _wins(rows: Rows) -> Measure:
    return Measure(_of_leader(rows, "is_winner") == 1, has_result(rows), at=_bracket(rows))


def _deals_in(rows: Rows) -> Measure:
    return Measure(_of_leader(rows, "is_loser") == 1, has_result(rows), at=_bracket(rows))


def _declares(rows: Rows) -> Measure:
    return Measure(_of_leader(rows, "riichi_turn") >= 0, has_result(rows), at=_bracket(rows))


def _calls(rows: Rows) -> Measure:
    return Measure(_of_leader(rows, "open_melds") > 0, has_result(rows), at=_bracket(rows))


def _win_points(rows: Rows) -> Measure:
    """Points of the leader's win; of a double ron only its own part."""
    wins = rows.at("wins")
    row = wins.index("hands")
    led = wins["seat"] == _lead(rows).seat[row]
    return Measure(wins["points"], led & wins.known("points"), at=_bracket(rows)[row], row=row)


def _deal_in_points(rows: Rows) -> Measure:
    worth = points_of_hand(rows)
    dealt_in = _of_leader(rows, "is_loser") == 1
    return Measure(worth, dealt_in & (worth != ABSENT), at=_bracket(rows))


_HANDS: Final = "share of hands"

STATISTICS: Final = (
    Statistic(
        "lead_at_start",
        "leads",
        "hands",
        MEAN,
        "points",
        "Score of the first seat minus that of the second when the hand begins, over all hands whose scores "
        "are logged.",
        _lead_points,
        ("seats.score",),
    ),
    Statistic(
        "lead_thousands",
        "leads",
        "hands",
        SHARES,
        _HANDS,
        "Score of the first seat minus that of the second when the hand begins, in whole thousands of "
        "points, of all hands whose scores are logged.",
        _lead_thousands,
        ("seats.score",),
    ),
    Statistic(
        "lead_kept_rate",
        "leads",
        "hands",
        RATE,
        _HANDS,
        "Hands whose leader finishes the game first, among all hands, by lead in whole thousands of points; "
        "in a tie the seat nearer the first dealer leads; games without a final result are left out.",
        _is_kept,
        ("seats.score", "players.placement"),
        "thousands",
    ),
    Statistic(
        "leader_win_rate",
        "leads",
        "hands",
        RATE,
        _HANDS,
        "Hands that the leader won, among the hands with a result, by bracket of the lead.",
        _wins,
        ("seats.score", "seats.is_winner", "hands.end"),
        "lead",
        axis_labels=LEADS,
    ),
    Statistic(
        "leader_deal_in_rate",
        "leads",
        "hands",
        RATE,
        _HANDS,
        "Hands in which the leader dealt in, among the hands with a result, by bracket of the lead.",
        _deals_in,
        ("seats.score", "seats.is_loser", "hands.end"),
        "lead",
        axis_labels=LEADS,
    ),
    Statistic(
        "leader_riichi_rate",
        "leads",
        "hands",
        RATE,
        _HANDS,
        "Hands in which the leader declared riichi, among the hands with a result, by bracket of the lead.",
        _declares,
        ("seats.score", "seats.riichi_turn", "hands.end"),
        "lead",
        axis_labels=LEADS,
    ),
    Statistic(
        "leader_open_rate",
        "leads",
        "hands",
        RATE,
        _HANDS,
        "Hands in which the leader was open at the end, among the hands with a result, by bracket of the "
        "lead.",
        _calls,
        ("seats.score", "seats.open_melds", "hands.end"),
        "lead",
        axis_labels=LEADS,
    ),
    Statistic(
        "leader_win_points",
        "leads",
        "hands",
        MEAN,
        "points",
        "Value of the leader's wins, without honba and sticks, over its wins, by bracket of the lead.",
        _win_points,
        ("seats.score", "wins.seat", "wins.points", "hands.winner_count"),
        "lead",
        axis_labels=LEADS,
    ),
    Statistic(
        "leader_deal_in_points",
        "leads",
        "hands",
        MEAN,
        "points",
        "Value of the hands that the leader dealt in to, without honba and sticks, a double ron added up, "
        "over its deal-ins, by bracket of the lead; a low value suggests sashikomi.",
        _deal_in_points,
        ("seats.score", "seats.is_loser", "wins.points", "hands.winner_count"),
        "lead",
        axis_labels=LEADS,
    ),
)
