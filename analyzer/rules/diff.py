"""Two rule sets side by side: the rules that differ, with both values and both sources."""

from __future__ import annotations

from typing import NamedTuple

from analyzer.rules.grades import Area
from analyzer.rules.rule_set import RULES, RuleSet, RuleValue

__all__ = ["RuleDifference", "differences"]


class RuleDifference(NamedTuple):
    """One rule that two sets give different values.

    Attributes:
        area: Section of the files.
        rule: Name of the rule.
        meaning: One line.
        left: Value in the first set.
        right: Value in the second set.
        left_source: Where it comes from.
        right_source: Where it comes from.
    """

    area: Area
    rule: str
    meaning: str
    left: RuleValue
    right: RuleValue
    left_source: str
    right_source: str


def differences(left: RuleSet, right: RuleSet) -> list[RuleDifference]:
    """Rules whose values differ, in the order of the files; a source alone is no difference.

    Example:
        >>> from analyzer.rules import load
        >>> [row.rule for row in differences(load("tenhou-2010"), load("tenhou-2009"))]
        ['tenpai_yame', 'uma_tonpuu']
    """
    return [
        RuleDifference(
            rule.area,
            name,
            rule.meaning,
            left.value(name),
            right.value(name),
            left.source(name),
            right.source(name),
        )
        for name, (_, rule) in RULES.items()
        if left.value(name) != right.value(name)
    ]
