from analyzer.stats.values import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
HANDS = {"end": ["agari", "agari", "agari"]}
SEATS = {
    "deposit": [[1000, 0, 0, 0], [0, 0, 1000, 0], [0] * 4],
    "open_melds": [[0] * 4, [0, 2, 0, 0], [0] * 4],
}
WINS = {
    "hand": [0, 1, 1, 2],
    "seat": [0, 1, 2, 3],
    "loser": [NO, 3, 3, 1],
    "way": ["riichi", "open", "dama", "dama"],
    "turn": [9, 9, 4, 2],
    "tile": ["5m", "0p", "0p", "1z"],
    "points": [7700, 1000, 2000, NO],
    "gain": [9900, 2300, 2000, NO],
    "kyotaku": [2, 1, 0, 0],
}


def counts(name):
    statistic = next(one for one in STATISTICS if one.name == name)
    return measured(statistic, rows_of(statistic.grain, hands=HANDS, seats=SEATS, wins=WINS))


def test_the_second_winner_of_a_double_ron_has_no_own_stick_to_win_back():
    assert counts("win_points") == {(NO, NO): (3, 7700 + 1000 + 2000)}
    assert counts("win_gain") == {(NO, NO): (3, 9900 + 2300 + 2000)}
    assert counts("win_gain_without_own_stick") == {(NO, NO): (3, 8900 + 2300 + 2000)}


def test_values_by_way_turn_calls_and_tsumo():
    assert counts("win_points_by_way") == {
        ("riichi", NO): (1, 7700),
        ("open", NO): (1, 1000),
        ("dama", NO): (1, 2000),
    }
    assert counts("win_gain_by_way")[("open", NO)] == (1, 2300)
    assert counts("win_points_by_turn") == {(9, NO): (2, 8700), (4, NO): (1, 2000)}
    assert counts("win_points_by_calls") == {(0, NO): (2, 9700), (2, NO): (1, 1000)}
    assert counts("win_points_by_tsumo") == {("ron", NO): (2, 3000), ("tsumo", NO): (1, 7700)}


def test_thousands_are_rounded_down():
    assert counts("win_thousands") == {(NO, 1): (3, 1), (NO, 2): (3, 1), (NO, 7): (3, 1)}
    assert counts("ron_rate_by_thousands") == {(1, NO): (1, 1), (2, NO): (1, 1), (7, NO): (1, 0)}


def test_a_double_ron_is_worth_both():
    assert counts("double_ron_points") == {(NO, NO): (1, 3000)}
    assert counts("double_ron_thousands") == {(NO, 3): (1, 1)}


def test_tiles_are_those_of_rons():
    assert counts("ron_points_by_tile") == {("0p", NO): (2, 3000)}
