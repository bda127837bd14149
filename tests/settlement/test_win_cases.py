"""Wins and last hands settled as whole hands: every row of the case files, under every rule set it names."""

import pytest

from analyzer.explain.settled_hand import settle_note
from tests.settlement.notes import cases, note_of

CASES = cases("wins", "last_hands")


def outcome(case):
    settled = settle_note(note_of(case), case.rules)
    return {
        "outcome": settled.outcome,
        "deltas": list(settled.deltas),
        "next": settled.next_hand or "none",
        "end": settled.end or "none",
        "sticks": settled.kyotaku,
    }


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_hand_is_settled_as_its_source_says(case):
    found = outcome(case)

    assert {key: found[key] for key in case.expected} == case.expected
