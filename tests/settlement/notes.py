"""Cases and facts in the field's notation, for the tests of settlement and of explanations."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from analyzer.replay.facts import Facts
from analyzer.replay.notation import HandNote, hand_of
from analyzer.replay.written import facts_of_note, indicators_of_note
from analyzer.rules import RULES, RuleSet, load
from analyzer.settlement import Said, Settlement, Situation, settle
from analyzer.vocabulary import NO_TILE
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
    values = {}
    for rule, value in changes.items():
        kind, _ = RULES[rule]
        values[rule] = tuple(value) if isinstance(value, list) else kind(value)
    return replace(rules, **values)


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


def situation_of(note: HandNote) -> Situation:
    """What a hand is played under; eight places for indicators."""
    shown = np.full((2, 1, 8), NO_TILE, np.uint8)
    for row, tiles in zip(shown, indicators_of_note(note), strict=True):
        row[:, : tiles.shape[1]] = tiles
    kyoku, honba, own = (np.array([value], np.int32) for value in (note.kyoku, note.honba, note.own_honba))
    return Situation(kyoku, honba, *shown, own)


def said_of(note: HandNote) -> Said:
    """What is known beside the play."""
    return Said(
        noten=np.array([[seat.declares_noten for seat in note.seats]]),
        chombo=np.array([[seat in note.chombo for seat in range(4)]]),
        mixed=np.array([[not seat.kept_apart for seat in note.seats]]),
        no_scores=np.array([note.scores is None]),
    )


def settled(note: HandNote, rules: RuleSet, **options) -> Settlement:
    """One hand settled."""
    return settle(facts_of_note(note), rules, situation_of(note), said_of(note), **options)


def batch(*facts: Facts) -> Facts:
    """Several hands as one batch."""
    return Facts(*(np.concatenate(columns) for columns in zip(*facts, strict=True)))
