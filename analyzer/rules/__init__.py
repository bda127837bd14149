"""Rule sets as data: what each rule can be, the shipped sets with their sources, which set judges a log."""

from analyzer.rules.announced import Announcement, Doubt
from analyzer.rules.choose import (
    Choice,
    EngineGame,
    SoulGame,
    choose,
    choose_engine,
    choose_record,
    choose_soul,
)
from analyzer.rules.detail_rule import OTHER_FIELDS
from analyzer.rules.grades import Area, Grade
from analyzer.rules.loader import UNSTATED, distinct_names, load, names, rule_file, value_text
from analyzer.rules.rule_set import NO_RED_FIVES, RED_FIVES, RULES, Rule, RuleSet, RuleValue, differences

__all__ = [
    "NO_RED_FIVES",
    "OTHER_FIELDS",
    "RED_FIVES",
    "RULES",
    "UNSTATED",
    "Announcement",
    "Area",
    "Choice",
    "Doubt",
    "EngineGame",
    "Grade",
    "Rule",
    "RuleSet",
    "RuleValue",
    "SoulGame",
    "choose",
    "choose_engine",
    "choose_record",
    "choose_soul",
    "differences",
    "distinct_names",
    "load",
    "names",
    "rule_file",
    "value_text",
]
