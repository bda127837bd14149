"""Tenpai and shanten: two hands of sanma."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None


def run_ending(out, second):
    """A riichi of turn 2 that wins, an open noten tehai, a broken tenpai; then a hand with a seat unknown."""
    return run_of(
        out,
        players=3,
        hands={"end": ["agari", second]},
        seats={
            "haipai_shanten": [[2, 3, 4], [0, 3, NO]],
            "tenpai_turn": [[2, NO, 3], [1, NO, NO]],
            "riichi_turn": [[2, NO, NO], [NO, NO, NO]],
            "open_melds": [[0, 2, 0], [0, 0, 0]],
            "wait_kinds": [[2, 0, 0], [1, 0, NO]],
            "tenpai": [[True, False, False], [True, False, NO]],
            "shanten_after": [[[1, 0, 0], [2, 2], [2, 1, 0]], [[0], [], NO]],
            "delta": [[2000, -1000, -1000], [NO, NO, NO]],
        },
        wins={"seat": [0], "loser": [NO]},
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return run_ending(tmp_path_factory.mktemp("tenpai"), "ryuukyoku")


def test_a_haipai_that_was_not_replayed_is_left_out(run):
    check(run, haipai_shanten={0: (5, 1), 2: (5, 1), 3: (5, 2), 4: (5, 1)}, haipai_shanten_mean=(5, 12))


def test_hands_by_the_shanten_of_the_haipai(run):
    assert counts_of(run, "win_rate", by="haipai_shanten", where="haipai_shanten is not null") == {
        0: (1, 0),
        2: (1, 1),
        3: (2, 0),
        4: (1, 0),
    }
    assert counts_of(run, "hand_ryuukyoku_rate", by="haipai_shanten", where="haipai_shanten is not null") == {
        0: (1, 1),
        2: (1, 0),
        3: (2, 1),
        4: (1, 0),
    }
    assert counts_of(run, "gain_per_hand", by="haipai_shanten", where="haipai_shanten is not null") == {
        2: (1, 1000),
        3: (1, -1000),
        4: (1, -1000),
    }


def test_tenpai_once_at_the_end_and_broken(run):
    check(run, tenpai_rate=(5, 3), tenpai_at_end_rate=(5, 2), broken_tenpai_rate=(3, 1))


def test_a_wait_of_which_the_seat_holds_all_four_is_noten(tmp_path):
    run = run_of(tmp_path, seats={"tenpai_turn": [5, NO, NO, NO], "wait_kinds": [1, 0, 0, 0]})

    check(run, broken_tenpai_rate=(1, 1))


def test_the_first_tenpai_by_turn(run):
    check(run, first_tenpai_turn={1: (3, 1), 2: (3, 1), 3: (3, 1)}, first_tenpai_turn_mean=(3, 6))
    assert counts_of(run, "hand_outcome", where="tenpai_turn is not null") == {
        "tsumo": (3, 1),
        "tsumo_against": (3, 1),
        "exhaustive_draw": (3, 1),
    }
    assert counts_of(run, "win_rate", by="tenpai_turn", where="tenpai_turn is not null") == {
        1: (1, 0),
        2: (1, 1),
        3: (1, 0),
    }
    assert counts_of(run, "gain_per_hand", by="tenpai_turn", where="tenpai_turn is not null") == {
        2: (1, 1000),
        3: (1, -1000),
    }


def test_a_seat_counts_for_each_of_its_discards(run):
    second = {(2, shanten): (3, 1) for shanten in (0, 1, 2)}
    assert counts_of(run, "shanten_after_discard", by="turn") == {
        (1, 0): (4, 1),
        (1, 1): (4, 1),
        (1, 2): (4, 2),
        **second,
        (3, 0): (2, 2),
    }
    assert counts_of(run, "tenpai_after_discard_rate", by="turn") == {1: (4, 1), 2: (3, 1), 3: (2, 2)}


def test_a_cut_hand_has_no_outcome_but_discards(tmp_path):
    run = run_ending(tmp_path, "none")

    check(run, tenpai_rate=(3, 2))
    assert counts_of(run, "tenpai_after_discard_rate", by="turn") == {1: (4, 1), 2: (3, 1), 3: (2, 2)}
