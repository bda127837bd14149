"""Findings as JUnit XML for build servers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from tempfile import SpooledTemporaryFile
from typing import Final

from lxml import etree

from analyzer.audit.findings import Finding, Verdict
from analyzer.batch.reviews import Reviewed
from analyzer.batch.totals import Totals, summary_text
from analyzer.printable import printable

__all__ = ["JUnitFormat"]

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
            case = etree.Element("testcase", classname=printable(source), name=printable(log))
            if findings:
                self._add_result(case, findings)
            etree.indent(case, level=1)
            self._cases.write(f"  {_text(case)}\n")
        return iter(())

    def _add_result(self, case: etree._Element, findings: Sequence[Finding]) -> None:
        """What a log has come to, after the first of its worst findings, with all of them as text."""
        verdict = next(verdict for verdict in _ELEMENTS if any(one.verdict is verdict for one in findings))
        told = next(one for one in findings if one.verdict is verdict)
        element, counted = _ELEMENTS[verdict]
        self._counts[counted] += 1
        etree.SubElement(case, element, type=told.check, message=str(told)).text = "\n".join(
            map(str, findings)
        )

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        counts = "".join(f' {name}="{count}"' for name, count in self._counts.items())
        said = etree.Element("system-out")
        said.text = summary_text(totals, seconds)
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield f'<testsuites><testsuite name="tenhou-analyzer"{counts} time="{seconds:.3f}">'
        with self._cases as cases:
            cases.seek(0)
            yield from (line.removesuffix("\n") for line in cases)
        yield f"  {_text(said)}"
        yield "</testsuite></testsuites>"


def _text(element: etree._Element) -> str:
    return etree.tostring(element, encoding="unicode")
