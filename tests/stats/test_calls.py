"""Calls in four hands.

0  seat 0 wins open off seat 3; seat 1 called too, seat 2 declared riichi
1  exhaustive draw with one open tehai
2  the log is cut
3  seat 0, open, deals in to dama
"""

from functools import partial

import pytest

from tests.stats.frames import counts_of, run_of

NO = None
HANDS = {"end": ["agari", "ryuukyoku", "none", "agari"], "open_seats": [2, 1, 1, 1]}
SEATS = {
    "open_melds": [[2, 1, 0, 0], [0, 3, 0, 0], [4, 0, 0, 0], [1, 0, 0, 0]],
    "open_turn": [[2, 7, NO, NO], [NO, 1, NO, NO], [1, NO, NO, NO], [2, NO, NO, NO]],
    "shanten_after": [
        [[2, 1, 0], [3, 3, 2, 2, 2, 1], [1], []],
        [[3], [2, 1], [4], [4]],
        [[1], [], [], []],
        [[2, 0], [1], [0], [3]],
    ],
    "riichi_turn": [[NO, NO, 6, NO], [NO] * 4, [NO] * 4, [NO] * 4],
    "riichi_order": [[NO, NO, 1, NO], [NO] * 4, [NO] * 4, [NO] * 4],
    "kans": [[0, 1, 0, 1], [0] * 4, [1, 0, 0, 0], [0] * 4],
    "delta": [[2000, 0, 0, -2000], [-1000, 3000, -1000, -1000], [NO] * 4, [-3900, 0, 3900, 0]],
    "tenpai": [[True, False, True, False], [False, True, False, False], [NO] * 4, [NO, False, True, False]],
}
WINS = {"hand": [0, 3], "seat": [0, 2], "loser": [3, 0]}


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    return partial(counts_of, run_of(tmp_path_factory.mktemp("calls"), hands=HANDS, seats=SEATS, wins=WINS))


def test_open_seats_and_melds_leave_out_the_cut_hand(counts):
    assert counts("open_rate") == {NO: (12, 4)}
    assert counts("open_melds") == {0: (12, 8), 1: (12, 2), 2: (12, 1), 3: (12, 1)}
    assert counts("open_seats_per_hand") == {1: (3, 2), 2: (3, 1)}
    assert counts("hand_with_open_seat_rate") == {NO: (3, 3)}
    assert counts("open_melds_per_hand") == {NO: (3, 7)}
    assert counts("open_melds_mean") == {NO: (4, 7)}


def test_a_closed_kan_opens_nothing(counts):
    """Seat 3 of hand 0 has a kan and no open meld."""
    assert counts("kan_seat_rate") == {NO: (12, 2)}


def test_the_first_call_is_timed_by_the_discard_that_follows_it(counts):
    assert counts("open_turn") == {1: (4, 1), 2: (4, 2), 7: (4, 1)}
    assert counts("open_turn_mean") == {NO: (4, 12)}


def test_shanten_after_the_discard_that_followed_the_first_call(counts):
    """Hand 0 ended before seat 1 discarded after its call."""
    assert counts("open_shanten") == {0: (3, 1), 1: (3, 1), 2: (3, 1)}
    assert counts("open_shanten", by="open_turn")[2, 1] == (2, 1)
    assert counts("open_win_rate", by="open_shanten")[1] == (1, 1)


def test_outcomes_and_gain_after_calling(counts):
    assert counts("open_outcome") == {
        "ron": (4, 1),
        "lateral": (4, 1),
        "exhaustive_draw": (4, 1),
        "deal_in": (4, 1),
    }
    assert counts("open_win_rate", by="open_melds") == {1: (2, 0), 2: (1, 1), 3: (1, 0)}
    assert counts("open_gain") == {NO: (4, 2000 + 0 + 3000 - 3900)}
    assert counts("open_gain", where="is_drawn") == {NO: (1, 3000)}


def test_tenpai_of_open_tehai_at_the_end_leaves_out_one_that_no_rule_set_judged(counts):
    assert counts("open_tenpai_at_end_rate") == {NO: (3, 2)}


def test_seats_that_stay_closed_are_those_without_call_and_without_riichi(counts):
    closed = "not has_called and not has_riichi"

    assert counts("win_rate", where=closed) == {NO: (7, 1)}
    assert counts("hand_ron_rate", where=closed) == {NO: (7, 1)}
    assert counts("hand_lateral_rate", where=closed) == {NO: (7, 2)}
    assert counts("hand_exhaustive_draw_rate", where=closed) == {NO: (7, 3)}
    assert counts("gain_per_hand", where=closed) == {NO: (7, -2000 - 3000 + 3900)}
