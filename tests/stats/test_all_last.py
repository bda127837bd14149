from analyzer.stats.all_last import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
GAMES = {"hands": [3, 1, 1], "is_complete": [True, True, False]}
PEOPLE = {"placement": [[2, 1, 4, 3], [1, 2, 3, 4], [NO] * 4]}
HANDS = {
    "end": ["ryuukyoku", "ryuukyoku", "ryuukyoku", "agari", "none"],
    "is_all_last": [False, True, True, False, True],
}
SEATS = {
    "score": [
        [25000, 25000, 25000, 25000],
        [35000, 31500, 20000, 13500],
        [33000, 33500, 21000, 12500],
        [25000, 25000, 25000, 25000],
        [30000, 30000, 30000, 10000],
    ],
    "placement": [[1, 2, 3, 4], [1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]],
}


def counts(name):
    statistic = next(one for one in STATISTICS if one.name == name)
    rows = rows_of(statistic.grain, games=GAMES, people=PEOPLE, hands=HANDS, seats=SEATS)
    return measured(statistic, rows)


def test_only_the_first_hand_of_all_last_counts():
    assert counts("final_placement_after_all_last") == {
        (1, 2): (1, 1),
        (2, 1): (1, 1),
        (3, 4): (1, 1),
        (4, 3): (1, 1),
    }


def test_placements_by_the_score_before_all_last():
    assert counts("final_placement_by_all_last_score") == {
        (35, 2): (1, 1),
        (31, 1): (1, 1),
        (20, 4): (1, 1),
        (13, 3): (1, 1),
    }


def test_rises_and_falls():
    assert counts("all_last_rise_rate") == {
        (1, NO): (1, 0),
        (2, NO): (1, 1),
        (3, NO): (1, 0),
        (4, NO): (1, 1),
    }
    assert counts("all_last_fall_rate")[(1, NO)] == (1, 1)


def test_gaps_are_in_whole_thousands():
    assert counts("last_escape_rate_by_gap") == {(6, NO): (1, 1)}
    assert counts("comeback_rate_by_gap") == {(3, NO): (1, 1), (15, NO): (1, 0), (21, NO): (1, 0)}
    assert counts("first_kept_rate_by_gap") == {(3, NO): (1, 0)}
    assert counts("fall_to_last_rate_by_gap") == {(6, NO): (1, 1)}


def test_hands_of_all_last_per_complete_game():
    assert counts("all_last_hands") == {(NO, 2): (2, 1), (NO, 0): (2, 1)}


def test_a_repeat_in_the_next_game_is_no_repeat():
    statistic = next(one for one in STATISTICS if one.name == "all_last_rise_rate")
    rows = rows_of(
        "seats",
        games={"hands": [1, 1]},
        people={"placement": [[1, 2, 3, 4], [1, 2, 3, 4]]},
        hands={"end": ["ryuukyoku", "ryuukyoku"], "is_all_last": [True, True]},
        seats={"placement": [[1, 2, 3, 4], [1, 2, 3, 4]]},
    )

    assert measured(statistic, rows)[(1, NO)] == (2, 0)
