"""Whoever watches a run, and when it is told how much there is to do."""

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
    """Is told how a run goes."""

    def begin(self, logs: int | None, earlier: int) -> None:
        """So many logs are to be read at most, None where nobody knows; so many were read before.

        Counting goes on beside the work, so that some units may be done by then.
        """

    def __call__(self, totals: Totals, report: UnitReport | None = None) -> None:
        """A unit is done: counts of what this run has read, and the unit's report."""

    def finish(self) -> None:
        """Everything is read; the tables are being written."""


class Unwatched:
    """Nobody watches."""

    def begin(self, logs: int | None, earlier: int) -> None: ...

    def __call__(self, totals: Totals, report: UnitReport | None = None) -> None: ...

    def finish(self) -> None: ...


class Planned(Protocol):
    """What a run asks of a plan."""

    def survey(self, done: Mapping[str, bytes], /) -> Survey: ...

    def units(self, done: Mapping[str, bytes], /) -> Iterator[Unit]: ...


class Beginning:
    """Tells a watch how much there is to do, once it is counted: that need not keep workers waiting.

    Args:
        planned: Is asked, where that was not done yet.
        watch: Is told.
        earlier: Logs that were read before.
        survey: What the plan has said; None where nobody asked.
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
        """The units; counting begins when workers start on the first of them."""
        for number, unit in enumerate(units):
            if number == _STARTING_UNITS:
                self.tell_if_counted()
            yield unit

    def tell_if_counted(self) -> None:
        """Tell it, unless it was told or is still being counted, which begins here at the latest."""
        if not self._is_told and self._counting().done():
            self.tell()

    def tell(self) -> None:
        """Tell it, unless it was told.

        Raises:
            UserMistake: As `Planned.survey` raised it.
        """
        if not self._is_told:
            self._tell(self._counting().result())

    def _counting(self) -> Future[Survey]:
        if self._counted is None:
            self._counted = Future()
            # Nobody waits for it when the run ends early.
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
