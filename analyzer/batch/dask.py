"""The engine for many machines: the executor of Dask distributed.

Workers read the sources and write into the output folder themselves, under the same names as here.
Every worker is checked for anything that would go wrong unnoticed, also one that joins later.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import closing, contextmanager, suppress
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from pickle import dumps, loads
from socket import gethostname
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar
from uuid import uuid4

from analyzer import __version__
from analyzer.batch.engines import Died, Engine, over_futures
from analyzer.batch.run_folder import SEEN_BY_WORKERS
from analyzer.errors import AnalyzerError, UserMistake, missing_extra
from analyzer.folders import folder, is_url, public
from analyzer.sources.units import Unit
from analyzer.tables.schema import SCHEMA_VERSION

Result = TypeVar("Result")

Client: TypeAlias = Any
"""That of the library, which is typed in part only."""

_CONNECT: Final = 10
"""Seconds for a scheduler to answer."""
_ARRIVE: Final = 30
"""Seconds for a first worker to appear."""
_LOOK: Final = 5
"""Seconds between looks whether there are workers at all, when no unit gets done."""
_DESERTED: Final = 60
"""Seconds without any worker before the run gives up."""


def dask(scheduler: str, *, out: str | os.PathLike[str], sources: Sequence[str] = ()) -> Engine:
    """An engine that uses the workers of a Dask scheduler; a UserMistake if one of them is unsuitable.

    Args:
        scheduler: Its address, as ``"tcp://host:8786"``.
        out: Folder that the work writes into: a path that is the same for every worker, or a URL.
        sources: The sources of the user; URLs, and paths that exist here, must exist for every worker.
    """
    return over_futures(partial(_workers, scheduler, out, sources))


@contextmanager
def _workers(scheduler: str, out: str | os.PathLike[str], sources: Sequence[str]) -> Iterator[_Workers]:
    with _connected(scheduler) as client, _marked(out, sources) as expected:
        with _telling_of_loss(scheduler):
            _check_workers(client, scheduler, expected)
            workers = _Workers(client, scheduler, expected)
        with closing(workers):
            yield workers


@contextmanager
def _connected(scheduler: str) -> Iterator[Client]:
    try:
        library = import_module("distributed")
    except ImportError as error:
        raise missing_extra("the engine 'dask'", "cluster") from error
    # The run reports itself when a worker or the scheduler is lost and that matters.
    for name in ("client", "core", "comm", "comm.tcp"):
        logging.getLogger(f"distributed.{name}").setLevel(logging.CRITICAL)
    client = library.Client.__new__(library.Client)
    try:
        library.Client.__init__(client, scheduler, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        # The garbage collector could close it at any time, even while another client holds its lock.
        client.close(timeout=2)
        raise UserMistake(
            f"no Dask scheduler answers at {scheduler!r}; expected an address such as 'tcp://localhost:8786'"
        ) from error
    try:
        yield client
    finally:
        client.close(timeout=2)


@contextmanager
def _telling_of_loss(scheduler: str) -> Iterator[None]:
    """Turn errors about a scheduler that has gone, or was restarted and has forgotten us, into our own."""
    try:
        yield
    except (OSError, CancelledError, import_module("distributed").CancelledError) as error:
        raise AnalyzerError(f"the Dask scheduler at {scheduler!r} has gone") from error


class Expected(NamedTuple):
    """What a worker must have in common with the machine that started the run."""

    release: tuple[str, int]
    """Version of the package, and of its tables."""
    python: tuple[int, int]
    out: str
    mark: str
    """Name of a file just created in the output folder."""
    sources: tuple[str, ...]
    """Paths and URLs."""


@contextmanager
def _marked(out: str | os.PathLike[str], sources: Sequence[str]) -> Iterator[Expected]:
    """What every worker must find, with a file in the output folder by which it is known again."""
    place, mark = folder(out), f"{SEEN_BY_WORKERS}{uuid4().hex}"
    place.write(mark, b"")
    try:
        # Workers have other working folders.
        there = (source for source in sources if is_url(source) or Path(source).exists())
        seen = [source if is_url(source) else str(Path(source).absolute()) for source in there]
        yield Expected((__version__, SCHEMA_VERSION), sys.version_info[:2], place.url, mark, tuple(seen))
    finally:
        place.remove(mark)


def _check_workers(client: Client, scheduler: str, expected: Expected) -> None:
    """Refuse a cluster with a worker that could not do the work properly."""
    try:
        client.wait_for_workers(1, timeout=_ARRIVE)
    except TimeoutError as error:
        raise UserMistake(f"the Dask scheduler at {scheduler!r} has no workers") from error
    complaints = dict(client.run(complaints_of, expected, on_error="return"))
    for worker, threads in client.nthreads().items():
        if threads > 1:
            complaints[worker] = [f"runs {threads} units at once in one process; start it with --nthreads 1"]
    for worker, found in complaints.items():
        if isinstance(found, list) and found:
            raise UserMistake(f"the Dask worker {worker} {found[0]}")
        # One that dies meanwhile, which is told by an OSError, is no worker any more; the others are.
        if isinstance(found, Exception) and not isinstance(found, OSError):
            raise UserMistake(f"the Dask worker {worker} cannot run tenhou-analyzer {__version__}: {found}")


@lru_cache(maxsize=1)
def complaints_of(expected: Expected) -> list[str]:
    """Why this process is unsuitable for the work, as predicates of a worker."""
    if (__version__, SCHEMA_VERSION) != expected.release:
        version, schema = expected.release
        told = f"has tenhou-analyzer {__version__} with tables of schema {SCHEMA_VERSION}"
        return [f"{told}; expected {version} with schema {schema}"]
    if sys.version_info[:2] != expected.python:
        wanted = ".".join(map(str, expected.python))
        return [f"runs Python {sys.version_info.major}.{sys.version_info.minor}; expected {wanted}"]
    place, shown = folder(expected.out), public(expected.out)
    try:
        place.read(expected.mark)
    except OSError:
        return [f"sees another folder than this machine under {shown!r}, or none"]
    own = f"{expected.mark}-{gethostname()}-{os.getpid()}"
    try:
        place.write(own, b"")
        place.remove(own)
    except OSError:
        return [f"may not write into {shown!r}"]
    return [f"does not see {public(source)!r}" for source in expected.sources if not _is_seen(source)]


def _is_seen(source: str) -> bool:
    """Whether a source can be asked for; in a store, what is no file may be the beginning of many names."""
    try:
        return folder(source).size("") is not None or is_url(source)
    except OSError:
        return False


def do_order(order: bytes) -> object:
    """Runs in a worker, which may have joined after the others were checked."""
    expected, does, unit = loads(order)  # noqa: S301
    if complaints := complaints_of(expected):
        raise UserMistake(f"the Dask worker on {gethostname()} {complaints[0]}")
    return does(unit)


class _Workers:
    """The workers of a scheduler as an executor."""

    def __init__(self, client: Client, scheduler: str, expected: Expected) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._scheduler = scheduler
        self._expected = expected
        self._size = len(client.nthreads())

    def room(self) -> int:
        # Two for each worker, so that it finds the next when it has done one.
        return 2 * max(self._size, 1)

    def submit(self, does: Callable[[Unit], Any], unit: Unit, /) -> Future[Any]:
        # As bytes, for Dask looks into what it is given for futures, and takes some tuples for tasks.
        order = dumps((self._expected, does, unit))
        # What another run, or the same before it was interrupted, has in the scheduler is not ours.
        key = f"tenhou-analyzer-{uuid4().hex}-{unit.id}"
        with _telling_of_loss(self._scheduler):
            sent: Future[Any] = self._executor.submit(do_order, order, key=key)
            return sent

    def first_done(self, futures: Collection[Future[Any]], /) -> Collection[Future[Any]]:
        deserted = 0
        while deserted < _DESERTED:
            if done := wait(futures, timeout=_LOOK, return_when=FIRST_COMPLETED).done:
                return done
            with _telling_of_loss(self._scheduler):
                self._size = len(self._client.nthreads())
            deserted = 0 if self._size else deserted + _LOOK
        raise AnalyzerError(f"the Dask scheduler at {self._scheduler!r} has no workers any more")

    def result(self, future: Future[Result], /) -> Result:
        self.first_done([future])
        with _telling_of_loss(self._scheduler):
            try:
                return future.result()
            except MemoryError:
                raise Died("out of memory", "Dask workers") from None
            except import_module("distributed").KilledWorker:
                raise Died("they were killed", "Dask workers") from None

    def close(self) -> None:
        """Leave the rest undone; a worker finishes its current unit."""
        with suppress(OSError):
            self._executor.shutdown(wait=False)
