"""The engine for several processes on this machine; one that dies does not affect the others or the run.

Every worker has its own pipe and one unit at a time, so that the end of a pipe tells which unit its worker
had when it died.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Final, Generic, TypeVar

from analyzer.batch.engines import Engine, Lost, Stage, Trial, after_count, after_death, worth_preparing
from analyzer.batch.engines.worker import NO_GUARD, OUT_OF_MEMORY, Answer, Counted, Failure, Ready, serve
from analyzer.errors import AnalyzerError, UserMistake
from analyzer.sources.units import Unit, label

__all__ = ["available_cores", "ending", "no_interrupts", "processes"]

Result = TypeVar("Result")

_MOST: Final = 60 if sys.platform == "win32" else 1000
"""Windows can wait for at most 63 things at once."""
_FAILED_STARTS: Final = 3
"""Workers in a row that die before they are ready, before the run gives up."""
_PATIENCE: Final = 1.0
"""Seconds for a killed process to be gone."""
_CUT_NO_FURTHER: Final = "reading it ends the process that does it"


def available_cores() -> int:
    """Cores that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    else:  # noqa: RET505
        return os.cpu_count() or 1


def processes(workers: int, *, prepare: Callable[[], None] | None = None) -> Engine:
    """An engine of at most ``workers`` processes, started as there is work for them.

    Args:
        workers: How many.
        prepare: What one of them does before any takes the first unit, if that pays.
    """

    def engine(
        work: Callable[[Unit], Result],
        units: Iterable[Unit],
        /,
        *,
        count: Callable[[Unit], Unit] | None = None,
    ) -> Generator[Result | Lost, None, None]:
        units, is_worth_it = worth_preparing(units)
        orders = _Orders(work, count, prepare if is_worth_it else None)
        with closing(_Pool(min(max(workers, 1), _MOST), orders)) as pool:
            yield from pool.results(units)

    return engine


@dataclass(frozen=True, slots=True)
class _Orders(Generic[Result]):
    """What every worker gets at its start."""

    work: Callable[[Unit], Result]
    count: Callable[[Unit], Unit] | None
    prepare: Callable[[], None] | None


class _Worker(Generic[Result]):
    """One process, as seen from here.

    Attributes:
        trial: What it is doing; None while it waits.
        is_ready: Whether it has reported to be ready.
        is_fresh: Whether it has not yet had a unit.
    """

    def __init__(self, orders: _Orders[Result]) -> None:
        context = get_context("spawn")
        here, there = context.Pipe()
        self.connection: Connection = here
        self.process = context.Process(
            target=serve, args=(there, orders.work, orders.count, orders.prepare), daemon=True
        )
        self.trial: Trial | None = None
        self.is_ready = False
        self.is_fresh = True
        with no_interrupts():
            self.process.start()
        there.close()

    def give(self, trial: Trial) -> None:
        """Send it a trial; if it has died, waiting for its answer will show it."""
        self.trial, self.is_fresh = trial, False
        with suppress(OSError):
            self.connection.send(trial)

    def end(self) -> None:
        """Kill it; its output is written so that nothing incomplete passes for complete."""
        self.process.kill()
        self.process.join(_PATIENCE)
        self.connection.close()


class _Pool(Generic[Result]):
    """Units in the hands of the workers."""

    def __init__(self, size: int, orders: _Orders[Result]) -> None:
        self._size = size
        self._orders = orders
        self._workers: list[_Worker[Result]] = []
        self._waiting: deque[Trial] = deque()
        self._suspects: deque[Trial] = deque()
        self._failed_starts = 0

    def results(self, units: Iterator[Unit]) -> Iterator[Result | Lost]:
        """The results of the units."""
        has_more = True
        while True:
            self._dispatch()
            is_short = has_more and len(self._waiting) <= self._size - self._busy()
            if is_short:
                # Listing an archive takes time in which the workers go on: one unit, then look at them.
                unit = next(units, None)
                has_more = unit is not None
                self._waiting.extend([] if unit is None else [Trial(unit)])
            elif not (self._busy() or self._waiting or self._suspects):
                return
            for worker in self._speaking(timeout=0 if is_short else None):
                yield from self._hear(worker)

    def close(self) -> None:
        """End all workers at once."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.end()

    def _busy(self) -> int:
        return sum(worker.trial is not None for worker in self._workers)

    def _speaking(self, timeout: float | None) -> list[_Worker[Result]]:
        if not self._workers:
            return []
        spoke = wait([worker.connection for worker in self._workers], timeout)
        return [worker for worker in self._workers if worker.connection in spoke]

    def _dispatch(self) -> None:
        """Give units to waiting workers, and start workers for more."""
        if any(worker.trial and worker.trial.stage == Stage.ALONE for worker in self._workers):
            return
        for worker in self._workers:
            if self._next_is_alone():
                self._dispatch_alone()
                return
            if worker.is_ready and worker.trial is None and (self._suspects or self._waiting):
                worker.give((self._suspects or self._waiting).popleft())
        starting = sum(not worker.is_ready for worker in self._workers)
        wanted = min(len(self._suspects) + len(self._waiting) - starting, self._size - len(self._workers))
        for _ in range(wanted):
            self._start()

    def _next_is_alone(self) -> bool:
        return bool(self._suspects) and self._suspects[0].stage == Stage.ALONE

    def _dispatch_alone(self) -> None:
        """Give the first suspect to a fresh worker as soon as nobody else works."""
        if self._busy():
            return
        fresh = [worker for worker in self._workers if worker.is_fresh]
        if not fresh:
            if len(self._workers) >= self._size:
                self._workers.pop().end()
            self._start()
        elif fresh[0].is_ready:
            fresh[0].give(self._suspects.popleft())

    def _start(self) -> None:
        """Start a worker, unless there is one that prepares for all."""
        if self._orders.prepare is not None and self._workers:
            return
        self._workers.append(_Worker(self._orders))

    def _hear(self, worker: _Worker[Result]) -> Iterator[Result | Lost]:
        try:
            message: Ready | Answer[Result] | Counted | Failure = worker.connection.recv()
        except (EOFError, OSError):
            yield from self._bury(worker)
            return
        trial, worker.trial = worker.trial, None
        match message:
            case Failure(error, trace):
                place = "" if trial is None else f", on {label(trial.unit)}"
                error.add_note(f"In a worker process{place}:\n{trace}")
                raise error
            case Ready():
                worker.is_ready, self._failed_starts = True, 0
                self._orders = replace(self._orders, prepare=None)
            case Answer(result):
                # The worker shall not wait for what the caller does with the result.
                self._dispatch()
                yield result
            case Counted(unit):
                yield from self._go_on(
                    unit if trial is None else trial.unit, after_count(unit), _CUT_NO_FURTHER
                )

    def _bury(self, worker: _Worker[Result]) -> Iterator[Result | Lost]:
        """Decide what to do with the unit of a dead worker."""
        self._workers.remove(worker)
        worker.end()
        how = ending(worker.process.exitcode)
        if not worker.is_ready:
            self._failed_starts += 1
            if self._failed_starts >= _FAILED_STARTS:
                raise AnalyzerError(f"worker processes end before they are ready to work: {how}")
        if worker.trial is not None:
            following = after_death(worker.trial, can_count=self._orders.count is not None)
            yield from self._go_on(worker.trial.unit, following, f"reading it ends the process: {how}")

    def _go_on(self, unit: Unit, following: tuple[Trial, ...], reason: str) -> Iterator[Lost]:
        self._suspects.extend(following)
        if not following:
            yield Lost(unit, reason)


def ending(status: int | None) -> str:
    """How a process ended, in words.

    Raises:
        UserMistake: When it would have started its own run.
    """
    if status == NO_GUARD:
        raise UserMistake(
            "the run starts processes, and each of them imports this script: "
            'call analyzer.run below `if __name__ == "__main__":`'
        ) from None
    if status is None:
        return "it was killed"
    if status == OUT_OF_MEMORY:
        return "out of memory"
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Keep Ctrl-C from a process that is being started, which would print a traceback of its imports.

    This process gets a held back Ctrl-C afterwards; the new one ignores it.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
