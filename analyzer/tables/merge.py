"""The rows of all units in the order of the finished tables, one slice at a time.

Logs are usually read in the order of their ids, so a slice takes its rows from a few record batches.  If
they are scattered, their rows are first moved into larger ordered pieces: else each slice would read all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, Self, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.tables.arrow_arrays import numbers, words
from analyzer.tables.index import LogIndex, in_order, inverse, narrowed, runs
from analyzer.tables.packing import packed_schema, unpacked
from analyzer.tables.unit_tables import no_rows, open_sink, open_writer, rows_at, unit_file

__all__ = ["Rows", "gathered", "keep_rows", "kept_rows", "merged_slices", "rows_of"]

_OPEN_FILES: Final = 64
_SLICE_LOGS: Final = 1_250
"""Approximate number of logs whose rows make one slice of the largest table."""
_MOST_READS: Final = 4
"""Average number of reads per row above which moving the rows pays."""
_GATHERED_LOGS: Final = 8_192
"""Logs in one larger piece; its largest table takes about 50 MB."""
_BATCH_LOGS: Final = 64
"""Logs in one record batch of a larger piece."""
_File: TypeAlias = "pa.ipc.RecordBatchFileReader"


class Rows(NamedTuple):
    """Position of the rows of some logs in one table, in the order of the logs; shape (logs,).

    Attributes:
        table: Name of the table.
        shelves: Folders with rows.
        shelf: Index into ``shelves``.
        batch: Record batch in the file of that folder.
        starts: First row in the record batch.
        counts: Number of rows, at least one.
        id_rank: Rank of the log id among the ids of all logs.
        log_id: Log ids.
    """

    table: str
    shelves: tuple[Path, ...]
    shelf: NDArray[np.int32]
    batch: NDArray[np.int32]
    starts: NDArray[np.int32]
    counts: NDArray[np.int32]
    id_rank: NDArray[np.int32]
    log_id: pa.Array

    def part(self, logs: slice) -> Self:
        """Positions of the rows of some of these logs."""
        return self._replace(**{name: getattr(self, name)[logs] for name in _OF_LOGS})


_OF_LOGS: Final = Rows._fields[2:]


def rows_of(index: LogIndex, table: str, logs: NDArray[np.int64]) -> Rows:
    """Positions of the rows of these logs; logs without rows are left out."""
    has_rows = index.rows[table][logs] > 0
    logs = logs if has_rows.all() else logs[has_rows]
    used, shelf = np.unique(index.shelf[logs], return_inverse=True)
    return Rows(
        table,
        tuple(index.shelves[number] for number in used.tolist()),
        shelf.astype(np.int32),
        index.batch[logs],
        index.starts[table][logs].astype(np.int32),
        index.rows[table][logs].astype(np.int32),
        index.id_rank[logs],
        index.log_id.take(numbers(logs)),
    )


def keep_rows(rows: Rows, path: Path) -> None:
    """Write the positions of rows to a file, for another process."""
    arrays = [numbers(getattr(rows, name)) for name in _OF_LOGS[:-1]]
    batch = pa.RecordBatch.from_arrays([*arrays, rows.log_id], names=[*_OF_LOGS])
    known = {"table": rows.table, "shelves": json.dumps([str(shelf) for shelf in rows.shelves])}
    with (
        pa.OSFile(str(path), "wb") as sink,
        pa.ipc.new_file(sink, batch.schema.with_metadata(known)) as file,
    ):
        file.write_batch(batch)


def kept_rows(path: Path) -> Rows:
    """Positions written by `keep_rows`."""
    file = _open(path)
    known, batch = file.schema.metadata, file.get_batch(0)
    arrays = {name: words(batch[name], np.int32)[:, 0] for name in _OF_LOGS[:-1]}
    shelves = tuple(map(Path, json.loads(known[b"shelves"])))
    return Rows(known[b"table"].decode(), shelves, **arrays, log_id=batch["log_id"])


def gathered(index: LogIndex, kept: NDArray[np.bool_], folder: Path) -> LogIndex:
    """The index after moving scattered rows; the same index if no rows are scattered.

    Args:
        index: Index of all units.
        kept: Logs that are wanted; shape (logs,).
        folder: Folder for the moved rows.
    """
    if len(index.unit) <= _GATHERED_LOGS or _reads(index, kept) <= _MOST_READS:
        return index
    wanted = np.flatnonzero(kept)
    pieces = [wanted[start : start + _GATHERED_LOGS] for start in range(0, len(wanted), _GATHERED_LOGS)]
    shelves = tuple(folder / str(number) for number in range(len(pieces)))
    shelf, batch = np.full_like(index.shelf, -1), np.full_like(index.batch, -1)
    starts = {name: np.zeros(len(shelf), np.int32) for name in index.rows}
    for number, piece in enumerate(pieces):
        logs = piece[np.lexsort((index.id_rank[piece], index.partition[piece]))]
        shelf[logs] = number
        batch[logs] = np.arange(len(logs)) // _BATCH_LOGS
        shelves[number].mkdir(parents=True)
        for name in index.rows:
            starts[name][logs] = _move(index, name, logs, shelves[number])
    narrow = {name: narrowed(column) for name, column in starts.items()}
    return index._replace(shelves=shelves, shelf=shelf, batch=batch, starts=narrow)


def _reads(index: LogIndex, kept: NDArray[np.bool_]) -> float:
    """Average number of times that each row would be read."""
    batches = index.shelf.astype(np.int64) << 32 | index.batch
    _, numbers, sizes = np.unique(batches, return_inverse=True, return_counts=True)
    numbers = numbers[in_order(index, kept)].astype(np.int64)
    slices = np.arange(len(numbers)) // _SLICE_LOGS
    read = np.unique(slices * len(sizes) + numbers) % len(sizes)
    return float(sizes[read].sum() / max(1, len(numbers)))


def _move(index: LogIndex, table: str, logs: NDArray[np.int64], shelf: Path) -> NDArray[np.int32]:
    """Write the rows of these logs in order; returns the first row of each log in its record batch."""
    counts = index.rows[table][logs].astype(np.int64)
    rows = _slice(rows_of(index, table, logs), _open) if counts.any() else no_rows(table)
    stops = np.cumsum(counts)
    starts = stops - counts
    with (
        open_sink(shelf, table) as sink,
        open_writer(sink, packed_schema(table)) as file,
    ):
        for first in range(0, len(logs), _BATCH_LOGS):
            begin, end = starts[first], stops[first : first + _BATCH_LOGS][-1]
            file.write_batch(rows.slice(begin, end - begin))
    return (starts - starts[np.arange(len(logs)) // _BATCH_LOGS * _BATCH_LOGS]).astype(np.int32)


def merged_slices(rows: Rows, slice_rows: int) -> Iterator[pa.Table]:
    """Rows of a table in the order of their logs, keys included; every column in one chunk.

    Chunk boundaries show in the pages of a Parquet file, and would otherwise depend on the units.

    Args:
        rows: Positions of the rows.
        slice_rows: Approximate number of rows in a slice.
    """
    opened = lru_cache(maxsize=_OPEN_FILES)(_open)
    for logs in runs(np.cumsum(rows.counts, dtype=np.int64) // slice_rows):
        own = rows.part(logs)
        yield pa.table({"log_id": _ids(own), **unpacked(own.table, _slice(own, opened))})


def _slice(rows: Rows, opened: Callable[[Path], _File]) -> pa.RecordBatch:
    """Packed rows of the logs, in the order of the logs."""
    counts = rows.counts.astype(np.int64)
    places = rows.shelf.astype(np.int64) << 32 | rows.batch
    order = _by_first(places)
    batches, wanted = [], []
    first = 0
    for found, numbers_of_rows in _pieces(rows, order, places[order], opened):
        batches.append(found)
        wanted.append(first + numbers_of_rows)
        first += found.num_rows
    chosen = np.concatenate(wanted)
    if (np.diff(order) < 0).any():
        begins = np.cumsum(counts[order]) - counts[order]
        chosen = chosen[rows_at(begins[inverse(order)], counts)]
    together = pa.concat_batches(batches)
    del batches, found
    is_all = len(chosen) == first and bool((np.diff(chosen) == 1).all())
    return together if is_all else together.take(numbers(chosen))


def _by_first(places: NDArray[np.int64]) -> NDArray[np.intp]:
    """An order that groups equal positions by first appearance; usually the order given."""
    _, first, numbers = np.unique(places, return_index=True, return_inverse=True)
    return np.argsort(first[numbers], kind="stable")


def _pieces(
    rows: Rows, order: NDArray[np.intp], places: NDArray[np.int64], opened: Callable[[Path], _File]
) -> Iterator[tuple[pa.RecordBatch, NDArray[np.int64]]]:
    """Packed rows read for logs that are grouped by position, and which of these rows are wanted."""
    counts, starts = rows.counts[order].astype(np.int64), rows.starts[order].astype(np.int64)
    for group in runs(places):
        shelf, batch = divmod(int(places[group.start]), 1 << 32)
        found = opened(unit_file(rows.shelves[shelf], rows.table)).get_batch(batch)
        wanted = rows_at(starts[group], counts[group])
        if len(wanted) * 2 < found.num_rows:
            # Take the rows now, or memory would hold many unwanted ones.
            found, wanted = found.take(numbers(wanted)), np.arange(len(wanted))
        yield found, wanted


def _ids(rows: Rows) -> pa.DictionaryArray:
    """Log id of every row; equal ids are contiguous."""
    is_new = np.diff(rows.id_rank, prepend=-1) != 0
    codes = np.repeat(np.cumsum(is_new) - 1, rows.counts).astype(np.int32)
    return pa.DictionaryArray.from_arrays(numbers(codes), rows.log_id.take(numbers(np.flatnonzero(is_new))))


def _open(path: Path) -> _File:
    # Each of Arrow's own threads would hold on to memory.
    return pa.ipc.open_file(pa.OSFile(str(path)), options=pa.ipc.IpcReadOptions(use_threads=False))
