"""All that is used of Dask distributed, with its types; the library has hardly any of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from typing import Final, Protocol

from analyzer.errors import UserMistake

__all__ = ["Client", "Future", "cancelled", "connected", "first_done", "killed_worker"]

_CONNECT: Final = 10
"""Seconds for a scheduler to answer."""


class Future(Protocol):
    """Something that a worker does."""

    def result(self, timeout: float) -> bytes: ...
    def release(self) -> None: ...


class Client(Protocol):
    """Connection to a scheduler."""

    def submit(
        self,
        function: Callable[[bytes], bytes],
        order: bytes,
        /,
        *,
        key: str,
        pure: bool,
        workers: Sequence[str] = (),
        allow_other_workers: bool = True,
    ) -> Future: ...
    def run(self, function: Callable[..., object], *args: object, on_error: str) -> Mapping[str, object]: ...
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
    # That a worker or the scheduler has gone is told in our own words, if anything comes of it.
    for name in ("client", "core", "comm", "comm.tcp"):
        logging.getLogger(f"distributed.{name}").setLevel(logging.CRITICAL)
    client: Client = library.Client.__new__(library.Client)
    try:
        library.Client.__init__(client, scheduler, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        # Left to the garbage collector it would close at any time, even while another holds the lock for it.
        client.close(timeout=2)
        raise UserMistake(
            f"no Dask scheduler answers at {scheduler!r}; expected an address such as 'tcp://localhost:8786'"
        ) from error
    try:
        yield client
    finally:
        client.close(timeout=2)


def first_done(client: Client, futures: Sequence[Future], *, timeout: float) -> list[Future]:
    """Futures that are done; waits for the first.

    Raises:
        TimeoutError: When none was done in time, in seconds.
        ConnectionError: When the scheduler has forgotten them, because it is not the same any more.
    """
    library = import_module("distributed")
    with client.as_current():
        try:
            return list(library.wait(futures, timeout=timeout, return_when="FIRST_COMPLETED").done)
        except library.CancelledError as error:
            raise ConnectionError from error


def cancelled() -> type[Exception]:
    """The error of what a scheduler knows nothing of any more."""
    found: type[Exception] = import_module("distributed").CancelledError
    return found


def killed_worker() -> type[Exception]:
    """The error of what was given up because its workers died."""
    found: type[Exception] = import_module("distributed").KilledWorker
    return found
