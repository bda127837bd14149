"""Waits: a ryanmen riichi wins off a furiten tanki riichi; a draw with an unread third riichi; a cut hand."""

from functools import partial

import pytest

from tests.stats.frames import counts_of, run_of

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
    "tenpai": [[True, True, False, False], [True, True, NO, NO], [True, False, False, False]],
    "furiten": [[False, True, False, False], [True, False, NO, NO], [False] * 4],
    "delta": [[3900, -2900, 0, 0], [0, 0, 0, 0], [NO] * 4],
}
WINS = {"seat": [0], "loser": [1], "way": ["riichi"], "points": [3900], "wait_kinds": [2], "wait_live": [7]}


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    hands = {"end": ["agari", "ryuukyoku", "none"]}
    return partial(counts_of, run_of(tmp_path_factory.mktemp("waits"), hands=hands, seats=SEATS, wins=WINS))


def test_shapes_of_riichi_leave_out_one_that_was_not_read(counts):
    assert counts("riichi_wait_shape") == {
        "ryanmen": (4, 1),
        "tanki": (4, 1),
        "complex": (4, 1),
        "kanchan": (4, 1),
    }


def test_a_riichi_on_several_kinds_counts_at_each_of_them(counts):
    tiles = ("1m", "4m", "5p", "3s", "6s", "9s", "7z")

    assert counts("riichi_wait_tiles") == dict.fromkeys(tiles, (4, 1))
    assert counts("riichi_wait_win_rate", by="tile") == {
        tile: (1, int(tile in ("1m", "4m"))) for tile in tiles
    }
    assert counts("riichi_wait_win_rate", by="tile", where="riichi_wait_kinds = 1") == {
        "5p": (1, 0),
        "7z": (1, 0),
    }


def test_outcomes_and_gain_of_riichi_by_wait(counts):
    known = "riichi_wait_live is not null"

    assert counts("riichi_win_rate", "riichi_wait_live", known) == {0: (1, 0), 2: (1, 0), 8: (2, 1)}
    assert counts("riichi_win_rate", "riichi_furiten", known) == {False: (3, 1), True: (1, 0)}
    assert counts("riichi_outcome", "wait_shape")["tanki", "deal_in"] == (1, 1)
    assert counts("riichi_gain", "riichi_wait_live")[8] == (2, 2900 - 1000)
    assert counts("riichi_win_rate", "riichi_turn", "wait_shape = 'ryanmen'") == {5: (1, 1)}


def test_tenpai_at_the_end_with_riichi_or_without(counts):
    assert counts("wait_kinds_at_end") == {1: (4, 2), 2: (4, 1), 3: (4, 1)}
    assert counts("wait_live_at_end") == {0: (4, 1), 2: (4, 1), 5: (4, 1), 7: (4, 1)}
    assert counts("furiten_at_end_rate", by="wait_kinds")[1] == (2, 1)


def test_a_wait_of_which_the_seat_holds_all_four_is_no_tenpai(tmp_path):
    seats = {"tenpai": [[False, True, False, False]], "wait_kinds": [[1, 2, 0, 0]]}
    run = run_of(tmp_path, hands={"end": ["ryuukyoku"]}, seats=seats)

    assert counts_of(run, "wait_kinds_at_end") == {2: (1, 1)}


def test_waits_of_wins_by_way(counts):
    assert counts("win_wait_kinds", by="way") == {("riichi", 2): (1, 1)}
    assert counts("win_wait_live", by="way") == {("riichi", 7): (1, 1)}
    assert counts("win_wait_shape", by="way") == {("riichi", "ryanmen"): (1, 1)}
