"""Rows of ``games`` and ``players``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.review import Review
from analyzer.formats.events import Events
from analyzer.formats.headers import Headers
from analyzer.formats.log_id import GoType, parse_log_id
from analyzer.tables.categories import LENGTHS, ROOMS
from analyzer.tables.column_values import (
    Coded,
    Columns,
    Nullable,
    Values,
    logged,
    of_go_types,
    seats_in_play,
    some,
)
from analyzer.tables.seat_table import placements
from analyzer.vocabulary import ABSENT, SEATS

__all__ = ["Dates", "dates_of", "game_columns", "player_columns"]

Seated = TypeVar("Seated")
"""Value of an occupied seat."""
_EPOCH: Final = date(1970, 1, 1).toordinal()


class Dates(NamedTuple):
    """Dates in the log ids; shape (games,)."""

    known: NDArray[np.bool_]
    """Whether the id has a date; the rest is 0 without."""
    days: NDArray[np.int32]
    """Since 1970."""
    years: NDArray[np.int16]
    months: NDArray[np.uint8]
    hours: tuple[int | None, ...]
    """None if the id has no hour."""


@shared
def dates_of(case: Case) -> Dates:
    """Year, day and hour of every game, by its log id."""
    ids = [parse_log_id(log.log_id) for log in case.logs]
    days = [None if found is None else found.day for found in ids]
    return Dates(
        np.array([day is not None for day in days], np.bool_),
        np.array([0 if day is None else day.toordinal() - _EPOCH for day in days], np.int32),
        np.array([0 if day is None else day.year for day in days], np.int16),
        np.array([0 if day is None else day.month for day in days], np.uint8),
        tuple(None if found is None else found.hour for found in ids),
    )


def game_columns(review: Review) -> Columns:
    """Columns of ``games`` that are not keys."""
    games, dates = review.events.games, dates_of(review.case)
    return {
        "source": [log.source for log in review.logs],
        "date": Nullable(dates.days, ~dates.known),
        "hour": dates.hours,
        "go_type": logged(games.go_type),
        "lobby": logged(games.lobby),
        **_go_columns(games.go_type),
        "announces_rules": games.announces_rules,
        "rule_set": review.rule_sets,
        "has_seed": review.headers.have_seeds.tolist(),
        "hands": np.diff(games.hand_offsets),
        "is_complete": _is_complete(review.events),
    }


def _go_columns(go_type: NDArray[np.int32]) -> dict[str, Values]:
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
    rows = np.zeros(len(events.games.go_type), np.intp)
    rows[events.hands.game[events.results.hand[ends]]] = ends
    ended = np.zeros(len(rows), np.bool_)
    ended[events.hands.game[events.results.hand[ends]]] = True
    return rows, ended


def _is_complete(events: Events) -> NDArray[np.bool_]:
    hands = events.hands
    cut = np.zeros(len(events.games.go_type), np.bool_)
    cut[hands.game[~hands.complete]] = True
    return _last_results(events)[1] & ~cut


def player_columns(review: Review) -> Columns:
    """Columns of ``players`` that are not of the game; rows by game, then seat, empty seats left out."""
    in_play = seats_in_play(review.events.games.players)
    return {
        "seat": np.broadcast_to(np.arange(SEATS), in_play.shape)[in_play],
        **_people(review.headers, in_play),
        **_scores(review.events, in_play),
    }


def _people(headers: Headers, in_play: NDArray[np.bool_]) -> dict[str, Values]:
    people, counts = headers.people, in_play.sum(axis=1).tolist()

    def seated(games: Sequence[tuple[Seated, ...]]) -> list[Seated]:
        return [value for seats, count in zip(games, counts, strict=True) for value in seats[:count]]

    return {
        "name": [name or None for name in seated(people.name)],
        "dan": seated(people.dan),
        "rate": seated(people.rate),
        "sex": seated(people.sex),
    }


def _scores(events: Events, in_play: NDArray[np.bool_]) -> dict[str, Values]:
    rows, ended = _last_results(events)
    results = events.results
    first = events.games.hand_offsets[:-1]
    played = np.diff(events.games.hand_offsets) > 0
    start = np.full(in_play.shape, ABSENT, np.int32)
    start[played] = events.hands.scores[first[played]]

    def final(column: NDArray[np.int32]) -> NDArray[np.int32]:
        values = np.full(in_play.shape, ABSENT, np.int32)
        values[ended] = column[rows[ended]]
        return values

    scores = final(results.final_scores)
    tenths = final(results.final_results)
    chips = final(results.final_chips)
    unknown = ((scores == ABSENT) & in_play).any(axis=1, keepdims=True)
    return {
        "start_score": logged(start[in_play]),
        "final_score": logged(scores[in_play]),
        "final_result": Nullable(tenths[in_play] / 10, tenths[in_play] == ABSENT),
        "final_chips": logged(chips[in_play]),
        "placement": Nullable(
            placements(scores, in_play)[in_play], np.broadcast_to(unknown, in_play.shape)[in_play]
        ),
    }
