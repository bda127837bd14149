"""The statistics of a finished run counted anew, without reading a log again."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from analyzer.batch.counting import count_statistics
from analyzer.batch.engines.processes import available_cores
from analyzer.batch.folder import locked
from analyzer.batch.manifest import restate
from analyzer.batch.whole import flush, move
from analyzer.batch.work import UNITS
from analyzer.stats import STATS
from analyzer.tables.load import load

__all__ = ["recount"]

_UNFINISHED: Final = "stats"


def recount(out: Path) -> None:
    """Write the statistics of a run anew from its tables, and their digests into its manifest.

    Raises:
        UserMistake: When the folder is not that of a finished run, or a run is writing to it.
        OSError: When a file cannot be read or written.
    """
    load(out)
    with locked(out):
        unfinished = out / UNITS / _UNFINISHED
        shutil.rmtree(unfinished, ignore_errors=True)
        count_statistics(out, unfinished, workers=available_cores())
        flush(unfinished)
        shutil.rmtree(out / STATS, ignore_errors=True)
        move(unfinished, out / STATS)
        restate(out)
