import pytest

from analyzer.stats.tables_and_players import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
GAMES = {
    "room": ["houou", "tokujou", NO],
    "length": ["hanchan", "hanchan", NO],
    "hour": [9, 23, NO],
}
PEOPLE = {
    "dan": [[16, 17, 16, 20], [12, 13, 13, 12], [NO] * 4],
    "rate": [[2100.0, 2150.5, 2199.9, 2049.6], [1800.0, 1800.0, 1800.0, 1800.0], [1500.0, NO, NO, NO]],
    "sex": [["M", "F", "M", "M"], ["M", "M", "M", "F"], [NO] * 4],
    "placement": [[1, 2, 3, 4], [4, 3, 2, 1], [NO] * 4],
}


def counts(name, *, players=4, games=NO, people=PEOPLE):
    statistic = next(one for one in STATISTICS if one.name == name)
    number = len(people["rate"])
    games = {"hands": [1] * number, **(games or {})}
    hands = {"end": ["ryuukyoku"] * number}
    return measured(
        statistic, rows_of(statistic.grain, players=players, games=games, people=people, hands=hands)
    )


def test_rooms_lengths_and_hours_of_games():
    assert counts("game_room", games=GAMES) == {(NO, "houou"): (2, 1), (NO, "tokujou"): (2, 1)}
    assert counts("game_length", games=GAMES) == {(NO, "hanchan"): (2, 2)}
    assert counts("game_hour", games=GAMES) == {(NO, 9): (2, 1), (NO, 23): (2, 1)}


def test_ranks_that_are_not_stated_are_left_out():
    assert counts("player_dan") == {
        (NO, dan): (8, n) for dan, n in ((12, 2), (13, 2), (16, 2), (17, 1), (20, 1))
    }
    assert counts("player_dan_mean") == {(NO, NO): (8, 119)}
    assert counts("player_sex") == {(NO, "M"): (8, 6), (NO, "F"): (8, 2)}


def test_ratings_lie_in_steps_of_a_hundred():
    assert counts("player_rating") == {
        (NO, 1500): (9, 1),
        (NO, 1800): (9, 4),
        (NO, 2000): (9, 1),
        (NO, 2100): (9, 3),
    }
    assert counts("player_rating_mean") == {(NO, NO): (9, pytest.approx(8500.0 + 7200 + 1500))}


def test_a_table_needs_every_rating():
    assert counts("table_rating") == {(NO, NO): (2, pytest.approx(2125.0 + 1800))}
    assert counts("table_rating_range") == {(NO, NO): (2, pytest.approx(2199.9 - 2049.6))}


def test_placements_by_rank_rating_and_sex():
    assert counts("final_placement_by_dan")[(16, 1)] == (2, 1)
    assert counts("final_placement_by_dan")[(12, 4)] == (2, 1)
    assert counts("final_placement_mean_by_rating") == {
        (2000, NO): (1, 4),
        (2100, NO): (3, 6),
        (1800, NO): (4, 10),
    }
    assert counts("final_placement_mean_by_sex") == {("M", NO): (6, 17), ("F", NO): (2, 3)}


def test_the_difference_is_to_the_mean_of_the_others():
    people = {
        "rate": [[2300.0, 2000.0, 2000.0, 2000.0], [1800.0, 1849.0, 1800.0, 1800.0]],
        "placement": [[1, 2, 3, 4], [2, 1, 3, 4]],
        "final_result": [[50.0, 10.0, -20.0, -40.0], [10.0, 50.0, -20.0, -40.0]],
    }

    assert counts("final_placement_mean_by_rating_difference", people=people) == {
        ("200 and more", NO): (1, 1),
        ("-100", NO): (3, 9),
        ("0", NO): (1, 1),
        ("-50", NO): (3, 9),
    }
    assert counts("final_result_by_rating_difference", people=people) == {
        ("200 and more", NO): (1, 50),
        ("-100", NO): (3, -50),
        ("0", NO): (1, 50),
        ("-50", NO): (3, -50),
    }


def test_sanma_has_two_others():
    people = {"rate": [[2000.0, 1900.0, 1800.0]], "placement": [[1, 2, 3]]}

    found = counts("final_placement_mean_by_rating_difference", players=3, people=people)

    assert found == {("150", NO): (1, 1), ("0", NO): (1, 2), ("-150", NO): (1, 3)}
