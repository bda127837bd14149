from analyzer.stats.dora import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
HANDS = {"end": ["agari"] * 4, "kans": [0, 1, 0, 0]}
WINS = {
    "seat": [0, 1, 2, 0],
    "loser": [NO, 2, 1, NO],
    "way": ["riichi", "riichi", "open", "riichi"],
    "dora": [1, 0, 2, NO],
    "ura": [0, 3, 0, NO],
    "aka": [1, 0, 0, NO],
    "kita_dora": [0, 2, 0, NO],
    "points": [4000, 12000, 2000, 32000],
    "yakuman": [0, 0, 0, 1],
}


def counts(name):
    statistic = next(one for one in STATISTICS if one.name == name)
    return measured(statistic, rows_of(statistic.grain, hands=HANDS, wins=WINS))


def test_a_yakuman_states_no_dora():
    assert counts("dora_per_win") == {(NO, NO): (3, 3)}
    assert counts("aka_per_win") == {(NO, NO): (3, 1)}
    assert counts("kita_dora_per_win") == {(NO, NO): (3, 2)}
    assert counts("all_dora_per_win") == {(NO, NO): (3, 9)}


def test_ura_are_of_riichi_wins_only():
    assert counts("ura_per_riichi_win") == {(NO, NO): (2, 3)}
    assert counts("ura_hit_rate") == {(NO, NO): (2, 1)}
    assert counts("riichi_win_ura") == {(NO, 0): (2, 1), (NO, 3): (2, 1)}


def test_ura_by_kans_and_by_tsumo():
    assert counts("ura_hit_rate_by_kans") == {(0, NO): (1, 0), (1, NO): (1, 1)}
    assert counts("ura_hit_rate_by_tsumo") == {("ron", NO): (1, 1), ("tsumo", NO): (1, 0)}


def test_rates_ask_for_one_at_least():
    assert counts("dora_rate") == {(NO, NO): (3, 2)}
    assert counts("aka_rate") == {(NO, NO): (3, 1)}


def test_shares_by_number():
    assert counts("win_dora") == {(NO, 0): (3, 1), (NO, 1): (3, 1), (NO, 2): (3, 1)}
    assert counts("win_aka") == {(NO, 0): (3, 2), (NO, 1): (3, 1)}
    assert counts("win_kita_dora") == {(NO, 0): (3, 2), (NO, 2): (3, 1)}


def test_dora_that_are_seen_are_all_but_ura():
    assert counts("win_seen_dora") == {(NO, 2): (3, 3)}
    assert counts("seen_dora_per_win_by_way") == {("riichi", NO): (2, 4), ("open", NO): (1, 2)}
    assert counts("ron_rate_by_dora") == {(2, NO): (3, 2)}


def test_points_by_dora_of_every_kind():
    assert counts("points_by_dora") == {(2, NO): (2, 6000), (5, NO): (1, 12000)}
