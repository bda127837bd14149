"""Draws and discards of the seats, put in the order of play."""

from __future__ import annotations

import time

from analyzer.formats.tenhou6.document import Field
from analyzer.formats.tenhou6.read_hand import SeatPlays, Stuck, in_order
from analyzer.formats.tenhou6.read_notation import laid, taken


def seats(*lists):
    """Pairs of draws and discards."""
    return [
        SeatPlays([taken(Field(one, "")) for one in draws], [laid(Field(one, "")) for one in discards])
        for draws, discards in lists
    ]


def acting(found):
    """Seats in the order of their steps."""
    return [seat for seat, _ in found]


def test_seats_follow_in_turn_from_the_dealer():
    found = in_order(seats(([12], [60]), ([11], [60]), ([14], [60]), ([13], [60])), 1)

    assert acting(found) == [1, 1, 2, 2, 3, 3, 0, 0]


def test_a_pon_skips_the_seats_between():
    found = in_order(seats(([11], [45]), ([], []), ([], []), (["p454545", 12], [13, 60])), 0)

    assert isinstance(found, Stuck)  # "p" is from the seat before, which is seat 2

    found = in_order(seats(([11], [45]), ([], []), ([], []), (["4545p45"], [13])), 0)

    assert acting(found) == [0, 0, 3, 3]


def test_a_tsumogiri_is_called_by_the_tile_drawn():
    found = in_order(seats(([45], [60]), (["p454545"], [13]), ([], []), ([], [])), 0)

    assert acting(found) == [0, 0, 1, 1]


def test_a_kan_draws_again_before_it_discards():
    found = in_order(seats(([22, 23], ["222222a22", 60]), ([11], [60]), ([], []), ([], [])), 0)

    assert acting(found) == [0, 0, 0, 0, 1, 1]


def test_a_daiminkan_stands_among_the_draws_and_as_0_among_the_discards():
    found = in_order(seats(([22], [60]), ([], []), (["22m222222", 31], [0, 60]), ([], [])), 0)

    assert acting(found) == [0, 0, 2, 2, 2]


def test_a_pon_goes_before_a_chi_of_the_same_tile():
    # Seat 0 throws two 5m, one for the pon of seat 2 and one for the chi of seat 1.
    found = in_order(
        seats(([11, 11], [15, 15]), (["c151617"], [41]), (["15p1515"], [42]), ([13], [43])),
        0,
    )

    assert acting(found) == [0, 0, 2, 2, 3, 3, 0, 0, 1, 1]


def test_where_the_pon_first_leads_nowhere_the_chi_is_first():
    # After the pon seat 3 would have to draw, and it has nothing left.
    found = in_order(
        seats(([11, "4141p41"], [15, 15]), (["c151617"], [41]), (["15p1515"], [42]), ([], [])),
        0,
    )

    assert acting(found) == [0, 0, 1, 1, 0, 0, 2, 2]


def test_a_draw_that_nobody_comes_to_is_named():
    found = in_order(seats(([12], [60]), ([11], [60]), ([14, 15], [60, 60]), ([13], [60])), 0)

    assert found == Stuck(2, True, 1)


def test_a_discard_of_the_tile_drawn_needs_a_tile_drawn():
    found = in_order(seats(([45], [60]), (["p454545"], [60]), ([], []), ([], [])), 0)

    assert found == Stuck(1, False, 0)


def test_lists_that_could_be_anything_are_given_up_in_time():
    # Every discard may be called by three seats, and one discard is too many.
    calls = ["c151617", "p151515", "15p1515"] * 18
    lists = [([15, *calls], [15] * 56) for _ in range(4)]
    started = time.process_time()

    assert isinstance(in_order(seats(*lists), 0), Stuck)
    assert time.process_time() - started < 4
