"""The fields of a rule set: each is read somewhere, each grade occurs in a case or a shipped set."""

import re
from pathlib import Path

import pytest

import analyzer
from analyzer.rules import RULES, load, names
from analyzer.settlement.abortive import ABORTIVE_DRAWS

PACKAGE = Path(analyzer.__file__).parent
READ = {
    rule
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.parent.name not in ("rules", "cli")
    for found in re.findall(r"\brules\.(\w+)|\bvalue\(\"(\w+)\"\)", path.read_text(encoding="utf-8"))
    for rule in found
} | {draw.rule for draw in ABORTIVE_DRAWS}
"""Names asked of a rule set anywhere else."""


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_read_by_settlement_or_audit(rule):
    assert rule in READ


def test_a_rule_set_can_be_a_key():
    sets = [load(name) for name in names()]

    assert len({rules: rules.name for rules in sets}) == len(sets)


def test_the_source_of_a_rule_is_found_by_its_name():
    assert load("wrc-2015").source("agari_yame") == (
        "World Riichi Championship Rules (2015-06-16), 5.9.1: no agari yame"
    )
