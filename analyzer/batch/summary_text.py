"""The summary of a run as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from analyzer.audit.findings import Tally
from analyzer.batch.totals import Totals

__all__ = ["summary_text"]

_CAVEAT = "A wall that agrees with its seed shows an intact file; it is no proof of an honest server."


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
