"""Rooms, hours, ranks and ratings, and results by them."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None


def run_of_games(out, people, players=4, **games):
    """Games without hands."""
    return run_of(out, players=players, games={"hands": [0] * len(people["rate"]), **games}, people=people)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Two tables, and one whose log states little."""
    return run_of_games(
        tmp_path_factory.mktemp("players"),
        {
            "dan": [[16, 17, 16, 20], [12, 13, 13, 12], [NO] * 4],
            "rate": [[2100.0, 2150.5, 2199.75, 2049.75], [1800.0] * 4, [1500.0, NO, NO, NO]],
            "sex": [["M", "F", "M", "M"], ["M", "M", "M", "F"], [NO] * 4],
            "placement": [[1, 2, 3, 4], [4, 3, 2, 1], [NO] * 4],
        },
        room=["houou", "tokujou", NO],
        length=["hanchan", "hanchan", NO],
        hour=[9, 23, NO],
    )


def test_what_is_not_stated_is_left_out(run):
    check(run, game_room={"houou": (2, 1), "tokujou": (2, 1)}, game_length={"hanchan": (2, 2)})
    check(run, game_hour={9: (2, 1), 23: (2, 1)})
    check(run, player_dan={12: (8, 2), 13: (8, 2), 16: (8, 2), 17: (8, 1), 20: (8, 1)})
    check(run, player_sex={"M": (8, 6), "F": (8, 2)})
    check(run, player_rating={1500: (9, 1), 1800: (9, 4), 2000: (9, 1), 2100: (9, 3)})
    check(run, player_dan_mean=(8, 119), player_rating_mean=(9, 17200))


def test_a_table_needs_every_rating(run):
    check(run, table_rating=(2, 2125 + 1800), table_rating_range=(2, 150))
    assert counts_of(run, "final_placement_mean", by="rating_step", where="rate >= 0") == {
        2000: (1, 4),
        2100: (3, 6),
        1800: (4, 10),
    }
    assert counts_of(run, "final_placement_mean", by="sex", where="sex is not null") == {
        "M": (6, 17),
        "F": (2, 3),
    }


def test_the_difference_is_to_the_mean_of_the_others(tmp_path):
    people = {
        "rate": [
            [2300.0, 2000.0, 2000.0, 2000.0],
            [1800.0, 1849.0, 1800.0, 1800.0],
            [1500.0, NO, 1500.0, 1500.0],
        ],
        "placement": [[1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 3, 4]],
        "final_result": [[50.0, 10.0, -20.0, -40.0], [10.0, 50.0, -20.0, -40.0], [0.0] * 4],
    }
    places = {"200 and more": (1, 1), "-100": (3, 9), "0": (1, 1), "-50": (3, 9)}
    results = {"200 and more": (1, 50), "-100": (3, -50), "0": (1, 50), "-50": (3, -50)}

    run = run_of_games(tmp_path, people)

    assert (
        counts_of(run, "final_placement_mean", by="rating_lead_step", where="rating_lead_step is not null")
        == places
    )
    assert (
        counts_of(run, "final_result", by="rating_lead_step", where="rating_lead_step is not null") == results
    )


def test_sanma_has_two_others(tmp_path):
    run = run_of_games(tmp_path, {"rate": [[2000.0, 1900.0, 1800.0]], "placement": [[1, 2, 3]]}, players=3)

    assert counts_of(
        run, "final_placement_mean", by="rating_lead_step", where="rating_lead_step is not null"
    ) == {"150": (1, 1), "0": (1, 2), "-150": (1, 3)}
