import pytest

from analyzer.stats.games import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
GAMES = {
    "hands": [2, 3, 1, 0],
    "length": ["tonpuu", "hanchan", "hanchan", "hanchan"],
    "is_complete": [True, True, False, False],
}
PEOPLE = {"final_score": [[40000, 30000, 15000, 15000], [43000, 30000, 27000, 0], [NO] * 4, [NO] * 4]}
HANDS = {
    "end": ["ryuukyoku", "agari", "agari", "agari", "agari", "none"],
    "kyoku": [0, 4, 0, 0, 7, 0],
    "kyotaku": [0, 2, 0, 0, 1, 0],
    "discards": [70, 30, 40, 20, 50, 7],
    "riichi_count": [2, 0, 1, 0, 3, 0],
}
SEATS = {
    "deposit": [
        [1000, 1000, 0, 0],
        [0] * 4,
        [1000, 0, 0, 0],
        [0] * 4,
        [1000, 1000, 1000, 0],
        [0] * 4,
    ]
}
WINS = {
    "hand": [1, 2, 2, 3, 4],
    "seat": [1, 0, 1, 0, 2],
    "loser": [0, 2, 2, NO, 0],
    "yakuman": [0, 1, 0, 0, 1],
}


def counts(name, **columns):
    statistic = next(one for one in STATISTICS if one.name == name)
    columns = columns or {"games": GAMES, "people": PEOPLE, "hands": HANDS, "seats": SEATS, "wins": WINS}
    return measured(statistic, rows_of(statistic.grain, **columns))


def test_incomplete_games_have_no_length():
    assert counts("game_hands_mean") == {(NO, NO): (2, 5)}
    assert counts("game_hands") == {(NO, 2): (2, 1), (NO, 3): (2, 1)}
    assert counts("game_discards") == {(NO, NO): (2, 210)}


def test_the_last_kyoku_and_the_extension_after_it():
    assert counts("last_kyoku") == {(NO, "S1"): (2, 1), (NO, "S4"): (2, 1)}
    assert counts("extension_rate") == {(NO, NO): (2, 1)}


def test_a_tie_of_two_seats():
    assert counts("tie_rate") == {(NO, NO): (2, 1)}


def test_the_most_sticks_lie_before_they_are_given_away():
    assert counts("most_kyotaku") == {(NO, 2): (2, 1), (NO, 4): (2, 1)}


def test_riichi_and_yakuman_of_a_game():
    assert counts("game_riichi") == {(NO, NO): (2, 6)}
    assert counts("game_yakuman") == {(NO, 0): (2, 1), (NO, 2): (2, 1)}


def test_wins_and_deal_ins_of_a_player_in_a_game():
    assert counts("player_wins_per_game") == {(NO, 0): (8, 4), (NO, 1): (8, 3), (NO, 2): (8, 1)}
    assert counts("player_deal_ins_per_game") == {(NO, 0): (8, 5), (NO, 1): (8, 3)}


@pytest.mark.parametrize(
    ("cause", "scores", "hand", "dealer_tenpai", "winner"),
    [
        ("bust", [50000, 30000, 20100, -100], {"end": ["agari"]}, False, 0),
        ("agari_yame", [40000, 30000, 20000, 10000], {"end": ["agari"]}, True, 3),
        ("deal_passed", [40000, 30000, 20000, 10000], {"end": ["agari"]}, True, 0),
        ("tenpai_yame", [40000, 30000, 20000, 10000], {"end": ["ryuukyoku"]}, True, NO),
        ("deal_passed", [40000, 30000, 20000, 10000], {"end": ["ryuukyoku"]}, False, NO),
        ("other", [40000, 30000, 20000, 10000], {"end": ["ryuukyoku"], "tenpai_count": [NO]}, NO, NO),
        ("other", [40000, 30000, 20000, 10000], {"end": ["agari"], "is_all_last": [False]}, True, 3),
    ],
)
def test_causes_of_an_end(cause, scores, hand, dealer_tenpai, winner):
    found = counts(
        "game_end_cause",
        people={"final_score": [scores]},
        hands={"kyoku": [7], "is_all_last": [True], **hand},
        seats={"tenpai": [[False, False, False, dealer_tenpai]]},
        wins=NO if winner is NO else {"seat": [winner]},
    )

    assert found == {(NO, cause): (1, 1)}


def test_a_dealer_who_wins_second_stops_the_game_too():
    found = counts(
        "game_end_cause",
        people={"final_score": [[40000, 30000, 20000, 10000]]},
        hands={"end": ["agari"], "kyoku": [7], "is_all_last": [True]},
        wins={"hand": [0, 0], "seat": [1, 3], "loser": [0, 0]},
    )

    assert found == {(NO, "agari_yame"): (1, 1)}


def test_points_won_and_lost_decide_the_placement():
    columns = {
        "games": {"hands": [2, 1], "is_complete": [True, False]},
        "people": {"placement": [[1, 2, 3, 4], [NO] * 4]},
        "hands": {"end": ["agari", "ryuukyoku", "none"]},
        "seats": {
            "delta": [[8000, 0, 0, -8000], [1500, 1500, -1500, -1500], [NO] * 4],
            "deposit": [[0] * 4, [0, 1000, 0, 0], [0] * 4],
        },
        "wins": {"seat": [0], "loser": [3]},
    }

    assert counts("final_placement_by_points_won", **columns) == {
        (9, 1): (1, 1),
        (1, 2): (1, 1),
        (0, 3): (2, 1),
        (0, 4): (2, 1),
    }
    assert counts("final_placement_by_points_lost", **columns) == {
        (0, 1): (1, 1),
        (1, 2): (2, 1),
        (1, 3): (2, 1),
        (9, 4): (1, 1),
    }
