"""The engine for several processes on this machine; one that dies does not affect the others or the run.

Every worker has its own pipe and one unit at a time, so that the end of a pipe tells which unit its worker
had when it died.
"""

from __future__ import annotations

import pickle
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar

from analyzer.batch.engines.scheduling import Died, Engine, Outcome, Stage, Trial, Work, scheduled, serial
from analyzer.batch.engines.worker import NO_GUARD, OUT_OF_MEMORY, Answer, Failure, serve
from analyzer.errors import AnalyzerError, UserMistake
from analyzer.kernels.beside import available_cores
from analyzer.sources.units import Unit

__all__ = ["automatic", "processes", "side_by_side"]

Result = TypeVar("Result")

_MANY_LOGS: Final = 100
"""Fewer logs are read faster than processes start."""
_MOST: Final = 60 if sys.platform == "win32" else 1000
"""Windows can wait for at most 63 things at once."""
_FAILED_STARTS: Final = 3
"""Workers in a row that die before they are ready, before the run gives up."""
_PATIENCE: Final = 1.0
"""Seconds for a process to be gone."""


def processes(workers: int) -> Engine:
    """An engine of at most ``workers`` processes, started as there is work for them."""
    return scheduled(lambda: closing(_Processes(min(max(workers, 1), _MOST))))


def automatic(workers: int | None = None) -> Engine:
    """An engine that starts processes if there is work for more than one; by default one for each core."""
    size = available_cores() if workers is None else workers

    def engine(work: Work, units: Iterable[Unit]) -> Generator[Any, None, None]:
        rest, first, logs = iter(units), list[Unit](), 0
        # No more are listed than tell whether there is work for processes.
        while size > 1 and (len(first) < 2 or logs < _MANY_LOGS) and (unit := next(rest, None)):
            first.append(unit)
            logs += unit.logs
        is_much = len(first) > 1 and logs >= _MANY_LOGS
        return (processes(size) if is_much else serial)(work, chain(first, rest))

    return engine


def side_by_side(work: Callable[[Any], Result], tasks: Sequence[Any]) -> list[Result]:
    """The results of a function of a module, or a ``partial`` of one, for all tasks, each in a process.

    What the function raises is raised here; AnalyzerError when a process ends before its work does.
    """
    results: dict[int, Any] = {}
    with closing(_Processes(len(tasks))) as processes:
        trials = [Trial(task) for task in tasks]
        for trial in trials:
            processes.send(trial, work)
        while len(results) < len(tasks):
            for trial, outcome in processes.hear(is_waiting=True):
                match outcome:
                    case Answer(result):
                        results[id(trial)] = result
                    case Failure(error, trace):
                        error.add_note(f"In a process of its own:\n{trace}")
                        raise error
                    case Died(how):
                        raise AnalyzerError(f"a process ended before its work did: {how}")
                    case None:
                        processes.send(trial, work)
    return [results[id(trial)] for trial in trials]


class _Processes:
    """Starts processes for trials, at most ``size``."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._workers: dict[_Worker, Trial | None] = {}
        self._failed_starts = 0

    def room(self) -> int:
        return self._size - sum(trial is not None for trial in self._workers.values())

    def send(self, trial: Trial, does: Callable[[Any], object], /) -> None:
        idle = [worker for worker, its_trial in self._workers.items() if its_trial is None]
        if idle and trial.stage == Stage.ALONE:
            if len(self._workers) == self._size:
                del self._workers[idle[0]]
                idle[0].end()
            idle.clear()
        worker = idle[0] if idle else _Worker()
        self._workers[worker] = trial
        worker.send(does, trial.unit)

    def hear(self, *, is_waiting: bool) -> Iterator[tuple[Trial, Outcome]]:
        by_connection = {worker.connection: worker for worker in self._workers}
        spoke = {*wait(by_connection, None if is_waiting else 0)}
        for worker in [worker for connection, worker in by_connection.items() if connection in spoke]:
            # Between two of them one may have been ended to make room.
            if worker not in self._workers:
                continue
            try:
                said = worker.hear()
            except (EOFError, OSError):
                trial, outcome = self._workers.pop(worker), self._death(worker)
                if trial is not None:
                    yield trial, outcome
                continue
            if said is None:
                self._failed_starts = 0
            elif (trial := self._workers[worker]) is not None:
                self._workers[worker] = None
                yield trial, said

    def close(self) -> None:
        """End all workers at once; their output is written so that nothing incomplete passes for complete."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.end()

    def _death(self, worker: _Worker) -> Died | None:
        """What a death means for the trial of a worker; nothing if it had not begun."""
        how = worker.ending()
        worker.end()
        if worker.is_ready:
            return Died(how)
        self._failed_starts += 1
        if self._failed_starts >= _FAILED_STARTS:
            raise AnalyzerError(f"worker processes end before they are ready to work: {how}")
        return None


class _Worker:
    """A process that does what it is sent, as seen from here."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.connection, there = context.Pipe()
        self.process = context.Process(target=serve, args=(there,), daemon=True)
        self.is_ready = False
        self._order = b""
        with _no_interrupts():
            self.process.start()
        there.close()

    def send(self, does: Callable[[Any], object], task: object) -> None:
        """Have it apply a function to a task; if it has died, hearing it will tell."""
        self._order = pickle.dumps((does, task))
        # Before it is ready it does not listen, and what is large would hold up this process.
        if self.is_ready:
            self._send()

    def _send(self) -> None:
        with suppress(OSError):
            self.connection.send_bytes(self._order)
        self._order = b""

    def hear(self) -> Answer | Failure | None:
        """What it says; None when it has become ready.  If it has died, OSError or EOFError."""
        said: Answer | Failure | None = self.connection.recv()
        if said is None:
            self.is_ready = True
            self._send()
        return said

    def end(self) -> None:
        """Kill it and wait until it is gone."""
        self.process.kill()
        self.process.join(_PATIENCE)
        self.connection.close()

    def ending(self) -> str:
        """How it ended, in words; UserMistake when it would have started its own run."""
        self.process.join(_PATIENCE)
        status = self.process.exitcode
        if status == NO_GUARD:
            raise UserMistake(
                "the run starts processes, and each of them imports this script: "
                'call analyzer.run below `if __name__ == "__main__":`'
            ) from None
        if status == OUT_OF_MEMORY:
            return "out of memory"
        if status is None or status >= 0:
            return "it was killed" if status is None else f"exit status {status}"
        known = {one.value: one.name for one in signal.Signals}
        return f"killed by {known.get(-status, f'signal {-status}')}"


@contextmanager
def _no_interrupts() -> Iterator[None]:
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
