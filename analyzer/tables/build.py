"""Builds the tables of a batch from its review."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Final, NamedTuple, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.findings import Finding
from analyzer.audit.review import Review
from analyzer.replay.course import Course, course_of
from analyzer.tables.arrow import arrow_table
from analyzer.tables.arrow_arrays import numbers, texts
from analyzer.tables.column_values import Columns, SeatRows, seat_rows, seats_in_play
from analyzer.tables.game_tables import dates_of, game_columns, player_columns
from analyzer.tables.hand_tables import draw_columns, hand_columns
from analyzer.tables.logged_results import Claims, gather_claims
from analyzer.tables.plays_table import play_columns, play_rows
from analyzer.tables.schema import TABLES, game_key, tables_of
from analyzer.tables.seat_table import seat_columns
from analyzer.tables.win_table import win_columns, win_rows
from analyzer.vocabulary import SEATS, EndKind

__all__ = ["build_tables", "finding_table", "game_rows"]


def build_tables(
    review: Review,
    wanted: Collection[str] | None = None,
    stand_in: Callable[[str], str | None] | None = None,
) -> dict[str, pa.Table]:
    """Tables of the schema for one batch, its findings included.

    Args:
        review: Review of the batch.
        wanted: Names of tables; None for all but `ON_REQUEST`.  Nothing is computed for others.
        stand_in: Gives what replaces the name of a player; None to keep the names.
    """
    tables = {name: table for name, (table, _) in game_rows(review, wanted, stand_in).items()}
    if "findings" in tables_of(wanted):
        tables["findings"] = finding_table(review.findings)
    return tables


class Rows(NamedTuple):
    """Rows of a table, in the order of their games."""

    table: pa.Table
    game: NDArray[np.integer]
    """Game of every row."""


def game_rows(
    review: Review,
    wanted: Collection[str] | None = None,
    stand_in: Callable[[str], str | None] | None = None,
) -> dict[str, Rows]:
    """Rows of every wanted table but ``findings``; arguments as in `build_tables`."""
    names = tables_of(wanted)
    batch = _Batch(review, stand_in, moments="plays" in names)
    return {name: _ROWS[name](batch) for name in names if name in _ROWS}


class _Batch:
    """A batch, with the results that several tables share; each is computed on first use."""

    def __init__(
        self, review: Review, stand_in: Callable[[str], str | None] | None, *, moments: bool
    ) -> None:
        self.review = review
        self.stand_in = stand_in
        self._moments = moments

    @cached_property
    def claims(self) -> Claims:
        """Claims of the log about each hand."""
        return gather_claims(self.review.events)

    @cached_property
    def course(self) -> Course:
        """The course of each hand."""
        return course_of(self.review.events, self.review.facts, moments=self._moments)

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """The key of each game."""
        return np.array([game_key(log.log_id) for log in self.review.logs], np.int64)

    @cached_property
    def ids(self) -> pa.Array:
        """The log id of each game."""
        return texts([log.log_id for log in self.review.logs])

    def rows(
        self, table: str, columns: Columns, game: NDArray[np.integer], seats: SeatRows | None = None
    ) -> Rows:
        """Rows that belong to these games, with the key columns."""
        dates = dates_of(self.review.case)
        undated = ~dates.known[game]
        keys: Columns = {
            "log_id": pa.DictionaryArray.from_arrays(numbers(game.astype(np.int32)), self.ids),
            "game": numbers(self.keys[game]),
            "year": numbers(dates.years[game], undated),
            "month": numbers(dates.months[game], undated),
            "players": numbers(self.review.events.games.players[game]),
        }
        return Rows(arrow_table(table, {**keys, **columns}, seats), game)


def _games(batch: _Batch) -> Rows:
    return batch.rows("games", game_columns(batch.review), np.arange(len(batch.review.logs)))


def _players(batch: _Batch) -> Rows:
    seats = seats_in_play(batch.review.events.games.players).sum(axis=1)
    columns = player_columns(batch.review)
    if batch.stand_in is not None:
        names = cast("list[str | None]", columns["name"])
        columns["name"] = [None if name is None else batch.stand_in(name) for name in names]
    return batch.rows("players", columns, np.arange(len(seats)).repeat(seats))


def _hands(batch: _Batch) -> Rows:
    return batch.rows("hands", hand_columns(batch.review, batch.claims), batch.review.events.hands.game)


def _seats(batch: _Batch) -> Rows:
    seats = seat_rows(batch.review.facts.players)
    columns = seat_columns(batch.review, batch.claims, batch.course, seats)
    return batch.rows("seats", columns, batch.review.events.hands.game[seats.places // SEATS], seats)


def _wins(batch: _Batch) -> Rows:
    events, rows = batch.review.events, win_rows(batch.review)
    columns = win_columns(batch.review, batch.course, rows)
    return batch.rows("wins", columns, events.hands.game[events.results.hand[rows]])


def _draws(batch: _Batch) -> Rows:
    rows = np.flatnonzero(batch.claims.end == EndKind.RYUUKYOKU)
    columns = draw_columns(batch.review, batch.claims, rows)
    return batch.rows("draws", columns, batch.review.events.hands.game[rows])


def _plays(batch: _Batch) -> Rows:
    rows = play_rows(batch.review)
    columns = play_columns(batch.review, batch.course.moments, rows)
    return batch.rows("plays", columns, batch.review.events.hands.game[rows.hand])


_ROWS: Final[dict[str, Callable[[_Batch], Rows]]] = {
    "games": _games,
    "players": _players,
    "hands": _hands,
    "seats": _seats,
    "wins": _wins,
    "draws": _draws,
    "plays": _plays,
}


def finding_table(findings: Sequence[Finding]) -> pa.Table:
    """The table ``findings``, whose other columns are the fields of a finding."""
    ids = [finding.log for finding in findings]
    keys = {log_id: game_key(log_id) for log_id in {*ids}}
    columns: Columns = {
        column.name: [getattr(finding, column.name) for finding in findings]
        for column in TABLES["findings"]
        if column.name not in ("log_id", "game")
    }
    columns["log_id"] = texts(ids).dictionary_encode()
    columns["game"] = numbers(np.array([keys[log_id] for log_id in ids], np.int64))
    return arrow_table("findings", columns)
