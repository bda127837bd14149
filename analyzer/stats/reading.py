"""Reads blocks of whole games from the parts of a run, only the columns asked for.

The rows of all tables of a unit are in the same order, so those of some games are found by counting.  Memory
holds the wanted columns of one block and one part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analyzer.errors import UserMistake
from analyzer.stats.rows import GRAINS, Block
from analyzer.tables.arrow import stored_schema
from analyzer.tables.arrow_arrays import numbers
from analyzer.tables.manifest import RunTables
from analyzer.tables.parts import Part
from analyzer.tables.schema import TABLES

__all__ = ["BLOCK_GAMES", "Piece", "blocks", "games_of", "pieces_of", "texts_of"]

BLOCK_GAMES: Final = 4_096
"""Number of games in a block: a statistic has a fixed cost of some microseconds per block."""


class Piece(NamedTuple):
    """The games of one unit with the same number of players.

    Attributes:
        file: Name of the unit's parts.
        players: Number of players.
        games: Number of games.
        is_whole: Whether the unit has no other games.
    """

    file: str
    players: int
    games: int
    is_whole: bool


def games_of(run: RunTables) -> int:
    """Number of games of a run."""
    return sum(part.rows for part in run.parts_of("games"))


def pieces_of(run: RunTables) -> list[Piece]:
    """All games of a run, those with the same number of players together."""
    pieces = []
    for part in run.parts_of("games"):
        found = run.read("games", part, ["players"])["players"].value_counts().to_pylist()
        pieces += [Piece(part.file, one["values"], one["counts"], len(found) == 1) for one in found]
    return sorted(pieces, key=lambda piece: (piece.players, piece.file))


def texts_of(run: RunTables, column: str) -> set[str]:
    """The distinct texts of a column of its games."""
    read = (run.read("games", part, [column])[column] for part in run.parts_of("games"))
    return {text for values in read for text in values.unique().drop_null().to_pylist()}


def blocks(
    run: RunTables, pieces: Iterable[Piece], columns: Sequence[str], block_games: int = BLOCK_GAMES
) -> Iterator[Block]:
    """Games, block by block.

    Args:
        run: The tables.
        pieces: Games to read.
        columns: Columns to read, each with its table: ``seats.tenpai``.
        block_games: Number of games in a block, at most.

    Raises:
        UserMistake: When the parts of a unit do not belong together.
    """
    wanted = _by_table(columns)
    parts = {name: {part.file: part for part in run.parts_of(name)} for name in wanted}
    for players, together in groupby(pieces, lambda piece: piece.players):
        waiting = {name: _no_rows(name, names) for name, names in wanted.items()}
        for piece in together:
            new = {
                name: _read(run, name, parts[name].get(piece.file), piece, wanted[name]) for name in wanted
            }
            _check(run, piece, new)
            waiting = {name: _joined(waiting[name], new[name]) for name in wanted}
            while waiting["games"].num_rows > block_games:
                sizes = _sizes(waiting, block_games, players)
                yield Block(players, {name: rows.slice(0, sizes[name]) for name, rows in waiting.items()})
                waiting = {name: rows.slice(sizes[name]) for name, rows in waiting.items()}
        if waiting["games"].num_rows:
            yield Block(players, waiting)


def _by_table(columns: Sequence[str]) -> dict[str, list[str]]:
    """Columns per table, with those that say which rows belong together."""
    wanted: dict[str, set[str]] = {"games": {"hands"}}
    for named in columns:
        table, _, name = named.partition(".")
        wanted.setdefault(table, set()).add(name)
    if "wins" in wanted:
        wanted["wins"].add("seat")
        wanted.setdefault("hands", set()).add("winner_count")
    return {
        table: [column.name for column in TABLES[table] if column.name in wanted[table]]
        for table in GRAINS
        if table in wanted
    }


def _read(run: RunTables, table: str, part: Part | None, piece: Piece, names: Sequence[str]) -> pa.Table:
    """The rows of a piece in a table; without rows there is no part."""
    if part is None:
        return _no_rows(table, names)
    if piece.is_whole:
        return run.read(table, part, names)
    rows = run.read(table, part, [*names, *({"players"} - {*names})])
    wanted = numbers(np.array([piece.players], np.uint8))
    return rows.filter(pc.is_in(rows["players"], wanted)).select(names)


def _no_rows(table: str, names: Sequence[str]) -> pa.Table:
    schema = stored_schema(table)
    return pa.Table.from_batches([], pa.schema([schema.field(name) for name in names]))


def _joined(before: pa.Table, new: pa.Table) -> pa.Table:
    # Only what was read has dictionaries, so a table without rows cannot be joined.
    return pa.concat_tables([rows for rows in (before, new) if rows.num_rows] or [new])


def _sizes(tables: Mapping[str, pa.Table], games: int, players: int) -> dict[str, int]:
    """Number of rows of the first games in each table."""
    hands = pc.sum(tables["games"]["hands"].slice(0, games)).as_py() or 0
    sizes = {"games": games, "players": games * players, "hands": hands, "seats": hands * players}
    if "wins" in tables:
        sizes["wins"] = pc.sum(tables["hands"]["winner_count"].slice(0, hands)).as_py() or 0
    return {name: sizes[name] for name in tables}


def _check(run: RunTables, piece: Piece, tables: Mapping[str, pa.Table]) -> None:
    """Refuse parts with rows that belong to other games."""
    for table, rows in _sizes(tables, piece.games, piece.players).items():
        if tables[table].num_rows != rows:
            raise UserMistake(
                f"{run.place(table, piece.file)!r} has {tables[table].num_rows} rows of games for "
                f"{piece.players}; expected {rows}, by its games"
            )
