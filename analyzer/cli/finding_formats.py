"""Formats of findings and the summary: text, JSON lines, and JUnit XML from a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Final, Protocol

from analyzer.audit.findings import Finding
from analyzer.batch.guessing import FittingLines
from analyzer.batch.reviews import Reviewed
from analyzer.batch.totals import Totals, summary_text
from analyzer.cli.chain_lines import chain_lines

__all__ = ["FORMATS", "Format", "finding_line"]


class Format(Protocol):
    """Turns batches, and at the end the totals, into lines: those of the findings, then the summary."""

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        """Lines to print once a batch is judged."""
        return chain_lines(reviewed.findings)

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        """Lines to print at the end of the run."""
        yield summary_text(totals, seconds)


class _Text(Format):
    """Text for people."""

    def __init__(self) -> None:
        self._fitting = FittingLines()

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        yield from chain_lines(reviewed.findings)
        yield from self._fitting.lines(reviewed)


class _EachInFull(Format):
    """The same with every failure of a chain in full."""

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        return map(str, reviewed.findings)


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


def _junit() -> Format:
    from analyzer.cli.junit import JUnitFormat

    return JUnitFormat()


FORMATS: Final[dict[str, Callable[[], Format]]] = {
    "text": _Text,
    "each": _EachInFull,
    "jsonl": _JsonLines,
    "junit": _junit,
}
"""By name; ``each`` is that of ``--each``."""
