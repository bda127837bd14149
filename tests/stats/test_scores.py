from analyzer.stats.scores import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
HANDS = {"end": ["agari", "agari", "none"]}
SEATS = {
    "score": [[25000, 25000, 25000, 25000], [32900, 24000, 17100, 25000], [NO, 30000, 20000, 20000]],
    "delta": [[8900, 0, -7900, 0], [-1300, 2700, -700, -700], [NO] * 4],
    "riichi_turn": [[5, 7, NO, NO], [NO] * 4, [NO] * 4],
    "deposit": [[1000, 1000, 0, 0], [0] * 4, [0] * 4],
}
WINS = {"seat": [0, 1], "loser": [2, NO], "kyotaku": [2, 0]}


def counts(name, *, hands=HANDS, seats=SEATS, wins=WINS):
    statistic = next(one for one in STATISTICS if one.name == name)
    return measured(statistic, rows_of(statistic.grain, hands=hands, seats=seats, wins=wins))


def test_scores_that_are_not_logged_are_left_out():
    assert counts("score_at_start") == {(NO, NO): (11, 100000 + 99000 + 70000)}
    assert counts("score_thousands")[(NO, 25)] == (11, 5)
    assert counts("score_thousands")[(NO, 17)] == (11, 1)


def test_the_own_stick_is_paid_from_the_gain():
    assert counts("gain_per_hand") == {(NO, NO): (8, (8900 - 1000) - 1000 - 7900 + 0)}
    assert counts("squared_gain_per_hand") == {
        (NO, NO): (8, 7900**2 + 1000**2 + 7900**2 + 1300**2 + 2700**2 + 700**2 + 700**2)
    }


def test_the_second_winner_of_a_double_ron_does_not_win_its_stick_back():
    seats = {"delta": [[9000, 2000, -9000, 0]], "deposit": [[1000, 1000, 0, 0]]}
    wins = {"hand": [0, 0], "seat": [0, 1], "loser": [2, 2], "kyotaku": [2, 0]}

    found = counts("gain_per_hand_without_own_stick", hands={"end": ["agari"]}, seats=seats, wins=wins)

    assert found == {(NO, NO): (4, 8000 + 2000 - 9000)}


def test_without_the_own_stick_a_winner_does_not_win_it_back():
    assert counts("gain_per_hand_without_own_stick") == {(NO, NO): (8, 7900 + 0 - 7900 + 0)}


def test_a_winner_whose_sticks_are_not_stated_is_left_out_without_the_own_stick():
    found = counts("gain_per_hand_without_own_stick", wins={**WINS, "kyotaku": [NO, 0]})

    assert found == {(NO, NO): (7, 0 - 7900 + 0)}


def test_gains_in_thousands_are_rounded_down():
    assert counts("gain_thousands") == {
        (NO, -8): (8, 1),
        (NO, -2): (8, 1),
        (NO, -1): (8, 3),
        (NO, 0): (8, 1),
        (NO, 2): (8, 1),
        (NO, 7): (8, 1),
    }


def test_gains_by_outcome():
    assert counts("gain_by_outcome") == {
        ("ron", NO): (1, 7900),
        ("deal_in", NO): (1, -7900),
        ("lateral", NO): (2, -1000),
        ("tsumo", NO): (1, 2700),
        ("tsumo_against", NO): (3, -2700),
    }


def test_efficiencies_are_per_hand():
    assert counts("win_efficiency") == {(NO, NO): (8, 8900 + 2700)}
    assert counts("deal_in_loss") == {(NO, NO): (8, 7900)}
    assert counts("net_win_efficiency") == {(NO, NO): (8, 8900 + 2700 - 7900)}
    assert counts("tsumo_loss") == {(NO, NO): (8, 2700)}


def test_spread_of_a_table():
    seats = {"score": [[25000] * 4, [40000, 30000, 20000, 10000]]}
    hands = {"end": ["ryuukyoku", "ryuukyoku"]}

    assert counts("score_variance", hands=hands, seats=seats, wins=NO) == {
        (NO, NO): (2, (15000**2 + 5000**2) * 2 / 4)
    }
    assert counts("score_range", hands=hands, seats=seats, wins=NO) == {(NO, NO): (2, 30000)}
