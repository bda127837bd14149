"""Findings as JUnit XML for build servers."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Final

from analyzer.audit.findings import Finding, Verdict
from analyzer.batch.reviews import Reviewed
from analyzer.batch.summary import summary_text
from analyzer.batch.totals import Totals
from analyzer.printable import printable

__all__ = ["JUnitFormat"]


class JUnitFormat:
    """One test case per log: passed, failed (inconsistent), in error (malformed) or skipped (undecided)."""

    def __init__(self) -> None:
        # The counts stand in front of the cases, and there may be millions of these.
        self._cases = SpooledTemporaryFile(  # noqa: SIM115 (closed in end)
            max_size=16 * 1024 * 1024, mode="w+", encoding="utf-8", newline="\n"
        )
        self._counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        by_log: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        if reviewed.review is not None:
            for name in reviewed.review.logs:
                by_log[name.log_id, name.source] = []
        for finding in reviewed.findings:
            by_log[finding.log, finding.source].append(finding)
        for (log, source), findings in by_log.items():
            self._cases.write(self._case(log, source, findings))
        return iter(())

    def _case(self, log: str, source: str, findings: list[Finding]) -> str:
        self._counts["tests"] += 1
        start = f'  <testcase classname="{_escaped(printable(source))}" name="{_escaped(printable(log))}"'
        if not findings:
            return f"{start}/>\n"
        worst = min((_ELEMENTS[finding.verdict] for finding in findings), key=_SEVERITY.index)
        self._counts[_COUNTED[worst]] += 1
        told = [finding for finding in findings if _ELEMENTS[finding.verdict] == worst]
        text = "\n".join(map(str, findings))
        return (
            f"{start}>\n"
            f'    <{worst} type="{_escaped(told[0].check)}" message="{_escaped(str(told[0]))}">'
            f"{_escaped(text)}</{worst}>\n"
            "  </testcase>\n"
        )

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        counts = " ".join(f'{name}="{count}"' for name, count in self._counts.items())
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield f'<testsuites><testsuite name="tenhou-analyzer" {counts} time="{seconds:.3f}">'
        with self._cases as cases:
            cases.seek(0)
            for line in cases:
                yield line.rstrip("\n")
        yield f"  <system-out>{_escaped(summary_text(totals, seconds))}</system-out>"
        yield "</testsuite></testsuites>"


_ELEMENTS: Final = {
    Verdict.MALFORMED: "error",
    Verdict.INCONSISTENT: "failure",
    Verdict.UNDECIDED: "skipped",
}
_SEVERITY: Final = ("error", "failure", "skipped")
_COUNTED: Final = {"error": "errors", "failure": "failures", "skipped": "skipped"}
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _escaped(text: str) -> str:
    return html.escape(_NOT_XML.sub("\ufffd", text))
