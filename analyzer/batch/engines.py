"""Engines: how the work on batches is spread; each takes a function and its inputs and keeps their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

__all__ = ["Engine", "serial"]

Unit = TypeVar("Unit")
Result = TypeVar("Result")


class Engine(Protocol):
    """Applies a function to every unit of work and gives the results in the order of the units."""

    def __call__(self, work: Callable[[Unit], Result], units: Iterable[Unit], /) -> Iterator[Result]: ...


def serial(work: Callable[[Unit], Result], units: Iterable[Unit], /) -> Iterator[Result]:
    """One unit after another in this process; results are made when asked for."""
    return map(work, units)
