"""The default engine of a run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Final, TypeVar

from analyzer.batch.engines import Engine, Lost, looked_ahead, serial
from analyzer.batch.engines.processes import available_cores, processes
from analyzer.sources.units import Unit

__all__ = ["automatic"]

Result = TypeVar("Result")

_MANY_LOGS: Final = 100
"""Fewer logs are read faster than processes start."""


def automatic(workers: int | None = None) -> Engine:
    """An engine that starts processes if there is work for more than one.

    Args:
        workers: Most processes; None for one on each core.
    """
    size = available_cores() if workers is None else workers

    def engine(
        work: Callable[[Unit], Result],
        units: Iterable[Unit],
        /,
        *,
        count: Callable[[Unit], Unit] | None = None,
    ) -> Generator[Result | Lost, None, None]:
        units, is_much = looked_ahead(units, logs=_MANY_LOGS) if size > 1 else (units, False)
        return (processes(size) if is_much else serial)(work, units, count=count)

    return engine
