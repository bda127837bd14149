"""The end of the game, its final results, and honba that a dealer has earned alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.rules import load, names
from analyzer.settlement.game_end import EndCause, final_results, game_end, leftover_points
from analyzer.settlement.wait_values import own_honba_after, own_honba_of_games
from analyzer.vocabulary import DrawKind, parse_kyoku
from tests.case_files import each, rows
from tests.settlement.notes import cases

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


@pytest.mark.parametrize("case", cases("settlement/game_end"), ids=lambda case: case.id)
def test_a_game_ends_as_its_source_says(case):
    found = outcome(case)

    assert {key: found[key] for key in case.expected} == case.expected


@given(name=st.sampled_from(names()), data=st.data())
def test_final_results_sum_to_zero_when_no_point_is_lost(name, data):
    rules = load(name)
    total, seats = rules.start_points * rules.seats, rules.seats
    cuts = data.draw(st.lists(st.integers(0, total // 100), min_size=seats - 1, max_size=seats - 1))
    edges = [0, *(100 * cut for cut in sorted(cuts)), total]

    assert final_results(np.diff(np.array(edges, np.int32))[None], rules).sum() == 0


FOLLOWS = {
    "earned": (True, True, 1),
    "aborted": (True, False, 1),
    "chombo": (True, False, 0),
    "noten": (False, False, 1),
    "lost": (False, False, None),
}
"""By how a hand ends: whether the dealer stays, whether by an own win or tenpai draw, and the honba added.

After a noten draw the next dealer takes over the honba; after the win of another they are gone.
"""


@each(rows("settlement/own_honba"))
def test_honba_that_a_dealer_has_earned_alone(row):
    """Three-player rule page, 2011-09-10."""
    columns = []
    for game, hands in enumerate(row["games"]):
        honba = 0
        for stays, earned, more in map(FOLLOWS.__getitem__, hands.split()):
            columns.append((game, honba, stays, earned))
            honba = 0 if more is None else honba + more
    game, honba, stays, earned = map(np.array, zip(*columns, strict=True))

    found = own_honba_of_games(game, honba.astype(np.int32), stays, earned)
    # Hand by hand, as games that are played side by side are counted, it is the same.
    hands = zip(found.tolist(), honba.tolist(), stays.tolist(), earned.tolist(), strict=True)
    after = np.array([own_honba_after(*numbers, stays=st, earned=ea) for *numbers, st, ea in hands])

    assert found.tolist() == row["own"]
    follows = game[1:] == game[:-1]
    assert after[:-1][follows].tolist() == found[1:][follows].tolist()
