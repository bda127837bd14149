"""Reads blocks of whole games from the Parquet files of a run, only the columns asked for.

The rows of all tables of a partition are in the same order, so each block takes the next rows of each table;
memory holds one block and one row group of each table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from analyzer.errors import UserMistake
from analyzer.stats.rows import GRAINS, Block
from analyzer.tables.arrow_arrays import numbers
from analyzer.tables.parquet import damaged, part_files, partition_folder, stored_schema
from analyzer.tables.schema import PARTITIONED, TABLES

__all__ = ["BLOCK_GAMES", "Part", "Partition", "blocks", "games_of", "partitions_of", "texts_of", "whole"]

BLOCK_GAMES: Final = 4_096
"""Number of games in a block: a statistic has a fixed cost of some microseconds per block."""
_SKIPPED_ROWS: Final = 1 << 18
_ANCHORS: Final = {"players": "seat", "hands": "winner_count", "seats": "seat", "wins": "seat"}
"""Columns to read if a table needs no other: its rows must be counted."""


class Partition(NamedTuple):
    """The files of one year and number of players."""

    folder: Path
    year: int | None
    players: int


class Part(NamedTuple):
    """A range of games of a partition: the first, and the one after the last."""

    partition: Partition
    start: int
    stop: int


def partitions_of(folder: Path) -> list[Partition]:
    """The partitions of the tables of a run, in order."""
    found = []
    for path in (folder / "games").glob("*/*"):
        values = [part.partition("=")[2] for part in path.relative_to(folder / "games").parts]
        year = int(values[0]) if values[0].isdigit() else None
        found.append(Partition(folder, year, int(values[1])))
    return sorted(found, key=lambda one: (one.year is None, one.year or 0, one.players))


def games_of(partition: Partition) -> int:
    """Number of games of the partition."""
    return sum(_metadata(path).num_rows for path in part_files(_place(partition, "games")))


def whole(partition: Partition) -> Part:
    """All games of a partition."""
    return Part(partition, 0, games_of(partition))


def blocks(part: Part, columns: Sequence[str], block_games: int = BLOCK_GAMES) -> Iterator[Block]:
    """Games, block by block.

    Args:
        part: Games to read.
        columns: Columns to read, each with its table: ``seats.tenpai``.
        block_games: Number of games in a block.

    Raises:
        UserMistake: When the tables do not belong together.
    """
    partition, first, stop = part
    wanted = _by_table(columns)
    streams = {table: _Stream(partition, table, names) for table, names in wanted.items()}
    _skip(streams, partition, first)
    for start in range(first, stop, block_games):
        count = min(block_games, stop - start)
        tables = {"games": streams["games"].take(count)}
        hands = pc.sum(tables["games"]["hands"]).as_py() or 0
        sizes = {
            "players": count * partition.players,
            "hands": hands,
            "seats": hands * partition.players,
        }
        for table in ("players", "hands", "seats"):
            if table in streams:
                tables[table] = streams[table].take(sizes[table])
        if "wins" in streams:
            tables["wins"] = streams["wins"].take(pc.sum(tables["hands"]["winner_count"]).as_py() or 0)
        yield Block(partition.players, tables)
    if stop == streams["games"].rows:
        for stream in streams.values():
            stream.check_end()


def texts_of(partition: Partition, column: str) -> set[str]:
    """The distinct texts of a column of its games."""
    stream, texts = _Stream(partition, "games", [column]), set[str]()
    for start in range(0, stream.rows, _SKIPPED_ROWS):
        for chunk in stream.take(min(_SKIPPED_ROWS, stream.rows - start))[column].chunks:
            texts |= {*chunk.unique().drop_null().to_pylist()}
    return texts


def _skip(streams: Mapping[str, _Stream], partition: Partition, games: int) -> None:
    """Skip the rows of the first games in every table."""
    if not games:
        return
    hands = _sum_of(partition, "games", "hands", games)
    sizes = {"games": games, "players": games * partition.players}
    sizes |= {"hands": hands, "seats": hands * partition.players}
    if "wins" in streams:
        sizes["wins"] = _sum_of(partition, "hands", "winner_count", hands)
    for table, stream in streams.items():
        stream.skip(sizes[table])


def _sum_of(partition: Partition, table: str, column: str, rows: int) -> int:
    """Sum of a column over the first rows of a table."""
    stream, total = _Stream(partition, table, [column]), 0
    for start in range(0, rows, _SKIPPED_ROWS):
        values = stream.take(min(_SKIPPED_ROWS, rows - start))
        total += pc.sum(values[column]).as_py() or 0
    return total


def _place(partition: Partition, table: str) -> Path:
    return partition.folder / partition_folder(table, (partition.year, partition.players))


def _by_table(columns: Sequence[str]) -> dict[str, list[str]]:
    """Columns per table, with those that say which rows belong together."""
    wanted: dict[str, set[str]] = {"games": {"hands"}}
    for named in columns:
        table, _, name = named.partition(".")
        wanted.setdefault(table, set()).add(name)
    if "wins" in wanted:
        wanted.setdefault("hands", set()).add("winner_count")
    for table, names in wanted.items():
        if names <= set(PARTITIONED) or table == "wins":
            names.add(_ANCHORS[table])
    return {
        table: [column.name for column in TABLES[table] if column.name in wanted[table]]
        for table in GRAINS
        if table in wanted
    }


class _RowGroup(NamedTuple):
    """A row group of a file, and its number of rows."""

    path: Path
    number: int
    rows: int


def _metadata(path: Path) -> pq.FileMetaData:
    try:
        return pq.read_metadata(path)
    except pa.ArrowInvalid as error:
        raise damaged(path) from error


def _row_groups(path: Path) -> list[_RowGroup]:
    known = _metadata(path)
    return [
        _RowGroup(path, number, known.row_group(number).num_rows) for number in range(known.num_row_groups)
    ]


class _Stream:
    """Rows of the files of a table, taken in order."""

    def __init__(self, partition: Partition, table: str, names: Sequence[str]) -> None:
        self._folder, self._table = partition.folder, table
        self._place = _place(partition, table)
        stated: Mapping[str, int | None] = dict(
            zip(PARTITIONED, (partition.year, partition.players), strict=True)
        )
        self._stated = {name: value for name, value in stated.items() if name in names}
        self._names = [name for name in names if name not in stated]
        self._types = {column.name: column.type for column in TABLES[table]}
        stored = stored_schema(table)
        self._schema = pa.schema([stored.field(name) for name in self._names])
        # A table without rows in this partition has no file.
        self._groups = deque(group for path in self._found() for group in _row_groups(path))
        self.rows = sum(group.rows for group in self._groups)
        self._open: tuple[Path, pq.ParquetFile] | None = None
        self._held: list[pa.Table] = []
        self._waiting = 0
        self._taken = 0

    def _found(self) -> list[Path]:
        if not (self._folder / self._table).is_dir():
            raise UserMistake(f"{str(self._folder)!r} has no table {self._table!r}: its run left it out")
        return part_files(self._place)

    def _opened(self, path: Path) -> pq.ParquetFile:
        """Keep one file open at a time: its metadata takes memory."""
        if self._open is None or self._open[0] != path:
            coded = [name for name in self._names if self._types[name] in ("category", "string")]
            lists = [f"{name}.list.element" for name in self._names if self._types[name] == "list<category>"]
            self._open = path, pq.ParquetFile(path, read_dictionary=[*coded, *lists])
        return self._open[1]

    def skip(self, count: int) -> None:
        """Skip the next rows; call before taking any."""
        left = count
        while self._groups and self._groups[0].rows <= left:
            left -= self._groups.popleft().rows
        self._taken = count - left
        self.take(left)

    def take(self, count: int) -> pa.Table:
        """The next rows."""
        while self._waiting < count:
            rows = self._next_group(count)
            self._held.append(rows)
            self._waiting += rows.num_rows
        whole = pa.concat_tables(self._held) if self._held else self._empty()
        self._held = [whole.slice(count)]
        self._waiting = whole.num_rows - count
        self._taken += count
        return self._with_stated(whole.slice(0, count))

    def _next_group(self, count: int) -> pa.Table:
        if not self._groups:
            missing = count - self._waiting
            raise UserMistake(f"{str(self._place)!r} has too few rows for its games; expected {missing} more")
        path, number, _ = self._groups.popleft()
        rows = self._opened(path).read_row_group(number, columns=self._names, use_threads=False)
        return rows.select(self._names)

    def _empty(self) -> pa.Table:
        return pa.Table.from_batches([], self._schema)

    def _with_stated(self, rows: pa.Table) -> pa.Table:
        for name, value in self._stated.items():
            null = None if value is not None else np.ones(rows.num_rows, np.bool_)
            rows = rows.append_column(name, numbers(np.full(rows.num_rows, value or 0, np.int16), null))
        return rows

    def check_end(self) -> None:
        """Refuse a table with rows that belong to no game."""
        if self._taken != self.rows:
            raise UserMistake(f"{str(self._place)!r} has more rows than its games have")
