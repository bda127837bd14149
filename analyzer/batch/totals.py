"""Counts of a run, and the summary made of them; they add up over batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from analyzer.audit import CHECKS
from analyzer.audit.findings import Finding, Tally, Verdict
from analyzer.audit.review import Review
from analyzer.batch.reviews import Reviewed
from analyzer.vocabulary import DrawKind, EndKind

__all__ = ["NO_RULE_SET", "Totals"]

NO_RULE_SET: Final = "none"
"""Counted for games no rule set could be chosen for."""
_NAMES_KEPT: Final = 3


@dataclass(slots=True)
class Totals:
    """What a run has counted so far.

    Attributes:
        games: Games read.
        hands: Hands dealt in them.
        findings: Findings by check.
        verdicts: Findings by verdict.
        checks: Passed, failed and undecided by check, those that never ran included.
        draws: Hands that ended in a ryuukyoku, by kind as logged.
        rule_sets: Games by name of the rule set applied.
        unreadable: Logs and sources that could not be read at all; each is a finding.
        skipped: Things in folders and archives that are no logs.
        skipped_names: The first of them.
    """

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

    def add(self, batch: Reviewed) -> None:
        """Add a batch."""
        if batch.review is not None:
            self._add_review(batch.review)
        self.unreadable += len(batch.problems)
        for finding in batch.problems:
            self.checks[finding.check].failed += 1
        self._add_findings(batch.findings)
        self.skipped += len(batch.skipped)
        room = _NAMES_KEPT - len(self.skipped_names)
        self.skipped_names += [item.source for item in batch.skipped[:room]]

    def _add_review(self, review: Review) -> None:
        self.games += len(review.logs)
        self.hands += len(review.events.hands.kyoku)
        self.unreadable += review.unreadable
        self.rule_sets.update(name or NO_RULE_SET for name in review.rule_sets)
        for check, tally in review.tallies.items():
            self.checks[check].add(tally)
        self._add_draws(review)

    def _add_findings(self, findings: Collection[Finding]) -> None:
        self.findings.update(finding.check for finding in findings)
        self.verdicts.update(finding.verdict for finding in findings)

    def _add_draws(self, review: Review) -> None:
        results = review.events.results
        drawn = results.end == EndKind.RYUUKYOKU
        # Nagashi mangan of several seats may be logged as several results of one hand.
        _, first = np.unique(results.hand[drawn], return_index=True)
        counts = np.bincount(results.draw_kind[drawn][first], minlength=max(DrawKind) + 1)
        for kind in DrawKind:
            self.draws[kind.text] += int(counts[kind])

    @property
    def is_clean(self) -> bool:
        """Whether there is no finding but undecided ones."""
        return self.verdicts.total() == self.verdicts[Verdict.UNDECIDED]

    def summary(self, seconds: float | None = None) -> dict[str, object]:
        """The summary object of ``--format jsonl``; without ``seconds`` it is the same on every machine."""
        return {
            "type": "summary",
            "games": self.games,
            "hands": self.hands,
            **({} if seconds is None else {"seconds": round(seconds, 3)}),
            "findings": dict(sorted(self.findings.items())),
            "checks": {
                check: {"passed": tally.passed, "failed": tally.failed, "undecided": tally.undecided}
                for check, tally in self.checks.items()
            },
            "draws": dict(self.draws),
            "rule_sets": dict(sorted(self.rule_sets.items())),
            "unreadable": self.unreadable,
        }
