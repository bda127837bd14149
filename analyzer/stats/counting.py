"""Counts statistics: chunk by chunk of whole games, rows become numerators and denominators in each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import Kind
from analyzer.stats.checking import FINE, Asked, Measure
from analyzer.stats.database import Database, some_games
from analyzer.stats.queries import Query, queries
from analyzer.stats.sums import SAFE, Array, Counts, Key, Piece, codes_of, first_of, keys_of, sums_over
from analyzer.tables.arrow_arrays import arrow_array, numbers, plain
from analyzer.tables.load import RunTables

__all__ = ["Counts", "count"]

_CHUNK_GAMES: Final = 6_000
"""Games of a chunk where several queries share the rows that it holds."""
_QUERY_GAMES: Final = 20_000
"""Games of a chunk for a single query; half of them where it makes its rows itself, as one per discard."""
_LARGEST: Final = 1e100
"""Variances of larger numbers would overflow."""
_MOST_CELLS: Final = 1 << 22
"""Up to so many pairs of cluster and category are counted without looking which there are."""


def count(
    database: Database,
    asked: Sequence[Asked],
    cluster: str = "game",
    progress: Callable[[int], None] | None = None,
) -> list[Counts]:
    """Count statistics over all games of a database.

    Args:
        database: The tables.
        asked: What to count; all with the same comparison.
        cluster: What rows depend on each other by: ``game``, or ``player`` by name.
        progress: Called with the number of games counted at a time.

    Raises:
        UserMistake: When rows belong to no player, or a part is missing or damaged.
    """
    counts = [Counts(one) for one in asked]
    made = queries(asked, cluster)
    # Axes of games are read from them apart.
    tables = {"games"}.union(*(one.view.tables(one.used) for one in made))
    alone = _QUERY_GAMES if all(one.view.table for one in made) else _QUERY_GAMES // 2
    for some in _chunks(database.runs, _CHUNK_GAMES if len(made) > 1 else alone):
        database.show([some], tables, holds_helpers=len(made) > 1)
        chunk = _Chunk(database, counts)
        for _, together in groupby(made, lambda one: one.view.root.name):
            chunk.count_alike([*together])
        if progress:
            progress(sum(part.rows for part in some.parts_of("games")))
    for each in counts:
        each.join_pieces()
    return counts


def _chunks(runs: Sequence[RunTables], most: int) -> Iterator[RunTables]:
    """Runs with some of their games: at most so many, or those of one part."""
    for run in runs:
        files: set[str] = set()
        games = 0
        for part in run.parts_of("games"):
            if files and games + part.rows > most:
                yield some_games(run, files)
                files, games = set(), 0
            files.add(part.file)
            games += part.rows
        if files:
            yield some_games(run, files)


class _Cells(NamedTuple):
    """Pairs of a cluster with values of the axes.

    Attributes:
        rows: Number of rows.
        of_rows: Cell of each row; None if the rows of each are together.
        starts: First row of each cell, if they are; otherwise None.
        groups: Group of each cell: its values of the axes.
        keys: These values, by group.
        players: Player of each cell; None where clusters are games.
    """

    rows: int
    of_rows: Array | None
    starts: Array | None
    groups: Array
    keys: list[Key]
    players: pa.Array | None

    def sums(self, values: Array) -> Array:
        """Sums of whole numbers of rows over each cell."""
        if self.starts is None:
            return sums_over(self.numbers(), values, len(self.groups))
        if values.dtype != object:
            values = values.astype(np.int64, copy=False)
        return np.add.reduceat(values, self.starts)

    def set_bits(self, column: pa.BooleanArray) -> Array:
        """How many rows of each cell are true; there are no nulls."""
        if self.starts is None or column.offset:
            return self.sums(plain(column).view(np.uint8))
        data = np.frombuffer(column.buffers()[1], np.uint8, -(-self.rows // 8))
        before = np.concatenate([[0], np.cumsum(np.bitwise_count(data), dtype=np.int64)])
        edges = np.append(self.starts, self.rows)
        # Of the byte that an edge lies in, the bits before it; the last edge may lie behind all.
        within = np.append(data, np.uint8(0))[edges >> 3] & ((1 << (edges & 7)) - 1)
        return np.diff(before[edges >> 3] + np.bitwise_count(within))

    def numbers(self) -> Array:
        """Cell of each row."""
        if self.of_rows is not None:
            return self.of_rows
        assert self.starts is not None  # noqa: S101 (there is one or the other)
        return np.repeat(np.arange(len(self.groups), dtype=np.int32), np.diff(self.starts, append=self.rows))


class _Chunk:
    """Some whole games, which the tables of a database hold at present."""

    def __init__(self, database: Database, counts: Sequence[Counts]) -> None:
        self._database, self._counts = database, counts
        self._games: dict[str, tuple[Array, Array, list[Key]]] = {}

    def count_alike(self, made: Sequence[Query]) -> None:
        """Count queries over the same rows: several share a table of these, joined once."""
        held = "joined_rows" if len(made) > 1 else ""
        if held:
            names = {name for one in made for name in one.view.needed_of_root(one.used)}
            self._database.hold(held, self._database.table(made[0].view.root.select(sorted(names))))
        for one in made:
            self._count(one, self._database.table(one.sql(held)))
        if held:
            self._database.forget(held)

    def _count(self, query: Query, rows: pa.Table) -> None:
        """Add what rows have of each statistic of a query."""
        if not rows.num_rows:
            return
        cells = self._cells(query, rows)
        first = len(rows.columns) - len(query.places) * query.sides
        for at, place in enumerate(query.places):
            counts, measure = self._counts[place], query.measures[at]
            start = first + at * query.sides
            columns = [column.combine_chunks() for column in rows.columns[start : start + query.sides]]
            counted = _shares if measure.statistic.kind is Kind.SHARES else _ratio
            counts.add(counted(measure, cells, columns))

    def _cells(self, query: Query, rows: pa.Table) -> _Cells:
        varying = [rows[name] for name in rows.column_names if name.startswith("a")]
        of_rows = None
        starts = first = _runs(rows["k"]) if query.is_by_game and not varying else None
        if first is None:
            of_rows = codes_of([rows["k"], *varying], rows.num_rows)
            first = first_of(of_rows)
        clusters, *axes = (column.take(numbers(first)).combine_chunks() for column in (rows["k"], *varying))
        players = None if query.is_by_game else clusters
        groups, keys = self._of_games(query, plain(clusters)) if query.fixed else (None, [])
        if axes or groups is None:
            different = [*([] if groups is None else [numbers(groups)]), *axes]
            groups = codes_of(different, len(first))
            keys = [_key(query, keys, key) for key in keys_of(different, groups)]
        return _Cells(rows.num_rows, of_rows, starts, groups, keys, players)

    def _of_games(self, query: Query, games: Array) -> tuple[Array, list[Key]]:
        """Groups of some games by the axes that are alike in a game, and the values of each group."""
        sql = query.view.select_of_games([*query.fixed.values()])
        if sql not in self._games:
            table = self._database.table(sql)
            groups = codes_of(table.columns[1:], table.num_rows)
            every = plain(table["k"])
            order = np.argsort(every)
            self._games[sql] = every[order], groups[order], keys_of(table.columns[1:], groups)
        known, groups, keys = self._games[sql]
        return groups[np.searchsorted(known, games)], keys


def _key(query: Query, fixed: Sequence[Key], key: Key) -> Key:
    """The values of all axes in their order."""
    alike = iter(fixed[key[0]] if query.fixed else ())
    varying = iter(key[1:] if query.fixed else key)
    return tuple(next(alike) if at in query.fixed else next(varying) for at in range(query.axes))


def _runs(games: pa.ChunkedArray) -> Array | None:
    """The first row of each game, if the rows of each are together."""
    keys = plain(games)
    starts = np.concatenate([[0], np.flatnonzero(keys[1:] != keys[:-1]) + 1])
    return starts if len(np.unique(keys[starts])) == len(starts) else None


def _ratio(measure: Measure, cells: _Cells, columns: Sequence[pa.Array]) -> Piece:
    """A rate or mean: sums of its value over each cell, and numbers of rows that count."""
    t, n = zip(*(_summed(cells, column, measure.scale) for column in columns), strict=True)
    every = np.arange(len(cells.groups))
    return Piece(cells.groups, cells.keys, cells.players, n, every, np.zeros_like(every), [None], t)


def _summed(cells: _Cells, column: pa.Array, scale: int | None) -> tuple[Array, Array]:
    """Sum of a column over each cell as a whole number, and its number of values."""
    if scale == FINE:
        # What is no number, as 0 / 0 or 1 / 0, does not count.
        column = pc.if_else(pc.is_finite(column), column, pa.nulls(len(column), column.type))
    n = cells.set_bits(pc.is_valid(column))
    column = pc.fill_null(column, arrow_array([0], column.type)[0])
    if scale is None:
        return cells.set_bits(column), n
    values = plain(column)
    if scale == FINE:
        if (largest := float(np.abs(values).max(initial=0))) > _LARGEST:
            raise UserMistake(f"a value of the mean is {largest:.0e}; expected numbers below {_LARGEST:.0e}")
        values = np.rint(values * float(FINE))
    most = float(np.abs(values).max(initial=0)) * float(n.max(initial=0))
    whole = values.astype(np.int64) if most < SAFE else np.array([int(one) for one in values], object)
    return cells.sums(whole), n


def _shares(measure: Measure, cells: _Cells, columns: Sequence[pa.Array]) -> Piece:
    """A distribution: rows of each category in each cell, and rows that count."""
    there = [pc.is_valid(column) for column in columns]
    items = [pc.list_flatten(column) if measure.is_list else column.drop_null() for column in columns]
    n = [cells.set_bits(one) for one in there]
    categories = pc.dictionary_encode(pa.concat_arrays(items))
    labels = categories.dictionary.to_pylist()
    codes = np.split(plain(categories.indices), np.cumsum([len(one) for one in items])[:-1])
    most = len(cells.groups) * len(labels)
    of_rows = cells.numbers().astype(np.int32 if most < 1 << 31 else np.int64, copy=False)
    pairs = []
    for column, valid, code in zip(columns, there, codes, strict=True):
        if measure.is_list:
            of_item = of_rows[plain(pc.list_parent_indices(column))]
        else:
            of_item = of_rows if len(code) == len(of_rows) else of_rows[_true(valid)]
        pairs.append(of_item * len(labels) + code)
    found, t = _counted(pairs, most)
    cell, category = np.divmod(found, max(len(labels), 1))
    return Piece(cells.groups, cells.keys, cells.players, n, cell, category, labels, t)


def _true(flags: pa.BooleanArray) -> Array:
    """Where bits are set."""
    return np.flatnonzero(plain(flags))


def _counted(pairs: Sequence[Array], most: int) -> tuple[Array, list[Array]]:
    """The numbers that occur in any of some arrays, and how often in each."""
    if most <= _MOST_CELLS:
        found = [np.bincount(one, minlength=most) for one in pairs]
        there = np.flatnonzero(sum(found))
        return there, [one[there] for one in found]
    there = np.unique(np.concatenate(pairs))
    return there, [np.bincount(np.searchsorted(there, one), minlength=len(there)) for one in pairs]
