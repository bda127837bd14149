"""The main job: read, audit, and write tables and a summary into a folder, in units so that it can resume."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import BinaryIO, Final, NamedTuple

from analyzer.batch.deadly_logs import do_one_by_one, item_looked_at, keep_lost
from analyzer.batch.engines import Engine, Lost, Work, serial
from analyzer.batch.kept_units import KeptUnit, forget, kept_units
from analyzer.batch.progress import Watch, counted_beside
from analyzer.batch.publishing import finish, known_totals, sweep
from analyzer.batch.run_folder import (
    begun_terms,
    check_output,
    keep_terms,
    locked,
    refuse_other,
    seal_of,
    terms_of_run,
)
from analyzer.batch.taking_out import log_sources, refuse_damaged, without_missed, without_stale
from analyzer.batch.totals import Totals
from analyzer.batch.warming import REFEREE
from analyzer.batch.work import Job, counting_logs, do_unit, telling_of_space
from analyzer.folders import Folder, folder
from analyzer.rules import RuleSet, load
from analyzer.rules import names as rule_names
from analyzer.sources import plan
from analyzer.sources.plan import Plan, Survey
from analyzer.sources.units import MOST_LOGS, UNIT_LOGS, Unit

__all__ = ["Interrupted", "Outcome", "run"]

_MOST_WITH_PLAYS: Final = 1024
"""Most logs of a unit with the table ``plays``: each takes some 37 kB until it is written."""


class Outcome(NamedTuple):
    """The result of a run."""

    totals: Totals
    """Counts of everything in the tables, read now or earlier."""
    earlier: int
    """Logs read by an earlier run and not read again."""
    read: int
    """Logs read now."""
    removed: int = 0
    """Logs taken out because they are not there any more; what is only changed is read again."""


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
        unit_logs: Most logs of the first units.
        writers: Most processes that count statistics, and the processes that share the reading.
        stdin: As for `analyzer.sources.plan`.
        watch: Gets progress.

    Raises:
        UserMistake: When the sources, the rules, a check, or the folder cannot be used, or when the
            folder was begun on other terms.
        OutOfSpace: When the disk is full.
        Interrupted: On Ctrl-C.
    """
    out, watch = folder(job.out), watch or Watch()
    check_output(out)
    begun = begun_terms(out)
    terms = terms_of_run(job, begun)
    planned = plan(
        sources,
        job.choice,
        job.limits,
        stdin=stdin,
        unit_logs=unit_logs,
        leave_out=out.url,
        seal=seal_of(terms),
    )
    job = _for_workers(replace(job, choice=planned.choice), out)
    with telling_of_space(job.out), locked(out):
        try:
            earlier = _earlier(out, job, planned, begun, terms, fresh=fresh)
            keep_terms(out, terms)
            new = _read_all(planned, job, engine, earlier, watch, writers)
            units, new = _with_missed(planned.rereadable(), job, engine, earlier, new)
            watch.finish()
            removed = earlier.gone - log_sources(out, new if earlier.gone else ())
            totals = None if new else known_totals(job, terms, units)
            totals = totals or finish(job, terms, units, unit_logs=unit_logs, workers=writers)
        except KeyboardInterrupt:
            raise Interrupted(sum(unit.logs for unit in kept_units(out).values())) from None
    return Outcome(totals, earlier.logs, sum(unit.logs for unit in new), len(removed))


def _for_workers(job: Job, out: Folder) -> Job:
    """The job without anything that depends on the working folder."""
    rules = job.terms.rules
    if not isinstance(rules, RuleSet) and rules != "auto" and rules not in rule_names():
        rules = load(rules)
    return replace(job, out=out.url, terms=replace(job.terms, rules=rules))


class _Earlier(NamedTuple):
    """What an earlier run has left."""

    units: Mapping[str, KeptUnit]
    """Units that need not be done again, by id."""
    survey: Survey | None = None
    """What there is to do besides; None where nothing was done."""
    gone: frozenset[str] = frozenset()
    """Sources of logs that were taken out, because they were changed or are not there any more."""

    @property
    def logs(self) -> int:
        """Logs of these units."""
        return sum(unit.logs for unit in self.units.values())

    @property
    def keys(self) -> dict[str, bytes]:
        """Keys of the parts of sources that these units have; none for the units that they replace.

        A unit with the id of one that is replaced would be forgotten, or become the same as its replacement.
        """
        replaced = {old: b"" for unit in self.units.values() for old in unit.replaces}
        return replaced | {unit.unit: unit.keys for unit in self.units.values()}


def _earlier(
    out: Folder,
    job: Job,
    planned: Plan,
    begun: Mapping[str, object] | None,
    terms: Mapping[str, object],
    *,
    fresh: bool,
) -> _Earlier:
    """What need not be done again; what the sources do not have any more is taken out.

    Where nobody knows any more on which terms a run has ``begun``, all of it is done again.
    """
    labels = planned.labels
    units = kept_units(out, None if fresh else partial(refuse_damaged, out, labels, "tables"))
    if fresh or begun is None:
        for unit in () if fresh else units.values():
            refuse_damaged(out, labels, "terms", unit)
        forget(out, units)
        units = {}
    sweep(out, units.values())
    if begun is None or not units:
        return _Earlier({})
    refuse_other(out, begun, terms)
    survey = planned.survey({unit.unit: unit.keys for unit in units.values()})
    current, gone = without_stale(out, units, survey.left, labels)
    current = without_missed(out, current, labels, keep_copies=job.keep_copies)
    return _Earlier(current, survey, frozenset(gone))


def _read_all(
    planned: Plan, job: Job, engine: Engine, earlier: _Earlier, watch: Watch, workers: int
) -> list[KeptUnit]:
    """Do the units that are not done, while kernels may be compiled beside, and tell the watch."""

    def begin(survey: Survey) -> None:
        watch.begin(survey.logs, earlier.logs)
        REFEREE.compile_for(survey.logs, workers)

    with REFEREE.beside(), counting_logs() as read:
        watch.follow(read.so_far)
        units, job = _left(planned, job, earlier), replace(job, read=read)
        if earlier.survey is None:
            units = counted_beside(units, lambda: begin(planned.survey({})))
        else:
            begin(earlier.survey)
        return _read(units, job, engine, watch)


def _left(planned: Plan, job: Job, earlier: _Earlier) -> Iterator[Unit]:
    most = _MOST_WITH_PLAYS if "plays" in job.outputs.tables else MOST_LOGS
    return planned.units(earlier.keys, most=most, by_players=True)


def _with_missed(
    planned: Plan, job: Job, engine: Engine, earlier: _Earlier, new: list[KeptUnit]
) -> tuple[list[KeptUnit], list[KeptUnit]]:
    """All units and the new ones, once duplicates that should stay, now that all is known, are read again."""
    units = {**earlier.units, **{unit.unit: unit for unit in new}}
    # Only a unit that was written again has duplicates without rows.
    while new and any(unit.replaces for unit in earlier.units.values()):
        left = without_missed(folder(job.out), units, planned.labels, keep_copies=job.keep_copies)
        if left == units:
            break
        again = _read(_left(planned, job, _Earlier(left)), job, engine, Watch())
        units, new = {**left, **{unit.unit: unit for unit in again}}, [*new, *again]
    return [*units.values()], new


def _read(units: Iterable[Unit], job: Job, engine: Engine, watch: Watch) -> list[KeptUnit]:
    """Do these units, and tell the watch of each."""
    new: list[KeptUnit] = []
    totals = Totals()
    work = Work(partial(do_unit, job=job), partial(do_one_by_one, job=job), partial(item_looked_at, job=job))
    with closing(engine(work, units)) as results:
        for result in results:
            report = keep_lost(result.unit, result.reason, job) if isinstance(result, Lost) else result
            new.append(report.kept)
            totals.merge(report.totals)
            watch(totals, report)
    return new
