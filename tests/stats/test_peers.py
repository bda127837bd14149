"""Every name in other projects, copied from their sources, is mapped to existing statistics."""

import pytest

from analyzer.stats.catalogue import shipped_catalogue
from analyzer.stats.checking import asked_for
from analyzer.stats.page import peers

SHYONG = {
    *("all_last_4th", "betaori_cost", "dama_winrate", "dama_winrate_by_turn", "discard_correlation"),
    *("dorasoba_danger", "hand_outcomes", "hand_score", "honors_where", "mentanpin", "oikake_riichi"),
    *("oikake_winrate", "open_tenpai", "riichi_tile", "riichi_winrate", "score_variance", "shanten_width"),
    *("shanten_width_winrate", "skipping_yakuhai", "sotogawa", "sotogawa_combo", "sotogawa_first_simple"),
    *("speed_reading", "tedashi_reading", "wait_distribution", "wall_reading", "placement_calculator"),
}
POPULATIONS = ("richi", "oya_richi", "not_oya_richi", "first_richi", "chasing_richi", "be_chased_richi")
OUTCOMES = ("ron", "tsumo", "be_ron", "be_tsumo", "draw", "ryuukyoku")
ORDERS = ("richi", "first_richi", "chasing_richi", "be_chased_richi")
CPP = {
    *("stats_richi_player_num", "stats_game_round", "stats_round_continue_oya", "stats_round_end_type"),
    *(f"stats_agari_{order}_ok_dora_num" for order in ORDERS),
    *(f"stats_{order}{ok}_num" for order in ORDERS for ok in ("", "_ok")),
    *(f"stats_{one}_n{end}_gain" for one in POPULATIONS for end in ("", *(f"_{end}" for end in OUTCOMES))),
    *(f"stats_{one}_n_{end}_rate" for one in POPULATIONS for end in OUTCOMES),
    *("stats_oya_richi_n_rate", "stats_not_oya_richi_n_rate", "stats_richi_tenpai_content"),
}
AMAE = {
    *(
        "和牌率",
        "放铳率",
        "自摸率",
        "默听率",
        "副露率",
        "立直率",
        "平均打点",
        "最大连庄",
        "和了巡数",
        "平均铳点",
    ),
    *("流局率", "流听率", "里宝率", "一发率", "被炸率", "平均被炸点数", "放铳时立直率", "放铳时副露率"),
    *("立直后放铳率", "副露后放铳率", "立直后和牌率", "副露后和牌率", "副露后流局率", "立直后流局率"),
    *(
        "立直收支",
        "立直收入",
        "立直支出",
        "先制率",
        "追立率",
        "被追率",
        "立直巡目",
        "振听立直率",
        "平均起手向听",
    ),
    *("役满", "累计役满", "最大累计番数", "流满", "W立直", "打点效率", "铳点损失", "净打点效率", "局收支"),
    *("总计局数", "记录场数", "最近大铳", "和铳分布", "最常同桌", "最近走势"),
}
MORTAL = {
    *("game", "round", "oya", "point", "rank_1", "rank_2", "rank_3", "rank_4", "tobi"),
    *("fuuro", "fuuro_num", "fuuro_point", "fuuro_agari", "fuuro_agari_jun", "fuuro_agari_point"),
    *("fuuro_houjuu", "agari", "agari_as_oya", "agari_jun", "agari_point_oya", "agari_point_ko"),
    *("houjuu", "houjuu_jun", "houjuu_to_oya", "houjuu_point_to_oya", "houjuu_point_to_ko"),
    *("riichi", "riichi_as_oya", "riichi_jun", "riichi_agari", "riichi_agari_point", "riichi_agari_jun"),
    *("riichi_houjuu", "riichi_ryukyoku", "riichi_point", "chasing_riichi", "riichi_got_chased"),
    *("dama_agari", "dama_agari_jun", "dama_agari_point", "ryukyoku", "ryukyoku_point", "yakuman"),
    *("nagashi_mangan", "avg_point_per_ryukyoku", "avg_rank", "avg_pt", "agari_rate", "houjuu_rate"),
}
EUOPHRYS = {
    *("AverageScore", "CallRate", "DaburiWaits", "DealinBySeat", "DealInRateByRound", "DoraDragon"),
    *("DoraRonRates", "EarliestCall", "EndResults", "ExtremeScores", "FirstDiscards", "FourthWind"),
    *("FuRates", "GameLength", "TypeCounter", "GenderCount", "HououPlayers", "ippatsu_rates"),
    *("KokushiResults", "LargestDoubleRon", "LocalYakumanCount", "MostDealins", "MostHonba", "MostRiichi"),
    *("MostRounds", "MostYakuman", "PaoRates", "PlacementByPoints", "PowerCouples", "RatesByShanten"),
    *("RiichiByRound", "RiichiValue", "RonRateByValue", "RoundLength", "SampleSize", "ScoreByDora"),
    *("SeatBias", "starting_shanten", "ThirdDragon", "ukeire", "ura_chance", "ValueByRound", "YakuByRound"),
    *("YakuMagnitude", "Dama", "ShantenTest", "ShantenByTedashi", "ExhaustiveDraw", "AbortiveDraw"),
}
KILLERDUCKY = {
    *("aidayonken", "aka_rate", "chasing_riichis", "chiitoi_rates", "dan_ranks", "dealin_by_tile"),
    *("disconnects", "dragon_pair", "duplicates", "fast_games", "first_call_types", "flush_calls", "honors"),
    *("honors_after_pass", "houou_streaks", "iipeikou", "kabe", "last_two", "last_two_all", "last_two_bad"),
    *("leads", "matagi", "most_yaku", "open_closed", "open_yaku", "overflow", "overflow_tenpais", "pairs"),
    *("pond_traits", "ryuukyoku", "sashikomi", "shanten_after_call", "single_winrates", "sotogawa", "suji"),
    *("tenpai_waits", "tiles_discarded_when", "ura_rates", "ura_suji", "value_by_calls", "visible_honors"),
    *("wait_estimator", "wait_rates", "wait_winrates", "wait_winrates_dama"),
}
PANTHEON = {
    *("ron", "tsumo", "chombo", "feed", "tsumofeed", "wins open", "wins riichi", "wins dama"),
    *("unforced feed to open", "unforced feed to riichi", "unforced feed to dama", "draw", "draw_tempai"),
    *("points won", "points lost by ron", "points lost by tsumo", "riichi won", "riichi lost"),
    *("feed under riichi", "dora count", "dora average", "hand value histogram", "yaku histogram"),
    "placement counts",
}


def mapped(*sources):
    return [name for peer in peers() if peer["source"].startswith(sources) for name in peer["names"]]


def test_all_97_names_of_the_cpp_catalogue_are_mapped_once_to_a_statistic():
    assert len(CPP) == 97
    assert sorted(mapped("LiuZJ2019")) == sorted(CPP)
    assert [
        peer for peer in peers() if peer["source"].startswith("LiuZJ2019") and not peer["statistics"]
    ] == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("amae-koromo", AMAE),
        ("Mortal", MORTAL),
        ("Pantheon", PANTHEON),
        ("Euophrys", EUOPHRYS),
        ("killerducky", KILLERDUCKY),
        ("chienshyong", SHYONG),
    ],
)
def test_names_of_a_project_are_mapped(source, names):
    assert names - {*mapped(source)} == set()


def test_every_statistic_axis_and_condition_named_is_there():
    """Checked by name, column and type, as if a user had asked for them; former names are none."""
    catalogue = shipped_catalogue()
    named = [one for peer in peers() for one in peer["statistics"]]
    assert {one["statistic"] for one in named} <= {*catalogue.names}

    asked_for(
        [
            catalogue.find(one["statistic"])._replace(by=one.get("by", ""), where=one.get("where", ""))
            for one in named
        ]
    )


def test_every_row_has_a_source_and_names_once():
    assert {key for peer in peers() for key in peer} == {"source", "names", "statistics", "why"}
    assert {key for peer in peers() for one in peer["statistics"] for key in one} <= {
        "statistic",
        "by",
        "where",
    }
    assert [peer for peer in peers() if not peer["names"] or not peer["source"]] == []
    every = [(peer["source"], name) for peer in peers() for name in peer["names"]]
    assert len(every) == len({*every})


def test_what_has_no_statistic_says_why():
    assert [peer["names"] for peer in peers() if not (peer["statistics"] or peer["why"])] == []
