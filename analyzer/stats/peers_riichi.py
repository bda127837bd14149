"""What others call the statistics about riichi, calls, dama, waits, tenpai and shanten."""

from __future__ import annotations

from typing import Final

from analyzer.stats.peer import Peer

__all__ = ["PEERS"]

_CPP: Final = "LiuZJ2019, mjlog-parser-and-statistics: src/parser/mjlog_stats_algorithm.h"
_AMAE: Final = "amae-koromo: src/components/playerDetails/playerDetails.tsx"
_MORTAL: Final = "Mortal: libriichi/src/stat.rs"
_PANTHEON: Final = "Pantheon: Common/proto/atoms.proto"
_HOUOU: Final = "Euophrys, houou-analysis"
_LOGS: Final = "Euophrys, phoenix-logs"
_FORK: Final = "killerducky, phoenix-logs"
_BLOG: Final = "pathofhouou.blogspot.com"

_TURNS: Final = (
    "its turn counts draws, ours own discards: they differ where a closed kan came before the declaration"
)
_CPP_POPULATIONS: Final = (
    ("richi", "riichi"),
    ("oya_richi", "dealer_riichi"),
    ("not_oya_richi", "nondealer_riichi"),
    ("first_richi", "first_riichi"),
    ("chasing_richi", "chasing_riichi"),
    ("be_chased_richi", "chased_riichi"),
)
_CPP_OUTCOMES: Final = (
    ("ron", "ron"),
    ("tsumo", "tsumo"),
    ("be_ron", "deal_in"),
    ("be_tsumo", "tsumo_against"),
    ("draw", "lateral"),
    ("ryuukyoku", "draw"),
)

_CPP_COUNTS: Final = (
    Peer(_CPP, ("stats_richi_player_num",), ("riichi_per_hand",)),
    Peer(_CPP, ("stats_game_round",), ("game_hands",), "ours counts complete games only"),
    Peer(_CPP, ("stats_round_continue_oya",), ("renchan_rate",)),
    Peer(
        _CPP,
        ("stats_round_end_type",),
        ("round_end", "win_way"),
        "of a double ron it counts each winner, ours the first; win_way counts each",
    ),
    Peer(
        _CPP,
        ("stats_agari_richi_ok_dora_num",),
        ("riichi_win_dora",),
        "it counts dora of yakuman from the tiles; logs state none for them, so ours leaves them out",
    ),
    Peer(_CPP, ("stats_agari_first_richi_ok_dora_num",), ("first_riichi_win_dora",), "as above"),
    Peer(_CPP, ("stats_agari_chasing_richi_ok_dora_num",), ("chasing_riichi_win_dora",), "as above"),
    Peer(_CPP, ("stats_agari_be_chased_richi_ok_dora_num",), ("chased_riichi_win_dora",), "as above"),
    Peer(_CPP, ("stats_richi_num",), ("riichi_turn",), _TURNS),
    Peer(_CPP, ("stats_richi_ok_num",), ("accepted_riichi_turn",), _TURNS),
    Peer(_CPP, ("stats_first_richi_num",), ("first_riichi_turn",), _TURNS),
    Peer(_CPP, ("stats_first_richi_ok_num",), ("accepted_first_riichi_turn",), _TURNS),
    Peer(_CPP, ("stats_chasing_richi_num",), ("chasing_riichi_turn",), _TURNS),
    Peer(_CPP, ("stats_chasing_richi_ok_num",), ("accepted_chasing_riichi_turn",), _TURNS),
    Peer(_CPP, ("stats_be_chased_richi_num",), ("chased_riichi_turn",), _TURNS),
    Peer(
        _CPP,
        ("stats_be_chased_richi_ok_num",),
        ("riichi_chased_by_accepted_turn",),
        "its ok is that of the riichi that followed; " + _TURNS,
    ),
    Peer(
        _CPP,
        ("stats_oya_richi_n_rate",),
        ("riichi_turn_of_dealers",),
        "it divides riichi of dealers by themselves, so it is always 1; ours divides by dealers",
    ),
    Peer(_CPP, ("stats_not_oya_richi_n_rate",), ("riichi_turn_of_nondealers",), "as above"),
    Peer(
        _CPP,
        ("stats_richi_tenpai_content",),
        ("riichi_wait_tiles", "riichi_wait_kinds", "riichi_wait_shape_by_turn"),
        "it counts sets of tiles, thousands of them, by turn; ours counts each kind of tile, and the whole "
        "sets stand in the column riichi_waits of seats",
    ),
)
_CPP_BALANCES: Final = tuple(
    Peer(_CPP, (f"stats_{theirs}_n{end}_gain",), (f"{ours}{ending}_gain_by_turn",), _TURNS)
    for theirs, ours in _CPP_POPULATIONS
    for end, ending in (("", ""), *((f"_{end}", f"_{ending}") for end, ending in _CPP_OUTCOMES))
)
_CPP_RATES: Final = tuple(
    Peer(_CPP, (f"stats_{theirs}_n_{end}_rate",), (f"{ours}_{ending}_rate_by_turn",), _TURNS)
    for theirs, ours in _CPP_POPULATIONS
    for end, ending in _CPP_OUTCOMES
)

_AMAE_ROWS: Final = (
    Peer(_AMAE, ("立直率",), ("riichi_rate",), "--by player"),
    Peer(_AMAE, ("副露率",), ("open_rate",), "--by player; a closed kan does not open"),
    Peer(_AMAE, ("立直后和牌率",), ("riichi_win_rate",)),
    Peer(_AMAE, ("立直后放铳率",), ("riichi_deal_in_rate",), "rate A: the declaration tile is in it"),
    Peer(_AMAE, ("立直后非瞬间放铳率",), ("riichi_later_deal_in_rate",), "rate B: without that tile"),
    Peer(_AMAE, ("立直后流局率",), ("riichi_draw_rate", "riichi_exhaustive_draw_rate")),
    Peer(_AMAE, ("立直收支",), ("riichi_gain",), "sticks are in it, the own one too"),
    Peer(_AMAE, ("立直收入",), ("riichi_win_income", "riichi_win_gain"), "with and without the own stick"),
    Peer(_AMAE, ("立直支出",), ("riichi_deal_in_gain",), "negative here"),
    Peer(_AMAE, ("立直巡目",), ("riichi_turn_mean",)),
    Peer(_AMAE, ("先制率",), ("first_riichi_share",)),
    Peer(_AMAE, ("追立率",), ("chasing_riichi_share",)),
    Peer(_AMAE, ("被追率",), ("chased_riichi_share",)),
    Peer(_AMAE, ("一发率",), ("ippatsu_rate",)),
    Peer(_AMAE, ("里宝率",), ("ura_hit_rate",)),
    Peer(_AMAE, ("振听立直率",), ("furiten_riichi_share",)),
    Peer(_AMAE, ("立直多面",), ("multi_wait_riichi_share",)),
    Peer(_AMAE, ("立直好型", "立直好型2"), ("good_shape_riichi_share",), "six live tiles, as in its second"),
    Peer(_AMAE, ("W立直",), ("double_riichi_rate", "double_riichi_share"), "its number is n times value"),
    Peer(_AMAE, ("副露后和牌率",), ("open_win_rate",)),
    Peer(_AMAE, ("副露后放铳率",), ("open_deal_in_rate",)),
    Peer(_AMAE, ("副露后流局率",), ("open_draw_rate", "open_exhaustive_draw_rate")),
    Peer(_AMAE, ("平均起手向听",), ("haipai_shanten_mean",), "ours: 13 tiles, of dealers too"),
    Peer(_AMAE, ("平均起手向听亲", "平均起手向听子"), ("haipai_shanten_mean",), "--by dealer"),
)

_MORTAL_ROWS: Final = (
    Peer(_MORTAL, ("fuuro", "fuuro_rate"), ("open_rate",)),
    Peer(_MORTAL, ("fuuro_num", "avg_fuuro_num"), ("open_melds_mean",), "of open tehai"),
    Peer(
        _MORTAL,
        ("fuuro_point", "avg_fuuro_point"),
        ("open_gain", "open_win_gain", "open_deal_in_gain", "open_draw_gain"),
        "it leaves out what others win among themselves; ours has it in open_gain, and each outcome alone",
    ),
    Peer(_MORTAL, ("fuuro_agari", "agari_rate_after_fuuro"), ("open_win_rate",)),
    Peer(
        _MORTAL,
        ("fuuro_agari_jun", "avg_fuuro_agari_jun"),
        ("win_turn_by_way",),
        "bin open; its turn is the own discards, one less than ours",
    ),
    Peer(_MORTAL, ("fuuro_agari_point", "avg_point_per_fuuro_agari"), ("win_gain_by_way",), "bin open"),
    Peer(_MORTAL, ("fuuro_houjuu", "houjuu_rate_after_fuuro"), ("open_deal_in_rate",)),
    Peer(_MORTAL, ("riichi", "riichi_rate"), ("riichi_rate",)),
    Peer(_MORTAL, ("riichi_as_oya",), ("riichi_rate",), "--by dealer"),
    Peer(
        _MORTAL,
        ("riichi_jun", "avg_riichi_jun"),
        ("riichi_turn_mean",),
        "its turn is the discards before the declaration tile, one less than ours",
    ),
    Peer(_MORTAL, ("riichi_agari", "agari_rate_after_riichi"), ("riichi_win_rate",)),
    Peer(
        _MORTAL,
        ("riichi_agari_point", "avg_point_per_riichi_agari"),
        ("riichi_win_gain",),
        "the own stick is not counted as won back in either",
    ),
    Peer(
        _MORTAL,
        ("riichi_agari_jun", "avg_riichi_agari_jun"),
        ("win_turn_by_way",),
        "bin riichi; its turn is the own discards, one less than ours",
    ),
    Peer(
        _MORTAL,
        ("riichi_houjuu", "houjuu_rate_after_riichi"),
        ("riichi_deal_in_rate",),
        "the declaration tile is in it",
    ),
    Peer(
        _MORTAL,
        ("riichi_ryukyoku",),
        ("accepted_riichi_draw_rate", "riichi_draw_rate"),
        "accepted riichi only",
    ),
    Peer(_MORTAL, ("riichi_point", "avg_riichi_point"), ("riichi_gain_of_mortal",)),
    Peer(_MORTAL, ("chasing_riichi", "chasing_riichi_rate"), ("chasing_riichi_share",)),
    Peer(
        _MORTAL,
        ("riichi_got_chased", "riichi_chased_rate"),
        ("chased_riichi_share",),
        "it counts a riichi once for every seat that chases it, ours once",
    ),
    Peer(_MORTAL, ("dama_agari",), ("win_way", "dama_win_rate"), "bin dama"),
    Peer(
        _MORTAL,
        ("dama_agari_jun", "avg_dama_agari_jun"),
        ("win_turn_by_way",),
        "bin dama; its turn is the own discards, one less than ours",
    ),
    Peer(_MORTAL, ("dama_agari_point", "avg_point_per_dama_agari"), ("win_gain_by_way",), "bin dama"),
)

_OTHER_PLAYER_ROWS: Final = (
    Peer(_PANTHEON, ("riichi won",), ("riichi_win_rate",), "its number is n times value"),
    Peer(_PANTHEON, ("riichi lost",), ("riichi_win_rate",), "what is left of 1"),
    Peer(
        _PANTHEON,
        ("feed under riichi",),
        ("riichi_deal_in_rate",),
        "one deal-in even if two seats win on the tile",
    ),
    Peer("akochan: stats.cpp", ("riichi",), ("riichi_rate",)),
    Peer("akochan: stats.cpp", ("call",), ("open_rate", "open_melds_mean")),
    Peer(
        "ApplySci, tenhou-log",
        ("outcome by riichi order",),
        ("riichi_outcome_by_order", "riichi_gain_by_order"),
    ),
    Peer("ApplySci, tenhou-log", ("riichi turn by points",), ("riichi_win_gain", "riichi_ron_gain_by_turn")),
    Peer("dump_game_stats (mjai)", ("tenpai timing",), ("once_tenpai_turn", "once_tenpai_turn_mean")),
    Peer(
        "dump_game_stats (mjai)",
        ("yamiten by turn and melds",),
        ("dama_rate_by_turn", "closed_tenpai_turn"),
        "dama is closed, so melds other than closed kans do not come with it",
    ),
)

_EUOPHRYS_ROWS: Final = (
    Peer(
        _HOUOU,
        ("Dama",),
        ("dama_rate_by_turn", "dama_at_end_rate_by_wait_live", "dama_at_end_rate_by_turn"),
        "turn and live tiles each alone, not crossed; live tiles are those at the end of the hand",
    ),
    Peer(_HOUOU, ("ShantenTest",), ("shanten_by_turn",)),
    Peer(_HOUOU, ("ShantenByTedashi",), (), "tables do not keep which discards were drawn ones (tsumogiri)"),
    Peer(_LOGS, ("CallRate",), ("open_rate",), "--by seat or --by kyoku"),
    Peer(_LOGS, ("DaburiWaits",), ("double_riichi_wait_shape", "double_riichi_wait_live")),
    Peer(_LOGS, ("EarliestCall",), ("open_turn",), "the first bin"),
    Peer(
        _LOGS,
        ("RatesByShanten",),
        (
            "haipai_win_rate_by_shanten",
            "haipai_deal_in_rate_by_shanten",
            "haipai_draw_rate_by_shanten",
            "haipai_riichi_rate_by_shanten",
            "haipai_open_rate_by_shanten",
        ),
    ),
    Peer(_LOGS, ("RiichiByRound",), ("riichi_rate", "riichi_per_hand"), "--by kyoku"),
    Peer(_LOGS, ("RiichiValue",), ("riichi_gain", "win_points_by_way"), "bin riichi"),
    Peer(_LOGS, ("starting_shanten",), ("haipai_shanten",)),
    Peer(
        _LOGS,
        ("ukeire",),
        (),
        "tables keep shanten after each discard, not the tiles that would lower it; at riichi and at the end "
        "they are live tiles of the wait",
    ),
    Peer(_LOGS, ("ippatsu_rates",), ("ippatsu_rate",)),
    Peer(_LOGS, ("ura_chance",), ("ura_hit_rate", "riichi_win_ura")),
    Peer(_FORK, ("ura_rates",), ("ura_hit_rate", "riichi_win_ura")),
    Peer(
        _FORK,
        ("chasing_riichis",),
        ("chasing_riichi_win_rate_by_wait_live", "chasing_riichi_win_rate_by_wait_shape"),
    ),
    Peer(_FORK, ("first_call_types",), (), "tables keep when the first call came, not what it was"),
    Peer(_FORK, ("flush_calls",), (), "tables keep no tiles of melds"),
    Peer(_FORK, ("shanten_after_call",), ("open_shanten", "open_shanten_by_turn")),
    Peer(_FORK, ("single_winrates",), ("single_wait_riichi_win_rate_by_tile",)),
    Peer(_FORK, ("tenpai_waits",), ("tenpai_wait_shape", "tenpai_wait_kinds", "tenpai_wait_live")),
    Peer(_FORK, ("wait_estimator",), (), "reads waits off discards, which tables do not keep tile by tile"),
    Peer(_FORK, ("wait_rates",), ("riichi_wait_shape", "tenpai_wait_shape", "riichi_wait_tiles")),
    Peer(
        _FORK,
        ("wait_winrates",),
        ("riichi_win_rate_by_wait_shape", "riichi_win_rate_by_wait_live", "riichi_win_rate_by_tile"),
    ),
    Peer(
        _FORK,
        ("wait_winrates_dama",),
        ("dama_win_rate_by_wait_shape", "dama_win_rate_by_wait_live", "dama_win_rate_by_wait_kinds"),
    ),
    Peer(_FORK, ("value_by_calls",), ("win_points_by_calls", "open_gain_by_melds")),
    Peer(
        _BLOG,
        ("wait win rates by outs and furiten",),
        ("riichi_win_rate_by_wait_live", "riichi_win_rate_by_furiten"),
    ),
    Peer(_BLOG, ("dama",), ("dama_rate_by_turn", "dama_win_rate", "dama_outcome")),
    Peer(_BLOG, ("tenpai chance by tedashi",), (), "tables do not keep which discards were drawn ones"),
    Peer(_BLOG, ("rates by starting shanten",), ("haipai_win_rate_by_shanten", "tenpai_rate_by_shanten")),
    Peer(_BLOG, ("average Phoenix player: call, riichi",), ("open_rate", "riichi_rate"), "--by room"),
)

PEERS: Final = (
    *_CPP_COUNTS,
    *_CPP_BALANCES,
    *_CPP_RATES,
    *_AMAE_ROWS,
    *_MORTAL_ROWS,
    *_OTHER_PLAYER_ROWS,
    *_EUOPHRYS_ROWS,
)
