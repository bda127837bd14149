"""Fu added up by hand from the table of the Riichi wiki, "Fu"; doubtful points as real logs decide them."""

import pytest

from analyzer.settlement.points import FuPart, ScoringRules
from analyzer.settlement.scoring import score_wins
from tests.settlement.winning import TENHOU, win

P = FuPart


def fu_of(facts, rules: ScoringRules = TENHOU):
    """Printed fu, and the parts with their fu."""
    scores = score_wins(facts, rules)
    parts = {FuPart(int(part)): int(fu) for part, fu, _ in scores.fu_parts[0] if part}
    return int(scores.fu[0]), parts


CASES = {
    "pinfu ron": (win("234567m345p56722s", "5s"), 30, {P.BASE: 20, P.CLOSED_RON: 10}),
    "pinfu tsumo": (win("234567m345p56722s", "5s", tsumo=True), 20, {P.BASE: 20}),
    "open hand of pinfu form": (win("567m345p56722s", "5s", "chi 234m"), 30, {P.BASE: 20, P.OPEN_FORM: 10}),
    "open hand of pinfu form, tsumo": (
        win("567m345p56722s", "5s", "chi 234m", tsumo=True),
        30,
        {P.BASE: 20, P.TSUMO: 2},
    ),
    "tanki": (win("234567m345p56722s", "2s"), 40, {P.BASE: 20, P.CLOSED_RON: 10, P.PAIR_WAIT: 2}),
    "kanchan": (
        win("234567m345p56722s", "6s", tsumo=True),
        30,
        {P.BASE: 20, P.TSUMO: 2, P.INNER_WAIT: 2},
    ),
    "penchan, low": (
        win("123567m345p56722s", "3m", riichi=True),
        40,
        {P.BASE: 20, P.CLOSED_RON: 10, P.EDGE_WAIT: 2},
    ),
    "penchan, high": (
        win("234789m345p56722s", "7m", riichi=True),
        40,
        {P.BASE: 20, P.CLOSED_RON: 10, P.EDGE_WAIT: 2},
    ),
    "shanpon by ron is an open triplet": (
        win("222567m345p56799s", "2m", riichi=True),
        40,
        {P.BASE: 20, P.CLOSED_RON: 10, P.OPEN_TRIPLET: 2},
    ),
    "shanpon by tsumo is a closed triplet": (
        win("222567m345p56799s", "2m", tsumo=True),
        30,
        {P.BASE: 20, P.TSUMO: 2, P.CLOSED_TRIPLET: 4},
    ),
    "open triplet of terminals": (
        win("567m345p56722s", "5s", "pon 999m"),
        30,
        {P.BASE: 20, P.OPEN_TRIPLET: 4},
    ),
    "closed triplet of honours": (
        win("567m345p56722s777z", "5s"),
        40,
        {P.BASE: 20, P.CLOSED_RON: 10, P.CLOSED_TRIPLET: 8},
    ),
    "daiminkan of simples": (win("567m345p56722s", "5s", "daiminkan 4444m"), 30, {P.BASE: 20, P.OPEN_KAN: 8}),
    "kakan of honours": (win("567m345p56722s", "5s", "kakan 7777z"), 40, {P.BASE: 20, P.OPEN_KAN: 16}),
    "ankan of simples": (
        win("567m345p56722s", "5s", "ankan 4444m", tsumo=True),
        40,
        {P.BASE: 20, P.TSUMO: 2, P.CLOSED_KAN: 16},
    ),
    "ankan of terminals": (
        win("567m345p56722s", "5s", "ankan 9999m", tsumo=True),
        60,
        {P.BASE: 20, P.TSUMO: 2, P.CLOSED_KAN: 32},
    ),
    "tsumo on a replacement tile": (
        win("567m345p56722s", "5s", "daiminkan 7777z", tsumo=True, rinshan=True),
        40,
        {P.BASE: 20, P.TSUMO: 2, P.OPEN_KAN: 16},
    ),
    "pair of dragons": (
        win("234567m345p567s77z", "5s", riichi=True),
        40,
        {P.BASE: 20, P.CLOSED_RON: 10, P.VALUE_PAIR: 2},
    ),
    "pair of the seat wind": (
        win("234567m345p567s22z", "5s", tsumo=True),
        30,
        {P.BASE: 20, P.TSUMO: 2, P.VALUE_PAIR: 2},
    ),
    "pair of another wind is pinfu": (win("234567m345p567s33z", "5s", tsumo=True), 20, {P.BASE: 20}),
    "seven pairs": (win("1133m2255p668899s", "9s"), 25, {P.SEVEN_PAIRS: 25}),
    "thirteen orphans": (win("19m19p19s12345677z", "7z"), 0, {}),
}


@pytest.mark.parametrize("name", CASES)
def test_fu_add_up_part_by_part(name):
    facts, fu, parts = CASES[name]

    assert fu_of(facts) == (fu, parts)


# Tenhou, csrule [0] 0x00100000: West is a wind of an East round too.
@pytest.mark.parametrize(("seat", "fu", "part"), [("S", 2, P.VALUE_PAIR), ("W", 4, P.DOUBLE_WIND_PAIR)])
def test_a_pair_of_the_second_wind_of_the_round_has_fu_where_the_rules_double_it(seat, fu, part):
    facts = win("222m456p345567s33z", "4s", tsumo=True, seat=seat, round_wind="E")

    _, parts = fu_of(facts, TENHOU._replace(double_round_wind=1))

    assert parts[part] == fu


@pytest.mark.parametrize(("double_wind_fu", "fu"), [(2, 30), (4, 40)])
def test_the_pair_of_both_winds_counts_as_the_rules_say(double_wind_fu, fu):
    facts = win("222m456p345567s11z", "4s", tsumo=True, seat="E")

    found, parts = fu_of(facts, TENHOU._replace(double_wind_fu=double_wind_fu))

    assert found == fu
    assert parts == {
        P.BASE: 20,
        P.TSUMO: 2,
        P.INNER_WAIT: 2,
        P.CLOSED_TRIPLET: 4,
        P.DOUBLE_WIND_PAIR: double_wind_fu,
    }


def test_the_winning_tile_is_put_where_it_pays_most():
    # 23444: as 23 + 44 won on both ends it is pinfu, a han; as 234 + 44 it would be a tanki of 2 fu.
    fu, parts = fu_of(win("456789m456p23444s", "4s"))

    assert (fu, parts) == (30, {P.BASE: 20, P.CLOSED_RON: 10})


def test_parts_name_the_kind_they_are_for():
    scores = score_wins(win("345p56722s", "5s", "kakan 7777z", "pon 999m"), TENHOU)

    assert [tuple(part) for part in scores.fu_parts[0].tolist() if part[0]] == [
        (P.BASE, 20, 255),
        (P.OPEN_KAN, 16, 33),
        (P.OPEN_TRIPLET, 4, 8),
    ]
