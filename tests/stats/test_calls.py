from analyzer.stats.calls import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured
from tests.stats.riichi_hands import of

NO = None

HANDS = {"end": ["agari", "ryuukyoku", "none", "agari"]}
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
    "tenpai": [
        [True, False, True, False],
        [False, True, False, False],
        [NO] * 4,
        [False, False, True, False],
    ],
}
WINS = {
    "hand": [0, 3],
    "seat": [0, 2],
    "loser": [3, 0],
}


def rows(grain):
    """Seat 0 wins open off seat 3; a draw with one open tehai; a cut hand; seat 0, open, deals in to dama."""
    return rows_of(grain, hands={**HANDS, "open_seats": [2, 1, 1, 1]}, seats=SEATS, wins=WINS)


def counts(name, grain="seats"):
    return measured(of(STATISTICS, name), rows(grain))


def test_open_rate_leaves_out_the_cut_hand():
    assert counts("open_rate") == {(NO, NO): (12, 4)}
    assert counts("open_melds") == {(NO, 0): (12, 8), (NO, 1): (12, 2), (NO, 2): (12, 1), (NO, 3): (12, 1)}


def test_open_seats_and_melds_of_hands():
    assert counts("open_seats_per_hand", "hands") == {(NO, 1): (3, 2), (NO, 2): (3, 1)}
    assert counts("hand_with_open_seat_rate", "hands") == {(NO, NO): (3, 3)}
    assert counts("open_melds_per_hand", "hands") == {(NO, NO): (3, 7)}


def test_the_first_call_is_timed_by_the_discard_that_follows_it():
    assert counts("open_turn") == {(NO, 1): (4, 1), (NO, 2): (4, 2), (NO, 7): (4, 1)}
    assert counts("open_turn_mean") == {(NO, NO): (4, 12)}
    assert counts("open_melds_mean") == {(NO, NO): (4, 7)}


def test_shanten_after_the_discard_that_followed_the_first_call():
    """Hand 0 ended before seat 1 discarded after its call; the cut hand is left out."""
    assert counts("open_shanten") == {(NO, 0): (3, 1), (NO, 1): (3, 1), (NO, 2): (3, 1)}
    assert counts("open_shanten_by_turn")[2, 1] == (2, 1)
    assert counts("open_win_rate_by_shanten")[1, NO] == (1, 1)


def test_outcomes_after_calling():
    assert counts("open_outcome") == {
        (NO, "ron"): (4, 1),
        (NO, "lateral"): (4, 1),
        (NO, "exhaustive_draw"): (4, 1),
        (NO, "deal_in"): (4, 1),
    }
    assert counts("open_win_rate_by_melds") == {(1, NO): (2, 0), (2, NO): (1, 1), (3, NO): (1, 0)}
    assert counts("open_deal_in_rate_by_turn") == {(1, NO): (1, 0), (2, NO): (2, 1), (7, NO): (1, 0)}


def test_gain_after_calling():
    assert counts("open_gain") == {(NO, NO): (4, 2000 + 0 + 3000 - 3900)}
    assert counts("open_win_gain") == {(NO, NO): (1, 2000)}
    assert counts("open_draw_gain") == {(NO, NO): (1, 3000)}


def test_a_closed_kan_opens_nothing():
    """Seat 3 of hand 0 has a kan and no open meld."""
    assert counts("kan_seat_rate") == {(NO, NO): (12, 2)}
    assert counts("open_rate") == {(NO, NO): (12, 4)}


def test_closed_tehai_are_those_without_call_and_without_riichi():
    assert counts("closed_outcome") == {
        (NO, "deal_in"): (7, 1),
        (NO, "exhaustive_draw"): (7, 3),
        (NO, "ron"): (7, 1),
        (NO, "lateral"): (7, 2),
    }


def test_open_tenpai_at_the_end():
    assert counts("open_tenpai_at_end_rate") == {(NO, NO): (4, 2)}
    assert counts("open_tenpai_at_end_rate_by_melds")[1, NO] == (2, 0)


def test_tenpai_that_no_rule_set_judged_is_left_out():
    rows = rows_of(
        "seats",
        players=3,
        hands={"end": ["ryuukyoku"]},
        seats={"open_melds": [[1, 1, 0]], "tenpai": [[NO, NO, NO]]},
    )

    assert measured(of(STATISTICS, "open_tenpai_at_end_rate"), rows) == {}
