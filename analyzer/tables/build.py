"""The tables of a batch, made from its review."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.findings import Finding
from analyzer.audit.review import Review
from analyzer.replay.course import course_of
from analyzer.tables.arrow import arrow_table
from analyzer.tables.claims import gather_claims
from analyzer.tables.draws import draw_columns
from analyzer.tables.games import Dates, game_columns, player_columns
from analyzer.tables.hands import hand_columns
from analyzer.tables.schema import FINDINGS
from analyzer.tables.seat_rows import seats_in_play
from analyzer.tables.seats import seat_columns
from analyzer.tables.values import Coded, Columns
from analyzer.tables.wins import win_columns, win_rows
from analyzer.vocabulary import EndKind

__all__ = ["build_tables", "finding_table"]


def build_tables(review: Review) -> dict[str, pa.Table]:
    """Every table of the schema for one batch, its findings included."""
    games, hands = review.events.games, review.events.hands
    claims = gather_claims(review.events)
    dates = Dates([log.log_id for log in review.logs])
    course = course_of(review.events, review.facts)
    drawn = np.flatnonzero(claims.end == EndKind.RYUUKYOKU)
    won = win_rows(review)
    every_game = np.arange(len(games.players))
    hand_seats = hands.game.repeat(seats_in_play(review.facts.players).sum(axis=1))
    game_seats = every_game.repeat(seats_in_play(games.players).sum(axis=1))
    rows: dict[str, tuple[Columns, NDArray[np.integer]]] = {
        "games": (game_columns(review, dates), every_game),
        "players": (player_columns(review), game_seats),
        "hands": (hand_columns(review, claims), hands.game),
        "seats": (seat_columns(review, claims, course), hand_seats),
        "wins": (win_columns(review, course, won), hands.game[review.events.results.hand[won]]),
        "draws": (draw_columns(review, claims, drawn), hands.game[drawn]),
    }
    tables = {
        name: arrow_table(name, {**_keys(review, dates, game), **columns})
        for name, (columns, game) in rows.items()
    }
    return {**tables, "findings": finding_table(review.findings)}


def _keys(review: Review, dates: Dates, game: NDArray[np.integer]) -> Columns:
    """Key columns of rows that belong to these games."""
    return {
        "log_id": Coded(game, [log.log_id for log in review.logs]),
        "year": dates.years(game),
        "players": review.events.games.players[game],
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
