"""The code that worker processes run; it loads nothing of the work before that is sent."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import traceback
from multiprocessing import current_process, parent_process
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Final, NamedTuple

__all__ = [
    "NO_GUARD",
    "OUT_OF_MEMORY",
    "Answer",
    "Failure",
    "answer_to",
    "end_if_imported_by_worker",
    "serve",
]

OUT_OF_MEMORY: Final = 77
"""Exit status of a worker that ran out of memory; not used by Python or a shell."""
NO_GUARD: Final = 78
"""Exit status of a worker that would start its own run on importing the main script."""
_PR_SET_PDEATHSIG: Final = 1
"""Of prctl(2)."""
_GARBAGE_AFTER: Final = 50_000
"""New objects between two garbage collections; the default 700 costs 2 % of the time."""


class Answer(NamedTuple):
    """The work is done."""

    result: Any


class Failure(NamedTuple):
    """The work raised an error."""

    error: BaseException
    trace: str


def serve(connection: Connection) -> None:
    """Do what comes through the connection, until it is closed or the parent is gone.

    Sends None when it is ready; gets a function and its argument, and sends what `answer_to` says of them.
    """
    gc.set_threshold(_GARBAGE_AFTER)
    # Ctrl-C reaches the parent too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_killed_with_parent()
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        connection.send(None)
        while True:
            connection.send_bytes(answer_to(connection.recv_bytes()))
    except (EOFError, OSError):
        return
    except MemoryError:
        # Some systems refuse memory, others kill; in both cases a fresh process may succeed.
        os._exit(OUT_OF_MEMORY)


def answer_to(order: bytes) -> bytes:
    """The pickled `Answer` or `Failure` of a pickled function and its argument; MemoryError comes through."""
    try:
        does, task = pickle.loads(order)  # noqa: S301
        # It may carry logs, which need not be there twice.
        del order
        return pickle.dumps(Answer(does(task)))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001
        return pickle.dumps(Failure(_portable(error), traceback.format_exc()))


def _portable(error: BaseException) -> BaseException:
    """The error, or an equivalent one if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301
    except Exception:  # noqa: BLE001
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


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
