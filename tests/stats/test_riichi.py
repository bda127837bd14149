"""Riichi in six hands of one game, in which they end in every way; seat 0 deals all of them.

0  seat 1 declares on turn 5, seat 2 on turn 8 with a tile that seat 1 wins on: no stick of seat 2
1  three riichi, of seats 0, 1 and 3 on turns 4, 6 and 7; exhaustive draw, these three tenpai
2  seat 1 declares on turn 3, seat 3 on turn 9; double ron of seats 1 and 2 off seat 0
3  all four declare, on turns 2, 3, 4 and 5: abortive draw
4  seat 2 declares on turn 6 and the log is cut
5  seat 1 declares on turn 10, seat 0 wins by tsumo with an open tehai
"""

from functools import partial

import pytest

from tests.stats.frames import counts_of, run_of

NO = None
HANDS = {
    "end": ["agari", "ryuukyoku", "agari", "ryuukyoku", "none", "agari"],
    "draw_kind": [NO, "exhaustive", NO, "suucha_riichi", NO, NO],
    "dealer": [0] * 6,
}
SEATS = {
    "riichi_turn": [
        [NO, 5, 8, NO],
        [4, 6, NO, 7],
        [NO, 3, NO, 9],
        [2, 3, 4, 5],
        [NO, NO, 6, NO],
        [NO, 10, NO, NO],
    ],
    "riichi_order": [
        [NO, 1, 2, NO],
        [1, 2, NO, 3],
        [NO, 1, NO, 2],
        [1, 2, 3, 4],
        [NO, NO, 1, NO],
        [NO, 1, NO, NO],
    ],
    "riichi_accepted": [
        [False, True, False, False],
        [True, True, False, True],
        [False, True, False, True],
        [True, True, True, True],
        [False, False, True, False],
        [False, True, False, False],
    ],
    "tenpai_turn": [
        [NO, 4, 8, NO],
        [4, 6, NO, NO],
        [2, 3, 5, 8],
        [2, 3, 4, 5],
        [NO, NO, 6, NO],
        [9, 10, NO, NO],
    ],
    "is_double_riichi": [[False] * 4] * 3 + [[True, False, False, False]] + [[False] * 4] * 2,
    "delta": [
        [0, 9000, -8000, 0],
        [1000, 1000, -3000, 1000],
        [-7900, 5900, 4000, 0],
        [0, 0, 0, 0],
        [NO, NO, NO, NO],
        [4000, -1000, -1000, -1000],
    ],
    "open_melds": [[0] * 4] * 5 + [[1, 0, 0, 0]],
}
WINS = {
    "hand": [0, 2, 2, 5],
    "seat": [1, 1, 2, 0],
    "loser": [2, 0, 0, NO],
    "way": ["riichi", "riichi", "dama", "open"],
    "turn": [9, 4, 7, 11],
    "points": [8000, 3900, 4000, 3000],
    "yaku": [["riichi", "tanyao"], ["riichi", "ippatsu"], ["tanyao"], ["yakuhai_haku"]],
    "dora": [1, 0, 3, 0],
    "aka": [1, 0, 1, 0],
    "ura": [2, 2, 0, 0],
}


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    return partial(counts_of, run_of(tmp_path_factory.mktemp("riichi"), hands=HANDS, seats=SEATS, wins=WINS))


def test_riichi_of_seats_and_hands_leave_out_the_cut_hand(counts):
    assert counts("riichi_rate") == {NO: (20, 12)}
    assert counts("double_riichi_rate") == {NO: (20, 1)}
    assert counts("hand_with_riichi_rate") == {NO: (5, 5)}
    assert counts("riichi_per_hand") == {1: (5, 1), 2: (5, 2), 3: (5, 1), 4: (5, 1)}


def test_a_declaration_that_was_won_on_is_not_accepted(counts):
    assert counts("accepted_riichi_per_hand") == {1: (5, 2), 2: (5, 1), 3: (5, 1), 4: (5, 1)}
    assert counts("riichi_accepted_rate") == {NO: (12, 11)}
    assert counts("riichi_declaration_deal_in_rate") == {NO: (12, 1)}
    assert counts("riichi_later_deal_in_rate") == {NO: (12, 0)}


def test_first_chasing_and_chased(counts):
    """Chased: one of two in hands 0 and 2, two of three in hand 1, three of four in hand 3."""
    assert counts("riichi_order") == {1: (12, 5), 2: (12, 4), 3: (12, 2), 4: (12, 1)}
    assert counts("chasing_riichi_share") == {NO: (12, 7)}
    assert counts("chased_riichi_share") == {NO: (12, 7)}
    assert counts("riichi_turn_mean", where="is_chased") == {NO: (7, 5 + 4 + 6 + 3 + 2 + 3 + 4)}


def test_turns(counts):
    """Turns 5 8, 4 6 7, 3 9, 2 3 4 5 and 10; seat 0 deals, and declares on turns 4 and 2."""
    many = {2: 1, 3: 2, 4: 2, 5: 2, 6: 1, 7: 1, 8: 1, 9: 1, 10: 1}

    assert counts("riichi_turn") == {turn: (12, number) for turn, number in many.items()}
    assert counts("riichi_turn_of_seats", where="is_dealer") == {0: (5, 3), 2: (5, 1), 4: (5, 1)}
    assert 5 not in counts("riichi_turn", where="riichi_order < accepted_count")


def test_a_riichi_later_than_the_first_tenpai_is_delayed(counts):
    """Delayed: seat 1 of hand 0 and seat 3 of hand 2; the first tenpai of seat 3 of hand 1 is unknown."""
    assert counts("delayed_riichi_share") == {NO: (11, 2)}


def test_outcomes(counts):
    """Hands 0 and 2 have a ron each, 0 the deal-in, 2 a bystander, 1 three at the draw, 3 four, 5 one."""
    expected = {
        "ron": 2,
        "deal_in": 1,
        "tsumo_against": 1,
        "lateral": 1,
        "exhaustive_draw": 3,
        "abortive_draw": 4,
    }

    assert counts("riichi_outcome") == {name: (12, number) for name, number in expected.items()}
    assert {name: counts(f"riichi_{name}_rate")[NO] for name in expected} == {
        name: (12, number) for name, number in expected.items()
    }
    assert counts("riichi_win_rate") == {NO: (12, 2)}
    assert counts("riichi_tsumo_rate") == {NO: (12, 0)}
    assert counts("riichi_draw_rate") == {NO: (12, 7)}


def test_outcomes_are_shares_of_the_riichi_of_their_bin(counts):
    assert counts("riichi_outcome", by="riichi_order")[2, "deal_in"] == (4, 1)
    assert counts("riichi_draw_rate", by="riichi_count")[3] == (3, 3)
    assert counts("riichi_ron_rate", by="riichi_turn")[3] == (2, 1)
    assert counts("riichi_deal_in_rate", where="riichi_accepted") == {NO: (11, 0)}
    assert counts("riichi_win_rate", by="is_dealer") == {False: (10, 2), True: (2, 0)}


def test_gain_pays_the_own_stick_only_where_it_was_accepted(counts):
    """Hand 0: 8000 and -8000; 1: thrice 0; 2: 4900 and -1000; 3: four times -1000; 5: -2000."""
    assert counts("riichi_gain") == {NO: (12, 8000 - 8000 + 4900 - 1000 - 4000 - 2000)}
    assert counts("riichi_gain", where="is_winner") == {NO: (2, 12900)}
    assert counts("riichi_gain", by="riichi_turn", where="is_winner") == {3: (1, 4900), 5: (1, 8000)}
    assert counts("riichi_win_income") == {NO: (2, 9000 + 5900)}
    assert counts("riichi_gain_without_own_stick") == {NO: (12, 3000 + 4900 - 1000)}


def test_mortal_counts_nothing_where_others_win_among_themselves(counts):
    """Hand 0: 8000 and -8000; 1: thrice 0; 2: 4900 and nothing; 3: four times -1000; 5: nothing."""
    assert counts("riichi_gain_of_mortal") == {NO: (12, 4900 - 4000)}


def test_mortal_takes_no_stick_off_a_deal_in_and_an_unstated_payment_is_no_gain(tmp_path):
    run = run_of(
        tmp_path,
        hands={"end": ["agari", "ryuukyoku"]},
        seats={
            "riichi_turn": [[3, NO, NO, NO]] * 2,
            "riichi_order": [[1, NO, NO, NO]] * 2,
            "delta": [[-5200, 6200, 0, 0], [NO] * 4],
        },
        wins={"hand": [0], "seat": [1], "loser": [0]},
    )

    assert counts_of(run, "riichi_gain_of_mortal") == {NO: (1, -5200)}
    assert counts_of(run, "riichi_gain") == {NO: (1, -6200)}
    assert counts_of(run, "riichi_draw_rate") == {NO: (2, 1)}


def test_wins_after_riichi(counts):
    """Hand 0: declared on turn 5, won on 9; hand 2: declared on turn 3, won on 4."""
    assert counts("ippatsu_rate") == {NO: (2, 1)}
    assert counts("turns_from_riichi_to_win") == {1: (2, 1), 4: (2, 1)}
    assert counts("riichi_win_dora") == {0: (2, 1), 2: (2, 1)}
    assert counts("riichi_win_dora", where="riichi_order < accepted_count") == {0: (1, 1)}


def test_wins_without_stated_yaku_or_dora_are_left_out(tmp_path):
    wins = {"hand": [0, 1], "seat": [0, 0], "yaku": [NO, ["riichi"]], "dora": [NO, 1], "aka": [NO, 0]}
    run = run_of(tmp_path, wins=wins, seats={"riichi_turn": [[3, NO, NO, NO]] * 2})

    assert counts_of(run, "ippatsu_rate") == {NO: (1, 0)}
    assert counts_of(run, "riichi_win_dora") == {1: (1, 1)}


def test_waits_at_the_declaration(tmp_path):
    """Four riichi: on 8 live tiles of two kinds, 6 of three, 4 of one, a dead furiten one; one unknown."""
    waits = {
        "riichi_turn": [[3, 4, 5, 6], [7, NO, NO, NO]],
        "riichi_order": [[1, 2, 3, 4], [1, NO, NO, NO]],
        "riichi_wait_kinds": [[2, 3, 1, 2], [NO] * 4],
        "riichi_wait_live": [[8, 6, 4, 0], [NO] * 4],
        "riichi_furiten": [[False, False, False, True], [NO] * 4],
    }
    counts = partial(counts_of, run_of(tmp_path, hands={"end": ["ryuukyoku"] * 2}, seats=waits))

    assert counts("riichi_wait_live_mean") == {NO: (4, 18)}
    assert counts("good_shape_riichi_share") == {NO: (4, 2)}
    assert counts("multi_wait_riichi_share") == {NO: (4, 3)}
    assert counts("furiten_riichi_share") == {NO: (4, 1)}
    assert counts("dead_wait_riichi_share") == {NO: (4, 1)}
