"""All last: how placements change from the first hand of the last scheduled kyoku, by score and gap."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.rows import Rows, derived
from analyzer.stats.statistic import RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import per_game, scores_of_seats

__all__ = ["STATISTICS"]

THOUSAND: Final = 1000


class _Start(NamedTuple):
    """Seats at the beginning of all last, in games with a final result; one entry per seat."""

    row: NDArray[np.intp]
    """Row of seats."""
    score: NDArray[np.int32]
    """Scores of all seats of its table; shape (rows, players)."""
    before: NDArray[np.int16]
    """Placement when the hand begins."""
    after: NDArray[np.int16]
    """Placement at the end of the game."""


@derived
def _start(rows: Rows) -> _Start:
    """On seats."""
    hands, players = rows.at("hands"), rows.players
    starts = (hands["is_all_last"] == 1) & (hands.previous_hand("is_all_last") != 1)
    hand = np.flatnonzero(starts & scores_of_seats(hands)[1])
    after = rows.at("players")["placement"].reshape(-1, players)[hands.index("games")[hand]]
    hand, after = hand[after.min(axis=1) > 0], after[after.min(axis=1) > 0].ravel()
    row = (hand[:, None] * players + np.arange(players)).ravel()
    scores = np.repeat(hands.by_seat("score")[hand], players, axis=0)
    return _Start(row, scores, rows["placement"][row], after)


def _gap(rows: Rows, start: _Start, place: int) -> NDArray[np.int64]:
    """Points between each seat and the seat in a given placement of its table, in whole thousands."""
    ordered = np.sort(start.score, axis=1)[:, ::-1]
    own = rows["score"][start.row]
    gap: NDArray[np.int64] = np.abs(ordered[:, place - 1].astype(np.int64) - own) // THOUSAND
    return gap


def _after(rows: Rows) -> Measure:
    start = _start(rows)
    return Measure(start.after, at=start.before, row=start.row)


def _after_by_score(rows: Rows) -> Measure:
    start = _start(rows)
    return Measure(start.after, at=rows["score"][start.row] // THOUSAND, row=start.row)


def _rises(rows: Rows) -> Measure:
    start = _start(rows)
    return Measure(start.after < start.before, at=start.before, row=start.row)


def _falls(rows: Rows) -> Measure:
    start = _start(rows)
    return Measure(start.after > start.before, at=start.before, row=start.row)


def _escapes_last(rows: Rows) -> Measure:
    start = _start(rows)
    gap = _gap(rows, start, rows.players - 1)
    return Measure(start.after < rows.players, start.before == rows.players, at=gap, row=start.row)


def _falls_last(rows: Rows) -> Measure:
    start = _start(rows)
    gap = _gap(rows, start, rows.players)
    return Measure(start.after == rows.players, start.before == rows.players - 1, at=gap, row=start.row)


def _takes_first(rows: Rows) -> Measure:
    start = _start(rows)
    return Measure(start.after == 1, start.before > 1, at=_gap(rows, start, 1), row=start.row)


def _keeps_first(rows: Rows) -> Measure:
    start = _start(rows)
    return Measure(start.after == 1, start.before == 1, at=_gap(rows, start, 2), row=start.row)


def _hands(rows: Rows) -> Measure:
    reached = per_game(rows, np.add, rows.at("hands")["is_all_last"] == 1)
    return Measure(reached, rows["is_complete"])


_SEATS: Final = "share of games"
_COLUMNS: Final = ("hands.is_all_last", "seats.score", "seats.placement", "players.placement")
_LEFT_OUT: Final = "games without all last or without a final result are left out"

STATISTICS: Final = (
    Statistic(
        "final_placement_after_all_last",
        "all_last",
        "seats",
        SHARES,
        _SEATS,
        f"Final placement of seats, by placement when the first hand of all last begins; {_LEFT_OUT}.",
        _after,
        _COLUMNS,
        "placement",
    ),
    Statistic(
        "final_placement_by_all_last_score",
        "all_last",
        "seats",
        SHARES,
        _SEATS,
        "Final placement of seats, by score in whole thousands of points "
        f"when the first hand of all last begins; {_LEFT_OUT}.",
        _after_by_score,
        _COLUMNS,
        "thousands",
    ),
    Statistic(
        "all_last_rise_rate",
        "all_last",
        "seats",
        RATE,
        _SEATS,
        "Seats that finish better than their placement when the first hand of all last begins, by that "
        f"placement; {_LEFT_OUT}.",
        _rises,
        _COLUMNS,
        "placement",
    ),
    Statistic(
        "all_last_fall_rate",
        "all_last",
        "seats",
        RATE,
        _SEATS,
        "Seats that finish worse than their placement when the first hand of all last begins, by that "
        f"placement; {_LEFT_OUT}.",
        _falls,
        _COLUMNS,
        "placement",
    ),
    Statistic(
        "last_escape_rate_by_gap",
        "all_last",
        "seats",
        RATE,
        _SEATS,
        "Seats that do not finish last, among those that are last when the first hand of all last begins, "
        f"by gap to the next better placed seat in whole thousands of points; {_LEFT_OUT}.",
        _escapes_last,
        _COLUMNS,
        "thousands",
    ),
    Statistic(
        "fall_to_last_rate_by_gap",
        "all_last",
        "seats",
        RATE,
        _SEATS,
        "Seats that finish last, among those that are last but one when the first hand of all last begins, "
        f"by lead over the last seat in whole thousands of points; {_LEFT_OUT}.",
        _falls_last,
        _COLUMNS,
        "thousands",
    ),
    Statistic(
        "comeback_rate_by_gap",
        "all_last",
        "seats",
        RATE,
        _SEATS,
        "Seats that finish first, among those that are not first when the first hand of all last begins, "
        f"by gap to the first seat in whole thousands of points; {_LEFT_OUT}.",
        _takes_first,
        _COLUMNS,
        "thousands",
    ),
    Statistic(
        "first_kept_rate_by_gap",
        "all_last",
        "seats",
        RATE,
        _SEATS,
        "Seats that finish first, among those that are first when the first hand of all last begins, by "
        f"lead over the second seat in whole thousands of points; {_LEFT_OUT}.",
        _keeps_first,
        _COLUMNS,
        "thousands",
    ),
    Statistic(
        "all_last_hands",
        "all_last",
        "games",
        SHARES,
        _SEATS,
        "Number of hands of all last in a game, including repeats and extra rounds; 0 if the game ends "
        "before; among all complete games.",
        _hands,
        ("hands.is_all_last", "games.is_complete"),
    ),
)
