"""Progress of a run: who receives it, and when the amount of work is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from threading import Thread
from typing import Final, Protocol

from analyzer.batch.totals import Totals
from analyzer.batch.work import UnitReport
from analyzer.sources.plan import Survey
from analyzer.sources.units import Unit

__all__ = ["Beginning", "Planned", "Unwatched", "Watch"]

_STARTING_UNITS: Final = 2
"""Units that are handed out before counting begins."""


class Watch(Protocol):
    """Receives the progress of a run."""

    def begin(self, logs: int | None, earlier: int) -> None:
        """The run will read at most ``logs`` logs (None: unknown); ``earlier`` were read before.

        Counting runs beside the work, so some units may be done before this is called.
        """

    def __call__(self, totals: Totals, report: UnitReport | None = None) -> None:
        """A unit is done: counts of everything that this run has read, and the report of the unit."""

    def finish(self) -> None:
        """All logs are read; the tables are being written."""


class Unwatched:
    """Ignores progress."""

    def begin(self, logs: int | None, earlier: int) -> None: ...

    def __call__(self, totals: Totals, report: UnitReport | None = None) -> None: ...

    def finish(self) -> None: ...


class Planned(Protocol):
    """The part of a plan that a run needs."""

    def survey(self, done: Mapping[str, bytes], /) -> Survey: ...

    def units(self, done: Mapping[str, bytes], /) -> Iterator[Unit]: ...


class Beginning:
    """Counts the work in the background, and tells the watch, so that workers need not wait.

    Args:
        planned: Is surveyed, unless that was done.
        watch: Receives the result.
        earlier: Logs that were read before.
        survey: The survey of the plan; None if it was not made.
    """

    def __init__(self, planned: Planned, watch: Watch, earlier: int, survey: Survey | None) -> None:
        self.watch = watch
        self._planned = planned
        self._earlier = earlier
        self._is_told = False
        self._counted: Future[Survey] | None = None
        if survey is not None:
            self._tell(survey)

    def before_more_of(self, units: Iterable[Unit]) -> Iterator[Unit]:
        """The units; counting starts after the first ones are handed out."""
        for number, unit in enumerate(units):
            if number == _STARTING_UNITS:
                self.tell_if_counted()
            yield unit

    def tell_if_counted(self) -> None:
        """Start counting if necessary; tell the watch when counting is done."""
        if not self._is_told and self._counting().done():
            self.tell()

    def tell(self) -> None:
        """Tell the watch, unless that was done.

        Raises:
            UserMistake: As `Planned.survey` raised it.
        """
        if not self._is_told:
            self._tell(self._counting().result())

    def _counting(self) -> Future[Survey]:
        if self._counted is None:
            self._counted = Future()
            # A daemon, because nobody waits for it when the run ends early.
            Thread(target=_count, args=(self._planned, self._counted), daemon=True).start()
        return self._counted

    def _tell(self, survey: Survey) -> None:
        self._is_told = True
        self.watch.begin(survey.logs, self._earlier)


def _count(planned: Planned, counted: Future[Survey]) -> None:
    try:
        counted.set_result(planned.survey({}))
    except BaseException as error:  # noqa: BLE001 - whoever asks for the result gets it
        counted.set_exception(error)
