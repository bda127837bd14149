"""Parquet files of a run: the tables of its units merged, ordered by log, and written into a few files.

The columns of `PARTITIONED` stand in the names of folders (``hands/year=2022/players=4/part-0000.parquet``).
Where a folder has several files, their rows follow each other in the order of the names.
Files hold categories as plain strings, so that their bytes do not depend on the order of the units.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from analyzer.tables.arrow import arrow_schema, built_schema, metadata, with_strings
from analyzer.tables.index import LogIndex, in_order, partitions, runs
from analyzer.tables.merge import gathered, merged_slices
from analyzer.tables.packing import unpacked
from analyzer.tables.schema import PARTITIONED, TABLES
from analyzer.tables.unit_tables import no_rows

__all__ = ["WRITERS", "part_file", "part_files", "partition_folder", "stored_schema", "write_tables"]

_FILE_ROWS: Final = 1 << 21
"""Rows of a file, roughly: writers share a large table, and there are few files all the same."""
_GROUP_ROWS: Final = 65_536
"""Rows of a row group in a finished file, roughly; so many are in memory to order them."""
WRITERS: Final = 2
"""Files written side by side, at most; each takes the memory of a row group or two."""
_MANY_LOGS: Final = 500_000
"""With more, the index takes the memory of a second row group: files are written one by one."""
_NULL_FOLDER: Final = "__HIVE_DEFAULT_PARTITION__"
"""Name that hive-style readers take for null."""


def stored_schema(table: str) -> pa.Schema:
    """Schema of the files of a table: without the columns in folder names, categories as strings."""
    schema = arrow_schema(table)
    fields = [
        field.with_type(with_strings(field.type))
        for field in schema
        if field.name not in PARTITIONED or not _is_partitioned(table)
    ]
    return pa.schema(fields, metadata=schema.metadata)


def partition_folder(table: str, values: tuple[int | None, ...]) -> Path:
    """Folder of a partition, within the folder of its run."""
    texts = [_NULL_FOLDER if value is None else str(value) for value in values]
    return Path(table, *(f"{name}={text}" for name, text in zip(PARTITIONED, texts, strict=True)))


def part_file(folder: Path, number: int) -> Path:
    """A file of the folder of a partition, or of a table without any; the first has the number 0."""
    return folder / f"part-{number:04}.parquet"


def part_files(folder: Path) -> list[Path]:
    """All of them, in order; none where there is no such folder."""
    return sorted(folder.glob("part-*.parquet"))


def write_tables(folder: Path, index: LogIndex, kept: NDArray[np.bool_], *, writers: int = WRITERS) -> None:
    """Write the tables of the index, ordered by log id; equal rows give equal bytes, whatever the units.

    Args:
        folder: An empty folder for the tables.
        index: Logs of all units.
        kept: Which of them; shape (logs,).
        writers: Files written side by side; no more than `WRITERS` are, and one where logs are very many.

    Raises:
        OSError: When a file cannot be written.
    """
    with TemporaryDirectory(prefix="gathered-", dir=folder.parent) as room:
        index = gathered(index, kept, Path(room))
        files = sorted(_files(index, kept, folder), key=lambda file: -file.rows)
        for name in index.rows:
            (folder / name).mkdir(parents=True)
        for file in files:
            file.path.parent.mkdir(parents=True, exist_ok=True)
        # Arrow works outside the interpreter's lock.  The largest files first, so that none is left alone.
        with ThreadPoolExecutor(_side_by_side(index, writers)) as pool:
            for _ in pool.map(lambda file: _write(index, file), files):
                pass


def _side_by_side(index: LogIndex, writers: int) -> int:
    return 1 if len(index.unit) > _MANY_LOGS else min(writers, WRITERS)


class _File(NamedTuple):
    """One file to be written: its table, where it stands, its logs in order, and how many rows they have."""

    table: str
    path: Path
    logs: NDArray[np.int64]
    rows: int


def _files(index: LogIndex, kept: NDArray[np.bool_], folder: Path) -> Iterator[_File]:
    for name in index.rows:
        if not _is_partitioned(name):
            place = folder / name
            files = _parts(index, name, place, in_order(index, kept))
            # Its columns are known by the file, so there is one without rows as well.
            yield from files or [_File(name, part_file(place, 0), np.zeros(0, np.int64), 0)]
    for partition in partitions(index, kept):
        for name in filter(_is_partitioned, index.rows):
            place = folder / partition_folder(name, (partition.year, partition.players))
            yield from _parts(index, name, place, partition.logs)


def _parts(index: LogIndex, table: str, place: Path, logs: NDArray[np.int64]) -> list[_File]:
    """The files of a folder; no log is in two of them, and none of them is without rows."""
    counts = index.rows[table][logs]
    before = np.cumsum(counts, dtype=np.int64) - counts
    parts = [(logs[group], int(counts[group].sum())) for group in runs(before // _FILE_ROWS)]
    return [
        _File(table, part_file(place, number), own, rows) for number, (own, rows) in enumerate(parts) if rows
    ]


def _is_partitioned(name: str) -> bool:
    return {column.name for column in TABLES[name]} >= set(PARTITIONED)


@cache
def _written_schema(table: str) -> pa.Schema:
    """`stored_schema` with what is dictionary-encoded in memory, which makes no difference in a file."""
    types = {name: array.type for name, array in unpacked(table, no_rows(table)).items()}
    types["log_id"] = built_schema(table).field("log_id").type
    return pa.schema([field.with_type(types[field.name]) for field in stored_schema(table)])


def _write(index: LogIndex, file: _File) -> None:
    """One file of a table, its rows in the order of the logs."""
    written = _written_schema(file.table)
    with pq.ParquetWriter(
        file.path,
        written,
        compression="zstd",
        # Rows stand in the order of their logs, and so of their days: of no other column do the least and the
        # most in a row group tell where to look.
        write_statistics=[name for name in ("log_id", "date") if name in written.names],
        store_schema=False,
    ) as writer:
        # Without the stored schema, in which log_id would not be a string, its metadata is left out too.
        writer.add_key_value_metadata(metadata(file.table))
        for rows in merged_slices(index, file.table, file.logs, _GROUP_ROWS):
            table = pa.Table.from_arrays([rows[name] for name in written.names], schema=written)
            writer.write_table(table, row_group_size=rows.num_rows)
            # Or it is there still while the next one is being made.
            del rows, table
            pa.default_memory_pool().release_unused()
