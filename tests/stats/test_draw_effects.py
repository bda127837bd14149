"""Payments that change the order, end the game, or make a player bust."""

from analyzer.stats.draw_effects import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
T, F = True, False


def three_games(grain="hands"):
    """A draw that changes nothing, then one that ends the game and takes the lead from seat 0 to seat 1.

    A game that ends with a draw by which seat 3 is bust and no order changes; a game that ends with a ron.
    """
    return rows_of(
        grain,
        games={"hands": [2, 1, 1]},
        hands={
            "end": ["ryuukyoku", "ryuukyoku", "ryuukyoku", "agari"],
            "draw_kind": ["exhaustive", "exhaustive", "nagashi_mangan", NO],
            "is_all_last": [False, True, False, True],
            "winner": [NO, NO, NO, 2],
        },
        seats={
            "score": [
                [30000, 20000, 28000, 22000],
                [31000, 28500, 21500, 19000],
                [40000, 30000, 27000, 3000],
                [25000, 25000, 25000, 25000],
            ],
            "delta": [
                [0, 0, 0, 0],
                [-1500, 1500, 1500, -1500],
                [12000, -4000, -4000, -4000],
                [0, -8000, 8000, 0],
            ],
            "deposit": [[0] * 4, [0] * 4, [0] * 4, [0] * 4],
        },
        wins={"hand": [3], "seat": [2], "loser": [1]},
    )


def counts(name, grain="hands"):
    return measured(NAMED[name], three_games(grain))


def test_the_order_with_the_payment_is_another_than_without():
    """29500 and 30000 change places; the others keep theirs."""
    assert counts("draw_changes_order_rate") == {(NO, NO): (3, 1)}
    assert counts("draw_changes_first_rate") == {(NO, NO): (3, 1)}
    assert counts("all_last_draw_changes_order_rate") == {(NO, NO): (1, 1)}


def test_draws_that_end_the_game():
    assert counts("final_draw_changes_order_rate") == {(NO, NO): (2, 1)}
    assert counts("final_draw_changes_first_rate") == {(NO, NO): (2, 1)}
    assert counts("final_draw_changes_last_rate") == {(NO, NO): (2, 0)}
    assert counts("final_draw_placements_climbed_mean") == {(NO, NO): (2, 1)}
    assert counts("draw_ends_game_rate") == {(NO, NO): (3, 2)}


def test_games_by_their_last_hand():
    assert counts("game_ended_by_draw_rate") == {(NO, NO): (3, 2)}
    assert counts("last_hand_end") == {
        (NO, "ron"): (3, 1),
        (NO, "exhaustive draw"): (3, 1),
        (NO, "nagashi mangan"): (3, 1),
    }


def test_games_that_a_payment_decided():
    assert counts("game_order_changed_by_draw_rate", "games") == {(NO, NO): (3, 1)}
    assert counts("game_first_changed_by_draw_rate", "games") == {(NO, NO): (3, 1)}
    assert counts("game_bust_by_draw_rate", "games") == {(NO, NO): (3, 1)}


def test_bust_is_below_zero_and_by_the_payment():
    assert counts("draw_bust_rate") == {(NO, NO): (3, 1)}


def effects(score, delta, deposit=(0, 0, 0), **hands):
    """One draw of sanma that ends the game."""
    return rows_of(
        "hands",
        players=3,
        hands={"end": ["ryuukyoku"], **hands},
        seats={"score": [score], "delta": [delta], "deposit": [deposit]},
    )


def test_exactly_zero_is_not_bust():
    rows = effects([50000, 54000, 1000], [1000, 0, -1000])

    assert measured(NAMED["draw_bust_rate"], rows) == {(NO, NO): (1, 0)}


def test_a_tie_goes_to_the_lower_seat():
    """36000 and 34000 become 35000 each: seat 0 stays first, and seat 1 would be before seat 2."""
    stays = effects([36000, 34000, 35000], [-1000, 1000, 0])
    moves = effects([34000, 36000, 35000], [1000, -1000, 0])

    assert measured(NAMED["draw_changes_first_rate"], stays) == {(NO, NO): (1, 0)}
    assert measured(NAMED["draw_changes_first_rate"], moves) == {(NO, NO): (1, 1)}


def test_a_stick_of_the_hand_is_no_payment():
    """Seat 0 is behind already by its stick: 35000 against 35500."""
    rows = effects([36000, 35500, 33500], [1000, -500, -500], deposit=[1000, 0, 0])

    assert measured(NAMED["draw_changes_first_rate"], rows) == {(NO, NO): (1, 1)}
    rows = effects([36000, 35500, 33500], [0, 0, 0], deposit=[1000, 0, 0])
    assert measured(NAMED["draw_changes_first_rate"], rows) == {(NO, NO): (1, 0)}


def test_draws_without_stated_scores_do_not_count():
    rows = effects([NO, NO, NO], [0, 0, 0])

    assert measured(NAMED["draw_changes_order_rate"], rows) == {}


def test_a_game_that_is_not_complete_has_no_end():
    rows = rows_of("hands", games={"hands": [1], "is_complete": [False]}, hands={"end": ["ryuukyoku"]})

    assert measured(NAMED["game_ended_by_draw_rate"], rows) == {}
    assert measured(NAMED["draw_ends_game_rate"], rows) == {}
    assert measured(NAMED["final_draw_changes_order_rate"], rows) == {}
