"""What is measured, each time in a process of its own: none pays for the imports or memory of another.

Times are those of the processor.  Rates are ratios to lxml, which in the same round merely parses the same
bytes: they are nearly the same on a fast machine and on a slow one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, TypeVar

from analyzer import formats
from analyzer.batch.converting import convert_all
from analyzer.batch.outputs import outputs_of
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.work import Job, peak_mebibytes
from analyzer.folders import folder
from analyzer.formats.mjlog.reader import parse_xml
from analyzer.sources import SourceLog, iter_logs
from analyzer.stats import Extent
from analyzer.stats.stored import write_statistics
from analyzer.tables.load import read_manifest

_CHECKS: Final = (
    *("draw-kind", "overdue-draw", "shown-seats", "shown-tiles", "draw-payment"),
    *("counters", "riichi-deposit", "scores-before", "game-start", "dealer"),
    *("hand-order", "next-kyoku", "next-honba", "next-kyotaku", "next-scores"),
)
_DRAWS: Final = "hands,draws"
_T = TypeVar("_T")

_RATIO: Final = "of lxml's rate"
_OF_TIME: Final = "of lxml's time"
_A_GAME: Final = "ms a game"


class Plan(NamedTuple):
    """What is measured with.

    Attributes:
        folder: Where everything is written meanwhile.
        archive: The games of the rates.
        some: Fewer games: those that are converted, and what loads the kernels.
    """

    folder: Path
    archive: Path
    some: Path


class Measured(NamedTuple):
    """What one round gives: a value, and the most memory of a process in MiB, where the system says it."""

    value: float
    mebibytes: float | None = None


class Figure(NamedTuple):
    """One row of the table.

    Attributes:
        name: What is measured.
        unit: Unit of its values.
        goal: The value that the design asks for, if it does.
        measure: Measures it once.
    """

    name: str
    unit: str
    goal: float | None
    measure: Callable[[Plan], Measured]


def _command(plan: Plan, *words: str, workers: int = 1) -> Measured:
    """The whole command ``run``, from its start to its end."""
    lxml = _apart(_lxml_seconds, plan.archive)
    with TemporaryDirectory(dir=plan.folder) as out:
        of_run = ("run", plan.archive, "--out", out, "--workers", workers, "--quiet", *words)
        done = _started("-m", "analyzer", *of_run)
    return Measured(lxml / done.value, done.mebibytes)


def _in_process(
    plan: Plan, *, tables: str | None = None, stats: str | None = None, checks: tuple[str, ...] | None = None
) -> Measured:
    """A run in a process that has loaded everything."""
    job = partial(Job, terms=Terms(checks=checks), outputs=outputs_of(tables and tables.split(","), stats))
    return _apart(_run_in_process, plan, job)


def _run_in_process(plan: Plan, job: Callable[[Path], Job]) -> Measured:
    # Kernels are loaded by then.
    _run_seconds(plan.some, partial(Job, outputs=outputs_of(None, "none")), plan.folder)
    seconds = _run_seconds(plan.archive, job, plan.folder)
    peak = peak_mebibytes()
    return Measured(_lxml_seconds(plan.archive) / seconds, peak)


def _run_seconds(archive: Path, job: Callable[[Path], Job], inside: Path) -> float:
    with TemporaryDirectory(dir=inside) as out:
        began = sum(os.times()[:4])
        run([archive], job(Path(out)))
        # Other processes count the statistics.
        return sum(os.times()[:4]) - began


def _counting(plan: Plan, extent: Extent) -> Measured:
    """Statistics over tables that are there."""
    with TemporaryDirectory(dir=plan.folder) as out:
        _apart(_write_tables, plan.archive, Path(out))
        counted = _apart(_count, Path(out), extent)
    return counted._replace(value=counted.value / _apart(_lxml_seconds, plan.archive))


def _write_tables(archive: Path, out: Path) -> None:
    run([archive], Job(out, outputs=outputs_of(None, "none")))


def _count(out: Path, extent: Extent) -> Measured:
    began = time.process_time()
    write_statistics(read_manifest(folder(out)), extent)
    return Measured(time.process_time() - began, peak_mebibytes())


def _reading(plan: Plan, form: str) -> Measured:
    """Bytes of logs in another form to events, log after log, with nothing compiled."""
    return _apart(_read_plain, plan.some, form)


def _read_plain(archive: Path, form: str) -> Measured:
    games = convert_all(iter_logs([archive]), form)
    logs = [game.converted.text.encode() for game in games if game.converted]
    formats.read(logs[0])
    began = time.process_time()
    for log in logs:
        formats.read(log)
    return Measured(1000 * (time.process_time() - began) / len(logs))


def _converting(plan: Plan, form: str) -> Measured:
    """The whole command ``convert``."""
    with TemporaryDirectory(dir=plan.folder) as out:
        done = _started("-m", "analyzer", "convert", plan.some, "--to", form, "--out", out, "--quiet")
        return Measured(1000 * done.value / len([*Path(out).iterdir()]), done.mebibytes)


def _one_log(plan: Plan) -> Measured:
    """The whole command ``validate`` over one log."""
    with TemporaryDirectory(dir=plan.folder) as inside:
        log = Path(inside, "one.mjlog")
        log.write_bytes(next(_logs(plan.some)))
        return Measured(_started("-m", "analyzer", "validate", log).value)


def _importing(plan: Plan) -> Measured:  # noqa: ARG001 - measured like the others
    return Measured(_started("-c", "import numpy").value)


def _two_workers(plan: Plan) -> Measured:
    """The largest process of a run with two workers."""
    peak = _command(plan, workers=2).mebibytes
    return Measured(peak or 0, peak)


FIGURES: Final = {
    "all": Figure("command, all statistics", _RATIO, 0.30, lambda plan: _command(plan, "--stats", "all")),
    "headline": Figure("command, headline statistics", _RATIO, 0.42, _command),
    "all-inside": Figure("in process, all statistics", _RATIO, None, partial(_in_process, stats="all")),
    "none": Figure("command, no statistics", _RATIO, 0.50, lambda plan: _command(plan, "--stats", "none")),
    "none-inside": Figure("in process, no statistics", _RATIO, 0.75, partial(_in_process, stats="none")),
    "draws": Figure(
        "command, draws and progress",
        _RATIO,
        0.85,
        lambda plan: _command(plan, "--tables", _DRAWS, "--checks", ",".join(_CHECKS)),
    ),
    "draws-inside": Figure(
        "in process, draws and progress", _RATIO, 1.3, partial(_in_process, tables=_DRAWS, checks=_CHECKS)
    ),
    "headline-alone": Figure(
        "headline statistics alone", _OF_TIME, 0.3, partial(_counting, extent=Extent.HEADLINE)
    ),
    "catalogue": Figure("all statistics alone", _OF_TIME, 1.5, partial(_counting, extent=Extent.ALL)),
    "tenhou6": Figure("tenhou6 to events, plain", _A_GAME, 3.0, partial(_reading, form="tenhou6")),
    "mjai": Figure("mjai to events, plain", _A_GAME, 2.5, partial(_reading, form="mjai")),
    "to-tenhou6": Figure("convert to tenhou6", _A_GAME, 5, partial(_converting, form="tenhou6")),
    "to-mjai": Figure("convert to mjai", _A_GAME, 5, partial(_converting, form="mjai")),
    "one": Figure("validate of one log, cold", "s", 0.30, _one_log),
    "numpy": Figure("import of numpy, cold", "s", None, _importing),
    "memory": Figure("largest process, two workers", "MiB", 400, _two_workers),
}
"""Every figure by the name that the command line has for it."""


def _apart(work: Callable[..., _T], *args: object) -> _T:
    """What a function gives in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as maker:
        return maker.submit(work, *args).result()


def _lxml_seconds(archive: Path) -> float:
    """Time that lxml takes to parse every log, unpacking it left out."""
    seconds = 0.0
    for log in _logs(archive):
        began = time.process_time()
        parse_xml(log)
        seconds += time.process_time() - began
    return seconds


def _logs(archive: Path) -> Iterator[bytes]:
    return (item.data for item in iter_logs([archive]) if isinstance(item, SourceLog))


def _started(*words: object) -> Measured:
    """Seconds of a process of Python and those that it starts, and the most memory of one of them.

    Linux counts it as at least that of this process, some 110 MiB.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *map(str, words)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # A run with findings ends with 1.
    if process.returncode not in (0, 1):
        raise subprocess.CalledProcessError(process.returncode, command)
    peak = usage.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
    return Measured(usage.ru_utime + usage.ru_stime, peak)
