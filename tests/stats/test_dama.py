from analyzer.stats.dama import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured
from tests.stats.riichi_hands import of

NO = None

SEATS = {
    "tenpai_turn": [[5, 6, 7, 8], [4, NO, 9, 3]],
    "riichi_turn": [[5, 8, NO, NO], [NO, NO, NO, NO]],
    "riichi_order": [[1, 2, NO, NO], [NO] * 4],
    "open_turn": [[NO, NO, NO, 4], [10, NO, NO, NO]],
    "open_melds": [[0, 0, 0, 1], [1, 0, 0, 0]],
    "wait_kinds": [[2, 1, 2, 1], [1, 0, 3, 0]],
    "wait_live": [[6, 2, 5, 1], [2, NO, 9, NO]],
    "wait_shape": [["ryanmen", "tanki", "ryanmen", "tanki"], ["kanchan", NO, "complex", NO]],
    "delta": [[-2600, 0, 2600, 0], [NO] * 4],
}
WINS = {"seat": [2], "loser": [0]}


def rows(second="ryuukyoku"):
    """Hand 0: riichi at once, riichi later, dama that wins off the first, open tenpai.

    Hand 1: dama that is opened later, never tenpai, dama at the end, a tenpai broken up.
    """
    return rows_of("seats", hands={"end": ["agari", second]}, seats=SEATS, wins=WINS)


def counts(name, **hands):
    return measured(of(STATISTICS, name), rows(**hands))


def test_dama_is_asked_of_first_tenpai_that_were_closed():
    """Seats 0, 1 and 2 of hand 0 and 0, 2 and 3 of hand 1; only the first declared at once."""
    assert counts("dama_rate") == {(NO, NO): (6, 5)}


def test_a_tehai_open_at_its_first_tenpai_is_not_counted():
    assert (8, NO) not in counts("dama_rate_by_turn")
    assert counts("dama_rate_by_turn")[5, NO] == (1, 0)
    assert counts("dama_rate_by_turn")[6, NO] == (1, 1)


def test_riichi_from_dama_and_dama_that_lasts():
    assert counts("riichi_from_dama_rate") == {(NO, NO): (6, 1)}
    assert counts("lasting_dama_rate") == {(NO, NO): (6, 4)}
    assert counts("opened_from_dama_rate") == {(NO, NO): (6, 1)}


def test_dama_at_the_end_against_riichi_by_live_tiles():
    """Riichi on 6 and 2 live tiles, dama on 5 and 9."""
    assert counts("dama_at_end_rate") == {(NO, NO): (4, 2)}
    assert counts("dama_at_end_rate_by_wait_live") == {
        (2, NO): (1, 0),
        (5, NO): (1, 1),
        (6, NO): (1, 0),
        (9, NO): (1, 1),
    }
    assert counts("dama_at_end_rate_by_wait_shape")["ryanmen", NO] == (2, 1)


def test_outcomes_of_dama_that_stands_at_the_end():
    assert counts("dama_outcome") == {(NO, "ron"): (2, 1), (NO, "exhaustive_draw"): (2, 1)}
    assert counts("dama_win_rate") == {(NO, NO): (2, 1)}
    assert counts("dama_win_rate_by_wait_live") == {(5, NO): (1, 1), (9, NO): (1, 0)}
    assert counts("dama_win_rate_by_turn") == {(7, NO): (1, 1), (9, NO): (1, 0)}
    assert counts("dama_deal_in_rate") == {(NO, NO): (2, 0)}


def test_a_cut_hand_has_no_dama():
    assert counts("dama_rate", second="none") == {(NO, NO): (3, 2)}
    assert counts("dama_outcome", second="none") == {(NO, "ron"): (1, 1)}


def test_gain_of_dama_leaves_out_a_result_without_payments():
    assert counts("dama_gain") == {(NO, NO): (1, 2600)}
