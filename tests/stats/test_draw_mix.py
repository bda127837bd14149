"""Kinds of ryuukyoku and draws per game."""

from analyzer.stats.draw_mix import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}

HANDS = {
    "end": ["ryuukyoku", "agari", "ryuukyoku", "ryuukyoku", "ryuukyoku", "none"],
    "draw_kind": ["exhaustive", NO, "nagashi_mangan", "kyuushu_kyuuhai", NO, NO],
    "riichi_count": [2, 1, 0, 0, 0, 0],
}
"""The fifth is a ryuukyoku of an unknown kind."""


def test_a_ryuukyoku_of_any_kind_counts_as_one():
    assert measured(NAMED["ryuukyoku_rate"], rows_of("hands", hands=HANDS)) == {(NO, NO): (5, 4)}


def test_an_unknown_kind_is_in_no_share():
    assert measured(NAMED["ryuukyoku_kind"], rows_of("hands", hands=HANDS)) == {
        (NO, "exhaustive"): (3, 1),
        (NO, "nagashi_mangan"): (3, 1),
        (NO, "kyuushu_kyuuhai"): (3, 1),
    }


def test_riichi_of_exhaustive_draws_alone():
    assert measured(NAMED["draw_riichi_count"], rows_of("hands", hands=HANDS)) == {
        (NO, 0): (2, 1),
        (NO, 2): (2, 1),
    }


def test_games_are_counted_with_all_their_hands_and_incomplete_ones_left_out():
    """Two draws and a win, no draw and a win, then a game that was cut."""
    hands = {"end": ["ryuukyoku", "agari", "ryuukyoku", "agari", "ryuukyoku", "none"]}
    games = {"hands": [3, 1, 2], "is_complete": [True, True, False]}
    rows = rows_of("games", games=games, hands=hands)

    assert measured(NAMED["draws_per_game"], rows) == {(NO, 0): (2, 1), (NO, 2): (2, 1)}
    assert measured(NAMED["draws_per_game_mean"], rows) == {(NO, NO): (2, 2)}
    assert measured(NAMED["draws_less_wins"], rows) == {(NO, -1): (2, 1), (NO, 1): (2, 1)}
