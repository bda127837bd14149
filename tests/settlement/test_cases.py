"""Hands settled as the sources say: every row of the case files, under every rule set it names."""

import numpy as np
import pytest

from analyzer.explain.settled_hand import settle_note
from analyzer.replay import replay
from analyzer.rules import load
from analyzer.settlement.ryuukyoku import abortive_kind, overdue
from analyzer.settlement.wait_values import has_ron_yaku, has_yaku_wait
from analyzer.vocabulary import DrawKind, kyoku_text
from tests.case_files import each, rows
from tests.hands import Hand
from tests.settlement.notes import cases, note_of, settled

WHOLE = ("settlement/wins", "settlement/last_hands", "settlement/leagues")
DRAWS = (
    "settlement/exhaustive",
    "settlement/nagashi",
    "settlement/abortive",
    "settlement/chombo",
    "settlement/carry",
)


def seats_of(mask):
    return np.flatnonzero(mask).tolist()


def outcome_of_draw(case):
    """Everything a case of a draw may expect."""
    hand, seats = settled(note_of(case), rules=case.rules), slice(0, case.rules.seats)
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


def outcome_of_hand(case):
    """Everything a case of a whole hand may expect."""
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


@pytest.mark.parametrize("case", cases(*DRAWS, *WHOLE), ids=lambda case: case.id)
def test_a_hand_is_settled_as_its_source_says(case):
    found = (outcome_of_draw if case.file in DRAWS else outcome_of_hand)(case)

    assert case.source
    assert case.expected
    assert {key: found[key] for key in case.expected} == case.expected


QUIET = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s2367z")


@each(rows("settlement/keishiki"))
def test_one_wait_with_a_yaku_is_enough(row):
    facts, rules = replay(Hand(row["tehai"], *QUIET).turn(0, "4z").events())[0], load("tenhou")
    east = np.zeros(1, np.int32)
    asked = np.array([[True, False, False, False]])

    assert has_ron_yaku(facts, east, rules, asked).tolist() == [[row["by_ron"], False, False, False]]
    assert has_yaku_wait(facts, east, rules).tolist() == asked.tolist()
    assert not has_ron_yaku(facts, east, rules, ~asked).any()


@pytest.mark.parametrize(
    ("last", "found"),
    [
        (lambda hand: hand.riichi(3, "2z"), (DrawKind.SUUFON_RENDA, 0)),
        (lambda hand: hand.turn(3, "2z").draw(0, "3z"), (0, DrawKind.SUUFON_RENDA)),
    ],
    ids=["the stick of a double riichi", "a draw, which goes on"],
)
def test_behind_the_fourth_wind_a_stick_may_stand_and_no_play(last, found):
    hand = Hand("123m456m789m1123p", "123s456s789s2234p", "22m345p678p234s67s", "99m567p678s234m55z")
    facts, rules = replay(last(hand.turn(0, "2z").turn(1, "2z").turn(2, "2z")).events())[0], load("tenhou")

    assert (abortive_kind(facts, rules)[0], overdue(facts, rules)[0]) == found
