"""The statistics of finished tables, counted side by side where that pays."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from analyzer.batch.engines.tasks import side_by_side
from analyzer.stats.reading import games_of, partitions_of
from analyzer.stats.stored import write_cells

__all__ = ["SPREAD_GAMES", "count_statistics"]

SPREAD_GAMES: Final = 5_000
"""From so many games on, processes of their own count; fewer are counted before one has started."""


def count_statistics(tables: Path, folder: Path, *, workers: int) -> None:
    """Count the whole catalogue; what is written does not depend on the number of workers.

    Args:
        tables: Folder of the tables.
        folder: For the cells; made where it is not there.
        workers: Processes that may work side by side.

    Raises:
        AnalyzerError: When a process that counts ends before its work does.
        OSError: When something cannot be read or written.
    """
    if sum(map(games_of, partitions_of(tables))) < SPREAD_GAMES:
        write_cells(tables, folder)
    else:
        write_cells(tables, folder, processes=workers, spread=side_by_side)
