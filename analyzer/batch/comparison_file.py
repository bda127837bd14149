"""The Parquet file of a comparison of two rule sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from analyzer import __version__

__all__ = ["COMPARISON_SCHEMA", "write_comparison"]

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
