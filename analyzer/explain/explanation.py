"""Why a hand is settled as it is: what happened, by which rule, and where the log says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np

from analyzer.explain.brief import overdue_reason, unpaid_reasons
from analyzer.explain.conditions import Course, condition_sections
from analyzer.explain.drawn_hand import chombo_sections, draw_reasons, tenpai_section
from analyzer.explain.next_hand import carry_reasons, next_reason
from analyzer.explain.outcome import Outcome, computed_outcome, computed_win, differences, in_turn
from analyzer.explain.reason import Section
from analyzer.explain.winning_hand import win_reasons
from analyzer.printable import printable
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.settle import Counters, Settlement
from analyzer.vocabulary import DrawKind, kyoku_text

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
        return explanation_text(self).replace("×", "x").replace("·", "|")


def explain(
    course: Course,
    rules: RuleSet,
    counters: Counters,
    settled: Settlement,
    claimed: Outcome,
    findings: tuple[Fault, ...],
) -> Explanation:
    """Explain one hand.

    Args:
        course: What was played.
        rules: The rule set.
        counters: One row.
        settled: One row, under that rule set.
        claimed: The end as the log has it.
        findings: Of this hand.
    """
    computed = computed_outcome(settled, rules)
    sections = _sections(course, rules, counters, settled, claimed)
    return Explanation(
        hand=kyoku_text(int(counters.kyoku[0]), int(counters.honba[0])),
        rule_set=rules.name,
        claimed=claimed,
        computed=computed,
        sections=tuple(section for section in sections if section.lines),
        differences=tuple(differences(claimed, computed)),
        findings=findings,
    )


def _sections(
    course: Course, rules: RuleSet, counters: Counters, settled: Settlement, claimed: Outcome
) -> Iterator[Section]:
    facts, draw, won = course.facts, settled.draw, bool(settled.won[0])
    yield Section("Overdue", tuple(overdue_reason(facts, rules)))
    yield from _wins(settled, counters, rules)
    if len(settled.wins.hand):
        yield Section("Other rons", tuple(unpaid_reasons(facts, rules)))
    if not won:
        reasons = tuple(draw_reasons(draw, rules))
        is_chombo = draw.kind[0] == DrawKind.CHOMBO
        yield Section("The draw", reasons[:1] if is_chombo else reasons)
        yield from chombo_sections(course, draw, rules) if is_chombo else ()
    yield from condition_sections(course, rules, _kinds_in_question(settled, claimed))
    yield tenpai_section(facts, draw, rules, won=won)
    if won or draw.kind[0]:
        carried = carry_reasons(facts, settled, counters, rules)
        yield Section("What follows", (*carried, next_reason(facts, settled, counters, rules)))


def _wins(settled: Settlement, counters: Counters, rules: RuleSet) -> Iterator[Section]:
    wins = settled.wins
    for row in in_turn(wins, np.arange(len(wins.hand))):
        win = computed_win(wins, row, rules)
        title = f"Seat {win.winner} wins: {win.way}, {win.worth}"
        yield Section(title, tuple(win_reasons(wins, row, win, counters, rules)))


def _kinds_in_question(settled: Settlement, claimed: Outcome) -> set[DrawKind]:
    """Draws that the log or the rules speak of."""
    kinds = {kind for kind in DrawKind if kind.text == claimed.kind}
    if not settled.won[0] and settled.draw.kind[0]:
        kinds.add(DrawKind(int(settled.draw.kind[0])))
    if DrawKind.CHOMBO in kinds:
        kinds -= {DrawKind.CHOMBO, DrawKind.EXHAUSTIVE}
    if DrawKind.EXHAUSTIVE in kinds:
        # Why it is no nagashi mangan is what readers ask of an exhaustive draw.
        kinds.discard(DrawKind.EXHAUSTIVE)
        kinds.add(DrawKind.NAGASHI_MANGAN)
    return kinds


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
                lines.append(f"      rule {line.rule} [{line.source}]")
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
