"""Objects that show themselves: as plain text in a terminal, as HTML in a notebook."""

from __future__ import annotations

from dataclasses import fields
from typing import Self

from analyzer.audit import Finding
from analyzer.explain.settled_hand import SettledHand
from analyzer.view.as_text import PLAIN, Listing, table_text
from analyzer.view.pages import part
from analyzer.view.picture import table_html
from analyzer.view.table import Table
from analyzer.vocabulary import kyoku_text, points_text


class Findings(tuple[Finding, ...]):
    """A tuple of findings; it shows as lines, and in a notebook as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(map(str, self)) or "no findings"

    def _repr_html_(self) -> str:
        rows = [
            (
                "" if finding.kyoku is None else kyoku_text(finding.kyoku, finding.honba),
                "" if finding.element is None else f"#{finding.element}",
                "" if finding.seat is None else str(finding.seat),
                finding.check,
                finding.verdict,
                finding.claimed or "",
                finding.computed or "",
                finding.message,
            )
            for finding in self
        ]
        head = ("hand", "element", "seat", "check", "verdict", "claimed", "computed", "message")
        return part("findings", head, rows)


class ShownTable(Table):
    """A table that shows as text, and in a notebook as a picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        return table_text(self, PLAIN)

    def _repr_html_(self) -> str:
        return table_html(self)


class ShownSettlement(SettledHand):
    """A settled hand; it shows as text, and in a notebook as a table of reasons, rules and sources."""

    __slots__ = ()

    @classmethod
    def of(cls, settled: SettledHand) -> Self:
        """The same settlement, able to show itself."""
        return cls(**{field.name: getattr(settled, field.name) for field in fields(SettledHand)})

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        head = f"{self.hand} under {self.rule_set}: {self.outcome.replace('_', ' ')}"
        rows = [(reason.text, reason.ruling or "", reason.source or "") for reason in self.reasons]
        facts = f"payments {points_text(self.deltas)}; {self.following}; {self.kyotaku} sticks on the table"
        return part("settled", head, facts, rows)


def listing_html(game: Listing) -> str:
    """A game: its players, and its hands with their ends."""
    rows = [
        (
            str(index),
            hand.kyoku,
            hand.claimed.title,
            points_text(hand.claimed.deltas),
            str(sum(finding.leads for finding in hand.findings) or ""),
        )
        for index, hand in enumerate(game.hands)
    ]
    return part("listing", game, rows)
