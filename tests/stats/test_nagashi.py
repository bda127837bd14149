"""Rivers that could make a nagashi mangan."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None
T, F = True, False


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Two make it in one hand; in the next, two miss it with the last discard; a win; a hand that is cut."""
    hands = {
        "end": ["ryuukyoku", "ryuukyoku", "agari", "none"],
        "draw_kind": ["nagashi_mangan", "exhaustive", NO, NO],
    }
    seats = {
        "nagashi": [[T, T, F, F], [F] * 4, [F] * 4, [F] * 4],
        "nagashi_until": [[18, 17, 8, 0], [17, 17, 7, 6], [4, 6, 0, 0], [9, 9, 9, 9]],
        "nagashi_end": [
            ["alive", "alive", "simple", "called"],
            ["simple", "called", "called", "simple"],
            ["alive", "alive", "none", "simple"],
            ["alive"] * 4,
        ],
        "discards": [[18, 17, 17, 18], [18, 18, 17, 18], [4, 6, 0, 5], [9, 9, 9, 9]],
        "delta": [[8000, 4000, -6000, -6000], [0] * 4, [0] * 4, [0] * 4],
        "tenpai": [[T, F, F, T], [F] * 4, [F] * 4, [F] * 4],
        "open_melds": [[0, 2, 0, 1], [0] * 4, [0] * 4, [0] * 4],
        "riichi_turn": [[9, NO, NO, NO], [NO] * 4, [NO] * 4, [NO] * 4],
    }
    return run_of(tmp_path_factory.mktemp("nagashi"), hands=hands, seats=seats)


def test_two_nagashi_in_one_hand(run):
    """The dealer receives 12000 and pays 4000 to the child, who receives 8000 and pays 4000."""
    check(run, nagashi_makers={2: (1, 1)}, nagashi_mangan_rate=(12, 2), nagashi_hand_rate=(3, 1))
    check(run, nagashi_delta=(2, 12000))
    assert counts_of(run, "nagashi_hand_rate", where="is_exhaustive") == {None: (2, 1)}
    check(run, nagashi_tenpai_rate=(2, 1), nagashi_open_rate=(2, 1), nagashi_riichi_rate=(2, 1))


def test_rivers_end_by_a_simple_or_by_a_call(run):
    """A seat without a discard has no river, and a cut hand no result."""
    check(run, nagashi_end={"alive": (11, 4), "simple": (11, 4), "called": (11, 3)})
    ends = counts_of(run, "nagashi_end", by="nagashi_until")
    assert ends[0, "simple"] == ends[0, "called"] == (2, 1)
    assert ends[17, "alive"] == ends[17, "simple"] == ends[17, "called"] == (3, 1)


def test_an_attempt_is_alive_after_six_discards(run):
    """A win after four discards decides nothing."""
    check(run, nagashi_attempt_rate=(10, 8), nagashi_attempt_success_rate=(8, 2))
    check(run, nagashi_attempt_end={"made": (8, 2), "alive": (8, 1), "simple": (8, 3), "called": (8, 2)})


def test_survival_and_success_by_discard(run):
    """Lengths 18, 17, 8 and 17, 17, 7, 6; the winner ended alive after six and never made a seventh."""
    rest = dict.fromkeys(range(10, 18), (4, 4))
    assert counts_of(run, "river_survival_rate", by="discard") == {
        7: (7, 6),
        8: (6, 5),
        9: (5, 4),
        **rest,
        18: (3, 1),
    }
    rest = dict.fromkeys(range(9, 18), (4, 2))
    assert counts_of(run, "nagashi_success_rate", by="discard") == {
        6: (8, 2),
        7: (6, 2),
        8: (5, 2),
        **rest,
        18: (1, 1),
    }


def test_missed_with_the_last_discard(run):
    """17 of 18 discards, twice; one by its call."""
    check(run, nagashi_missed_at_last_rate=(8, 2))


def test_a_river_that_the_rule_set_pays_but_the_log_does_not_is_not_made(tmp_path):
    """And a hand of which nothing is known is left out, but its seats made none."""
    hands = {"end": ["ryuukyoku"] * 2}
    seats = {
        "nagashi": [[T, F, F, F], [NO] * 4],
        "nagashi_until": [[18, 0, 0, 0], [NO] * 4],
        "nagashi_end": [["alive", *["simple"] * 3], [NO] * 4],
    }
    run = run_of(tmp_path, hands=hands, seats=seats)
    check(run, nagashi_mangan_rate=(8, 0), nagashi_attempt_end={"alive": (1, 1)}, nagashi_attempt_rate=(4, 1))
    check(run, nagashi_end={"alive": (4, 1), "simple": (4, 3)}, nagashi_missed_at_last_rate=(4, 0))
