"""Engines: how units of work are spread over this process, other processes, or other machines.

Each takes a function and the units, and gives the result of every unit exactly once, in any order.
Starting one must stay cheap, so those that need more than Python itself are imported by their modules.

A unit that ends the process that worked on it is tried again: an unlucky neighbour of what uses up the memory
dies as well, so no unit is judged before it has been tried alone.  One that ends a fresh process too is cut
in halves, down to the log that does it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from enum import IntEnum
from itertools import chain, islice
from typing import Final, NamedTuple, Protocol, TypeVar

from analyzer.sources.units import Unit, halves

__all__ = [
    "COMPILE_ABOVE",
    "Engine",
    "Lost",
    "Stage",
    "Trial",
    "after_count",
    "after_death",
    "looked_ahead",
    "serial",
    "worth_preparing",
]

Result = TypeVar("Result")

COMPILE_ABOVE: Final = 48
"""Logs from which on loading the compiled kernels takes less time than it saves."""


class Lost(NamedTuple):
    """A unit that ends every process that works on it; of one log, where it could be cut so far.

    Attributes:
        unit: The unit.
        reason: How the process ended, in a few words.
    """

    unit: Unit
    reason: str


class Engine(Protocol):
    """Applies a function to units of work and gives the results in any order.

    The function must allow for being called with the same unit again: what ends a worker may have
    happened after the work was done.  Whatever it raises ends the run and reaches the caller as it is.
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
            units: What to do it with; taken as workers get free.
            count: Gives a unit of one part a window over all its items, so that it can be cut further.

        Returns:
            For each unit its result; or the results of the units it was cut into, because it ended
            workers, with a `Lost` for each of them that still does.
        """
        ...


def worth_preparing(units: Iterable[Unit]) -> tuple[Iterator[Unit], bool]:
    """The same units, and whether there are several, or one of so many logs that kernels are compiled."""
    rest = iter(units)
    first = list(islice(rest, 2))
    return chain(first, rest), len(first) > 1 or any(unit.logs > COMPILE_ABOVE for unit in first)


def looked_ahead(units: Iterable[Unit], *, many: int = 2, logs: int) -> tuple[Iterator[Unit], bool]:
    """The same units, and whether there are so many, with so many logs: as much as pays for a preparation.

    Args:
        units: No more of them are taken than the answer needs.
        many: How many units, at least.
        logs: How many logs all together, at least.
    """
    rest = iter(units)
    first: list[Unit] = []
    seen = 0
    for unit in rest:
        first.append(unit)
        seen += unit.logs
        if len(first) >= many and seen >= logs:
            return chain(first, rest), True
    return iter(first), False


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


class Stage(IntEnum):
    """Why a unit is being tried."""

    FIRST = 0
    """Its turn has come."""
    ALONE = 1
    """It ended a worker: now with a fresh one, while no other works."""
    PART = 2
    """It was cut off a unit that ended a worker alone."""
    COUNT = 3
    """It is one part, and how many logs that holds must be known before it can be cut."""


class Trial(NamedTuple):
    """A unit and why it is being tried."""

    unit: Unit
    stage: Stage = Stage.FIRST


def after_death(trial: Trial, *, can_count: bool) -> tuple[Trial, ...]:
    """What to try when a trial has ended its worker; nothing when the unit is lost."""
    if trial.stage == Stage.COUNT:
        return ()
    if trial.stage == Stage.FIRST:
        return (Trial(trial.unit, Stage.ALONE),)
    if parts := _parts(trial.unit):
        return parts
    if trial.stage == Stage.PART:
        return (Trial(trial.unit, Stage.ALONE),)
    if can_count and trial.unit.window is None:
        return (Trial(trial.unit, Stage.COUNT),)
    return ()


def after_count(counted: Unit) -> tuple[Trial, ...]:
    """What to try with a unit of one part once its items are counted; nothing when it is lost."""
    return _parts(counted)


def _parts(unit: Unit) -> tuple[Trial, ...]:
    return tuple(Trial(part, Stage.PART) for part in halves(unit))
