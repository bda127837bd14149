"""Groups of findings that probably have one cause: a thousand findings of a scorer mostly have three."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from analyzer.audit.findings import Finding, Verdict
from analyzer.printable import printable

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
