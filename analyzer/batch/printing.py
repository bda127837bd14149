"""Formats of findings and the summary: text and JSON lines; JUnit XML has a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Final, Protocol

from analyzer.audit.findings import Finding, Tally
from analyzer.batch.reviews import Reviewed
from analyzer.batch.totals import Totals

__all__ = ["FORMATS", "Format", "finding_line", "summary_text"]

_CAVEAT = "A wall that agrees with its seed shows an intact file; it is no proof of an honest server."


class Format(Protocol):
    """Turns batches, and at the end the totals, into lines."""

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        """Lines to print once a batch is judged."""

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        """Lines to print at the end of the run."""


class TextFormat:
    """One line per finding, then the summary."""

    def batch(self, reviewed: Reviewed) -> Iterator[str]:
        return map(str, reviewed.findings)

    def end(self, totals: Totals, seconds: float) -> Iterator[str]:
        yield summary_text(totals, seconds)


class JsonLinesFormat:
    """One object per finding, then the summary; ASCII only, so that no terminal garbles it."""

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
    from analyzer.batch.junit import JUnitFormat

    return JUnitFormat()


FORMATS: Final[dict[str, Callable[[], Format]]] = {
    "text": TextFormat,
    "jsonl": JsonLinesFormat,
    "junit": _junit,
}


def summary_text(totals: Totals, seconds: float | None = None) -> str:
    """What a run found, as some lines of text; checks that never ran are marked.

    Args:
        totals: The counts.
        seconds: Time taken; None where the text must be the same on every machine.
    """
    took = "" if seconds is None else f", {seconds:.1f} s"
    lines = [
        f"{totals.games:,} games, {totals.hands:,} hands{took}",
        f"draws: {_counts(totals.draws)}",
        f"rule sets: {_counts(dict(sorted(totals.rule_sets.items())))}",
        *_check_lines(totals.checks),
        f"findings: {_counts({str(verdict): n for verdict, n in sorted(totals.verdicts.items())})}",
    ]
    if any(tally.passed for name, tally in totals.checks.items() if name.startswith("wall-")):
        lines.append(_CAVEAT)
    lines.append(_inputs_line(totals.accounts()))
    if totals.skipped:
        more = ", …" if totals.skipped > len(totals.skipped_names) else ""
        lines.append(f"passed over, no logs: {totals.skipped:,} ({', '.join(totals.skipped_names)}{more})")
    return "\n".join(lines)


def _inputs_line(accounts: Mapping[str, int]) -> str:
    inputs, *parts = (f"{name} {count:,}" for name, count in accounts.items())
    return f"{inputs.replace(' ', ': ')} = {' + '.join(parts)}"


def _counts(counts: Mapping[str, int]) -> str:
    present = [f"{name} {count:,}" for name, count in counts.items() if count]
    return ", ".join(present) or "none"


def _check_lines(checks: Mapping[str, Tally]) -> list[str]:
    width = max(len(name) for name in checks)
    heading = f"{'check':<{width}}  {'passed':>11}  {'failed':>7}  {'undecided':>9}  {'absent':>11}"
    rows = [
        f"{name:<{width}}  {tally.passed:>11,}  {tally.failed:>7,}  {tally.undecided:>9,}"
        f"  {tally.absent:>11,}{_idle(tally)}"
        for name, tally in checks.items()
    ]
    return [heading, *rows]


def _idle(tally: Tally) -> str:
    return "" if any(asdict(tally).values()) else "  (never ran)"
