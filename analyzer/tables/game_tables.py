"""Rows of ``games`` and ``players``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events
from analyzer.formats.log_id import GoType
from analyzer.tables.categories import LENGTHS, ROOMS
from analyzer.tables.column_values import (
    Coded,
    Columns,
    Nullable,
    logged,
    of_go_types,
    placements,
    seats_in_play,
    some,
)
from analyzer.tables.reviewed_batch import ReviewedBatch
from analyzer.vocabulary import ABSENT

__all__ = ["game_columns", "player_columns"]

Seated = TypeVar("Seated")
"""Value of an occupied seat."""


def game_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``games`` that are not keys, and the game of every row."""
    review, games = batch.review, batch.review.events.games
    return {
        "source": [log.source for log in review.logs],
        "date": Nullable(batch.days.astype(np.int32), np.isnat(batch.days)),
        "hour": [None if found is None else found.hour for found in batch.ids],
        "go_type": logged(games.go_type),
        "lobby": logged(games.lobby),
        **_go_columns(games.go_type),
        "announces_rules": games.announces_rules,
        "rule_set": review.rule_sets,
        "has_seed": review.headers.have_seeds.tolist(),
        "hands": np.diff(games.hand_offsets),
        "is_complete": _is_complete(review.events),
    }, np.arange(len(review.logs))


def _go_columns(go_type: NDArray[np.int32]) -> Columns:
    unknown = some(go_type == ABSENT)
    return {
        "room": Coded(of_go_types(go_type, lambda go: go.room, -1), ROOMS),
        "length": Coded(of_go_types(go_type, lambda go: GoType.HANCHAN in go, -1), LENGTHS),
        "has_aka": Nullable(of_go_types(go_type, lambda go: GoType.NO_AKA not in go), unknown),
        "has_kuitan": Nullable(of_go_types(go_type, lambda go: GoType.NO_KUITAN not in go), unknown),
        "is_fast": Nullable(of_go_types(go_type, lambda go: GoType.FAST in go), unknown),
        "has_chips": Nullable(of_go_types(go_type, lambda go: GoType.CHIPS in go), unknown),
    }


def _last_results(events: Events) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Row of the result with the ``owari`` of each game, and whether there is one; shape (games,)."""
    ends = np.flatnonzero(events.results.has_owari)
    games = events.hands.game[events.results.hand[ends]]
    rows = np.zeros(len(events.games.go_type), np.intp)
    rows[games] = ends
    ended = np.zeros(len(rows), np.bool_)
    ended[games] = True
    return rows, ended


def _is_complete(events: Events) -> NDArray[np.bool_]:
    _, whole = _last_results(events)
    whole[events.hands.game[~events.hands.complete]] = False
    return whole


def player_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``players`` that are not of the game, and the game of every row.

    Rows are by game, then seat, empty seats left out.
    """
    in_play = seats_in_play(batch.review.events.games.players)
    games, seats = np.nonzero(in_play)
    people, counts = batch.review.headers.people, in_play.sum(axis=1).tolist()

    def seated(of_games: Sequence[tuple[Seated, ...]]) -> list[Seated]:
        return [value for four, count in zip(of_games, counts, strict=True) for value in four[:count]]

    names: list[str | None] = [name or None for name in seated(people.name)]
    if batch.stand_in is not None:
        names = [None if name is None else batch.stand_in(name) for name in names]
    return {
        "seat": seats,
        "name": names,
        "dan": seated(people.dan),
        "rate": seated(people.rate),
        "sex": seated(people.sex),
        **_scores(batch.review.events, in_play),
    }, games


def _scores(events: Events, in_play: NDArray[np.bool_]) -> Columns:
    rows, ended = _last_results(events)
    results, offsets = events.results, events.games.hand_offsets
    played = np.diff(offsets) > 0
    start = np.full(in_play.shape, ABSENT, np.int32)
    start[played] = events.hands.scores[offsets[:-1][played]]

    def final(column: NDArray[np.int32]) -> NDArray[np.int32]:
        values = np.full(in_play.shape, ABSENT, np.int32)
        values[ended] = column[rows[ended]]
        return values

    scores = final(results.final_scores)
    tenths = final(results.final_results)[in_play]
    unknown = ((scores == ABSENT) & in_play).any(axis=1, keepdims=True) & in_play
    return {
        "start_score": logged(start[in_play]),
        "final_score": logged(scores[in_play]),
        "final_result": Nullable(tenths / 10, tenths == ABSENT),
        "final_chips": logged(final(results.final_chips)[in_play]),
        "placement": Nullable(placements(scores, in_play)[in_play], unknown[in_play]),
    }
