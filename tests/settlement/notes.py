"""Cases and facts in the field's notation, for the tests of settlement and of explanations."""

from dataclasses import replace
from typing import NamedTuple

from analyzer.explain.settled_hand import said_of, table_of
from analyzer.replay.notation import HandNote, hand_of
from analyzer.rules import RuleSet, load
from analyzer.rules.loader import value_of
from analyzer.settlement import Settlement, settle
from tests.case_files import rows


class RuleCase(NamedTuple):
    """One row of a case file, under one of the rule sets it names."""

    file: str
    says: str
    rules: RuleSet
    facts: dict
    expected: dict
    source: str
    claimed: str | None
    """How the log ends the hand, where its plays are known."""

    @property
    def id(self) -> str:
        return f"{self.file}: {self.rules.name}: {self.says}"


def varied(rules: RuleSet, changes: dict) -> RuleSet:
    """A rule set with some rules changed, written as in its file."""
    return replace(rules, **{rule: value_of(rule, value) for rule, value in changes.items()})


def cases(*files: str) -> list[RuleCase]:
    """Every case of the files, once for each rule set it names."""
    found = []
    for file in files:
        for row in rows(file):
            assert set(row) <= {*RuleCase._fields, "with"}, row
            said = row["facts"], row.get("expected", {}), row.get("source", ""), row.get("claimed")
            sets = (varied(load(name), row.get("with", {})) for name in row["rules"])
            found += [RuleCase(file, row["says"], rules, *said) for rules in sets]
    return found


def note_of(case: RuleCase) -> HandNote:
    """The hand that a case describes, for as many players as its rule set seats."""
    return hand_of({"players": case.rules.seats, **case.facts}, case.file)


def settled(*notes: HandNote, rules: RuleSet, **options) -> Settlement:
    """Hands settled as one batch."""
    facts, situation = table_of(*notes)
    return settle(facts, rules, situation, said_of(*notes), **options)
