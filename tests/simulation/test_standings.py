"""Where games stand after hands, and whether they are over."""

import numpy as np

from analyzer.rules import load
from analyzer.simulation.games import advance, opening, with_owari
from analyzer.simulation.results import settled_round
from analyzer.vocabulary import NO_TILE
from tests.hands import Hand

NO_URA = np.full((1, 5), NO_TILE, np.uint8)


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
    standings, over = advance([opening(load(rules))], played, load(rules), **options)
    return standings[0], bool(over[0])


def test_a_game_goes_on_with_the_scores_and_the_dealer_that_a_win_leaves():
    standing, over = advanced(round_won_by(1))

    assert not over
    assert (standing.hands_played, standing.kyoku, standing.honba, standing.dealer) == (1, 1, 0, 1)
    assert standing.scores == (25000, 27000, 23000, 25000)


def test_a_dealer_who_wins_has_earned_a_honba_alone():
    standing, _ = advanced(round_won_by(0))

    assert (standing.honba, standing.own_honba, standing.dealer) == (1, 1, 0)


def test_a_score_below_zero_ends_the_game():
    _, over = advanced(round_won_by(1, scores=(38000, 37000, 1900, 23100)))

    assert over


def test_a_score_of_exactly_zero_does_not():
    _, over = advanced(round_won_by(1, scores=(38000, 37000, 2000, 23000)))

    assert not over


def chombo_by(*seats):
    """A hand that chombo voids, under the rules of the WRC."""
    chombo = np.isin(np.arange(4), seats)[None]
    return round_won_by(scores=(30000,) * 4, rules="wrc", chombo=chombo)


def final(played, standing):
    """Final scores and results where a game ends so."""
    said = with_owari(played.events, np.array([True]), [standing], load("wrc")).results
    return said.final_scores[-1], said.final_results[-1]


def test_chombo_that_costs_the_final_result_is_remembered_to_the_end():
    played = chombo_by(1)
    standing, _ = advanced(played, rules="wrc")

    scores, results = final(played, standing)

    fair = final(played, opening(load("wrc")))
    assert scores.tolist() == fair[0].tolist()
    # 20,000 by the rule set, in tenths of a thousand.
    assert (results - fair[1]).tolist() == [0, -200, 0, 0]


def test_what_chombo_costs_adds_up_over_the_hands_of_a_game():
    rules = load("wrc")
    standings = [opening(rules)]
    for offender in (1, 1, 2):
        played = chombo_by(offender)
        standings, _ = advance(standings, played, rules)

    lost = final(played, standings[0])[1] - final(played, opening(rules))[1]

    # 20,000 each time.
    assert lost.tolist() == [0, -400, -200, 0]
