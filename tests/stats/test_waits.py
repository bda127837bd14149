from analyzer.stats.waits import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured
from tests.stats.riichi_hands import of

NO = None

SEATS = {
    "riichi_turn": [[5, 7, NO, NO], [3, 4, 6, NO], [2, NO, NO, NO]],
    "riichi_order": [[1, 2, NO, NO], [1, 2, 3, NO], [1, NO, NO, NO]],
    "riichi_waits": [["14m", "7z", NO, NO], ["369s", "5p", NO, NO], ["1m", NO, NO, NO]],
    "riichi_wait_kinds": [[2, 1, NO, NO], [3, 1, NO, NO], [1, NO, NO, NO]],
    "riichi_wait_live": [[8, 2, NO, NO], [8, 0, NO, NO], [1, NO, NO, NO]],
    "riichi_furiten": [[False, True, NO, NO], [False, False, NO, NO], [False, NO, NO, NO]],
    "wait_kinds": [[2, 1, 0, 0], [3, 1, NO, NO], [1, 0, 0, 0]],
    "wait_live": [[7, 2, NO, NO], [5, 0, NO, NO], [1, NO, NO, NO]],
    "wait_shape": [["ryanmen", "tanki", NO, NO], ["complex", "kanchan", NO, NO], ["penchan", NO, NO, NO]],
    "furiten": [[False, True, False, False], [True, False, NO, NO], [False] * 4],
    "is_double_riichi": [[False] * 4, [True, False, False, False], [False] * 4],
    "delta": [[3900, -2900, 0, 0], [0, 0, 0, 0], [NO] * 4],
}
WINS = {
    "seat": [0],
    "loser": [1],
    "way": ["riichi"],
    "points": [3900],
    "wait_kinds": [2],
    "wait_live": [7],
}


def rows(grain="seats"):
    """Ryanmen riichi wins off a furiten tanki riichi; a draw with an unread third riichi; a cut hand."""
    return rows_of(grain, hands={"end": ["agari", "ryuukyoku", "none"]}, seats=SEATS, wins=WINS)


def counts(name, grain="seats"):
    return measured(of(STATISTICS, name), rows(grain))


def test_shapes_of_riichi_leave_out_one_that_was_not_read():
    assert counts("riichi_wait_shape") == {
        (NO, "ryanmen"): (4, 1),
        (NO, "tanki"): (4, 1),
        (NO, "complex"): (4, 1),
        (NO, "kanchan"): (4, 1),
    }
    assert counts("riichi_wait_shape_by_turn")[5, "ryanmen"] == (1, 1)


def test_a_riichi_on_several_kinds_counts_at_each_of_them():
    shares = counts("riichi_wait_tiles")

    assert shares == {(NO, tile): (4, 1) for tile in ("1m", "4m", "5p", "3s", "6s", "9s", "7z")}


def test_a_win_counts_at_every_kind_that_the_riichi_waited_for():
    found = counts("riichi_win_rate_by_tile")

    assert found["1m", NO] == (1, 1)
    assert found["4m", NO] == (1, 1)
    assert found["7z", NO] == (1, 0)


def test_single_waits_are_those_on_one_kind():
    assert counts("single_wait_riichi_win_rate_by_tile") == {("5p", NO): (1, 0), ("7z", NO): (1, 0)}


def test_ryanmen_riichi_by_turn_and_live_tiles():
    assert counts("ryanmen_riichi_win_rate") == {(NO, NO): (1, 1)}
    assert counts("ryanmen_riichi_win_rate_by_turn") == {(5, NO): (1, 1)}
    assert counts("ryanmen_riichi_win_rate_by_wait_live") == {(8, NO): (1, 1)}


def test_waits_of_double_riichi():
    assert counts("double_riichi_wait_shape") == {(NO, "complex"): (1, 1)}
    assert counts("double_riichi_win_rate") == {(NO, NO): (1, 0)}


def test_win_rate_by_live_tiles_at_the_declaration():
    assert counts("riichi_win_rate_by_wait_live") == {(0, NO): (1, 0), (2, NO): (1, 0), (8, NO): (2, 1)}
    assert counts("riichi_draw_rate_by_wait_live")[8, NO] == (2, 1)


def test_outcomes_by_kinds_shape_and_furiten():
    assert counts("riichi_win_rate_by_wait_kinds") == {(1, NO): (2, 0), (2, NO): (1, 1), (3, NO): (1, 0)}
    assert counts("riichi_outcome_by_wait_shape")["tanki", "deal_in"] == (1, 1)
    assert counts("riichi_win_rate_by_furiten") == {("clean", NO): (3, 1), ("furiten", NO): (1, 0)}


def test_gain_by_live_tiles():
    assert counts("riichi_gain_by_wait_live")[8, NO] == (2, 2900 - 1000)


def test_first_and_chasing_riichi_by_wait():
    assert counts("first_riichi_win_rate_by_wait_live") == {(8, NO): (2, 1)}
    assert counts("chasing_riichi_deal_in_rate_by_wait_shape") == {
        ("kanchan", NO): (1, 0),
        ("tanki", NO): (1, 1),
    }
    assert counts("chased_riichi_draw_rate_by_wait_live")[8, NO] == (2, 1)


def test_tenpai_at_the_end_with_riichi_or_without():
    assert counts("tenpai_wait_kinds") == {(NO, 1): (4, 2), (NO, 2): (4, 1), (NO, 3): (4, 1)}
    assert counts("tenpai_furiten_rate") == {(NO, NO): (4, 2)}
    assert counts("tenpai_furiten_rate_by_wait_kinds")[1, NO] == (2, 1)


def test_waits_of_wins_by_way():
    assert counts("win_wait_kinds_by_way", "wins") == {("riichi", 2): (1, 1)}
    assert counts("win_wait_live_by_way", "wins") == {("riichi", 7): (1, 1)}
    assert counts("win_wait_shape_by_way", "wins") == {("riichi", "ryanmen"): (1, 1)}
    assert counts("win_points_by_wait_shape", "wins") == {("ryanmen", NO): (1, 3900)}
