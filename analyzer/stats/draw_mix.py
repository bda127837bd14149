"""Kinds of ryuukyoku, riichi at exhaustive draws, and exhaustive draws per game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result, is_exhaustive, is_win
from analyzer.stats.rows import CODES, Rows, code
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic

__all__ = ["STATISTICS"]


def _riichi_count_of_draws(hands: Rows) -> Measure:
    return Measure(hands["hands.riichi_count"], is_exhaustive(hands))


def _ryuukyoku(hands: Rows) -> Measure:
    return Measure(hands["hands.end"] == code("end", "ryuukyoku"), has_result(hands))


def _kind(hands: Rows) -> Measure:
    return Measure(hands["hands.draw_kind"], hands.known("hands.draw_kind"))


def _per_game(of: Callable[[Rows], NDArray[np.bool_]], games: Rows) -> NDArray[np.int64]:
    hands = games.at("hands")
    return np.bincount(hands.index("games")[of(hands)], minlength=len(games))


def _draws_of_game(games: Rows) -> Measure:
    return Measure(_per_game(is_exhaustive, games), games["games.is_complete"])


def _draws_less_wins(games: Rows) -> Measure:
    surplus = _per_game(is_exhaustive, games) - _per_game(is_win, games)
    return Measure(surplus, games["games.is_complete"])


STATISTICS: Final = (
    Statistic(
        "ryuukyoku_rate",
        "draws",
        "hands",
        RATE,
        "share of hands",
        "Hands that end without a winner, by a ryuukyoku of any kind, among hands with a result.",
        _ryuukyoku,
        ("hands.end",),
    ),
    Statistic(
        "ryuukyoku_kind",
        "draws",
        "hands",
        SHARES,
        "share of ryuukyoku",
        "Kinds of ryuukyoku as logged, among the hands that end in a known kind.",
        _kind,
        ("hands.draw_kind",),
        labels=CODES["draw_kind"],
    ),
    Statistic(
        "draw_riichi_count",
        "draws",
        "hands",
        SHARES,
        "share of exhaustive draws",
        "Number of seats in riichi, among exhaustive draws.",
        _riichi_count_of_draws,
        ("hands.draw_kind", "hands.riichi_count"),
    ),
    Statistic(
        "draws_per_game_mean",
        "draws",
        "games",
        MEAN,
        "hands",
        "Exhaustive draws in a game, over the complete games.",
        _draws_of_game,
        ("hands.draw_kind", "games.is_complete"),
    ),
    Statistic(
        "draws_per_game",
        "draws",
        "games",
        SHARES,
        "share of games",
        "Number of exhaustive draws in a game, among the complete games.",
        _draws_of_game,
        ("hands.draw_kind", "games.is_complete"),
    ),
    Statistic(
        "draws_less_wins",
        "draws",
        "games",
        SHARES,
        "share of games",
        "Number of exhaustive draws minus number of won hands in a game, among the complete games.",
        _draws_less_wins,
        ("hands.end", "hands.draw_kind", "games.is_complete"),
    ),
)
