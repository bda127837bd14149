"""Findings as JUnit XML for build servers."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Final

from lxml import etree

from analyzer.audit.findings import Finding, Verdict
from analyzer.batch.reviews import Reviewed
from analyzer.batch.summary_text import summary_text
from analyzer.batch.totals import Totals
from analyzer.printable import printable

__all__ = ["JUnitFormat", "case_element"]

_IN_MEMORY: Final = 16 * 1024 * 1024
_ELEMENTS: Final = {
    Verdict.MALFORMED: "error",
    Verdict.INCONSISTENT: "failure",
    Verdict.UNDECIDED: "skipped",
}
"""By verdict, the worst first."""
_COUNTED: Final = {"error": "errors", "failure": "failures", "skipped": "skipped"}
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class JUnitFormat:
    """One test case per log: passed, failed (inconsistent), in error (malformed) or skipped (undecided)."""

    def __init__(self) -> None:
        # The counts stand in front of the cases, and there may be millions of these.
        self._cases = SpooledTemporaryFile(  # noqa: SIM115 (closed in end)
            _IN_MEMORY, mode="w+", encoding="ascii", newline="\n"
        )
        self._counts = Counter(tests=0, failures=0, errors=0, skipped=0)

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        by_log: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        if reviewed.review is not None:
            for name in reviewed.review.logs:
                by_log[name.log_id, name.source] = []
        for finding in reviewed.findings:
            by_log[finding.log, finding.source].append(finding)
        for (log, source), findings in by_log.items():
            self._counts["tests"] += 1
            told = _worst(findings)
            result = None if told is None else (_ELEMENTS[told.verdict], told.check, str(told))
            if result is not None:
                self._counts[_COUNTED[result[0]]] += 1
            case = (printable(log), printable(source), result, "\n".join(map(str, findings)))
            self._cases.write(json.dumps(case) + "\n")
        return iter(())

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        written = BytesIO()
        counts = {name: str(count) for name, count in self._counts.items()}
        with self._cases as cases, etree.xmlfile(written, encoding="UTF-8", buffered=False) as xml:
            suite = {"name": "tenhou-analyzer", **counts, "time": f"{seconds:.3f}"}
            with xml.element("testsuites"), xml.element("testsuite", suite):
                xml.write("\n")
                cases.seek(0)
                for line in cases:
                    xml.write("  ", case_element(*json.loads(line)), "\n")
                    yield from _lines(written)
                xml.write("  ")
                with xml.element("system-out"):
                    xml.write(_clean(summary_text(totals, seconds)))
                xml.write("\n")
        yield from _lines(written)


def case_element(log: str, source: str, result: Sequence[str] | None, text: str) -> etree._Element:
    """The element of one log.

    Args:
        log: Its name.
        source: Where it lies.
        result: What to call its worst finding, the check of that and its message; None where it passed.
        text: All its findings.
    """
    case = etree.Element("testcase", classname=_clean(source), name=_clean(log))
    if result is not None:
        element, check, message = result
        etree.SubElement(case, element, type=check, message=_clean(message)).text = _clean(text)
    etree.indent(case, level=1)
    return case


def _worst(findings: Sequence[Finding]) -> Finding | None:
    """The first of the worst verdict."""
    severity = list(_ELEMENTS)
    return min(findings, key=lambda finding: severity.index(finding.verdict), default=None)


def _clean(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)


def _lines(written: BytesIO) -> Iterator[str]:
    """The lines that were written since this was asked last."""
    text = written.getvalue().decode()
    written.seek(0)
    written.truncate()
    return iter(text.removesuffix("\n").split("\n"))
