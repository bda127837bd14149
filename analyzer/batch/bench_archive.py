"""A run over an archive larger than anybody's samples: made for the purpose, read, and removed again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from analyzer.batch.engines import Engine, serial
from analyzer.batch.repeated import write_repeated
from analyzer.batch.run import run
from analyzer.batch.totals import Totals
from analyzer.batch.watching import Watch
from analyzer.batch.work import Job, UnitReport, peak_mebibytes
from analyzer.errors import UserMistake
from analyzer.sources import SourceLog, iter_logs, plan

__all__ = ["FORMS", "ArchiveBench", "bench_archive"]

FORMS: Final = {"zip": "archive.zip", "sqlite": "archive.db"}
"""What can be made, and the name it gets."""
_DISTINCT: Final = 1000
"""Different logs that are repeated, at most; they stay in memory while the archive is made."""


class ArchiveBench(NamedTuple):
    """What was measured.

    Attributes:
        form: What was made, of `FORMS`.
        games: Games in it.
        mebibytes: Its size.
        making_seconds: Time to make it; no part of the run.
        units: Units of work planned.
        planning_seconds: Time to list them all.
        run_seconds: Time from the start of the run to its finished tables.
        merging_seconds: The part of it after the last log was read.
        games_per_second: Rate of the whole run.
        workers: Processes that read logs.
        worker_mebibytes: Most memory of any of them; None where the system does not say.
        parent_mebibytes: Most memory of the process that plans, collects and writes the tables.
    """

    form: str
    games: int
    mebibytes: float
    making_seconds: float
    units: int
    planning_seconds: float
    run_seconds: float
    merging_seconds: float
    games_per_second: float
    workers: int
    worker_mebibytes: float | None
    parent_mebibytes: float | None


class _Watched:
    """Keeps the time at which all was read and the memory of every worker, and tells another watch."""

    def __init__(self, shown: Watch | None) -> None:
        self.peaks: dict[str, float | None] = {}
        self.read_at = 0.0
        self._shown = shown

    def begin(self, logs: int | None, earlier: int) -> None:
        if self._shown is not None:
            self._shown.begin(logs, earlier)

    def __call__(self, totals: Totals, report: UnitReport | None = None) -> None:
        if report is not None:
            self.peaks[report.worker] = report.peak_mebibytes
        if self._shown is not None:
            self._shown(totals, report)

    def finish(self) -> None:
        self.read_at = time.perf_counter()
        if self._shown is not None:
            self._shown.finish()


def bench_archive(
    sources: Sequence[str | PathLike[str]],
    form: str,
    games: int,
    folder: Path,
    *,
    engine: Engine = serial,
    writers: int = 1,
    watch: Watch | None = None,
) -> ArchiveBench:
    """Make an archive of so many games and run over it.

    Args:
        sources: Logs that are repeated in it, under ids of their own.
        form: What to make, of `FORMS`.
        games: Games in it.
        folder: Where the archive and the tables lie until they are measured.
        engine: Where units are worked on.
        writers: As of `analyzer.batch.run.run`.
        watch: Is told how the run goes on.

    Raises:
        UserMistake: When the sources hold no log that can be repeated, or there is no such form.
    """
    if form not in FORMS:
        raise UserMistake(f"{form!r} is not an archive that can be made; expected {' or '.join(FORMS)}")
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix="bench-") as inside:
        archive = Path(inside, FORMS[form])
        making = _made(archive, sources, games)
        began = time.perf_counter()
        units = sum(1 for _ in plan([archive]))
        planning = time.perf_counter() - began
        watched = _Watched(watch)
        began = time.perf_counter()
        run([archive], Job(Path(inside, "out")), engine=engine, writers=writers, watch=watched)
        seconds = time.perf_counter() - began
        return ArchiveBench(
            form=form,
            games=games,
            mebibytes=archive.stat().st_size / 1024**2,
            making_seconds=making,
            units=units,
            planning_seconds=planning,
            run_seconds=seconds,
            merging_seconds=began + seconds - watched.read_at,
            games_per_second=games / seconds,
            workers=len(watched.peaks),
            worker_mebibytes=max((peak for peak in watched.peaks.values() if peak is not None), default=None),
            parent_mebibytes=peak_mebibytes(),
        )


def _made(archive: Path, sources: Sequence[str | PathLike[str]], games: int) -> float:
    """Seconds to make the archive, in a process of its own: its memory is none of the run's."""
    began = time.perf_counter()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as maker:
        maker.submit(_make, archive, tuple(map(str, sources)), games).result()
    return time.perf_counter() - began


def _make(archive: Path, sources: Sequence[str], games: int) -> None:
    logs = (item for item in iter_logs(sources) if isinstance(item, SourceLog))
    write_repeated(archive, list(islice(logs, min(games, _DISTINCT))), games)
