import pytest

from analyzer.stats.riichi_turns import STATISTICS
from tests.stats.measuring import measured
from tests.stats.riichi_hands import of, riichi_rows

NO = None
POPULATIONS = (
    "riichi",
    "dealer_riichi",
    "nondealer_riichi",
    "first_riichi",
    "chasing_riichi",
    "chased_riichi",
)
OUTCOMES = ("ron", "tsumo", "deal_in", "tsumo_against", "lateral", "draw")


def counts(name):
    return measured(of(STATISTICS, name), riichi_rows("seats"))


def totals(name):
    return {turn: total for (turn, _), (_, total) in counts(name).items()}


def test_the_catalogue_has_42_balances_and_36_rates_by_turn():
    names = {statistic.name for statistic in STATISTICS}

    balances = {
        f"{one}{end}_gain_by_turn" for one in POPULATIONS for end in ("", *(f"_{end}" for end in OUTCOMES))
    }
    rates = {f"{one}_{end}_rate_by_turn" for one in POPULATIONS for end in OUTCOMES}

    assert (len(balances), len(rates)) == (42, 36)
    assert balances | rates <= names


def test_riichi_by_turn():
    """Turns 5 8, 4 6 7, 3 9, 2 3 4 5 and 10; the one of the cut hand is left out."""
    assert counts("riichi_turn") == {
        (NO, turn): (12, many)
        for turn, many in {2: 1, 3: 2, 4: 2, 5: 2, 6: 1, 7: 1, 8: 1, 9: 1, 10: 1}.items()
    }


def test_accepted_riichi_by_turn_leave_out_the_ronned_declaration():
    assert (NO, 8) not in counts("accepted_riichi_turn")
    assert counts("accepted_riichi_turn")[NO, 5] == (11, 2)


def test_chased_by_turn_and_chased_by_an_accepted_riichi():
    """Seat 1 of hand 0 was followed by the declaration it won on, which was not accepted."""
    assert counts("chased_riichi_turn")[NO, 5] == (7, 1)
    assert (NO, 5) not in counts("riichi_chased_by_accepted_turn")
    assert counts("riichi_chased_by_accepted_turn")[NO, 4] == (6, 2)


def test_accepted_first_and_chasing_riichi_by_turn():
    assert counts("accepted_first_riichi_turn")[NO, 5] == (5, 1)
    assert counts("accepted_chasing_riichi_turn")[NO, 9] == (6, 1)
    assert (NO, 8) not in counts("accepted_chasing_riichi_turn")


def test_turn_of_dealers_counts_those_without_riichi_as_0():
    """Five hands with a result; seat 0 deals and declares on turn 4 and on turn 2."""
    assert counts("riichi_turn_of_dealers") == {(NO, 0): (5, 3), (NO, 2): (5, 1), (NO, 4): (5, 1)}
    assert counts("riichi_turn_of_nondealers")[NO, 0] == (15, 5)


def test_outcomes_are_shares_of_the_riichi_of_that_turn():
    """On turn 3 seat 1 of hand 2 won by ron, and seat 1 of hand 3 came to the abortive draw."""
    assert counts("riichi_ron_rate_by_turn")[3, NO] == (2, 1)
    assert counts("riichi_draw_rate_by_turn")[3, NO] == (2, 1)
    assert counts("riichi_lateral_rate_by_turn")[9, NO] == (1, 1)
    assert counts("riichi_tsumo_against_rate_by_turn")[10, NO] == (1, 1)
    assert counts("riichi_deal_in_rate_by_turn")[8, NO] == (1, 1)


def test_balances_by_turn_pay_the_own_stick():
    assert counts("riichi_gain_by_turn")[3, NO] == (2, 4900 - 1000)
    assert counts("riichi_ron_gain_by_turn") == {(3, NO): (1, 4900), (5, NO): (1, 8000)}
    assert counts("riichi_draw_gain_by_turn")[4, NO] == (2, 0 - 1000)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_dealers_and_others_together_are_all_riichi(outcome):
    both = totals(f"dealer_riichi_{outcome}_rate_by_turn"), totals(f"nondealer_riichi_{outcome}_rate_by_turn")

    together = {turn: both[0].get(turn, 0) + both[1].get(turn, 0) for turn in {*both[0], *both[1]}}

    assert together == totals(f"riichi_{outcome}_rate_by_turn")
