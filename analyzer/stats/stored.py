"""Cells that a run keeps beside its tables: one file per topic, by `groups.STORED`."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from analyzer import __version__
from analyzer.stats import STATS
from analyzer.stats.catalogue import CATALOGUE
from analyzer.stats.compute import compute
from analyzer.stats.groups import STORED
from analyzer.stats.statistic import Statistic
from analyzer.tables.schema import SCHEMA_VERSION

__all__ = ["read_cells", "write_cells"]


def write_cells(tables: Path, folder: Path, statistics: Sequence[Statistic] = CATALOGUE) -> None:
    """Count every statistic and write the cells; the same tables give the same bytes.

    Args:
        tables: Folder of the tables.
        folder: For the files; made where it is not there.
        statistics: Which; whole topics.

    Raises:
        OSError: When a file cannot be read or written.
    """
    cells = compute(tables, statistics, STORED)
    folder.mkdir(parents=True, exist_ok=True)
    for topic in dict.fromkeys(statistic.topic for statistic in statistics):
        own = [statistic for statistic in statistics if statistic.topic == topic]
        chosen = cells.filter(pc.is_in(cells["statistic"], pa.array([one.name for one in own], pa.string())))
        metadata = {**_metadata(topic), "tenhou_analyzer.definitions": _digest(own)}
        with pq.ParquetWriter(
            folder / f"{topic}.parquet", chosen.schema, compression="zstd", store_schema=False
        ) as writer:
            writer.add_key_value_metadata(metadata)
            writer.write_table(chosen)


def read_cells(folder: Path, statistics: Sequence[Statistic]) -> pa.Table | None:
    """Cells that a run has kept; None where they are missing, or of other definitions than today's."""
    pieces = []
    for topic in dict.fromkeys(statistic.topic for statistic in statistics):
        path = folder / STATS / f"{topic}.parquet"
        if not path.is_file():
            return None
        file = pq.ParquetFile(path)
        known = file.metadata.metadata or {}
        own = [statistic for statistic in CATALOGUE if statistic.topic == topic]
        expected = {**_metadata(topic), "tenhou_analyzer.definitions": _digest(own)}
        if any(known.get(key.encode()) != text.encode() for key, text in expected.items()):
            return None
        cells = file.read()
        wanted = [statistic.name for statistic in statistics if statistic.topic == topic]
        pieces.append(cells.filter(pc.is_in(cells["statistic"], pa.array(wanted, pa.string()))))
    return pa.concat_tables(pieces)


def _metadata(topic: str) -> dict[str, str]:
    return {
        "tenhou_analyzer.statistics": topic,
        "tenhou_analyzer.schema": str(SCHEMA_VERSION),
        "tenhou_analyzer.version": __version__,
    }


def _digest(statistics: Sequence[Statistic]) -> str:
    """Digest of the definitions: what was counted by other ones is not mixed in."""
    texts = [repr((*one[:6], *one[7:])) for one in statistics]
    return sha256("\n".join(texts).encode()).hexdigest()
