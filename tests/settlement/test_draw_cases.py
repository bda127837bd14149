"""Draws settled as the sources say: every row of the case files, under every rule set it names."""

import numpy as np
import pytest

from analyzer.replay.written import facts_of_note
from analyzer.settlement import carry, overdue, settle_ryuukyoku
from analyzer.vocabulary import DrawKind, kyoku_text
from tests.settlement.notes import cases, declared, note_of

CASES = cases("exhaustive", "nagashi", "abortive", "chombo", "carry")


def seats_of(mask):
    return np.flatnonzero(mask).tolist()


def outcome(case):
    """Everything a case may expect, from the settlement."""
    note = note_of(case)
    facts, rules = facts_of_note(note), case.rules
    number = {"kyoku": np.array([note.kyoku], np.int32), "honba": np.array([note.honba], np.int32)}
    chombo = np.array([[seat in note.chombo for seat in range(rules.seats)]])
    settled = settle_ryuukyoku(
        facts, rules, declared(note, rules.seats), kyoku=number["kyoku"], chombo=chombo
    )
    after = carry(facts, settled, rules, **number)
    kind, late = int(settled.kind[0]), int(overdue(facts, rules)[0])
    return {
        "kind": DrawKind(kind).text if kind else "none",
        "tenpai": seats_of(settled.tenpai[0]),
        "deltas": settled.deltas[0].tolist(),
        "nagashi": seats_of(settled.nagashi[0]),
        "chombo": seats_of(settled.chombo[0]),
        "final_points": settled.final_points[0].tolist(),
        "overdue": DrawKind(late).text if late else "none",
        "next": kyoku_text(int(after.kyoku[0]), int(after.honba[0])),
        "next_dealer": int(after.dealer[0]),
        "sticks": int(after.kyotaku[0]),
        "dealer_stays": bool(after.dealer_stays[0]),
    }


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_draw_is_settled_as_its_source_says(case):
    found = outcome(case)

    assert {key: found[key] for key in case.expected} == case.expected


def test_every_case_names_its_source_and_expects_something():
    assert [case.id for case in CASES if not case.source or not case.expected] == []
