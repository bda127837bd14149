import numpy as np
import pytest

from analyzer.tables.seats import placements


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((25000, 25000, 25000, 25000), (1, 2, 3, 4)),
        ((10000, 40000, 30000, 20000), (4, 1, 2, 3)),
        ((30000, 20000, 30000, 20000), (1, 3, 2, 4)),
        ((-100, -200, 50000, 50300), (3, 4, 2, 1)),
    ],
    ids=str,
)
def test_seats_are_placed_by_score_and_ties_go_to_the_lower_seat(scores, expected):
    everybody = np.ones((1, 4), np.bool_)

    assert placements(np.array([scores], np.int32), everybody).tolist() == [list(expected)]


@pytest.mark.parametrize("scores", [(35000, 40000, 30000, 0), (-1000, -500, -2000, 0)], ids=str)
def test_the_empty_seat_is_placed_behind_all_others(scores):
    three = np.array([[True, True, True, False]])

    assert placements(np.array([scores], np.int32), three).tolist() == [[2, 1, 3, 4]]
