"""How often the dealer stays, why, and for how many hands."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None
T, F = True, False


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """E1 won by the dealer, E1.1 drawn tenpai, E1.2 drawn noten, E2.3 kyuushu, E2.4 won by a child, E3 won.

    Then E1 won by a child and E2 cut.
    """
    return run_of(
        tmp_path_factory.mktemp("renchan"),
        games={"hands": [6, 2], "is_complete": [True, False]},
        hands={
            "end": ["agari", "ryuukyoku", "ryuukyoku", "ryuukyoku", "agari", "agari", "agari", "none"],
            "draw_kind": [NO, "exhaustive", "nagashi_mangan", "kyuushu_kyuuhai", NO, NO, NO, NO],
            "kyoku": [0, 0, 0, 1, 1, 2, 0, 1],
            "honba": [0, 1, 2, 3, 4, 0, 0, 0],
        },
        seats={"tenpai": [[F] * 4, [T, T, F, F], [F, T, F, F], *[[F] * 4] * 5]},
        wins={"hand": [0, 4, 5, 6], "seat": [0, 0, 2, 3], "loser": [1, 1, 0, 1]},
    )


def test_the_last_hand_of_a_game_is_followed_by_none(run):
    check(run, renchan_rate=(6, 3))
    assert counts_of(run, "renchan_rate", by="honba", where="honba is not null") == {
        0: (2, 1),
        1: (1, 1),
        2: (1, 0),
        3: (1, 1),
        4: (1, 0),
    }
    assert counts_of(run, "renchan_rate", where="is_exhaustive") == {None: (2, 1)}
    assert counts_of(
        run, "renchan_rate", by="tenpai_count", where="is_exhaustive and tenpai_count is not null"
    ) == {1: (1, 0), 2: (1, 1)}


def test_renchan_by_how_the_hand_ended(run):
    stays = {"dealer wins": (1, 1), "draw, dealer tenpai": (1, 1), "abortive draw": (1, 1)}
    assert counts_of(run, "renchan_rate", by="ending") == {
        **stays,
        "child wins": (2, 0),
        "draw, dealer noten": (1, 0),
    }
    check(run, renchan_cause=dict.fromkeys(stays, (3, 1)))


def test_hands_of_a_dealership(run):
    """Three in E1, two in E2, one in E3; one in the second game, whose last hand has no result."""
    check(run, dealership_length={1: (4, 2), 2: (4, 1), 3: (4, 1)}, dealership_length_mean=(4, 7))
    check(run, longest_dealership={3: (1, 1)})


def test_a_dealer_that_wins_second_of_a_double_ron_and_a_draw_that_is_not_judged(tmp_path):
    run = run_of(
        tmp_path,
        hands={"end": ["ryuukyoku", "agari", "agari"]},
        seats={"tenpai": [[NO] * 4, [F] * 4, [F] * 4]},
        wins={"hand": [1, 1, 2], "seat": [3, 0, 0], "loser": [2, 2, 1]},
    )
    check(run, renchan_cause={"other": (2, 1), "dealer wins": (2, 1)})
