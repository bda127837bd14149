"""Cells that a run stores beside its tables: one file per topic, by the dimensions `groups.STORED`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from analyzer import __version__
from analyzer.stats import STATS
from analyzer.stats.catalogue import CATALOGUE
from analyzer.stats.cells import OwnedCounts, cell_schema, cell_table, summed
from analyzer.stats.counts import joined
from analyzer.stats.groups import STORED, Groups
from analyzer.stats.reading import Partition
from analyzer.stats.shares import CountedShare, Share, count_share, counts_in, shares_of
from analyzer.stats.statistic import Statistic
from analyzer.tables.arrow_arrays import texts
from analyzer.tables.schema import SCHEMA_VERSION

__all__ = ["Spread", "read_cells", "write_cells"]

Spread: TypeAlias = Callable[[Callable[[Share], CountedShare], Sequence[Share]], Iterable[CountedShare]]
"""Applies a function to shares, as ``map`` does; in parallel if possible."""


def write_cells(
    tables: Path,
    folder: Path,
    statistics: Sequence[Statistic] = CATALOGUE,
    *,
    processes: int = 1,
    spread: Spread = map,
) -> None:
    """Count every statistic and write the cells; the same tables give the same bytes.

    Args:
        tables: Folder of the tables.
        folder: Folder for the files; it is created if missing.
        statistics: Statistics to count; whole topics.
        processes: Maximum number of processes that share the games.
        spread: Applies a function to one share per process, in the order of the games.

    Raises:
        OSError: When a file cannot be read or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    topics = dict.fromkeys(statistic.topic for statistic in statistics)
    ordered = [one for topic in topics for one in statistics if one.topic == topic]
    with TemporaryDirectory(prefix="counted-", dir=folder.parent) as room:
        shares = shares_of(tables, [one.name for one in ordered], processes, Path(room))
        counted = [*spread(count_share, shares)]
        start = 0
        for topic in topics:
            own = [one for one in ordered if one.topic == topic]
            _write_topic(folder, own, counted, slice(start, start + len(own)))
            start += len(own)


def _write_topic(
    folder: Path, statistics: Sequence[Statistic], counted: Sequence[CountedShare], place: slice
) -> None:
    """Add up the cells of a topic, one partition at a time, since partitions have no groups in common."""
    topic, names = statistics[0].topic, [one.name for one in statistics]
    groups = Groups(STORED, counted[0].share.texts if counted else {})
    metadata = {**_metadata(topic), "tenhou_analyzer.definitions": _digest(statistics)}
    with pq.ParquetWriter(
        folder / f"{topic}.parquet", cell_schema(STORED), compression="zstd", store_schema=False
    ) as writer:
        writer.add_key_value_metadata(metadata)
        for _, chunks in groupby(_chunks(counted), lambda found: found[0]):
            pieces = [counts_in(share, chunk, place) for _, share, chunk in chunks]
            owner = np.concatenate([piece.owner for piece in pieces])
            cells = summed(OwnedCounts(owner, joined([piece.counts for piece in pieces])))
            writer.write_table(cell_table(names, cells, groups))


def _chunks(counted: Sequence[CountedShare]) -> Iterator[tuple[Partition, CountedShare, int]]:
    """Partition, share and index of each chunk, in the order of the games."""
    for one in counted:
        for place, chunk in enumerate(one.share.chunks):
            yield chunk.partition, one, place


def read_cells(folder: Path, statistics: Sequence[Statistic]) -> pa.Table | None:
    """Cells stored by a run; None if they are missing, damaged, or counted by other definitions."""
    pieces = []
    for topic in dict.fromkeys(statistic.topic for statistic in statistics):
        path = folder / STATS / f"{topic}.parquet"
        if not path.is_file():
            return None
        try:
            file = pq.ParquetFile(path)
        except pa.ArrowInvalid:
            return None
        known = file.metadata.metadata or {}
        own = [statistic for statistic in CATALOGUE if statistic.topic == topic]
        expected = {**_metadata(topic), "tenhou_analyzer.definitions": _digest(own)}
        if any(known.get(key.encode()) != text.encode() for key, text in expected.items()):
            return None
        cells = file.read()
        wanted = [statistic.name for statistic in statistics if statistic.topic == topic]
        pieces.append(cells.filter(pc.is_in(cells["statistic"], texts(wanted))))
    return pa.concat_tables(pieces)


def _metadata(topic: str) -> dict[str, str]:
    return {
        "tenhou_analyzer.statistics": topic,
        "tenhou_analyzer.schema": str(SCHEMA_VERSION),
        "tenhou_analyzer.version": __version__,
    }


def _digest(statistics: Sequence[Statistic]) -> str:
    """Digest of the definitions, to refuse cells counted by others."""
    texts = [repr((*one[:6], *one[7:])) for one in statistics]
    return sha256("\n".join(texts).encode()).hexdigest()
