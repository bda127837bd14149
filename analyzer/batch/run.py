"""The main job: read, audit, and write tables and a summary into a folder, in units so that it can resume."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import current_thread, main_thread
from typing import NamedTuple

from analyzer.batch.engines import Engine, Lost, serial
from analyzer.batch.kept_units import KeptUnit, forget, kept_units, logs_of
from analyzer.batch.progress import Progress, counted_beside
from analyzer.batch.publishing import finish, known_totals, sweep
from analyzer.batch.reviews import REFEREE
from analyzer.batch.run_folder import (
    TERMS,
    check_output,
    locked,
    read_json,
    refuse_other,
    seal_of,
    terms_of_run,
)
from analyzer.batch.taking_out import (
    log_sources,
    refuse_lost,
    refuse_missing,
    stale_inputs,
    without_missed,
    without_stale,
)
from analyzer.batch.totals import Totals
from analyzer.batch.work import Job, collecting_seldom, do_unit, keep_lost, telling_of_space
from analyzer.folders import Folder, folder
from analyzer.rules import RuleSet, load
from analyzer.rules import names as rule_names
from analyzer.sources import plan
from analyzer.sources.plan import Plan, Survey
from analyzer.sources.units import MOST_LOGS, UNIT_LOGS, Unit
from analyzer.stats import Extent

__all__ = ["Interrupted", "Outcome", "run"]


class Outcome(NamedTuple):
    """The result of a run."""

    totals: Totals
    """Counts of everything in the tables, read now or earlier."""
    earlier: int
    """Logs read by an earlier run and not read again."""
    read: int
    """Logs read now."""
    removed: int = 0
    """Logs removed because the named sources no longer have them; what is only changed is read again."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a run that the same command can resume; ``logs`` need not be read again."""

    def __init__(self, logs: int) -> None:
        super().__init__()
        self.logs = logs


def run(
    sources: Sequence[str | os.PathLike[str]],
    job: Job,
    *,
    engine: Engine = serial,
    fresh: bool = False,
    remove_missing: bool = False,
    unit_logs: int = UNIT_LOGS,
    writers: int = 1,
    watch: Progress | None = None,
) -> Outcome:
    """Read and audit the logs of the sources; write tables, summary and everything else into a folder.

    Args:
        sources: As for `analyzer.sources.plan`.
        job: What to do, and the folder.
        engine: Distributes the work.
        fresh: Whether to discard what an earlier run into the folder has read; else it is not read again.
        remove_missing: Whether to remove all logs of a source that has lost all its known files.
        unit_logs: Most logs of the first units.
        writers: Most processes that count statistics, and the processes that share the reading.
        watch: Gets progress.

    Raises:
        UserMistake: When the sources, the rules, a check, or the folder cannot be used, when the folder was
            begun on other terms, or when a source has lost all its known files.
        OutOfSpace: When the disk is full.
        Interrupted: On Ctrl-C.
    """
    out, watch = folder(job.out), watch or Progress(quiet=True)
    check_output(out)
    begun = read_json(out, TERMS)
    terms = terms_of_run(job, begun)
    planned = plan(
        sources,
        job.choice,
        job.limits,
        unit_logs=unit_logs,
        leave_out=out.url,
        seal=seal_of(terms),
        resolved=True,
    )
    job = _for_workers(replace(job, choice=planned.choice), out)
    with telling_of_space(job.out), locked(out), collecting_seldom(), _hearing_ctrl_c() as check_ctrl_c:
        try:
            reading = _Reading(out, planned, job, engine, check_ctrl_c)
            if fresh:
                forget(out, kept_units(out))
            else:
                reading.take_over(begun, terms, remove_missing=remove_missing)
            sweep(out, reading.units.values())
            out.write(TERMS, f"{json.dumps(terms, indent=2)}\n".encode())
            earlier = logs_of(reading.units.values())
            reading.read_all(watch, writers)
            extent = job.outputs.statistics
            watch.finish("" if extent is Extent.NONE else f"{extent} statistics")
            units, new, removed = reading.units.values(), reading.new, reading.removed()
            totals = None if new else known_totals(job, terms, units)
            totals = totals or finish(job, terms, units, unit_logs=unit_logs, workers=writers)
        except KeyboardInterrupt:
            raise Interrupted(logs_of(kept_units(out).values())) from None
    return Outcome(totals, earlier, logs_of(new), removed)


def _for_workers(job: Job, out: Folder) -> Job:
    """The job without anything that depends on the working folder."""
    rules = job.terms.rules
    if not isinstance(rules, RuleSet) and rules != "auto" and rules not in rule_names():
        rules = load(rules)
    return replace(job, out=out.url, terms=replace(job.terms, rules=rules))


@contextmanager
def _hearing_ctrl_c() -> Iterator[Callable[[], None]]:
    """Gives a function that raises a Ctrl-C again which came within the block and was dropped.

    NumPy drops whatever is raised while it looks for attributes of an enum; Python 3.11 finds them in Python.
    """
    heard: list[int] = []

    def hear(number: int, _: object) -> None:
        heard.append(number)
        raise KeyboardInterrupt

    def check() -> None:
        if heard:
            raise KeyboardInterrupt

    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_usual or current_thread() is not main_thread():
        yield check
        return
    signal.signal(signal.SIGINT, hear)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


class _Reading:
    """The units of a run, until all is read."""

    def __init__(
        self, out: Folder, planned: Plan, job: Job, engine: Engine, check_ctrl_c: Callable[[], None]
    ) -> None:
        self._out, self._planned, self._job, self._engine = out, planned, job, engine
        self._check_ctrl_c = check_ctrl_c
        self._survey: Survey | None = None
        """What there is to do besides what was done; None where nothing was."""
        self._gone: set[str] = set()
        """Sources of logs that were removed, because they are changed or gone."""
        self.units: dict[str, KeptUnit] = {}
        """Units that are done, by id."""
        self.new: list[KeptUnit] = []
        """Those of this run."""

    def take_over(
        self, begun: Mapping[str, object] | None, terms: Mapping[str, object], *, remove_missing: bool
    ) -> None:
        """Take what an earlier run has done, unless nobody knows any more on which terms it has ``begun``."""
        out, labels = self._out, self._planned.labels
        units = kept_units(out, partial(refuse_lost, out, labels))
        if begun is None:
            refuse_lost(out, labels, units.values(), damaged="terms")
            forget(out, units)
        elif units:
            refuse_other(out, begun, terms)
            self._survey = self._planned.survey({unit.unit: unit.keys for unit in units.values()})
            checked = self._planned.rereadable()
            stale = stale_inputs(out, units, self._survey, checked.labels)
            if not remove_missing:
                refuse_missing(out, units, stale, checked.origins)
            self.units, self._gone = without_stale(out, units, stale)
            self._forget_missed()

    def removed(self) -> int:
        """How many logs are gone; what was changed is not."""
        return len(self._gone - log_sources(self._out, self.new)) if self._gone else 0

    def read_all(self, watch: Progress, workers: int) -> None:
        """Do the units that are not done, while kernels may be compiled beside, and tell the watch."""
        earlier = logs_of(self.units.values())

        def begin(survey: Survey) -> None:
            watch.begin(survey.logs, earlier)
            REFEREE.compile_for(survey.logs, workers)

        with REFEREE.beside(), TemporaryDirectory(ignore_cleanup_errors=True) as beside:
            read = Path(beside, "read")
            watch.follow(partial(_size_of, read))
            units, job = self._left(self._planned), replace(self._job, read=read)
            if self._survey is None:
                units = counted_beside(units, lambda: begin(self._planned.survey({})))
            else:
                begin(self._survey)
            self._read(units, job, watch)
            # Duplicates that should stay, now that all is known; standard input is read once.
            while self.new and self._forget_missed():
                self._read(self._left(self._planned.rereadable()), job, Progress(quiet=True))

    def _left(self, planned: Plan) -> Iterator[Unit]:
        # Units with plays are large from the first.
        most = planned.unit_logs if "plays" in self._job.outputs.tables else MOST_LOGS
        # A unit with the id of one that is replaced would be forgotten, or become its replacement.
        replaced = {old: b"" for unit in self.units.values() for old in unit.replaces}
        done = {unit.unit: unit.keys for unit in self.units.values()}
        return planned.units(replaced | done, most=most, by_players=True)

    def _forget_missed(self) -> bool:
        """Whether duplicates that should stay were forgotten, so that they are read again."""
        # Only a unit that was written again has duplicates without rows.
        if not any(unit.replaces for unit in self.units.values()):
            return False
        before = self.units
        self.units = without_missed(self._out, before, self._planned.labels)
        return self.units != before

    def _read(self, units: Iterable[Unit], job: Job, watch: Progress) -> None:
        """Do these units, and tell the watch of each."""
        with closing(self._engine(partial(do_unit, job=job), units)) as results:
            for result in results:
                report = keep_lost(result.unit, result.reason, job) if isinstance(result, Lost) else result
                self.units[report.kept.unit] = report.kept
                self.new.append(report.kept)
                watch.count(report.logs, report.findings)
                watch.note_peak(report.worker, report.peak_mebibytes)
                self._check_ctrl_c()


def _size_of(read: Path) -> int:
    """Logs that are read so far; those of a worker that died count twice when they are read again."""
    try:
        return read.stat().st_size
    except OSError:
        return 0
