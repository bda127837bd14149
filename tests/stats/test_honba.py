"""Honba chains: what extends and ends them, and what they pay."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None
T, F = True, False


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """E1 dealer wins, E1.1 draw with the dealer noten, E2.2 kyuushu, E2.3 a child wins, E3 dealer wins: over.

    Then a game of one draw with the dealer tenpai, and a hand that is cut.
    """
    return run_of(
        tmp_path_factory.mktemp("honba"),
        games={"hands": [5, 2], "is_complete": [True, False]},
        hands={
            "end": ["agari", "ryuukyoku", "ryuukyoku", "agari", "agari", "ryuukyoku", "none"],
            "draw_kind": [NO, "exhaustive", "kyuushu_kyuuhai", NO, NO, "exhaustive", NO],
            "kyoku": [0, 0, 1, 1, 2, 0, 0],
            "honba": [0, 1, 2, 3, 0, 0, 1],
        },
        seats={"tenpai": [[F] * 4, [F, T, F, F], [F] * 4, [F] * 4, [F] * 4, [T, F, F, F], [F] * 4]},
        wins={
            "hand": [0, 3, 4],
            "seat": [0, 3, 2],
            "loser": [1, 0, NO],
            "points": [2000, 1000, 12000],
            "kyotaku": [1, 2, 0],
            "gain": [3000, 1000 + 900 + 2000, 12000],
        },
    )


def test_a_chain_ends_with_the_hand_that_no_honba_follows(run):
    """The chain of three, and the last win alone; the cut hand has no result."""
    check(run, honba_chain={0: (2, 1), 3: (2, 1)}, honba_chain_mean=(2, 3), most_honba={3: (1, 1)})
    check(run, honba_at_start={0: (7, 3), 1: (7, 2), 2: (7, 1), 3: (7, 1)})
    assert counts_of(run, "honba_follows_rate", by="honba", where="honba is not null") == {
        0: (3, 2),
        1: (1, 1),
        2: (1, 1),
        3: (1, 0),
    }


def test_what_adds_honba_and_what_ends_a_chain(run):
    sources = ("dealer wins", "draw, dealer noten", "draw, dealer tenpai", "abortive draw")
    check(run, honba_source=dict.fromkeys(sources, (4, 1)), honba_chain_end={"child wins": (1, 1)})


def test_a_chain_that_ends_with_the_game(tmp_path):
    """By the dealer, second of a double ron, and by a draw."""
    run = run_of(
        tmp_path,
        games={"hands": [2, 2]},
        hands={"end": ["ryuukyoku", "agari", "ryuukyoku", "ryuukyoku"], "honba": [0, 1, 0, 1]},
        wins={"hand": [1, 1], "seat": [3, 0], "loser": [2, 2]},
    )
    check(run, honba_chain_end={"dealer wins, game over": (2, 1), "ryuukyoku, game over": (2, 1)})


def test_what_a_win_pays_beyond_its_value(run, tmp_path):
    """900 for 3 honba; sticks are separate, and a value that is not stated does not count."""
    assert counts_of(run, "win_honba_points_mean") == {None: (3, 900)}
    assert counts_of(run, "win_extra_points_mean", by="hand_honba", where="hand_honba is not null") == {
        0: (2, 1000),
        3: (1, 2900),
    }
    assert counts_of(run, "win_extra_percent_mean", by="hand_honba", where="hand_honba is not null") == {
        0: (2, 50),
        3: (1, 290),
    }
    unstated = run_of(tmp_path, wins={"points": [NO, 1000], "gain": [1000, NO], "hand": [0, 1]})
    assert counts_of(unstated, "win_honba_points_mean") == {}
