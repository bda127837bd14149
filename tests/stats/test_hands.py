"""Hands: how they end for the table and for each seat, their length, and their calls."""

import pytest

from tests.stats.frames import check, run_of

NO = None


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Tsumo, ron, double ron, four kinds of ryuukyoku, and a hand that the log cuts."""
    return run_of(
        tmp_path_factory.mktemp("hands"),
        hands={
            "end": ["agari", "agari", "agari", "ryuukyoku", "ryuukyoku", "ryuukyoku", "ryuukyoku", "none"],
            "draw_kind": [NO, NO, NO, "exhaustive", "nagashi_mangan", "kyuushu_kyuuhai", "chombo", NO],
            "turn": [9, 10, 11, 18, 18, 1, 14, 5],
            "discards": [33, 40, 41, 70, 70, 0, 56, 20],
            "live_tiles": [36, 29, 27, 0, 0, NO, 14, 50],
            "calls": [0, 1, 4, 2, 1, 0, 3, 1],
            "kans": [0, 1, 2, 0, 1, 0, 0, 1],
        },
        wins={"hand": [0, 1, 2, 2], "seat": [0, 1, 0, 1], "loser": [NO, 2, 3, 3]},
    )


def test_ends_of_hands_leave_out_the_cut_one(run):
    ends = ("ron", "double_ron", "tsumo", "exhaustive", "nagashi_mangan", "abortive", "chombo")
    check(run, hand_end=dict.fromkeys(ends, (7, 1)))


def test_outcomes_of_seats_leave_out_chombo_too(run):
    wins = {
        "tsumo": (24, 1),
        "ron": (24, 3),
        "deal_in": (24, 2),
        "tsumo_against": (24, 3),
        "lateral": (24, 3),
    }
    check(run, hand_outcome={**wins, "exhaustive_draw": (24, 8), "abortive_draw": (24, 4)})
    check(run, hand_ryuukyoku_rate=(24, 12))


def test_riichi_speaks_before_an_open_tehai(tmp_path):
    run = run_of(tmp_path, seats={"riichi_turn": [5, NO, NO, NO], "open_melds": [1, 2, 0, 0]})

    check(run, hand_state={"riichi": (4, 1), "open": (4, 1), "closed": (4, 2)})


def test_lengths_of_hands(run):
    check(run, hand_turn_mean=(6, 9 + 10 + 11 + 18 + 18 + 1), hand_discards=(6, 254), hand_live_tiles=(5, 92))
    check(run, hand_turn={9: (6, 1), 10: (6, 1), 11: (6, 1), 18: (6, 2), 1: (6, 1)})


def test_calls_and_kans(run):
    check(run, hand_calls=(6, 8), kan_rate=(6, 3), kans_per_hand={0: (6, 3), 1: (6, 2), 2: (6, 1)})


def test_kita_is_no_call(tmp_path):
    run = run_of(
        tmp_path,
        players=3,
        hands={"end": ["ryuukyoku"], "calls": [5], "kita": [3]},
        seats={"kita": [1, 2, 0]},
    )

    check(run, hand_calls=(1, 2), kita_per_hand=(3, 3))
