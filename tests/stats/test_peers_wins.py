"""Every figure that sites, programs and blogs give is mapped to statistics that exist, or says why not."""

from analyzer.stats.catalogue import CATALOGUE
from analyzer.stats.peers_riichi import PEERS as RIICHI
from analyzer.stats.peers_wins import PEERS

ALL = (*PEERS, *RIICHI)
NAMES = {statistic.name for statistic in CATALOGUE}
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
    return {name for peer in ALL if peer.source.startswith(sources) for name in peer.names}


def test_figures_of_players_are_mapped():
    assert AMAE - mapped("amae-koromo") == set()
    assert MORTAL - mapped("Mortal") == set()
    assert PANTHEON - mapped("Pantheon") == set()


def test_analyzers_of_phoenix_logs_are_mapped():
    assert EUOPHRYS - mapped("Euophrys") == set()
    assert KILLERDUCKY - mapped("killerducky") == set()


def test_every_statistic_named_is_in_the_catalogue():
    assert {name for peer in PEERS for name in peer.statistics} - NAMES == set()


def test_what_has_no_statistic_says_why():
    assert [peer.names for peer in PEERS if not (peer.statistics or peer.why)] == []
