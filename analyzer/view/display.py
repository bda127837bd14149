"""How notebooks show what this room and those below hand out: HTML beside the plain text of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from analyzer.audit import Finding
from analyzer.settlement.explain import SettledHand
from analyzer.view.pieces import xml_text
from analyzer.vocabulary import kyoku_text, points_text

if TYPE_CHECKING:
    from analyzer.view.explain import Explanation
    from analyzer.view.game import Game

__all__ = ["Findings", "ShownSettlement", "explanation_display", "game_display", "shown_settlement"]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """An HTML table; cells are text."""
    names = "".join(f"<th>{xml_text(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{xml_text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"


class Findings(tuple[Finding, ...]):
    """Findings as a tuple that shows itself line by line, and in a notebook as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(map(str, self)) or "no findings"

    def _repr_html_(self) -> str:
        if not self:
            return "<p>no findings</p>"
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
        return _table(head, rows)


class ShownSettlement(SettledHand):
    """A settled hand that shows its reasons, and in a notebook as a table with rules and sources."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        head = f"{self.hand} under {self.rule_set}: {self.outcome.replace('_', ' ')}"
        rows = [(reason.text, reason.rule or "", reason.source or "") for reason in self.reasons]
        over = "the hand is not over"
        after = over if self.next_hand is None else f"{self.next_hand}, dealer seat {self.next_dealer}"
        facts = f"payments {points_text(self.deltas)}; next: {after}; {self.kyotaku} sticks on the table"
        reasons = _table(("reason", "rule", "source"), rows)
        return f"<p><b>{xml_text(head)}</b><br>{xml_text(facts)}</p>{reasons}"


def shown_settlement(settled: SettledHand) -> ShownSettlement:
    """The same settlement, for people."""
    return ShownSettlement(**{field.name: getattr(settled, field.name) for field in fields(SettledHand)})


def game_display(game: Game) -> str:
    """A game in a notebook: who played, and the hands with their ends."""
    names = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(game.players) if name)
    rows = []
    for hand in game.hands:
        claimed, found = hand.claimed, len(hand.findings)
        rows.append(
            (str(hand.index), hand.kyoku, claimed.title, points_text(claimed.deltas), str(found or ""))
        )
    head = f"<b>{xml_text(game.name.log_id)}</b>, rules: {xml_text(game.rule_set or 'none could be chosen')}"
    table = _table(("", "hand", "end", "payments", "findings"), rows)
    return f"<p>{head}<br>{xml_text(names)}</p>{table}"


def explanation_display(explanation: Explanation) -> str:
    """An explanation in a notebook, which has none of the styles of the page."""
    from analyzer.view.page import explanation_html

    return f'<div class="explanation"><style>{_STYLE}</style>{explanation_html(explanation)}</div>'


_STYLE: Final = (
    ".explanation h2{font-size:1.1em}.explanation .rule{display:block;font-size:.85em;opacity:.75}"
    ".explanation .met::marker{content:'\u2713  '}.explanation .unmet::marker{content:'\u2717  '}"
)
