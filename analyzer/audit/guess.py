"""Which rule sets explain games: each shipped one is tried; what fails under all of them is put aside."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.audit.audit import Audit
from analyzer.audit.checks import CHECKS, run_checks
from analyzer.audit.findings import Finding, LogName, Verdict
from analyzer.audit.ruling import choose_rules
from analyzer.rules import RuleSet, distinct_names, load

_LENGTH: Final = "rule-set"
"""The check that compares the length of the log with that of the rule set: it says nothing of payments."""


class Fit(NamedTuple):
    """What one rule set says of a batch of games.

    Attributes:
        name: Of the rule set.
        games: Names of the games that it can judge: those of its number of players.
        failed: Failures under it.
        against: Those of them that not every rule set has.
        alone: Hands that it explains and at least one other rule set does not: game and hand.
    """

    name: str
    games: frozenset[LogName]
    failed: tuple[Finding, ...]
    against: tuple[Finding, ...]
    alone: frozenset[_Hand]

    @property
    def explained(self) -> frozenset[LogName]:
        """The games against which nothing speaks."""
        return self.games - {LogName(one.log, one.source) for one in self.against}


_Hand = tuple[LogName, int | None]
_Failure = tuple[_Hand, str]


def fits_of(audit: Audit) -> list[Fit]:
    """What each shipped rule set says of a batch; of sets that are equal for it the first by name.

    Args:
        audit: The batch, under any rule sets.
    """
    tried: list[tuple[RuleSet, frozenset[LogName], list[Finding]]] = []
    for rules in map(load, distinct_names()):
        ruling = choose_rules(audit.events, audit.logs, rules, audit.headers.announcements)
        judged = ruling.rule_of_game >= 0
        if judged.any():
            findings, _ = run_checks(audit.under(ruling), CHECKS, as_written=True)
            failed = [one for one in findings if one.verdict == Verdict.INCONSISTENT and one.check != _LENGTH]
            games = frozenset(name for name, is_judged in zip(audit.logs, judged, strict=True) if is_judged)
            tried.append((rules, games, [one for one in failed if LogName(one.log, one.source) in games]))
    return [_fit(one, tried) for one in tried]


def _fit(
    one: tuple[RuleSet, frozenset[LogName], list[Finding]],
    tried: list[tuple[RuleSet, frozenset[LogName], list[Finding]]],
) -> Fit:
    rules, games, failed = one
    others = [{_failure(other) for other in found} for _, theirs, found in tried if theirs & games]
    everywhere: set[_Failure] = set.intersection(*others)
    against = tuple(finding for finding in failed if _failure(finding) not in everywhere)
    mine = {_failure(finding)[0] for finding in against}
    elsewhere = {hand for found in others for hand, _ in found - everywhere}
    alone = frozenset(hand for hand in elsewhere - mine if hand[0] in games)
    return Fit(rules.name, games, tuple(failed), against, alone)


def _failure(finding: Finding) -> _Failure:
    return (LogName(finding.log, finding.source), finding.hand), finding.check
