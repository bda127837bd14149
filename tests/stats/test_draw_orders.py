"""Draws with the order of the players without and with their payment."""

from analyzer.stats.draw_orders import draws, in_all_last, is_over, orders, scores
from tests.stats.frames import rows_of

NO = None


def rows():
    return rows_of(
        "hands",
        players=3,
        games={"hands": [3], "is_complete": [True]},
        hands={"end": ["ryuukyoku", "agari", "ryuukyoku"], "is_all_last": [False, True, True]},
        seats={
            "score": [[35000, 35000, 35000], [30000, 40000, 35000], [36500, 35500, 33000]],
            "delta": [[-1000, -1000, 2000], [0, 0, 0], [-1000, 2000, -1000]],
            "deposit": [[0, 0, 1000], [0, 0, 0], [0, 0, 0]],
        },
    )


def test_scores_have_the_own_stick_paid_before_and_after():
    before, after = scores(rows())

    assert draws(rows()).tolist() == [0, 2]
    assert before.tolist() == [[35000, 35000, 34000], [36500, 35500, 33000]]
    assert after.tolist() == [[34000, 34000, 36000], [35500, 37500, 32000]]


def test_orders_follow_from_them():
    before, after = orders(rows())

    assert before.tolist() == [[1, 2, 3], [1, 2, 3]]
    assert after.tolist() == [[2, 3, 1], [2, 1, 3]]


def test_only_the_last_hand_of_the_game_ends_it():
    assert is_over(rows()).tolist() == [False, True]
    assert in_all_last(rows()).tolist() == [False, True]
