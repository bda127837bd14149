"""Reviews of all logs of a plan in this process, with progress."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.audit.findings import Finding
from analyzer.batch.progress import Progress, counted_beside
from analyzer.batch.reviews import Reviewed, Terms, review_all
from analyzer.batch.totals import Totals
from analyzer.batch.warming import REFEREE
from analyzer.sources import Plan, read_unit

__all__ = ["findings_of", "review_planned"]


def review_planned(planned: Plan, terms: Terms, totals: Totals, progress: Progress) -> Iterator[Reviewed]:
    """Judge all logs, batch after batch, which are added to the totals."""

    def begin() -> None:
        logs = planned.survey().logs
        progress.begin(logs)
        REFEREE.compile_for(logs)

    units = counted_beside(planned, begin)
    items = (item for unit in units for item in read_unit(unit, planned.choice, planned.limits))
    for batch in review_all(items, terms):
        totals.add(batch)
        progress.count(batch.inputs - batch.absent, len(batch.findings))
        yield batch


def findings_of(planned: Plan, terms: Terms, *, quiet: bool) -> Iterator[Finding]:
    """The findings on all logs."""
    with Progress(quiet=quiet, kernels=REFEREE) as progress:
        for batch in review_planned(planned, terms, Totals(), progress):
            yield from batch.findings
