"""The code that worker processes of `processes` run."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import current_process, parent_process
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final, Generic, NamedTuple, TypeVar

from analyzer.batch.engines import Stage, Trial
from analyzer.sources.units import Unit

__all__ = [
    "NO_GUARD",
    "OUT_OF_MEMORY",
    "Answer",
    "Counted",
    "Failure",
    "Ready",
    "end_if_imported_by_worker",
    "serve",
    "serve_once",
]

Task = TypeVar("Task")
Result = TypeVar("Result")

OUT_OF_MEMORY: Final = 77
"""Exit status of a worker that ran out of memory; not used by Python or a shell."""
NO_GUARD: Final = 78
"""Exit status of a worker that would start its own run on importing the main script."""
_PR_SET_PDEATHSIG: Final = 1
"""Of prctl(2)."""
_GARBAGE_AFTER: Final = 50_000
"""New objects between two garbage collections; the default 700 costs 2 % of the time."""


class Ready(NamedTuple):
    """The worker has loaded what it needs and waits for a unit."""


class Answer(NamedTuple, Generic[Result]):
    """The work is done."""

    result: Result


class Counted(NamedTuple):
    """The items of a unit of one part are counted."""

    unit: Unit


class Failure(NamedTuple):
    """The work raised an error."""

    error: BaseException
    trace: str


def serve(
    connection: Connection,
    work: Callable[[Unit], Result],
    count: Callable[[Unit], Unit] | None,
    prepare: Callable[[], None] | None,
) -> None:
    """Prepare, then do the units from the connection, until it is closed or the parent is gone."""
    _settle_in()
    try:
        connection.send(_prepared(prepare))
        while True:
            connection.send(_answer(connection.recv(), work, count))
    except (EOFError, OSError):
        return


def serve_once(connection: Connection, work: Callable[[Task], Result], task: Task) -> None:
    """Do one task, and send the result."""
    _settle_in()
    with suppress(OSError):
        connection.send(_outcome(work, task))


def _settle_in() -> None:
    """Collect garbage rarely, and ignore Ctrl-C, which reaches the parent too."""
    gc.set_threshold(_GARBAGE_AFTER)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_killed_with_parent()
    Thread(target=_end_with_parent, daemon=True).start()


def end_if_imported_by_worker() -> None:
    """End this process if it is a worker that is still starting: the script it imports starts a run."""
    if getattr(current_process(), "_inheriting", False):
        os._exit(NO_GUARD)


def _be_killed_with_parent() -> None:
    """Like `_end_with_parent`, but immediate and by the system; only on Linux."""
    if sys.platform == "linux":
        from ctypes import CDLL

        CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))


def _end_with_parent() -> None:
    """End when the parent is gone: a killed parent cannot end its workers."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _prepared(prepare: Callable[[], None] | None) -> Ready | Failure:
    try:
        if prepare is not None:
            prepare()
    except Exception as error:  # noqa: BLE001
        return Failure(_portable(error), traceback.format_exc())
    return Ready()


def _answer(
    trial: Trial, work: Callable[[Unit], Result], count: Callable[[Unit], Unit] | None
) -> Answer[Result] | Counted | Failure:
    if trial.stage == Stage.COUNT and count is not None:
        counted = _outcome(count, trial.unit)
        return counted if isinstance(counted, Failure) else Counted(counted.result)
    return _outcome(work, trial.unit)


def _outcome(work: Callable[[Task], Result], task: Task) -> Answer[Result] | Failure:
    try:
        return Answer(work(task))
    except MemoryError:
        # Some systems refuse memory, others kill; in both cases a fresh process may succeed.
        os._exit(OUT_OF_MEMORY)
    except Exception as error:  # noqa: BLE001
        return Failure(_portable(error), traceback.format_exc())


def _portable(error: BaseException) -> BaseException:
    """The error, or an equivalent one if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301
    except Exception:  # noqa: BLE001
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
