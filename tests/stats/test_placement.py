from analyzer.stats.placement import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
PEOPLE = {
    "placement": [[1, 2, 3, 4], [2, 1, 4, 3], [NO] * 4],
    "final_score": [[45000, 30000, 25000, 0], [30000, 41500, -500, 29000], [NO] * 4],
    "final_result": [[65.0, 10.0, -15.0, -60.0], [10.0, 62.0, -51.0, -21.0], [NO] * 4],
    "start_score": [[25000] * 4, [25000] * 4, [25000] * 4],
}


def counts(name, *, players=4, people=PEOPLE, **columns):
    statistic = next(one for one in STATISTICS if one.name == name)
    games = len(people["placement"])
    columns.setdefault("hands", {"end": ["ryuukyoku"] * games})
    rows = rows_of(statistic.grain, players=players, games={"hands": [1] * games}, people=people, **columns)
    return measured(statistic, rows)


def test_a_cut_game_has_no_placement():
    assert counts("final_placement") == {(NO, place): (8, 2) for place in (1, 2, 3, 4)}
    assert counts("final_placement_mean") == {(NO, NO): (8, 20)}


def test_rates_of_placements():
    assert counts("first_rate") == {(NO, NO): (8, 2)}
    assert counts("top_two_rate") == {(NO, NO): (8, 4)}
    assert counts("last_rate") == {(NO, NO): (8, 2)}


def test_the_last_of_sanma_is_third():
    people = {"placement": [[1, 2, 3]]}

    assert counts("last_rate", players=3, people=people) == {(NO, NO): (3, 1)}


def test_zero_is_no_bust():
    assert counts("bust_rate") == {(NO, NO): (8, 1)}


def test_final_scores():
    assert counts("final_score") == {(NO, NO): (8, 200000)}
    assert counts("final_score_by_placement") == {
        (1, NO): (2, 86500),
        (2, NO): (2, 60000),
        (3, NO): (2, 54000),
        (4, NO): (2, -500),
    }
    assert counts("final_thousands")[(NO, -1)] == (8, 1)
    assert counts("final_thousands_by_placement")[(2, 30)] == (2, 2)


def test_final_results():
    assert counts("final_result") == {(NO, NO): (8, 0.0)}
    assert counts("final_result_by_placement")[(1, NO)] == (2, 127.0)


def test_what_the_placement_adds_to_the_points_won():
    bonus = counts("placement_bonus")

    assert bonus[(1, NO)] == (2, (65 - 20) + (62 - 16.5))
    assert bonus[(2, NO)] == (2, (10 - 5) + (10 - 5))


def test_start_scores_are_known_of_cut_games_too():
    assert counts("start_thousands") == {(NO, 25): (12, 12)}


def test_placements_by_what_a_hand_began_with():
    columns = {
        "people": {"placement": [[1, 2, 3, 4], [NO] * 4]},
        "hands": {"end": ["ryuukyoku", "none"]},
        "seats": {
            "score": [[30900, 30000, -100, 39200], [25000] * 4],
            "placement": [[2, 3, 4, 1], [1, 2, 3, 4]],
        },
    }

    assert counts("final_placement_by_score", **columns) == {
        (30, 1): (2, 1),
        (30, 2): (2, 1),
        (39, 4): (1, 1),
    }
    assert counts("final_placement_by_placement", **columns) == {
        (2, 1): (1, 1),
        (3, 2): (1, 1),
        (4, 3): (1, 1),
        (1, 4): (1, 1),
    }
