"""Builds the tables of a batch from its review."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.findings import Finding
from analyzer.audit.review import Review
from analyzer.replay.course import Course, course_of
from analyzer.tables.arrow import arrow_table
from analyzer.tables.arrow_arrays import numbers, texts
from analyzer.tables.column_values import Columns, seat_rows, seats_in_play
from analyzer.tables.game_tables import dates_of, game_columns, player_columns
from analyzer.tables.hand_tables import draw_columns, hand_columns
from analyzer.tables.logged_results import Claims, gather_claims
from analyzer.tables.packing import packed
from analyzer.tables.schema import FINDINGS
from analyzer.tables.seat_table import seat_columns
from analyzer.tables.unit_tables import tables_of
from analyzer.tables.win_table import win_columns, win_rows
from analyzer.vocabulary import SEATS, EndKind

__all__ = ["Packed", "build_tables", "pack_findings", "pack_tables", "with_names"]


class Packed(NamedTuple):
    """Packed rows of a table."""

    rows: pa.RecordBatch
    game: NDArray[np.integer]
    """Game of every row."""


def build_tables(review: Review, wanted: Collection[str] | None = None) -> dict[str, pa.Table]:
    """Tables of the schema for one batch, its findings included.

    Args:
        review: Review of the batch.
        wanted: Names of tables; None for all.  Nothing is computed for other tables.
    """
    tables = {
        name: arrow_table(name, rows, _keys(review, game))
        for name, (rows, game) in pack_tables(review, wanted).items()
    }
    if "findings" in tables_of(wanted):
        tables["findings"] = _finding_table(review.findings)
    return tables


def pack_tables(review: Review, wanted: Collection[str] | None = None) -> dict[str, Packed]:
    """Packed rows of every wanted table but ``findings``, in the form that units store."""
    source = _Source(review)
    return {name: _ROWS[name](source) for name in tables_of(wanted) if name in _ROWS}


def _keys(review: Review, game: NDArray[np.integer]) -> dict[str, pa.Array]:
    """Key columns of rows that belong to these games."""
    years = dates_of(review.case).years[game]
    ids = texts([log.log_id for log in review.logs])
    return {
        "log_id": pa.DictionaryArray.from_arrays(numbers(game.astype(np.int32)), ids),
        "year": numbers(years, years == 0),
        "players": numbers(review.events.games.players[game]),
    }


class _Source:
    """A batch, with the results that several tables share; each is computed on first use."""

    def __init__(self, review: Review) -> None:
        self.review = review

    @cached_property
    def claims(self) -> Claims:
        """Claims of the log about each hand."""
        return gather_claims(self.review.events)

    @cached_property
    def course(self) -> Course:
        """The course of each hand."""
        return course_of(self.review.events, self.review.facts)


def _games(source: _Source) -> Packed:
    games = len(source.review.logs)
    return Packed(packed("games", game_columns(source.review), games), np.arange(games))


def _players(source: _Source) -> Packed:
    seats = seats_in_play(source.review.events.games.players).sum(axis=1)
    game = np.arange(len(seats)).repeat(seats)
    return Packed(packed("players", player_columns(source.review), len(game)), game)


def _hands(source: _Source) -> Packed:
    game = source.review.events.hands.game
    return Packed(packed("hands", hand_columns(source.review, source.claims), len(game)), game)


def _seats(source: _Source) -> Packed:
    rows = seat_rows(source.review.facts.players)
    columns = seat_columns(source.review, source.claims, source.course, rows)
    game = source.review.events.hands.game[rows.places // SEATS]
    return Packed(packed("seats", columns, rows), game)


def _wins(source: _Source) -> Packed:
    events, rows = source.review.events, win_rows(source.review)
    columns = win_columns(source.review, source.course, rows)
    return Packed(packed("wins", columns, len(rows)), events.hands.game[events.results.hand[rows]])


def _draws(source: _Source) -> Packed:
    rows = np.flatnonzero(source.claims.end == EndKind.RYUUKYOKU)
    columns = draw_columns(source.review, source.claims, rows)
    return Packed(packed("draws", columns, len(rows)), source.review.events.hands.game[rows])


_ROWS: Final[dict[str, Callable[[_Source], Packed]]] = {
    "games": _games,
    "players": _players,
    "hands": _hands,
    "seats": _seats,
    "wins": _wins,
    "draws": _draws,
}


def pack_findings(findings: Sequence[Finding]) -> pa.RecordBatch:
    """Packed rows of the table ``findings``, whose columns are the fields of a finding."""
    columns: Columns = {
        column.name: [getattr(finding, column.name) for finding in findings]
        for column in FINDINGS
        if column.name != "log_id"
    }
    return packed("findings", columns, len(findings))


def _finding_table(findings: Sequence[Finding]) -> pa.Table:
    ids = texts([finding.log for finding in findings]).dictionary_encode()
    return arrow_table("findings", pack_findings(findings), {"log_id": ids})


def with_names(players: pa.RecordBatch, stand_in: Callable[[str], str | None]) -> pa.RecordBatch:
    """Packed rows of ``players`` with each name replaced; nulls stay."""
    names = players["name"].dictionary_encode()
    replaced = texts([stand_in(name) for name in names.dictionary.to_pylist()]).take(names.indices)
    arrays = [replaced if field.name == "name" else players[field.name] for field in players.schema]
    return pa.RecordBatch.from_arrays(arrays, schema=players.schema)
