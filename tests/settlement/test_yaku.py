"""One hand for every yaku, each list written by hand from the definitions of the Riichi wiki, "Yaku"."""

import numpy as np
import pytest

from analyzer.settlement.win_columns import WinShape
from analyzer.settlement.yaku_names import (
    HAN_CLOSED,
    HAN_OPEN,
    LISTED_LAST,
    LISTED_YAKU,
    LISTED_YAKUMAN,
    YAKUHAI_PLACE,
    Yaku,
)
from analyzer.vocabulary import NO_TILE
from tests.settlement.winning import TENHOU, value, win

Y = Yaku

# A hand without any yaku: 123m 456p 789s 345s 99p, won on the middle tile of 345s.
PLAIN = ("123m456p345789s99p", "4s")

ORDINARY = {
    "tsumo": (win(*PLAIN, tsumo=True), [(Y.MENZEN_TSUMO, 1)]),
    "riichi": (win(*PLAIN, riichi=True), [(Y.RIICHI, 1), (Y.URA_DORA, 0)]),
    "ippatsu": (win(*PLAIN, riichi=True, ippatsu=True), [(Y.RIICHI, 1), (Y.IPPATSU, 1), (Y.URA_DORA, 0)]),
    "double riichi": (
        win(*PLAIN, riichi=True, double_riichi=True),
        [(Y.DOUBLE_RIICHI, 2), (Y.URA_DORA, 0)],
    ),
    "chankan": (win(*PLAIN, chankan=True), [(Y.CHANKAN, 1)]),
    "rinshan": (
        win("123m345789s99p", "4s", "ankan 2222p", tsumo=True, rinshan=True),
        [(Y.RINSHAN, 1), (Y.MENZEN_TSUMO, 1)],
    ),
    "haitei": (win(*PLAIN, tsumo=True, haitei=True), [(Y.HAITEI, 1), (Y.MENZEN_TSUMO, 1)]),
    "houtei": (win(*PLAIN, houtei=True), [(Y.HOUTEI, 1)]),
    "pinfu": (win("123m456p345789s99p", "5s"), [(Y.PINFU, 1)]),
    "no pinfu with a pair of the seat wind": (
        win("123m456p345789s22z", "5s", riichi=True),
        [(Y.RIICHI, 1), (Y.URA_DORA, 0)],
    ),
    "tanyao": (win("234m456p345678s88p", "4s"), [(Y.TANYAO, 1)]),
    "tanyao open": (win("456p345678s88p", "4s", "chi 234m"), [(Y.TANYAO, 1)]),
    "iipeikou": (win("112233m456p789s99p", "8s"), [(Y.IIPEIKOU, 1)]),
    "seat wind": (win("123m456p789s99p", "8s", "pon 222z"), [(Y.SEAT_SOUTH, 1)]),
    "round wind": (win("123m456p789s99p", "8s", "pon 111z"), [(Y.ROUND_EAST, 1)]),
    "wind of seat and round": (
        win("123m456p789s99p", "8s", "pon 111z", seat="E"),
        [(Y.ROUND_EAST, 1), (Y.SEAT_EAST, 1)],
    ),
    "north as round wind": (
        win("123m456p789s99p", "8s", "pon 444z", round_wind="N"),
        [(Y.ROUND_NORTH, 1)],
    ),
    "haku": (win("123m456p789s99p", "8s", "pon 555z"), [(Y.HAKU, 1)]),
    "hatsu": (win("123m456p789s99p", "8s", "ankan 6666z"), [(Y.HATSU, 1)]),
    "chun": (win("123m456p789s99p", "8s", "kakan 7777z"), [(Y.CHUN, 1)]),
    "dragons follow the sets, concealed part first": (
        win("123m456p99s777z", "5p", "pon 555z"),
        [(Y.CHUN, 1), (Y.HAKU, 1)],
    ),
    "dragons follow the calls": (
        win("123m456p99s", "5p", "pon 777z", "pon 555z"),
        [(Y.CHUN, 1), (Y.HAKU, 1)],
    ),
    "chiitoitsu": (win("1133m2255p668899s", "9s"), [(Y.CHIITOITSU, 2)]),
    "chanta": (win("123m789p123999s11z", "2m", round_wind="S"), [(Y.CHANTA, 2)]),
    "chanta open": (win("789p123999s11z", "8p", "chi 123m", round_wind="S"), [(Y.CHANTA, 1)]),
    "ittsuu": (win("123456789m345p22s", "4p"), [(Y.ITTSUU, 2)]),
    "ittsuu open": (win("456789m345p22s", "4p", "chi 123m"), [(Y.ITTSUU, 1)]),
    "sanshoku": (win("234m234p234678s99m", "7s"), [(Y.SANSHOKU, 2)]),
    "sanshoku open": (win("234p234678s99m", "7s", "chi 234m"), [(Y.SANSHOKU, 1)]),
    "sanshoku doukou": (win("222p222345s99m", "9m", "pon 222m"), [(Y.SANSHOKU_DOUKOU, 2)]),
    "sankantsu": (
        win("789p99s", "8p", "daiminkan 2222m", "ankan 4444p", "kakan 6666s"),
        [(Y.SANKANTSU, 2)],
    ),
    "toitoi": (win("666888s99m", "8s", "pon 222m", "pon 444p"), [(Y.TOITOI, 2)]),
    "sanankou": (win("55222m444p666789s", "8s"), [(Y.SANANKOU, 2)]),
    "sanankou with a closed kan, the open set beside it": (
        win("22255m444p", "5m", "ankan 6666s", "chi 789s"),
        [(Y.SANANKOU, 2)],
    ),
    "shousangen": (
        win("123m456p66677z", "5p", "pon 555z"),
        [(Y.SHOUSANGEN, 2), (Y.HATSU, 1), (Y.HAKU, 1)],
    ),
    "honroutou": (win("111999s33z", "9s", "pon 111m", "pon 999p"), [(Y.TOITOI, 2), (Y.HONROUTOU, 2)]),
    "honroutou as seven pairs": (
        win("1199m1199p1199s11z", "1z"),
        [(Y.CHIITOITSU, 2), (Y.HONROUTOU, 2)],
    ),
    "ryanpeikou, never seven pairs": (win("223344m556677p99s", "9s"), [(Y.RYANPEIKOU, 3)]),
    "three equal runs read as triplets, which pays more": (
        win("444555666m123p11z", "2p", riichi=True),
        [(Y.RIICHI, 1), (Y.SANANKOU, 2), (Y.URA_DORA, 0)],
    ),
    "junchan": (win("123m11789p123999s", "2m"), [(Y.JUNCHAN, 3)]),
    "junchan open": (win("11789p123999s", "8p", "chi 123m"), [(Y.JUNCHAN, 2)]),
    "honitsu": (win("123345678999m33z", "7m"), [(Y.HONITSU, 3)]),
    "honitsu open": (win("345678999m33z", "7m", "chi 123m"), [(Y.HONITSU, 2)]),
    "chinitsu": (win("12334567888999m", "7m"), [(Y.CHINITSU, 6)]),
    "chinitsu open": (win("34567888999m", "7m", "chi 123m"), [(Y.CHINITSU, 5)]),
    "dora last, in the order dora, red, ura": (
        win(*PLAIN, tsumo=True, riichi=True, dora=2, aka=1, ura=3),
        [(Y.RIICHI, 1), (Y.MENZEN_TSUMO, 1), (Y.DORA, 2), (Y.AKA_DORA, 1), (Y.URA_DORA, 3)],
    ),
    "kita within the dora": (
        win(*PLAIN, tsumo=True, players=3, dora=1, kita=2),
        [(Y.MENZEN_TSUMO, 1), (Y.DORA, 3)],
    ),
}

YAKUMAN = {
    "tenhou": (win(*PLAIN, tsumo=True, seat="E", tenhou=True), [Y.TENHOU]),
    "chiihou": (win(*PLAIN, tsumo=True, chiihou=True), [Y.CHIIHOU]),
    "daisangen": (win("123m99p", "2m", "pon 555z", "pon 666z", "kakan 7777z"), [Y.DAISANGEN]),
    "suuankou": (win("22299m444p666888s", "8s", tsumo=True), [Y.SUUANKOU]),
    "suuankou tanki": (win("22299m444p666888s", "9m"), [Y.SUUANKOU_TANKI]),
    "tsuuiisou": (win("33366z", "6z", "pon 111z", "pon 222z", "pon 555z"), [Y.TSUUIISOU]),
    "tsuuiisou as seven pairs": (win("11223344556677z", "7z"), [Y.TSUUIISOU]),
    "ryuuiisou": (win("223344666888s66z", "3s"), [Y.RYUUIISOU]),
    "chinroutou": (win("999p11s", "1s", "pon 111m", "pon 999m", "pon 111p"), [Y.CHINROUTOU]),
    "chuuren": (win("11123455678999m", "1m"), [Y.CHUUREN]),
    "pure chuuren": (win("11123455678999m", "5m"), [Y.PURE_CHUUREN]),
    "kokushi": (win("19m19p19s12345677z", "1m"), [Y.KOKUSHI]),
    "kokushi of thirteen waits": (win("19m19p19s12345677z", "7z"), [Y.KOKUSHI_THIRTEEN]),
    "daisuushii": (win("55p444z", "5p", "pon 111z", "pon 222z", "pon 333z"), [Y.DAISUUSHII]),
    "shousuushii": (win("123m44z", "2m", "pon 111z", "pon 222z", "pon 333z"), [Y.SHOUSUUSHII]),
    "suukantsu": (
        win("99m", "9m", "ankan 2222m", "ankan 4444p", "daiminkan 6666s", "kakan 8888s"),
        [Y.SUUKANTSU],
    ),
    "three at once, in the order of a real log": (
        win("11122233344555z", "5z", tsumo=True),
        [Y.SHOUSUUSHII, Y.SUUANKOU, Y.TSUUIISOU],
    ),
}


@pytest.mark.parametrize("name", ORDINARY)
def test_a_hand_has_its_yaku_in_the_order_of_a_log(name):
    facts, expected = ORDINARY[name]

    found = value(facts)

    assert found.yaku == expected
    assert found.han == sum(han for _, han in expected)
    assert found.yakuman == []


@pytest.mark.parametrize("name", YAKUMAN)
def test_a_yakuman_stands_without_ordinary_yaku_or_dora(name):
    facts, expected = YAKUMAN[name]

    found = value(facts._replace(dora=facts.dora + 2))

    assert found.yakuman == expected
    assert found.yaku == []
    assert found.limit == 5
    assert found.han == 13 * len(expected)


def test_ron_on_the_fourth_triplet_is_toitoi_and_sanankou_but_no_suuankou():
    found = value(win("22299m444p666888s", "8s"))

    assert found.yaku == [(Y.SANANKOU, 2), (Y.TOITOI, 2)]


def test_open_tanyao_needs_kuitan():
    found = value(win("456p345678s88p", "4s", "chi 234m"), TENHOU._replace(kuitan=0))

    assert found.yaku == []
    assert (found.han, found.points) == (0, 0)


# Tenhou, csrule [0] 0x00100000 (Longhorn-Riichi/InjusticeJudge, example_arml_game.json): East and West in an
# East round, South and North in a South round.
@pytest.mark.parametrize(
    ("round_wind", "tiles", "expected"),
    [
        ("E", "333z", [Y.ROUND_WEST]),
        ("E", "444z", []),
        ("S", "444z", [Y.ROUND_NORTH]),
        ("S", "333z", []),
    ],
)
def test_the_wind_across_is_a_wind_of_the_round_too_where_the_rules_double_it(round_wind, tiles, expected):
    facts = win("456p345789s99p", "4s", f"pon {tiles}", seat="E", round_wind=round_wind)

    assert value(facts, TENHOU._replace(double_round_wind=1)).yaku == [(yaku, 1) for yaku in expected]
    assert value(facts).yaku == []


def test_a_wind_of_the_seat_that_is_the_second_of_the_round_counts_twice():
    facts = win("456p345789s99p", "4s", "pon 333z", seat="W", round_wind="E")

    found = value(facts, TENHOU._replace(double_round_wind=1))

    assert found.yaku == [(Y.ROUND_WEST, 1), (Y.SEAT_WEST, 1)]


def test_no_ippatsu_where_the_rules_have_none():
    found = value(win(*PLAIN, riichi=True, ippatsu=True), TENHOU._replace(ippatsu=0))

    assert found.yaku == [(Y.RIICHI, 1), (Y.URA_DORA, 0)]


def test_no_ura_are_listed_where_the_rules_have_none():
    found = value(win(*PLAIN, riichi=True), TENHOU._replace(lists_ura=0))

    assert found.yaku == [(Y.RIICHI, 1)]


def test_a_hand_without_yaku_is_worth_nothing_whatever_its_dora():
    found = value(win("456p345789s99p", "4s", "chi 123m", dora=5, aka=1))

    assert found.shape == WinShape.STANDARD
    assert found.yaku == []
    assert (found.han, found.points) == (0, 0)


def test_chinitsu_beats_the_seven_pairs_of_the_same_tiles():
    found = value(win("11223344556677m", "7m"))

    assert found.yaku == [(Y.PINFU, 1), (Y.RYANPEIKOU, 3), (Y.CHINITSU, 6)]


@pytest.mark.parametrize("kind", [33, NO_TILE // 4])
def test_a_damaged_log_that_wins_on_no_tile_of_the_hand_has_no_nine_gates(kind):
    on_its_tile = win("11123456789999m", "9m")
    found = value(on_its_tile._replace(win_kind=np.array([kind], np.uint8)))

    assert value(on_its_tile).yakuman == [Y.PURE_CHUUREN]
    assert found.yakuman == []


def test_every_id_has_a_name_a_value_and_a_place_in_a_list():
    listed = [*LISTED_YAKU, *LISTED_LAST, *LISTED_YAKUMAN]
    yakuhai = set(range(Yaku.SEAT_EAST, Yaku.CHUN + 1))

    assert len(HAN_CLOSED) == len(HAN_OPEN) == len(Yaku) == 55
    assert sorted({*listed, *yakuhai} - {YAKUHAI_PLACE}) == list(range(55))
    assert all(opened in (closed, closed - 1, 0) for closed, opened in zip(HAN_CLOSED, HAN_OPEN, strict=True))
