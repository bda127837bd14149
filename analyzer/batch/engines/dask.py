"""The engine for many machines; it uses only the futures of Dask distributed.

Workers read the sources and write into the output folder themselves, under the same paths as here.
Before the first unit, every worker is checked for anything that would go wrong unnoticed.
"""

from __future__ import annotations

import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, Generic, TypeVar
from uuid import uuid4

from analyzer import __version__
from analyzer.batch.engines import Engine, Lost, Stage, Trial, after_count, after_death, worth_preparing
from analyzer.batch.engines.futures import (
    Client,
    Expected,
    Future,
    cancelled,
    complaints_of,
    connected,
    do_order,
    first_done,
    killed_worker,
)
from analyzer.batch.run_folder import SEEN_BY_WORKERS
from analyzer.errors import AnalyzerError, UserMistake
from analyzer.sources.units import Unit

__all__ = ["dask"]

Result = TypeVar("Result")

_ARRIVE: Final = 30
"""Seconds for a first worker to appear."""
_LEAVE: Final = 15
"""Seconds for the scheduler to notice that a worker has gone."""
_GLANCE: Final = 0.1
_LOOK: Final = 5
"""Seconds between looks whether there are workers at all, when no unit gets done."""
_FETCH: Final = 10
"""Seconds for a result to come, once it is there."""
_FETCHES: Final = 3
"""Times that fetching a result may fail before the run gives up."""
_PREPARE: Final = 600
"""Seconds for the workers to prepare; one that takes longer prepares while it works."""
_DESERTED: Final = 60
"""Seconds without any worker before the run gives up."""
_AHEAD: Final = 2
"""Units sent for each worker, so that it finds the next when it has done one."""
_CUT_NO_FURTHER: Final = "reading it ends the Dask workers that do it"


def dask(
    scheduler: str,
    *,
    out: Path,
    sources: Sequence[str] = (),
    prepare: Callable[[], None] | None = None,
) -> Engine:
    """An engine that uses the workers of a Dask scheduler.

    Args:
        scheduler: Its address, as ``"tcp://host:8786"``.
        out: Folder that the work writes into.
        sources: The sources of the user; those that exist here must exist for every worker.
        prepare: What one worker of each machine does before the first unit, if that pays.

    The engine raises UserMistake when the extra ``cluster`` is missing, the scheduler does not answer, or a
    worker is unsuitable; the message names the worker and the reason.
    """

    def engine(
        work: Callable[[Unit], Result],
        units: Iterable[Unit],
        /,
        *,
        count: Callable[[Unit], Unit] | None = None,
    ) -> Generator[Result | Lost, None, None]:
        units, is_worth_it = worth_preparing(units)
        with connected(scheduler) as client, _marked(out, sources) as expected, _telling_of(scheduler):
            _check_workers(client, scheduler, expected)
            if prepare is not None and is_worth_it:
                _prepare(client, expected, prepare)
            with closing(_Cluster(client, scheduler, expected, work, count)) as cluster:
                yield from cluster.results(units)

    return engine


@contextmanager
def _telling_of(scheduler: str) -> Iterator[None]:
    """Turn errors of the library about a lost scheduler into our own.

    Raises:
        AnalyzerError: When the scheduler has gone.
    """
    try:
        yield
    except (OSError, cancelled()) as error:
        # Those of the system, which work may raise, have a number.
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise AnalyzerError(f"the Dask scheduler at {scheduler!r} has gone") from error


@contextmanager
def _marked(out: Path, sources: Sequence[str]) -> Iterator[Expected]:
    """What every worker must find, with a file in the output folder by which it is known again."""
    mark = out.absolute() / f"{SEEN_BY_WORKERS}{uuid4().hex}"
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    try:
        yield Expected(
            version=__version__,
            python=sys.version_info[:2],
            mark=str(mark),
            sources=tuple(str(Path(source).absolute()) for source in sources if Path(source).exists()),
        )
    finally:
        mark.unlink(missing_ok=True)


def _check_workers(client: Client, scheduler: str, expected: Expected) -> None:
    """Refuse a cluster with a worker that could not do the work properly.

    Raises:
        UserMistake: When a worker is unsuitable; the message names the first one and the reason.
    """
    try:
        client.wait_for_workers(1, timeout=_ARRIVE)
    except OSError as error:
        raise UserMistake(f"the Dask scheduler at {scheduler!r} has no workers") from error
    found = client.run(complaints_of, expected, on_error="return")
    for worker, complaints in found.items():
        # One that dies meanwhile is no worker any more; the others are.
        if not (isinstance(complaints, OSError) and _has_gone(client, worker)):
            _refuse(worker, complaints)
    for worker, threads in client.nthreads().items():
        if threads > 1:
            _refuse(worker, [f"runs {threads} units at once in one process; start it with --nthreads 1"])


def _has_gone(client: Client, worker: str) -> bool:
    """Whether the scheduler knows a worker no more, which it may take some seconds to see."""
    deadline = time.monotonic() + _LEAVE
    while worker in client.nthreads():
        if time.monotonic() > deadline:
            return False
        time.sleep(_GLANCE)
    return True


def _refuse(worker: str, complaints: object) -> None:
    if isinstance(complaints, Exception):
        complaints = [f"cannot run tenhou-analyzer {__version__}: {complaints}"]
    if isinstance(complaints, list) and complaints:
        raise UserMistake(f"the Dask worker {worker} {complaints[0]}")


def _prepare(client: Client, expected: Expected, prepare: Callable[[], None]) -> None:
    """Let one worker of each machine prepare."""
    by_host = {address.rpartition(":")[0]: address for address in client.nthreads()}
    order = pickle.dumps((expected, _without_unit, prepare))
    futures = [
        client.submit(
            do_order,
            order,
            key=f"{uuid4().hex}-prepare",
            pure=False,
            workers=[address],
            allow_other_workers=True,
        )
        for address in by_host.values()
    ]
    for future in futures:
        with suppress(killed_worker(), TimeoutError):
            future.result(timeout=_PREPARE)


def _without_unit(prepare: Callable[[], None]) -> None:
    prepare()


class _Cluster(Generic[Result]):
    """Units in the hands of the workers of a scheduler."""

    def __init__(
        self,
        client: Client,
        scheduler: str,
        expected: Expected,
        work: Callable[[Unit], Result],
        count: Callable[[Unit], Unit] | None,
    ) -> None:
        self._client = client
        self._scheduler = scheduler
        self._expected = expected
        self._work = work
        self._count = count
        # What another run, or the same before it was interrupted, has in the scheduler is not ours.
        self._run = uuid4().hex
        self._suspects: deque[Trial] = deque()
        self._sent: dict[Future, Trial] = {}
        self._orders = 0
        self._failed_fetches = 0

    def results(self, units: Iterator[Unit]) -> Iterator[Result | Lost]:
        """The results of the units."""
        has_more = True
        while True:
            room = _AHEAD * max(len(self._client.nthreads()), 1) - len(self._sent)
            while has_more and room > 0 and not self._suspects:
                unit = next(units, None)
                has_more = unit is not None
                if unit is not None:
                    self._send(Trial(unit))
                    room -= 1
            self._send_suspects()
            if not self._sent:
                return
            for future in self._done():
                yield from self._take(future, self._sent.pop(future))

    def close(self) -> None:
        """Drop the rest; a worker finishes its current unit."""
        if self._sent:
            self._client.cancel(list(self._sent), force=True)
            self._sent.clear()

    def _send_suspects(self) -> None:
        """Send what ended workers; what is to be tried alone, once nothing else is being done."""
        while self._suspects:
            is_alone = self._suspects[0].stage == Stage.ALONE
            if self._sent and (is_alone or any(one.stage == Stage.ALONE for one in self._sent.values())):
                return
            self._send(self._suspects.popleft())

    def _send(self, trial: Trial) -> None:
        unit = (
            trial.unit._replace(path=str(Path(trial.unit.path).absolute())) if trial.unit.path else trial.unit
        )
        does = self._count if trial.stage == Stage.COUNT else self._work
        # As bytes, for Dask looks into what it is given for futures, and takes some tuples for tasks.
        order = pickle.dumps((self._expected, does, unit))
        self._orders += 1
        key = f"tenhou-analyzer-{self._run}-{self._orders}-{trial.stage.name}-{unit.id}"
        self._sent[self._client.submit(do_order, order, key=key, pure=False)] = trial

    def _done(self) -> list[Future]:
        """Futures that are done; waits for the first.

        Raises:
            AnalyzerError: When the scheduler or all workers have gone.
        """
        deserted = 0
        while True:
            try:
                return first_done(self._client, list(self._sent), timeout=_LOOK)
            except TimeoutError:
                deserted = 0 if self._client.nthreads() else deserted + _LOOK
            except ConnectionError as error:
                raise AnalyzerError(f"the Dask scheduler at {self._scheduler!r} has gone") from error
            if deserted >= _DESERTED:
                raise AnalyzerError(f"the Dask scheduler at {self._scheduler!r} has no workers any more")

    def _take(self, future: Future, trial: Trial) -> Iterator[Result | Lost]:
        try:
            answer = pickle.loads(future.result(timeout=_FETCH))  # noqa: S301
        except TimeoutError as error:
            # The worker died before it delivered the result, and the scheduler still waits for it.
            self._failed_fetches += 1
            if self._failed_fetches > _FETCHES:
                raise AnalyzerError(f"results do not come from the workers of {self._scheduler!r}") from error
            self._suspects.append(trial)
            return
        except (killed_worker(), MemoryError) as error:
            reason = "out of memory" if isinstance(error, MemoryError) else "they were killed"
            following = after_death(trial, can_count=self._count is not None)
            yield from self._go_on(trial.unit, following, f"reading it ends the Dask workers: {reason}")
            return
        finally:
            future.release()
        self._failed_fetches = 0
        if trial.stage == Stage.COUNT:
            yield from self._go_on(trial.unit, after_count(answer), _CUT_NO_FURTHER)
        else:
            yield answer

    def _go_on(self, unit: Unit, following: tuple[Trial, ...], reason: str) -> Iterator[Lost]:
        self._suspects.extend(following)
        if not following:
            yield Lost(unit, reason)
