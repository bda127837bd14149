"""Formats of findings and the summary: text, JSON lines, JUnit XML."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import chain
from typing import Final

from analyzer.audit import CHECKS
from analyzer.audit.findings import Finding, Groups, Verdict
from analyzer.batch.guessing import FittingLines
from analyzer.batch.reviews import Reviewed
from analyzer.batch.totals import Totals, summary_text
from analyzer.printable import printable

_ELEMENTS: Final = {
    Verdict.MALFORMED: "error",
    Verdict.INCONSISTENT: "failure",
    Verdict.UNDECIDED: "skipped",
}
"""What comes of a case in JUnit, by verdict, the worst first."""
_OF_AMOUNTS: Final = frozenset(check.id for check in CHECKS if check.of_amounts)
_MOST_CAUSES: Final = 20


class Format(ABC):
    """Turns batches, and at the end the totals, into lines: those of the findings, then the summary."""

    @abstractmethod
    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        """Lines to print once a batch is judged."""

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        """Lines to print at the end of the run."""
        yield summary_text(totals, seconds)


class _Text(Format):
    """Text for people; at the end the causes, where these are fewer than the findings.

    Args:
        each: Whether every failure of a chain is printed in full.
    """

    def __init__(self, *, each: bool = False) -> None:
        self._each = each
        self._fitting, self._groups = FittingLines(), Groups()

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        self._groups.add(reviewed.findings)
        if self._each:
            return map(str, reviewed.findings)
        return chain(chain_lines(reviewed.findings), self._fitting.lines(reviewed))

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        yield from super().end(totals, seconds)
        if self._groups.is_shorter:
            yield "causes:"
            yield from (f"  {line}" for line in self._groups.lines(_MOST_CAUSES))


class _Grouped(Format):
    """The causes alone."""

    def __init__(self) -> None:
        self._groups = Groups()

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        self._groups.add(reviewed.findings)
        return iter(())

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:  # noqa: ARG002 - as every format
        return self._groups.lines()


class _JsonLines(Format):
    """The same as objects; ASCII only, so that no terminal garbles it."""

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        return map(finding_line, reviewed.findings)

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        import json

        yield json.dumps(totals.summary(seconds))


def finding_line(finding: Finding) -> str:
    """A finding as one line of JSON."""
    import json

    return json.dumps({"type": "finding", **asdict(finding)})


class _JUnit(Format):
    """One case a log: passed, failed (inconsistent), in error (malformed) or skipped (undecided)."""

    def __init__(self) -> None:
        from analyzer.cli.junit import Suite

        self._suite = Suite()

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        by_log: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        for name in () if reviewed.review is None else reviewed.review.logs:
            by_log[name.log_id, name.source] = []
        for finding in reviewed.findings:
            by_log[finding.log, finding.source].append(finding)
        severity = list(_ELEMENTS)
        for (log, source), findings in by_log.items():
            case = printable(source), printable(log)
            if findings:
                # A log is named after the first of its worst findings, those that lead before the others.
                worst = min(findings, key=lambda one: (not one.leads, severity.index(one.verdict)))
                text = "\n".join(chain_lines(findings))
                self._suite.add(*case, _ELEMENTS[worst.verdict], worst.check, str(worst), text)
            else:
                self._suite.add(*case)
        return iter(())

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        return self._suite.lines("tenhou-analyzer", summary_text(totals, seconds), time=f"{seconds:.3f}")


FORMATS: Final[dict[str, Callable[[], Format]]] = {
    "text": _Text,
    "each": partial(_Text, each=True),
    "group": _Grouped,
    "jsonl": _JsonLines,
    "junit": _JUnit,
}
"""By name; ``each`` and ``group`` are those of the options."""


def chain_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """A line for each finding that leads, with what hangs together with it indented below.

    A payment, score or points that are wrong are shown as claimed and as computed, other failures are named.
    """
    with_it: dict[tuple[str, str, int | None], list[Finding]] = defaultdict(list)
    leading = []
    for finding in findings:
        if finding.leads:
            leading.append(finding)
        else:
            with_it[finding.log, finding.source, finding.chain].append(finding)
    for finding in leading:
        yield str(finding)
        others = with_it[finding.log, finding.source, finding.chain] if finding.chain is not None else []
        for other in others:
            if other.check in _OF_AMOUNTS:
                claimed, computed = (text or "nothing" for text in (other.claimed, other.computed))
                yield printable(f"  {other.check}: log has {claimed}, the rules give {computed}")
        named = dict.fromkeys(other.check for other in others if other.check not in _OF_AMOUNTS)
        if named:
            yield f"  with it: {', '.join(named)}"
        causes = dict.fromkeys(one.cause for one in (finding, *others) if one.cause)
        for cause in causes:
            yield f"  {cause}"
