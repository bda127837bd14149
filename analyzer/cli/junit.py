"""Findings as JUnit XML for build servers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Final
from xml.sax.saxutils import escape

from analyzer.audit.findings import Finding, Verdict
from analyzer.batch.reviews import Reviewed
from analyzer.batch.totals import Totals, summary_text
from analyzer.cli.chain_lines import chain_lines
from analyzer.printable import printable

__all__ = ["JUnitFormat", "tag"]

_QUOTE: Final = {'"': "&quot;"}
_IN_MEMORY: Final = 16 * 1024 * 1024
_ELEMENTS: Final = {
    Verdict.MALFORMED: ("error", "errors"),
    Verdict.INCONSISTENT: ("failure", "failures"),
    Verdict.UNDECIDED: ("skipped", "skipped"),
}
"""Element, and attribute that counts it, by verdict, the worst first."""


class JUnitFormat:
    """One test case per log: passed, failed (inconsistent), in error (malformed) or skipped (undecided)."""

    def __init__(self) -> None:
        # The counts stand in front of the cases, and there may be millions of these.
        self._cases = SpooledTemporaryFile(  # noqa: SIM115 (closed in end)
            _IN_MEMORY, mode="w+", encoding="utf-8", newline="\n"
        )
        self._counts = Counter(tests=0, failures=0, errors=0, skipped=0)

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        by_log: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        for name in () if reviewed.review is None else reviewed.review.logs:
            by_log[name.log_id, name.source] = []
        for finding in reviewed.findings:
            by_log[finding.log, finding.source].append(finding)
        for (log, source), findings in by_log.items():
            self._counts["tests"] += 1
            case = tag("testcase", classname=printable(source), name=printable(log))
            result = f"{case}{self._result(findings)}</testcase>" if findings else f"{case[:-1]}/>"
            self._cases.write(f"  {result}\n")
        return iter(())

    def _result(self, findings: list[Finding]) -> str:
        """What a log has come to, after the first of its worst findings, with all of them as text."""
        severity = list(_ELEMENTS)
        worst = min(findings, key=lambda finding: (not finding.leads, severity.index(finding.verdict)))
        element, counted = _ELEMENTS[worst.verdict]
        self._counts[counted] += 1
        start = tag(element, type=worst.check, message=str(worst))
        text = escape("\n".join(chain_lines(findings)))
        return f"\n    {start}{text}</{element}>\n  "

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        counts = {name: str(count) for name, count in self._counts.items()}
        suite = tag("testsuite", name="tenhou-analyzer", **counts, time=f"{seconds:.3f}")
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield f"<testsuites>{suite}"
        with self._cases as cases:
            cases.seek(0)
            yield from (line.removesuffix("\n") for line in cases)
        yield f"  <system-out>{escape(summary_text(totals, seconds))}</system-out>"
        yield "</testsuite></testsuites>"


def tag(element: str, **attributes: str) -> str:
    """A start tag."""
    # What XML cannot hold is not printable either.
    told = (f' {name}="{escape(text, _QUOTE)}"' for name, text in attributes.items())
    return f"<{element}{''.join(told)}>"
