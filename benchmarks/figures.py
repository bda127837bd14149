"""What is measured, each figure by processes of its own, so that none pays for another's imports or memory.

Rates are told as multiples of that of lxml's parser over the same bytes in the same process: they say the
same on a fast machine and on a slow one.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from analyzer.batch.engines.processes import processes
from analyzer.batch.outputs import Outputs, outputs_of
from analyzer.batch.progress import Progress
from analyzer.batch.reviews import REFEREE, Terms
from analyzer.batch.run import run
from analyzer.batch.work import Job, peak_mebibytes
from analyzer.folders import folder
from analyzer.formats.mjlog.reader import parse_xml
from analyzer.sources import SourceLog, iter_logs
from analyzer.stats.stored import write_statistics
from analyzer.tables.load import read_manifest
from analyzer.tables.schema import TABLES
from benchmarks.material import archive_of, repeat_tables

__all__ = ["FIGURES", "Figure", "Plan"]

_DRAWS_AND_PROGRESS: Final = (
    *("draw-kind", "overdue-draw", "shown-seats", "shown-tiles", "draw-payment"),
    *("counters", "riichi-deposit", "scores-before", "game-start", "dealer"),
    *("hand-order", "next-kyoku", "next-honba", "next-kyotaku", "next-scores"),
)
_OFTEN: Final = 7
"""How often a short process is started."""


class Plan(NamedTuple):
    """How much is measured.

    Attributes:
        folder: Where archives are kept, and all that is written meanwhile.
        games: Games of a rate.
        many: Games that workers share.
        year: Games of the tables that statistics are counted over, at least.
        first: Games of the first run ever.
        rounds: How often each rate is measured; medians are given.
        workers: Processes compared with one.
    """

    folder: Path
    games: int = 20_000
    many: int = 100_000
    year: int = 180_000
    first: int = 100
    rounds: int = 5
    workers: int = 2


class Figure(NamedTuple):
    """One result.

    Attributes:
        name: What was measured.
        value: The result.
        unit: Of the result.
        goal: What the design asks for, in the same unit.
        seconds: What the result was worked out from, each by its name.
        mebibytes: Most memory of each process, by what it does; empty where the system does not say.
    """

    name: str
    value: float
    unit: str
    goal: float
    seconds: Mapping[str, float]
    mebibytes: Mapping[str, float]


def referee(plan: Plan) -> Figure:
    """From a zip of gzip files to all tables, with all checks, on one core."""
    return _rate("full referee, gz to all tables", 0.9, plan, Terms(), Outputs(statistics=False))


def draws_and_progress(plan: Plan) -> Figure:
    """The checks of draws and progress alone, and the tables that they fill."""
    terms, outputs = Terms(checks=_DRAWS_AND_PROGRESS), outputs_of(("hands", "draws"))
    return _rate("draws and progress only", 1.5, plan, terms, outputs)


def catalogue(plan: Plan) -> Figure:
    """All statistics over the tables of a year, on one core, as a share of the time that lxml takes."""
    archive = archive_of(plan.games, plan.folder)
    _apart(_compile)
    with TemporaryDirectory(dir=plan.folder) as inside:
        year = Path(inside, "year")
        copies = -(-plan.year // plan.games)
        lxml = copies * _apart(_write_tables, archive, year, copies)
        _apart(_count, year)
        seconds, peak = _apart(_count, year)
    return Figure(
        f"whole catalogue over {copies * plan.games:,} games",
        seconds / lxml,
        "of lxml's time",
        0.45,
        {"lxml": lxml, "counting": seconds},
        _known({"counting": peak}),
    )


def workers(plan: Plan) -> Figure:
    """A whole run by several processes, beside one by a single process."""
    archive = archive_of(plan.many, plan.folder)
    _apart(_compile)
    alone, together, peaks = _apart(_shared, archive, plan)
    name = f"{plan.workers} workers against one"
    return Figure(name, alone / together, "times", 1.9, {"one": alone, "all": together}, _known(peaks))


def first_run(plan: Plan) -> Figure:
    """The command ``run`` over a few games, with nothing compiled yet."""
    archive = archive_of(plan.first, plan.folder)
    with TemporaryDirectory(dir=plan.folder) as inside:
        done = _start(Path(inside), "run", archive, "--out", Path(inside, "out"), "--quiet")
    name = f"first run of {plan.first} games, empty cache"
    return Figure(name, done.seconds, "s", 6, {"all cores": done.core_seconds}, {"run": done.mebibytes})


def one_log(plan: Plan) -> Figure:
    """The command ``validate`` over one log."""
    log = next(iter(_logs(archive_of(plan.first, plan.folder))))
    with TemporaryDirectory(dir=plan.folder) as inside:
        path = Path(inside, "one.mjlog")
        path.write_bytes(log)
        _start(Path(inside), "validate", path)
        done = [_start(Path(inside), "validate", path) for _ in range(_OFTEN)]
        numpy = [_start(Path(inside), program=("-c", "import numpy")) for _ in range(_OFTEN)]
    parts = {"of it importing numpy": statistics.median(one.core_seconds for one in numpy)}
    seconds = statistics.median(one.core_seconds for one in done)
    return Figure("cold validate of one log", seconds, "s", 0.2, parts, {"validate": done[-1].mebibytes})


FIGURES: Final[Mapping[str, Callable[[Plan], Figure]]] = {
    "referee": referee,
    "draws": draws_and_progress,
    "catalogue": catalogue,
    "workers": workers,
    "first": first_run,
    "one": one_log,
}
"""Every figure by the name that the command line has for it."""


def _apart(work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401
    """What a function gives in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as maker:
        return maker.submit(work, *args).result()


def _compile() -> None:
    REFEREE.compile_here()


def _one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def _known(peaks: Mapping[str, float | None]) -> dict[str, float]:
    return {name: peak for name, peak in peaks.items() if peak is not None}


def _rate(name: str, goal: float, plan: Plan, terms: Terms, outputs: Outputs) -> Figure:
    archives = [archive_of(games, plan.folder) for games in (plan.first, plan.games)]
    _apart(_compile)
    lxml, seconds, peak = _apart(_measured_rate, archives, plan, terms, outputs)
    parts = {"lxml": lxml, "run": seconds}
    return Figure(name, lxml / seconds, "times lxml's rate", goal, parts, _known({"run": peak}))


def _measured_rate(
    archives: tuple[Path, Path], plan: Plan, terms: Terms, outputs: Outputs
) -> tuple[float, float, float | None]:
    _one_core()
    few, archive = archives
    # Compiled kernels are loaded by then.
    _run_seconds(few, plan.folder, terms, outputs)
    lxml, seconds = [], []
    for _ in range(plan.rounds):
        lxml.append(_lxml_seconds(archive))
        seconds.append(_run_seconds(archive, plan.folder, terms, outputs))
    return statistics.median(lxml), statistics.median(seconds), peak_mebibytes()


def _run_seconds(archive: Path, folder: Path, terms: Terms, outputs: Outputs) -> float:
    """Time of the processor that a run takes, from the archive to its tables."""
    with TemporaryDirectory(dir=folder) as out:
        began = time.process_time()
        run([archive], Job(Path(out), terms, outputs=outputs))
        return time.process_time() - began


def _lxml_seconds(archive: Path) -> float:
    """Time of the processor that lxml takes to parse every log, unpacking it left out."""
    seconds = 0.0
    for log in _logs(archive):
        began = time.process_time()
        parse_xml(log)
        seconds += time.process_time() - began
    return seconds


def _logs(archive: Path) -> Iterator[bytes]:
    return (item.data for item in iter_logs([archive]) if isinstance(item, SourceLog))


def _write_tables(archive: Path, year: Path, copies: int) -> float:
    """Write the tables of an archive again and again; gives lxml's time over it."""
    once = year.with_name("once")
    run([archive], Job(once, outputs=outputs_of(TABLES)))
    repeat_tables(once, year, copies)
    return _lxml_seconds(archive)


def _count(year: Path) -> tuple[float, float | None]:
    """Time of the processor of this process from its start on, and its most memory."""
    _one_core()
    write_statistics(read_manifest(folder(year)))
    return time.process_time(), peak_mebibytes()


class _Peaks(Progress):
    """Keeps the most memory that its worker had taken by the end of each unit."""

    def __init__(self) -> None:
        super().__init__(quiet=True)
        self.peaks: list[float] = []

    def note_peak(self, worker: str, mebibytes: float | None) -> None:  # noqa: ARG002
        if mebibytes is not None:
            self.peaks.append(mebibytes)


def _shared(archive: Path, plan: Plan) -> tuple[float, float, dict[str, float | None]]:
    """Seconds by the clock of one worker and of all; the most memory of a worker and of the process above."""
    watch = _Peaks()
    seconds: dict[int, list[float]] = {1: [], plan.workers: []}
    for many in [*seconds] * plan.rounds:
        with TemporaryDirectory(dir=plan.folder) as out:
            job = Job(Path(out))
            began = time.perf_counter()
            run([archive], job, engine=processes(many), writers=many, watch=watch)
            seconds[many].append(time.perf_counter() - began)
    peaks = {"plan and merge": peak_mebibytes(), "worker": max(watch.peaks, default=None)}
    return statistics.median(seconds[1]), statistics.median(seconds[plan.workers]), peaks


class _Done(NamedTuple):
    """What a process and those that it started took."""

    seconds: float
    core_seconds: float
    mebibytes: float


def _start(folder: Path, *words: str | Path, program: tuple[str, ...] = ("-m", "analyzer")) -> _Done:
    """Run a command to its end, with a cache of the folder's own, and byte code kept as Python does it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["TENHOU_ANALYZER_CACHE"] = str(folder)
    command = [sys.executable, *program, *map(str, words)]
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    peak = usage.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
    return _Done(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, peak)
