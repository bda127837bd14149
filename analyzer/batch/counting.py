"""Counts the statistics of finished tables, in several processes where that pays."""

from __future__ import annotations

import json
import os
from typing import Final

from analyzer.batch.engines.tasks import side_by_side
from analyzer.batch.run_folder import UNITS, locked
from analyzer.folders import folder
from analyzer.kernels.beside import available_cores
from analyzer.stats import STATS
from analyzer.stats.reading import games_of
from analyzer.stats.stored import write_cells
from analyzer.tables.manifest import MANIFEST, RunTables, read_manifest, write_manifest

__all__ = ["SPREAD_GAMES", "count_statistics", "recount"]

SPREAD_GAMES: Final = 5_000
"""Least games for which starting processes pays."""


def count_statistics(run: RunTables, *, workers: int) -> dict[str, str]:
    """Count the whole catalogue; the result does not depend on the number of workers.

    Args:
        run: The tables; its manifest need not be written.
        workers: Most processes at a time.

    Returns:
        SHA-256 of every written file, by its name in the folder of the run.

    Raises:
        AnalyzerError: When a process that counts ends before its work does.
        OSError: When something cannot be read or written.
    """
    local = run.folder.local
    scratch = local / UNITS if local is not None and (local / UNITS).is_dir() else None
    if games_of(run) < SPREAD_GAMES:
        return write_cells(run, scratch=scratch)
    return write_cells(run, processes=workers, spread=side_by_side, scratch=scratch)


def recount(out: str | os.PathLike[str]) -> None:
    """Count the statistics of a run again from its tables, and update their digests in its manifest.

    Raises:
        UserMistake: When the folder is not that of a finished run, or a run is writing to it.
        OSError: When a file cannot be read or written.
    """
    where = folder(out)
    # Nothing is locked, and so written, in a folder that holds no run.
    read_manifest(where)
    with locked(where):
        digests = count_statistics(read_manifest(where), workers=available_cores())
        for name in {*where.names(STATS)} - {*digests}:
            where.remove(name)
        manifest = json.loads(where.read(MANIFEST))
        others = {name: sha for name, sha in manifest["files"].items() if not name.startswith(f"{STATS}/")}
        manifest["files"] = dict(sorted({**others, **digests}.items()))
        write_manifest(where, manifest)
