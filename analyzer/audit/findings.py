"""A finding: one place where the log and the rules differ, or where no verdict is possible."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from analyzer.printable import printable
from analyzer.vocabulary import kyoku_text

__all__ = ["Finding", "LogName", "Tally", "Verdict"]


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
        kyoku: Kyoku index 0-15; None outside any hand.
        honba: Counters; None outside any hand.
        seat: Seat concerned; None when not one seat.
        element: Element index in the log, the root being 0; None when no element is concerned.
        check: Stable id of the check, as ``noten-payment``.
        verdict: Inconsistent, undecided or malformed.
        rule_set: Name of the rule set applied; None when none was chosen.
        claimed: What the log says, as text; None when it says nothing.
        computed: What the rules give, as text; None when nothing could be computed.
        message: One sentence with claimed, computed, the rule and its source.
        reason: Why there is no verdict; None but for an undecided finding.
        count: Items of the check that the finding speaks for: of an undecided one all of the log that have
            its reason, the first of them being the place; 1 for others, but for the last of a log that has
            too many, which speaks for all that are not given.
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

    @property
    def place(self) -> str:
        """Where it lies, as it is cited: log, hand and element."""
        where = [self.log]
        if self.kyoku is not None:
            where.append(kyoku_text(self.kyoku, self.honba))
        if self.element is not None:
            where.append(f"#{self.element}")
        return " ".join(where)

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

    def less(self, other: Tally) -> Tally:
        """The counts without those of a part."""
        return Tally(
            self.passed - other.passed,
            self.failed - other.failed,
            self.undecided - other.undecided,
            self.absent - other.absent,
        )
