"""One index of all logs of all units: the position of their rows and the order of the logs.

The index takes about 70 bytes per log, so millions of logs fit in memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from analyzer.tables.arrow_arrays import numbers, texts, words
from analyzer.tables.unit_tables import LOG_SCHEMA, LOGS, row_column, tables_of, unit_file

__all__ = ["LogIndex", "Partition", "in_order", "inverse", "narrowed", "partitions", "read_index", "runs"]

_INDEXED: Final = ("log_id", "kind", "digest", "year", "players", "batch")
"""Columns of ``logs.arrow`` that the index reads, besides the row counts."""
_WITH_TABLES: Final = 0
"""The kind of an entry that has tables."""
_NO_YEAR: Final = 1 << 20
_PLAYERS: Final = 256


class LogIndex(NamedTuple):
    """All logs of all units; one row each, shape (logs,)."""

    folders: tuple[Path, ...]
    """Folders of the units."""
    unit: NDArray[np.int32]
    """Index into ``folders``."""
    first: NDArray[np.int64]
    """First log of each unit; shape (units,)."""
    shelves: tuple[Path, ...]
    """Folders that hold the rows: those of the units, or those that the rows were moved to."""
    shelf: NDArray[np.int32]
    """Index into ``shelves``."""
    batch: NDArray[np.int32]
    """Record batch in the files of that folder."""
    kind: NDArray[np.uint8]
    """Kind of the entry."""
    half_digest: NDArray[np.uint64]
    """First eight bytes of the digest of the log; 0 if there were no bytes."""
    log_id: pa.Array
    """Log ids."""
    id_rank: NDArray[np.int32]
    """Rank of the log id among all distinct ids."""
    partition: NDArray[np.int32]
    """Year times 256 plus players; year `_NO_YEAR` for an id without a date, 0 players if unknown."""
    rows: dict[str, NDArray[np.unsignedinteger]]
    """Number of rows in each wanted table, in the narrowest type that holds them all."""
    starts: dict[str, NDArray[np.unsignedinteger]]
    """First row in the record batch for each table, in the narrowest type that holds them all."""

    @property
    def has_tables(self) -> NDArray[np.bool_]:
        """Whether the log has tables, because it could be read."""
        has_tables: NDArray[np.bool_] = self.kind == _WITH_TABLES
        return has_tables

    def columns(self, logs: NDArray[np.int64], names: Sequence[str]) -> pa.Table:
        """Columns of ``logs.arrow`` for some logs, in the order given."""
        order = np.lexsort((logs, self.unit[logs]))
        pieces = []
        for group in runs(self.unit[logs[order]]):
            chosen = logs[order[group]]
            unit = int(self.unit[chosen[0]])
            whole = _read_logs(self.folders[unit], names)
            pieces.append(whole.take(numbers(chosen - self.first[unit])))
        schema = pa.schema([LOG_SCHEMA.field(name) for name in names])
        table = pa.concat_tables([pa.Table.from_batches([], schema), *pieces])
        return table.take(numbers(inverse(order)))

    def source_ranks(self, logs: NDArray[np.int64]) -> NDArray[np.int32]:
        """Rank of the source of each of these logs among their distinct sources."""
        return _ranks(self.columns(logs, ("source",))["source"])

    def digests(self, logs: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Digests of these logs, 0 if there were no bytes; shape (logs, 2)."""
        return _digests(self.columns(logs, ("digest",))["digest"])

    def dateless(self, logs: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether the ids of these logs have no date."""
        dateless: NDArray[np.bool_] = self.partition[logs] // _PLAYERS == _NO_YEAR
        return dateless


class Partition(NamedTuple):
    """Logs of one year and number of players.

    Attributes:
        year: Year of the logs; None if their ids have no date.
        players: Number of players.
        logs: The logs, in order.
    """

    year: int | None
    players: int
    logs: NDArray[np.int64]


def read_index(folders: Sequence[Path], wanted: Collection[str] | None = None) -> LogIndex:
    """Index of the logs of these units.

    Args:
        folders: Folders of the units.
        wanted: Names of tables that every unit has; None for all tables.
    """
    names = tables_of(wanted)
    indexed = [*_INDEXED, *map(row_column, names)]
    sizes = np.array([_count_logs(folder) for folder in folders], np.int64)
    firsts, count = np.cumsum(sizes) - sizes, int(sizes.sum())
    # Allocate whole columns at once: thousands of small arrays would fragment memory.
    kind, half_digest = np.zeros(count, np.uint8), np.zeros(count, np.uint64)
    batch, partition = np.zeros(count, np.int32), np.zeros(count, np.int32)
    rows: dict[str, NDArray[np.unsignedinteger]] = {name: np.zeros(count, np.uint8) for name in names}
    log_ids: list[pa.Array] = []
    for folder, first, size in zip(folders, firsts.tolist(), sizes.tolist(), strict=True):
        logs, here = _read_logs(folder, indexed), slice(first, first + size)
        log_ids += logs["log_id"].chunks
        kind[here] = words(logs["kind"], np.uint8)[:, 0]
        batch[here] = words(logs["batch"], np.int32)[:, 0]
        half_digest[here] = _digests(logs["digest"])[:, 0]
        partition[here] = _partitions(logs["year"], logs["players"])
        for name, column in rows.items():
            counts = words(logs[row_column(name)], np.int32)[:, 0]
            rows[name] = _widened(column, counts)
            rows[name][here] = counts
    unit = np.repeat(np.arange(len(folders), dtype=np.int32), sizes)
    ids = pa.concat_arrays([texts([]), *log_ids])
    del log_ids
    pa.default_memory_pool().release_unused()
    return LogIndex(
        folders=tuple(folders),
        unit=unit,
        first=firsts,
        shelves=tuple(folders),
        shelf=unit,
        batch=batch,
        kind=kind,
        half_digest=half_digest,
        log_id=ids,
        id_rank=_ranks(ids),
        partition=partition,
        rows=rows,
        starts={name: narrowed(_starts(unit, batch, column)) for name, column in rows.items()},
    )


def partitions(index: LogIndex, kept: NDArray[np.bool_]) -> Iterator[Partition]:
    """Logs with tables by partition, in order within each."""
    chosen = np.flatnonzero(kept & index.has_tables)
    order = chosen[np.lexsort((index.id_rank[chosen], index.partition[chosen]))]
    for group in runs(index.partition[order]):
        logs = order[group]
        year, players = divmod(int(index.partition[logs[0]]), _PLAYERS)
        yield Partition(None if year == _NO_YEAR else year, players, logs)


def in_order(index: LogIndex, kept: NDArray[np.bool_]) -> NDArray[np.int64]:
    """All logs, readable or not, ordered by id and then by source."""
    logs = np.flatnonzero(kept)
    order = logs[np.argsort(index.id_rank[logs], kind="stable")]
    ranks = index.id_rank[order]
    repeated = np.flatnonzero((np.diff(ranks, prepend=-1) == 0) | (np.diff(ranks, append=-1) == 0))
    if len(repeated):
        sources = index.source_ranks(order[repeated])
        order[repeated] = order[repeated][np.lexsort([sources, ranks[repeated]])]
    return order


def _read_logs(folder: Path, names: Sequence[str]) -> pa.Table:
    fields = [LOG_SCHEMA.names.index(name) for name in names]
    options = pa.ipc.IpcReadOptions(included_fields=fields, use_threads=False)
    with pa.OSFile(str(unit_file(folder, LOGS))) as file:
        return pa.ipc.open_file(file, options=options).read_all().select(list(names))


def _count_logs(folder: Path) -> int:
    with pa.OSFile(str(unit_file(folder, LOGS))) as file:
        return int(pa.ipc.open_file(file).count_rows())


def _digests(column: pa.ChunkedArray) -> NDArray[np.uint64]:
    return words(column, np.uint64)


def _widened(column: NDArray[np.unsignedinteger], values: NDArray[np.int32]) -> NDArray[np.unsignedinteger]:
    """The column in a type that can also hold these values."""
    needed = np.min_scalar_type(int(values.max(initial=0)))
    return column.astype(np.promote_types(column.dtype, needed), copy=False)


def narrowed(values: NDArray[np.integer]) -> NDArray[np.unsignedinteger]:
    """Non-negative values in the narrowest type that holds them all."""
    return values.astype(np.min_scalar_type(int(values.max(initial=0))), copy=False)


def runs(values: NDArray[np.integer]) -> Iterator[slice]:
    """Runs of equal values."""
    if len(values) == 0:
        return
    ends = np.flatnonzero(values[1:] != values[:-1]) + 1
    yield from map(slice, [0, *ends.tolist()], [*ends.tolist(), len(values)])


def inverse(order: NDArray[np.intp]) -> NDArray[np.intp]:
    """The inverse permutation."""
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    return back


def _partitions(year: pa.ChunkedArray, players: pa.ChunkedArray) -> NDArray[np.int32]:
    years = words(year, np.int16)[:, 0].astype(np.int32)
    # No log is from the year 0.
    keys = np.where(years == 0, _NO_YEAR, years) * _PLAYERS + words(players, np.uint8)[:, 0]
    return keys.astype(np.int32)


def _ranks(texts: pa.Array | pa.ChunkedArray) -> NDArray[np.int32]:
    """Rank of each text among all distinct ones."""
    ranks = pc.rank(texts, sort_keys="ascending", tiebreaker="dense")
    return words(ranks, np.uint64)[:, 0].astype(np.int32)


def _starts(
    unit: NDArray[np.int32], batch: NDArray[np.int32], counts: NDArray[np.unsignedinteger]
) -> NDArray[np.int64]:
    """First row of each log in its record batch; the logs of a batch are contiguous."""
    firsts = np.flatnonzero((np.diff(unit, prepend=-1) != 0) | (np.diff(batch, prepend=-1) != 0))
    sizes = np.diff(firsts, append=len(unit))
    starts = np.cumsum(counts, dtype=np.int64) - counts
    starts -= np.repeat(starts[firsts], sizes)
    return starts
