"""The score table of the Riichi wiki, "Scoring table", typed in by hand."""

import pytest

from analyzer.rules import load
from analyzer.settlement.points import base_points, limit_of, rounded_share, scoring_rules, win_points
from tests.settlement.notes import rows
from tests.settlement.winning import TENHOU

TABLE = rows("settlement/score_table")


def base_of(han, fu):
    return base_points(han, fu, limit_of(han, fu, TENHOU.counted_yakuman), TENHOU.kiriage_mangan)


def points(han, fu, *, dealer, tsumo, players=4, even=False):
    return win_points(base_of(han, fu), int(dealer), int(tsumo), players, int(even))


@pytest.mark.parametrize("row", TABLE, ids=[f"{row['han']} han {row['fu']} fu" for row in TABLE])
def test_a_win_pays_what_the_table_says(row):
    han, fu = row["han"], row["fu"]

    if "ron" in row:
        assert [points(han, fu, dealer=dealer, tsumo=False) for dealer in (False, True)] == row["ron"]
    if "tsumo" in row:
        child, dealer, to_dealer = row["tsumo"]
        assert rounded_share(base_of(han, fu)) == child
        assert points(han, fu, dealer=False, tsumo=True) == 2 * child + dealer
        assert points(han, fu, dealer=True, tsumo=True) == 3 * to_dealer


# Tenhou, three players: haneman 9,000, sanbaiman 18,000, yakuman 24,000 for a child.
@pytest.mark.parametrize(("han", "due"), [(6, 9000), (11, 18000), (13, 24000)])
def test_nobody_pays_for_the_missing_fourth_player_of_a_tsumo(han, due):
    assert points(han, 30, dealer=False, tsumo=True, players=3) == due


# Longhorn-Riichi/InjusticeJudge, example_arml_game.json, csrule bit 0x00800000: a mangan is 4000/4000.
@pytest.mark.parametrize(
    ("han", "dealer", "due"), [(5, False, 8000), (5, True, 12_000), (6, False, 12_000), (13, False, 32_000)]
)
def test_two_payers_halve_the_value_of_a_ron_where_a_tsumo_is_split_evenly(han, dealer, due):
    assert points(han, 30, dealer=dealer, tsumo=True, players=3, even=True) == due


def test_four_players_never_split_a_tsumo_evenly():
    assert points(5, 30, dealer=False, tsumo=True, even=True) == 8000
    assert points(4, 30, dealer=False, tsumo=True, even=True) == 3900 + 2 * 2000


@pytest.mark.parametrize(
    ("han", "fu", "limit"),
    [
        *((4, 30, 0), (3, 60, 0), (3, 70, 1), (4, 40, 1), (5, 20, 1)),
        *((6, 20, 2), (7, 20, 2), (8, 20, 3), (10, 20, 3)),
        *((11, 20, 4), (12, 20, 4), (13, 20, 5), (40, 20, 5)),
    ],
)
def test_limits_by_han_and_fu(han, fu, limit):
    assert limit_of(han, fu, 1) == limit


def test_scoring_rules_are_read_from_the_rule_set():
    assert scoring_rules(load("tenhou")) == TENHOU
    assert scoring_rules(load("tenhou-chip")) == TENHOU._replace(kiriage_mangan=1)
