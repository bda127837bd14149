"""Counts statistics: chunk by chunk of whole games, rows become numerators and denominators in each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analyzer.stats.checking import Asked, Measure
from analyzer.stats.database import Database, some_games
from analyzer.stats.queries import Query, queries
from analyzer.stats.sums import SAFE, Array, Counts, Key, Piece, codes_of, first_of, keys_of, values_of
from analyzer.tables.arrow_arrays import arrow_array, numbers, plain
from analyzer.tables.load import RunTables

__all__ = ["Counts", "count"]

_CHUNK_GAMES: Final = 4_000
"""Games of a chunk where several queries share the rows that it holds."""
_QUERY_GAMES: Final = 20_000
"""Games of a chunk for a single query; half of them where it makes its rows itself, as one per discard."""
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
        UserMistake: When rows belong to no player, an expression cannot be computed in some row, or a part
            is missing or damaged.
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
        of_rows: Cell of each row; None where each row is a cell.
        groups: Group of each cell: its values of the axes.
        keys: These values, by group.
        players: Player of each cell; None where clusters are games.
    """

    of_rows: Array | None
    groups: Array
    keys: list[Key]
    players: pa.Array | None


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

        def columns(letter: str, at: int) -> list[pa.Array]:
            """Those of a statistic, by side."""
            places = range(at * query.sides, (at + 1) * query.sides)
            return [rows[f"{letter}{place}"].combine_chunks() for place in places]

        for at, place in enumerate(query.places):
            admitted = [plain(rows[f"c{number}"].combine_chunks()) for number in query.admitted[at]]
            if query.is_shares:
                piece = _shares(query.measures[at], cells, columns("v", at), admitted)
            else:
                piece = _ratio(cells, columns("t", at), columns("n", at), admitted)
            self._counts[place].add(piece)

    def _cells(self, query: Query, rows: pa.Table) -> _Cells:
        names = [name for name in rows.column_names if name[0] in "ka"]
        columns, of_rows = [rows[name].combine_chunks() for name in names], None
        if query.is_shares:
            of_rows, first = _of_rows(columns, query)
            columns = [column.take(numbers(first)) for column in columns]
        clusters, *axes = columns
        players = None if query.is_by_game else clusters
        groups, keys = self._of_games(query, plain(clusters)) if query.fixed else (None, [])
        if axes or groups is None:
            different = [*([] if groups is None else [numbers(groups)]), *axes]
            groups = codes_of(different, len(clusters))
            keys = [_key(query, keys, key) for key in keys_of(different, groups)]
        return _Cells(of_rows, groups, keys, players)

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


def _of_rows(columns: Sequence[pa.Array], query: Query) -> tuple[Array, Array]:
    """The cell of each row, by its cluster and axes, and the first row of each cell."""
    if query.is_by_game and len(columns) == 1:
        games = plain(columns[0])
        starts = np.concatenate([[0], np.flatnonzero(games[1:] != games[:-1]) + 1])
        # The rows of a game are together, unless several threads made them.
        if len(np.unique(games[starts])) == len(starts):
            return np.repeat(np.arange(len(starts)), np.diff(starts, append=len(games))), starts
    codes = codes_of(columns, len(columns[0]))
    return codes, first_of(codes)


def _ratio(
    cells: _Cells, sums: Sequence[pa.Array], counts: Sequence[pa.Array], admitted: Sequence[Array]
) -> Piece:
    """A rate or mean: each row has the sum of its values in a cell, and how many rows count, by side."""
    t, n = [_whole_numbers(one) for one in sums], [plain(one) for one in counts]
    every = np.arange(len(cells.groups))
    left = _left(admitted, n)
    return Piece(cells.groups, cells.keys, cells.players, n, left, every, np.zeros_like(every), [None], t)


def _left(admitted: Sequence[Array], n: Sequence[Array]) -> list[Array]:
    """Rows without a value in each cell: of those admitted, these count; none does on neither side."""
    sides = [one - some for one, some in zip(admitted, n, strict=False)]
    return [*sides, *admitted[len(n) :]]


def _whole_numbers(sums: pa.Array) -> Array:
    """Sums, which may be text; of nothing they are 0."""
    if not pa.types.is_string(sums.type):
        return plain(pc.fill_null(sums, arrow_array([0], sums.type)[0]))
    found = np.array([int(text or 0) for text in sums.to_pylist()], object)
    return found.astype(np.int64) if np.abs(found).max(initial=0) < SAFE else found


def _shares(measure: Measure, cells: _Cells, columns: Sequence[pa.Array], admitted: Sequence[Array]) -> Piece:
    """A distribution: rows of each category in each cell, and rows that count."""
    assert cells.of_rows is not None  # noqa: S101 (rows of distributions are no cells)
    there = [np.flatnonzero(plain(pc.is_valid(column))) for column in columns]
    n = [np.bincount(cells.of_rows[rows], minlength=len(cells.groups)) for rows in there]
    counts = [np.bincount(cells.of_rows[rows], minlength=len(cells.groups)) for rows in admitted]
    items = [pc.list_flatten(column) if measure.is_list else column.drop_null() for column in columns]
    categories = pc.dictionary_encode(pa.concat_arrays(items))
    labels = values_of(categories.dictionary)
    codes = np.split(plain(categories.indices), np.cumsum([len(one) for one in items])[:-1])
    pairs = []
    for column, rows, code in zip(columns, there, codes, strict=True):
        of_items = plain(pc.list_parent_indices(column)) if measure.is_list else rows
        pairs.append(cells.of_rows[of_items] * len(labels) + code)
    found, t = _counted(pairs, len(cells.groups) * len(labels))
    cell, category = np.divmod(found, max(len(labels), 1))
    left = _left(counts, n)
    return Piece(cells.groups, cells.keys, cells.players, n, left, cell, category, labels, t)


def _counted(pairs: Sequence[Array], most: int) -> tuple[Array, list[Array]]:
    """The numbers that occur in any of some arrays, and how often in each."""
    if most <= _MOST_CELLS:
        found = [np.bincount(one, minlength=most) for one in pairs]
        there = np.flatnonzero(sum(found))
        return there, [one[there] for one in found]
    there = np.unique(np.concatenate(pairs))
    return there, [np.bincount(np.searchsorted(there, one), minlength=len(there)) for one in pairs]
