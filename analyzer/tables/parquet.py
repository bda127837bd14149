"""Parquet files of a run: the tables of its units merged, ordered by log, and written into a few files.

The columns of `PARTITIONED` stand in the names of folders (``hands/year=2022/players=4/part-0000.parquet``).
Where a folder has several files, their rows follow each other in the order of the names.
Files hold categories as plain strings, so that their bytes do not depend on the order of the units.

Beside them the one file of a comparison of two rule sets.
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
"""Rows of a file, roughly: writers share a large table, and there are few files all the same."""
_GROUP_ROWS: Final = 65_536
"""Rows of a row group in a finished file, roughly; so many are in memory to order them."""
_NULL_FOLDER: Final = "__HIVE_DEFAULT_PARTITION__"
"""Name that hive-style readers take for null."""
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
        path: Where.
        rows: File that tells where its rows lie.
        values: How many it will have, in all columns.
    """

    path: Path
    rows: Path
    values: int


Spread: TypeAlias = Callable[[Callable[[Sequence[File]], None], Sequence[Sequence[File]]], Iterable[None]]
"""Applies a function to lists of files, as ``map`` does; side by side where it can."""


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


def damaged(path: Path) -> UserMistake:
    """What to say of a file or folder of a run that cannot be read."""
    return UserMistake(f"{str(path)!r} is damaged; run it again, which makes it whole")


def write_tables(
    folder: Path,
    index: LogIndex,
    kept: NDArray[np.bool_],
    *,
    writers: int = 1,
    spread: Spread = map,
) -> None:
    """Write the tables of the index, ordered by log id; equal rows give equal bytes, whatever the units.

    Args:
        folder: An empty folder for the tables.
        index: Logs of all units.
        kept: Which of them; shape (logs,).
        writers: How many write a part of the files each, at most.
        spread: Applies a function to as many lists of files.

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
    """The files in so many lists, at most, of about the same size."""
    shares: list[list[File]] = [[] for _ in range(writers)]
    sizes = [0] * writers
    for file in sorted(files, key=lambda file: -file.values):
        least = sizes.index(min(sizes))
        shares[least].append(file)
        sizes[least] += file.values
    return [share for share in shares if share]


def _files(index: LogIndex, kept: NDArray[np.bool_], folder: Path) -> Iterator[tuple[Path, Rows]]:
    """Each file, and where its rows lie."""
    for name in index.rows:
        if not _is_partitioned(name):
            logs = in_order(index, kept)
            # Its columns are known by the file, so there is one without rows as well.
            for number, part in enumerate(_parts(index.rows[name][logs]) or [slice(0)]):
                yield part_file(folder / name, number), rows_of(index, name, logs[part])
    for partition in partitions(index, kept):
        for name in filter(_is_partitioned, index.rows):
            place = folder / partition_folder(name, (partition.year, partition.players))
            for number, part in enumerate(_parts(index.rows[name][partition.logs])):
                yield part_file(place, number), rows_of(index, name, partition.logs[part])


def _parts(counts: NDArray[np.unsignedinteger]) -> list[slice]:
    """Logs of each file of a folder; no log is in two of them, and none of them is without rows.

    Args:
        counts: Rows of each log, in order.
    """
    before = np.cumsum(counts, dtype=np.int64) - counts
    return [part for part in runs(before // _FILE_ROWS) if counts[part].any()]


def _is_partitioned(name: str) -> bool:
    return {column.name for column in TABLES[name]} >= set(PARTITIONED)


@cache
def _written_schema(table: str) -> pa.Schema:
    """`stored_schema` with what is dictionary-encoded in memory, which makes no difference in a file."""
    types = {name: array.type for name, array in unpacked(table, no_rows(table)).items()}
    types["log_id"] = built_schema(table).field("log_id").type
    return pa.schema([field.with_type(types[field.name]) for field in stored_schema(table)])


def _write_files(files: Sequence[File]) -> None:
    for file in files:
        _write(kept_rows(file.rows), file.path)


def _write(rows: Rows, path: Path) -> None:
    """One file of a table, its rows in the order of the logs."""
    written = _written_schema(rows.table)
    with pq.ParquetWriter(
        path,
        written,
        compression="zstd",
        # Rows stand in the order of their logs, and so of their days: of no other column do the least and the
        # most in a row group tell where to look.
        write_statistics=[name for name in ("log_id", "date") if name in written.names],
        store_schema=False,
    ) as writer:
        # Without the stored schema, in which log_id would not be a string, its metadata is left out too.
        writer.add_key_value_metadata(metadata(rows.table))
        for merged in merged_slices(rows, _GROUP_ROWS):
            table = pa.Table.from_arrays([merged[name] for name in written.names], schema=written)
            writer.write_table(table, row_group_size=merged.num_rows)
            # Or it is there still while the next one is being made.
            del merged, table
            pa.default_memory_pool().release_unused()


def _chunks(rows: Iterable[Mapping[str, object]]) -> Iterator[list[Mapping[str, object]]]:
    iterator = iter(rows)
    while chunk := list(islice(iterator, _ROWS_AT_ONCE)):
        yield chunk


def write_comparison(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    """Write the rows to a Parquet file, which appears whole or not at all.

    Args:
        path: The file; an old one is replaced.
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
