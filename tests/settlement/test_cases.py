"""Hands settled as the sources say: every row of the case files, under every rule set it names."""

import numpy as np
import pytest

from analyzer.explain.settled_hand import settle_note
from analyzer.vocabulary import DrawKind, kyoku_text
from tests.settlement.notes import cases, note_of, settled

HANDS = cases("settlement/wins", "settlement/last_hands", "settlement/leagues")
DRAWS = cases(
    "settlement/exhaustive",
    "settlement/nagashi",
    "settlement/abortive",
    "settlement/chombo",
    "settlement/carry",
)


def seats_of(mask):
    return np.flatnonzero(mask).tolist()


def outcome(case):
    """Everything a case may expect, from the settlement."""
    hand, seats = settled(note_of(case), case.rules), slice(0, case.rules.seats)
    draws, after = hand.draws, hand.next
    kind, late = int(draws.kind[0]), int(hand.overdue[0])
    return {
        "kind": DrawKind(kind).text if kind else "none",
        "tenpai": seats_of(draws.tenpai[0]),
        "shows": seats_of(draws.shows[0]),
        "deltas": draws.deltas[0, seats].tolist(),
        "nagashi": seats_of(draws.nagashi[0]),
        "chombo": seats_of(draws.chombo[0]),
        "final_points": draws.final_points[0, seats].tolist(),
        "overdue": DrawKind(late).text if late else "none",
        "next": kyoku_text(int(after.kyoku[0]), int(after.honba[0])),
        "next_dealer": int(after.dealer[0]),
        "sticks": int(after.kyotaku[0]),
        "dealer_stays": bool(after.dealer_stays[0]),
    }


@pytest.mark.parametrize("case", DRAWS, ids=[case.id for case in DRAWS])
def test_a_draw_is_settled_as_its_source_says(case):
    found = outcome(case)

    assert {key: found[key] for key in case.expected} == case.expected


def test_every_case_names_its_source_and_expects_something():
    assert [case.id for case in (*DRAWS, *HANDS) if not case.source or not case.expected] == []


def settled_note(case):
    settled = settle_note(note_of(case), case.rules)
    return {
        "outcome": settled.outcome,
        "deltas": list(settled.deltas),
        "next": settled.next_hand or "none",
        "end": settled.end or "none",
        "sticks": settled.kyotaku,
        "scores": settled.scores and list(settled.scores),
        "results": settled.results and list(settled.results),
    }


@pytest.mark.parametrize("case", HANDS, ids=[case.id for case in HANDS])
def test_a_win_is_settled_as_its_source_says(case):
    found = settled_note(case)

    assert {key: found[key] for key in case.expected} == case.expected
