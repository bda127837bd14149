"""Rates of every stage of a run, beside lxml alone, all measured in one process.

Every stage calls the public function of its room, on the same batches as a run would make.
"""

from __future__ import annotations

import platform
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import islice
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from analyzer.audit import CHECKS, LogName
from analyzer.audit.review import judge, run_checks
from analyzer.audit.review import review as review_logs
from analyzer.audit.seeding import SeedTexts
from analyzer.batch.entries import keep_batch
from analyzer.batch.names import KEEP
from analyzer.batch.naming import name_log
from analyzer.batch.reviews import BATCH_LOGS, COMPILE_ABOVE, Batch, Reviewed
from analyzer.batch.run import run_units
from analyzer.batch.work import Job, peak_mebibytes
from analyzer.errors import AnalyzerError, UserMistake
from analyzer.kernels import compiling
from analyzer.mjlog import decode, read_headers, read_logs, read_markup
from analyzer.mjlog.reader import parse_xml
from analyzer.replay import replay
from analyzer.sources import SourceLog, Unit, iter_logs
from analyzer.sources.units import UNIT_LOGS, Part, make_unit
from analyzer.tables.index import read_index
from analyzer.tables.parquet import write_tables
from analyzer.tables.unit_tables import UnitWriter

__all__ = ["FLOOR", "Bench", "Stage", "bench"]

FLOOR: Final = "lxml alone"
"""The stage that all others are compared with."""
_WHOLE: Final = "whole run"

Source: TypeAlias = "str | PathLike[str]"
Logs: TypeAlias = "list[tuple[LogName, bytes]]"


class Stage(NamedTuple):
    """What was measured of one stage: medians over the rounds.

    Attributes:
        name: What is done.
        games_per_second: Rate.
        microseconds: Time of one game.
        ratio: Rate as a multiple of that of lxml alone.
    """

    name: str
    games_per_second: float
    microseconds: float
    ratio: float


class Bench(NamedTuple):
    """Everything measured.

    Attributes:
        games: Games of each round.
        distinct: Different logs among them; others are repeated under new ids.
        rounds: Rounds of which the medians are given.
        startup_seconds: From nothing to the end of the first batch, compilation or its cache included.
        peak_mebibytes: Most memory of the process so far; None where the system does not say.
        stages: One per stage, in the order of a run, and the run as a whole.
        machine: Interpreter, system and processor.
    """

    games: int
    distinct: int
    rounds: int
    startup_seconds: float
    peak_mebibytes: float | None
    stages: tuple[Stage, ...]
    machine: str


class _Watch:
    """Seconds by stage, of one round."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.last: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str, *, without: str | None = None) -> Iterator[None]:
        """Add the time within to a stage, and take off that of a stage that is part of it."""
        began = time.perf_counter()
        known = 0.0 if without is None else self.last[without]
        yield
        self.last[name] = time.perf_counter() - began - known
        self.seconds[name] += self.last[name]


def bench(sources: Sequence[Source], *, games: int | None = None, rounds: int = 5) -> Bench:
    """Measure every stage over the logs of the sources.

    Args:
        sources: As in `iter_logs`.
        games: Games of a round; more than there are repeats them under new ids.  All by default.
        rounds: How often everything is measured.

    Raises:
        UserMistake: When the sources hold no log that can be read.
    """
    distinct = list(islice(_readable(sources), games))
    if not distinct:
        raise UserMistake("nothing readable to measure; expected at least one mjlog")
    count = games or len(distinct)
    with compiling() if count > COMPILE_ABOVE else nullcontext():
        began = time.perf_counter()
        review_logs(next(_batches(distinct, count)))
        startup = time.perf_counter() - began
        watches = [_round(sources, distinct, count) for _ in range(rounds)]
    medians = {
        name: statistics.median(watch.seconds[name] for watch in watches) for name in watches[0].seconds
    }
    return Bench(
        count,
        len(distinct),
        rounds,
        startup,
        peak_mebibytes(),
        tuple(_stage(name, seconds / count, medians[FLOOR] / count) for name, seconds in medians.items()),
        ", ".join([f"Python {platform.python_version()}", platform.system(), platform.machine()]),
    )


def _stage(name: str, seconds: float, floor: float) -> Stage:
    return Stage(name, 1 / seconds, seconds * 1e6, floor / seconds)


def _readable(sources: Sequence[Source]) -> Iterator[SourceLog]:
    for item in iter_logs(sources):
        if isinstance(item, SourceLog):
            try:
                read_markup(item.data)
            except AnalyzerError:
                continue
            yield item


def _renamed(source: str, number: int) -> str:
    """A source whose log has an id of its own, and the date of the old one."""
    log_id = name_log(source).log_id
    return f"{log_id[:-8]}{number:08x}.mjlog" if log_id != source else f"{number}-{source}"


def _batches(distinct: Sequence[SourceLog], count: int) -> Iterator[Logs]:
    for start in range(0, count, BATCH_LOGS):
        numbers = range(start, min(start + BATCH_LOGS, count))
        logs = ((number, distinct[number % len(distinct)]) for number in numbers)
        yield [(name_log(_renamed(log.source, number)), log.data) for number, log in logs]


def _round(sources: Sequence[Source], distinct: Sequence[SourceLog], count: int) -> _Watch:
    watch = _Watch()
    with watch.stage("read and unpack"):
        for _ in _endless(sources, count):
            pass
    with TemporaryDirectory() as unit, TemporaryDirectory() as tables:
        with UnitWriter(Path(unit)) as writer:
            for logs in _batches(distinct, count):
                _one_batch(watch, logs, writer)
        with watch.stage("tables: merge"):
            index = read_index([Path(unit)])
            write_tables(Path(tables), index, np.ones(len(index.unit), np.bool_))
    with TemporaryDirectory() as folder, watch.stage(_WHOLE):
        run_units(_units(_endless(sources, count)), Job(Path(folder), keep_copies=True))
    return watch


def _endless(sources: Sequence[Source], count: int) -> Iterator[SourceLog]:
    """So many logs read from the sources, again and again, each under a name of its own."""
    number = 0
    while number < count:
        for log in islice(_logs(sources), count - number):
            yield SourceLog(_renamed(log.source, number), log.data)
            number += 1


def _units(logs: Iterator[SourceLog]) -> Iterator[Unit]:
    """Logs as the units of a run."""
    while carried := tuple(islice(logs, UNIT_LOGS)):
        parts = tuple(Part(log.source, size=len(log.data)) for log in carried)
        yield make_unit(Unit("", "<bench>", "", "carried", parts, carried))


def _logs(sources: Sequence[Source]) -> Iterator[SourceLog]:
    return (item for item in iter_logs(sources) if isinstance(item, SourceLog))


def _settle_memory() -> None:
    """Let the allocator join what lxml has freed, or the stage that follows pays for it."""
    bytes(30_000_000)


def _one_batch(watch: _Watch, logs: Logs, writer: UnitWriter) -> None:
    names = [name for name, _ in logs]
    with watch.stage(FLOOR):
        for _, data in logs:
            parse_xml(data)
    _settle_memory()
    with watch.stage("scan"):
        read = read_logs([data for _, data in logs])
    with watch.stage("headers"):
        headers = read_headers(read.markup)
    seeds = tuple(SeedTexts(header.seed, header.hand_seeds) for header in headers)
    with watch.stage("decode"):
        events = decode(read.markup, read.problems)
    with watch.stage("replay"):
        replay(events)
    with watch.stage("settlement", without="replay"):
        case = judge(events, names, seeds, None)
        # The case works out what it is asked for.
        _ = case.settled, case.wins, case.endings, case.wall
    with watch.stage("checks"):
        run_checks(case, CHECKS)
    reviewed = review_logs(logs)
    with watch.stage("tables: build"):
        batch = Batch(tuple(logs), (), (), 0, is_large=True)
        keep_batch(writer, batch, Reviewed(reviewed, (), (), 0), KEEP, lost=False)
