"""Every shipped rule set is tried on many logs: which explain games; what fails under all is put aside."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Final, NamedTuple

from analyzer.audit.audit import Audit
from analyzer.audit.checks import CHECKS, run_checks
from analyzer.audit.findings import Finding, LogName, Verdict
from analyzer.audit.review import review
from analyzer.audit.ruling import choose_rules
from analyzer.batch.progress import Progress
from analyzer.batch.reviews import Reviewed, Terms, review_all
from analyzer.kernels import compiling
from analyzer.printable import printable
from analyzer.rules import RuleSet, distinct_names, load
from analyzer.sources import Item

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


_PAYMENTS: Final = frozenset({"draw-payment", "win-payment"})
_MOST_TRIED: Final = 20
"""Logs of one command that are tried under other rule sets: each takes as long as twenty logs."""


@dataclass(slots=True)
class FitTally:
    """How one rule set fares over all games.

    Attributes:
        name: Of the rule set.
        games: Games of its number of players.
        explained: Those against which no hand speaks.
        hands_against: Hands that fail under it and not under every rule set.
        hands_for: Hands that it explains and another does not.
        first: The first finding against it.
    """

    name: str
    games: int = 0
    explained: int = 0
    hands_against: int = 0
    hands_for: int = 0
    first: Finding | None = None

    def add(self, fit: Fit) -> None:
        """Count what the rule set says of a batch."""
        self.games += len(fit.games)
        self.explained += len(fit.explained)
        self.hands_against += len({(one.log, one.source, one.hand) for one in fit.against})
        self.hands_for += len(fit.alone)
        if self.first is None and fit.against:
            self.first = fit.against[0]

    def __str__(self) -> str:
        text = (
            f"{self.name:<26} explains {self.explained} of {self.games} games; "
            f"{self.hands_for} hands speak for it, {self.hands_against} against it"
        )
        return text if self.first is None else f"{text}, first: {self.first.place}: {self.first.check}"


class FittingLines:
    """Says of logs whose payments fail which one other rule set explains all of them."""

    def __init__(self) -> None:
        self._tried = 0

    def lines(self, reviewed: Reviewed) -> Iterator[str]:
        """A line for each such game of a batch, as long as few are tried."""
        failing = {
            LogName(one.log, one.source)
            for one in reviewed.findings
            if one.verdict == Verdict.INCONSISTENT and one.check in _PAYMENTS
        }
        for name, data in reviewed.batch.logs:
            games = {game for game in failing if game.source.partition("#")[0] == name.source}
            if games and self._tried < _MOST_TRIED:
                self._tried += 1
                yield from _fitting(name, data, games)


def _fitting(name: LogName, data: bytes, games: Collection[LogName]) -> Iterator[str]:
    fits = fits_of(review([(name, data)], checks=()).audit)
    for game in sorted(games):
        explains = [fit.name for fit in fits if game in fit.games and not _fails(fit, game)]
        if len(explains) == 1:
            yield f"{printable(game.log_id)}: fits {explains[0]}"


def _fails(fit: Fit, game: LogName) -> bool:
    """Whether a payment of the game fails under a rule set."""
    return any(LogName(one.log, one.source) == game and one.check in _PAYMENTS for one in fit.failed)


def guess_all(items: Iterable[Item], progress: Progress) -> list[FitTally]:
    """Tallies of the rule sets that can judge some game, those that explain most first."""
    tallies: dict[str, FitTally] = {}
    for batch, read in review_all(items, Terms(checks=())):
        if read is None:
            continue
        with compiling() if batch.is_compiled else nullcontext():
            fits = fits_of(read.audit)
        for fit in fits:
            tallies.setdefault(fit.name, FitTally(fit.name)).add(fit)
        progress.count(len(read.logs), 0)
    return sorted(tallies.values(), key=lambda one: (-one.explained, one.hands_against, one.name))
