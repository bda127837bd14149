"""Engines: they distribute units of work over this process, other processes, or other machines.

An engine takes a function and the units, and gives the result of every unit exactly once, in any order.
`scheduling` decides what is tried next; `processes` and `dask` have the workers that try it.
Starting one must stay cheap, so those that need more than the standard library have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple, Protocol, TypeVar

from analyzer.sources.units import Unit

__all__ = [
    "Engine",
    "Lost",
    "serial",
]

Result = TypeVar("Result")


class Lost(NamedTuple):
    """A unit that kills every process that works on it; a single log where it could be cut so far.

    Attributes:
        unit: The unit.
        reason: How the process ended, in a few words.
    """

    unit: Unit
    reason: str


class Engine(Protocol):
    """Applies a function to units of work and gives the results in any order.

    The function may be called with the same unit again, because a worker can die after its work was done.
    An exception of the function ends the run and reaches the caller unchanged.
    Closing the generator ends all workers at once.
    """

    def __call__(
        self,
        work: Callable[[Unit], Result],
        units: Iterable[Unit],
        /,
        *,
        count: Callable[[Unit], Unit] | None = None,
    ) -> Generator[Result | Lost, None, None]:
        """Start.

        Args:
            work: What to do with a unit; sent to other processes, so a function of a module, or a
                ``partial`` of one.
            units: The units; taken as workers become free.
            count: Gives a unit of one part a window over all its items, so that it can be cut further.

        Returns:
            The result of each unit; or, if it killed workers, the results of the units it was cut into, with
            a `Lost` for each of them that still does.
        """
        ...


def serial(
    work: Callable[[Unit], Result],
    units: Iterable[Unit],
    /,
    *,
    count: Callable[[Unit], Unit] | None = None,  # noqa: ARG001
) -> Generator[Result | Lost, None, None]:
    """One unit after another in this process; each result is computed on demand."""
    for unit in units:
        yield work(unit)
