"""What draws pay by state: three ordinary draws, a nagashi mangan, an abortive draw."""

from analyzer.stats.draw_payments import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
T, F = True, False

HANDS = {
    "end": ["ryuukyoku"] * 5,
    "draw_kind": ["exhaustive", "exhaustive", "exhaustive", "nagashi_mangan", "kyuushu_kyuuhai"],
    "tenpai_count": [2, 4, NO, 0, 1],
    "riichi_count": [1, 0, 0, 0, 1],
}
SEATS = {
    "tenpai": [[T, T, F, F], [T, T, T, T], [NO, NO, NO, NO], [F, F, F, F], [T, F, F, F]],
    "riichi_turn": [[7, NO, NO, NO], [NO] * 4, [NO] * 4, [NO] * 4, [1, NO, NO, NO]],
    "open_melds": [[0, 3, 1, 0], [0, 1, 0, 3], [0] * 4, [0] * 4, [0] * 4],
    "placement": [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [4, 3, 2, 1], [1, 2, 3, 4]],
    "delta": [
        [1500, 1500, -1500, -1500],
        [0] * 4,
        [3000, -1000, -1000, -1000],
        [12000, -4000, -4000, -4000],
        [0] * 4,
    ],
}


def counts(name, hands=HANDS, seats=SEATS):
    return measured(NAMED[name], rows_of("seats", hands=hands, seats=seats))


def test_payments_by_state_leave_out_nagashi_and_what_is_not_judged():
    assert counts("draw_payment") == {
        ("riichi", 1500): (1, 1),
        ("open_tenpai", 0): (2 + 1, 2),
        ("open_tenpai", 1500): (2 + 1, 1),
        ("silent_tenpai", 0): (2, 2),
        ("noten", -1500): (2, 2),
    }
    assert counts("draw_payment_mean") == {
        ("riichi", NO): (1, 1500),
        ("open_tenpai", NO): (3, 1500),
        ("silent_tenpai", NO): (2, 0),
        ("noten", NO): (2, -3000),
    }


def test_the_own_stick_is_lost_at_a_draw():
    assert counts("draw_payment_with_stick_mean")["riichi", NO] == (1, 500)
    assert counts("draw_payment_with_stick_mean")["noten", NO] == (2, -3000)


def test_noten_seats_pay_by_riichi_and_by_their_melds():
    assert counts("noten_payment_by_riichi_count") == {(1, NO): (2, -3000)}
    assert counts("noten_payment_by_melds") == {(0, NO): (1, -1500), (1, NO): (1, -1500)}


def test_tenpai_seats_receive_by_their_melds():
    assert counts("tenpai_payment_by_melds") == {(0, NO): (3, 1500), (1, NO): (1, 0), (3, NO): (2, 1500)}


def test_payments_by_placement():
    assert counts("draw_payment_by_placement") == {
        (1, NO): (2, 1500),
        (2, NO): (2, 1500),
        (3, NO): (2, -1500),
        (4, NO): (2, -1500),
    }


def test_over_all_seats_payments_are_zero_and_sticks_are_not():
    """Exhaustive draws judged or not, nagashi among them; the stick of the abortive draw is not lost here."""
    assert counts("draw_delta") == {(NO, NO): (16, 0)}
    assert counts("draw_gain") == {(NO, NO): (16, -1000)}
    assert counts("ryuukyoku_delta") == {(NO, NO): (20, 0)}


def test_sanma_pays_two_thousand():
    hands = {"end": ["ryuukyoku"]}
    seats = {"tenpai": [[T, F, F]], "delta": [[2000, -1000, -1000]]}
    rows = rows_of("seats", players=3, hands=hands, seats=seats)

    assert measured(NAMED["draw_payment"], rows) == {
        ("silent_tenpai", 2000): (1, 1),
        ("noten", -1000): (2, 2),
    }


def test_a_payment_that_is_not_stated_does_not_count():
    hands, seats = {"end": ["ryuukyoku"]}, {"tenpai": [[T, F, F, F]], "delta": [[NO] * 4]}

    assert counts("draw_payment", hands, seats) == {}
    assert counts("draw_delta", hands, seats) == {}
    assert counts("draw_gain", hands, seats) == {}
