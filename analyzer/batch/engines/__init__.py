"""Engines: they distribute units of work over this process, other processes, or other machines.

An engine takes work and units, and gives the result of every unit exactly once, in any order.
`scheduling` decides what is tried next; `processes` and `dask` have the workers that try it.
Starting one must stay cheap, so those that need more than the standard library have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, NamedTuple, TypeAlias

from analyzer.sources.units import Unit

__all__ = ["Engine", "Lost", "Work", "serial"]


class Work(NamedTuple):
    """What is done with units: functions of a module, or ``partial`` of one, sent to other processes."""

    does: Callable[..., object]
    """Gives the result of a unit; called with it again if a worker dies after its work was done.

    Where a unit ends workers, ``lost`` names the items to leave out, by number, with the reason for each.
    """
    item_looked_at: Callable[[Unit], int | None] | None = None
    """Called here after that has ended a worker: the number of the item at which it did, if it was at any.

    None where ``does`` knows no items, and takes no ``lost``.
    """


class Lost(NamedTuple):
    """A unit that kills every process that works on it, for no item that could be left out."""

    unit: Unit
    reason: str
    """How the process ended, in a few words."""


Engine: TypeAlias = Callable[[Work, Iterable[Unit]], Generator[Any, None, None]]
"""Gives the result of each unit; of one that kills workers those of its cuts, and `Lost` for each that does.

Units are taken as workers become free.  An exception of the work ends the run and reaches the caller
unchanged.  Closing the generator ends all workers at once.
"""


def serial(work: Work, units: Iterable[Unit]) -> Generator[Any, None, None]:
    """One unit after another in this process; each result is computed on demand."""
    yield from map(work.does, units)
