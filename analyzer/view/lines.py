"""Lines that explain, gathered under headings: what each explanation is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.reasons import Reason, by_rule

__all__ = ["Line", "Section", "from_reasons", "ruled", "step"]


class Line(NamedTuple):
    """One line.

    Attributes:
        text: What is so.
        met: Whether a condition holds; None where the line is none.
        rule: Field of the rule set that decides it, with its value; None where none does.
        source: Where that value comes from.
    """

    text: str
    met: bool | None = None
    rule: str | None = None
    source: str | None = None


class Section(NamedTuple):
    """A heading and its lines."""

    title: str
    lines: tuple[Line, ...]


def from_reasons(reasons: Iterable[Reason]) -> list[Line]:
    """Reasons of the settlement as lines."""
    return [Line(reason.text, None, reason.rule, reason.source) for reason in reasons]


def ruled(text: str, rule: str, rules: RuleSet, *, met: bool | None = None) -> Line:
    """A line that a field of the rule set decides."""
    reason = by_rule(text, rule, rules)
    return Line(reason.text, met, reason.rule, reason.source)


def step(text: str, *, met: bool) -> Line:
    """One step of a condition."""
    return Line(text, met)
