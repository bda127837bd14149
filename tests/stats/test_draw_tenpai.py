"""Tenpai seats at draws: two draws that count, and a win that does not."""

from analyzer.stats.draw_tenpai import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
T, F = True, False

HANDS = {
    "end": ["ryuukyoku", "ryuukyoku", "agari"],
    "draw_kind": ["exhaustive", "nagashi_mangan", NO],
    "kyoku": [0, 7, 7],
    "is_all_last": [False, True, True],
}
SEATS = {
    "tenpai": [[T, T, F, F], [F, F, T, F], [T, T, T, T]],
    "riichi_turn": [[7, NO, NO, NO], [NO, NO, NO, NO], [9, NO, NO, NO]],
    "open_melds": [[0, 2, 2, 0], [1, 0, 0, 0], [0, 0, 0, 0]],
    "tenpai_turn": [[7, 12, 10, NO], [NO, NO, 17, 5], [1, 1, 1, 1]],
    "placement": [[1, 2, 3, 4], [2, 1, 4, 3], [1, 2, 3, 4]],
    "score": [[25000, 25000, 25000, 25000], [26000, 38000, 12000, 24000], [1, 2, 3, 4]],
}


def counts(name, hands=HANDS, seats=SEATS):
    return measured(NAMED[name], rows_of("seats", hands=hands, seats=seats))


def test_seats_of_wins_do_not_count():
    assert counts("draw_tenpai_rate") == {(NO, NO): (8, 3)}


def test_the_dealer_is_one_of_four():
    """Seat 0 deals the first hand and is tenpai, seat 3 the second and is not."""
    assert counts("draw_dealer_tenpai_rate") == {(NO, NO): (2, 1)}
    assert counts("draw_nondealer_tenpai_rate") == {(NO, NO): (6, 2)}


def test_riichi_seats_are_tenpai_anyway():
    assert counts("draw_tenpai_rate_without_riichi") == {(NO, NO): (7, 2)}


def test_tenpai_by_melds():
    assert counts("draw_tenpai_rate_by_melds") == {(0, NO): (5, 2), (1, NO): (1, 0), (2, NO): (2, 1)}


def test_tenpai_by_placement():
    assert counts("draw_tenpai_rate_by_placement") == {
        (1, NO): (2, 1),
        (2, NO): (2, 1),
        (3, NO): (2, 0),
        (4, NO): (2, 1),
    }
    assert counts("draw_tenpai_rate_all_last_by_placement") == {
        (1, NO): (1, 0),
        (2, NO): (1, 0),
        (3, NO): (1, 0),
        (4, NO): (1, 1),
    }


def test_a_placement_that_is_not_known_is_in_no_bin():
    hands = {"end": ["ryuukyoku"]}
    seats = {"tenpai": [[T, F, F, F]], "placement": [[NO, NO, NO, NO]]}

    assert counts("draw_tenpai_rate_by_placement", hands, seats) == {}


def test_tenpai_by_gaps_to_the_neighbours():
    """All equal at first: the lower seat is ahead by 0; then 38000, 26000, 24000, 12000."""
    assert counts("draw_tenpai_rate_by_gap_above") == {
        ("up to 1000", NO): (3, 1),
        ("1100 to 2000", NO): (1, 0),
        ("8100 to 12000", NO): (2, 1),
    }
    assert counts("draw_tenpai_rate_by_gap_below") == {
        ("up to 1000", NO): (3, 2),
        ("1100 to 2000", NO): (1, 0),
        ("8100 to 12000", NO): (2, 0),
    }
    assert counts("draw_tenpai_rate_all_last_by_gap_above") == {
        ("1100 to 2000", NO): (1, 0),
        ("8100 to 12000", NO): (2, 1),
    }


def test_seats_may_have_lost_tenpai():
    """Five seats were tenpai, and two of them are noten in the end."""
    assert counts("draw_left_tenpai_rate") == {(NO, NO): (5, 2)}
    assert counts("draw_tenpai_rate_by_tenpai_turn") == {
        (5, NO): (1, 0),
        (7, NO): (1, 1),
        (10, NO): (1, 0),
        (12, NO): (1, 1),
        (17, NO): (1, 1),
    }


def test_turns_of_those_that_are_tenpai_in_the_end():
    assert counts("draw_tenpai_turn") == {(NO, 7): (3, 1), (NO, 12): (3, 1), (NO, 17): (3, 1)}
    assert counts("draw_tenpai_turn_mean") == {(NO, NO): (3, 7 + 12 + 17)}


def test_tenpai_from_the_deal_with_no_discard_has_no_turn():
    hands = {"end": ["ryuukyoku"]}
    seats = {"tenpai": [[T, F, F, F]], "tenpai_turn": [[NO, NO, NO, NO]]}

    assert counts("draw_tenpai_turn_mean", hands, seats) == {}


def test_states_of_all_seats():
    assert counts("draw_state") == {
        (NO, "riichi"): (8, 1),
        (NO, "open_tenpai"): (8, 1),
        (NO, "silent_tenpai"): (8, 1),
        (NO, "noten"): (8, 5),
    }


def test_three_seats_in_sanma():
    rows = rows_of("seats", players=3, hands={"end": ["ryuukyoku"]}, seats={"tenpai": [[T, F, T]]})

    assert measured(NAMED["draw_tenpai_rate"], rows) == {(NO, NO): (3, 2)}


def test_a_hand_that_is_not_judged_is_left_out():
    hands = {"end": ["ryuukyoku", "ryuukyoku"]}
    seats = {"tenpai": [[NO, NO, NO, NO], [T, T, T, T]]}

    assert counts("draw_tenpai_rate", hands, seats) == {(NO, NO): (4, 4)}
