"""Dama as it was chosen and as it lasted, in two hands.

0  seat 0 declares with the discard that makes tenpai, seat 1 later; seat 2 wins by dama off seat 0; seat 3 is
   tenpai after an earlier call
1  exhaustive draw: seat 0 calls later, seat 1 reaches tenpai by its first call, seat 2 stays dama, seat 3
   gives its tenpai up
"""

from functools import partial

import pytest

from tests.stats.frames import counts_of, run_of

NO = None
SEATS = {
    "tenpai_turn": [[5, 6, 7, 8], [4, 6, 9, 3]],
    "tenpai_wait_kinds": [[2, 1, 2, 1], [1, 2, 3, 1]],
    "riichi_turn": [[5, 8, NO, NO], [NO] * 4],
    "riichi_order": [[1, 2, NO, NO], [NO] * 4],
    "open_turn": [[NO, NO, NO, 4], [10, 6, NO, NO]],
    "open_melds": [[0, 0, 0, 1], [1, 1, 0, 0]],
    "wait_kinds": [[2, 1, 2, 1], [1, 0, 3, 0]],
    "wait_live": [[6, 2, 5, 1], [2, NO, 9, NO]],
    "wait_shape": [["ryanmen", "tanki", "ryanmen", "tanki"], ["kanchan", NO, "complex", NO]],
    "tenpai": [[True] * 4, [True, False, True, False]],
    "delta": [[-2600, 0, 2600, 0], [NO] * 4],
}


def run_with(out, end="ryuukyoku", **changes):
    wins = {"hand": [0], "seat": [2], "loser": [0]}
    return run_of(out, hands={"end": ["agari", end]}, seats={**SEATS, **changes}, wins=wins)


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    return partial(counts_of, run_with(tmp_path_factory.mktemp("dama")))


def test_the_choice_is_made_with_the_discard_of_the_first_tenpai(counts):
    assert counts("tenpai_choice") == {"riichi": (8, 1), "dama": (8, 5), "call": (8, 1), "open": (8, 1)}
    assert counts("dama_rate") == {NO: (6, 5)}
    assert counts("dama_rate", by="tenpai_turn")[6] == (1, 1)


def test_what_followed_a_dama_is_apart_from_the_choice(counts):
    """Seat 1 of hand 0 declared later, seat 0 of hand 1 called; three did neither."""
    assert counts("after_dama") == {"riichi": (5, 1), "call": (5, 1), "none": (5, 3)}
    assert counts("riichi_from_dama_rate") == {NO: (6, 1)}
    assert counts("opened_from_dama_rate") == {NO: (6, 1)}
    assert counts("lasting_dama_rate") == {NO: (6, 4)}


def test_outcomes_of_the_choice_count_every_dama_whatever_came_of_it(counts):
    assert counts("closed_tenpai_win_rate", by="tenpai_choice") == {"dama": (5, 1), "riichi": (1, 0)}
    assert counts("closed_tenpai_deal_in_rate", by="tenpai_choice") == {"dama": (5, 0), "riichi": (1, 1)}
    assert counts("closed_tenpai_draw_rate", by="tenpai_choice, tenpai_wait_kinds")["dama", 1] == (3, 2)
    assert counts("closed_tenpai_outcome", by="tenpai_choice")["dama", "lateral"] == (5, 1)


def test_gain_of_the_choice_leaves_out_a_result_without_payments(counts):
    """Seat 0 paid 2600 and its stick, seat 1 its stick."""
    assert counts("closed_tenpai_gain", by="tenpai_choice") == {
        "dama": (2, 2600 - 1000),
        "riichi": (1, -3600),
    }


def test_dama_at_the_end_against_riichi_by_live_tiles(counts):
    """Riichi on 6 and 2 live tiles, dama on 5 and 9."""
    assert counts("dama_at_end_rate", by="wait_live") == {2: (1, 0), 5: (1, 1), 6: (1, 0), 9: (1, 1)}


def test_kept_dama_are_those_that_lasted(counts):
    assert counts("kept_dama_win_rate") == {NO: (2, 1)}
    assert counts("kept_dama_draw_rate", by="tenpai_turn") == {7: (1, 0), 9: (1, 1)}
    assert counts("kept_dama_gain") == {NO: (1, 2600)}


def test_a_seat_that_holds_all_four_of_its_only_wait_keeps_no_dama(tmp_path):
    """Seat 2 of hand 1 waits by shape, and is noten by the rules."""
    run = run_with(tmp_path, tenpai=[[True] * 4, [True, False, False, False]])

    assert counts_of(run, "kept_dama_win_rate") == {NO: (1, 1)}
    assert counts_of(run, "dama_at_end_rate") == {NO: (3, 1)}


def test_a_cut_hand_has_no_dama(tmp_path):
    run = run_with(tmp_path, "none")

    assert counts_of(run, "dama_rate") == {NO: (3, 2)}
    assert counts_of(run, "kept_dama_win_rate") == {NO: (1, 1)}
