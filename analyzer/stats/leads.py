"""The seat that leads when a hand begins: its lead, what it does with it, whether it keeps it."""

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
"""Lead over the second seat, in the brackets that players of the Phoenix logs use."""


class _Lead(NamedTuple):
    """Who leads when the hand begins; one entry per hand."""

    seat: NDArray[np.intp]
    """Of level seats the one nearer the first dealer; -1 where a score is not logged."""
    points: NDArray[np.int32]
    """Its score less that of the second; 0 where it is not known."""


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
    """Index in `LEADS`, -1 where nobody is known to lead; on hands."""
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
    """Of a double ron only what the leader won."""
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
        "Score of the first seat less that of the second when the hand begins, over all hands whose scores "
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
        "Score of the first seat less that of the second when the hand begins, in whole thousands of points, "
        "of all hands whose scores are logged.",
        _lead_thousands,
        ("seats.score",),
    ),
    Statistic(
        "lead_kept_rate",
        "leads",
        "hands",
        RATE,
        _HANDS,
        "Hands whose leader at the beginning is first at the end of the game, of the hands with the same "
        "lead in whole thousands of points; of level seats the one nearer the first dealer leads, and games "
        "without a final result are left out.",
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
        "Hands that the leader won, of the hands with a result and a lead in the same bracket.",
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
        "Hands in which the leader dealt in, of the hands with a result and a lead in the same bracket.",
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
        "Hands in which the leader declared riichi, of the hands with a result and a lead in the same "
        "bracket.",
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
        "Hands in which the leader was open at the end, of the hands with a result and a lead in the same "
        "bracket.",
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
        "Value of the leader's win, without honba and sticks, over its wins with a lead in the same bracket.",
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
        "Value of what the leader dealt in to, without honba and sticks, a double ron added up, over its "
        "deal-ins with a lead in the same bracket; a low value tells of sashikomi.",
        _deal_in_points,
        ("seats.score", "seats.is_loser", "wins.points", "hands.winner_count"),
        "lead",
        axis_labels=LEADS,
    ),
)
