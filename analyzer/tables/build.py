"""Builds the tables of a batch from its review."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.findings import Finding
from analyzer.audit.review import Review
from analyzer.tables.arrow import Columns, arrow_table
from analyzer.tables.arrow_arrays import numbers, texts
from analyzer.tables.game_and_hand_tables import draw_columns, game_columns, hand_columns, player_columns
from analyzer.tables.plays_table import play_columns
from analyzer.tables.reviewed_batch import ReviewedBatch
from analyzer.tables.schema import TABLES, game_key
from analyzer.tables.seat_table import seat_columns
from analyzer.tables.tehai_table import tehai_columns
from analyzer.tables.win_table import win_columns

__all__ = ["finding_table", "game_rows"]

_COLUMNS: Final[dict[str, Callable[[ReviewedBatch], tuple[Columns, NDArray[np.integer]]]]] = {
    "games": game_columns,
    "players": player_columns,
    "hands": hand_columns,
    "seats": seat_columns,
    "wins": win_columns,
    "draws": draw_columns,
    "plays": play_columns,
    "tehai": tehai_columns,
}
"""What gives the columns of each table that are not of the game, and the game of every row."""


def game_rows(
    review: Review, wanted: Collection[str], stand_in: Callable[[str], str | None] | None = None
) -> dict[str, tuple[pa.Table, NDArray[np.integer]]]:
    """Rows of every wanted table but ``findings``, in the order of their games, and the game of every row.

    Nothing is computed for others.  ``stand_in`` gives what replaces the name of a player.
    """
    batch = ReviewedBatch(review, stand_in, plays="plays" in wanted)
    ids = [log.log_id for log in review.logs]
    log_ids, keys = texts(ids), np.array([*map(game_key, ids)], np.int64)
    months = batch.days.astype("datetime64[M]").astype(np.int64)
    year, month = months // 12 + 1970, months % 12 + 1
    rows = {}
    for table in [name for name in _COLUMNS if name in wanted]:
        columns, game = _COLUMNS[table](batch)
        undated = np.isnat(batch.days)[game]
        columns |= {
            "log_id": pa.DictionaryArray.from_arrays(numbers(game.astype(np.int32)), log_ids),
            "game": numbers(keys[game]),
            "year": numbers(year[game], undated),
            "month": numbers(month[game], undated),
            "players": numbers(review.events.games.players[game]),
        }
        rows[table] = arrow_table(table, columns, batch.seats if table == "seats" else None), game
    return rows


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
