from analyzer.stats.deal_ins import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
HANDS = {"end": ["agari", "agari", "agari", "ryuukyoku", "none"], "kyoku": [0, 1, 2, 3, 4]}
SEATS = {
    "discards": [[9, 9, 9, 8], [9, 8, 8, 8], [5, 5, 6, 5], [18, 18, 17, 17], [1, 0, 0, 0]],
    "riichi_turn": [[NO, 6, NO, NO], [NO] * 4, [6, NO, 3, NO], [NO] * 4, [NO] * 4],
    "open_melds": [[2, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 2], [0] * 4, [0] * 4],
    "tenpai": [[NO] * 4, [False] * 4, [True, False, True, True], [False] * 4, [NO] * 4],
}
WINS = {
    "hand": [0, 1, 2, 2],
    "seat": [1, 2, 3, 0],
    "loser": [0, NO, 2, 2],
    "way": ["riichi", "dama", "open", "riichi"],
    "tile": ["5m", "0p", "1z", "1z"],
    "points": [8000, 4000, 2000, 1000],
    "limit": ["mangan", "none", "none", "none"],
}


def counts(name, *, players=4, hands=HANDS, seats=SEATS, wins=WINS):
    statistic = next(one for one in STATISTICS if one.name == name)
    rows = rows_of(statistic.grain, players=players, hands=hands, seats=seats, wins=wins)
    return measured(statistic, rows)


def test_two_winners_are_one_deal_in_of_one_hand():
    assert counts("deal_in_rate") == {(NO, NO): (16, 2)}


def test_wins_less_deal_ins():
    assert counts("win_minus_deal_in") == {(NO, NO): (16, 4 - 2)}


def test_the_discard_that_was_won_on_is_counted():
    assert counts("deal_in_turn_mean") == {(NO, NO): (2, 9 + 6)}
    assert counts("deal_in_turn") == {(NO, 6): (2, 1), (NO, 9): (2, 1)}


def test_own_states_of_those_who_dealt_in():
    assert counts("deal_in_state") == {(NO, "open"): (2, 1), (NO, "riichi"): (2, 1)}


def test_tenpai_is_asked_only_where_a_rule_set_judged():
    assert counts("deal_in_tenpai_rate") == {(NO, NO): (1, 1)}


def test_each_winner_of_a_double_ron_is_dealt_in_to():
    assert counts("deal_in_to_way") == {(NO, "riichi"): (3, 2), (NO, "open"): (3, 1)}
    assert counts("deal_in_limit") == {(NO, "mangan"): (3, 1), (NO, "none"): (3, 2)}
    assert counts("deal_in_tile") == {(NO, "5m"): (3, 1), (NO, "1z"): (3, 2)}


def test_who_declared_riichi_was_forced():
    assert counts("unforced_deal_in_to_way") == {(NO, "riichi"): (1, 1)}


def test_rons_of_the_dealer():
    wins = {**WINS, "seat": [1, 2, 3, 0], "loser": [0, NO, 1, 1]}
    hands = {**HANDS, "kyoku": [1, 1, 3, 3, 4]}

    assert counts("deal_in_to_dealer_rate", hands=hands, wins=wins) == {(NO, NO): (3, 2)}


def test_seats_of_winners_seen_from_the_loser():
    assert counts("deal_in_relation") == {(NO, "shimocha"): (3, 2), (NO, "toimen"): (3, 1)}


def test_sanma_has_no_toimen():
    hands = {"end": ["agari", "agari"]}
    wins = {"hand": [0, 1], "seat": [1, 0], "loser": [0, 1]}

    found = counts("deal_in_relation", players=3, hands=hands, seats={}, wins=wins)

    assert found == {(NO, "shimocha"): (2, 1), (NO, "kamicha"): (2, 1)}
