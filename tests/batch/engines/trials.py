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


def looked_at_once(mark: Path, _: object) -> list[str]:
    """No complaints of a worker; the first that is asked dies of it."""
    if is_first(mark):
        end_this_process()
    return []


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
    deadline = time.monotonic() + 60
    while len(list(folder.glob("here-*"))) < 2:
        assert time.monotonic() < deadline, "nobody else came"
        time.sleep(0.02)


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
