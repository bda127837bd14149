"""Builds the tables of a batch from its review."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.findings import Finding
from analyzer.audit.review import Review
from analyzer.tables.arrow import arrow_table
from analyzer.tables.arrow_arrays import numbers, texts
from analyzer.tables.column_values import Columns
from analyzer.tables.game_tables import game_columns, player_columns
from analyzer.tables.hand_tables import draw_columns, hand_columns
from analyzer.tables.plays_table import play_columns
from analyzer.tables.reviewed_batch import ReviewedBatch
from analyzer.tables.schema import TABLES, game_key, tables_of
from analyzer.tables.seat_table import seat_columns
from analyzer.tables.win_table import win_columns

__all__ = ["Rows", "build_tables", "finding_table", "game_rows"]

_COLUMNS: Final[dict[str, Callable[[ReviewedBatch], tuple[Columns, NDArray[np.integer]]]]] = {
    "games": game_columns,
    "players": player_columns,
    "hands": hand_columns,
    "seats": seat_columns,
    "wins": win_columns,
    "draws": draw_columns,
    "plays": play_columns,
}
"""What gives the columns of each table that are not of the game, and the game of every row."""


def build_tables(
    review: Review, wanted: Collection[str] | None = None, stand_in: Callable[[str], str | None] | None = None
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
    review: Review, wanted: Collection[str] | None = None, stand_in: Callable[[str], str | None] | None = None
) -> dict[str, Rows]:
    """Rows of every wanted table but ``findings``; arguments as in `build_tables`."""
    names = tables_of(wanted)
    batch = ReviewedBatch(review, stand_in, moments="plays" in names)
    ids = [log.log_id for log in review.logs]
    log_ids, keys = texts(ids), np.array([*map(game_key, ids)], np.int64)
    months = batch.days.astype("datetime64[M]").astype(np.int64)
    year, month = (months // 12 + 1970).astype(np.int16), (months % 12 + 1).astype(np.uint8)

    def rows(table: str) -> Rows:
        columns, game = _COLUMNS[table](batch)
        undated = np.isnat(batch.days)[game]
        columns |= {
            "log_id": pa.DictionaryArray.from_arrays(numbers(game.astype(np.int32)), log_ids),
            "game": numbers(keys[game]),
            "year": numbers(year[game], undated),
            "month": numbers(month[game], undated),
            "players": numbers(review.events.games.players[game]),
        }
        return Rows(arrow_table(table, columns, batch.seats if table == "seats" else None), game)

    return {name: rows(name) for name in names if name in _COLUMNS}


def finding_table(findings: Sequence[Finding]) -> pa.Table:
    """The table ``findings``, whose other columns are the fields of a finding."""
    ids = [finding.log for finding in findings]
    columns: Columns = {
        column.name: [getattr(finding, column.name) for finding in findings]
        for column in TABLES["findings"]
        if column.name not in ("log_id", "game")
    }
    columns["log_id"] = texts(ids).dictionary_encode()
    columns["game"] = np.array([*map(game_key, ids)], np.int64)
    return arrow_table("findings", columns)
