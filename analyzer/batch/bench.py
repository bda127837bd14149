"""Rates of every stage of a run, beside lxml alone, all measured in one process.

Every stage calls the public function of its room, on the same batches as a run would make.  Time is that of
the processor, of all threads: what else the machine does shall not count.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import numpy as np

from analyzer.audit import CHECKS, Check
from analyzer.audit.case import Case
from analyzer.audit.judging import run_checks
from analyzer.audit.review import review as review_logs
from analyzer.audit.ruling import choose_rules
from analyzer.audit.seeding import SeedTexts
from analyzer.batch.bench_logs import (
    Logs,
    Source,
    as_units,
    copies,
    names_of_copies,
    numbered_batches,
    readable,
)
from analyzer.batch.bench_startup import Startup, machine_text, measure_startup
from analyzer.batch.entries import keep_batch
from analyzer.batch.names import KEEP
from analyzer.batch.outputs import outputs_of
from analyzer.batch.reviews import Batch, Reviewed, Terms
from analyzer.batch.run import run_units
from analyzer.batch.sizes import COMPILE_ABOVE
from analyzer.batch.work import Job, peak_mebibytes
from analyzer.errors import UserMistake
from analyzer.formats.any_format import read_logs
from analyzer.formats.decoder import decode
from analyzer.formats.headers import read_headers
from analyzer.formats.mjlog.reader import parse_xml
from analyzer.kernels import compiling
from analyzer.replay import replay
from analyzer.sources import SourceLog
from analyzer.tables.index import read_index
from analyzer.tables.parquet import write_tables
from analyzer.tables.schema import TABLES
from analyzer.tables.unit_tables import UnitWriter

__all__ = ["FLOOR", "PART", "WHOLE", "Bench", "Stage", "bench"]

FLOOR: Final = "lxml alone"
"""The stage that all others are compared with."""
WHOLE: Final = "logs to Parquet: all checks, all tables"
"""A run but for its statistics, which `bench_statistics` measures."""
PART: Final = "logs to Parquet: draws and progress"
"""A run with the checks of these alone, and the tables that they fill."""
_FAMILIES: Final = {
    "reading": "format",
    "play": "legality",
    "conduct": "legality",
    "draws": "draws",
    "wins": "wins",
    "win_yaku": "wins",
    "rons": "wins",
    "values": "wins",
    "payments": "wins",
    "progress": "progress",
    "steps": "progress",
    "ending": "game end",
    "chips": "game end",
    "wall": "wall",
}
"""Families of checks, by the module of `audit` that a check lies in."""
_OF_PART: Final = ("draws", "progress")
_TABLES_OF_PART: Final = ("hands", "draws")


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
        first_batch_seconds: To the end of the first batch, compilation or its cache included.
        startup: What processes take to start; None where that was not asked for.
        peak_mebibytes: Most memory of the process so far; None where the system does not say.
        stages: One per stage, in the order of a run, and the run as a whole.
        machine: Interpreter, system and processor.
        day: When it was measured, as 2026-11-21.
    """

    games: int
    distinct: int
    rounds: int
    first_batch_seconds: float
    startup: Startup | None
    peak_mebibytes: float | None
    stages: tuple[Stage, ...]
    machine: str
    day: str


class _Watch:
    """Seconds of the processor by stage, of one round."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time within to a stage."""
        began = time.process_time()
        yield
        self.seconds[name] += time.process_time() - began


def bench(
    sources: Sequence[Source], *, games: int | None = None, rounds: int = 5, startup: bool = False
) -> Bench:
    """Measure every stage over the logs of the sources.

    Args:
        sources: As in `iter_logs`.
        games: Games of a round; more than there are repeats them under new ids.  All by default.
        rounds: How often everything is measured.
        startup: Whether to measure also how processes start, one of them compiling everything anew.

    Raises:
        UserMistake: When the sources hold no log that can be read.
    """
    distinct = list(islice(readable(sources), games))
    if not distinct:
        raise UserMistake("nothing readable to measure; expected at least one mjlog")
    count = games or len(distinct)
    names = names_of_copies(distinct, count)
    with compiling() if count > COMPILE_ABOVE else nullcontext():
        began = time.process_time()
        review_logs(next(numbered_batches(distinct, names)))
        first_batch = time.process_time() - began
        watches = [_round(sources, distinct, names) for _ in range(rounds)]
    medians = {
        name: statistics.median(watch.seconds[name] for watch in watches) for name in watches[0].seconds
    }
    return Bench(
        count,
        len(distinct),
        rounds,
        first_batch,
        measure_startup(distinct[0].data) if startup else None,
        peak_mebibytes(),
        tuple(_stage(name, seconds / count, medians[FLOOR] / count) for name, seconds in medians.items()),
        machine_text(),
        time.strftime("%Y-%m-%d"),
    )


def _stage(name: str, seconds: float, floor: float) -> Stage:
    return Stage(name, 1 / seconds, seconds * 1e6, floor / seconds)


def _round(sources: Sequence[Source], distinct: Sequence[SourceLog], names: Sequence[str]) -> _Watch:
    watch = _Watch()
    with watch.stage("read and unpack"):
        for _ in copies(sources, names):
            pass
    with TemporaryDirectory() as unit, TemporaryDirectory() as tables:
        with UnitWriter(Path(unit)) as writer:
            for logs in numbered_batches(distinct, names):
                _one_batch(watch, logs, writer)
        with watch.stage("tables: merge"):
            index = read_index([Path(unit)])
            write_tables(Path(tables), index, np.ones(len(index.unit), np.bool_))
    for stage, terms, tables_wanted in (
        (PART, Terms(checks=_ids_of(_OF_PART)), _TABLES_OF_PART),
        (WHOLE, Terms(), TABLES),
    ):
        with TemporaryDirectory() as folder, watch.stage(stage):
            job = Job(Path(folder), terms, keep_copies=True, outputs=outputs_of(tables_wanted))
            run_units(as_units(copies(sources, names)), job)
    return watch


def _family(check: Check) -> str:
    module = check.run.__module__.rpartition(".")[2]
    return _FAMILIES.get(module, module)


def _ids_of(families: Collection[str]) -> tuple[str, ...]:
    return tuple(check.id for check in CHECKS if _family(check) in families)


def _settle_memory() -> None:
    """Let the allocator join what lxml has freed, or the stage that follows pays for it."""
    bytes(30_000_000)


def _one_batch(watch: _Watch, logs: Logs, writer: UnitWriter) -> None:
    # What the stages hold is let go before the batch is reviewed as a whole.
    _staged(watch, logs)
    reviewed = review_logs(logs)
    with watch.stage("tables: build"):
        batch = Batch(tuple(logs), (), (), 0, is_large=True)
        keep_batch(writer, batch, Reviewed(len(reviewed.logs), reviewed, (), (), 0), KEEP, lost=False)


def _staged(watch: _Watch, logs: Logs) -> None:
    names = [name for name, _ in logs]
    with watch.stage(FLOOR):
        for _, data in logs:
            parse_xml(data)
    _settle_memory()
    with watch.stage("scan"):
        read = read_logs([data for _, data in logs])
    with watch.stage("headers"):
        headers = read_headers(read.markup)
        seeds = tuple(map(SeedTexts, headers.seeds, headers.hand_seeds))
    with watch.stage("decode"):
        events = decode(read.markup, read.problems)
    with watch.stage("replay"):
        facts, illegals = replay(events)
    with watch.stage("rule sets"):
        ruling = choose_rules(events, names, None, headers.announcements)
    _judge(watch, Case(tuple(names), events, facts, illegals, ruling, seeds))


def _judge(watch: _Watch, case: Case) -> None:
    """The audit: first what is worked out, for each case once, then what compares."""
    with watch.stage("settle: draws, progress"):
        _ = case.settled
    with watch.stage("settle: wins"):
        _ = case.wins
    with watch.stage("settle: game end"):
        _ = case.endings
    with watch.stage("settle: wall"):
        _ = case.wall
    with watch.stage("play that cannot be"):
        _ = case.illegals
    for family in dict.fromkeys(map(_family, CHECKS)):
        with watch.stage(f"checks: {family}"):
            run_checks(case, [check for check in CHECKS if _family(check) == family])
