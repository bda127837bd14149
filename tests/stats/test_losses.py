from analyzer.stats.losses import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
HANDS = {"end": ["agari", "agari", "agari", "none"], "kyoku": [0, 0, 1, 1]}
SEATS = {
    "delta": [
        [-4100, 8300, -2100, -2100],
        [3000, -1000, -1000, -1000],
        [-1000, 0, 1000, 0],
        [NO] * 4,
    ]
}
WINS = {
    "seat": [1, 0, 2],
    "loser": [NO, NO, 0],
    "points": [8000, 3000, 1000],
    "limit": ["mangan", "none", "none"],
}


DEALT = {
    "hands": {"end": ["agari", "agari"], "kyoku": [0, 2]},
    "seats": {
        "delta": [[-8300, 9300, 0, 0], [1000, 0, -3000, 2000]],
        "riichi_turn": [[NO, 6, NO, NO], [6, NO, 3, NO]],
        "open_melds": [[2, 0, 0, 0], [0, 0, 0, 2]],
    },
    "wins": {
        "hand": [0, 1, 1],
        "seat": [1, 3, 0],
        "loser": [0, 2, 2],
        "way": ["riichi", "open", "riichi"],
        "points": [8000, 2000, 1000],
        "limit": ["mangan", "none", "none"],
    },
}
"""A ron of 8,000 off the open dealer with one honba, and a double ron of 2,000 and 1,000 off a riichi."""


def counts(name, *, players=4, hands=HANDS, seats=SEATS, wins=WINS):
    statistic = next(one for one in STATISTICS if one.name == name)
    rows = rows_of(statistic.grain, players=players, hands=hands, seats=seats, wins=wins)
    return measured(statistic, rows)


def test_a_tsumo_is_suffered_by_all_others():
    assert counts("tsumo_suffered_rate") == {(NO, NO): (12, 6)}
    assert counts("tsumo_suffered_cost") == {(NO, NO): (6, 4100 + 2100 + 2100 + 3000)}


def test_only_the_dealer_is_blown_up_and_only_by_a_mangan():
    assert counts("blown_up_dealer_rate") == {(NO, NO): (6, 1)}
    assert counts("blown_up_dealer_cost") == {(NO, NO): (1, 4100)}


def test_pao_spares_the_others():
    found = counts(
        "tsumo_suffered_cost",
        hands={"end": ["agari"]},
        seats={"delta": [[0, 32000, -32000, 0]]},
        wins={"seat": [1], "loser": [NO], "limit": ["yakuman"]},
    )

    assert found == {(NO, NO): (3, 32000)}


def test_sanma_tsumo_is_suffered_by_two():
    hands = {"end": ["agari"], "kyoku": [0]}
    seats = {"delta": [[-4000, -2000, 6000]]}
    wins = {"seat": [2], "loser": [NO], "limit": ["mangan"]}

    assert counts("tsumo_suffered_rate", players=3, hands=hands, seats=seats, wins=wins) == {(NO, NO): (3, 2)}
    assert counts("blown_up_dealer_rate", players=3, hands=hands, seats=seats, wins=wins) == {
        (NO, NO): (2, 1)
    }


def test_both_values_of_a_double_ron_are_dealt_in_to():
    assert counts("deal_in_points", **DEALT) == {(NO, NO): (2, 8000 + 3000)}


def test_a_double_ron_with_a_value_that_is_not_logged_has_none():
    wins = {**DEALT["wins"], "points": [8000, 2000, NO]}

    assert counts("deal_in_points", **{**DEALT, "wins": wins}) == {(NO, NO): (1, 8000)}


def test_the_cost_has_honba_in_it():
    assert counts("deal_in_cost", **DEALT) == {(NO, NO): (2, 8300 + 3000)}
    assert counts("deal_in_cost_by_state", **DEALT) == {("open", NO): (1, 8300), ("riichi", NO): (1, 3000)}


def test_under_pao_the_seat_that_dealt_in_pays_its_part_only():
    hands = {"end": ["agari"]}
    seats = {"delta": [[-16000, 32000, -16000, 0]]}
    wins = {"seat": [1], "loser": [2], "points": [32000], "yakuman": [1], "limit": ["yakuman"]}

    assert counts("deal_in_cost", hands=hands, seats=seats, wins=wins) == {(NO, NO): (1, 16000)}
    assert counts("deal_in_points", hands=hands, seats=seats, wins=wins) == {(NO, NO): (1, 32000)}


def test_each_ron_of_a_double_ron_is_dealt_in_to():
    assert counts("deal_in_points_by_way", **DEALT) == {("riichi", NO): (2, 9000), ("open", NO): (1, 2000)}


def test_rons_of_the_dealer_and_of_children():
    wins = {**DEALT["wins"], "seat": [1, 3, 0]}
    hands = {"end": ["agari", "agari"], "kyoku": [1, 0]}

    found = counts("deal_in_points_by_dealer", **{**DEALT, "hands": hands, "wins": wins})

    assert found == {("dealer", NO): (2, 9000), ("child", NO): (1, 2000)}
