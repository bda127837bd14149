"""Where games stand after hands, and whether they are over."""

import numpy as np

from analyzer.rules import load
from analyzer.simulation.results import settled_round
from analyzer.simulation.standings import opening
from analyzer.vocabulary import NO_TILE
from tests.hands import Hand

NO_URA = np.full((1, 5), NO_TILE, np.uint8)
GAME = np.zeros(1, np.int64)


def round_won_by(*winners, scores=(25000,) * 4, kyoku="E1.0", rules="tenhou", **ending):
    """West gives 5p, on which east (2,000 as dealer), south (2,000) and north (1,300) can win."""
    hand = Hand(
        "22m567s678s333p67p", "234m567m345s22s67p", "147m147p147s1234z", "345m678m456s88s46p",
        scores=scores, kyoku=kyoku,
    )  # fmt: skip
    events = hand.turn(0, "9m").turn(1, "9m").turn(2, "5p").events()
    who = np.isin(np.arange(4), winners)[None]
    return settled_round(events, who, load(rules), NO_URA, **ending)


def advanced(played, rules="tenhou", **options):
    standings = opening(1, load(rules))
    over = standings.advance(GAME, played, **options)
    return standings, bool(over[0])


def test_a_game_goes_on_with_the_scores_and_the_dealer_that_a_win_leaves():
    standings, over = advanced(round_won_by(1))

    standing = standings.of(0)
    assert not over
    assert (standing.hands_played, standing.kyoku, standing.honba, standing.dealer) == (1, 1, 0, 1)
    assert standing.scores == (25000, 27000, 23000, 25000)


def test_a_dealer_who_wins_has_earned_a_honba_alone():
    standings, _ = advanced(round_won_by(0))

    assert (standings.of(0).honba, standings.of(0).own_honba, standings.of(0).dealer) == (1, 1, 0)


def test_a_score_below_zero_ends_the_game():
    _, over = advanced(round_won_by(1, scores=(38000, 37000, 1900, 23100)))

    assert over


def test_a_score_of_exactly_zero_does_not():
    _, over = advanced(round_won_by(1, scores=(38000, 37000, 2000, 23000)))

    assert not over


def test_chombo_that_costs_the_final_result_is_remembered_to_the_end():
    chombo = np.array([[False, True, False, False]])
    standings, _ = advanced(round_won_by(scores=(30000,) * 4, rules="wrc", chombo=chombo), rules="wrc")

    scores, results = standings.final()

    fair = opening(1, load("wrc")).final()
    assert scores.tolist() == fair[0].tolist()
    # 20,000 by the rule set.
    assert (results - fair[1]).tolist() == [[0, -20000, 0, 0]]


def test_what_chombo_costs_adds_up_over_the_hands_of_a_game():
    rules = load("wrc")
    standings = opening(1, rules)
    for offender in (1, 1, 2):
        chombo = (np.arange(4) == offender)[None]
        standings.advance(GAME, round_won_by(scores=(30000,) * 4, rules="wrc", chombo=chombo))

    lost = standings.final()[1] - opening(1, rules).final()[1]

    # 20,000 each time.
    assert lost.tolist() == [[0, -40000, -20000, 0]]
