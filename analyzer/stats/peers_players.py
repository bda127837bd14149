"""What sites and programs call the figures of a player: wins, losses, placements, scores."""

from __future__ import annotations

from typing import Final

from analyzer.stats.peer import Peer

__all__ = ["PEERS"]

_AMAE: Final = "amae-koromo: src/components/playerDetails/playerDetails.tsx"
_AMAE_METADATA: Final = "amae-koromo: src/data/types/metadata.ts"
_AMAE_PAGES: Final = "amae-koromo: its pages"
_MORTAL: Final = "Mortal: libriichi/src/stat.rs"
_PANTHEON: Final = "Pantheon: Common/proto/atoms.proto"
_NUMBER: Final = "its number is n times value"
_EXTREME: Final = "the outermost bin; which log it was stands in the tables"
_RANK_POINTS: Final = (
    "rank points depend on room, length, rank and the year, and no dated source of Tenhou's tables is at "
    "hand; they are a sum over final_placement with a table of the reader's own"
)

_AMAE_ROWS: Final = (
    Peer(_AMAE, ("和牌率",), ("win_rate",), "--by player"),
    Peer(_AMAE, ("放铳率",), ("deal_in_rate",), "--by player; a double ron is one deal-in"),
    Peer(_AMAE, ("自摸率",), ("tsumo_rate",)),
    Peer(_AMAE, ("默听率", "默胡率"), ("win_way",), "bin dama"),
    Peer(_AMAE, ("流局率",), ("hand_outcome", "draw_rate"), "bins exhaustive_draw and abortive_draw"),
    Peer(_AMAE, ("流听率",), ("draw_tenpai_rate",)),
    Peer(
        _AMAE,
        ("平均打点",),
        ("win_points", "win_gain", "win_gain_without_own_stick"),
        "value by han and fu, and what was moved with and without the own stick",
    ),
    Peer(_AMAE, ("平均铳点",), ("deal_in_points", "deal_in_cost"), "without and with honba"),
    Peer(_AMAE, ("最大连庄",), ("dealer_streak", "longest_dealership"), _EXTREME),
    Peer(_AMAE, ("和了巡数",), ("win_turn_mean",)),
    Peer(_AMAE, ("被炸率",), ("blown_up_dealer_rate",)),
    Peer(_AMAE, ("平均被炸点数",), ("blown_up_dealer_cost",)),
    Peer(_AMAE, ("放铳时立直率", "放铳时副露率"), ("deal_in_state",), "bins riichi and open"),
    Peer(
        _AMAE,
        ("opponent riichi when dealing in", "opponent open when dealing in", "opponent dama when dealing in"),
        ("deal_in_to_way",),
    ),
    Peer(_AMAE, ("役满",), ("yakuman_hand_rate", "yakuman_rate"), _NUMBER),
    Peer(_AMAE, ("累计役满",), ("kazoe_yakuman_hand_rate", "kazoe_yakuman_rate"), _NUMBER),
    Peer(_AMAE, ("最大累计番数",), ("win_han",), "the highest bin"),
    Peer(_AMAE, ("流满",), ("nagashi_hand_rate",), _NUMBER),
    Peer(_AMAE, ("打点效率",), ("win_efficiency",)),
    Peer(_AMAE, ("铳点损失",), ("deal_in_loss",)),
    Peer(_AMAE, ("净打点效率",), ("net_win_efficiency",)),
    Peer(_AMAE, ("局收支",), ("gain_per_hand",)),
    Peer(_AMAE, ("和率差", "和铳差"), ("win_minus_deal_in",)),
    Peer(_AMAE, ("总计局数",), ("win_rate",), "its n"),
    Peer(_AMAE, ("记录场数",), ("final_placement",), "its n"),
    Peer(
        _AMAE,
        ("最近大铳",),
        ("deal_in_limit",),
        "one hand is no statistic: the rows of wins with this loser, the last of mangan or more",
    ),
    Peer(_AMAE, ("和铳分布",), ("win_thousands", "win_limit", "deal_in_limit")),
    Peer(
        _AMAE, ("最常同桌",), (), "a pair of players, not a group of rows; the players table has each game's"
    ),
    Peer(_AMAE, ("最近走势",), ("final_placement",), "--by month; single games stand in the players table"),
    Peer(_AMAE, ("最高等级", "最高分数", "记录等级", "记录分数"), ("player_dan",), _RANK_POINTS),
    Peer(_AMAE_METADATA, ("rank_rates",), ("final_placement",)),
    Peer(_AMAE_METADATA, ("rank_avg_score",), ("final_score_by_placement",)),
    Peer(_AMAE_METADATA, ("avg_rank",), ("final_placement_mean",)),
    Peer(_AMAE_METADATA, ("negative_rate",), ("bust_rate",), "below 0 in both"),
    Peer(_AMAE_METADATA, ("top two rate",), ("top_two_rate",)),
    Peer(
        _AMAE_METADATA,
        ("calculateExpectedGamePoint", "estimateStableLevel", "estimateStableLevel2"),
        (),
        _RANK_POINTS,
    ),
    Peer(_AMAE_METADATA, ("rank-point efficiency",), (), _RANK_POINTS),
    Peer(_AMAE_PAGES, ("seat by placement",), ("final_placement",), "--by seat"),
    Peer(_AMAE_PAGES, ("stats by rank of player",), ("final_placement_by_dan", "win_rate"), "--by dan"),
    Peer(_AMAE_PAGES, ("rank histogram",), ("player_dan",), "once per game, not once per player"),
    Peer(_AMAE_PAGES, ("fanStats",), ("yaku_rates", "win_han", "win_fu_by_han")),
    Peer(
        _AMAE_PAGES,
        ("leaderboards",),
        ("final_placement_mean", "win_rate"),
        "any statistic --by player with --min-n; ordering is the reader's",
    ),
)

_MORTAL_ROWS: Final = (
    Peer(_MORTAL, ("game", "round", "oya"), ("final_placement", "win_rate"), "their n; --by dealer"),
    Peer(_MORTAL, ("point", "avg_point_per_round"), ("gain_per_hand",), "its sum is n times value"),
    Peer(_MORTAL, ("avg_point_per_game",), ("final_score",), "less the start score"),
    Peer(
        _MORTAL,
        ("rank_1", "rank_2", "rank_3", "rank_4", "rank_1_rate", "rank_2_rate", "rank_3_rate", "rank_4_rate"),
        ("final_placement",),
    ),
    Peer(_MORTAL, ("avg_rank",), ("final_placement_mean",)),
    Peer(_MORTAL, ("total_pt", "avg_pt"), (), "it takes 90, 45, 0, -135 for every game; " + _RANK_POINTS),
    Peer(_MORTAL, ("tobi", "tobi_rate"), ("bust_rate",)),
    Peer(_MORTAL, ("agari", "agari_rate"), ("win_rate",)),
    Peer(_MORTAL, ("agari_as_oya", "agari_as_oya_rate"), ("dealer_win_share",)),
    Peer(_MORTAL, ("agari_rate_as_oya",), ("win_rate",), "--by dealer"),
    Peer(
        _MORTAL,
        ("agari_jun", "avg_agari_jun"),
        ("win_turn_mean",),
        "its turn is the own discards, one less than ours",
    ),
    Peer(
        _MORTAL,
        ("agari_point_oya", "agari_point_ko", "avg_point_per_oya_agari", "avg_point_per_ko_agari"),
        ("win_gain_without_own_stick",),
        "--by dealer",
    ),
    Peer(_MORTAL, ("avg_point_per_agari",), ("win_gain_without_own_stick",)),
    Peer(_MORTAL, ("houjuu", "houjuu_rate"), ("deal_in_rate",), "it counts a double ron twice, ours once"),
    Peer(_MORTAL, ("houjuu_jun", "avg_houjuu_jun"), ("deal_in_turn_mean",)),
    Peer(_MORTAL, ("houjuu_to_oya", "houjuu_to_oya_rate"), ("deal_in_to_dealer_rate",)),
    Peer(
        _MORTAL,
        (
            "houjuu_point_to_oya",
            "houjuu_point_to_ko",
            "avg_point_per_houjuu_to_oya",
            "avg_point_per_houjuu_to_ko",
        ),
        ("deal_in_points_by_dealer",),
        "it has honba in it; ours is the value",
    ),
    Peer(
        _MORTAL,
        ("avg_point_per_houjuu",),
        ("deal_in_cost",),
        "it has each of a double ron, ours both together",
    ),
    Peer(
        _MORTAL, ("ryukyoku", "ryukyoku_rate"), ("hand_outcome",), "bins of draws; abortive ones are in both"
    ),
    Peer(
        _MORTAL,
        ("ryukyoku_point", "avg_point_per_ryukyoku"),
        ("ryuukyoku_delta",),
        "the own riichi stick is in neither",
    ),
    Peer(
        _MORTAL,
        ("yakuman", "yakuman_rate"),
        ("yakuman_hand_rate", "kazoe_yakuman_hand_rate"),
        "it counts wins of 32,000 (48,000) and more, so a counted yakuman too",
    ),
    Peer(
        _MORTAL, ("nagashi_mangan", "nagashi_mangan_rate"), ("nagashi_hand_rate",), "it takes 8,000 and more"
    ),
)

_OTHERS: Final = (
    Peer(_PANTHEON, ("ron", "tsumo"), ("hand_outcome",), _NUMBER),
    Peer(_PANTHEON, ("chombo",), ("hand_end",), "no log of Tenhou has one"),
    Peer(_PANTHEON, ("feed",), ("deal_in_rate",), _NUMBER),
    Peer(_PANTHEON, ("tsumofeed",), ("tsumo_suffered_rate",), _NUMBER),
    Peer(_PANTHEON, ("wins open", "wins riichi", "wins dama"), ("win_way",)),
    Peer(
        _PANTHEON,
        ("unforced feed to open", "unforced feed to riichi", "unforced feed to dama"),
        ("unforced_deal_in_to_way",),
    ),
    Peer(_PANTHEON, ("draw",), ("hand_outcome",), "bins of draws"),
    Peer(_PANTHEON, ("draw_tempai",), ("draw_tenpai_rate",)),
    Peer(_PANTHEON, ("points won",), ("win_efficiency", "win_gain")),
    Peer(_PANTHEON, ("points lost by ron",), ("deal_in_loss", "deal_in_cost")),
    Peer(_PANTHEON, ("points lost by tsumo",), ("tsumo_loss", "tsumo_suffered_cost")),
    Peer(_PANTHEON, ("dora count", "dora average"), ("all_dora_per_win", "dora_per_win")),
    Peer(_PANTHEON, ("hand value histogram",), ("win_thousands", "win_han")),
    Peer(_PANTHEON, ("yaku histogram",), ("yaku_rates",)),
    Peer(_PANTHEON, ("placement counts",), ("final_placement",)),
    Peer("akochan: stats.cpp", ("placements",), ("final_placement",)),
    Peer("akochan: stats.cpp", ("win",), ("win_rate",)),
    Peer("akochan: stats.cpp", ("deal-in",), ("deal_in_rate",)),
    Peer(
        "gimite/mjai: game_stats.rb",
        ("average rank", "rank distribution"),
        ("final_placement_mean", "final_placement"),
    ),
    Peer("gimite/mjai: game_stats.rb", ("score",), ("final_score",)),
    Peer("Jim137", ("date", "placing", "rating before"), (), "one game is no statistic: the players table"),
    Peer("Jim137", ("rating after",), (), "a log states the rating before the game only"),
    Peer("Jim137", ("rounds", "wins", "win rate"), ("win_rate",), "--by player; " + _NUMBER),
    Peer("Jim137", ("deal-ins", "deal-in rate"), ("deal_in_rate",), "--by player; " + _NUMBER),
    Peer("Jim137", ("average placing",), ("final_placement_mean",), "--by player"),
    Peer(
        "ApplySci, tenhou-log",
        ("yaku by closed and open", "han by closed and open"),
        ("yaku_rates_open", "yaku_rates_riichi", "yaku_rates_dama", "win_han_by_way"),
    ),
    Peer(
        "ApplySci, tenhou-log",
        ("yaku of losses", "han of losses"),
        ("deal_in_limit", "deal_in_points"),
        "which yaku one dealt in to: the rows of wins by their loser",
    ),
    Peer("dump_game_stats (mjai)", ("wins", "tsumo rate"), ("win_rate", "tsumo_rate")),
    Peer("dump_game_stats (mjai)", ("draw ratio",), ("draw_rate", "hand_outcome")),
    Peer("dump_game_stats (mjai)", ("win points",), ("win_points",)),
    Peer("dump_game_stats (mjai)", ("round length",), ("hand_turn_mean", "hand_discards")),
    Peer("dump_game_stats (mjai)", ("dealer and non-dealer",), ("win_rate",), "anything --by dealer"),
    Peer(
        "InjusticeJudge",
        ("injustice detectors", "skill detectors"),
        (),
        "they judge one hand from every draw and discard; tables keep a hand's course in a few columns",
    ),
)

PEERS: Final = (*_AMAE_ROWS, *_MORTAL_ROWS, *_OTHERS)
