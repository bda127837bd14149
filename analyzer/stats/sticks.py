"""Riichi sticks: how many draws leave on the table, and who takes them in the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result, is_drawn, is_exhaustive, is_win
from analyzer.stats.draw_seats import seats_of
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, row_of
from analyzer.vocabulary import RELATIONS

__all__ = ["STATISTICS"]

_FATES: Final = (
    "own win",
    *(f"{relation}'s win" for relation in RELATIONS),
    "first in the end, the same player",
    "first in the end, another",
    "not known",
)
_FATE_COLUMNS: Final = ("hands.end", "hands.draw_kind", "hands.winner", "seats.deposit", "players.placement")
_AFTER: Final = ("hands.kyotaku_after",)


class _Lost(NamedTuple):
    """Sticks paid in hands that ended in a ryuukyoku; one entry per stick."""

    row: NDArray[np.intp]
    """Row of the seat that paid it."""
    collector: NDArray[np.int64]
    """Seat that took it by a win; -1 if the game ended first."""
    hands: NDArray[np.int64]
    """Number of hands from its payment to the win that took it; 0 without such a win."""


@derived
def _next_win(hands: Rows) -> NDArray[np.int64]:
    """First won hand of the same game at or after each hand; -1 for none."""
    places = np.where(is_win(hands), np.arange(len(hands)), len(hands))
    following = np.minimum.accumulate(places[::-1])[::-1]
    games = np.append(hands.index("games"), -1)
    return np.where(games[following] == games[:-1], following, -1)


@derived
def _lost(seats: Rows) -> _Lost:
    hands = seats.at("hands")
    row = seats_of(seats, np.flatnonzero(is_drawn(hands)))
    row = row[seats["seats.deposit"][row] > 0]
    hand = row // seats.players
    won = _next_win(hands)[hand]
    # Of several winners, the first logged is next in turn after the discarder, and takes the sticks.
    collector = np.where(won < 0, -1, hands["hands.winner"][np.maximum(won, 0)])
    return _Lost(row, collector, np.where(won < 0, 0, won - hand))


def _fate(seats: Rows) -> Measure:
    row, collector, _ = _lost(seats)
    own = row % seats.players
    apart = (collector - own) % seats.players
    if seats.players == 3:
        apart = np.where(apart == 2, 3, apart)
    placement = seats.at("players")["players.placement"].reshape(-1, seats.players)
    game = seats.at("hands").index("games")[row // seats.players]
    place = placement[game, own]
    ended = np.where(place < 0, 6, np.where(place == 1, 4, 5))
    return Measure(np.where(collector < 0, ended, apart), row=row)


def _wait(seats: Rows) -> Measure:
    lost = _lost(seats)
    return Measure(lost.hands, lost.hands > 0, row=lost.row)


@derived
def _paid(seats: Rows) -> NDArray[np.intp]:
    """Rows of seats that paid a stick in a hand with a result."""
    row = np.flatnonzero(seats["seats.deposit"] > 0)
    return row[has_result(seats.at("hands"))[row // seats.players]]


def _is_lost(seats: Rows) -> Measure:
    row = _paid(seats)
    return Measure(is_exhaustive(seats.at("hands"))[row // seats.players], row=row)


def _is_lost_by_turn(seats: Rows) -> Measure:
    return _is_lost(seats)._replace(at=seats["seats.riichi_turn"][_paid(seats)])


def _left_by(of: Callable[[Rows], NDArray[np.bool_]]) -> Callable[[Rows], Measure]:
    def measure(hands: Rows) -> Measure:
        return Measure(hands["hands.kyotaku_after"], of(hands) & hands.known("hands.kyotaku_after"))

    return measure


def _carried(hands: Rows) -> Measure:
    return Measure(hands["hands.kyotaku"], is_win(hands) & hands.known("hands.kyotaku"))


def _at_start(hands: Rows) -> Measure:
    return Measure(hands["hands.kyotaku"], hands.known("hands.kyotaku"))


def _taken(wins: Rows) -> Measure:
    return Measure(wins["wins.kyotaku"])


@derived
def _leftover(games: Rows) -> tuple[Array, NDArray[np.bool_]]:
    """Sticks left by the last hand of each game, and whether the number is known."""
    hands = games.at("hands")
    sticks, known = np.zeros(len(games), np.int16), np.zeros(len(games), np.bool_)
    last = np.flatnonzero(hands.last_in_game)
    game = hands.index("games")[last]
    sticks[game] = hands["hands.kyotaku_after"][last]
    known[game] = hands.known("hands.kyotaku_after")[last]
    return sticks, known & games["games.is_complete"]


def _is_left_over(games: Rows) -> Measure:
    sticks, known = _leftover(games)
    return Measure(sticks > 0, known)


def _left_over(games: Rows) -> Measure:
    sticks, known = _leftover(games)
    return Measure(sticks, known)


_row: Final = partial(row_of, "sticks")


STATISTICS: Final = (
    _row(
        "stick_lost_in_draw_rate",
        "seats",
        RATE,
        "share of riichi sticks",
        "Sticks paid in hands that end in an exhaustive draw among all sticks paid in hands with a result.",
        _is_lost,
        ("hands.end", "hands.draw_kind", "seats.deposit"),
    ),
    _row(
        "stick_lost_in_draw_rate_by_turn",
        "seats",
        RATE,
        "share of riichi sticks",
        "Sticks paid in hands that end in an exhaustive draw among all sticks paid in hands with a result, "
        "by the discard (from 1) that declared the riichi.",
        _is_lost_by_turn,
        ("hands.end", "hands.draw_kind", "seats.deposit", "seats.riichi_turn"),
        "turn",
    ),
    _row(
        "lost_stick_fate",
        "seats",
        SHARES,
        "share of riichi sticks",
        "Who takes the sticks paid in hands that end in a ryuukyoku of any kind: the winner of the next won "
        "hand of the game, by its seat relation to the payer (shimocha is next in turn), or the player who "
        "finishes first; unknown if the log has no final result.",
        _fate,
        _FATE_COLUMNS,
        labels=_FATES,
    ),
    _row(
        "lost_stick_hands_mean",
        "seats",
        MEAN,
        "hands",
        "Hands from a ryuukyoku in which a stick was paid to the next won hand, over sticks that a winner "
        "took.",
        _wait,
        _FATE_COLUMNS[:-1],
    ),
    _row(
        "sticks_left_by_draw_mean",
        "hands",
        MEAN,
        "sticks",
        "Riichi sticks on the table after an exhaustive draw, over draws where the number is known.",
        _left_by(is_exhaustive),
        ("hands.draw_kind", *_AFTER),
    ),
    _row(
        "sticks_left_by_draw",
        "hands",
        SHARES,
        "share of exhaustive draws",
        "Riichi sticks on the table after an exhaustive draw, among draws where the number is known.",
        _left_by(is_exhaustive),
        ("hands.draw_kind", *_AFTER),
    ),
    _row(
        "kyotaku",
        "hands",
        SHARES,
        "share of hands",
        "Riichi sticks on the table when a hand begins, among hands that state it.",
        _at_start,
        ("hands.kyotaku",),
    ),
    _row(
        "carried_sticks_per_won_hand",
        "hands",
        MEAN,
        "sticks",
        "Sticks of earlier hands that the winner collects, over hands won.",
        _carried,
        ("hands.end", "hands.kyotaku"),
    ),
    _row(
        "sticks_per_win",
        "wins",
        MEAN,
        "sticks",
        "Riichi sticks that a win collects, including the own one, over wins (a double ron is two).",
        _taken,
        ("wins.kyotaku",),
    ),
    _row(
        "sticks_of_win",
        "wins",
        SHARES,
        "share of wins",
        "Riichi sticks that a win collects, including the own one (a double ron is two wins).",
        _taken,
        ("wins.kyotaku",),
    ),
    _row(
        "leftover_sticks_rate",
        "games",
        RATE,
        "share of games",
        "Games that end with riichi sticks on the table, among complete games where the number is known.",
        _is_left_over,
        ("games.is_complete", *_AFTER),
    ),
    _row(
        "leftover_sticks",
        "games",
        SHARES,
        "share of games",
        "Riichi sticks on the table when the game ends, among complete games where the number is known.",
        _left_over,
        ("games.is_complete", *_AFTER),
    ),
)
