"""The tables of a batch, made from its review."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.findings import Finding
from analyzer.audit.review import Review
from analyzer.replay.course import Course, course_of
from analyzer.tables.arrow import arrow_table
from analyzer.tables.claims import Claims, gather_claims
from analyzer.tables.draws import draw_columns
from analyzer.tables.games import dates_of, game_columns, player_columns
from analyzer.tables.hands import hand_columns
from analyzer.tables.schema import FINDINGS
from analyzer.tables.seat_rows import seats_in_play
from analyzer.tables.seats import seat_columns
from analyzer.tables.unit_tables import tables_of
from analyzer.tables.values import Coded, Columns
from analyzer.tables.wins import win_columns, win_rows
from analyzer.vocabulary import EndKind

__all__ = ["build_tables", "finding_table"]


def build_tables(review: Review, wanted: Collection[str] | None = None) -> dict[str, pa.Table]:
    """Tables of the schema for one batch, its findings included.

    Args:
        review: A batch.
        wanted: Names of tables; None for all.  What only others need is not worked out.
    """
    source = _Source(review)
    names = tables_of(wanted)
    tables = {name: source.table(name) for name in names if name != "findings"}
    if "findings" in names:
        tables["findings"] = finding_table(review.findings)
    return tables


class _Source:
    """A batch, and what several tables need of it, each worked out when first asked for."""

    def __init__(self, review: Review) -> None:
        self.review = review

    @cached_property
    def claims(self) -> Claims:
        """What the log claims of each hand."""
        return gather_claims(self.review.events)

    @cached_property
    def course(self) -> Course:
        """The course of each hand."""
        return course_of(self.review.events, self.review.facts)

    def table(self, name: str) -> pa.Table:
        """One of the tables."""
        columns, game = _ROWS[name](self)
        return arrow_table(name, {**self._keys(game), **columns})

    def _keys(self, game: NDArray[np.integer]) -> Columns:
        """Key columns of rows that belong to these games."""
        return {
            "log_id": Coded(game, [log.log_id for log in self.review.logs]),
            "year": dates_of(self.review.case).years_of(game),
            "players": self.review.events.games.players[game],
        }


_Rows: TypeAlias = tuple[Columns, NDArray[np.integer]]
"""Columns of a table that are not of the game, and the game of every row."""


def _games(source: _Source) -> _Rows:
    return game_columns(source.review), np.arange(len(source.review.logs))


def _players(source: _Source) -> _Rows:
    players = source.review.events.games.players
    return player_columns(source.review), np.arange(len(players)).repeat(seats_in_play(players).sum(axis=1))


def _hands(source: _Source) -> _Rows:
    return hand_columns(source.review, source.claims), source.review.events.hands.game


def _seats(source: _Source) -> _Rows:
    columns = seat_columns(source.review, source.claims, source.course)
    in_play = seats_in_play(source.review.facts.players).sum(axis=1)
    return columns, source.review.events.hands.game.repeat(in_play)


def _wins(source: _Source) -> _Rows:
    events, rows = source.review.events, win_rows(source.review)
    columns = win_columns(source.review, source.course, rows)
    return columns, events.hands.game[events.results.hand[rows]]


def _draws(source: _Source) -> _Rows:
    rows = np.flatnonzero(source.claims.end == EndKind.RYUUKYOKU)
    columns = draw_columns(source.review, source.claims, rows)
    return columns, source.review.events.hands.game[rows]


_ROWS: Final[dict[str, Callable[[_Source], _Rows]]] = {
    "games": _games,
    "players": _players,
    "hands": _hands,
    "seats": _seats,
    "wins": _wins,
    "draws": _draws,
}


def finding_table(findings: Sequence[Finding]) -> pa.Table:
    """The table ``findings``; its columns are the fields of a finding, ``log`` being ``log_id``."""
    fields = {column.name: "log" if column.name == "log_id" else column.name for column in FINDINGS}
    columns: Columns = {
        name: [_plain(getattr(finding, field)) for finding in findings] for name, field in fields.items()
    }
    ids = {log: code for code, log in enumerate(dict.fromkeys(finding.log for finding in findings))}
    codes = np.array([ids[finding.log] for finding in findings], np.int32)
    return arrow_table("findings", {**columns, "log_id": Coded(codes, list(ids))})


def _plain(value: object) -> object:
    return str(value) if isinstance(value, str) else value
