from analyzer.stats.han_and_fu import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
WINS = {
    "hand": [0, 1, 2, 3, 4],
    "seat": [0] * 5,
    "loser": [NO, 1, 1, NO, 1],
    "way": ["riichi", "open", "riichi", "dama", "riichi"],
    "han": [3, 1, 5, NO, 13],
    "fu": [30, 30, 40, 30, 30],
    "limit": ["none", "none", "mangan", "yakuman", "kazoe_yakuman"],
    "yakuman": [0, 0, 0, 1, 0],
}


def counts(name):
    statistic = next(one for one in STATISTICS if one.name == name)
    return measured(statistic, rows_of(statistic.grain, hands={"end": ["agari"] * 5}, wins=WINS))


def test_a_yakuman_has_neither_han_nor_fu_that_count():
    assert counts("han_per_win") == {(NO, NO): (4, 22)}
    assert counts("win_han") == {(NO, han): (4, 1) for han in (1, 3, 5, 13)}
    assert counts("win_fu") == {(NO, 30): (4, 3), (NO, 40): (4, 1)}


def test_fu_decide_below_mangan():
    assert counts("win_fu_below_mangan") == {(NO, 30): (2, 2)}


def test_han_and_fu_by_way():
    assert counts("han_per_win_by_way") == {("riichi", NO): (3, 21), ("open", NO): (1, 1)}
    assert counts("win_han_by_way")[("open", 1)] == (1, 1)
    assert counts("win_fu_by_way") == {("riichi", 30): (3, 2), ("riichi", 40): (3, 1), ("open", 30): (1, 1)}
    assert counts("win_fu_by_han")[(5, 40)] == (1, 1)


def test_limits():
    assert counts("win_limit") == {
        (NO, "none"): (5, 2),
        (NO, "mangan"): (5, 1),
        (NO, "yakuman"): (5, 1),
        (NO, "kazoe_yakuman"): (5, 1),
    }
    assert counts("win_limit_by_way")[("dama", "yakuman")] == (1, 1)
    assert counts("mangan_rate") == {(NO, NO): (5, 3)}
    assert counts("mangan_rate_by_way") == {
        ("riichi", NO): (3, 2),
        ("open", NO): (1, 0),
        ("dama", NO): (1, 1),
    }


def test_ron_by_limit():
    assert counts("ron_rate_by_limit") == {
        ("none", NO): (2, 1),
        ("mangan", NO): (1, 1),
        ("yakuman", NO): (1, 0),
        ("kazoe_yakuman", NO): (1, 1),
    }
