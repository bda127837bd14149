"""Progress of a run: who receives it, and how much there is to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from analyzer.batch.warming import REFEREE
from analyzer.sources import Survey, Unit

if TYPE_CHECKING:
    from analyzer.batch.totals import Totals
    from analyzer.batch.work import UnitReport

__all__ = ["Beginning", "Planned", "Unwatched", "Watch"]


class Watch(Protocol):
    """Receives the progress of a run."""

    def begin(self, logs: int | None, earlier: int) -> None:
        """The run will read at most ``logs`` logs (None: unknown); ``earlier`` were read before.

        Counting runs in a thread of its own, so some units may be done before this is called.
        """

    def follow(self, read: Callable[[], int]) -> None:
        """``read`` gives the number of logs that this machine has read, also those of units under way."""

    def __call__(self, totals: Totals, report: UnitReport | None = None) -> None:
        """A unit is done: counts of everything that this run has read, and the report of the unit."""

    def tell(self, text: str) -> None:
        """A line for the user."""

    def finish(self) -> None:
        """All logs are read; the tables are being written."""


class Unwatched:
    """Ignores progress."""

    def begin(self, logs: int | None, earlier: int) -> None: ...

    def follow(self, read: Callable[[], int]) -> None: ...

    def __call__(self, totals: Totals, report: UnitReport | None = None) -> None: ...

    def tell(self, text: str) -> None: ...

    def finish(self) -> None: ...


class Planned(Protocol):
    """The part of a plan that a run needs."""

    def survey(self, done: Mapping[str, bytes], /) -> Survey: ...

    def units(self, done: Mapping[str, bytes], /) -> Iterator[Unit]: ...


class Beginning:
    """Counts the work in the background, so that workers need not wait, and begins to compile if it is much.

    Args:
        planned: Is surveyed, unless that was done.
        watch: Receives the result.
        earlier: Logs that were read before.
        survey: The survey of the plan; None if it was not made.
        workers: Processes that will share the work.
    """

    def __init__(
        self, planned: Planned, watch: Watch, earlier: int, survey: Survey | None, workers: int = 1
    ) -> None:
        self.watch = watch
        self._planned = planned
        self._earlier = earlier
        self._workers = workers
        self._error: BaseException | None = None
        # A daemon, because nobody waits for it when the run ends early.
        self._counting = Thread(target=self._count, daemon=True)
        self._is_begun = survey is not None
        if survey is not None:
            self._tell(survey)

    def before_more_of(self, units: Iterable[Unit]) -> Iterator[Unit]:
        """The units; counting starts when the first one is handed out."""
        for unit in units:
            self._begin()
            yield unit

    def tell_if_counted(self) -> None:
        """Start counting if necessary.

        Raises:
            UserMistake: As `Planned.survey` raised it.
        """
        self._begin()
        if not self._counting.is_alive():
            self.tell()

    def tell(self) -> None:
        """Wait until the watch is told.

        Raises:
            UserMistake: As `Planned.survey` raised it.
        """
        self._begin()
        if self._counting.ident is not None:
            self._counting.join()
        if self._error is not None:
            raise self._error

    def _begin(self) -> None:
        if not self._is_begun:
            self._is_begun = True
            self._counting.start()

    def _count(self) -> None:
        try:
            self._tell(self._planned.survey({}))
        except BaseException as error:  # noqa: BLE001 - whoever waits gets it
            self._error = error

    def _tell(self, survey: Survey) -> None:
        self.watch.begin(survey.logs, self._earlier)
        REFEREE.compile_for(survey.logs, self._workers)
