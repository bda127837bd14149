from analyzer.stats.hands import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
HANDS = {
    "end": ["agari", "agari", "agari", "ryuukyoku", "ryuukyoku", "ryuukyoku", "ryuukyoku", "none"],
    "draw_kind": [NO, NO, NO, "exhaustive", "nagashi_mangan", "kyuushu_kyuuhai", "chombo", NO],
    "turn": [9, 10, 11, 18, 18, 1, 14, 5],
    "discards": [33, 40, 41, 70, 70, 0, 56, 20],
    "live_tiles": [36, 29, 27, 0, 0, NO, 14, 50],
    "calls": [0, 1, 4, 2, 1, 0, 3, 1],
    "kita": [0] * 8,
    "kans": [0, 1, 2, 0, 1, 0, 0, 1],
}
WINS = {"hand": [0, 1, 2, 2], "seat": [0, 1, 0, 1], "loser": [NO, 2, 3, 3]}


def counts(name, *, players=4, hands=HANDS, seats=NO, wins=WINS):
    statistic = next(one for one in STATISTICS if one.name == name)
    rows = rows_of(statistic.grain, players=players, hands=hands, seats=seats, wins=wins)
    return measured(statistic, rows)


def test_ends_of_hands_leave_out_the_cut_one():
    assert counts("hand_end") == {
        (NO, end): (7, 1)
        for end in ("ron", "double_ron", "tsumo", "exhaustive", "nagashi_mangan", "abortive", "chombo")
    }


def test_outcomes_of_seats():
    assert counts("hand_outcome") == {
        (NO, "tsumo"): (24, 1),
        (NO, "tsumo_against"): (24, 3),
        (NO, "ron"): (24, 3),
        (NO, "deal_in"): (24, 2),
        (NO, "lateral"): (24, 3),
        (NO, "exhaustive_draw"): (24, 8),
        (NO, "abortive_draw"): (24, 4),
    }


def test_riichi_speaks_before_an_open_tehai():
    seats = {"riichi_turn": [5, NO, NO, NO], "open_melds": [1, 2, 0, 0]}

    found = counts("hand_state", hands={"end": ["ryuukyoku"]}, seats=seats, wins=NO)

    assert found == {(NO, "riichi"): (4, 1), (NO, "open"): (4, 1), (NO, "closed"): (4, 2)}


def test_lengths_of_hands():
    assert counts("hand_turn_mean") == {(NO, NO): (7, 9 + 10 + 11 + 18 + 18 + 1 + 14)}
    assert counts("hand_turn")[(NO, 18)] == (7, 2)
    assert counts("hand_discards") == {(NO, NO): (7, 310)}
    assert counts("hand_live_tiles") == {(NO, NO): (6, 106)}


def test_calls_and_kans():
    assert counts("hand_calls") == {(NO, NO): (7, 11)}
    assert counts("kan_rate") == {(NO, NO): (7, 3)}
    assert counts("kans_per_hand") == {(NO, 0): (7, 4), (NO, 1): (7, 2), (NO, 2): (7, 1)}


def test_kita_is_no_call():
    hands = {"end": ["ryuukyoku"], "calls": [5], "kita": [3]}

    assert counts("hand_calls", players=3, hands=hands, wins=NO) == {(NO, NO): (1, 2)}
    assert counts("kita_per_hand", players=3, hands=hands, seats={"kita": [1, 2, 0]}, wins=NO) == {
        (NO, NO): (3, 3)
    }
