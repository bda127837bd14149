"""Who takes the riichi sticks of draws."""

from analyzer.stats.sticks import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
NONE = [0, 0, 0, 0]


def paid(*seats, players=4):
    """Deposits of a hand."""
    return [1000 * (seat in seats) for seat in range(players)]


def one_game(grain):
    """Seats 0 and 1 pay in a draw, 2 in the abortive draw after it; 1 wins in riichi; 3 pays at the end."""
    return rows_of(
        grain,
        games={"hands": [5]},
        people={"placement": [[2, 1, 3, 4]]},
        hands={
            "end": ["ryuukyoku", "ryuukyoku", "agari", "agari", "ryuukyoku"],
            "draw_kind": ["exhaustive", "kyuushu_kyuuhai", NO, NO, "exhaustive"],
            "winner": [NO, NO, 1, 0, NO],
            "kyotaku": [0, 2, 3, 0, 0],
            "kyotaku_after": [2, 3, 0, 0, 1],
        },
        seats={
            "deposit": [paid(0, 1), paid(2), paid(1), paid(3), paid(3)],
            "riichi_turn": [
                [6, 9, NO, NO],
                [NO, NO, 1, NO],
                [NO, 7, NO, NO],
                [NO, NO, NO, 6],
                [NO, NO, NO, 9],
            ],
        },
        wins={"hand": [2, 3], "seat": [1, 0], "kyotaku": [4, 1]},
    )


def counts(name, grain="seats"):
    return measured(NAMED[name], one_game(grain))


def test_sticks_of_won_and_aborted_hands_are_not_lost_in_an_exhaustive_draw():
    assert counts("stick_lost_in_draw_rate") == {(NO, NO): (6, 3)}
    assert counts("stick_lost_in_draw_rate_by_turn") == {
        (1, NO): (1, 0),
        (6, NO): (2, 1),
        (7, NO): (1, 0),
        (9, NO): (2, 2),
    }


def test_the_next_winner_takes_them_told_by_its_seat_from_the_payer():
    """Seat 1 wins: for 0 its shimocha, for 1 itself, for 2 its kamicha; that of 3 goes to the first, 1."""
    assert counts("lost_stick_fate") == {
        (NO, "own win"): (4, 1),
        (NO, "shimocha's win"): (4, 1),
        (NO, "kamicha's win"): (4, 1),
        (NO, "first in the end, another"): (4, 1),
    }


def test_hands_until_a_winner_takes_them():
    """Two hands for the sticks of the draw, one for that of the kyuushu."""
    assert counts("lost_stick_hands_mean") == {(NO, NO): (3, 5)}


def test_the_seat_across_is_toimen():
    rows = rows_of(
        "seats",
        hands={"end": ["ryuukyoku", "agari"], "winner": [NO, 3]},
        seats={"deposit": [paid(1), NONE]},
        wins={"hand": [1], "seat": [3]},
    )

    assert measured(NAMED["lost_stick_fate"], rows) == {(NO, "toimen's win"): (1, 1)}


def test_in_sanma_the_seat_before_is_kamicha():
    rows = rows_of(
        "seats",
        players=3,
        hands={"end": ["ryuukyoku", "agari"], "winner": [NO, 0]},
        seats={"deposit": [paid(1, 2, players=3), [0, 0, 0]]},
        wins={"hand": [1], "seat": [0]},
    )

    assert measured(NAMED["lost_stick_fate"], rows) == {
        (NO, "kamicha's win"): (2, 1),
        (NO, "shimocha's win"): (2, 1),
    }


def test_sticks_do_not_pass_from_game_to_game():
    """The first game ends with the draw, its payer first; the second is cut after a draw."""
    rows = rows_of(
        "seats",
        games={"hands": [1, 1, 1]},
        people={"placement": [[1, 2, 3, 4], [NO] * 4, [1, 2, 3, 4]]},
        hands={"end": ["ryuukyoku", "ryuukyoku", "agari"], "winner": [NO, NO, 2]},
        seats={"deposit": [paid(0), paid(0), NONE]},
        wins={"hand": [2], "seat": [2]},
    )

    assert measured(NAMED["lost_stick_fate"], rows) == {
        (NO, "first in the end, the same player"): (2, 1),
        (NO, "not known"): (2, 1),
    }
    assert measured(NAMED["lost_stick_hands_mean"], rows) == {}


def test_of_a_double_ron_the_first_logged_takes_them():
    rows = rows_of(
        "seats",
        hands={"end": ["ryuukyoku", "agari"], "winner_count": [0, 2]},
        seats={"deposit": [paid(2), NONE]},
        wins={"hand": [1, 1], "seat": [2, 3], "loser": [1, 1]},
    )

    assert measured(NAMED["lost_stick_fate"], rows) == {(NO, "own win"): (1, 1)}


def test_sticks_on_the_table_after_exhaustive_draws():
    assert counts("sticks_left_by_draw", "hands") == {(NO, 1): (2, 1), (NO, 2): (2, 1)}
    assert counts("sticks_left_by_draw_mean", "hands") == {(NO, NO): (2, 3)}


def test_sticks_that_hands_begin_with_and_give_away():
    assert counts("kyotaku", "hands") == {(NO, 0): (5, 3), (NO, 2): (5, 1), (NO, 3): (5, 1)}
    assert counts("carried_sticks_per_won_hand", "hands") == {(NO, NO): (2, 3)}


def test_sticks_of_a_win_have_the_own_one_among_them():
    assert counts("sticks_per_win", "wins") == {(NO, NO): (2, 5)}
    assert counts("sticks_of_win", "wins") == {(NO, 1): (2, 1), (NO, 4): (2, 1)}


def test_sticks_left_over_in_the_end():
    """One game with a stick, one without, one with an unknown number, one that is cut."""
    rows = rows_of(
        "games",
        games={"hands": [2, 1, 1, 1], "is_complete": [True, True, True, False]},
        hands={
            "end": ["agari", "ryuukyoku", "agari", "ryuukyoku", "none"],
            "kyotaku_after": [0, 1, 0, NO, 2],
        },
    )

    assert measured(NAMED["leftover_sticks_rate"], rows) == {(NO, NO): (2, 1)}
    assert measured(NAMED["leftover_sticks"], rows) == {(NO, 0): (2, 1), (NO, 1): (2, 1)}
