"""Engines: they distribute units of work over this process, other processes, or other machines.

An engine takes a function and the units, and gives the result of every unit exactly once, in any order.
`scheduling` decides what is tried next; `processes` and `dask` have the workers that try it.
Starting one must stay cheap, so those that need more than the standard library have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, NamedTuple, Protocol

from analyzer.sources.units import Unit

__all__ = ["Engine", "Lost", "serial"]


class Lost(NamedTuple):
    """A unit that kills every process that works on it; a single log where it could be cut so far."""

    unit: Unit
    reason: str
    """How the process ended, in a few words."""


class Engine(Protocol):
    """Gives the results of a function of units: those of the units or, where one killed workers, of its cuts.

    For each cut that still does there is a `Lost`.  The function may be called with the same unit again,
    because a worker can die after its work was done.  It is sent to other processes, so it is a function of a
    module, or a ``partial`` of one; its exceptions end the run and reach the caller unchanged.
    Units are taken as workers become free.  ``count`` gives a unit of one part a window over all its items,
    so that it can be cut further.  Closing the generator ends all workers at once.
    """

    def __call__(
        self,
        work: Callable[[Unit], object],
        units: Iterable[Unit],
        /,
        *,
        count: Callable[[Unit], Unit] | None = None,
    ) -> Generator[Any, None, None]: ...


def serial(
    work: Callable[[Unit], object],
    units: Iterable[Unit],
    /,
    *,
    count: Callable[[Unit], Unit] | None = None,  # noqa: ARG001
) -> Generator[Any, None, None]:
    """One unit after another in this process; each result is computed on demand."""
    yield from map(work, units)
