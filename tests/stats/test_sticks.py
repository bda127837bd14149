"""Who takes the riichi sticks of draws."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None


def paid(*seats, players=4):
    """Deposits of a hand."""
    return [1000 * (seat in seats) for seat in range(players)]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Seats 0 and 1 pay in a draw, 2 in the abortive draw after it; 1 wins in riichi; 3 pays at the end."""
    return run_of(
        tmp_path_factory.mktemp("sticks"),
        people={"placement": [[2, 1, 3, 4]]},
        hands={
            "end": ["ryuukyoku", "ryuukyoku", "agari", "agari", "ryuukyoku"],
            "draw_kind": ["exhaustive", "kyuushu_kyuuhai", NO, NO, "exhaustive"],
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


def test_sticks_of_won_and_aborted_hands_are_not_lost_in_an_exhaustive_draw(run):
    turns = {1: (1, 0), 6: (2, 1), 7: (1, 0), 9: (2, 2)}
    check(run, stick_lost_in_draw_rate=(6, 3))
    assert (
        counts_of(run, "stick_lost_in_draw_rate", by="riichi_turn", where="riichi_turn is not null") == turns
    )


def test_the_next_winner_takes_them_told_by_its_seat_from_the_payer(run):
    """Seat 1 wins: for 0 its shimocha, for 1 itself, for 2 its kamicha; that of 3 goes to the first, 1.

    Two hands for the sticks of the draw, one for that of the kyuushu.
    """
    fates = ("own win", "shimocha's win", "kamicha's win", "first in the end, another")
    check(run, lost_stick_fate=dict.fromkeys(fates, (4, 1)), lost_stick_hands_mean=(3, 2 + 2 + 1))


def test_sticks_on_the_table_and_of_wins(run):
    check(run, sticks_left_by_draw={1: (2, 1), 2: (2, 1)}, sticks_left_by_draw_mean=(2, 3))
    check(run, kyotaku={0: (5, 3), 2: (5, 1), 3: (5, 1)}, carried_sticks_per_won_hand=(2, 3))
    check(run, sticks_per_win=(2, 5), sticks_of_win={1: (2, 1), 4: (2, 1)})


def test_of_a_double_ron_the_first_logged_takes_them_and_the_seat_across_is_toimen(tmp_path):
    wins = {"hand": [1, 1], "seat": [2, 3], "loser": [1, 1]}
    run = run_of(
        tmp_path, hands={"end": ["ryuukyoku", "agari"]}, seats={"deposit": [paid(0, 2), paid()]}, wins=wins
    )
    check(run, lost_stick_fate={"own win": (2, 1), "toimen's win": (2, 1)})


def test_sanma_has_no_toimen(tmp_path):
    deposit = [paid(0, 1, 2, players=3), paid(players=3)]
    hands, wins = {"end": ["ryuukyoku", "agari"]}, {"hand": [1], "seat": [0]}
    run = run_of(tmp_path, players=3, hands=hands, seats={"deposit": deposit}, wins=wins)
    check(run, lost_stick_fate=dict.fromkeys(("own win", "kamicha's win", "shimocha's win"), (3, 1)))


def test_sticks_do_not_pass_from_game_to_game(tmp_path):
    """One game ends with the draw, its payer first; the next is cut after a draw; a chombo is none."""
    run = run_of(
        tmp_path,
        games={"hands": [1, 1, 2]},
        people={"placement": [[1, 2, 3, 4], [NO] * 4, [1, 2, 3, 4]]},
        hands={
            "end": ["ryuukyoku", "ryuukyoku", "ryuukyoku", "agari"],
            "draw_kind": ["exhaustive", "exhaustive", "chombo", NO],
        },
        seats={"deposit": [paid(0), paid(0), paid(1), paid()]},
    )
    check(run, lost_stick_fate={"first in the end, the same player": (2, 1), "not known": (2, 1)})
    check(run, lost_stick_hands_mean={}, stick_lost_in_draw_rate=(2, 2))


def test_sticks_left_over_in_the_end(tmp_path):
    """One game with a stick, one without, one with an unknown number, one that is cut."""
    run = run_of(
        tmp_path,
        games={"hands": [2, 1, 1, 1], "is_complete": [True, True, True, False]},
        hands={
            "end": ["agari", "ryuukyoku", "agari", "ryuukyoku", "none"],
            "kyotaku_after": [0, 1, 0, NO, 2],
        },
    )
    check(run, leftover_sticks_rate=(2, 1), leftover_sticks={0: (2, 1), 1: (2, 1)})
