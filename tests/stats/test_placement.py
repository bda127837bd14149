"""Placements at the end of games, and how seats stand before it."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A game in which a seat ends with 0 points, one with a bust, and a cut one."""
    return run_of(
        tmp_path_factory.mktemp("placement"),
        games={"hands": [1, 1, 1]},
        people={
            "placement": [[1, 2, 3, 4], [2, 1, 4, 3], [NO] * 4],
            "final_score": [[45000, 30000, 25000, 0], [30000, 41500, -500, 29000], [NO] * 4],
            "final_result": [[65.0, 10.0, -15.0, -60.0], [10.0, 62.0, -51.0, -21.0], [NO] * 4],
        },
        hands={"end": ["ryuukyoku"] * 3},
    )


def test_a_cut_game_has_no_placement(run):
    check(run, final_placement=dict.fromkeys((1, 2, 3, 4), (8, 2)), final_placement_mean=(8, 20))
    check(run, first_rate=(8, 2), top_two_rate=(8, 4), last_rate=(8, 2), start_thousands={25: (12, 12)})


def test_the_last_of_sanma_is_third(tmp_path):
    run = run_of(tmp_path, players=3, people={"placement": [1, 2, 3]}, games={"hands": [0]})

    check(run, last_rate=(3, 1))


def test_zero_is_no_bust_and_scores_are_rounded_down(run):
    check(run, bust_rate=(8, 1), final_score=(8, 200000))
    assert counts_of(run, "final_score", by="placement", where="placement is not null") == {
        1: (2, 86500),
        2: (2, 60000),
        3: (2, 54000),
        4: (2, -500),
    }
    scores = {45: 1, 41: 1, 30: 2, 29: 1, 25: 1, 0: 1, -1: 1}
    check(run, final_thousands={thousand: (8, count) for thousand, count in scores.items()})


def test_results_and_what_the_placement_adds_to_the_points_won(run):
    assert counts_of(run, "final_result", by="placement", where="placement is not null") == {
        1: (2, 127),
        2: (2, 20),
        3: (2, -36),
        4: (2, -111),
    }
    first, second = (2, (65 - 20) + (62 - 16.5)), (2, (10 - 5) + (10 - 5))
    third, fourth = (2, (-15 - 0) + (-21 - 4)), (2, (-60 + 25) + (-51 + 25.5))
    assert counts_of(run, "uma_and_oka", by="placement", where="placement is not null") == {
        1: first,
        2: second,
        3: third,
        4: fourth,
    }


@pytest.fixture(scope="module")
def standings(tmp_path_factory):
    """A hand before all last and two in it; a game that ends in South 3; a game that is cut in all last."""
    return run_of(
        tmp_path_factory.mktemp("standings"),
        games={"hands": [3, 1, 1], "is_complete": [True, True, False]},
        people={"placement": [[2, 1, 4, 3], [1, 2, 3, 4], [NO] * 4]},
        hands={
            "end": ["ryuukyoku", "ryuukyoku", "ryuukyoku", "agari", "none"],
            "is_all_last": [False, True, True, False, True],
        },
        seats={
            "score": [
                [25000, 25000, 25000, 25000],
                [35000, 31500, 20000, 13500],
                [33000, 33500, 34000, -500],
                [25000, 25000, 25000, 25000],
                [30000, 30000, 30000, 10000],
            ],
            "placement": [[1, 2, 3, 4], [1, 2, 3, 4], [3, 2, 1, 4], [1, 2, 3, 4], [1, 2, 3, 4]],
        },
    )


def test_only_the_first_hand_of_all_last_counts(standings):
    after = dict.fromkeys(((1, 2), (2, 1), (3, 4), (4, 3)), (1, 1))
    check(standings, all_last_hands={2: (2, 1), 0: (2, 1)})
    assert (
        counts_of(
            standings,
            "standing_final_placement",
            by="placement",
            where="starts_all_last and placement is not null",
        )
        == after
    )
    assert counts_of(
        standings, "rise_rate", by="placement", where="starts_all_last and placement is not null"
    ) == {1: (1, 0), 2: (1, 1), 3: (1, 0), 4: (1, 1)}
    assert counts_of(
        standings, "fall_rate", by="placement", where="starts_all_last and placement is not null"
    ) == {1: (1, 1), 2: (1, 0), 3: (1, 1), 4: (1, 0)}


def test_gaps_are_in_whole_thousands(standings):
    assert counts_of(standings, "last_escape_rate", by="gap_above // 1000", where="starts_all_last") == {
        6: (1, 1)
    }
    assert counts_of(standings, "fall_to_last_rate", by="gap_below // 1000", where="starts_all_last") == {
        6: (1, 1)
    }
    assert counts_of(standings, "comeback_rate", by="gap_to_first // 1000", where="starts_all_last") == {
        3: (1, 1),
        15: (1, 0),
        21: (1, 0),
    }
    assert counts_of(standings, "first_kept_rate", by="gap_below // 1000", where="starts_all_last") == {
        3: (1, 0)
    }


def test_standings_of_every_hand(standings):
    """Games without a final result are left out, and scores below 0 where scores are asked for."""
    once = dict.fromkeys(((35, 2), (31, 1), (20, 4), (13, 3), (34, 4)), (1, 1))
    often = {(33, 2): (2, 1), (33, 1): (2, 1), **{(25, place): (8, 2) for place in (1, 2, 3, 4)}}
    assert counts_of(standings, "standing_final_placement", by="score // 1000", where="score >= 0") == {
        **once,
        **often,
    }
    check(standings, first_kept_rate=(4, 1))
    assert counts_of(standings, "first_kept_rate", by="gap_below // 1000") == {0: (3, 1), 3: (1, 0)}
