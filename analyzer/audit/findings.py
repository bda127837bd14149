"""A finding: one place where log and rules differ, or where no verdict is possible; and the most of a log.

Findings that probably have one cause are grouped: a thousand findings of a scorer mostly have three.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.printable import printable
from analyzer.vocabulary import kyoku_text

DETAILS: Final = ("; play: ", "; rule: ")
"""What a message may have behind its sentence: the win as play gives it, the rule with its source."""
_LONGEST: Final = 200
"""Characters of a sentence; what is cut off stands in ``claimed``, ``computed`` or ``reason``."""


class LogName(NamedTuple):
    """How a log is named in findings and tables.

    Attributes:
        log_id: Tenhou's id where the name holds one, else the name of the source.
        source: File, archive member or stream as the user named it.
    """

    log_id: str
    source: str


class Verdict(StrEnum):
    """What a finding says."""

    INCONSISTENT = "inconsistent"
    """The log claims what the rules do not give."""
    UNDECIDED = "undecided"
    """It should be judged and cannot be: the rule, or what it needs, is not known."""
    MALFORMED = "malformed"
    """The log is not well-formed here."""


@dataclass(frozen=True, slots=True, repr=False)
class Finding:
    """One finding; fields and their names are those of ``--format jsonl`` and of the table ``findings``.

    Attributes:
        log: Log id, or the name of the source where it has none.
        source: File or archive member as the user named it.
        hand: 0-based index of the hand in its game; None outside any hand.
        kyoku: Kyoku index 0-15; None outside any hand, or where the log does not say it.
        honba: Honba of the hand; None as for the kyoku.
        seat: Seat concerned; None when not one seat.
        element: Element index in the log, the root being 0, or of mjai the line in the file; None when no
            element is concerned.
        check: Stable id of the check, as ``noten-payment``.
        verdict: Inconsistent, undecided or malformed.
        rule_set: Name of the rule set applied; None when none was chosen.
        claimed: What the log says, as text; None when it says nothing.
        computed: What the rules give, as text; None when nothing could be computed.
        message: A sentence of at most 200 characters; behind it details: the win as play gives it, and the
            rule with its source.
        reason: Why there is no verdict; None but for an undecided finding.
        count: Items of the check that the finding speaks for: of an undecided one all of the log that have
            its reason, the first of them being the place; 1 for others, but for the last of a log that has
            too many, which speaks for all that are not given.
        chain: Number within the log of the failures that hang together with it; None of an undecided one.
        leads: It is the first of its chain, or undecided: what totals and the exit status count.
        cause: Known mistakes that would explain the claim, at most three; None where none does.
        line: Of a form in lines, as mjai, the line of the file, from 1; None of others, whose places are
            elements.  It is no column of the table.
    """

    log: str
    source: str
    hand: int | None
    kyoku: int | None
    honba: int | None
    seat: int | None
    element: int | None
    check: str
    verdict: Verdict
    rule_set: str | None
    claimed: str | None
    computed: str | None
    message: str
    reason: str | None = None
    count: int = 1
    chain: int | None = None
    leads: bool = True
    cause: str | None = None
    line: int | None = None

    @property
    def sentence(self) -> str:
        """The message without its details."""
        said = self.message
        for mark in DETAILS:
            said = said.partition(mark)[0]
        return said

    @property
    def place(self) -> str:
        """Where it lies, as it is cited: log, hand and element."""
        where = [self.log]
        if self.kyoku is not None:
            where.append(kyoku_text(self.kyoku, self.honba))
        if self.element is not None:
            where.append(f"#{self.element}")
        return " ".join(where)

    @property
    def citation(self) -> str:
        """What a text that cites it needs: place, check, rule set, and version with commit."""
        from analyzer.citing import cited_version

        by = f" by {self.rule_set}" if self.rule_set else ""
        return printable(f"{self.place} {self.check}{by} (tenhou-analyzer {cited_version()})")

    def __str__(self) -> str:
        return printable(f"{self.place} {self.check}: {self.message}")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from html import escape

        cells = [
            ("where", self.place if self.seat is None else f"{self.place}, seat {self.seat}"),
            ("verdict", f"{self.verdict} by {self.rule_set}" if self.rule_set else str(self.verdict)),
            ("the log says", self.claimed or "nothing"),
            ("the rules give", self.computed or "nothing"),
            ("that is", self.message),
        ]
        rows = "".join(
            f'<tr><th style="text-align:left;vertical-align:top;white-space:nowrap">{name}</th>'
            f'<td style="text-align:left">{escape(cell)}</td></tr>'
            for name, cell in cells
        )
        return f"<p><b>{escape(self.check)}</b></p><table>{rows}</table>"


def shortened(message: str) -> str:
    """The message with a sentence of at most 200 characters."""
    sentence, mark, details = message.partition(DETAILS[0])
    if len(sentence) > _LONGEST:
        sentence = f"{sentence[: _LONGEST - 1]}…"
    return sentence + mark + details


class Unreadable(NamedTuple):
    """A log or a source that gave no events at all.

    Attributes:
        finding: What is said of it.
        reason: Why it could not be read.
    """

    finding: Finding
    reason: str


def unreadable(
    name: LogName, reason: str, *, hand: int | None = None, element: int | None = None
) -> Unreadable:
    """A log that could not be read, or a source.

    Args:
        name: Of the log.
        reason: Why it could not be read.
        hand: 0-based index of the hand where reading stopped, if it is known.
        element: Index of the element, if it is known.
    """
    finding = Finding(
        log=name.log_id,
        source=name.source,
        hand=hand,
        kyoku=None,
        honba=None,
        seat=None,
        element=element,
        check="well-formed",
        verdict=Verdict.MALFORMED,
        rule_set=None,
        claimed=None,
        computed=None,
        message=shortened(f"not a readable log: {reason}"),
        chain=0,
    )
    return Unreadable(finding, reason)


@dataclass(slots=True)
class Tally:
    """How often one check passed, failed, was undecided, or had no claim to judge; adds up over batches."""

    passed: int = 0
    failed: int = 0
    undecided: int = 0
    absent: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of another batch."""
        self.passed += other.passed
        self.failed += other.failed
        self.undecided += other.undecided
        self.absent += other.absent


MAX_FINDINGS: Final = 1000
"""Of one log; a game of twenty hands with a fault in every one of them has some hundreds."""


class Placed(NamedTuple):
    """A finding with its place, in whose order findings are given and chains are formed.

    Attributes:
        game: Row of ``games``.
        element: Element of the log; -1 where none is concerned.
        rank: Place of the check among those that run.
        hand: Row of ``hands``; ABSENT outside any hand.
        finding: What is found there.
    """

    game: int
    element: int
    rank: int
    hand: int
    finding: Finding


def first_of_games(games: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Which items are among the first `MAX_FINDINGS` of their game, and the one after; shape (items,)."""
    if len(games) <= MAX_FINDINGS:
        return np.ones(len(games), np.bool_)
    order = np.argsort(games, kind="stable")
    ordered = games[order]
    place = np.empty(len(games), np.int64)
    place[order] = np.arange(len(games)) - np.searchsorted(ordered, ordered)
    first: NDArray[np.bool_] = place <= MAX_FINDINGS
    return first


def bounded(placed: Sequence[Placed], unmade: Counter[int]) -> list[Finding]:
    """The first `MAX_FINDINGS` findings of each game, and one more that counts the others.

    That one is of the check that the first of the others is of, and of the gravest verdict among them.

    Args:
        placed: Findings, sorted.
        unmade: By game: how many more there would be, of checks that have more findings than are given.
    """
    per_game = Counter(one.game for one in placed)
    if not unmade and max(per_game.values(), default=0) <= MAX_FINDINGS:
        return [one.finding for one in placed]
    given: Counter[int] = Counter()
    others: dict[int, list[Finding]] = {}
    findings: list[Finding] = []
    for game, _, _, _, finding in placed:
        given[game] += 1
        if given[game] <= MAX_FINDINGS:
            findings.append(finding)
            continue
        others.setdefault(game, []).append(finding)
        if given[game] == per_game[game]:
            findings.append(_one_for(others[game], unmade[game]))
    return findings


def _one_for(others: Sequence[Finding], unmade: int) -> Finding:
    count = len(others) + unmade
    verdicts = {finding.verdict for finding in others}
    gravest = next(
        one for one in (Verdict.INCONSISTENT, Verdict.MALFORMED, Verdict.UNDECIDED) if one in verdicts
    )
    return replace(
        others[0],
        hand=None,
        kyoku=None,
        honba=None,
        seat=None,
        element=None,
        line=None,
        claimed=None,
        computed=None,
        verdict=gravest,
        message=f"expected at most {MAX_FINDINGS:,} findings in one log, found {count:,} more",
        reason=None if gravest != Verdict.UNDECIDED else others[0].reason,
        count=count,
        chain=None,
        leads=True,
    )


_VALUES: Final = re.compile(
    r"""\([^()]*\d[^()]*\) | '[^']*' | "[^"]*"          # payments, (id 52); words of the log
    | \b(?:\d+[mpsz])+\b | \b[ESWN]\d(?:\.\d+)?\b     # tiles; E1.0
    | [+-]?\d[\d,.]*\b""",
    re.VERBOSE,
)
_LIST: Final = re.compile(r"…(?:,? …)+")
_SEATS: Final = re.compile(r"\bseats …")
_OF_RULES: Final = re.compile(r"^rules not known \([a-z_, ]*\): |^unknown rule: | \(undecided: [^()]*\)$")
_NAMES_IT: Final = frozenset({"win-yaku"})
"""Checks whose sentence says more than the mistakes that would explain the payments."""
_MOST_GROUPS: Final = 1000
"""A log can hold words of its own; further groups are joined, one for each check."""


@dataclass(slots=True)
class _Group:
    first: Finding
    findings: int = 0
    games: int = 0
    last: tuple[str, str] | None = None
    """The log that was counted last; the findings of one come together."""

    def add(self, finding: Finding) -> None:
        self.findings += 1
        log = finding.log, finding.source
        self.games += log != self.last
        self.last = log


class Groups:
    """Counts findings by check and by the mistake that explains the claim, or else by the kind of the fault.

    Undecided ones are counted by reason alone.  Several mistakes may explain one claim; then the finding
    belongs to the one that has explained most findings of the check so far: what is wrong in a scorer
    explains all that it gets wrong.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], _Group] = {}
        self._explained: Counter[tuple[str, str]] = Counter()

    def add(self, findings: Iterable[Finding]) -> None:
        """Count findings, in order; those that another leads are left out."""
        for finding in findings:
            if not finding.leads:
                continue
            # What is not known leaves many checks undecided.
            name = "undecided" if finding.verdict == Verdict.UNDECIDED else finding.check
            key = name, self._kind(finding)
            if key not in self._groups and len(self._groups) >= _MOST_GROUPS:
                key = name, "others"
            self._groups.setdefault(key, _Group(finding)).add(finding)

    def lines(self, most: int | None = None) -> Iterator[str]:
        """A line a group, as ``riichi-procedure, riichi while noten: 1,000 findings in 40 games, first …``.

        Those with most findings come first, and undecided ones last.

        Args:
            most: How many groups are listed; None for all.
        """
        ordered = sorted(
            self._groups.items(),
            key=lambda item: (item[1].first.verdict == Verdict.UNDECIDED, -item[1].findings),
        )
        for (name, kind), group in ordered[:most]:
            found = _counted(group.findings, "finding") + " in " + _counted(group.games, "game")
            yield printable(f"{name}, {kind}: {found}, first {group.first.place}")
        if most is not None and len(ordered) > most:
            yield f"and {len(ordered) - most:,} more; --group prints all"

    @property
    def is_shorter(self) -> bool:
        """Whether there are fewer groups than findings."""
        return len(self._groups) < sum(group.findings for group in self._groups.values())

    def _kind(self, finding: Finding) -> str:
        """What kind of fault it is, without the numbers, tiles and seats of this one."""
        if finding.cause and finding.check not in _NAMES_IT:
            causes = [(finding.check, cause) for cause in finding.cause.split("; ")]
            self._explained.update(causes)
            return max(causes, key=self._explained.__getitem__)[1]
        return _without_values(
            finding.sentence if finding.reason is None else _OF_RULES.sub("", finding.reason)
        )


def _without_values(text: str) -> str:
    bare = _LIST.sub("…", _VALUES.sub("…", text))
    return _SEATS.sub("seat …", bare)


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
