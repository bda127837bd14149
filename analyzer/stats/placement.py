"""Placements and final scores of players: their frequency, results, and starting scores."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.stats.rows import Rows
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic

__all__ = ["STATISTICS"]

THOUSAND: Final = 1000


def _placement(rows: Rows) -> Measure:
    return Measure(rows["placement"], rows.known("placement"))


def _is_first(rows: Rows) -> Measure:
    return Measure(rows["placement"] == 1, rows.known("placement"))


def _is_top_two(rows: Rows) -> Measure:
    return Measure(rows["placement"] <= 2, rows.known("placement"))


def _is_last(rows: Rows) -> Measure:
    return Measure(rows["placement"] == rows.players, rows.known("placement"))


def _is_bust(rows: Rows) -> Measure:
    return Measure(rows["final_score"] < 0, rows.known("final_score"))


def _final_score(rows: Rows) -> Measure:
    return Measure(rows["final_score"], rows.known("final_score"))


def _final_score_by_placement(rows: Rows) -> Measure:
    return _final_score(rows)._replace(at=rows["placement"])


def _final_thousands(rows: Rows) -> Measure:
    return Measure(rows["final_score"] // THOUSAND, rows.known("final_score"))


def _final_thousands_by_placement(rows: Rows) -> Measure:
    return _final_thousands(rows)._replace(at=rows["placement"])


def _final_result(rows: Rows) -> Measure:
    return Measure(rows["final_result"], rows.known("final_result"))


def _final_result_by_placement(rows: Rows) -> Measure:
    return _final_result(rows)._replace(at=rows["placement"])


def _bonus(rows: Rows) -> Measure:
    """Points that the placement adds to the points won, in thousands."""
    won = (rows["final_score"] - rows["start_score"]) / THOUSAND
    known = rows.known("final_result") & rows.known("final_score") & rows.known("start_score")
    return Measure(np.where(known, rows["final_result"] - won, 0.0), known, at=rows["placement"])


def _start_thousands(rows: Rows) -> Measure:
    return Measure(rows["start_score"] // THOUSAND, rows.known("start_score"))


def _placement_by_score(rows: Rows) -> Measure:
    placement = rows["players.placement"]
    known = (placement > 0) & rows.known("score")
    return Measure(placement, known, at=rows["score"] // THOUSAND)


def _placement_by_placement(rows: Rows) -> Measure:
    placement = rows["players.placement"]
    return Measure(placement, placement > 0, at=rows["placement"])


_GAMES: Final = "share of games"
_FINAL: Final = ("players.final_score",)
_PLACED: Final = ("players.placement",)

STATISTICS: Final = (
    Statistic(
        "final_placement",
        "placement",
        "players",
        SHARES,
        _GAMES,
        "Placement by final score, ties to the seat nearer the first dealer, among all games with a final "
        "result.",
        _placement,
        _PLACED,
    ),
    Statistic(
        "final_placement_mean",
        "placement",
        "players",
        MEAN,
        "placement",
        "Placement by final score, 1 being the best, over all games with a final result.",
        _placement,
        _PLACED,
    ),
    Statistic(
        "first_rate",
        "placement",
        "players",
        RATE,
        _GAMES,
        "Games finished first, among all games with a final result.",
        _is_first,
        _PLACED,
    ),
    Statistic(
        "top_two_rate",
        "placement",
        "players",
        RATE,
        _GAMES,
        "Games finished first or second (連対), among all games with a final result.",
        _is_top_two,
        _PLACED,
    ),
    Statistic(
        "last_rate",
        "placement",
        "players",
        RATE,
        _GAMES,
        "Games finished last (third in sanma), among all games with a final result.",
        _is_last,
        _PLACED,
    ),
    Statistic(
        "bust_rate",
        "placement",
        "players",
        RATE,
        _GAMES,
        "Games finished below 0 points (トビ), among all games with a final result; exactly 0 is no bust.",
        _is_bust,
        _FINAL,
    ),
    Statistic(
        "final_score",
        "placement",
        "players",
        MEAN,
        "points",
        "Final score, including leftover sticks, over all games with a final result.",
        _final_score,
        _FINAL,
    ),
    Statistic(
        "final_score_by_placement",
        "placement",
        "players",
        MEAN,
        "points",
        "Final score, including leftover sticks, over all games with a final result, by placement.",
        _final_score_by_placement,
        (*_FINAL, *_PLACED),
        "placement",
    ),
    Statistic(
        "final_thousands",
        "placement",
        "players",
        SHARES,
        _GAMES,
        "Final score in whole thousands of points rounded down, among all games with a final result.",
        _final_thousands,
        _FINAL,
    ),
    Statistic(
        "final_thousands_by_placement",
        "placement",
        "players",
        SHARES,
        _GAMES,
        "Final score in whole thousands of points rounded down, among all games with a final result, by "
        "placement.",
        _final_thousands_by_placement,
        (*_FINAL, *_PLACED),
        "placement",
    ),
    Statistic(
        "final_result",
        "placement",
        "players",
        MEAN,
        "thousand points",
        "Result with uma and oka as logged, over all games with a final result.",
        _final_result,
        ("players.final_result",),
    ),
    Statistic(
        "final_result_by_placement",
        "placement",
        "players",
        MEAN,
        "thousand points",
        "Result with uma and oka as logged, over all games with a final result, by placement.",
        _final_result_by_placement,
        ("players.final_result", *_PLACED),
        "placement",
    ),
    Statistic(
        "placement_bonus",
        "placement",
        "players",
        MEAN,
        "thousand points",
        "Points that uma, oka and rounding add: the logged result minus the points won since the first deal, "
        "in thousands, by placement.",
        _bonus,
        ("players.final_result", "players.start_score", *_FINAL, *_PLACED),
        "placement",
    ),
    Statistic(
        "start_thousands",
        "placement",
        "players",
        SHARES,
        _GAMES,
        "Score at the first deal in whole thousands of points, among all games with a hand.",
        _start_thousands,
        ("players.start_score",),
    ),
    Statistic(
        "final_placement_by_score",
        "placement",
        "seats",
        SHARES,
        "share of hands",
        "Final placement of seats, by score when the hand begins, in whole thousands of "
        "points; scores below 0 and games without a final result are left out.",
        _placement_by_score,
        ("seats.score", *_PLACED),
        "thousands",
    ),
    Statistic(
        "final_placement_by_placement",
        "placement",
        "seats",
        SHARES,
        "share of hands",
        "Final placement of seats, by placement when the hand begins; games without a final "
        "result are left out.",
        _placement_by_placement,
        ("seats.placement", *_PLACED),
        "placement",
    ),
)
