"""Counts of a run; they add up over batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import IntEnum, unique
from heapq import nsmallest
from typing import Final, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.audit import CHECKS
from analyzer.audit.findings import Finding, Tally, Verdict
from analyzer.audit.review import Review
from analyzer.batch.game_counts import CHECK_IDS, FINDINGS, HANDS, TALLIES, VERDICTS, count_games, draws_of
from analyzer.batch.reviews import Reviewed
from analyzer.vocabulary import DrawKind

__all__ = [
    "NO_RULE_SET",
    "InputKind",
    "Totals",
    "TotalsRecord",
    "totals_from_json",
]

NO_RULE_SET: Final = "none"
"""Counted for games no rule set could be chosen for."""
_NAMES_KEPT: Final = 3


@unique
class InputKind(IntEnum):
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

    @property
    def text(self) -> str:
        """Its name in the quarantine list."""
        return self.name.lower()


class TotalsRecord(TypedDict):
    """Totals as JSON has them."""

    inputs: int
    games: int
    hands: int
    findings: dict[str, int]
    verdicts: dict[str, int]
    checks: dict[str, dict[str, int]]
    draws: dict[str, int]
    rule_sets: dict[str, int]
    unreadable: int
    skipped: int
    skipped_names: list[str]
    absent: int
    duplicates: int


@dataclass(slots=True)
class Totals:
    """What a run has counted so far.

    Every input is exactly one of games, unreadable, duplicates, absent or skipped.  Inputs are counted
    separately, and every summary first checks that the counts add up.

    Attributes:
        inputs: Logs, each game of one that holds several, and everything else that was found.
        games: Games read.
        hands: Hands dealt in them.
        findings: Findings by check.
        verdicts: Findings by verdict.
        checks: Passed, failed, undecided and absent by check, those that never ran included.
        draws: Hands that ended in a ryuukyoku, by kind as logged.
        rule_sets: Games by name of the rule set applied.
        unreadable: Logs and sources that could not be read at all: unreadable, malformed and lost ones; each
            is a finding.
        skipped: Things in folders and archives that are not logs.
        skipped_names: The first of them by name.
        absent: Rows of databases that hold no log.
        duplicates: Logs that occurred before, by id or by content, and are not counted above.
    """

    inputs: int = 0
    games: int = 0
    hands: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    checks: dict[str, Tally] = field(default_factory=lambda: {check.id: Tally() for check in CHECKS})
    draws: Counter[str] = field(default_factory=lambda: Counter({kind.text: 0 for kind in DrawKind}))
    rule_sets: Counter[str] = field(default_factory=Counter)
    unreadable: int = 0
    skipped: int = 0
    skipped_names: list[str] = field(default_factory=list)
    absent: int = 0
    duplicates: int = 0

    def add(self, batch: Reviewed) -> None:
        """Add a batch."""
        self.inputs += batch.inputs
        if batch.review is not None:
            self._add_review(batch.review)
        self.unreadable += len(batch.problems)
        for problem in batch.problems:
            self.checks[problem.finding.check].failed += 1
        self._add_findings(batch.findings)
        self.absent += batch.absent
        self.skipped += len(batch.skipped)
        self.keep_names(item.source for item in batch.skipped)

    def _add_review(self, review: Review) -> None:
        self.games += len(review.logs)
        self.unreadable += review.unreadable
        self.add_rule_sets(review.rule_sets)
        for check, tally in review.tallies.items():
            self.checks[check].add(tally)
        counts = count_games(review).sum(axis=0)
        self.hands += int(counts[HANDS])
        self.draws.update(draws_of(counts))

    def merge(self, other: Totals) -> None:
        """Add the counts of another part of the run."""
        for name in ("inputs", "games", "hands", "unreadable", "skipped", "absent", "duplicates"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("findings", "verdicts", "draws", "rule_sets"):
            getattr(self, name).update(getattr(other, name))
        for check, tally in other.checks.items():
            self.checks[check].add(tally)
        self.keep_names(other.skipped_names)

    def add_inputs(
        self,
        kinds: NDArray[np.integer],
        each: NDArray[np.integer],
        stays: NDArray[np.bool_],
        counts: NDArray[np.int32],
    ) -> None:
        """Add the inputs of a unit; `rule_sets` and the names of what was skipped are for the caller to add.

        Args:
            kinds: `InputKind` of each; shape (inputs,).
            each: How many inputs each stands for.
            stays: Which are no duplicates.
            counts: As from `game_counts.count_games`; shape (inputs, COUNTS).
        """
        games = kinds == InputKind.READ
        self.inputs += int(each.sum())
        self.games += int((games & stays).sum())
        self.duplicates += int((games & ~stays).sum())
        self.unreadable += int(((kinds > InputKind.READ) & (kinds <= InputKind.LOST)).sum())
        self.skipped += int((kinds == InputKind.SKIPPED).sum())
        self.absent += int(each[kinds == InputKind.ABSENT].sum())
        self._add_counts(counts[stays].sum(axis=0, dtype=np.int64))

    def _add_counts(self, counts: NDArray[np.int64]) -> None:
        self.hands += int(counts[HANDS])
        self.draws.update(draws_of(counts))
        # Counts of zero are left out, as if nothing had ever been found.
        self.findings += Counter(dict(zip(CHECK_IDS, counts[FINDINGS].tolist(), strict=True)))
        self.verdicts += Counter(dict(zip(Verdict, counts[VERDICTS].tolist(), strict=True)))
        for check, found in zip(CHECK_IDS, counts[TALLIES].reshape(len(CHECK_IDS), -1).tolist(), strict=True):
            self.checks[check].add(Tally(*found))

    def add_rule_sets(self, names: Iterable[str | None]) -> None:
        """Add the rule sets of games."""
        self.rule_sets.update(name or NO_RULE_SET for name in names)

    def keep_names(self, names: Iterable[str]) -> None:
        """Keep the first names of what was skipped."""
        self.skipped_names = nsmallest(_NAMES_KEPT, [*self.skipped_names, *names])

    def _add_findings(self, findings: Collection[Finding]) -> None:
        self.findings.update(finding.check for finding in findings)
        self.verdicts.update(finding.verdict for finding in findings)

    def accounts(self) -> dict[str, int]:
        """Number of inputs, and what they became.

        Raises:
            RuntimeError: When the counts do not add up.
        """
        parts = {
            "games": self.games,
            "unreadable": self.unreadable,
            "duplicates": self.duplicates,
            "absent": self.absent,
            "skipped": self.skipped,
        }
        if self.inputs != sum(parts.values()):
            counted = " + ".join(f"{name} {count}" for name, count in parts.items())
            raise RuntimeError(f"{self.inputs} inputs, but {counted}")
        return {"inputs": self.inputs, **parts}

    @property
    def is_clean(self) -> bool:
        """Whether all findings are undecided."""
        return self.verdicts.total() == self.verdicts[Verdict.UNDECIDED]

    def summary(self, seconds: float | None = None) -> dict[str, object]:
        """The summary object of ``--format jsonl``; without ``seconds`` the same on every machine."""
        accounts = self.accounts()
        return {
            "type": "summary",
            "inputs": accounts["inputs"],
            "games": accounts["games"],
            "hands": self.hands,
            **({} if seconds is None else {"seconds": round(seconds, 3)}),
            "findings": dict(sorted(self.findings.items())),
            "checks": _tallies(self.checks),
            "draws": dict(self.draws),
            "rule_sets": dict(sorted(self.rule_sets.items())),
            **{name: accounts[name] for name in ("unreadable", "duplicates", "absent", "skipped")},
        }

    def as_json(self) -> TotalsRecord:
        """All counts, for `totals_from_json`."""
        self.accounts()
        plain: dict[str, object] = {
            "findings": dict(sorted(self.findings.items())),
            "verdicts": {str(verdict): count for verdict, count in sorted(self.verdicts.items())},
            "checks": _tallies(self.checks),
            "draws": dict(self.draws),
            "rule_sets": dict(sorted(self.rule_sets.items())),
        }
        record = {one.name: plain.get(one.name, getattr(self, one.name)) for one in fields(self)}
        return cast("TotalsRecord", record)


def totals_from_json(known: TotalsRecord) -> Totals:
    """The totals from JSON as written by `Totals.as_json`."""
    totals = Totals()
    for name, count in known.items():
        setattr(totals, name, count)
    totals.findings, totals.draws = Counter(known["findings"]), Counter(known["draws"])
    totals.rule_sets = Counter(known["rule_sets"])
    totals.verdicts = Counter({Verdict(verdict): count for verdict, count in known["verdicts"].items()})
    totals.checks = {check: Tally(**counts) for check, counts in known["checks"].items()}
    return totals


def _tallies(checks: Mapping[str, Tally]) -> dict[str, dict[str, int]]:
    return {check: asdict(tally) for check, tally in checks.items()}
