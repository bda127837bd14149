"""Tables of one unit of work on disk, as a run keeps them until all units are merged.

A folder has one Arrow file per table and ``logs.arrow``, which says of every log where its rows lie.
Rows of a log stand together; logs are ordered as in the finished tables, some hundreds at a time, which
make a record batch.
Key columns stand in ``logs.arrow`` alone, and categories are plain strings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.tables.arrays import numbers, texts
from analyzer.tables.arrow import arrow_schema, with_strings
from analyzer.tables.schema import PARTITIONED, TABLES

__all__ = [
    "LOGS",
    "LOG_SCHEMA",
    "PACKED",
    "Entry",
    "UnitWriter",
    "kept_schema",
    "one_batch",
    "row_column",
    "rows_at",
    "tables_of",
    "unit_file",
]

LOGS: Final = "logs"
"""Name of the file that lists the logs of a unit."""
_ORDERED_LOGS: Final = 512
"""So many logs are held in memory, put in order together, and make a record batch."""
PACKED: Final = pa.ipc.IpcWriteOptions(compression="zstd")
_DIGEST: Final = pa.binary(16)
_KEYS: Final = ("log_id", *PARTITIONED)


class Entry(NamedTuple):
    """One log, or something that could not be read.

    Attributes:
        log_id: As in the tables.
        source: As in the tables.
        kind: What became of it; a number that the caller gives a meaning, 0 for a log that tables are of.
        digest: 16 bytes that stand for the log's bytes; None where there were none.
        reason: Why it could not be read; None where it could.
        rule_set: Name of the rule set applied.
        counts: int32: counts of this log, which `batch` adds up; the same number for every log.
        year: Of the log, by its id; None where there is no date, or no table of the log.
        players: Of the log; None where there is no table of it.
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


class _Held(NamedTuple):
    """Entries of one batch, and their rows per table: tables, and rows per entry."""

    entries: Sequence[Entry]
    tables: Mapping[str, pa.Table]
    rows: Mapping[str, NDArray[np.int64]]


def tables_of(wanted: Collection[str] | None) -> tuple[str, ...]:
    """Names of the tables that are wanted, in their order; all for None."""
    return tuple(name for name in TABLES if wanted is None or name in wanted)


def row_column(table: str) -> str:
    """Column of ``logs.arrow`` with the number of rows that each log has in a table."""
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
"""Columns of ``logs.arrow``: those of `Entry`, the partition, the record batch, rows per table."""


def kept_schema(table: str) -> pa.Schema:
    """Schema of a table's file in a unit: without keys and notes, categories as strings."""
    return pa.schema(
        [
            pa.field(field.name, with_strings(field.type))
            for field in arrow_schema(table)
            if field.name not in _dropped(table)
        ]
    )


def _dropped(table: str) -> tuple[str, ...]:
    names = {column.name for column in TABLES[table]}
    return _KEYS if names >= set(PARTITIONED) else ("log_id",)


def unit_file(folder: Path, name: str) -> Path:
    """File of a table, or of the logs, in the folder of a unit."""
    return folder / f"{name}.arrow"


class UnitWriter:
    """Writes the tables of one unit; memory holds some hundreds of logs.

    Args:
        folder: An empty folder.
        wanted: Names of the tables to keep; None for all.
    """

    def __init__(self, folder: Path, wanted: Collection[str] | None = None) -> None:
        self._folder = folder
        self._tables = tables_of(wanted)
        self._files: dict[str, pa.ipc.RecordBatchFileWriter] = {}
        self._sinks: list[pa.OSFile] = []
        self._held: list[_Held] = []
        self._batches = 0

    def __enter__(self) -> Self:
        for name in (*self._tables, LOGS):
            sink = pa.OSFile(str(unit_file(self._folder, name)), "wb")
            self._sinks.append(sink)
            schema = LOG_SCHEMA if name == LOGS else kept_schema(name)
            self._files[name] = pa.ipc.new_file(sink, schema, options=PACKED)
        return self

    def add(
        self,
        entries: Sequence[Entry],
        tables: Mapping[str, pa.Table],
        rows: Mapping[str, NDArray[np.int64]],
    ) -> None:
        """Take the tables of a batch.

        Args:
            entries: Its logs.
            tables: Tables as they are built; rows in the order of the entries.  One that is not there
                has no rows.
            rows: Per table: rows of each entry; shape (entries,).
        """
        self._held.append(_Held(entries, tables, rows))
        if sum(len(held.entries) for held in self._held) >= _ORDERED_LOGS:
            self._let_go()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._let_go()
                for file in self._files.values():
                    file.close()
        finally:
            for sink in self._sinks:
                sink.close()

    def _let_go(self) -> None:
        """Put what is held in order and write it."""
        held, self._held = [part for part in self._held if part.entries], []
        if not held:
            return
        entries = [entry for part in held for entry in part.entries]
        order = _order(entries)
        counts = {name: np.concatenate([_rows_of(part, name) for part in held]) for name in TABLES}
        for name in self._tables:
            self._write_rows(name, held, counts[name], order)
        columns = [
            *_entry_columns([entries[index] for index in order.tolist()]),
            numbers(np.full(len(order), self._batches, np.int32)),
            *(numbers(counts[name][order].astype(np.int32)) for name in TABLES),
        ]
        self._files[LOGS].write_batch(pa.RecordBatch.from_arrays(columns, schema=LOG_SCHEMA))
        self._batches += 1

    def _write_rows(
        self, name: str, held: Sequence[_Held], counts: NDArray[np.int64], order: NDArray[np.intp]
    ) -> None:
        schema = kept_schema(name)
        parts = [part.tables[name].select(schema.names) for part in held if name in part.tables]
        table = pa.concat_tables([part.cast(schema) for part in parts] or [pa.Table.from_batches([], schema)])
        if (np.diff(order) < 0).any():
            starts = np.cumsum(counts) - counts
            table = table.take(numbers(rows_at(starts[order], counts[order])))
        self._files[name].write_batch(one_batch(table))


def one_batch(table: pa.Table) -> pa.RecordBatch:
    """The rows of a table as one record batch, also where there are none."""
    batches = table.combine_chunks().to_batches()
    nothing = [pa.nulls(0, field.type) for field in table.schema]
    return batches[0] if batches else pa.RecordBatch.from_arrays(nothing, schema=table.schema)


def rows_at(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers of all rows of ranges, one range after another."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(int(counts.sum()))


def _rows_of(part: _Held, name: str) -> NDArray[np.int64]:
    return part.rows[name] if name in part.tables else np.zeros(len(part.entries), np.int64)


def _order(entries: Sequence[Entry]) -> NDArray[np.intp]:
    """Order of the entries by partition, id and source."""

    def key(index: int) -> tuple[bool, int, int, str, str]:
        entry = entries[index]
        return (entry.year is None, entry.year or 0, entry.players or 0, entry.log_id, entry.source)

    return np.array(sorted(range(len(entries)), key=key), np.intp)


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
