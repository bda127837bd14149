"""Every shipped rule set over many logs: which of them explain the games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Final

from analyzer.audit.findings import Finding, LogName, Verdict
from analyzer.audit.guess import Fit, fits_of
from analyzer.audit.review import review
from analyzer.batch.progress import Progress
from analyzer.batch.reviews import Reviewed, Terms, review_all
from analyzer.kernels import compiling
from analyzer.printable import printable
from analyzer.sources import Item

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
