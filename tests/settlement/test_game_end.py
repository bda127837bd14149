"""The end of the game and its final results, as the sources and finished games have them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.rules import load, names
from analyzer.settlement.game_end import EndCause, final_results, game_end, leftover_points, ranks
from analyzer.vocabulary import DrawKind, parse_kyoku
from tests.settlement.notes import cases

CASES = cases("settlement/game_end")
ENDINGS = {"win": 0, "draw": DrawKind.EXHAUSTIVE, "abort": DrawKind.SUUFON_RENDA}


def outcome(case):
    facts, rules = case.facts, case.rules
    kyoku, _ = parse_kyoku(facts["kyoku"])
    scores = np.array([facts["scores"]], np.int32)
    sticks = np.array([facts.get("sticks", 0)], np.int32)
    penalties = np.array([facts.get("penalties", [0] * rules.seats)], np.int32)
    end = game_end(
        scores,
        rules,
        kyoku=np.array([kyoku], np.int32),
        dealer=np.array([kyoku % 4], np.uint8),
        dealer_stays=np.array([facts["dealer_stays"]]),
        won=np.array([facts["ended"] == "win"]),
        kind=np.array([ENDINGS[facts["ended"]]], np.uint8),
    )
    return {
        "cause": EndCause(int(end.cause[0])).text,
        "may_end": bool(end.may_end[0]),
        "leftover": leftover_points(scores, sticks, rules)[0].tolist(),
        "results": final_results(scores, rules, penalties)[0].tolist(),
    }


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_game_ends_as_its_source_says(case):
    found = outcome(case)

    assert {key: found[key] for key in case.expected} == case.expected


@given(name=st.sampled_from(names()), data=st.data())
def test_final_results_sum_to_zero_when_no_point_is_lost(name, data):
    rules = load(name)
    total = rules.start_points * rules.seats
    cuts = sorted(
        data.draw(st.lists(st.integers(0, total // 100), min_size=rules.seats - 1, max_size=rules.seats - 1))
    )
    edges = [0, *(100 * cut for cut in cuts), total]
    scores = np.diff(np.array(edges, np.int32))[None]

    results = final_results(scores, rules)

    assert results.sum() == 0


@given(scores=st.lists(st.integers(-300, 1000), min_size=4, max_size=4))
def test_a_higher_rank_never_has_the_lower_score(scores):
    row = np.array([scores], np.int32)

    placed = ranks(row)[0]

    by_rank = [scores[seat] for seat in np.argsort(placed)]
    assert by_rank == sorted(scores, reverse=True)
    assert sorted(placed.tolist()) == [0, 1, 2, 3]
