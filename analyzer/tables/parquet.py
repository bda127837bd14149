"""Parquet files of a run: tables of batches gathered, ordered by log, and written into a few files.

The columns of `PARTITIONED` stand in the names of folders (``hands/year=2022/players=4/part-0.parquet``).
Files hold categories as plain strings, so that their bytes do not depend on the order of the batches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from analyzer.tables.arrow import arrow_schema, built_schema, metadata
from analyzer.tables.merge import Part, merged_slices
from analyzer.tables.schema import PARTITIONED, TABLES

__all__ = ["FILE_NAME", "TableWriter", "partition_folder", "stored_schema"]

FILE_NAME: Final = "part-0.parquet"
_HELD_ROWS: Final = 200_000
"""Rows of a table that are held in memory before they go to disk."""
_GROUP_ROWS: Final = 250_000
"""Rows of a row group in a finished file; at most about twice as many are in memory to order them."""
_NULL_FOLDER: Final = "__HIVE_DEFAULT_PARTITION__"
"""Name that hive-style readers take for null."""


def stored_schema(table: str) -> pa.Schema:
    """Schema of the files of a table: without the columns in folder names, categories as strings."""
    schema = arrow_schema(table)
    fields = [
        field.with_type(pa.string()) if pa.types.is_dictionary(field.type) else field
        for field in schema
        if field.name not in PARTITIONED or not _is_partitioned(table)
    ]
    return pa.schema(fields, metadata=schema.metadata)


def partition_folder(table: str, values: tuple[int | None, ...]) -> Path:
    """Folder of a partition, within the folder of its run."""
    texts = [_NULL_FOLDER if value is None else str(value) for value in values]
    return Path(table, *(f"{name}={text}" for name, text in zip(PARTITIONED, texts, strict=True)))


class TableWriter:
    """Takes the tables of batches, and writes them ordered at the end; memory stays bounded.

    Args:
        folder: An empty folder for what is unfinished.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, list[pa.Table]] = defaultdict(list)
        self._parts: dict[Path, list[Part]] = defaultdict(list)

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Take the tables of a batch."""
        for name, table in tables.items():
            self._held[name].append(table)
            if sum(held.num_rows for held in self._held[name]) >= _HELD_ROWS:
                self._let_go(name, to_disk=True)

    def finish(self) -> Path:
        """Write all rows in order, and return the folder of the finished tables."""
        finished = self._folder / "tables"
        for name in TABLES:
            self._let_go(name, to_disk=False)
            (finished / name).mkdir(parents=True)
            if not _is_partitioned(name):
                self._parts[Path(name)] += []
        for folder, parts in self._parts.items():
            (finished / folder).mkdir(parents=True, exist_ok=True)
            _write(folder.parts[0], parts, finished / folder / FILE_NAME)
        return finished

    def _let_go(self, name: str, *, to_disk: bool) -> None:
        held = self._held.pop(name, [])
        if not held:
            return
        whole = pa.concat_tables(held).unify_dictionaries().combine_chunks()
        for folder, rows in _split(name, whole):
            parts = self._parts[folder]
            part = Part(rows)
            if to_disk:
                path = self._folder / "parts" / folder / f"{len(parts)}.arrow"
                path.parent.mkdir(parents=True, exist_ok=True)
                part = part.moved_to(path)
            parts.append(part)


def _is_partitioned(name: str) -> bool:
    return {column.name for column in TABLES[name]} >= set(PARTITIONED)


def _split(name: str, table: pa.Table) -> Iterator[tuple[Path, pa.Table]]:
    """Rows of each partition, with the folder they belong into."""
    if not _is_partitioned(name):
        yield Path(name), table
        return
    keys = table.select(list(PARTITIONED))
    rest = table.drop_columns(list(PARTITIONED))
    for values in keys.group_by(list(PARTITIONED)).aggregate([]).to_pylist():
        wanted = pa.scalar(value=True)
        for column in PARTITIONED:
            value = values[column]
            here = pc.is_null(keys[column]) if value is None else pc.equal(keys[column], value)
            wanted = pc.and_(pc.fill_null(here, fill_value=False), wanted)
        yield partition_folder(name, tuple(values[column] for column in PARTITIONED)), rest.filter(wanted)


def _write(name: str, parts: list[Part], target: Path) -> None:
    """One file from parts, its rows in the order of their logs."""
    stored = stored_schema(name)
    log_id = built_schema(name).field("log_id")
    written = stored.set(stored.get_field_index("log_id"), log_id)
    # Only strings repeat enough for a dictionary to pay.
    repeating = [field.name for field in stored if field.type == pa.string()]
    with pq.ParquetWriter(
        target, written, compression="zstd", use_dictionary=repeating, store_schema=False
    ) as writer:
        # Without the stored schema, in which log_id would not be a string, its metadata is left out too.
        writer.add_key_value_metadata(metadata(name))
        for rows in merged_slices(parts, _GROUP_ROWS):
            writer.write_table(rows.cast(written), row_group_size=2 * _GROUP_ROWS)
