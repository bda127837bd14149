"""Reviews logs in batches; every run and every command uses this."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.audit.findings import Finding, LogName, Unreadable, unreadable
from analyzer.audit.review import Review, TooManyHands, review, selected_checks
from analyzer.batch.progress import Progress, counted_beside
from analyzer.errors import UserMistake
from analyzer.kernels import compiling
from analyzer.kernels.beside import KernelSet
from analyzer.rules import RuleSet, load
from analyzer.sources import Plan, log_id_of, read_unit
from analyzer.sources.asking import Asked, words_of
from analyzer.sources.items import Absent, Item, Skipped, SourceLog, SourceProblem

BATCH_LOGS: Final = 800
"""With fewer, the overhead of NumPy calls dominates; with more, memory grows for little gain."""
BATCH_BYTES: Final = 32 * 1024 * 1024
BATCH_HANDS: Final = 16_384
"""Twice the hands of an ordinary batch; a hand takes some 7 KB, the bytes of its log included."""
PLAIN_LOGS: Final = 16
"""The same while kernels run plain: a third of a second, and as quick as in larger ones."""
REFEREE: Final = KernelSet(
    "referee",
    "analyzer.batch.reviews:compile_referee",
    before="analyzer.batch.reviews:compile_replay",
    loads_above=48,
    compiles_above=2500,
)
"""Measured: 18 ms a log plain, with all tables; 0.9 s to load the compiled kernels, 45 s to compile them."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How logs are judged."""

    rules: str | Path | RuleSet = "auto"
    """``"auto"`` to choose by log, a rule set, or one's name or file."""
    checks: tuple[str, ...] | None = None
    """Ids of the checks to run; None for all."""


def terms_of(rules: str | Path, checks: Asked) -> Terms:
    """The rules and checks that a user asked for; UserMistake when one does not exist, or none is named."""
    if rules != "auto":
        load(rules)
    asked = None if checks is None else tuple(words_of(checks))
    if asked == ():
        raise UserMistake("the list of checks is empty; expected at least one, or no list to have all")
    selected_checks(asked)
    return Terms(rules, asked)


class Batch(NamedTuple):
    """Logs that are reviewed together, and everything else found between them."""

    logs: tuple[tuple[LogName, bytes], ...]
    first_lines: dict[str, int]
    """By source of a log that begins midway in its file: at which line."""
    problems: tuple[Unreadable, ...]
    """Sources that could not be read."""
    skipped: tuple[Skipped, ...]
    absent: tuple[Absent, ...]
    is_compiled: bool
    """Whether kernels run compiled on it."""


class Reviewed(NamedTuple):
    """A batch, judged."""

    batch: Batch
    review: Review | None
    """None where the batch has no logs."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings of the batch."""
        found = self.review.findings if self.review is not None else ()
        return found + tuple(problem.finding for problem in self.batch.problems)

    @property
    def absent(self) -> int:
        """Rows of databases that hold no log."""
        return sum(one.rows for one in self.batch.absent)

    @property
    def inputs(self) -> int:
        """Number of inputs: every log, each further game of one that holds several, and everything else.

        A log of which nothing was said is one too, so that the counts do not add up then.
        """
        others = len(self.batch.problems) + len(self.batch.skipped) + self.absent
        if self.review is None:
            return others
        # So it is unless a log, or a further game of one, was refused, or one holds several games.
        if not self.review.refused and self.review.logs == tuple(name for name, _ in self.batch.logs):
            return others + len(self.review.logs)
        given = Counter(name.source for name, _ in self.batch.logs)
        said = Counter(name.source for name in self.review.logs)
        said.update(refused.finding.source for refused in self.review.refused)
        return others + given.total() + (said - given).total()


def name_log(source: str) -> LogName:
    """The name of a log, from that of its file or member.

    A file whose name is more than an id (``…-b67fcaa3-edited.mjlog``) is another log.

    Examples:
        >>> name_log("logs.zip!2011/2011020417gm-00a9-0000-b67fcaa3&tw=2.mjlog").log_id
        '2011020417gm-00a9-0000-b67fcaa3'
        >>> name_log("my/east-3.xml").log_id
        'my/east-3.xml'
    """
    return LogName(log_id_of(source), source)


def batches(items: Iterable[Item]) -> Iterator[Batch]:
    """Groups items into batches, small ones while kernels run plain; memory holds one at a time."""
    gathered: list[Item] = []
    octets, may_run_plain = 0, True
    for item in items:
        gathered.append(item)
        octets += len(item.data) if isinstance(item, SourceLog) else 0
        is_full = len(gathered) >= BATCH_LOGS or octets >= BATCH_BYTES
        if not is_full and may_run_plain and len(gathered) >= PLAIN_LOGS:
            is_full = may_run_plain = not REFEREE.is_ready()
        if is_full:
            yield _batch(gathered)
            gathered = []
            octets, may_run_plain = 0, True
    if gathered:
        yield _batch(gathered)


def _batch(items: Iterable[Item]) -> Batch:
    logs, first_lines = [], {}
    problems, skipped, absent = [], [], []
    for item in items:
        if isinstance(item, SourceLog):
            logs.append((name_log(item.source), item.data))
            if item.line > 1:
                first_lines[item.source] = item.line
        elif isinstance(item, SourceProblem):
            problems.append(unreadable(name_log(item.source), item.reason))
        elif isinstance(item, Skipped):
            skipped.append(item)
        else:
            absent.append(item)
    is_compiled = REFEREE.pays(len(logs))
    return Batch(tuple(logs), first_lines, tuple(problems), tuple(skipped), tuple(absent), is_compiled)


def review_all(items: Iterable[Item], terms: Terms) -> Iterator[Reviewed]:
    """Judge every batch of the items, in order; UserMistake when the rule set or a check does not exist."""
    return (reviewed for batch in batches(items) for reviewed in review_batch(batch, terms))


def review_batch(batch: Batch, terms: Terms, *, course: bool = False) -> Iterator[Reviewed]:
    """Judge one batch, with the course of its hands if it is asked for; as several with too many hands."""
    found = None
    try:
        if batch.logs:
            with compiling() if batch.is_compiled else nullcontext():
                lines = batch.first_lines
                found = review(batch.logs, terms.rules, terms.checks, lines, BATCH_HANDS, course=course)
    except TooManyHands:
        middle = len(batch.logs) // 2
    else:
        yield Reviewed(batch, found)
        return
    yield from review_batch(batch._replace(logs=batch.logs[:middle]), terms, course=course)
    rest = Batch(batch.logs[middle:], batch.first_lines, (), (), (), batch.is_compiled)
    yield from review_batch(rest, terms, course=course)


def review_planned(planned: Plan, terms: Terms, progress: Progress) -> Iterator[Reviewed]:
    """Judge all logs of a plan in this process, batch after batch, with progress."""

    def begin() -> None:
        logs = planned.survey(unpack=False).logs
        progress.begin(logs)
        REFEREE.compile_for(logs)

    units = counted_beside(planned, begin)
    items = (item for unit in units for item in read_unit(unit, planned.choice, planned.limits))
    for reviewed in review_all(items, terms):
        found = sum(finding.leads for finding in reviewed.findings)
        progress.count(reviewed.inputs - reviewed.absent, found)
        yield reviewed


def findings_of(planned: Plan, terms: Terms, *, quiet: bool) -> Iterator[Finding]:
    """The findings on all logs of a plan."""
    with Progress(quiet=quiet, kernels=REFEREE) as progress:
        for reviewed in review_planned(planned, terms, progress):
            yield from reviewed.findings


def compile_referee() -> None:
    """Compile every kernel of the referee and of the tables, by two small games."""
    from analyzer.tables.build import game_rows
    from analyzer.tables.schema import tables_of

    reviewed = _reviewed(None)
    with compiling():
        game_rows(reviewed, tables_of(None))


def compile_replay() -> None:
    """Compile those that read logs, replay them, and make their walls: half of the memory."""
    _reviewed(("wall-deal",))


def _reviewed(checks: Collection[str] | None) -> Review:
    from analyzer.simulation import simulate

    games = [next(simulate(1, "warm", players=players, length="tonpuu")) for players in (4, 3)]
    with compiling():
        return review([(LogName(log, log), data) for log, data in games], "auto", checks)
