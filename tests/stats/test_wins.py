from analyzer.stats.wins import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

HANDS = {
    "end": ["agari", "agari", "agari", "ryuukyoku", "none"],
    "kyoku": [0, 1, 2, 3, 4],
    "turn": [11, 13, 6, 18, 3],
}
WINS = {
    "hand": [0, 1, 2, 2],
    "seat": [1, 2, 0, 3],
    "loser": [0, None, 2, 2],
    "way": ["riichi", "dama", "open", "riichi"],
    "turn": [10, 12, 5, 6],
    "tile": ["5m", "0p", "1z", None],
}


def counts(name, *, hands=HANDS, wins=WINS, **columns):
    statistic = next(one for one in STATISTICS if one.name == name)
    return measured(statistic, rows_of(statistic.grain, hands=hands, wins=wins, **columns))


def test_a_double_ron_is_two_wins_and_a_cut_hand_is_none():
    assert counts("win_rate") == {(None, None): (16, 4)}


def test_tsumo_rate_counts_wins_by_their_way():
    assert counts("tsumo_rate") == {(None, None): (4, 1)}
    assert counts("tsumo_rate_by_way") == {
        ("riichi", None): (2, 0),
        ("dama", None): (1, 1),
        ("open", None): (1, 0),
    }


def test_ways_are_shares_of_wins():
    assert counts("win_way") == {
        (None, "riichi"): (4, 2),
        (None, "dama"): (4, 1),
        (None, "open"): (4, 1),
    }


def test_turns_of_wins():
    assert counts("win_turn_mean") == {(None, None): (4, 33)}
    assert counts("win_turn_by_way") == {
        ("riichi", None): (2, 16),
        ("dama", None): (1, 12),
        ("open", None): (1, 5),
    }
    assert counts("win_turn") == {(None, turn): (4, 1) for turn in (5, 6, 10, 12)}


def test_the_turn_of_a_won_hand_is_that_of_the_table():
    assert counts("won_hand_turn") == {(None, None): (3, 11 + 13 + 6)}


def test_a_win_whose_tile_is_not_logged_has_no_part_in_the_tiles():
    assert counts("win_tile") == {(None, tile): (3, 1) for tile in ("5m", "0p", "1z")}


def test_double_ron_is_a_share_of_the_hands_won_by_ron():
    assert counts("double_ron_rate") == {(None, None): (2, 1)}


def test_the_first_logged_winner_speaks_for_the_end_of_a_hand():
    assert counts("round_end") == {
        (None, "riichi_ron"): (4, 1),
        (None, "dama_tsumo"): (4, 1),
        (None, "open_ron"): (4, 1),
        (None, "ryuukyoku"): (4, 1),
    }


def test_dealer_wins_in_a_row_end_with_a_draw_and_with_the_deal():
    hands = {
        "end": ["agari", "agari", "ryuukyoku", "agari", "agari", "agari"],
        "kyoku": [0, 0, 0, 0, 1, 2],
    }
    wins = {"seat": [0, 0, 0, 2, 2]}

    assert counts("dealer_streak", hands=hands, wins=wins) == {(None, 1): (3, 2), (None, 2): (3, 1)}
    assert counts("dealer_win_share", hands=hands, wins=wins) == {(None, None): (5, 4)}


def test_a_dealer_who_wins_beside_another_goes_on():
    hands = {"end": ["agari", "agari"], "kyoku": [0, 0]}
    wins = {"hand": [0, 0, 1], "seat": [3, 0, 0], "loser": [1, 1, None]}

    assert counts("dealer_streak", hands=hands, wins=wins) == {(None, 2): (1, 1)}


def test_a_streak_does_not_run_into_the_next_game():
    found = counts(
        "dealer_streak",
        games={"hands": [1, 1]},
        hands={"end": ["agari", "agari"], "kyoku": [0, 0]},
        wins={"seat": [0, 0]},
    )

    assert found == {(None, 1): (2, 2)}
