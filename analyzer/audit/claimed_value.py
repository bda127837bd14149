"""What a win is worth by the yaku and fu that the log claims, whether they are right or not."""

from __future__ import annotations

from typing import NamedTuple

from analyzer.audit.case import Case
from analyzer.audit.win_lines import claimed_yaku, claimed_yakuman
from analyzer.rules import RuleSet
from analyzer.settlement.points import YAKUMAN_BASE, YAKUMAN_LIMIT, base_points, limit_of, scoring_rules
from analyzer.settlement.yaku_names import TWICE
from analyzer.vocabulary import ABSENT

__all__ = ["ClaimedValue", "claimed_value"]


class ClaimedValue(NamedTuple):
    """Base points, and the limit as ``ten`` has it."""

    base: int
    limit: int


def claimed_value(case: Case, item: int, rules: RuleSet, *, has_yaku: bool) -> ClaimedValue:
    """Value of the yaku and fu that a result lists; what it does not state is taken from play.

    Args:
        case: The batch.
        item: Row of the wins.
        rules: Of its game.
        has_yaku: Whether the log lists yaku, be they none.
    """
    scores = case.wins.scores
    yaku, yakuman = claimed_yaku(case, item), claimed_yakuman(case, item)
    if yakuman:
        units = [2 if rules.double_yakuman and number in TWICE else 1 for number in yakuman]
        counted = sum(units) if rules.multiple_yakuman else max(units)
        return ClaimedValue(counted * YAKUMAN_BASE, YAKUMAN_LIMIT)
    if not has_yaku and scores.yakuman_count[item]:
        return ClaimedValue(int(scores.base[item]), YAKUMAN_LIMIT)
    fu = int(case.events.results.ten[case.wins.result[item], 0])
    counted_fu = int(scores.fu[item]) if fu == ABSENT else fu
    han = sum(number for _, number in yaku) if has_yaku else int(scores.han[item])
    scoring = scoring_rules(rules)
    limit = limit_of(han, counted_fu, scoring.counted_yakuman)
    return ClaimedValue(base_points(han, counted_fu, limit, scoring.kiriage_mangan), limit)
