"""Tables of one unit of work on disk, kept until the tables of all units are merged.

A folder has one Arrow file per table, and ``logs.arrow`` with the position of the rows of every log.
The rows of a log are packed and contiguous; each batch of logs is a record batch, in the order of reading.
Key columns are only in ``logs.arrow``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.tables.arrow_arrays import numbers, texts
from analyzer.tables.packing import packed_schema
from analyzer.tables.schema import TABLES

__all__ = [
    "LOGS",
    "LOG_SCHEMA",
    "Entry",
    "UnitWriter",
    "no_rows",
    "open_sink",
    "open_writer",
    "row_column",
    "rows_at",
    "tables_of",
    "unit_file",
]

LOGS: Final = "logs"
"""Name of the file that lists the logs of a unit."""
_PACKED: Final = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)
"""Halves the size in a third of the time of zstd; the columns are too short for several threads."""
_BUFFERED: Final = 1 << 18
"""Size of the write buffer in bytes, to avoid a system call per column."""
_DIGEST: Final = pa.binary(16)


class Entry(NamedTuple):
    """One log, or something that could not be read.

    Attributes:
        log_id: As in the tables.
        source: As in the tables.
        kind: Outcome of reading it: a number defined by the caller, 0 for a log with tables.
        digest: Digest of the bytes of the log, 16 bytes; None if there were no bytes.
        reason: Why it could not be read; None if it could.
        rule_set: Name of the rule set applied.
        counts: Counts of this log, int32, which `batch` adds up; every log has the same number of them.
        year: Year of the log id; None if it has no date, or the log has no tables.
        players: Number of players; None if the log has no tables.
    """

    log_id: str
    source: str
    kind: int
    digest: bytes | None
    reason: str | None
    rule_set: str | None
    counts: NDArray[np.int32]
    year: int | None = None
    players: int | None = None


def tables_of(wanted: Collection[str] | None) -> tuple[str, ...]:
    """Names of the wanted tables in the order of the schema; all tables for None."""
    return tuple(name for name in TABLES if wanted is None or name in wanted)


def row_column(table: str) -> str:
    """Name of the column of ``logs.arrow`` with the number of rows of each log in a table."""
    return f"rows_{table}"


LOG_SCHEMA: Final = pa.schema(
    [
        pa.field("log_id", pa.string()),
        pa.field("source", pa.string()),
        pa.field("kind", pa.uint8()),
        pa.field("digest", _DIGEST),
        pa.field("reason", pa.string()),
        pa.field("rule_set", pa.string()),
        pa.field("counts", pa.list_(pa.int32())),
        pa.field("year", pa.int16()),
        pa.field("players", pa.uint8()),
        pa.field("batch", pa.int32()),
        *(pa.field(row_column(table), pa.int32()) for table in TABLES),
    ]
)
"""Columns of ``logs.arrow``: the fields of `Entry`, the record batch, and the row count per table."""


def unit_file(folder: Path, name: str) -> Path:
    """Path of the file of a table, or of the logs, in the folder of a unit."""
    return folder / f"{name}.arrow"


def open_sink(folder: Path, name: str) -> pa.NativeFile:
    """Open the file of a table, or of the logs, in the folder of a unit for buffered writing."""
    return pa.BufferedOutputStream(pa.OSFile(str(unit_file(folder, name)), "wb"), _BUFFERED)


def open_writer(sink: pa.NativeFile, schema: pa.Schema) -> pa.ipc.RecordBatchFileWriter:
    """Open a writer of record batches with this schema."""
    return pa.ipc.new_file(sink, schema, options=_PACKED)


class UnitWriter:
    """Writes the tables of one unit.

    Args:
        folder: An empty folder.
        wanted: Names of the tables to write; None for all.
    """

    def __init__(self, folder: Path, wanted: Collection[str] | None = None) -> None:
        self._folder = folder
        self._tables = tables_of(wanted)
        self._files: dict[str, pa.ipc.RecordBatchFileWriter] = {}
        self._sinks: list[pa.NativeFile] = []
        self._batches = 0

    def __enter__(self) -> Self:
        for name in (*self._tables, LOGS):
            sink = open_sink(self._folder, name)
            self._sinks.append(sink)
            self._files[name] = open_writer(sink, LOG_SCHEMA if name == LOGS else packed_schema(name))
        return self

    def add(
        self,
        entries: Sequence[Entry],
        tables: Mapping[str, pa.RecordBatch],
        rows: Mapping[str, NDArray[np.int64]],
    ) -> None:
        """Write the tables of a batch.

        Args:
            entries: Logs of the batch.
            tables: Packed rows by table, in the order of the entries; a missing table has no rows.
            rows: Number of rows of each entry, by table; shape (entries,).
        """
        if not entries:
            return
        none = np.zeros(len(entries), np.int32)
        counts = {name: rows[name].astype(np.int32) if name in tables else none for name in TABLES}
        for name in self._tables:
            self._files[name].write_batch(tables[name] if name in tables else no_rows(name))
        columns = [
            *_entry_columns(entries),
            numbers(np.full(len(entries), self._batches, np.int32)),
            *map(numbers, counts.values()),
        ]
        self._files[LOGS].write_batch(pa.RecordBatch.from_arrays(columns, schema=LOG_SCHEMA))
        self._batches += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                for file in self._files.values():
                    file.close()
        finally:
            for sink in self._sinks:
                sink.close()


def no_rows(table: str) -> pa.RecordBatch:
    """An empty batch of packed rows."""
    schema = packed_schema(table)
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema)


def rows_at(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row numbers of all ranges, one range after another."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(int(counts.sum()))


def _known(values: Sequence[int | None], dtype: type[np.integer]) -> pa.Array:
    null = np.array([value is None for value in values], np.bool_)
    return numbers(np.array([value or 0 for value in values], dtype), null)


def _entry_columns(entries: Sequence[Entry]) -> list[pa.Array]:
    return [
        texts([entry.log_id for entry in entries]),
        texts([entry.source for entry in entries]),
        numbers(np.array([entry.kind for entry in entries], np.uint8)),
        _digests([entry.digest for entry in entries]),
        texts([entry.reason for entry in entries]),
        texts([entry.rule_set for entry in entries]),
        _lists([entry.counts for entry in entries]),
        _known([entry.year for entry in entries], np.int16),
        _known([entry.players for entry in entries], np.uint8),
    ]


def _digests(digests: Sequence[bytes | None]) -> pa.Array:
    known = np.array([digest is not None for digest in digests], np.bool_)
    octets = pa.py_buffer(b"".join(digest or bytes(_DIGEST.byte_width) for digest in digests))
    validity = pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(_DIGEST, len(digests), [validity, octets])


def _lists(rows: Sequence[NDArray[np.int32]]) -> pa.Array:
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    return pa.ListArray.from_arrays(numbers(offsets), numbers(np.concatenate(rows)))
