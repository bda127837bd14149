"""Progress of a run: who receives it, and how much there is to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.batch.totals import Totals
    from analyzer.batch.work import UnitReport
    from analyzer.sources import Unit

__all__ = ["Watch", "counted_beside"]


class Watch:
    """Receives the progress of a run; this one ignores it."""

    def begin(self, logs: int | None, earlier: int) -> None:
        """The run will read at most ``logs`` logs (None: unknown); ``earlier`` were read before.

        Counting runs in a thread of its own, so some units may be done before this is called.
        """

    def follow(self, read: Callable[[], int]) -> None:
        """``read`` gives the number of logs that this machine has read, also those of units under way."""

    def __call__(self, totals: Totals, report: UnitReport | None = None) -> None:
        """A unit is done: counts of everything that this run has read, and the report of the unit."""

    def finish(self) -> None:
        """All logs are read; the tables are being written."""


def counted_beside(units: Iterable[Unit], count: Callable[[], object]) -> Iterator[Unit]:
    """The units; once the first is handed out, a thread counts the work, so that nobody waits for that.

    What ``count`` raises is raised here, after the last unit.
    """
    failed: list[BaseException] = []

    def counting() -> None:
        try:
            count()
        except BaseException as error:  # noqa: BLE001 - whoever takes the units gets it
            failed.append(error)

    # A daemon, because nobody waits for it when the run ends early.
    thread = Thread(target=counting, daemon=True)
    for unit in units:
        if thread.ident is None:
            thread.start()
        yield unit
    if thread.ident is None:
        thread.start()
    thread.join()
    if failed:
        raise failed[0]
