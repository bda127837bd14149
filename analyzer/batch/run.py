"""The main job: read, audit, and write tables and a summary into a folder, in units so that it can resume."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from analyzer.batch.engines import COMPILE_ABOVE, Engine, Lost, looked_ahead, serial
from analyzer.batch.journal import DoneUnit, Journal, known_totals, terms_of_run
from analyzer.batch.publishing import finish
from analyzer.batch.run_folder import UNITS, check_output, locked
from analyzer.batch.totals import Totals
from analyzer.batch.watching import Beginning, Planned, Unwatched, Watch
from analyzer.batch.work import Job, UnitReport, do_unit, keep_lost, telling_of_space
from analyzer.rules import RuleSet, load
from analyzer.rules import names as rule_names
from analyzer.sources import counted, plan
from analyzer.sources.plan import Survey
from analyzer.sources.units import KEY_BYTES, UNIT_LOGS, Unit, unit_keys

__all__ = ["Interrupted", "Outcome", "run", "run_units"]


class Outcome(NamedTuple):
    """The result of a run.

    Attributes:
        totals: Counts of everything in the tables, read now or earlier.
        earlier: Logs read by an earlier run and not read again.
        read: Logs read now.
    """

    totals: Totals
    earlier: int
    read: int


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a run that the same command can resume.

    Attributes:
        logs: How many logs need not be read again.
    """

    def __init__(self, logs: int) -> None:
        super().__init__()
        self.logs = logs


class _Given(NamedTuple):
    """A plan of given units."""

    given: Iterable[Unit]

    def survey(self, done: Mapping[str, bytes], /) -> Survey:  # noqa: ARG002
        return Survey(None, frozenset())

    def units(self, done: Mapping[str, bytes], /) -> Iterator[Unit]:
        return (unit for unit in self.given if unit.id not in done)


def run(
    sources: Sequence[str | os.PathLike[str]],
    job: Job,
    *,
    engine: Engine = serial,
    fresh: bool = False,
    unit_logs: int = UNIT_LOGS,
    writers: int = 1,
    stdin: BinaryIO | None = None,
    watch: Watch | None = None,
) -> Outcome:
    """Read and audit the logs of the sources, and write tables, summary and everything else into a folder.

    Logs that an earlier run into the same folder has read are not read again.  Its tables stay until all new
    logs are read.

    Args:
        sources: As for `analyzer.sources.plan`.
        job: What to do, and the folder.
        engine: Distributes the work.
        fresh: Whether to discard what an earlier run has read.
        unit_logs: Most logs of a unit.
        writers: As for `finish`.
        stdin: As for `analyzer.sources.plan`.
        watch: Gets progress.

    Raises:
        UserMistake: When the sources, the rules, a check, or the folder cannot be used, or when the
            folder was begun on other terms.
        OutOfSpace: When the disk is full.
        Interrupted: On Ctrl-C.
    """
    planned = plan(sources, job.choice, job.limits, stdin=stdin, unit_logs=unit_logs)
    terms = terms_of_run(job, [os.fspath(source) for source in sources])
    wanted = replace(job, choice=planned.choice)
    shown = watch or Unwatched()
    return _run(planned, wanted, terms, engine=engine, fresh=fresh, writers=writers, watch=shown)


def run_units(
    units: Iterable[Unit],
    job: Job,
    *,
    engine: Engine = serial,
    fresh: bool = False,
    watch: Watch | None = None,
) -> Outcome:
    """The same as `run` for given units."""
    terms, shown = terms_of_run(job, []), watch or Unwatched()
    return _run(_Given(units), job, terms, engine=engine, fresh=fresh, writers=1, watch=shown)


def _run(
    planned: Planned,
    job: Job,
    terms: Mapping[str, object],
    *,
    engine: Engine,
    fresh: bool,
    writers: int,
    watch: Watch,
) -> Outcome:
    shown = job.out
    check_output(shown)
    job = _for_workers(job)
    with telling_of_space(shown), locked(shown):
        journal = Journal(job.out / UNITS)
        done = _earlier(journal, job, shown, terms, fresh=fresh)
        survey = planned.survey(_keys(done)) if done else None
        done = {name: unit for name, unit in done.items() if survey and name not in survey.stale}
        journal.begin(done.values(), terms)
        earlier = sum(unit.logs for unit in done.values())
        begin = Beginning(planned, watch, earlier, survey)
        units, is_large = looked_ahead(planned.units(_keys(done)), many=1, logs=COMPILE_ABOVE + 1)
        job = replace(job, compiles=is_large)
        try:
            new = _read(begin.before_more_of(units), job, engine, journal, begin)
            done |= {unit.unit: unit for unit in new}
            watch.finish()
            _sweep(job.out / UNITS, done.values())
            totals = None if new else known_totals(job.out, terms, tuple(done.values()))
            if totals is None:
                totals = finish(job, terms, tuple(done.values()), writers=writers)
        except KeyboardInterrupt:
            raise Interrupted(sum(unit.logs for unit in journal.done().values())) from None
    return Outcome(totals, earlier, sum(unit.logs for unit in new))


def _keys(done: Mapping[str, DoneUnit]) -> dict[str, bytes]:
    return {unit.unit: unit.keys for unit in done.values()}


def _for_workers(job: Job) -> Job:
    """The job without anything that depends on the working folder."""
    rules = job.terms.rules
    if not isinstance(rules, RuleSet) and rules != "auto" and rules not in rule_names():
        rules = load(rules)
    return replace(job, out=job.out.absolute(), terms=replace(job.terms, rules=rules))


def _earlier(
    journal: Journal, job: Job, out: Path, terms: Mapping[str, object], *, fresh: bool
) -> dict[str, DoneUnit]:
    """Units that need not be done again."""
    done = {} if fresh else journal.done()
    if done:
        journal.refuse_other(terms, job.names, out)
    else:
        # Nothing counts as done: existing folders may come from a run on other terms.
        _sweep(out / UNITS, ())
    return done


def _sweep(units: Path, done: Iterable[DoneUnit]) -> None:
    """Remove every folder that belongs to none of these units."""
    kept = {folder for unit in done for folder in unit.folders}
    for path in units.iterdir():
        if path.is_dir() and path.name not in kept:
            shutil.rmtree(path, ignore_errors=True)


class _Asked(NamedTuple):
    """A unit that was handed out: what to record of it, and the keys that identify its pieces."""

    source: str
    keys: bytes
    parts: bytes


def _read(
    units: Iterable[Unit], job: Job, engine: Engine, journal: Journal, begin: Beginning
) -> list[DoneUnit]:
    """Do the units, and record each done one."""
    asked: dict[str, _Asked] = {}
    new: list[DoneUnit] = []
    pieces: list[UnitReport] = []
    totals = Totals()
    work, count = partial(do_unit, job=job), partial(counted, choice=job.choice, limits=job.limits)
    with closing(engine(work, _noted(units, asked), count=count)) as results:
        for result in results:
            report = keep_lost(result.unit, job, result.reason) if isinstance(result, Lost) else result
            totals.merge(report.totals)
            if report.unit in asked:
                new.append(_done(report.unit, asked.pop(report.unit), [report]))
                journal.add(new[-1])
            else:
                pieces.append(report)
            begin.tell_if_counted()
            begin.watch(totals, report)
    begin.tell()
    for unit in _assembled(asked, pieces):
        new.append(unit)
        journal.add(unit)
    return new


def _noted(units: Iterable[Unit], asked: dict[str, _Asked]) -> Iterator[Unit]:
    """The units, each once, recorded when they are handed out."""
    seen: set[str] = set()
    for unit in units:
        if unit.id not in seen:
            seen.add(unit.id)
            whole = unit_keys(unit._replace(window=None))
            asked[unit.id] = _Asked(unit.source, unit_keys(unit), whole)
            yield unit


def _assembled(asked: Mapping[str, _Asked], pieces: Iterable[UnitReport]) -> Iterator[DoneUnit]:
    """Units that an engine has cut into pieces, once all pieces are done."""
    owners = {
        unit.parts[start : start + KEY_BYTES]: name
        for name, unit in asked.items()
        for start in range(0, len(unit.parts), KEY_BYTES)
    }
    reports: dict[str, list[UnitReport]] = {}
    for piece in pieces:
        reports.setdefault(owners[piece.keys[:KEY_BYTES]], []).append(piece)
    for name, of_unit in reports.items():
        yield _done(name, asked[name], of_unit)


def _done(name: str, unit: _Asked, reports: Sequence[UnitReport]) -> DoneUnit:
    logs = sum(report.totals.games + report.totals.unreadable for report in reports)
    return DoneUnit(name, unit.source, unit.keys, logs, tuple(report.unit for report in reports))
