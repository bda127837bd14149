"""Cells that a run stores beside its tables: one file per topic, by the dimensions `groups.STORED`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
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
from analyzer.stats.shares import CountedShare, Share, count_share, counts_in, shares_of
from analyzer.stats.statistic import Statistic
from analyzer.tables.arrow_arrays import texts
from analyzer.tables.manifest import RunTables
from analyzer.tables.schema import SCHEMA_VERSION

__all__ = ["Spread", "read_cells", "write_cells"]

Spread: TypeAlias = Callable[[Callable[[Share], CountedShare], Sequence[Share]], Iterable[CountedShare]]
"""Applies a function to shares, as ``map`` does; in parallel if possible."""


def write_cells(
    run: RunTables,
    statistics: Sequence[Statistic] = CATALOGUE,
    *,
    processes: int = 1,
    spread: Spread = map,
    scratch: Path | None = None,
) -> dict[str, str]:
    """Count every statistic and write the cells into the folder of the run; equal parts give equal bytes.

    Args:
        run: The tables; its manifest need not be written.
        statistics: Statistics to count; whole topics.
        processes: Maximum number of processes that share the games.
        spread: Applies a function to one share per process, in the order of the games.
        scratch: Where cells wait until they are added up; None for a folder of the system.

    Returns:
        SHA-256 of every written file, by its name in the folder of the run.

    Raises:
        OSError: When a file cannot be read or written.
    """
    topics = dict.fromkeys(statistic.topic for statistic in statistics)
    ordered = [one for topic in topics for one in statistics if one.topic == topic]
    digests, start = {}, 0
    with TemporaryDirectory(prefix="counted-", dir=scratch) as room:
        shares = shares_of(run, [one.name for one in ordered], processes, Path(room))
        counted = [*spread(count_share, shares)]
        for topic in topics:
            own = [one for one in ordered if one.topic == topic]
            data = _topic(run, own, counted, slice(start, start + len(own)))
            run.folder.write(_file(topic), data)
            digests[_file(topic)] = sha256(data).hexdigest()
            start += len(own)
    return digests


def _file(topic: str) -> str:
    return f"{STATS}/{topic}.parquet"


def _topic(
    run: RunTables, statistics: Sequence[Statistic], counted: Sequence[CountedShare], place: slice
) -> pa.Buffer:
    """The file of a topic: its cells, added up in the order of the games."""
    groups = Groups(STORED, counted[0].share.texts if counted else {})
    pieces = [counts_in(one, chunk, place) for one in counted for chunk in range(len(one.share.chunks))]
    owner = np.concatenate([np.zeros(0, np.int16), *(piece.owner for piece in pieces)])
    cells = summed(OwnedCounts(owner, joined([piece.counts for piece in pieces])))
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, cell_schema(STORED), compression="zstd", store_schema=False) as writer:
        writer.add_key_value_metadata(_metadata(run, statistics))
        writer.write_table(cell_table([one.name for one in statistics], cells, groups))
    return sink.getvalue()


def read_cells(run: RunTables, statistics: Sequence[Statistic]) -> pa.Table | None:
    """Cells stored by a run; None if they are missing, damaged, or counted otherwise or over other tables."""
    pieces = []
    for topic in dict.fromkeys(statistic.topic for statistic in statistics):
        own = [statistic for statistic in CATALOGUE if statistic.topic == topic]
        try:
            with run.folder.open(_file(topic)) as source:
                file = pq.ParquetFile(source)
                known, cells = file.metadata.metadata or {}, file.read()
        except (OSError, pa.ArrowInvalid):
            return None
        if any(known.get(name.encode()) != text.encode() for name, text in _metadata(run, own).items()):
            return None
        wanted = [statistic.name for statistic in statistics if statistic.topic == topic]
        pieces.append(cells.filter(pc.is_in(cells["statistic"], texts(wanted))))
    return pa.concat_tables(pieces)


def _metadata(run: RunTables, statistics: Sequence[Statistic]) -> dict[str, str]:
    """What the cells of a topic depend on: how they were counted, and over which tables."""
    return {
        "tenhou_analyzer.statistics": statistics[0].topic,
        "tenhou_analyzer.schema": str(SCHEMA_VERSION),
        "tenhou_analyzer.version": __version__,
        "tenhou_analyzer.definitions": _digest(statistics),
        "tenhou_analyzer.tables": run.digest(),
    }


def _digest(statistics: Sequence[Statistic]) -> str:
    """Digest of the definitions, to refuse cells counted by others."""
    texts = [repr((*one[:6], *one[7:])) for one in statistics]
    return sha256("\n".join(texts).encode()).hexdigest()
