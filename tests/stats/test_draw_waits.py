"""Keishiki, furiten, dead waits and the last turn, at one draw and one nagashi mangan."""

from analyzer.stats.draw_waits import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
T, F = True, False

HANDS = {"end": ["ryuukyoku", "ryuukyoku"], "draw_kind": ["exhaustive", "nagashi_mangan"]}
SEATS = {
    "tenpai": [[T, T, T, F], [T, F, F, T]],
    "riichi_turn": [[7, NO, NO, NO], [NO, NO, NO, NO]],
    "open_melds": [[0, 2, 0, 0], [1, 0, 0, 1]],
    "tenpai_turn": [[7, 17, 18, 9], [12, NO, NO, 18]],
    "discards": [[18, 17, 18, 18], [18, 18, 18, 18]],
    "keishiki": [[NO, T, F, NO], [T, NO, NO, T]],
    "furiten": [[F, T, T, T], [F, F, F, F]],
    "furiten_discard": [[F, F, T, T], [F, F, F, F]],
    "furiten_riichi": [[T, F, F, F], [F, F, F, F]],
    "wait_live": [[4, 0, 1, NO], [0, NO, NO, 4]],
    "wait_shape": [["ryanmen", "tanki", "tanki", NO], ["kanchan", NO, NO, "complex"]],
    "delta": [[1000, 1000, 1000, -3000], [8000, -4000, -2000, -2000]],
}


def counts(name, hands=HANDS, seats=SEATS):
    return measured(NAMED[name], rows_of("seats", hands=hands, seats=seats))


def test_riichi_is_never_keishiki():
    """Three of the four tenpai seats without riichi."""
    assert counts("keishiki_rate") == {(NO, NO): (4, 3)}
    assert counts("keishiki_share_of_tenpai") == {(NO, NO): (5, 3)}


def test_keishiki_by_state_melds_and_turn():
    assert counts("keishiki_rate_by_state") == {("open_tenpai", NO): (3, 3), ("silent_tenpai", NO): (1, 0)}
    assert counts("keishiki_rate_by_melds") == {(0, NO): (1, 0), (1, NO): (2, 2), (2, NO): (1, 1)}
    assert counts("keishiki_rate_by_tenpai_turn") == {(12, NO): (1, 1), (17, NO): (1, 1), (18, NO): (2, 1)}


def test_furiten_of_noten_seats_does_not_count():
    assert counts("draw_furiten_rate") == {(NO, NO): (5, 2)}
    assert counts("draw_furiten_rate_by_state") == {
        ("riichi", NO): (1, 0),
        ("open_tenpai", NO): (3, 1),
        ("silent_tenpai", NO): (1, 1),
    }
    assert counts("draw_discard_furiten_rate") == {(NO, NO): (5, 1)}
    assert counts("draw_riichi_furiten_rate") == {(NO, NO): (5, 1)}


def test_dead_waits_are_tenpai_with_no_tile_left():
    assert counts("draw_wait_live") == {(NO, 0): (5, 2), (NO, 1): (5, 1), (NO, 4): (5, 2)}
    assert counts("draw_dead_wait_rate") == {(NO, NO): (5, 2)}
    assert counts("draw_dead_wait_rate_by_state") == {
        ("riichi", NO): (1, 0),
        ("open_tenpai", NO): (3, 2),
        ("silent_tenpai", NO): (1, 0),
    }


def test_shapes_of_tenpai_seats():
    assert counts("draw_wait_shape") == {
        (NO, "ryanmen"): (5, 1),
        (NO, "kanchan"): (5, 1),
        (NO, "tanki"): (5, 2),
        (NO, "complex"): (5, 1),
    }


def test_the_last_turn_is_the_last_discard_of_the_seat():
    """17 of 17 discards, 18 of 18, and 18 of 18 at the nagashi mangan."""
    assert counts("last_turn_tenpai_rate") == {(NO, NO): (5, 3)}
    assert counts("last_turn_tenpai_keishiki_rate") == {(NO, NO): (3, 2)}


def test_payments_of_a_nagashi_mangan_are_no_gain_of_the_last_turn():
    assert counts("last_turn_tenpai_delta") == {(NO, NO): (2, 2000)}


def test_what_is_not_known_does_not_count():
    seats = {"tenpai": [[T, F, F, F]], "furiten": [[NO] * 4], "keishiki": [[NO] * 4], "wait_live": [[NO] * 4]}
    hands = {"end": ["ryuukyoku"]}

    for name in ("keishiki_rate", "keishiki_share_of_tenpai", "draw_furiten_rate", "draw_dead_wait_rate"):
        assert counts(name, hands, seats) == {}
    assert counts("last_turn_tenpai_rate", hands, seats) == {}
