"""Rows of many parts in the order of their logs, a slice at a time.

The rows of one log stand together in a part and are in order there; so only logs need ordering.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = ["Part", "merged_slices"]


class Part:
    """Some rows of a table, in memory or in a file of their own.

    Args:
        rows: One chunk; ``log_id`` is dictionary-encoded.
    """

    def __init__(self, rows: pa.Table) -> None:
        self._rows: pa.Table | None = rows
        self._path = Path()
        ids = rows["log_id"].combine_chunks()
        if isinstance(ids, pa.ChunkedArray):
            ids = ids.chunk(0)
        codes = ids.indices.to_numpy()
        present, counts = np.unique(codes, return_counts=True)
        self.ids: list[str] = ids.dictionary.take(pa.array(present)).to_pylist()
        """Log ids that have rows here."""
        self.counts: list[int] = counts.tolist()
        """Rows of each."""

    def moved_to(self, path: Path) -> Part:
        """The same part, its rows written to a file and no longer in memory."""
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        with (
            pa.OSFile(str(path), "wb") as sink,
            pa.ipc.new_file(sink, self.rows().schema, options=options) as file,
        ):
            file.write_table(self.rows())
        self._rows, self._path = None, path
        return self

    def rows(self) -> pa.Table:
        """All rows."""
        if self._rows is not None:
            return self._rows
        with pa.OSFile(str(self._path)) as source:
            return pa.ipc.open_file(source).read_all()


def merged_slices(parts: Sequence[Part], slice_rows: int) -> Iterator[pa.Table]:
    """The rows of all parts, ordered by log id and then by source where there is one.

    Args:
        parts: Parts of one table.
        slice_rows: Rows of a slice, roughly; no log is cut.
    """
    for first, past in _ranges(parts, slice_rows):
        pieces = [_between(part, first, past) for part in parts]
        rows = pa.concat_tables([piece for piece in pieces if piece is not None])
        yield _ordered(rows.unify_dictionaries().combine_chunks())


def _ranges(parts: Sequence[Part], slice_rows: int) -> Iterator[tuple[str, str]]:
    """First and last log id of each slice."""
    counts: dict[str, int] = {}
    for part in parts:
        for log_id, count in zip(part.ids, part.counts, strict=True):
            counts[log_id] = counts.get(log_id, 0) + count
    ids = sorted(counts)
    if not ids:
        return
    upto = np.cumsum([counts[log_id] for log_id in ids])
    ends = np.flatnonzero(np.diff(upto // slice_rows, append=-1))
    starts = [0, *(ends[:-1] + 1).tolist()]
    for start, end in zip(starts, ends.tolist(), strict=True):
        yield ids[start], ids[end]


def _between(part: Part, first: str, last: str) -> pa.Table | None:
    """Rows of the part whose log ids are in a range, ends included; None where there are none."""
    if max(part.ids) < first or min(part.ids) > last:
        return None
    rows = part.rows()
    if first <= min(part.ids) and max(part.ids) <= last:
        return rows
    ids = rows["log_id"].cast(pa.string())
    return rows.filter(pc.and_(pc.greater_equal(ids, first), pc.less_equal(ids, last)))


def _ordered(rows: pa.Table) -> pa.Table:
    """The rows by log id and source; ``log_id`` gets a sorted dictionary."""
    ids, ranks = _ranked(rows["log_id"])
    keys = [ranks]
    if "source" in rows.column_names:
        keys.insert(0, _ranked(rows["source"].dictionary_encode())[1])
    if not _is_ordered(keys):
        order = np.lexsort(keys)
        rows, ranks = rows.take(pa.array(order)), ranks[order]
    column = pa.DictionaryArray.from_arrays(pa.array(ranks, pa.int32()), pa.array(ids, pa.string()))
    return rows.set_column(0, rows.schema.field("log_id"), column)


def _ranked(column: pa.ChunkedArray) -> tuple[list[str], NDArray[np.int64]]:
    """The values that occur, sorted, and the place of each row's value among them."""
    chunk = column.combine_chunks()
    if isinstance(chunk, pa.ChunkedArray):
        chunk = chunk.chunk(0)
    codes = chunk.indices.to_numpy()
    present, inverse = np.unique(codes, return_inverse=True)
    names = chunk.dictionary.take(pa.array(present)).to_pylist()
    order = sorted(range(len(names)), key=names.__getitem__)
    rank = np.empty(len(names), np.int64)
    rank[order] = np.arange(len(names))
    return [names[place] for place in order], rank[inverse]


def _is_ordered(keys: list[NDArray[np.int64]]) -> bool:
    """Whether rows are in order of the last key, and within equal ones of the key before it."""
    *minor, major = keys
    steps = np.diff(major)
    if (steps < 0).any():
        return False
    return not minor or not (np.diff(minor[0])[steps == 0] < 0).any()
