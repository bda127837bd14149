"""Why a hand is settled as it is: what happened, by which rule, and where the log says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from analyzer.explain.conditions import Course
from analyzer.explain.one_hand import OneHand
from analyzer.explain.outcome import Outcome, computed_outcome, differences
from analyzer.explain.reason import Section
from analyzer.explain.sections import sections_of
from analyzer.printable import printable

__all__ = ["Explanation", "explain", "explanation_text"]


class Fault(Protocol):
    """What is asked of a finding."""

    @property
    def check(self) -> str: ...
    @property
    def message(self) -> str: ...


class Explanation(NamedTuple):
    """Why one hand is settled as it is under one rule set.

    Attributes:
        hand: As ``E2.1``.
        rule_set: Name.
        claimed: The end as the log has it.
        computed: The end as the rule set gives it.
        sections: In reading order.
        differences: What, as claimed, as computed; only where they differ.
        findings: What the audit says of the hand under the rule set of the game, and of that rule set.
    """

    hand: str
    rule_set: str
    claimed: Outcome
    computed: Outcome
    sections: tuple[Section, ...]
    differences: tuple[tuple[str, str, str], ...]
    findings: tuple[Fault, ...]

    def __repr__(self) -> str:
        return explanation_text(self).replace("×", "x")


def explain(hand: OneHand, course: Course, claimed: Outcome, findings: tuple[Fault, ...]) -> Explanation:
    """Explain one hand.

    Args:
        hand: As it is settled.
        course: What was played.
        claimed: The end as the log has it.
        findings: Of this hand.
    """
    computed = computed_outcome(hand)
    sections = sections_of(hand, course, claimed.kind)
    different = tuple(differences(claimed, computed))
    return Explanation(hand.name, hand.rules.name, claimed, computed, sections, different, findings)


def explanation_text(explanation: Explanation, met: str = "+", unmet: str = "-") -> str:
    """The explanation, section by section, rules and their sources below each line.

    Args:
        explanation: Of one hand.
        met: Before a condition that holds.
        unmet: Before one that does not.
    """
    lines = [f"{printable(explanation.hand)} under {explanation.rule_set}: {explanation.computed.title}"]
    for section in explanation.sections:
        lines += ["", section.title]
        for line in section.lines:
            mark = " " if line.met is None else met if line.met else unmet
            lines.append(f"  {mark} {line.text}")
            if line.rule is not None:
                lines.append(f"      rule {line.ruling} [{line.source}]")
    return "\n".join([*lines, "", *_claims(explanation)])


def _claims(explanation: Explanation) -> Iterator[str]:
    if explanation.claimed.kind == "none":
        yield "The log stops before the end of the hand."
        return
    yield "Claimed and computed" if explanation.differences else "The log says the same."
    for what, claimed, computed in explanation.differences:
        yield from (f"  {what}", f"    log   {claimed}", f"    rules {computed}")
    if explanation.findings:
        yield from ("", "Findings")
        yield from (f"  {finding.check}: {printable(finding.message)}" for finding in explanation.findings)
