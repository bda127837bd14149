"""Findings as lines of text: the first failure of a chain in full, and the others below it in short."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from analyzer.audit import CHECKS
from analyzer.audit.findings import Finding
from analyzer.printable import printable

__all__ = ["chain_lines"]

_OF_AMOUNTS: Final = frozenset(check.id for check in CHECKS if check.of_amounts)


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
