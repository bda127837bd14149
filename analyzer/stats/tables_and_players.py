"""Tables and players: rooms, hours, dan, ratings and sex, and results by difference in rating."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.rows import CODES, Array, Rows, derived
from analyzer.stats.statistic import MEAN, SHARES, Measure, Statistic

__all__ = ["STATISTICS"]

RATING_WIDTH: Final = 100
_STEPS: Final = (-200, -150, -100, -50, 0, 50, 100, 150, 200)
DIFFERENCES: Final = ("below -200", *map(str, _STEPS[:-1]), "200 and more")
"""Own rating minus the mean rating of the others, in steps of 50, by the lower end."""


def _room(rows: Rows) -> Measure:
    return Measure(rows["room"], rows.known("room"))


def _length(rows: Rows) -> Measure:
    return Measure(rows["length"], rows.known("length"))


def _hour(rows: Rows) -> Measure:
    return Measure(rows["hour"], rows.known("hour"))


def _dan(rows: Rows) -> Measure:
    return Measure(rows["dan"], rows.known("dan"))


def _sex(rows: Rows) -> Measure:
    return Measure(rows["sex"], rows.known("sex"))


@derived
def _rating(rows: Rows) -> NDArray[np.int32]:
    """Rating of each player in steps, by the lower end; -1 if not stated; on players."""
    rate = rows["rate"]
    lower = np.nan_to_num(rate) // RATING_WIDTH * RATING_WIDTH
    return np.where(rows.known("rate"), lower, -1).astype(np.int32)


def _rate(rows: Rows) -> Measure:
    return Measure(rows["rate"], rows.known("rate"))


def _rating_bracket(rows: Rows) -> Measure:
    return Measure(_rating(rows), rows.known("rate"))


@derived
def _rated(rows: Rows) -> NDArray[np.bool_]:
    """Whether all ratings of the table are stated; on games."""
    rated: NDArray[np.bool_] = ~np.isnan(rows.by_seat("rate").sum(axis=1))
    return rated


def _table_rate(rows: Rows) -> Measure:
    rates = rows.by_seat("rate")
    return Measure(rates.mean(axis=1), _rated(rows))


def _table_rate_range(rows: Rows) -> Measure:
    rates = rows.by_seat("rate")
    return Measure(rates.max(axis=1) - rates.min(axis=1), _rated(rows))


def _placement_by(rows: Rows, at: Array) -> Measure:
    return Measure(rows["placement"], rows.known("placement"), at=at)


def _placement_by_dan(rows: Rows) -> Measure:
    return _placement_by(rows, rows["dan"])


def _placement_by_rating(rows: Rows) -> Measure:
    return _placement_by(rows, _rating(rows))


def _placement_by_sex(rows: Rows) -> Measure:
    return _placement_by(rows, rows["sex"])


@derived
def _difference(rows: Rows) -> NDArray[np.int8]:
    """Index into `DIFFERENCES` for each player; -1 if a rating of the table is not stated; on players."""
    rates = rows["rate"].reshape(-1, rows.players)
    others = (rates.sum(axis=1, keepdims=True) - rates) / (rows.players - 1)
    difference = (rates - others).ravel()
    step: NDArray[np.int8] = np.searchsorted(_STEPS, np.nan_to_num(difference), side="right").astype(np.int8)
    step[np.isnan(difference)] = -1
    return step


def _placement_by_difference(rows: Rows) -> Measure:
    return _placement_by(rows, _difference(rows))


def _result_by_difference(rows: Rows) -> Measure:
    return Measure(rows["final_result"], rows.known("final_result"), at=_difference(rows))


_GAMES: Final = "share of games"
_PLACED: Final = ("players.placement",)

STATISTICS: Final = (
    Statistic(
        "game_room",
        "tables_and_players",
        "games",
        SHARES,
        _GAMES,
        "Room of the game, among all games whose log has a GO.",
        _room,
        ("games.room",),
        labels=CODES["room"],
    ),
    Statistic(
        "game_length",
        "tables_and_players",
        "games",
        SHARES,
        _GAMES,
        "Length of the game, East only or hanchan, among all games whose log has a GO.",
        _length,
        ("games.length",),
        labels=CODES["length"],
    ),
    Statistic(
        "game_hour",
        "tables_and_players",
        "games",
        SHARES,
        _GAMES,
        "Hour of the log id in Japan time, among all games whose log id has one.",
        _hour,
        ("games.hour",),
    ),
    Statistic(
        "player_dan",
        "tables_and_players",
        "players",
        SHARES,
        "share of players",
        "Rank index of the player as logged (0 shinjin, 10 shodan, 16 shichidan, 20 tenhou), counted once "
        "per game, among all players whose rank is stated.",
        _dan,
        ("players.dan",),
    ),
    Statistic(
        "player_dan_mean",
        "tables_and_players",
        "players",
        MEAN,
        "rank index",
        "Rank index of the player as logged, counted once per game, over all players whose rank is stated.",
        _dan,
        ("players.dan",),
    ),
    Statistic(
        "player_rating_mean",
        "tables_and_players",
        "players",
        MEAN,
        "rating",
        "Rating of the player before the game, counted once per game, over all players whose rating is "
        "stated.",
        _rate,
        ("players.rate",),
    ),
    Statistic(
        "player_rating",
        "tables_and_players",
        "players",
        SHARES,
        "share of players",
        "Rating of the player before the game in steps of 100, by the lower end, counted once per game, "
        "among all players whose rating is stated.",
        _rating_bracket,
        ("players.rate",),
    ),
    Statistic(
        "player_sex",
        "tables_and_players",
        "players",
        SHARES,
        "share of players",
        "Sex of the player as logged (F, M, or C for none), counted once per game, among all players for "
        "whom it is stated.",
        _sex,
        ("players.sex",),
        labels=CODES["sex"],
    ),
    Statistic(
        "table_rating",
        "tables_and_players",
        "games",
        MEAN,
        "rating",
        "Mean rating of the table before the game, over all games that state all ratings.",
        _table_rate,
        ("players.rate",),
    ),
    Statistic(
        "table_rating_range",
        "tables_and_players",
        "games",
        MEAN,
        "rating",
        "Highest minus lowest rating at the table, over all games that state all ratings.",
        _table_rate_range,
        ("players.rate",),
    ),
    Statistic(
        "final_placement_by_dan",
        "tables_and_players",
        "players",
        SHARES,
        _GAMES,
        "Placement at the end of the game, among the players with the same rank index in games with a final "
        "result.",
        _placement_by_dan,
        ("players.dan", *_PLACED),
        "dan",
    ),
    Statistic(
        "final_placement_mean_by_rating",
        "tables_and_players",
        "players",
        MEAN,
        "placement",
        "Placement at the end of the game, over the players with a rating in the same step of 100, by its "
        "lower end, in games with a final result.",
        _placement_by_rating,
        ("players.rate", *_PLACED),
        "rating",
    ),
    Statistic(
        "final_placement_mean_by_sex",
        "tables_and_players",
        "players",
        MEAN,
        "placement",
        "Placement at the end of the game, over the players of the same sex as logged in games with a final "
        "result.",
        _placement_by_sex,
        ("players.sex", *_PLACED),
        "sex",
        axis_labels=CODES["sex"],
    ),
    Statistic(
        "final_placement_mean_by_rating_difference",
        "tables_and_players",
        "players",
        MEAN,
        "placement",
        "Placement at the end of the game, over the players whose rating differs as much from the mean of "
        "the others at the table, in steps of 50 by their lower ends.",
        _placement_by_difference,
        ("players.rate", *_PLACED),
        "rating_difference",
        axis_labels=DIFFERENCES,
    ),
    Statistic(
        "final_result_by_rating_difference",
        "tables_and_players",
        "players",
        MEAN,
        "thousand points",
        "Result with uma and oka as logged, over the players whose rating differs as much from the mean of "
        "the others at the table, in steps of 50 by their lower ends.",
        _result_by_difference,
        ("players.rate", "players.final_result"),
        "rating_difference",
        axis_labels=DIFFERENCES,
    ),
)
