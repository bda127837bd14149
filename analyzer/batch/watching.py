"""Whoever watches a run, and when it is told how much there is to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol

from analyzer.batch.totals import Totals
from analyzer.batch.work import UnitReport
from analyzer.sources.plan import Survey
from analyzer.sources.units import Unit

__all__ = ["Beginning", "Planned", "Unwatched", "Watch"]

_STARTING_UNITS: Final = 2
"""Units that are handed out before all are counted."""


class Watch(Protocol):
    """Is told how a run goes."""

    def begin(self, logs: int | None, earlier: int) -> None:
        """So many logs are to be read at most, None where nobody knows; so many were read before.

        Counting takes time that workers need to start in, so a first unit may be done by then.
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
    """Tells a watch how much there is to do, once: counting it need not keep workers waiting.

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
        self._is_told = survey is not None
        if survey is not None:
            watch.begin(survey.logs, earlier)

    def tell(self) -> None:
        """Tell it, unless it was told."""
        if not self._is_told:
            self._is_told = True
            self.watch.begin(self._planned.survey({}).logs, self._earlier)

    def before_more_of(self, units: Iterable[Unit]) -> Iterator[Unit]:
        """The units; it is told when workers start on the first of them."""
        for number, unit in enumerate(units):
            if number == _STARTING_UNITS:
                self.tell()
            yield unit
