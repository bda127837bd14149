"""Counts of a run; they add up over batches, and over the rows of numbers that are kept of each log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import unique
from heapq import nsmallest
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.audit import CHECKS, LogName
from analyzer.audit.findings import Finding, Tally, Verdict
from analyzer.audit.review import Review
from analyzer.audit.verdicts import COUNTED
from analyzer.batch.reviews import Reviewed
from analyzer.batch.same_games import DUPLICATE_ID
from analyzer.printable import printable
from analyzer.vocabulary import Code, DrawKind, EndKind

NO_RULE_SET: Final = "none"
"""Counted for games no rule set could be chosen for."""
_NAMES_KEPT: Final = 3
_BECAME: Final = ("games", "unreadable", "duplicates", "absent", "skipped")
"""What becomes of inputs."""
_CAVEAT = "A wall that agrees with its seed shows an intact file; it is no proof of an honest server."


_CHECK_IDS: Final = tuple(check.id for check in CHECKS)

_HANDS: Final = 0
"""Column: hands dealt."""
_DRAWS: Final = slice(1, 1 + len(DrawKind))
"""Columns: hands that ended in a ryuukyoku, by kind as logged."""
_FINDINGS: Final = slice(_DRAWS.stop, _DRAWS.stop + len(_CHECK_IDS))
"""Columns: findings by check, but for those that another leads."""
_VERDICTS: Final = slice(_FINDINGS.stop, _FINDINGS.stop + len(Verdict))
"""Columns: the same by verdict."""
_TALLIES: Final = slice(_VERDICTS.stop, _VERDICTS.stop + COUNTED * len(_CHECK_IDS))
"""Columns: passed, failed, undecided and absent of the first check, then of the second, and so on."""
_FAILED: Final = 1
"""Place of failed among them."""
COUNTS: Final = _TALLIES.stop
"""Number of columns."""


@unique
class InputKind(Code):
    """What became of an input."""

    READ = 0
    """A game; it is in the tables, unless it is a duplicate."""
    MALFORMED = 1
    """Its bytes could not be read as a log."""
    UNREADABLE = 2
    """Its bytes could not be had."""
    LOST = 3
    """Whoever read it died of it."""
    SKIPPED = 4
    """It is no log."""
    ABSENT = 5
    """Rows of a database that hold no log."""
    NOTHING = 6
    """A part in which nothing was wanted; it stands for no input."""

    @property
    def text(self) -> str:
        """Its name in the quarantine list."""
        return self.name.lower()


def count_games(review: Review) -> NDArray[np.int32]:
    """Counts of every game that could be read; shape (games, COUNTS)."""
    counts = np.zeros((len(review.logs), COUNTS), np.int32)
    counts[:, _HANDS] = np.diff(review.events.games.hand_offsets)
    _count_draws(review, counts[:, _DRAWS])
    _count_findings(review, counts)
    tallies = counts[:, _TALLIES].reshape(len(counts), len(_CHECK_IDS), COUNTED)
    for check, of_games in review.game_tallies.items():
        tallies[:, _CHECK_IDS.index(check)] = of_games
    counts[:, _TALLIES] = tallies.reshape(len(counts), COUNTED * len(_CHECK_IDS))
    return counts


def count_unreadable(finding: Finding) -> NDArray[np.int32]:
    """Counts of a log that could not be read, of which this is the only finding; shape (COUNTS,)."""
    counts = np.zeros(COUNTS, np.int32)
    check = _CHECK_IDS.index(finding.check)
    counts[_FINDINGS.start + check] = 1
    counts[_VERDICTS.start + list(Verdict).index(finding.verdict)] = 1
    counts[_TALLIES.start + COUNTED * check + _FAILED] = 1
    return counts


def _count_draws(review: Review, counts: NDArray[np.int32]) -> None:
    results = review.events.results
    drawn = results.end == EndKind.RYUUKYOKU
    # Nagashi mangan of several seats may be logged as several results of one hand.
    hands, first = np.unique(results.hand[drawn], return_index=True)
    kinds = results.draw_kind[drawn][first]
    for column, kind in enumerate(DrawKind):
        np.add.at(counts[:, column], review.events.hands.game[hands[kinds == kind]], 1)


def _count_findings(review: Review, counts: NDArray[np.int32]) -> None:
    games = {name: game for game, name in enumerate(review.logs)} if review.findings else {}
    verdicts = list(Verdict)
    for finding in review.findings:
        game = games.get(LogName(finding.log, finding.source))
        if game is not None and finding.leads:
            counts[game, _FINDINGS.start + _CHECK_IDS.index(finding.check)] += 1
            counts[game, _VERDICTS.start + verdicts.index(finding.verdict)] += 1


@dataclass(slots=True)
class Totals:
    """What a run has counted so far; every input is one of games, unreadable, duplicates, absent or skipped.

    Attributes:
        inputs: Logs, each game of one that holds several, and everything else; counted by itself.
        games: Games read.
        unreadable: Logs and sources that could not be read at all; each is a finding.
        skipped: Things in folders and archives that are not logs.
        absent: Rows of databases that hold no log.
        duplicates: Logs that occurred before, by id or by content, and are counted nowhere else.
        differing: Duplicates that differ from the log of their id that stays; each is a finding.
        counts: Sums of what `count_games` gives, over all games and all that was unreadable.
        rule_sets: Games by name of the rule set applied.
        skipped_names: The first names of what was skipped.
    """

    inputs: int = 0
    games: int = 0
    unreadable: int = 0
    skipped: int = 0
    absent: int = 0
    duplicates: int = 0
    differing: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * COUNTS)
    rule_sets: dict[str, int] = field(default_factory=dict)
    skipped_names: list[str] = field(default_factory=list)

    @property
    def hands(self) -> int:
        """Hands dealt."""
        return self.counts[_HANDS]

    @property
    def draws(self) -> dict[str, int]:
        """Hands that ended in a ryuukyoku, by kind as logged."""
        return dict(zip((kind.text for kind in DrawKind), self.counts[_DRAWS], strict=True))

    @property
    def findings(self) -> Counter[str]:
        """Findings that lead, by check; those without any are left out."""
        found = Counter(dict(zip(_CHECK_IDS, self.counts[_FINDINGS], strict=True)))
        return found + Counter({DUPLICATE_ID: self.differing})

    @property
    def verdicts(self) -> Counter[Verdict]:
        """Findings that lead, by verdict; those without any are left out."""
        found = Counter(dict(zip(Verdict, self.counts[_VERDICTS], strict=True)))
        return found + Counter({Verdict.INCONSISTENT: self.differing})

    @property
    def checks(self) -> dict[str, Tally]:
        """Passed, failed, undecided and absent by check, those that never ran included.

        `DUPLICATE_ID`, which only a run can find, is among them where it is found.
        """
        tallies = np.reshape(self.counts[_TALLIES], (len(_CHECK_IDS), COUNTED)).tolist()
        checks = {check: Tally(*counts) for check, counts in zip(_CHECK_IDS, tallies, strict=True)}
        return checks | ({DUPLICATE_ID: Tally(failed=self.differing)} if self.differing else {})

    def add(self, judged: Reviewed) -> None:
        """Add a batch."""
        self.inputs += judged.inputs
        self.absent += judged.absent
        self.skipped += len(judged.batch.skipped)
        self.keep_names(item.source for item in judged.batch.skipped)
        whole = [*judged.batch.problems]
        if judged.review is not None:
            whole += judged.review.refused
            self.games += len(judged.review.logs)
            self.add_rule_sets(judged.review.rule_sets)
            self.add_counts(count_games(judged.review).sum(axis=0))
        self.unreadable += len(whole)
        for one in whole:
            self.add_counts(count_unreadable(one.finding))

    def join(self, other: Totals) -> None:
        """Add the counts of other inputs."""
        for name in ("inputs", *_BECAME, "differing"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.add_counts(other.counts)
        self.rule_sets = dict(sorted((Counter(self.rule_sets) + Counter(other.rule_sets)).items()))
        self.keep_names(other.skipped_names)

    def add_counts(self, counts: ArrayLike) -> None:
        """Add sums of what `count_games` gives; shape (COUNTS,)."""
        self.counts = np.add(counts, self.counts).tolist()

    def add_rule_sets(self, names: Iterable[str | None]) -> None:
        """Add the rule sets of games."""
        self.rule_sets = dict(Counter(self.rule_sets) + Counter(name or NO_RULE_SET for name in names))

    def keep_names(self, names: Iterable[str]) -> None:
        """Keep the first names of what was skipped."""
        self.skipped_names = nsmallest(_NAMES_KEPT, [*self.skipped_names, *names])

    def accounts(self) -> dict[str, int]:
        """Number of inputs, and what they became; RuntimeError when the counts do not add up."""
        parts = {name: getattr(self, name) for name in _BECAME}
        if self.inputs != sum(parts.values()):
            counted = " + ".join(f"{name} {count}" for name, count in parts.items())
            raise RuntimeError(f"{self.inputs} inputs, but {counted}")
        return {"inputs": self.inputs, **parts}

    @property
    def is_clean(self) -> bool:
        """Whether all findings are undecided."""
        return self.verdicts.keys() <= {Verdict.UNDECIDED}

    def summary(self, seconds: float | None = None) -> dict[str, object]:
        """The summary object of ``--format jsonl``; without ``seconds`` the same on every machine."""
        accounts = self.accounts()
        return {
            "type": "summary",
            **{name: accounts.pop(name) for name in ("inputs", "games")},
            "hands": self.hands,
            **({} if seconds is None else {"seconds": round(seconds, 3)}),
            "findings": dict(sorted(self.findings.items())),
            "checks": {check: asdict(tally) for check, tally in self.checks.items()},
            "draws": self.draws,
            "rule_sets": dict(sorted(self.rule_sets.items())),
            **accounts,
        }


def summary_text(totals: Totals, seconds: float | None = None) -> str:
    """What a run found, as some lines of text; without ``seconds`` the same on every machine."""
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
    inputs, *became = (f"{name} {count:,}" for name, count in totals.accounts().items())
    lines.append(f"{inputs.replace(' ', ': ')} = {' + '.join(became)}")
    if totals.skipped:
        more = ["…"] if totals.skipped > len(totals.skipped_names) else []
        names = ", ".join([*map(printable, totals.skipped_names), *more])
        lines.append(f"passed over, no logs: {totals.skipped:,} ({names})")
    return "\n".join(lines)


def _counts(counts: Mapping[str, int]) -> str:
    present = [f"{name} {count:,}" for name, count in counts.items() if count]
    return ", ".join(present) or "none"


def _check_lines(checks: Mapping[str, Tally]) -> list[str]:
    width = max(len(name) for name in checks)
    heading = f"{'check':<{width}}  {'passed':>11}  {'failed':>7}  {'undecided':>9}  {'absent':>11}"
    rows = [
        f"{name:<{width}}  {tally.passed:>11,}  {tally.failed:>7,}  {tally.undecided:>9,}"
        f"  {tally.absent:>11,}{'' if tally != Tally() else '  (never ran)'}"
        for name, tally in checks.items()
    ]
    return [heading, *rows]
