"""Rivers that could make a nagashi mangan."""

from analyzer.stats.nagashi import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
T, F = True, False

HANDS = {
    "end": ["ryuukyoku", "ryuukyoku", "agari", "none"],
    "draw_kind": ["nagashi_mangan", "exhaustive", NO, NO],
}
SEATS = {
    "nagashi": [[T, T, F, F], [F, F, F, F], [F, F, F, F], [F, F, F, F]],
    "nagashi_until": [[18, 17, 8, 0], [17, 17, 7, 6], [4, 6, 0, 0], [9, 9, 9, 9]],
    "nagashi_end": [
        ["alive", "alive", "simple", "called"],
        ["simple", "called", "called", "simple"],
        ["alive", "alive", "none", "simple"],
        ["alive", "alive", "alive", "alive"],
    ],
    "discards": [[18, 17, 17, 18], [18, 18, 17, 18], [4, 6, 0, 5], [9, 9, 9, 9]],
    "delta": [[8000, 4000, -6000, -6000], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    "tenpai": [[T, F, F, T], [F, F, F, F], [F, F, F, F], [F, F, F, F]],
    "open_melds": [[0, 2, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    "riichi_turn": [[9, NO, NO, NO], [NO] * 4, [NO] * 4, [NO] * 4],
}
"""Two make it in one hand; in the next, two miss it with the last discard; a win; a hand that is cut."""


def counts(name, grain="seats", hands=HANDS, seats=SEATS):
    return measured(NAMED[name], rows_of(grain, hands=hands, seats=seats))


def test_two_nagashi_in_one_hand():
    assert counts("nagashi_makers", "hands") == {(NO, 2): (1, 1)}
    assert counts("nagashi_mangan_rate") == {(NO, NO): (12, 2)}
    assert counts("nagashi_hand_rate", "hands") == {(NO, NO): (3, 1)}
    assert counts("nagashi_share_of_draws", "hands") == {(NO, NO): (2, 1)}


def test_what_they_receive_is_the_sum_of_both_payments():
    """The dealer receives 12000 and pays 4000 to the child, who receives 8000 and pays 4000."""
    assert counts("nagashi_delta") == {(NO, NO): (2, 12000)}


def test_who_makes_it_may_be_tenpai_open_or_in_riichi():
    assert counts("nagashi_tenpai_rate") == {(NO, NO): (2, 1)}
    assert counts("nagashi_open_rate") == {(NO, NO): (2, 1)}
    assert counts("nagashi_riichi_rate") == {(NO, NO): (2, 1)}


def test_rows_of_discards_end_by_a_simple_or_by_a_call():
    """A seat without a discard has no river, and a cut hand no result."""
    assert counts("nagashi_end") == {(NO, "alive"): (11, 4), (NO, "simple"): (11, 4), (NO, "called"): (11, 3)}


def test_ends_by_length_of_the_row():
    assert counts("nagashi_end_by_discards") == {
        (0, "simple"): (2, 1),
        (0, "called"): (2, 1),
        (4, "alive"): (1, 1),
        (6, "alive"): (2, 1),
        (6, "simple"): (2, 1),
        (7, "called"): (1, 1),
        (8, "simple"): (1, 1),
        (17, "alive"): (3, 1),
        (17, "simple"): (3, 1),
        (17, "called"): (3, 1),
        (18, "alive"): (1, 1),
    }


def test_an_attempt_is_alive_after_six_discards():
    """A win after four discards decides nothing."""
    assert counts("nagashi_attempt_rate") == {(NO, NO): (10, 8)}
    assert counts("nagashi_attempt_success_rate") == {(NO, NO): (8, 2)}
    assert counts("nagashi_attempt_end") == {
        (NO, "made"): (8, 2),
        (NO, "alive"): (8, 1),
        (NO, "simple"): (8, 3),
        (NO, "called"): (8, 2),
    }


def test_survival_from_the_seventh_discard_on():
    """Lengths 18, 17, 8 and 17, 17, 7, 6; the winner ended alive after six and never made a seventh."""
    cells = counts("nagashi_survival_rate")

    assert cells[7, NO] == (7, 6)
    assert cells[8, NO] == (6, 5)
    assert cells[9, NO] == (5, 4)
    assert cells[17, NO] == (4, 4)
    assert cells[18, NO] == (3, 1)
    assert sorted(at for at, _ in cells) == [*range(7, 19)]


def test_success_of_rows_alive_after_a_discard():
    cells = counts("nagashi_success_rate_by_turn")

    assert cells[6, NO] == (8, 2)
    assert cells[7, NO] == (6, 2)
    assert cells[17, NO] == (4, 2)
    assert cells[18, NO] == (1, 1)


def test_missed_with_the_last_discard():
    """17 of 18 discards, twice; one by its call."""
    assert counts("nagashi_missed_at_last_rate") == {(NO, NO): (8, 2)}


def test_a_hand_of_which_nothing_is_known_is_left_out():
    hands = {"end": ["ryuukyoku"]}
    seats = {"nagashi": [[NO] * 4], "nagashi_until": [[NO] * 4], "nagashi_end": [[NO] * 4]}

    for name in (
        "nagashi_end",
        "nagashi_attempt_rate",
        "nagashi_survival_rate",
        "nagashi_missed_at_last_rate",
    ):
        assert counts(name, "seats", hands, seats) == {}


def test_a_row_that_the_rule_set_pays_but_the_log_does_not_is_not_made():
    hands = {"end": ["ryuukyoku"], "draw_kind": ["exhaustive"]}
    seats = {
        "nagashi": [[T, F, F, F]],
        "nagashi_until": [[18, 0, 0, 0]],
        "nagashi_end": [["alive", *["simple"] * 3]],
    }

    assert counts("nagashi_mangan_rate", "seats", hands, seats) == {(NO, NO): (4, 0)}
    assert counts("nagashi_attempt_end", "seats", hands, seats) == {(NO, "alive"): (1, 1)}
