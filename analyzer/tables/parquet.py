"""Parquet files of a run: the tables of its units are merged, ordered by log and written into a few files.

Folder names hold the columns of `PARTITIONED` (``hands/year=2022/players=4/part-0000.parquet``).
The files of one folder continue each other in the order of their names.
Files hold categories as plain strings, so their bytes do not depend on the order of the units.

This module also writes the file of a comparison of two rule sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from analyzer import __version__
from analyzer.errors import UserMistake
from analyzer.tables.arrow import arrow_schema, built_schema, metadata, with_strings
from analyzer.tables.index import LogIndex, in_order, partitions, runs
from analyzer.tables.merge import Rows, gathered, keep_rows, kept_rows, merged_slices, rows_of
from analyzer.tables.packing import unpacked
from analyzer.tables.schema import PARTITIONED, TABLES
from analyzer.tables.unit_tables import no_rows

__all__ = [
    "COMPARISON_SCHEMA",
    "File",
    "Spread",
    "damaged",
    "part_file",
    "part_files",
    "partition_folder",
    "stored_schema",
    "write_comparison",
    "write_tables",
]

_FILE_ROWS: Final = 1 << 21
"""Approximate rows of a file: small enough to share a large table among writers, and few files."""
_GROUP_ROWS: Final = 65_536
"""Approximate rows of a row group; as many are in memory while they are ordered."""
_NULL_FOLDER: Final = "__HIVE_DEFAULT_PARTITION__"
"""Folder value that hive-style readers take as null."""
_ROWS_AT_ONCE: Final = 50_000
_POINTS: Final = pa.list_(pa.int32(), 4)

COMPARISON_SCHEMA: Final = pa.schema(
    [
        pa.field("log", pa.string(), nullable=False),
        pa.field("source", pa.string(), nullable=False),
        pa.field("hand", pa.int32(), nullable=False),
        pa.field("kyoku", pa.uint8(), nullable=False),
        pa.field("honba", pa.int32(), nullable=False),
        pa.field("cause", pa.string(), nullable=False),
        pa.field("kind_a", pa.string()),
        pa.field("kind_b", pa.string()),
        pa.field("deltas_a", _POINTS, nullable=False),
        pa.field("deltas_b", _POINTS, nullable=False),
        pa.field("moved", pa.float64(), nullable=False),
    ],
    metadata={"tenhou_analyzer.table": "comparison", "tenhou_analyzer.version": __version__},
)
"""Columns as in `analyzer.batch.comparing.HandDifference`; points per seat."""


class File(NamedTuple):
    """One file to be written.

    Attributes:
        path: Path of the file.
        rows: File with the positions of its rows.
        values: Number of values in all columns.
    """

    path: Path
    rows: Path
    values: int


Spread: TypeAlias = Callable[[Callable[[Sequence[File]], None], Sequence[Sequence[File]]], Iterable[None]]
"""Applies a function to lists of files, as ``map`` does; in parallel if possible."""


def stored_schema(table: str) -> pa.Schema:
    """Schema of the files of a table: categories as strings, no columns of folder names."""
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
    """A file in the folder of a partition or of an unpartitioned table; numbers count from 0."""
    return folder / f"part-{number:04}.parquet"


def part_files(folder: Path) -> list[Path]:
    """All files of a folder, in order; none if there is no such folder."""
    return sorted(folder.glob("part-*.parquet"))


def damaged(path: Path) -> UserMistake:
    """Message for a file or folder of a run that cannot be read."""
    return UserMistake(f"{str(path)!r} is damaged; repeat the run to repair it")


def write_tables(
    folder: Path,
    index: LogIndex,
    kept: NDArray[np.bool_],
    *,
    writers: int = 1,
    spread: Spread = map,
) -> None:
    """Write the tables of the index, ordered by log id; equal rows give equal bytes.

    Args:
        folder: An empty folder for the tables.
        index: Index of all units.
        kept: Whether each log is written; shape (logs,).
        writers: Maximum number of writers that share the files.
        spread: Applies a function to one list of files per writer.

    Raises:
        OSError: When a file cannot be written.
    """
    with TemporaryDirectory(prefix="gathered-", dir=folder.parent) as room:
        index = gathered(index, kept, Path(room))
        for name in index.rows:
            (folder / name).mkdir(parents=True)
        files = []
        for number, (path, rows) in enumerate(_files(index, kept, folder)):
            path.parent.mkdir(parents=True, exist_ok=True)
            file = File(path, Path(room, f"{number}.rows"), int(rows.counts.sum()) * len(TABLES[rows.table]))
            keep_rows(rows, file.rows)
            files.append(file)
        for _ in spread(_write_files, _shares(files, writers)):
            pass


def _shares(files: Iterable[File], writers: int) -> list[list[File]]:
    """The files split into at most so many lists of about equal size."""
    shares: list[list[File]] = [[] for _ in range(writers)]
    sizes = [0] * writers
    for file in sorted(files, key=lambda file: -file.values):
        least = sizes.index(min(sizes))
        shares[least].append(file)
        sizes[least] += file.values
    return [share for share in shares if share]


def _files(index: LogIndex, kept: NDArray[np.bool_], folder: Path) -> Iterator[tuple[Path, Rows]]:
    """Each file with the positions of its rows."""
    for name in index.rows:
        if not _is_partitioned(name):
            logs = in_order(index, kept)
            # Readers take the columns from the file, so there is a file even without rows.
            for number, part in enumerate(_parts(index.rows[name][logs]) or [slice(0)]):
                yield part_file(folder / name, number), rows_of(index, name, logs[part])
    for partition in partitions(index, kept):
        for name in filter(_is_partitioned, index.rows):
            place = folder / partition_folder(name, (partition.year, partition.players))
            for number, part in enumerate(_parts(index.rows[name][partition.logs])):
                yield part_file(place, number), rows_of(index, name, partition.logs[part])


def _parts(counts: NDArray[np.unsignedinteger]) -> list[slice]:
    """Logs of each file of a folder; each log is in one file, and each file has rows.

    Args:
        counts: Number of rows of each log, in order.
    """
    before = np.cumsum(counts, dtype=np.int64) - counts
    return [part for part in runs(before // _FILE_ROWS) if counts[part].any()]


def _is_partitioned(name: str) -> bool:
    return {column.name for column in TABLES[name]} >= set(PARTITIONED)


@cache
def _written_schema(table: str) -> pa.Schema:
    """`stored_schema` with the dictionary encoding used in memory, which does not change the file."""
    types = {name: array.type for name, array in unpacked(table, no_rows(table)).items()}
    types["log_id"] = built_schema(table).field("log_id").type
    return pa.schema([field.with_type(types[field.name]) for field in stored_schema(table)])


def _write_files(files: Sequence[File]) -> None:
    for file in files:
        _write(kept_rows(file.rows), file.path)


def _write(rows: Rows, path: Path) -> None:
    """Write one file of a table, with its rows in the order of the logs."""
    written = _written_schema(rows.table)
    with pq.ParquetWriter(
        path,
        written,
        compression="zstd",
        # Rows are ordered by log and so by day: only for these columns do the minimum and maximum of a row
        # group help to find rows.
        write_statistics=[name for name in ("log_id", "date") if name in written.names],
        store_schema=False,
    ) as writer:
        # The stored Arrow schema would say that log_id is no string; leaving it out drops its metadata too.
        writer.add_key_value_metadata(metadata(rows.table))
        for merged in merged_slices(rows, _GROUP_ROWS):
            table = pa.Table.from_arrays([merged[name] for name in written.names], schema=written)
            writer.write_table(table, row_group_size=merged.num_rows)
            # Free it before the next one is made.
            del merged, table
            pa.default_memory_pool().release_unused()


def _chunks(rows: Iterable[Mapping[str, object]]) -> Iterator[list[Mapping[str, object]]]:
    iterator = iter(rows)
    while chunk := list(islice(iterator, _ROWS_AT_ONCE)):
        yield chunk


def write_comparison(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    """Write the rows to a Parquet file, which appears complete or not at all.

    Args:
        path: Path of the file; an existing file is replaced.
        rows: Mappings with the names of `COMPARISON_SCHEMA`.

    Raises:
        OSError: When the file cannot be written.
    """
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with pq.ParquetWriter(unfinished, COMPARISON_SCHEMA, compression="zstd") as writer:
            for chunk in _chunks(rows):
                writer.write_table(pa.Table.from_pylist(chunk, schema=COMPARISON_SCHEMA))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
