"""Reviews of the logs of sources, batch by batch: the part that every run and every command shares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.audit.case import LogName
from analyzer.audit.findings import Finding, Verdict
from analyzer.audit.review import Review, review
from analyzer.batch.engines import Engine, serial
from analyzer.batch.naming import name_log
from analyzer.kernels import compiling
from analyzer.sources import Skipped, SourceLog, SourceProblem
from analyzer.sources.walk import Item

__all__ = [
    "BATCH_LOGS",
    "COMPILE_ABOVE",
    "Batch",
    "Reviewed",
    "Terms",
    "batches",
    "review_all",
    "review_batch",
]

BATCH_LOGS: Final = 96
"""Events of so many games stay in the cache of a core."""
BATCH_BYTES: Final = 32 * 1024 * 1024
COMPILE_ABOVE: Final = 48
"""Logs from which on loading the compiled kernels takes less time than it saves."""


@dataclass(frozen=True, slots=True)
class Terms:
    """By what the logs are judged.

    Attributes:
        rules: ``"auto"`` to choose by log, or a rule set's name or file.
        checks: Ids of the checks to run; None for all.
    """

    rules: str | Path = "auto"
    checks: tuple[str, ...] | None = None


class Batch(NamedTuple):
    """Logs that are read together, and what else lay between them."""

    logs: tuple[tuple[LogName, bytes], ...]
    problems: tuple[Finding, ...]
    skipped: tuple[Skipped, ...]
    is_large: bool
    """Whether it belongs to so many logs that compiling pays."""


class Reviewed(NamedTuple):
    """A batch, judged."""

    review: Review | None
    """None where the batch has no logs."""
    problems: tuple[Finding, ...]
    """Sources that could not be read."""
    skipped: tuple[Skipped, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings of the batch."""
        return (self.review.findings if self.review is not None else ()) + self.problems


def batches(items: Iterable[Item]) -> Iterator[Batch]:
    """Items by the batch; memory holds one at a time."""
    logs: list[tuple[LogName, bytes]] = []
    problems: list[Finding] = []
    skipped: list[Skipped] = []
    size = count = 0
    for item in items:
        if isinstance(item, SourceLog):
            logs.append((name_log(item.source), item.data))
            size += len(item.data)
            count += 1
        elif isinstance(item, SourceProblem):
            problems.append(_unreadable(item))
        else:
            skipped.append(item)
        if len(logs) + len(problems) + len(skipped) >= BATCH_LOGS or size >= BATCH_BYTES:
            yield Batch(tuple(logs), tuple(problems), tuple(skipped), count > COMPILE_ABOVE)
            logs, problems, skipped, size = [], [], [], 0
    if logs or problems or skipped:
        yield Batch(tuple(logs), tuple(problems), tuple(skipped), count > COMPILE_ABOVE)


def review_all(items: Iterable[Item], terms: Terms, engine: Engine = serial) -> Iterator[Reviewed]:
    """Every batch of the items, judged, in order.

    Raises:
        UserMistake: When the rule set or a check does not exist.
    """
    return engine(partial(review_batch, terms=terms), batches(items))


def review_batch(batch: Batch, terms: Terms) -> Reviewed:
    """One batch, judged; compiled where that pays."""
    if not batch.logs:
        return Reviewed(None, batch.problems, batch.skipped)
    with compiling() if batch.is_large else nullcontext():
        judged = review(batch.logs, terms.rules, terms.checks)
    return Reviewed(judged, batch.problems, batch.skipped)


def _unreadable(problem: SourceProblem) -> Finding:
    name = name_log(problem.source)
    return Finding(
        log=name.log_id,
        source=name.source,
        hand=None,
        kyoku=None,
        honba=None,
        seat=None,
        element=None,
        check="well-formed",
        verdict=Verdict.MALFORMED,
        rule_set=None,
        claimed=None,
        computed=None,
        message=f"not a readable log: {problem.reason}",
    )
