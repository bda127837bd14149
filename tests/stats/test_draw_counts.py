"""Tenpai seats of exhaustive draws, jointly with dealer, honba and sticks."""

from analyzer.stats.draw_counts import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
T, F = True, False

HANDS = {
    "end": ["ryuukyoku", "ryuukyoku", "agari", "ryuukyoku", "ryuukyoku", "ryuukyoku"],
    "draw_kind": ["exhaustive", "exhaustive", NO, "nagashi_mangan", "exhaustive", "kyuushu_kyuuhai"],
    "kyoku": [0, 1, 1, 2, 3, 3],
    "honba": [0, 6, 1, NO, 0, 1],
    "kyotaku": [0, 4, 1, 0, NO, 1],
    "tenpai_count": [2, 1, 3, 0, NO, 4],
    "riichi_count": [1, 0, 0, 0, 2, 0],
}
SEATS = {
    "tenpai": [[T, F, T, F], [F, F, F, T], [T, T, T, F], [F, F, F, F], [NO, NO, NO, NO], [T, T, T, T]],
    "deposit": [[1000, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1000, 1000, 0, 0], [0, 0, 0, 0]],
}
"""Tenpai of two with the dealer; of one without; a win; a nagashi mangan; not judged; broken off."""


def counts(name):
    return measured(NAMED[name], rows_of("hands", hands=HANDS, seats=SEATS))


def test_wins_abortive_draws_and_draws_that_are_not_judged_do_not_count():
    assert counts("tenpai_count") == {(NO, 0): (3, 1), (NO, 1): (3, 1), (NO, 2): (3, 1)}
    assert counts("tenpai_count_mean") == {(NO, NO): (3, 3)}


def test_the_dealer_is_among_the_tenpai_seats_or_not():
    assert counts("tenpai_count_with_dealer") == {
        (NO, "0 dealer noten"): (3, 1),
        (NO, "1 dealer noten"): (3, 1),
        (NO, "2 dealer tenpai"): (3, 1),
    }


def test_honba_that_is_not_stated_is_in_no_bin():
    assert counts("tenpai_count_by_honba") == {(0, 2): (1, 1), (6, 1): (1, 1)}


def test_sticks_on_the_table_are_those_before_and_those_paid():
    assert counts("tenpai_count_by_sticks") == {(0, 0): (1, 1), (1, 2): (1, 1), (4, 1): (1, 1)}


def test_tenpai_seats_by_riichi():
    assert counts("tenpai_count_by_riichi_count") == {(0, 0): (2, 1), (0, 1): (2, 1), (1, 2): (1, 1)}


def test_four_or_more_honba_or_sticks_are_one_bin():
    assert counts("tenpai_count_with_dealer_by_honba_and_sticks") == {
        ("0 honba, 1 sticks", "2 dealer tenpai"): (1, 1),
        ("4+ honba, 4+ sticks", "1 dealer noten"): (1, 1),
    }


def test_nobody_tenpai_pays_nothing():
    assert counts("draw_without_payment_rate") == {(NO, NO): (3, 1)}


def test_three_tenpai_are_everybody_in_sanma_and_not_with_four():
    hands = {"end": ["ryuukyoku"], "tenpai_count": [3]}

    three = rows_of("hands", players=3, hands=hands, seats={"tenpai": [[T, T, T]]})
    four = rows_of("hands", hands=hands, seats={"tenpai": [[T, T, T, F]]})

    assert measured(NAMED["draw_without_payment_rate"], three) == {(NO, NO): (1, 1)}
    assert measured(NAMED["draw_without_payment_rate"], four) == {(NO, NO): (1, 0)}
