"""Situation that a dealer has earned alone, over the hands of a game (three-player rule page, 2011-09-10)."""

import numpy as np
import pytest

from analyzer.settlement.wait_values import own_honba_after, own_honba_of_games

# What follows a hand: whether the dealer stays, whether by an own win or tenpai draw, the honba added.
EARNED, ABORTED, CHOMBO = (True, True, 1), (True, False, 1), (True, False, 0)
NOTEN_DRAW, LOST = (False, False, 0), (False, False, None)
"""After a noten draw the next dealer takes over the honba; after the win of another they are gone."""


def counted(*games):
    """Own honba at the start of each hand of some games, each told by what follows its hands."""
    columns = {"game": [], "honba": [], "stays": [], "earned": []}
    for game, hands in enumerate(games):
        honba = 0
        for stays, earned, more in hands:
            for name, value in zip(columns, (game, honba, stays, earned), strict=True):
                columns[name].append(value)
            honba = 0 if more is None else honba + more
    game, honba = (np.array(columns[name], np.int32) for name in ("game", "honba"))
    stays, earned = (np.array(columns[name]) for name in ("stays", "earned"))
    found = own_honba_of_games(game, honba, stays, earned)
    # Hand by hand, as games that are played side by side are counted, it is the same.
    columns = (column.tolist() for column in (found, honba, stays, earned))
    hands = zip(*columns, strict=True)
    after = np.array([own_honba_after(*numbers, stays=st, earned=ea) for *numbers, st, ea in hands])
    follows = game[1:] == game[:-1]
    assert after[:-1][follows].tolist() == found[1:][follows].tolist()
    return found.tolist()


def test_wins_and_tenpai_draws_count():
    assert counted([EARNED, EARNED, LOST]) == [0, 1, 2]


def test_eight_wins_of_a_dealer_are_eight_honba():
    assert counted([EARNED] * 9) == list(range(9))


def test_counters_that_were_inherited_do_not_count_nor_any_on_top_of_them():
    assert counted([EARNED, NOTEN_DRAW, EARNED, EARNED]) == [0, 1, 0, 0]


def test_when_they_are_gone_a_dealer_begins_anew():
    assert counted([EARNED, NOTEN_DRAW, EARNED, LOST, EARNED, EARNED]) == [0, 1, 0, 0, 0, 1]


@pytest.mark.parametrize("between", [CHOMBO, ABORTED])
def test_none_counts_after_a_chombo_or_an_abortive_draw(between):
    assert counted([EARNED, EARNED, between, EARNED, EARNED]) == [0, 1, 2, 0, 0]


def test_a_new_game_begins_at_nothing():
    assert counted([EARNED, EARNED], [EARNED, EARNED]) == [0, 1, 0, 1]
