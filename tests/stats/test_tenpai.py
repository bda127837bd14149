from analyzer.stats.tenpai import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured
from tests.stats.riichi_hands import of

NO = None

SEATS = {
    "haipai_shanten": [[2, 3, 4], [0, 3, NO]],
    "tenpai_turn": [[2, NO, 3], [1, NO, NO]],
    "riichi_turn": [[2, NO, NO], [NO, NO, NO]],
    "riichi_order": [[1, NO, NO], [NO, NO, NO]],
    "open_melds": [[0, 2, 0], [0, 0, 0]],
    "wait_kinds": [[2, 0, 0], [1, 0, NO]],
    "tenpai": [[True, False, False], [True, False, NO]],
    "shanten_after": [[[1, 0, 0], [2, 2], [2, 1, 0]], [[0], [], NO]],
    "delta": [[2000, -1000, -1000], [NO, NO, NO]],
}


def rows(second="ryuukyoku"):
    """Riichi from turn 2 on that wins, an open noten tehai, a tenpai broken up; then a second hand."""
    return rows_of(
        "seats",
        players=3,
        hands={"end": ["agari", second]},
        seats=SEATS,
        wins={"seat": [0], "loser": [NO]},
    )


def counts(name, **hands):
    return measured(of(STATISTICS, name), rows(**hands))


def test_haipai_shanten_leaves_out_a_hand_that_was_not_replayed():
    assert counts("haipai_shanten") == {(NO, 0): (5, 1), (NO, 2): (5, 1), (NO, 3): (5, 2), (NO, 4): (5, 1)}
    assert counts("haipai_shanten_mean") == {(NO, NO): (5, 12)}


def test_outcomes_by_haipai_shanten():
    assert counts("haipai_win_rate_by_shanten") == {
        (0, NO): (1, 0),
        (2, NO): (1, 1),
        (3, NO): (2, 0),
        (4, NO): (1, 0),
    }
    assert counts("haipai_draw_rate_by_shanten")[3, NO] == (2, 1)
    assert counts("haipai_riichi_rate_by_shanten")[2, NO] == (1, 1)
    assert counts("haipai_open_rate_by_shanten")[3, NO] == (2, 1)
    assert counts("haipai_gain_by_shanten")[2, NO] == (1, 1000)


def test_tenpai_once_and_at_the_end():
    assert counts("tenpai_rate") == {(NO, NO): (5, 3)}
    assert counts("tenpai_rate_by_shanten")[3, NO] == (2, 0)
    assert counts("tenpai_at_end_rate") == {(NO, NO): (5, 2)}
    assert counts("broken_tenpai_rate") == {(NO, NO): (3, 1)}


def test_turn_of_the_first_tenpai():
    assert counts("once_tenpai_turn") == {(NO, 1): (3, 1), (NO, 2): (3, 1), (NO, 3): (3, 1)}
    assert counts("once_tenpai_turn_mean") == {(NO, NO): (3, 6)}
    assert counts("once_tenpai_turn_mean_by_shanten")[4, NO] == (1, 3)
    assert counts("once_tenpai_win_rate_by_turn") == {(1, NO): (1, 0), (2, NO): (1, 1), (3, NO): (1, 0)}


def test_shanten_by_turn_counts_a_seat_as_long_as_it_discards():
    assert counts("shanten_by_turn") == {
        (1, 0): (4, 1),
        (1, 1): (4, 1),
        (1, 2): (4, 2),
        (2, 0): (3, 1),
        (2, 1): (3, 1),
        (2, 2): (3, 1),
        (3, 0): (2, 2),
    }


def test_tenpai_by_turn():
    assert counts("tenpai_rate_by_turn") == {(1, NO): (4, 1), (2, NO): (3, 1), (3, NO): (2, 2)}


def test_a_cut_hand_is_in_no_outcome_but_its_discards_are_counted():
    assert counts("tenpai_rate", second="none") == {(NO, NO): (3, 2)}
    assert counts("tenpai_rate_by_turn", second="none")[1, NO] == (4, 1)
