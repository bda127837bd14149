"""What archives and blogs call the statistics about wins, values, placements, games and players."""

from __future__ import annotations

from typing import Final

from analyzer.stats import peers_players
from analyzer.stats.peer import Peer

__all__ = ["PEERS"]

_LOGS: Final = "Euophrys, phoenix-logs"
_HOUOU: Final = "Euophrys, houou-analysis"
_FORK: Final = "killerducky, phoenix-logs"
_BLOG: Final = "pathofhouou.blogspot.com"
_SHYONG: Final = "chienshyong, houou-statistics"
_EXTREME: Final = "the outermost bin; which log it was stands in the tables"
_TILES: Final = "tables do not keep which tile was discarded when"
_TEDASHI: Final = "tables do not keep which discards were drawn ones (tsumogiri)"

_EUOPHRYS_ROWS: Final = (
    Peer(
        _HOUOU,
        (
            *("RoundStarted", "DoraRevealed", "TileDiscarded", "TileDrawn", "TileCalled", "RiichiCalled"),
            *("Win", "ExhaustiveDraw", "AbortiveDraw", "Disconnection", "Reconnection", "RoundEnded"),
            "ReplayComplete",
        ),
        (),
        "hooks of its base class, no figures",
    ),
    Peer(_LOGS, ("AverageScore",), ("win_points",), "--by year or --by room"),
    Peer(_LOGS, ("DealinBySeat",), ("deal_in_rate",), "--by seat"),
    Peer(_LOGS, ("DealInRateByRound",), ("deal_in_rate",), "--by kyoku"),
    Peer(_LOGS, ("DoraDragon", "DoraDragon2"), (), _TILES),
    Peer(_LOGS, ("DoraRonRates",), ("ron_rate_by_dora", "dora_rate")),
    Peer(_LOGS, ("EndResults",), ("hand_end", "ryuukyoku_kind")),
    Peer(_LOGS, ("ExtremeScores",), ("final_thousands",), _EXTREME),
    Peer(_LOGS, ("FirstDiscards",), (), _TILES),
    Peer(
        _LOGS, ("FourthWind", "ThirdDragon"), ("pao_rate",), "pao itself; the discards before it: " + _TILES
    ),
    Peer(_LOGS, ("FuRates",), ("win_fu", "win_fu_by_han")),
    Peer(_LOGS, ("GameLength",), ("last_kyoku", "game_hands_mean")),
    Peer(_LOGS, ("TypeCounter",), ("game_room", "game_length"), "their n, --by room,length,players"),
    Peer(_LOGS, ("GenderCount",), ("player_sex",)),
    Peer(
        _LOGS, ("HououPlayers",), (), "different players do not add up over files; the players table has them"
    ),
    Peer(
        _LOGS,
        ("KokushiResults",),
        ("yaku_rates", "points_by_yaku"),
        "bin kokushi; tehai that aimed at it and did not win are not kept",
    ),
    Peer(_LOGS, ("LargestDoubleRon",), ("double_ron_thousands",), _EXTREME),
    Peer(_LOGS, ("LocalYakumanCount",), (), "yaku that no rule set here knows; tables keep no tiles of wins"),
    Peer(_LOGS, ("MostDealins",), ("player_deal_ins_per_game",), _EXTREME),
    Peer(_LOGS, ("MostHonba",), ("most_honba",), _EXTREME),
    Peer(_LOGS, ("MostRiichi",), ("most_kyotaku",), _EXTREME),
    Peer(_LOGS, ("MostRounds",), ("game_hands",), _EXTREME),
    Peer(_LOGS, ("MostYakuman",), ("game_yakuman",), _EXTREME),
    Peer(_LOGS, ("PaoRates",), ("pao_rate",)),
    Peer(_LOGS, ("PlacementByPoints",), ("final_placement_by_points_won", "final_placement_by_points_lost")),
    Peer(
        _LOGS,
        ("PowerCouples",),
        ("yaku_count",),
        "pairs of yaku are 1,326 cells in every group; the column yaku of wins holds them",
    ),
    Peer(_LOGS, ("RonRateByValue",), ("ron_rate_by_thousands", "ron_rate_by_limit")),
    Peer(_LOGS, ("RoundLength",), ("hand_turn", "hand_discards")),
    Peer(_LOGS, ("SampleSize",), ("game_room",), "every statistic gives its n"),
    Peer(
        _LOGS,
        ("ScoreByDora",),
        ("points_by_dora",),
        "by how many dora a win has; which tile was the dora is not kept",
    ),
    Peer(_LOGS, ("SeatBias",), ("final_placement", "final_placement_mean"), "--by seat"),
    Peer(_LOGS, ("ValueByRound",), ("win_points",), "--by kyoku"),
    Peer(_LOGS, ("YakuByRound",), ("yaku_rates",), "--by kyoku"),
    Peer(_LOGS, ("YakuMagnitude",), ("win_han",)),
)

_FORK_ROWS: Final = (
    Peer(_FORK, ("aka_rate",), ("aka_rate", "win_aka")),
    Peer(_FORK, ("chiitoi_rates", "iipeikou"), ("yaku_rates",), "bins chiitoitsu and iipeikou"),
    Peer(_FORK, ("dan_ranks",), ("player_dan",), "--by player"),
    Peer(_FORK, ("dealin_by_tile",), ("deal_in_tile",)),
    Peer(_FORK, ("disconnects",), (), "tables do not keep who left when (BYE, UN)"),
    Peer(_FORK, ("duplicates",), (), "`run` finds doubled logs and lists them; they are not counted twice"),
    Peer(_FORK, ("fast_games",), ("game_hands", "game_discards"), "bin 1; " + _EXTREME),
    Peer(_FORK, ("houou_streaks",), (), "a row of games of one player, in order of time: the players table"),
    Peer(
        _FORK,
        ("leads",),
        (
            "leader_win_rate",
            "leader_deal_in_rate",
            "leader_riichi_rate",
            "leader_open_rate",
            "leader_win_points",
            "leader_deal_in_points",
        ),
        "it splits by whether the leader deals, which a group of hands cannot say",
    ),
    Peer(_FORK, ("most_yaku",), ("yaku_count",), _EXTREME),
    Peer(_FORK, ("open_closed",), ("win_way", "hand_state")),
    Peer(_FORK, ("open_yaku",), ("yaku_rates_open",)),
    Peer(_FORK, ("ryuukyoku",), ("draws_less_wins",), _EXTREME),
    Peer(_FORK, ("sashikomi",), ("leader_deal_in_points",), "the mean by lead; each value stands in wins"),
    Peer(
        _FORK,
        (
            *("aidayonken", "dragon_pair", "honors", "honors_after_pass", "kabe", "last_two", "last_two_all"),
            *("last_two_bad", "matagi", "overflow", "overflow_tenpais", "pairs", "pond_traits", "sotogawa"),
            *("suji", "tiles_discarded_when", "ura_suji", "visible_honors"),
        ),
        (),
        "they read waits and danger off discards; " + _TILES,
    ),
    Peer(
        _BLOG,
        ("hanchan, tonpu and sanma end results",),
        ("hand_end",),
        "--by length,players",
    ),
    Peer(_BLOG, ("threat of pao",), ("pao_rate",)),
    Peer(_BLOG, ("tile win rates",), ("win_tile", "deal_in_tile", "ron_points_by_tile")),
    Peer(_BLOG, ("yaku rates by hand type",), ("yaku_rates_riichi", "yaku_rates_dama", "yaku_rates_open")),
    Peer(_BLOG, ("playstyle by lead",), ("leader_riichi_rate", "leader_open_rate", "leader_win_points")),
    Peer(_BLOG, ("last two discards",), (), _TILES),
    Peer(_BLOG, ("ura",), ("ura_hit_rate", "riichi_win_ura")),
    Peer(
        _BLOG,
        ("average Phoenix player: win, deal-in, mean win",),
        ("win_rate", "deal_in_rate", "win_points"),
        "--by room",
    ),
)

_SHYONG_ROWS: Final = (
    Peer(
        _SHYONG,
        ("all_last_4th",),
        ("last_escape_rate_by_gap", "fall_to_last_rate_by_gap", "final_placement_after_all_last"),
        "--by dealer",
    ),
    Peer(
        _SHYONG,
        ("betaori_cost",),
        ("tsumo_loss", "gain_by_outcome", "draw_payment"),
        "its cost per turn of who neither wins nor deals in, by who threatens: not crossed here",
    ),
    Peer(
        _SHYONG,
        ("hand_outcomes",),
        ("hand_outcome", "hand_state", "win_limit", "draw_tenpai_rate"),
        "--by kyoku,placement",
    ),
    Peer(
        _SHYONG,
        ("hand_score",),
        ("win_points_by_way", "win_points_by_turn", "points_by_yaku", "ron_points_by_tile"),
        "dora seen in calls and dora discarded are not kept",
    ),
    Peer(_SHYONG, ("score_variance", "variance"), ("score_variance", "squared_gain_per_hand"), "--by kyoku"),
    Peer(
        _SHYONG, ("placement_calculator",), ("final_placement_by_score", "final_placement_by_all_last_score")
    ),
    Peer(_SHYONG, ("mentanpin",), (), "tables keep no tiles of melds"),
    Peer(_SHYONG, ("speed_reading", "tedashi_reading"), (), _TEDASHI),
    Peer(
        _SHYONG,
        (
            *("discard_correlation", "dorasoba_danger", "honors_where", "riichi_tile", "skipping_yakuhai"),
            *("sotogawa", "sotogawa_combo", "sotogawa_first_simple", "wall_reading"),
        ),
        (),
        "they read waits and danger off discards; " + _TILES,
    ),
)

_SUBJECTS: Final = "subjects that several peers touch"
_SUBJECT_ROWS: Final = (
    Peer(_SUBJECTS, ("score variance by round",), ("score_variance", "score_range"), "--by kyoku"),
    Peer(
        _SUBJECTS, ("placement by points",), ("final_placement_by_score", "final_placement_by_all_last_score")
    ),
    Peer(_SUBJECTS, ("lead effects",), ("lead_kept_rate", "leader_win_rate", "leader_deal_in_rate")),
    Peer(_SUBJECTS, ("all-last outcomes",), ("final_placement_after_all_last", "all_last_rise_rate")),
    Peer(_SUBJECTS, ("oka", "uma"), ("placement_bonus", "final_result_by_placement")),
    Peer(
        _SUBJECTS,
        ("yaku by open, closed, riichi and round",),
        ("yaku_rates_open", "yaku_rates_dama", "yaku_rates_riichi", "yaku_rates"),
        "--by kyoku",
    ),
    Peer(_SUBJECTS, ("yakuman lists",), ("yakuman_kind", "game_yakuman"), "lists: the wins table"),
    Peer(_SUBJECTS, ("most yaku",), ("yaku_count",)),
    Peer(_SUBJECTS, ("dora per win",), ("all_dora_per_win", "win_seen_dora")),
    Peer(
        _SUBJECTS,
        ("indicator rates",),
        (),
        "tables do not keep which tiles were shown as indicators; how many dora they gave they do",
    ),
    Peer(_SUBJECTS, ("ura hit rate",), ("ura_hit_rate",)),
    Peer(_SUBJECTS, ("red-five rate",), ("aka_rate",)),
    Peer(_SUBJECTS, ("kita",), ("kita_per_hand", "kita_dora_per_win")),
    Peer(_SUBJECTS, ("game length", "fast games"), ("game_hands_mean", "game_hands", "game_discards")),
    Peer(_SUBJECTS, ("disconnects",), (), "tables do not keep who left when (BYE, UN)"),
    Peer(
        _SUBJECTS, ("dan of tables", "rate of tables"), ("player_dan", "table_rating", "table_rating_range")
    ),
    Peer(_SUBJECTS, ("gender flag",), ("player_sex", "final_placement_mean_by_sex")),
    Peer(_SUBJECTS, ("streaks",), ("dealer_streak",), "of a player over games: the players table"),
    Peer(_SUBJECTS, ("duplicates",), (), "`run` finds doubled logs and lists them"),
    Peer(_SUBJECTS, ("hand development", "speed"), ("shanten_by_turn", "tenpai_rate_by_turn")),
    Peer(
        _SUBJECTS, ("ukeire by turn",), (), "tables keep shanten after each discard, not what would lower it"
    ),
    Peer(_SUBJECTS, ("tedashi",), (), _TEDASHI),
    Peer(_SUBJECTS, ("suji", "kabe", "matagi", "sotogawa", "dorasoba", "riichi tile"), (), _TILES),
)

PEERS: Final = (
    *peers_players.PEERS,
    *_EUOPHRYS_ROWS,
    *_FORK_ROWS,
    *_SHYONG_ROWS,
    *_SUBJECT_ROWS,
)
