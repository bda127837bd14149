"""The rows of all units in the order of the finished tables, a slice at a time.

Mostly logs come in the order of their ids, and a slice takes its rows from a few record batches.  Where
they are strewn, their rows are first put into larger ordered pieces: else every slice would read them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.tables.arrays import numbers
from analyzer.tables.index import LogIndex, in_order, inverse, narrowed, runs
from analyzer.tables.packing import packed_schema, unpacked
from analyzer.tables.unit_tables import no_rows, open_sink, open_writer, rows_at, unit_file

__all__ = ["gathered", "merged_slices"]

_OPEN_FILES: Final = 64
_SLICE_LOGS: Final = 1_250
"""About so many logs have the rows of one slice of the largest table."""
_MOST_READS: Final = 4
"""How often a row may be read, on average, before moving it pays."""
_GATHERED_LOGS: Final = 8_192
"""Logs of one larger piece; its largest table has some fifty megabytes."""
_BATCH_LOGS: Final = 64
"""Logs of a record batch there."""
_File: TypeAlias = "pa.ipc.RecordBatchFileReader"


def gathered(index: LogIndex, kept: NDArray[np.bool_], folder: Path) -> LogIndex:
    """The index, after moving rows that are strewn; as it was where they are not.

    Args:
        index: Of all units.
        kept: Logs that are wanted; shape (logs,).
        folder: For the moved rows.
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
    """How often each row would be read, on average."""
    batches = index.shelf.astype(np.int64) << 32 | index.batch
    _, numbers, sizes = np.unique(batches, return_inverse=True, return_counts=True)
    numbers = numbers[in_order(index, kept)].astype(np.int64)
    slices = np.arange(len(numbers)) // _SLICE_LOGS
    read = np.unique(slices * len(sizes) + numbers) % len(sizes)
    return float(sizes[read].sum() / max(1, len(numbers)))


def _move(index: LogIndex, table: str, logs: NDArray[np.int64], shelf: Path) -> NDArray[np.int32]:
    """Write the rows of these logs in their order; returns the first row of each in its record batch."""
    counts = index.rows[table][logs].astype(np.int64)
    rows = _slice(index, table, logs, _open) if counts.any() else no_rows(table)
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


def merged_slices(
    index: LogIndex, table: str, logs: NDArray[np.int64], slice_rows: int
) -> Iterator[pa.Table]:
    """Rows of a table in the order of their logs, keys included; every column in one piece.

    How a column is cut into pieces shows in the pages of a finished file, and pieces follow the units.

    Args:
        index: Of all units.
        table: Name of the table.
        logs: Rows of the index.
        slice_rows: Rows of a slice, roughly.
    """
    has_rows = index.rows[table][logs] > 0
    logs = logs if has_rows.all() else logs[has_rows]
    opened = lru_cache(maxsize=_OPEN_FILES)(_open)
    for group in _groups(index.rows[table][logs], slice_rows):
        yield _keyed(index, table, logs[group], _slice(index, table, logs[group], opened))


def _groups(counts: NDArray[np.unsignedinteger], slice_rows: int) -> list[slice]:
    """Logs of each slice."""
    numbers_of_slices = np.cumsum(counts, dtype=np.int64)
    numbers_of_slices //= slice_rows
    return list(runs(numbers_of_slices))


def _slice(
    index: LogIndex, table: str, logs: NDArray[np.int64], opened: Callable[[Path], _File]
) -> pa.RecordBatch:
    """Packed rows of these logs in their order."""
    counts = index.rows[table][logs].astype(np.int64)
    places = index.shelf[logs].astype(np.int64) << 32 | index.batch[logs]
    order = _by_first(places)
    batches, wanted = [], []
    first = 0
    for rows, numbers_of_rows in _pieces(index, table, logs[order], places[order], opened):
        batches.append(rows)
        wanted.append(first + numbers_of_rows)
        first += rows.num_rows
    chosen = np.concatenate(wanted)
    if (np.diff(order) < 0).any():
        begins = np.cumsum(counts[order]) - counts[order]
        chosen = chosen[rows_at(begins[inverse(order)], counts)]
    together = pa.concat_batches(batches)
    del batches, rows
    is_all = len(chosen) == first and bool((np.diff(chosen) == 1).all())
    return together if is_all else together.take(numbers(chosen))


def _by_first(places: NDArray[np.int64]) -> NDArray[np.intp]:
    """An order in which equal places stand together, as they come: mostly no other than the one given."""
    _, first, numbers = np.unique(places, return_index=True, return_inverse=True)
    return np.argsort(first[numbers], kind="stable")


def _pieces(
    index: LogIndex,
    table: str,
    logs: NDArray[np.int64],
    places: NDArray[np.int64],
    opened: Callable[[Path], _File],
) -> Iterator[tuple[pa.RecordBatch, NDArray[np.int64]]]:
    """Rows of logs that stand together where they have the same place, and which of these rows are meant."""
    counts = index.rows[table][logs].astype(np.int64)
    starts = index.starts[table][logs].astype(np.int64)
    for group in runs(places):
        shelf, batch = divmod(int(places[group.start]), 1 << 32)
        rows = opened(unit_file(index.shelves[shelf], table)).get_batch(batch)
        wanted = rows_at(starts[group], counts[group])
        if len(wanted) * 2 < rows.num_rows:
            # Or too much would be held that nobody wants.
            rows, wanted = rows.take(numbers(wanted)), np.arange(len(wanted))
        yield rows, wanted


def _keyed(index: LogIndex, table: str, logs: NDArray[np.int64], rows: pa.RecordBatch) -> pa.Table:
    """The columns of the rows, and the ids of their logs."""
    return pa.table({"log_id": _ids(index, table, logs), **unpacked(table, rows)})


def _ids(index: LogIndex, table: str, logs: NDArray[np.int64]) -> pa.DictionaryArray:
    """Log id of every row; equal ids stand side by side."""
    counts = index.rows[table][logs]
    is_new = np.diff(index.id_rank[logs], prepend=-1) != 0
    ids = index.log_id.take(numbers(logs[is_new]))
    codes = np.repeat(np.cumsum(is_new) - 1, counts).astype(np.int32)
    return pa.DictionaryArray.from_arrays(numbers(codes), ids)


def _open(path: Path) -> _File:
    # Arrow's own threads would each keep memory back for themselves.
    return pa.ipc.open_file(pa.OSFile(str(path)), options=pa.ipc.IpcReadOptions(use_threads=False))
