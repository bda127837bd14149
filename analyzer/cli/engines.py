"""Options that say where the work is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from analyzer.cli.progress import tell_of_compiling
from analyzer.errors import UserMistake

if TYPE_CHECKING:
    from analyzer.batch.engines import Engine

__all__ = ["engine_of", "engine_options", "writers_of"]

Command = TypeVar("Command", bound=Callable[..., Any])


def engine_options(command: Command) -> Command:
    """``--workers``, ``--engine`` and ``--scheduler``."""
    for option in (
        click.option(
            "--scheduler", metavar="ADDRESS", help="Dask scheduler of --engine dask, as tcp://host:8786."
        ),
        click.option(
            "--engine",
            type=click.Choice(["serial", "processes", "dask"]),
            help="In this process, in several on this machine, or on the workers of a Dask scheduler "
            "(default: processes, where there is work for more than one).",
        ),
        click.option(
            "--workers",
            type=click.IntRange(min=1),
            metavar="N",
            help="Processes on this machine (default: one on each core).",
        ),
    ):
        command = option(command)
    return command


def engine_of(
    engine: str | None,
    workers: int | None,
    scheduler: str | None,
    *,
    out: Path,
    sources: Sequence[str],
    quiet: bool = False,
) -> Engine:
    """The engine that the options ask for.

    Raises:
        UserMistake: When the options contradict each other.
    """
    from analyzer.batch.warming import warm_kernels
    from analyzer.kernels.caches import is_cache_filled

    _refuse_contradictions(engine, workers, scheduler)
    if scheduler is not None:
        from analyzer.batch.engines.dask import dask

        return dask(scheduler, out=out, sources=sources, prepare=warm_kernels)
    if engine == "serial":
        from analyzer.batch.engines import serial

        return serial
    from analyzer.batch.engines.automatic import automatic
    from analyzer.batch.engines.processes import available_cores, processes

    # On a terminal the live line says it.  With nothing to prepare, all workers start at once.
    say = None if quiet or sys.stderr.isatty() else tell_of_compiling
    prepare = None if is_cache_filled() else partial(warm_kernels, say)
    if engine == "processes":
        return processes(workers or available_cores(), prepare=prepare)
    return automatic(workers, prepare=prepare)


def writers_of(engine: str | None, workers: int | None) -> int:
    """Processes that may write tables side by side: no more cores work than were asked for."""
    from analyzer.batch.engines.processes import available_cores

    return 1 if engine == "serial" else workers or available_cores()


def _refuse_contradictions(engine: str | None, workers: int | None, scheduler: str | None) -> None:
    if engine == "dask" and scheduler is None:
        raise UserMistake("--engine dask needs --scheduler, such as tcp://localhost:8786")
    if scheduler is not None and engine not in (None, "dask"):
        raise UserMistake(f"--scheduler {scheduler} is of --engine dask, not of --engine {engine}")
    if workers is not None and (scheduler is not None or engine == "serial"):
        place = "the scheduler has workers of its own" if scheduler else "--engine serial has no workers"
        raise UserMistake(f"--workers {workers} cannot be had: {place}")
