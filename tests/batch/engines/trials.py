"""Work for engines to be tested with, importable by other processes.

A unit here carries logs that are orders: they say what becomes of the process that reads them.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing, suppress
from pathlib import Path

from analyzer.batch.engines import Lost
from analyzer.errors import Location, UserMistake
from analyzer.sources import SourceLog
from analyzer.sources.units import Part, Unit, make_unit

ROOT = Path(__file__).resolve().parents[3]


def unit_of(*logs: str) -> Unit:
    """A unit with these logs, each a name or a name and an order: ``b=kill``."""
    items = tuple(SourceLog(log.partition("=")[0], log.encode()) for log in logs)
    parts = tuple(Part(item.source, size=len(item.data)) for item in items)
    return make_unit(Unit("", "test", "", "carried", parts, items))


def names(unit: Unit) -> list[str]:
    """What the logs of a unit are called, once their orders are obeyed."""
    return [obey(log) for log in logs_of(unit)]


def pids(unit: Unit) -> int:
    """Which process has done it."""
    names(unit)
    return os.getpid()


def looked_at_slowly(scheduler: int, _: object) -> list[str]:
    """No complaints of a worker, but the scheduler that asks is killed, and the answer takes a while."""
    kill(scheduler)
    time.sleep(2)
    return []


def logs_of(unit: Unit) -> list[str]:
    return [item.data.decode() for item in unit.carried if isinstance(item, SourceLog)]


def obey(log: str) -> str:
    name, _, order = log.partition("=")
    word, _, value = order.partition(" ")
    if word == "kill" or (word == "kill-once" and is_first(Path(value))):
        end_this_process()
    if word == "exit":
        os._exit(int(value))
    if word == "sleep":
        Path(value).write_text(str(os.getpid()))
        time.sleep(600)
    if word == "end":
        kill(int(value))
        time.sleep(600)
    if word == "meet":
        meet(Path(value))
    if word in ERRORS:
        raise ERRORS[word]
    return name


def is_first(mark: Path) -> bool:
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def meet(folder: Path) -> None:
    """Wait until another process comes here too."""
    (folder / f"here-{os.getpid()}").touch()
    wait_until(lambda: len(list(folder.glob("here-*"))) > 1)


def end_this_process() -> None:
    kill(os.getpid())


def kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)


class Awkward(Exception):
    """Goes into a pickle and does not come out of it: it takes more than its message."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


ERRORS = {
    "mistake": UserMistake("expected something else", Location("here")),
    "bug": KeyError("of a bug"),
    "awkward": Awkward("one", "two"),
    "memory": MemoryError(),
}


def done(engine, work, units):
    """All results of an engine: those of the work, and what is lost by the name of its source."""
    with closing(engine(work, units)) as results:
        every = list(results)
    lost = [result for result in every if isinstance(result, Lost)]
    return [result for result in every if not isinstance(result, Lost)], lost


def flat(results):
    return sorted(name for result in results for name in result)


# Work of a run that ends the process it is done in.


def work_or_die(unit, *, work, out):
    """Do the work, unless some units are done already and nobody has been killed yet."""
    if len([*(out / ".units").glob("*.arrow")]) > 1 and is_first(out.with_name("killed")):
        end_this_process()
    return work(unit)


DEADLY = b"<!-- deadly -->"
"""A log with this in it ends the process that reviews it."""


def with_deadly_logs(*args, work, **how):
    """Do the work, while some logs end the process."""
    # Loaded by those processes alone that do such work.
    from unittest.mock import patch

    from analyzer.batch import work as work_module

    reviewing = work_module.review_batch

    def review(batch, terms, **also):
        if any(DEADLY in data for _, data in batch.logs):
            end_this_process()
        return reviewing(batch, terms, **also)

    with patch.object(work_module, "review_batch", review):
        return work(*args, **how)


# Waiting for what other processes do.

SOON = 60.0
"""Seconds after which something that should have come is missed, on a busy machine too."""


def wait_until(holds, seconds=SOON):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def a_moment(began):
    """Two seconds, and more on a machine where it took long to come here."""
    return 2 + 3 * (time.monotonic() - began)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
