"""The order of the players without and with the payment of an exhaustive draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import is_exhaustive, order_of
from analyzer.stats.rows import Rows, derived
from analyzer.stats.statistic import Measure
from analyzer.vocabulary import ABSENT

__all__ = [
    "PAID",
    "among_draws",
    "among_games",
    "draws",
    "ends_game",
    "in_all_last",
    "is_over",
    "orders",
    "scores",
]

PAID: Final = ("hands.draw_kind", "seats.score", "seats.deposit", "seats.delta")
"""Columns that `draws`, `scores` and `orders` read."""


@derived
def draws(hands: Rows) -> NDArray[np.intp]:
    """Rows of exhaustive draws with all scores and payments stated."""
    rows = np.flatnonzero(is_exhaustive(hands))
    stated = np.ones(len(rows), np.bool_)
    for name in ("seats.score", "seats.delta"):
        stated &= (hands.by_seat(name)[rows] != ABSENT).all(axis=1)
    return rows[stated]


@derived
def scores(hands: Rows) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Points before and after the payment, both with own sticks paid; shape (draws, players)."""
    rows = draws(hands)
    before = hands.by_seat("seats.score")[rows] - hands.by_seat("seats.deposit")[rows].astype(np.int32)
    return before, before + hands.by_seat("seats.delta")[rows]


@derived
def orders(hands: Rows) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Placements without and with the payment; shape (draws, players)."""
    before, after = scores(hands)
    return order_of(before), order_of(after)


@derived
def ends_game(hands: Rows) -> NDArray[np.bool_]:
    """The hand is the last of a complete game."""
    complete: NDArray[np.bool_] = hands["games.is_complete"]
    return hands.last_in_game & complete


def is_over(hands: Rows) -> NDArray[np.bool_]:
    """Whether each of the rows of `draws` ends a complete game."""
    return ends_game(hands)[draws(hands)]


def in_all_last(hands: Rows) -> NDArray[np.bool_]:
    """Whether each of the rows of `draws` is in all last."""
    last: NDArray[np.bool_] = hands["hands.is_all_last"][draws(hands)] == 1
    return last


def among_draws(
    value: Callable[[Rows], NDArray[np.bool_]], of: Callable[[Rows], NDArray[np.bool_]] | None = None
) -> Callable[[Rows], Measure]:
    """Measure of a rate among the rows of `draws`, or only those that fulfil ``of``."""

    def measure(hands: Rows) -> Measure:
        return Measure(value(hands), None if of is None else of(hands), row=draws(hands))

    return measure


def among_games(value: Callable[[Rows], NDArray[np.bool_]]) -> Callable[[Rows], Measure]:
    """Measure of the games whose last hand is a draw with some property, among all complete games."""

    def measure(games: Rows) -> Measure:
        hands = games.at("hands")
        holds = np.zeros(len(games), np.bool_)
        deciding = draws(hands)[value(hands) & is_over(hands)]
        holds[hands.index("games")[deciding]] = True
        return Measure(holds, games["games.is_complete"])

    return measure
