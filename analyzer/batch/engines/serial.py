"""The engine without workers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from analyzer.batch.engines.engine import Lost
from analyzer.sources.units import Unit

__all__ = ["serial"]

Result = TypeVar("Result")


def serial(
    work: Callable[[Unit], Result],
    units: Iterable[Unit],
    /,
    *,
    count: Callable[[Unit], Unit] | None = None,  # noqa: ARG001
) -> Generator[Result | Lost, None, None]:
    """One unit after another in this process; results are made when asked for."""
    for unit in units:
        yield work(unit)
