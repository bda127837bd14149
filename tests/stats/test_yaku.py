from analyzer.stats.yaku import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

HANDS = {"end": ["agari", "agari", "ryuukyoku", "agari"]}
WINS = {
    "hand": [0, 1, 1, 3],
    "seat": [0, 1, 2, 3],
    "loser": [None, 3, 3, 0],
    "way": ["riichi", "open", "dama", "riichi"],
    "yaku": [["riichi", "menzen_tsumo", "pinfu"], ["tanyao"], ["suuankou_tanki", "tsuuiisou"], None],
    "yakuman": [0, 0, 2, 0],
    "points": [2700, 1000, 64000, 1300],
}


def counts(name):
    statistic = next(one for one in STATISTICS if one.name == name)
    return measured(statistic, rows_of(statistic.grain, hands=HANDS, wins=WINS))


def test_yaku_are_shares_of_the_wins_that_log_them():
    assert counts("yaku_rates") == {
        (None, yaku): (3, 1)
        for yaku in ("menzen_tsumo", "riichi", "pinfu", "tanyao", "suuankou_tanki", "tsuuiisou")
    }


def test_yaku_of_one_way_are_shares_of_its_wins():
    assert counts("yaku_rates_riichi") == {
        (None, yaku): (1, 1) for yaku in ("menzen_tsumo", "riichi", "pinfu")
    }
    assert counts("yaku_rates_dama") == {(None, yaku): (1, 1) for yaku in ("suuankou_tanki", "tsuuiisou")}
    assert counts("yaku_rates_open") == {(None, "tanyao"): (1, 1)}


def test_tsumo_and_points_by_yaku():
    assert counts("tsumo_rate_by_yaku")[("pinfu", None)] == (1, 1)
    assert counts("tsumo_rate_by_yaku")[("tanyao", None)] == (1, 0)
    assert counts("points_by_yaku")[("tsuuiisou", None)] == (1, 64000)


def test_a_win_with_a_yakuman_has_no_number_of_yaku():
    assert counts("yaku_count") == {(None, 1): (2, 1), (None, 3): (2, 1)}
