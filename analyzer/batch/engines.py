"""Engines: one loop over futures; they differ in the executor, here processes of this machine, or this one.

A unit that may have ended its worker is tried again while nothing else works.  If it ends that worker too,
its halves are tried so, down to the smallest piece that ends its worker by itself: that alone is lost.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, FIRST_EXCEPTION, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing
from itertools import chain
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.synchronize import Event
from pickle import dumps, loads
from threading import Thread
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from analyzer.errors import AnalyzerError, UserMistake
from analyzer.kernels.beside import available_cores
from analyzer.sources.units import Unit, halves, label

Result = TypeVar("Result")

_MANY_LOGS: Final = 100
"""Fewer logs are read faster than processes start."""
_MOST: Final = 60 if sys.platform == "win32" else 1000
"""An executor waits for all of them at once, and Windows for at most 63 things."""
_FAILED_STARTS: Final = 3
"""Workers in a row that die before they are ready, before the run gives up."""
_NO_GUARD: Final = 78
"""Exit status of a worker that would start its own run on importing the main script."""
_WARNINGS: Final = "PYTHONWARNINGS"
_ENDED_BY_EXECUTOR: Final = -signal.SIGTERM
"""Exit code of the workers that are ended because another one died."""


class Lost(NamedTuple):
    """A unit that ends every process that reads it, and cannot be split."""

    unit: Unit
    reason: str


class Died(Exception):
    """A worker has ended before it gave a result.

    Args:
        how: How it ended, in a few words.
        who: What ended.
        had_begun: Whether it can have been working; else the unit has no part in its end.
    """

    def __init__(self, how: str, who: str = "process", *, had_begun: bool = True) -> None:
        super().__init__(how)
        self.how, self.who, self.had_begun = how, who, had_begun


Engine: TypeAlias = Callable[[Callable[[Unit], Any], Iterable[Unit]], Generator[Any, None, None]]
"""Gives the result of each unit as it comes, of one that ends workers those of its pieces, or `Lost`.

Units are taken as workers become free.  An exception of the work ends the run and reaches the caller
unchanged.  Closing the generator ends all work.
"""


class Executor(Protocol):
    """Workers of one kind, and the futures of what they were given."""

    def room(self) -> int:
        """How many units may be under way, at least one."""

    def submit(self, does: Callable[[Unit], Any], unit: Unit, /) -> Future[Any]:
        """Have a worker apply a function to a unit."""

    def first_done(self, futures: Collection[Future[Any]], /) -> Collection[Future[Any]]:
        """Waits for the first of some futures; gives all that are done."""

    def result(self, future: Future[Result], /) -> Result:
        """Waits for the result, or raises what the work raised; `Died` when the worker has ended."""


def serial(does: Callable[[Unit], Any], units: Iterable[Unit]) -> Generator[Any, None, None]:
    """One unit after another in this process; each result is computed on demand."""
    yield from map(does, units)


def over_futures(opened: Callable[[], AbstractContextManager[Executor]]) -> Engine:
    """An engine on an executor; leaving its context ends all work."""

    def engine(does: Callable[[Unit], Any], units: Iterable[Unit]) -> Generator[Any, None, None]:
        with opened() as executor:
            yield from _results(executor, does, iter(units))

    return engine


def _results(executor: Executor, does: Callable[[Unit], Any], units: Iterator[Unit]) -> Iterator[Any]:
    sent = dict[Future[Any], Unit]()
    suspects = list[Unit]()
    while True:
        while not suspects and len(sent) < executor.room() and (unit := next(units, None)) is not None:
            sent[executor.submit(does, unit)] = unit
        if sent:
            for future in executor.first_done(sent):
                unit = sent.pop(future)
                try:
                    result = _named(unit, executor, future)
                except Died:
                    suspects.append(unit)
                else:
                    yield result
        elif suspects:
            yield from _alone(executor, does, suspects.pop())
        else:
            return


def _alone(executor: Executor, does: Callable[[Unit], Any], unit: Unit) -> Iterator[Any]:
    """The results of a unit while nothing else works, or of its pieces where it ends its worker."""
    try:
        result = _named(unit, executor, executor.submit(does, unit))
    except Died as death:
        if not death.had_begun:
            yield from _alone(executor, does, unit)
        elif pieces := halves(unit):
            for piece in pieces:
                yield from _alone(executor, does, piece)
        else:
            yield Lost(unit, f"reading it ends the {death.who}: {death.how}")
    else:
        yield result


def _named(unit: Unit, executor: Executor, future: Future[Result]) -> Result:
    """The result of a future; what the work raised gets a note of the unit."""
    try:
        return executor.result(future)
    except Exception as error:
        if not future.cancelled() and error is future.exception():
            error.add_note(f"In a worker process, on {label(unit)}")
        raise


def processes(workers: int) -> Engine:
    """An engine of at most ``workers`` processes, started as there is work for them."""
    return over_futures(lambda: closing(_Processes(min(max(workers, 1), _MOST))))


def automatic(workers: int | None = None) -> Engine:
    """An engine that starts processes if there is work for more than one; by default one for each core."""
    size = available_cores() if workers is None else workers

    def engine(does: Callable[[Unit], Any], units: Iterable[Unit]) -> Generator[Any, None, None]:
        rest, first, logs = iter(units), list[Unit](), 0
        # No more are listed than tell whether there is work for processes.
        while size > 1 and (len(first) < 2 or logs < _MANY_LOGS) and (unit := next(rest, None)):
            first.append(unit)
            logs += unit.logs
        is_much = len(first) > 1 and logs >= _MANY_LOGS
        return (processes(size) if is_much else serial)(does, chain(first, rest))

    return engine


def side_by_side(work: Callable[[Any], Result], tasks: Sequence[Any]) -> list[Result]:
    """The results of a function of a module, or a ``partial`` of one, for all tasks, each in a process.

    What the function raises is raised here; AnalyzerError when a process ends before its work does.
    """
    with closing(_Processes(len(tasks))) as executor:
        futures = [executor.submit(work, task) for task in tasks]
        try:
            for future in wait(futures, return_when=FIRST_EXCEPTION).done:
                executor.result(future)
            return [executor.result(future) for future in futures]
        except Died as death:
            raise AnalyzerError(f"a process ended before its work did: {death.how}") from None


class _Processes:
    """An executor of at most ``size`` processes; where one dies, which ends them all, fresh ones follow."""

    def __init__(self, size: int) -> None:
        _track_quietly()
        self._size = size
        self._context = _Context()
        self._pool: ProcessPoolExecutor | None = None
        self._is_watched = False
        self._failed_starts = 0

    def room(self) -> int:
        # One more than there are workers, so that the next is at hand.
        return self._size + 1

    def submit(self, does: Callable[[Any], Result], task: object, /) -> Future[Result]:
        while True:
            if self._pool is None:
                self._context = _Context()
                self._pool = ProcessPoolExecutor(self._size, self._context, _begin, (self._context.is_ready,))
                self._is_watched = False
            try:
                future = self._pool.submit(_do, does, task)
                # CPython wakes the thread that watches processes before it starts one more, so that nobody
                # sees the end of the last one until something else happens.
                if not self._is_watched and len(self._context.started) == self._size:
                    self._is_watched = True
                    self._pool.submit(_nothing)
                return future
            except BrokenProcessPool:
                self._end()
            except OSError:
                # The end of a worker closes what the next would get, which may just be starting.
                if not self._pool._broken:  # noqa: SLF001
                    raise
                self._end()

    def first_done(self, futures: Collection[Future[Any]]) -> Collection[Future[Any]]:
        return wait(futures, return_when=FIRST_COMPLETED).done

    def result(self, future: Future[Result]) -> Result:
        try:
            return future.result()
        except BrokenProcessPool:
            self._end()
            raise Died(self._how_it_ended(), had_begun=self._context.is_ready.is_set()) from None
        except MemoryError:
            # Some systems refuse memory, others kill; in both cases a fresh process may succeed.
            self.close()
            raise Died("out of memory") from None

    def close(self) -> None:
        """End all workers at once; what they write appears whole or not at all."""
        for process in self._context.started if self._pool is not None else ():
            if process.is_alive():
                process.kill()
        self._end()

    def _end(self) -> None:
        """Wait for the end of workers that are dying."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        pool.shutdown(cancel_futures=True)
        self._failed_starts = 0 if self._context.is_ready.is_set() else self._failed_starts + 1
        if self._failed_starts >= _FAILED_STARTS:
            raise AnalyzerError(f"worker processes end before they are ready to work: {self._how_it_ended()}")

    def _how_it_ended(self) -> str:
        """How the first worker ended, in words; UserMistake when it would have started its own run."""
        codes = [process.exitcode for process in self._context.started]
        own = [code for code in codes if code not in (None, _ENDED_BY_EXECUTOR)]
        status = own[0] if own else _ENDED_BY_EXECUTOR
        if status == _NO_GUARD:
            raise UserMistake(
                "the run starts processes, and each of them imports this script: "
                'call analyzer.run below `if __name__ == "__main__":`'
            ) from None
        if status >= 0:
            return f"exit status {status}"
        known = {one.value: one.name for one in signal.Signals}
        return f"killed by {known.get(-status, f'signal {-status}')}"


class _Worker(SpawnProcess):
    """A process that no Ctrl-C reaches while it starts, which would print a traceback of its imports.

    This process gets a held back Ctrl-C afterwards; the new one ignores it.
    """

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Context(SpawnContext):
    """Remembers the processes that an executor starts."""

    def __init__(self) -> None:
        self.started = list[SpawnProcess]()
        self.is_ready = get_context("spawn").Event()

    def Process(self, target: Callable[..., object], args: Iterable[object]) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = _Worker(target=target, args=args)
        self.started.append(process)
        return process


def _track_quietly() -> None:
    """Start the process in which Python notes the semaphores of a pool, so that it does not warn of them.

    It would print a warning whenever this process is killed.
    """
    if sys.platform == "win32":
        return
    from multiprocessing import resource_tracker

    before = os.environ.get(_WARNINGS)
    os.environ[_WARNINGS] = "ignore:resource_tracker"
    try:
        resource_tracker.ensure_running()
    finally:
        del os.environ[_WARNINGS]
        os.environ |= {} if before is None else {_WARNINGS: before}


def _nothing() -> None:
    """Work that takes no time."""


def _begin(is_ready: Event) -> None:
    """In each worker: Ctrl-C reaches the parent too, and a killed parent cannot end its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    is_ready.set()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(does: Callable[[Any], Result], task: object) -> Result:
    """The work, of which every error can be sent: one that cannot would look like a dead worker."""
    try:
        return does(task)
    except MemoryError:
        raise
    except Exception as error:
        try:
            loads(dumps(error))  # noqa: S301
        except Exception:  # noqa: BLE001
            raise RuntimeError(f"{type(error).__name__}: {error}") from error
        raise


def end_if_imported_by_worker() -> None:
    """End this process if it is a worker that is still starting: the script it imports starts a run."""
    if getattr(current_process(), "_inheriting", False):
        os._exit(_NO_GUARD)
