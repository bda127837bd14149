"""Seats at exhaustive draws: their rows, their states, and the gaps between them."""

from analyzer.stats.draw_seats import STATES, drawn, drawn_state, gaps, taken
from analyzer.vocabulary import ABSENT
from tests.stats.frames import rows_of

T, F, NO = True, False, None


def test_seats_of_draws_that_are_judged():
    rows = rows_of(
        "seats",
        players=3,
        hands={"end": ["agari", "ryuukyoku", "ryuukyoku"], "tenpai_count": [0, 1, NO]},
        seats={"tenpai": [[F, F, F], [F, T, F], [NO, NO, NO]]},
    )

    assert drawn(rows).tolist() == [3, 4, 5]
    assert taken(rows, "seats.tenpai").tolist() == [0, 1, 0]
    assert taken(rows, "hands.tenpai_count").tolist() == [1, 1, 1]


def test_riichi_comes_before_open_and_silent_tenpai():
    rows = rows_of(
        "seats",
        hands={"end": ["ryuukyoku"]},
        seats={"tenpai": [[T, T, T, F]], "riichi_turn": [[5, NO, NO, NO]], "open_melds": [[0, 2, 0, 1]]},
    )

    assert [STATES[state] for state in drawn_state(rows)] == [
        "riichi",
        "open_tenpai",
        "silent_tenpai",
        "noten",
    ]


def test_a_closed_kan_leaves_tenpai_silent():
    rows = rows_of(
        "seats",
        hands={"end": ["ryuukyoku"]},
        seats={"tenpai": [[T, F, F, F]], "melds": [[1, 0, 0, 0]], "open_melds": [[0, 0, 0, 0]]},
    )

    assert STATES[drawn_state(rows)[0]] == "silent_tenpai"


def test_gaps_are_to_the_neighbours_in_the_order_and_ties_go_to_the_lower_seat():
    rows = rows_of(
        "seats",
        hands={"end": ["ryuukyoku"]},
        seats={"score": [[25000, 30000, 25000, 20000]], "tenpai": [[F] * 4]},
    )

    above, below = gaps(rows)

    assert above.tolist() == [5000, ABSENT, 0, 5000]
    assert below.tolist() == [0, 5000, 5000, ABSENT]


def test_a_score_that_is_not_stated_leaves_no_gap():
    rows = rows_of(
        "seats",
        players=3,
        hands={"end": ["ryuukyoku"]},
        seats={"score": [[35000, NO, 36000]], "tenpai": [[F] * 3]},
    )

    assert [gap.tolist() for gap in gaps(rows)] == [[ABSENT] * 3, [ABSENT] * 3]
