"""The main job: read, audit, and write tables and a summary into a folder, in units so that it can resume."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pyarrow as pa

from analyzer.batch.engines import Engine, Lost, automatic, processes, serial
from analyzer.batch.gone import find_moves, refuse_lost, refuse_missing
from analyzer.batch.kept_units import forget, kept_units, logs_of
from analyzer.batch.ledger import Ledger
from analyzer.batch.outputs import names_of, outputs_of
from analyzer.batch.progress import Progress, counted_beside
from analyzer.batch.publishing import finish, known_totals, published_units, sweep
from analyzer.batch.reviews import REFEREE, terms_of
from analyzer.batch.run_folder import (
    added_tables,
    check_output,
    locked,
    read_json,
    refuse_other,
    terms_of_run,
)
from analyzer.batch.totals import Totals
from analyzer.batch.work import Job, do_unit, keep_lost, read_so_far, telling_of_space
from analyzer.errors import UserMistake
from analyzer.folders import Folder, folder
from analyzer.garbage import collecting_seldom
from analyzer.kernels.beside import available_cores
from analyzer.rules import RuleSet, load
from analyzer.rules import names as rule_names
from analyzer.sources import Choice, plan
from analyzer.sources.asking import Asked, words_of
from analyzer.sources.listing import TERMS
from analyzer.sources.plan import Plan
from analyzer.sources.units import UNIT_LOGS, Unit
from analyzer.tables.arrow import numbers, plain

_LOGS_WITH_PLAYS: Final = 640
"""Most logs of a unit with the table ``plays``: each takes some 37 kB until it is written."""


def run_asked(
    sources: Sequence[str | Path],
    out: str | Path,
    choice: Choice,
    *,
    rules: str | Path = "auto",
    checks: Asked = None,
    names: str = "keep",
    names_secret: str | Path | None = None,
    tables: Asked = None,
    stats: str | None = None,
    engine: str | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    fresh: bool = False,
    remove_missing: bool = False,
    watch: Progress | None = None,
) -> Outcome:
    """The run that the options of ``tenhou-analyzer run`` ask for; they are explained there."""
    job = Job(
        out,
        terms_of(rules, checks),
        choice,
        names=names_of(names, None if names_secret is None else Path(names_secret)),
        outputs=outputs_of(None if tables is None else words_of(tables), stats),
    )
    given = [str(source) for source in sources]
    chosen = engine_of(engine, workers, scheduler, out=out, sources=given)
    return run(
        given,
        job,
        engine=chosen,
        fresh=fresh,
        remove_missing=remove_missing,
        unit_logs=_LOGS_WITH_PLAYS if "plays" in job.outputs.tables else UNIT_LOGS,
        writers=1 if engine == "serial" else workers or available_cores(),
        watch=watch,
    )


def engine_of(
    engine: str | None, workers: int | None, scheduler: str | None, *, out: str | Path, sources: Sequence[str]
) -> Engine:
    """The engine that the options ask for; a mistake when they contradict each other."""
    if engine not in (None, "serial", "processes", "dask"):
        raise UserMistake(f"engine {engine!r} is unknown; expected serial, processes or dask")
    if workers is not None and workers < 1:
        raise UserMistake(f"--workers {workers} is no number of processes; expected 1 or more")
    if engine == "dask" and scheduler is None:
        raise UserMistake("--engine dask needs --scheduler, such as tcp://localhost:8786")
    if scheduler is not None and engine not in (None, "dask"):
        raise UserMistake(f"--scheduler {scheduler} is of --engine dask, not of --engine {engine}")
    if workers is not None and (scheduler is not None or engine == "serial"):
        place = "the scheduler has workers of its own" if scheduler else "--engine serial has no workers"
        raise UserMistake(f"--workers {workers} cannot be had: {place}")
    if scheduler is not None:
        from analyzer.batch.dask import dask

        return dask(scheduler, out=out, sources=sources)
    if engine == "serial":
        return serial
    return processes(workers or available_cores()) if engine == "processes" else automatic(workers)


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
        unit_logs: Most logs of a unit.
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
    planned = plan(sources, job.choice, unit_logs=unit_logs, leave_out=out.url, resolved=True)
    job = _for_workers(job, out)
    with telling_of_space(job.out), locked(out), collecting_seldom(), Ledger(out) as ledger:
        try:
            reading = _Reading(ledger, planned, job, engine)
            if fresh:
                forget(out, kept_units(out))
            else:
                reading.take_over(begun, terms, watch, remove_missing=remove_missing)
            sweep(out, ledger.units.values())
            out.write(TERMS, f"{json.dumps(terms, indent=2)}\n".encode())
            earlier = logs_of(ledger.units.values())
            reading.read_all(watch, writers)
            removed = reading.removed()
            totals = None if reading.logs else known_totals(job, terms, ledger.units.values())
            totals = totals or finish(job, terms, ledger, watch.say, unit_logs=unit_logs, workers=writers)
        except KeyboardInterrupt:
            raise Interrupted(logs_of(kept_units(out).values())) from None
    return Outcome(totals, earlier, reading.logs, removed)


def _for_workers(job: Job, out: Folder) -> Job:
    """The job without anything that depends on the working folder."""
    rules = job.terms.rules
    if not isinstance(rules, RuleSet) and rules != "auto" and rules not in rule_names():
        rules = load(rules)
    return replace(job, out=out.url, terms=replace(job.terms, rules=rules))


class _Reading:
    """What is read of the sources of a run."""

    def __init__(self, ledger: Ledger, planned: Plan, job: Job, engine: Engine) -> None:
        self._ledger, self._planned, self._job, self._engine = ledger, planned, job, engine
        self._left: Counter[int] | None = None
        """What is still to be read, as `Plan.units` takes it; None where nothing was read before."""
        self._logs_left: int | None = None
        self._gone: pa.Table | None = None
        """Inputs that were taken out, because they are changed or gone; columns source and kind."""
        self._taken = {*ledger.units, *published_units(ledger.out)}
        """Ids of units whose parts are not to be written over, as somebody may read them."""
        self.logs = 0
        """Logs read now."""

    def take_over(
        self,
        begun: Mapping[str, object] | None,
        terms: Mapping[str, object],
        watch: Progress,
        *,
        remove_missing: bool,
    ) -> None:
        """Take what an earlier run has done, unless nobody knows any more on which terms it has ``begun``."""
        out, ledger, labels = self._ledger.out, self._ledger, self._planned.labels
        units = kept_units(out, partial(refuse_lost, out, labels))
        self._taken |= units.keys()
        if begun is None or not units:
            refuse_lost(out, labels, units.values(), damaged="damaged terms")
            forget(out, units)
            return
        if added := added_tables(begun, terms):
            refuse_lost(out, labels, units.values(), damaged=f"no {added[0]}")
            watch.tell(f"All logs are read again: the tables lack {', '.join(added)}.")
            forget(out, units)
            return
        refuse_other(out, begun, terms)
        for unit in units.values():
            ledger.add(unit)
        survey, checked = self._planned.survey(), self._planned.rereadable()
        gone = ledger.gone(survey, checked.labels)
        if gone is not None:
            self._take_out(
                gone, checked, ledger.left_of(survey, frozenset())[0], remove_missing=remove_missing
            )
        ledger.forget_freed(labels, self._planned.streams)
        self._left, logs = ledger.left_of(survey, self._planned.streams)
        self._logs_left = None if survey.logs is None else logs

    def _take_out(self, gone: pa.Table, checked: Plan, left: Counter[int], *, remove_missing: bool) -> None:
        """Take out what is gone but for what has only moved; of what is not named, only what is elsewhere."""
        ledger = self._ledger
        moves = find_moves(ledger, gone, checked, left, self._engine)
        if not remove_missing:
            refuse_missing(ledger, gone, moves, checked)
        out = ledger.ask(
            "SELECT gone.*, elsewhere.unit IS NOT NULL AS is_elsewhere FROM gone "
            "LEFT JOIN elsewhere USING (unit, place) ANTI JOIN moved USING (unit, place) "
            "WHERE is_named OR is_elsewhere",
            gone=gone,
            **moves._asdict(),
        )
        ledger.rewrite(gone=out.select(["unit", "place"]), moved=moves.moved)
        self._gone = out.filter(numbers(~plain(out["is_elsewhere"])))

    def removed(self) -> int:
        """How many logs are gone: neither their source is read now, nor are their bytes at a new place."""
        return 0 if self._gone is None else self._ledger.count_gone(self._gone)

    def read_all(self, watch: Progress, workers: int) -> None:
        """Do the units that are not done, while kernels may be compiled beside, and tell the watch."""
        earlier = logs_of(self._ledger.units.values())

        def begin(logs: int | None) -> None:
            watch.begin(logs, earlier)
            REFEREE.compile_for(logs, workers)

        with REFEREE.beside(), TemporaryDirectory(ignore_cleanup_errors=True) as beside:
            read = Path(beside, "read")
            watch.follow(lambda: read_so_far(read)[0], lambda: _grown(read))
            units, job = self._units(self._planned, self._left), replace(self._job, read=read)
            if self._left is None:
                units = counted_beside(units, lambda: begin(self._planned.survey(unpack=False).logs))
            else:
                begin(self._logs_left)
            self._read(_totalled(units, watch), job, watch)
        if not self.logs:
            return
        # Duplicates that should stay, now that all is known; standard input is read once.
        checked = self._planned.rereadable()
        while self._ledger.forget_freed(self._planned.labels, self._planned.streams):
            left, _ = self._ledger.left_of(checked.survey(), frozenset())
            self._read(self._units(checked, left), job, Progress(quiet=True))

    def _units(self, planned: Plan, left: Counter[int] | None) -> Iterator[Unit]:
        replaced = {old for unit in self._ledger.units.values() for old in unit.replaces}
        taken = replaced | self._taken | self._ledger.units.keys()
        return planned.units(left, taken=taken, by_players=True)

    def _read(self, units: Iterable[Unit], job: Job, watch: Progress) -> None:
        """Do these units, and tell the watch of each."""
        with closing(self._engine(partial(do_unit, job=job), units)) as results:
            for result in results:
                report = keep_lost(result.unit, result.reason, job) if isinstance(result, Lost) else result
                self._ledger.add(report.kept)
                self.logs += report.kept.logs
                totals = report.kept.totals
                watch.count(totals.inputs - totals.absent, totals.findings.total())
                watch.note_peak(report.worker, report.peak_mebibytes)


def _totalled(units: Iterable[Unit], watch: Progress) -> Iterator[Unit]:
    """The units; once the last is listed, the watch is told how many logs they have: some were estimated."""
    logs = 0
    for unit in units:
        logs += unit.logs
        yield unit
    watch.begin(logs)


def _grown(read: Path) -> float:
    """How many logs there were in what was counted as one; where parts hold none, nothing is said."""
    _, whole, planned = read_so_far(read)
    return max(whole / planned, 1.0) if planned else 1.0
