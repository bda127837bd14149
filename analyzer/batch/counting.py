"""Counts the statistics of finished tables, in several processes where that pays."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from analyzer.batch.engines.processes import available_cores
from analyzer.batch.engines.tasks import side_by_side
from analyzer.batch.journal import restate
from analyzer.batch.run_folder import UNITS, flush, locked, move
from analyzer.stats import STATS
from analyzer.stats.reading import games_of, partitions_of
from analyzer.stats.stored import write_cells

__all__ = ["SPREAD_GAMES", "count_statistics", "recount"]

SPREAD_GAMES: Final = 5_000
"""Least games for which starting processes pays."""
_UNFINISHED: Final = "stats"


def count_statistics(tables: Path, folder: Path, *, workers: int) -> None:
    """Count the whole catalogue; the result does not depend on the number of workers.

    Args:
        tables: Folder of the tables.
        folder: For the cells; created if missing.
        workers: Most processes at a time.

    Raises:
        AnalyzerError: When a process that counts ends before its work does.
        OSError: When something cannot be read or written.
    """
    if sum(map(games_of, partitions_of(tables))) < SPREAD_GAMES:
        write_cells(tables, folder)
    else:
        write_cells(tables, folder, processes=workers, spread=side_by_side)


def recount(out: Path) -> None:
    """Count the statistics of a run again from its tables, and update their digests in its manifest.

    Raises:
        UserMistake: When the folder is not that of a finished run, or a run is writing to it.
        OSError: When a file cannot be read or written.
    """
    # This imports pandas, which a run does not need.
    from analyzer.tables.load import load

    load(out)
    with locked(out):
        unfinished = out / UNITS / _UNFINISHED
        shutil.rmtree(unfinished, ignore_errors=True)
        count_statistics(out, unfinished, workers=available_cores())
        flush(unfinished)
        shutil.rmtree(out / STATS, ignore_errors=True)
        move(unfinished, out / STATS)
        restate(out)
