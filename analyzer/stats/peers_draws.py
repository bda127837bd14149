"""What others call the statistics about draws, what blogs count, and what nobody counted before."""

from __future__ import annotations

from typing import Final

from analyzer.stats.peer import Peer

__all__ = ["PEERS"]

_SHYONG: Final = "chienshyong, houou-statistics"
_KOBA: Final = "koba::blog, 天鳳統計"
_NOTE: Final = "note.com, mahjong_math"
_GIMITE: Final = "gimite.net"
_CHIGUSA: Final = "chigusa-web"
_HAGURIN: Final = "hagurin-tenhou.com"
_WIKI: Final = "Riichi wiki, Ryuukyoku"
_DONE: Final = "draws, as one or the other counts them"
_NEW: Final = "draws, not counted elsewhere"
_DANGER: Final = "it reads danger off discards; tables do not keep which tile was discarded when"

_SHYONG_ROWS: Final = (
    Peer(
        _SHYONG,
        ("dama_winrate",),
        ("dama_win_rate", "dama_win_rate_by_wait_live", "dama_deal_in_rate_by_wait_live"),
    ),
    Peer(_SHYONG, ("dama_winrate_by_turn",), ("dama_win_rate_by_turn", "dama_deal_in_rate_by_turn")),
    Peer(
        _SHYONG,
        ("oikake_riichi",),
        ("chasing_riichi_share", "chasing_riichi_win_rate", "chasing_riichi_deal_in_rate"),
    ),
    Peer(
        _SHYONG,
        ("oikake_winrate",),
        (
            "riichi_outcome_by_order",
            "first_riichi_win_rate_by_wait_live",
            "chasing_riichi_win_rate_by_wait_live",
            "first_riichi_draw_rate_by_turn",
            "chasing_riichi_draw_rate_by_turn",
        ),
        "by width or by turn; the two are not crossed",
    ),
    Peer(
        _SHYONG,
        ("open_tenpai",),
        ("open_tenpai_at_end_rate_by_melds", "tenpai_rate_by_turn", "draw_tenpai_rate_by_melds"),
        "tenpai of open tehai at the end; by turn it is of all seats",
    ),
    Peer(
        _SHYONG,
        ("riichi_winrate",),
        ("riichi_win_rate_by_turn", "riichi_win_rate_by_wait_live", "riichi_win_rate_by_wait_shape"),
    ),
    Peer(
        _SHYONG,
        ("wait_distribution", "riichi_wait_distribution"),
        ("riichi_wait_shape", "riichi_wait_tiles", "tenpai_wait_shape"),
    ),
    Peer(
        _SHYONG,
        ("shanten_width", "shanten_width_winrate"),
        ("haipai_win_rate_by_shanten",),
        "tables keep shanten after each discard, not which tiles would lower it",
    ),
    Peer(
        _SHYONG,
        ("EV calculators: oikake, 1-shanten, keiten",),
        ("riichi_gain_by_wait_live", "keishiki_rate", "draw_payment_mean", "draw_tenpai_rate"),
        "spreadsheets that weigh one choice; ours are the figures that go into them",
    ),
    Peer(_SHYONG, ("first_simple_tile", "open_reading", "pond_traits"), (), _DANGER),
)

_BLOG_ROWS: Final = (
    Peer(
        _KOBA,
        ("basic facts",),
        ("win_rate", "deal_in_rate", "draw_rate", "riichi_rate", "open_rate", "win_points"),
        "--by room,length",
    ),
    Peer(_KOBA, ("yaku frequency",), ("yaku_rates",)),
    Peer(_KOBA, ("draw reasons",), ("ryuukyoku_kind",)),
    Peer(_KOBA, ("shanten by turn",), ("shanten_by_turn",)),
    Peer(
        _KOBA,
        ("tenpai, riichi and win by turn",),
        ("tenpai_rate_by_turn", "riichi_turn", "win_turn"),
    ),
    Peer(_KOBA, ("danger of tiles by the riichi tile",), (), _DANGER),
    Peer(
        _NOTE,
        ("ryanmen riichi win rate by turn, visible outs and calls",),
        ("riichi_win_rate_by_turn", "riichi_win_rate_by_wait_live", "riichi_win_rate_by_wait_shape"),
        "each alone, not crossed",
    ),
    Peer(_NOTE, ("danger by tedashi, order, first or chasing riichi",), (), _DANGER),
    Peer(_NOTE, ("fate of isolated honours",), (), "tables do not keep which tile was discarded when"),
    Peer(_GIMITE, ("deal-in rate per class of tile against riichi",), (), _DANGER),
    Peer(
        _CHIGUSA,
        ("han frequency", "fu frequency"),
        ("win_han", "win_fu_by_han", "win_fu_below_mangan"),
        "fu: up to four han",
    ),
    Peer(
        _HAGURIN,
        ("draw rate of the Phoenix room",),
        ("draw_rate", "nagashi_attempt_success_rate"),
        "--by room",
    ),
    Peer(
        _WIKI,
        ("games go to a draw because players fold at a riichi",),
        (
            "draw_rate_with_riichi",
            "draw_rate_without_riichi",
            "draw_rate_by_first_riichi_turn",
            "draw_rate_by_turn_without_riichi",
            "draw_rate_by_riichi_count",
        ),
        "nearly 40 % it says; --by room,year,players",
    ),
    Peer(
        _WIKI,
        ("the payment decides the final position in all-last",),
        ("all_last_draw_changes_order_rate", "final_draw_changes_order_rate", "draw_ends_game_rate"),
    ),
)

_DONE_ROWS: Final = (
    Peer(_DONE, ("draw rate",), ("draw_rate", "ryuukyoku_rate")),
    Peer(
        _DONE,
        ("draw rate after riichi by turn, order and dealer",),
        (
            "riichi_draw_rate_by_turn",
            "first_riichi_draw_rate_by_turn",
            "chasing_riichi_draw_rate_by_turn",
            "dealer_riichi_draw_rate_by_turn",
        ),
        "of riichi seats; of hands: draw_rate_by_first_riichi_turn",
    ),
    Peer(
        _DONE, ("draw rate after calls",), ("open_draw_rate", "draw_rate_by_calls", "draw_rate_by_open_seats")
    ),
    Peer(_DONE, ("tenpai-at-draw rate",), ("draw_tenpai_rate",)),
    Peer(_DONE, ("mean point result at draws",), ("ryuukyoku_delta", "draw_delta", "draw_gain")),
    Peer(_DONE, ("balance of riichi that end in a draw",), ("riichi_draw_gain", "riichi_draw_gain_by_turn")),
    Peer(_DONE, ("abortive mix per kind of game",), ("abortive_kind",), "--by length,players"),
    Peer(_DONE, ("most draws in one game",), ("draws_per_game",), "the outermost bin; which log: the tables"),
    Peer(
        _DONE,
        ("nagashi count per player",),
        ("nagashi_mangan_rate",),
        "--by player; its number is n times value",
    ),
    Peer(_DONE, ("keiten EV",), ("keishiki_rate", "tenpai_payment_by_melds", "draw_payment_mean")),
)

_NEW_ROWS: Final = (
    Peer(
        _NEW,
        ("tenpai count with dealer tenpai, counters and sticks",),
        (
            "tenpai_count",
            "tenpai_count_with_dealer",
            "tenpai_count_by_honba",
            "tenpai_count_by_sticks",
            "tenpai_count_with_dealer_by_honba_and_sticks",
        ),
    ),
    Peer(
        _NEW,
        ("payments per player state",),
        ("draw_payment", "draw_payment_mean", "draw_payment_with_stick_mean", "draw_state"),
    ),
    Peer(_NEW, ("tenpai at draw by calls",), ("draw_tenpai_rate_by_melds",)),
    Peer(
        _NEW,
        ("tenpai at draw by turn of reaching tenpai",),
        ("draw_tenpai_rate_by_tenpai_turn", "draw_tenpai_turn"),
    ),
    Peer(
        _NEW,
        ("tenpai at draw by placement and gap",),
        (
            "draw_tenpai_rate_by_placement",
            "draw_tenpai_rate_by_gap_above",
            "draw_tenpai_rate_by_gap_below",
            "draw_tenpai_rate_all_last_by_placement",
        ),
    ),
    Peer(_NEW, ("keiten (yakuless tenpai) share",), ("keishiki_rate", "keishiki_share_of_tenpai")),
    Peer(_NEW, ("last-turn tenpai gains",), ("last_turn_tenpai_rate", "last_turn_tenpai_delta")),
    Peer(_NEW, ("furiten share of tenpai at draw",), ("draw_furiten_rate", "draw_furiten_rate_by_state")),
    Peer(
        _NEW,
        ("riichi sticks lost in draws and where they end",),
        ("stick_lost_in_draw_rate", "lost_stick_fate", "lost_stick_hands_mean", "leftover_sticks_rate"),
    ),
    Peer(
        _NEW,
        ("honba chain length and value",),
        ("honba_chain", "honba_points_per_win", "extra_points_by_honba"),
    ),
    Peer(
        _NEW,
        ("nagashi attempts, survival, reason of failure, success",),
        (
            "nagashi_attempt_rate",
            "nagashi_survival_rate",
            "nagashi_end_by_discards",
            "nagashi_attempt_end",
            "nagashi_success_rate_by_turn",
            "nagashi_missed_at_last_rate",
        ),
    ),
    Peer(
        _NEW,
        ("kyuushu eligible against declared",),
        (
            "kyuushu_eligible_rate",
            "kyuushu_declared_rate",
            "kyuushu_declared_rate_by_kinds",
            "kyuushu_declared_rate_by_shanten",
            "kyuushu_declared_rate_by_placement",
            "kyuushu_kept_win_rate",
        ),
        "by rank of the player: --by dan",
    ),
    Peer(
        _NEW,
        ("abortive causes and their effect on placement",),
        (
            "abortive_with_riichi_rate",
            "abortive_first_rate_by_placement",
            "abortive_leader_first_rate_by_kind",
        ),
    ),
    Peer(
        _NEW, ("dealer renchan by tenpai",), ("draw_renchan_rate", "renchan_cause", "renchan_rate_by_ending")
    ),
    Peer(
        _NEW,
        ("placement flips by noten payments in all-last",),
        (
            "all_last_draw_changes_order_rate",
            "final_draw_changes_order_rate",
            "game_order_changed_by_draw_rate",
        ),
    ),
    Peer(_NEW, ("all-last tenpai-yame",), ("tenpai_yame_rate", "game_ended_by_tenpai_yame_rate")),
    Peer(_NEW, ("draw rate by number of riichi",), ("draw_rate_by_riichi_count",)),
    Peer(_NEW, ("draw rate by players, length and year",), ("draw_rate",), "--by players,length,year"),
)

PEERS: Final = (*_SHYONG_ROWS, *_BLOG_ROWS, *_DONE_ROWS, *_NEW_ROWS)
