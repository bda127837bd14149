"""The score table of the Riichi wiki, "Scoring table", typed in by hand."""

import numpy as np
import pytest

from analyzer.rules import load
from analyzer.settlement.points import base_points, limit_of, rounded_share, scoring_rules, win_points
from tests.settlement.notes import rows
from tests.settlement.winning import TENHOU, value, win

TABLE = rows("settlement/score_table")
MANGAN, SANBAIMAN, YAKUMAN = 1, 4, 5


def base_of(han, fu):
    return base_points(han, fu, limit_of(han, fu, TENHOU.counted_yakuman), TENHOU.kiriage_mangan)


def points(han, fu, *, dealer, tsumo, players=4, even=False):
    base = np.array([base_of(han, fu)], np.int32)
    return win_points(base, np.array([dealer]), np.array([tsumo]), players, even_tsumo=even).tolist()[0]


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


def test_thirteen_han_are_three_mangan_where_no_yakuman_is_counted():
    found = value(win("11223344556677m", "7m", riichi=True, dora=3), TENHOU._replace(counted_yakuman=0))

    assert (found.han, found.limit, found.points) == (14, SANBAIMAN, 24000)


def test_thirteen_han_are_a_counted_yakuman_with_its_yaku():
    found = value(win("11223344556677m", "7m", riichi=True, dora=3))

    assert (found.han, found.limit, found.points) == (14, YAKUMAN, 32000)
    assert len(found.yaku) == 6
    assert found.yakuman == []


@pytest.mark.parametrize(("kiriage", "points"), [(0, 11600), (1, 12000)])
def test_kiriage_rounds_four_han_thirty_fu_up_and_leaves_the_limit(kiriage, points):
    # Chip tables of Tenhou print such a win as 30 fu, 12,000 points, limit 0.
    facts = win("234567m345p56722s", "5s", seat="E", riichi=True, ippatsu=True)

    found = value(facts, TENHOU._replace(kiriage_mangan=kiriage))

    assert (found.han, found.fu, found.points, found.limit) == (4, 30, points, 0)


def test_kiriage_rounds_three_han_sixty_fu_up():
    facts = win("345p56722s", "6s", "daiminkan 7777z", "kakan 5555z", dora=1)

    assert value(facts).fu == 60
    assert value(facts, TENHOU._replace(kiriage_mangan=1)).points == 8000


RARE = [
    pytest.param(win("22299m444p666888s", "9m"), id="suuankou tanki"),
    pytest.param(win("11123455678999m", "5m"), id="pure chuuren"),
    pytest.param(win("19m19p19s12345677z", "7z"), id="kokushi of thirteen waits"),
    pytest.param(win("55p444z", "5p", "pon 111z", "pon 222z", "pon 333z"), id="daisuushii"),
]


@pytest.mark.parametrize("facts", RARE)
@pytest.mark.parametrize(("double", "points"), [(0, 32000), (1, 64000)])
def test_the_rarer_forms_count_twice_where_the_rules_know_double_yakuman(facts, double, points):
    assert value(facts, TENHOU._replace(double_yakuman=double)).points == points


# A real win of Tenhou, yakuman="50,40,42": a dealer's tsumo of 144,000.
@pytest.mark.parametrize(("multiple", "points"), [(1, 144_000), (0, 48_000)])
def test_several_yakuman_add_up_where_the_rules_say(multiple, points):
    facts = win("11122233344555z", "5z", tsumo=True, seat="E", round_wind="S")

    assert value(facts, TENHOU._replace(multiple_yakuman=multiple)).points == points


@pytest.mark.parametrize(
    ("grade", "limit", "points"),
    [(0, 0, 0), (1, MANGAN, 8000), (2, YAKUMAN, 32000), (3, MANGAN, 8000)],
    ids=["off", "mangan", "yakuman", "five han"],
)
def test_renhou_is_worth_what_the_rules_say(grade, limit, points):
    facts = win("123m456p345789s99p", "4s", renhou=True)

    found = value(facts, TENHOU._replace(renhou=grade))

    assert (found.limit, found.points) == (limit, points)


def test_a_hand_above_mangan_is_not_lowered_by_renhou():
    found = value(win("11223344556677m", "7m", renhou=True), TENHOU._replace(renhou=1))

    assert (found.han, found.points) == (10, 16000)


@pytest.mark.parametrize(
    ("facts", "han", "points"),
    [
        pytest.param(win("234567m345678p55s", "4p", renhou=True), 6, 12000, id="beside tanyao"),
        pytest.param(win("234567m345678p55s", "4p", renhou=True, dora=2), 8, 16000, id="beside dora too"),
        pytest.param(win("19m19p19s12345677z", "7z", renhou=True), 13, 32000, id="beside a yakuman"),
    ],
)
def test_renhou_of_five_han_adds_to_what_stands_beside_it(facts, han, points):
    found = value(facts, TENHOU._replace(renhou=3))

    assert (found.han, found.points) == (han, points)


def test_scoring_rules_are_read_from_the_rule_set():
    assert scoring_rules(load("tenhou")) == TENHOU
    assert scoring_rules(load("tenhou-chip")) == TENHOU._replace(kiriage_mangan=1)
