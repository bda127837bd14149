"""The part of Dask distributed that is used, with types, and the check of its workers."""

from __future__ import annotations

import logging
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from importlib import import_module
from socket import gethostname
from typing import Final, NamedTuple, Protocol

from analyzer import __version__
from analyzer.batch.engines.worker import answer_to
from analyzer.errors import AnalyzerError, UserMistake
from analyzer.folders import folder, is_url, public

__all__ = [
    "Client",
    "Expected",
    "Future",
    "complaints_of",
    "connected",
    "do_order",
    "first_done",
    "telling_of_loss",
]

_CONNECT: Final = 10
"""Seconds for a scheduler to answer."""


class Future(Protocol):
    """Something that a worker does."""

    def done(self) -> bool: ...
    def result(self, timeout: float) -> bytes: ...
    def release(self) -> None: ...


class Client(Protocol):
    """Connection to a scheduler."""

    def submit(self, does: Callable[[bytes], bytes], order: bytes, /, *, key: str, pure: bool) -> Future: ...
    def run(self, does: Callable[..., object], *args: object, on_error: str) -> Mapping[str, object]: ...
    def cancel(self, futures: Sequence[Future], *, force: bool) -> None: ...
    def nthreads(self) -> Mapping[str, int]: ...
    def wait_for_workers(self, workers: int, *, timeout: float) -> None: ...
    def as_current(self) -> AbstractContextManager[object]: ...
    def close(self, timeout: float) -> None: ...


@contextmanager
def connected(scheduler: str) -> Iterator[Client]:
    """A connection to a scheduler.

    Raises:
        UserMistake: When the extra is not installed, or nobody answers.
    """
    try:
        library = import_module("distributed")
    except ImportError as error:
        raise UserMistake(
            "the engine 'dask' needs the extra 'cluster': pip install 'tenhou-analyzer[cluster]'"
        ) from error
    # The run reports itself when a worker or the scheduler is lost and that matters.
    for name in ("client", "core", "comm", "comm.tcp"):
        logging.getLogger(f"distributed.{name}").setLevel(logging.CRITICAL)
    client: Client = library.Client.__new__(library.Client)
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
def telling_of_loss(scheduler: str) -> Iterator[None]:
    """Turn errors of the library about a lost scheduler into our own.

    Raises:
        AnalyzerError: When the scheduler has gone, or was restarted and has forgotten the futures.
    """
    try:
        yield
    except (OSError, import_module("distributed").CancelledError) as error:
        raise AnalyzerError(f"the Dask scheduler at {scheduler!r} has gone") from error


def first_done(client: Client, futures: Sequence[Future], *, timeout: float) -> list[Future]:
    """Futures that are done; waits for the first.

    Raises:
        TimeoutError: When none was done in time, in seconds.
    """
    with client.as_current():
        wait = import_module("distributed").wait
        return list(wait(futures, timeout=timeout, return_when="FIRST_COMPLETED").done)


class Expected(NamedTuple):
    """What a worker must have in common with the machine that started the run."""

    version: str
    python: tuple[int, int]
    out: str
    mark: str
    """Name of a file just created in the output folder."""
    sources: tuple[str, ...]
    """Paths and URLs."""


@lru_cache(maxsize=1)
def complaints_of(expected: Expected) -> list[str]:
    """Why this process is unsuitable for the work, as predicates of a worker."""
    if __version__ != expected.version:
        return [f"has tenhou-analyzer {__version__}; expected {expected.version}"]
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


def do_order(order: bytes) -> bytes:
    """Runs in a worker, which may have joined after the others were checked."""
    expected, work = pickle.loads(order)  # noqa: S301
    if complaints := complaints_of(expected):
        raise UserMistake(f"the Dask worker on {gethostname()} {complaints[0]}")
    return answer_to(work)
