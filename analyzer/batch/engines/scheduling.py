"""Which unit is worked on next, and what becomes of one that ends its worker; a `Sender` has the workers.

A unit that ends its worker is tried again alone, because it may only have run beside one that exhausted the
memory.  If it also ends a fresh worker, it is cut in halves, down to one part.  The items of that are looked
at one by one, by fresh workers, until all that end them are left out.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from analyzer.batch.engines.worker import Answer, Failure
from analyzer.sources.units import Unit, halves, label

__all__ = ["Died", "Engine", "Lost", "Outcome", "Sender", "Stage", "Trial", "Work", "scheduled", "serial"]


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


class Stage(IntEnum):
    """Why a unit is being tried."""

    FIRST = 0
    """Its turn has come."""
    ALONE = 1
    """It ended a worker: now with a fresh one, while no other works."""
    PART = 2
    """It was cut from a unit that ended a worker alone."""


class Trial(NamedTuple):
    """A unit and why it is being tried."""

    unit: Unit
    stage: Stage = Stage.FIRST
    reason: str = ""
    """How it ended a worker the last time, in a few words."""
    lost: Mapping[int, str] | None = None
    """Its items that are left out, and why; None as long as these are not looked at one by one."""
    doubted: frozenset[int] = frozenset()
    """Items at which a worker ended once."""


class Died(NamedTuple):
    """A worker has ended during a trial."""

    how: str
    who: str = "process"


Outcome: TypeAlias = Answer | Failure | Died | None
"""What came of a trial; None if nothing did through no fault of the unit, so that it is sent again."""


class Sender(Protocol):
    """Starts workers, sends them trials, and hears what comes of these."""

    def room(self) -> int:
        """How many more trials to send; at least one if none is being done."""

    def send(self, trial: Trial, does: Callable[[Unit], object], /) -> None:
        """Have a worker apply a function to the unit of a trial: a fresh worker if it is tried alone."""

    def hear(self, *, is_waiting: bool) -> Iterator[tuple[Trial, Outcome]]:
        """Trials that have ended; waits for the first if asked to.  More may be sent between two of them."""


def scheduled(sender: Callable[[], AbstractContextManager[Sender]]) -> Engine:
    """An engine that sends its units so; leaving the context ends or leaves all workers at once."""

    def engine(work: Work, units: Iterable[Unit]) -> Generator[Any, None, None]:
        with sender() as opened:
            yield from _Schedule(opened, work, iter(units)).results()

    return engine


@dataclass
class _Schedule:
    """Units on their way to workers."""

    sender: Sender
    work: Work
    units: Iterator[Unit]
    next: Trial | None = None
    has_more: bool = True
    suspects: deque[Trial] = field(default_factory=deque)
    sent: Counter[Stage] = field(default_factory=Counter)

    def results(self) -> Iterator[Any]:
        while True:
            self._send()
            is_short = self.has_more and self.next is None
            if is_short:
                # Listing an archive takes time in which the workers go on: one unit, then listen to them.
                unit = next(self.units, None)
                self.has_more = unit is not None
                self.next = None if unit is None else Trial(unit)
            elif not self.sent.total():
                return
            for trial, outcome in self.sender.hear(is_waiting=not is_short):
                self.sent[trial.stage] -= 1
                results = self._judged(trial, outcome)
                # The workers shall not wait for what the caller does with a result.
                self._send()
                yield from results

    def _send(self) -> None:
        while self.sender.room() > 0 and (trial := self._taken()):
            does = self.work.does
            self.sender.send(trial, does if trial.lost is None else partial(does, lost=trial.lost))
            self.sent[trial.stage] += 1

    def _taken(self) -> Trial | None:
        """What is to be tried now: suspects first, and one that is tried alone while nothing else is."""
        if self.sent[Stage.ALONE]:
            return None
        if self.suspects:
            must_wait = self.suspects[0].stage == Stage.ALONE and self.sent.total()
            return None if must_wait else self.suspects.popleft()
        trial, self.next = self.next, None
        return trial

    def _judged(self, trial: Trial, outcome: Outcome) -> tuple[Any, ...]:
        """The result of a trial, unless something has to be tried further; raises what the work raised."""
        match outcome:
            case Failure(error, trace):
                error.add_note(f"In a worker process, on {label(trial.unit)}:\n{trace}")
                raise error
            case Answer(result):
                return (result,)
            case Died(how, who):
                trial = trial._replace(reason=f"reading it ends the {who}: {how}")
                following = self._after_death(trial)
            case None:
                following = (trial,)
        self.suspects.extend(following)
        return () if following else (Lost(trial.unit, trial.reason),)

    def _after_death(self, trial: Trial) -> tuple[Trial, ...]:
        """What to try after a trial has ended its worker; nothing if the unit is lost."""
        if trial.stage == Stage.FIRST:
            return (trial._replace(stage=Stage.ALONE),)
        if trial.lost is not None:
            return self._without_deadly(trial, trial.lost)
        if parts := halves(trial.unit):
            return tuple(Trial(part, Stage.PART, trial.reason) for part in parts)
        if trial.stage == Stage.PART:
            return (trial._replace(stage=Stage.ALONE),)
        return () if self.work.item_looked_at is None else (trial._replace(lost={}),)

    def _without_deadly(self, trial: Trial, lost: Mapping[int, str]) -> tuple[Trial, ...]:
        """The trial again, without the item at which the worker ended, if not for the first time."""
        item = self.work.item_looked_at(trial.unit) if self.work.item_looked_at else None
        if item is None or item in lost:
            return ()
        # The first has ended workers before, of which nobody asked what they looked at.
        if lost and item not in trial.doubted:
            return (trial._replace(doubted=trial.doubted | {item}),)
        return (trial._replace(lost={**lost, item: trial.reason}),)
