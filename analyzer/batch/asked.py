"""A run as a user asks for it, on the command line or from Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from analyzer.batch.engines import Engine, automatic, processes, serial
from analyzer.batch.outputs import names_of, outputs_of
from analyzer.batch.progress import Progress
from analyzer.batch.reviews import terms_of
from analyzer.batch.run import Outcome, run
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.kernels.beside import available_cores
from analyzer.sources import Choice
from analyzer.sources.asking import Asked, words_of
from analyzer.sources.units import UNIT_LOGS

__all__ = ["engine_of", "run_asked"]

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
    unit_logs: int | None = None,
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
        unit_logs=unit_logs or (_LOGS_WITH_PLAYS if "plays" in job.outputs.tables else UNIT_LOGS),
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
