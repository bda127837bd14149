"""Counters that a dealer has earned alone, over the hands of a game."""

import numpy as np

from analyzer.kernels import compiling
from analyzer.settlement.shibari import own_honba


def counted(hands):
    """Own honba at the start of each hand; a hand is (game, stays, earned)."""
    game, stays, earned = (np.array(column) for column in zip(*hands, strict=True))
    found = np.full(len(game), -1, np.int32)
    own_honba(game.astype(np.int32), stays, earned, found)
    return found.tolist()


def test_wins_and_tenpai_draws_count():
    assert counted([(0, True, True), (0, True, True), (0, False, False)]) == [0, 1, 2]


def test_a_new_dealer_inherits_nothing():
    assert counted([(0, True, True), (0, False, False), (0, True, True), (0, True, True)]) == [0, 1, 0, 1]


def test_chombo_and_abortive_draws_leave_the_count_as_it_is():
    assert counted([(0, True, True), (0, True, False), (0, True, True)]) == [0, 1, 1]


def test_a_new_game_begins_at_nothing():
    assert counted([(0, True, True), (0, True, True), (1, True, True), (1, True, True)]) == [0, 1, 0, 1]


def test_compiled_it_counts_the_same():
    hands = [(0, True, True), (0, True, False), (0, True, True), (1, False, False), (1, True, True)]

    with compiling():
        compiled = counted(hands)

    assert compiled == counted(hands)
