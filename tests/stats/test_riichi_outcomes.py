from analyzer.stats.riichi_outcomes import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured
from tests.stats.riichi_hands import of, riichi_rows

NO = None


def counts(name):
    return measured(of(STATISTICS, name), riichi_rows("seats"))


def test_outcomes_of_every_declaration_of_a_hand_with_a_result():
    """Hands 0 and 2 have a ron each, 0 the deal-in, 2 a bystander, 1 three at the draw, 3 four, 5 one."""
    assert counts("riichi_outcome") == {
        (NO, "ron"): (12, 2),
        (NO, "deal_in"): (12, 1),
        (NO, "lateral"): (12, 1),
        (NO, "exhaustive_draw"): (12, 3),
        (NO, "abortive_draw"): (12, 4),
        (NO, "tsumo_against"): (12, 1),
    }


def test_the_rates_agree_with_the_outcomes():
    assert counts("riichi_win_rate") == {(NO, NO): (12, 2)}
    assert counts("riichi_tsumo_rate") == {(NO, NO): (12, 0)}
    assert counts("riichi_draw_rate") == {(NO, NO): (12, 7)}
    assert counts("riichi_exhaustive_draw_rate") == {(NO, NO): (12, 3)}
    assert counts("riichi_lateral_rate") == {(NO, NO): (12, 1)}


def test_a_riichi_ronned_on_its_tile_deals_in_but_is_no_accepted_one():
    assert counts("riichi_deal_in_rate") == {(NO, NO): (12, 1)}
    assert counts("accepted_riichi_deal_in_rate") == {(NO, NO): (11, 0)}


def test_outcomes_by_order_are_shares_of_the_riichi_of_that_order():
    found = counts("riichi_outcome_by_order")

    assert found[1, "ron"] == (5, 2)
    assert found[2, "deal_in"] == (4, 1)
    assert found[2, "lateral"] == (4, 1)
    assert found[4, "abortive_draw"] == (1, 1)


def test_outcomes_by_riichi_of_the_hand():
    assert counts("riichi_outcome_by_riichi_count")[3, "exhaustive_draw"] == (3, 3)


def test_gain_pays_the_own_stick_only_where_it_was_accepted():
    """Hand 0: 8000 and -8000; 1: thrice 0; 2: 4900 and -1000; 3: four times -1000; 5: -2000."""
    assert counts("riichi_gain") == {(NO, NO): (12, 8000 - 8000 + 0 + 4900 - 1000 - 4000 - 2000)}
    assert counts("riichi_win_gain") == {(NO, NO): (2, 12900)}
    assert counts("riichi_deal_in_gain") == {(NO, NO): (1, -8000)}
    assert counts("riichi_abortive_draw_gain") == {(NO, NO): (4, -4000)}
    assert counts("chasing_riichi_gain") == {(NO, NO): (7, -8000 + 0 + 0 - 1000 - 3000)}


def test_without_the_own_stick_it_is_neither_paid_nor_won_back():
    """Hand 0: 8000 and -8000; 1: thrice 1000; 2: 4900 and 0; 3: nothing; 5: -1000."""
    assert counts("riichi_gain_without_own_stick") == {(NO, NO): (12, 3000 + 4900 - 1000)}


def test_income_of_a_win_has_the_own_stick_in_it():
    assert counts("riichi_win_income") == {(NO, NO): (2, 9000 + 5900)}


def test_mortal_counts_nothing_where_others_win_among_themselves():
    """Hand 0: 8000 and -8000; 1: thrice 0; 2: 4900 and nothing; 3: four times -1000; 5: nothing."""
    assert counts("riichi_gain_of_mortal") == {(NO, NO): (12, 4900 - 4000)}


def test_mortal_takes_no_stick_off_a_deal_in():
    rows = rows_of(
        "seats",
        hands={"end": ["agari"]},
        seats={
            "riichi_turn": [[3, NO, NO, NO]],
            "riichi_order": [[1, NO, NO, NO]],
            "delta": [[-5200, 6200, 0, 0]],
        },
        wins={"seat": [1], "loser": [0]},
    )

    assert measured(of(STATISTICS, "riichi_gain_of_mortal"), rows) == {(NO, NO): (1, -5200)}
    assert measured(of(STATISTICS, "riichi_gain"), rows) == {(NO, NO): (1, -6200)}


def test_a_hand_of_which_the_payment_is_not_stated_has_an_outcome_but_no_gain():
    rows = rows_of(
        "seats",
        players=3,
        hands={"end": ["ryuukyoku"]},
        seats={"riichi_turn": [[3, NO, NO]], "riichi_order": [[1, NO, NO]], "delta": [[NO, NO, NO]]},
    )

    assert measured(of(STATISTICS, "riichi_draw_rate"), rows) == {(NO, NO): (1, 1)}
    assert measured(of(STATISTICS, "riichi_gain"), rows).get((NO, NO), (0, 0)) == (0, 0)


def test_dealers_and_others_are_counted_apart():
    assert counts("dealer_riichi_draw_rate") == {(NO, NO): (2, 2)}
    assert counts("nondealer_riichi_win_rate") == {(NO, NO): (10, 2)}
