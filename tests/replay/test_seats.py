"""Choices and reductions of short rows, held against numpy's own."""

import numpy as np
import pytest

from analyzer.replay.seats import any_seat, every_seat, of_hands, of_seats, sum_of_seats

FOUR = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [1, 1, 1, 0], [1, 1, 1, 1]], np.bool_)
MASKS = {
    "four seats": FOUR,
    "three of four seats": FOUR[:, :3],
    "every second hand": FOUR[::2],
    "eight places": np.hstack([FOUR, FOUR[::-1]]),
    "no hand": FOUR[:0],
}


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
def test_rows_are_reduced_as_by_numpy(mask):
    assert any_seat(mask).tolist() == mask.any(axis=1).tolist()
    assert every_seat(mask).tolist() == mask.all(axis=1).tolist()
    assert sum_of_seats(mask).tolist() == mask.sum(axis=1).tolist()


def test_values_of_seats_are_chosen_by_hand_and_seat():
    column = np.arange(3 * 4 * 2).reshape(3, 4, 2)
    hand, seat = np.array([2, 0, 2], np.int32), np.array([3, 1, 0], np.uint8)

    assert of_seats(column, hand, seat).tolist() == [[22, 23], [2, 3], [16, 17]]
    assert of_seats(column[:, :, 0].copy(), hand, seat).tolist() == [22, 2, 16]
    assert of_hands(column[:, 0], hand).tolist() == [[16, 17], [0, 1], [16, 17]]
