"""The whole catalogue of statistics over a year: tables of a few logs repeated, and counted on one core."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from analyzer.batch.bench_logs import readable
from analyzer.batch.engines import Engine, serial
from analyzer.batch.run import run
from analyzer.batch.watching import Watch
from analyzer.batch.work import Job, peak_mebibytes
from analyzer.errors import UserMistake
from analyzer.formats.mjlog.reader import parse_xml
from analyzer.kernels import compiling
from analyzer.stats.catalogue import CATALOGUE
from analyzer.stats.compute import compute
from analyzer.stats.groups import STORED
from analyzer.stats.rows import GRAINS
from analyzer.tables.parquet import part_file, part_files

__all__ = ["YEAR_GAMES", "StatisticsBench", "bench_statistics"]

YEAR_GAMES: Final = 180_000
"""Games of the Phoenix room in a year, roughly: 1.8 million hands."""
_GROUP_ROWS: Final = 65_536
_DISTINCT: Final = 1000
"""Logs that lxml is measured with, at most."""


class StatisticsBench(NamedTuple):
    """What was measured.

    Attributes:
        statistics: How many were counted.
        games: Games in the tables.
        hands: Hands in them.
        mebibytes: Size of the tables that are read.
        cells: Rows that came of it.
        seconds: Time from the start of counting to the written files, imports included; kernels were
            compiled before.
        cpu_seconds: Time that the core worked for it; less than that where others have the core too.
        lxml_seconds: Time of the processor that lxml takes to parse as many of the logs, and nothing else.
        peak_mebibytes: Most memory of the process that counts; None where the system does not say.
    """

    statistics: int
    games: int
    hands: int
    mebibytes: float
    cells: int
    seconds: float
    cpu_seconds: float
    lxml_seconds: float
    peak_mebibytes: float | None


def bench_statistics(
    sources: Sequence[str | PathLike[str]],
    games: int = YEAR_GAMES,
    folder: Path | None = None,
    *,
    engine: Engine = serial,
    watch: Watch | None = None,
) -> StatisticsBench:
    """Repeat the tables of some logs under new ids and count the whole catalogue over them.

    Args:
        sources: Logs.
        games: Games of the repeated tables, at least.
        folder: For all that is needed meanwhile; the system's one for such by default.
        engine: Where the logs are read.
        watch: Is told how that goes on.

    Raises:
        UserMistake: When the sources hold no game.
    """
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix="bench-") as inside:
        once, year = Path(inside, "once"), Path(inside, "year")
        outcome = run(sources, Job(once), engine=engine, watch=watch)
        if not outcome.totals.games:
            raise UserMistake("nothing to repeat; expected at least one mjlog")
        copies = -(-games // outcome.totals.games)
        size = _repeated(once, year, copies)
        _warm(once)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as counter:
            statistics, cells, seconds, cpu_seconds, peak = counter.submit(_counted, year).result()
        return StatisticsBench(
            statistics=statistics,
            games=outcome.totals.games * copies,
            hands=outcome.totals.hands * copies,
            mebibytes=size / 1024**2,
            cells=cells,
            seconds=seconds,
            cpu_seconds=cpu_seconds,
            lxml_seconds=_lxml_seconds(sources) * outcome.totals.games * copies,
            peak_mebibytes=peak,
        )


def _lxml_seconds(sources: Sequence[str | PathLike[str]]) -> float:
    """Time of one log, the yardstick of all that is measured."""
    logs = list(islice(readable(sources), _DISTINCT))
    began = time.process_time()
    for log in logs:
        parse_xml(log.data)
    return (time.process_time() - began) / len(logs)


def _warm(folder: Path) -> None:
    """Fill the cache of compiled kernels, as any earlier run has."""
    with compiling():
        compute(folder, CATALOGUE, STORED)


def _repeated(once: Path, year: Path, copies: int) -> int:
    """Write the tables again, so many times one after the other; returns their size in bytes."""
    size = 0
    for table in GRAINS:
        # One of which no log has a row has no file.
        (year / table).mkdir(parents=True)
        for place in sorted({path.parent for path in (once / table).rglob("*.parquet")}):
            target = part_file(year / place.relative_to(once), 0)
            target.parent.mkdir(parents=True)
            rows = pa.concat_tables([pq.ParquetFile(path).read() for path in part_files(place)])
            _write_copies(rows, target, copies)
            size += target.stat().st_size
    return size


def _write_copies(rows: pa.Table, path: Path, copies: int) -> None:
    with pq.ParquetWriter(path, rows.schema, compression="zstd", store_schema=False) as writer:
        for group in _groups(rows, copies):
            writer.write_table(group, row_group_size=group.num_rows)


def _groups(rows: pa.Table, copies: int) -> Iterator[pa.Table]:
    """Copies of the rows under ids of their own, as many together as make a row group."""
    waiting: list[pa.Table] = []
    place = rows.schema.get_field_index("log_id")
    for number in range(copies):
        ids = pc.binary_join_element_wise(rows["log_id"], str(number), "-")
        waiting.append(rows.set_column(place, rows.schema.field(place), ids))
        if len(waiting) * rows.num_rows >= _GROUP_ROWS or number == copies - 1:
            yield pa.concat_tables(waiting)
            waiting = []


def _counted(folder: Path) -> tuple[int, int, float, float, float | None]:
    """Numbers of statistics and cells, seconds, those of the core, most memory; in a process of its own."""
    began, worked = time.perf_counter(), time.process_time()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    from analyzer.stats import STATS
    from analyzer.stats.stored import write_cells

    write_cells(folder, folder / STATS)
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - worked
    cells = sum(pq.read_metadata(path).num_rows for path in (folder / STATS).glob("*.parquet"))
    return len(CATALOGUE), cells, seconds, cpu_seconds, peak_mebibytes()
