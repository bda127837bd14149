"""One hand scored alone: as two public packages score it, as tables print it, and what is refused."""

from __future__ import annotations

import pytest

import analyzer
from analyzer.errors import UserMistake
from analyzer.explain.scored import NoSuchWin, score
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import PlayKind, mpsz, tile_text
from tests.settlement.generated_wins import generated_wins
from tests.settlement.second_opinions import (
    DORA,
    NO_YAKU_OPINION,
    Opinion,
    as_riichienv,
    by_mahjong,
    by_riichienv,
)

WINS = generated_wins(150, seed=7)
WORDS = {
    1: "riichi",
    21: "double riichi",
    2: "ippatsu",
    3: "chankan",
    4: "rinshan",
    5: "haitei",
    6: "houtei",
    37: "tenhou",
    38: "chiihou",
}


def meld_text(kind, tiles):
    return f"{PlayKind(kind).name.lower()} {mpsz(tiles)}"


def ours(win):
    """A generated win scored by its texts."""
    concealed = list(win.concealed)
    concealed.remove(win.machi)
    try:
        found = score(
            mpsz(concealed),
            tile_text(win.machi),
            "tenhou" if win.players == 4 else "tenhou-sanma",
            seat_wind="ESWN"[win.seat_wind - 27],
            round_wind="ESWN"[win.kyoku // 4],
            tsumo=win.is_tsumo,
            melds=[meld_text(kind, tiles) for kind, tiles in win.melds],
            situation=[WORDS[one] for one in win.ids],
            indicators=mpsz(win.indicators),
            ura=mpsz(win.ura_indicators),
            kita=win.kita,
        )
    except NoSuchWin as none:
        return NO_YAKU_OPINION if none.invalid.no_win == "no-yaku" else none.invalid.no_win
    ids = frozenset(yaku.id for yaku in found.yaku) - DORA
    return Opinion(13 * found.yakuman or found.han, found.fu, found.points, ids)


@pytest.fixture(scope="module")
def scored():
    return [(win, ours(win)) for win in WINS]


def test_generated_hands_are_worth_the_same_to_the_package_mahjong(scored):
    pytest.importorskip("mahjong")

    differing = [(win.where, found, by_mahjong(win)) for win, found in scored if found != by_mahjong(win)]

    assert differing == []
    assert {found == NO_YAKU_OPINION for _, found in scored} == {True, False}


def test_generated_hands_are_worth_the_same_to_riichienv(scored):
    pytest.importorskip("riichienv")

    pairs = [(win.where, as_riichienv(found), by_riichienv(win)) for win, found in scored]

    assert [pair for pair in pairs if pair[1] != pair[2]] == []


TABLE = "Riichi wiki, Scoring table"
CHILD = {"seat_wind": "S", "round_wind": "E"}
DEALER = {"seat_wind": "E", "round_wind": "E"}
PINFU = ("234m567m345p67s55s", "8s")
DRAGONS = ("pon 555z from 3", "pon 666z from 2", "pon 777z from 3")
CASES = [
    # Han, fu, points, payments East first; the source of the numbers.
    pytest.param(PINFU, "tenhou", CHILD, (2, 30, 2000), (0, 2000, -2000, 0), id=f"{TABLE}: 2 han 30 fu"),
    pytest.param(
        PINFU, "tenhou", DEALER, (2, 30, 2900), (2900, -2900, 0, 0), id=f"{TABLE}: 2 han 30 fu, dealer"
    ),
    pytest.param(
        PINFU, "tenhou", CHILD | {"tsumo": True}, (3, 20, 2700), (-1300, 2700, -700, -700),
        id=f"{TABLE}: 3 han 20 fu, 700/1300",
    ),
    pytest.param(
        ("1133m2255p66889s", "9s"), "tenhou", CHILD, (2, 25, 1600), (0, 1600, -1600, 0),
        id=f"{TABLE}: 2 han 25 fu",
    ),
    pytest.param(
        PINFU, "tenhou", CHILD | {"situation": "riichi, ippatsu"}, (4, 30, 7700), (0, 7700, -7700, 0),
        id=f"{TABLE}: 4 han 30 fu",
    ),
    pytest.param(
        PINFU, "wrc", CHILD | {"situation": "riichi, ippatsu"}, (4, 30, 8000), (0, 8000, -8000, 0),
        id="World Riichi Championship Rules: 4 han 30 fu is rounded up to a mangan",
    ),
    pytest.param(
        ("11z123m456p57789s", "6s"), "tenhou", DEALER | {"situation": ["riichi"]}, (1, 40, 2000),
        (2000, -2000, 0, 0), id="Riichi wiki, Fu: a pair of the double wind gives 4 fu, 36 in all",
    ),
    pytest.param(
        ("19m19p19s1234567z", "1m"), "tenhou", DEALER | {"tsumo": True, "situation": "tenhou"},
        (0, 0, 96000), (96000, -32000, -32000, -32000), id="Riichi wiki, Yakuman: several add up",
    ),
    pytest.param(
        ("2s", "2s"), "tenhou",
        CHILD | {"melds": [*DRAGONS, "chi 345s from 0"], "honba": 1},
        (0, 40, 32000), (0, 32300, -16000, -16300),
        id="Tenhou's rule page: the liable seat pays a half of a ron off another, and the honba",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("tiles", "rules", "how", "value", "deltas"), CASES)
def test_a_hand_is_worth_what_its_source_says(tiles, rules, how, value, deltas):
    found = score(*tiles, rules, **how)

    assert (found.han, found.fu, found.points) == value
    assert found.deltas == deltas


def test_yaku_fu_and_limit_are_named():
    found = score("340678m2s", "2s", "tenhou", melds=["ankan 9999p", "pon 888s"], **CHILD | {"tsumo": True,
        "situation": "rinshan"}, indicators="4m8p")  # fmt: skip

    assert [(one.name, one.id, one.han, one.yakuman) for one in found.yaku] == [
        ("rinshan", Yaku.RINSHAN, 1, 0),
        ("dora", Yaku.DORA, 5, 0),
        ("aka dora", Yaku.AKA_DORA, 1, 0),
    ]
    assert [(one.name, one.tile, one.fu) for one in found.fu_parts] == [
        ("base", None, 20),
        ("pair wait", None, 2),
        ("closed kan", "9p", 32),
        ("open triplet", "8s", 2),
        ("tsumo", None, 2),
    ]
    assert (found.limit, found.yakuman, found.winner, found.loser, found.tile) == (
        "haneman",
        0,
        1,
        None,
        "2s",
    )
    assert found.is_certain


def test_the_tile_drawn_for_a_kita_wins_with_rinshan():
    """Tenhou replaces a kita from the dead wall, as a kan, and its logs give rinshan for that tile."""
    won = {"seat_wind": "S", "round_wind": "E", "tsumo": True, "situation": "rinshan"}
    found = score("123456789p11s99p", "9p", "tenhou-sanma", kita=1, **won)

    # 1 han each for rinshan and menzen tsumo, 2 for ittsuu, 1 for the north set aside.
    assert [(one.id, one.han) for one in found.yaku] == [
        (Yaku.RINSHAN, 1),
        (Yaku.MENZEN_TSUMO, 1),
        (Yaku.ITTSUU, 2),
        (Yaku.DORA, 1),
    ]
    with pytest.raises(UserMistake, match="rinshan does not go with a hand without a kan or kita"):
        score("123456789p11s99p", "9p", "tenhou-sanma", **won)


def test_tiles_that_three_players_do_not_have_are_refused():
    with pytest.raises(UserMistake, match=r"^hand: 5m: a game of three players has no 2m to 8m$"):
        score("123456789p11s55m", "5m", "tenhou-sanma", seat_wind="S", round_wind="E")


def test_sticks_go_to_the_winner_and_honba_come_from_the_loser():
    found = score(*PINFU, "tenhou", **CHILD, honba=2, sticks=3, loser="W")

    assert found.deltas == (0, 5600, -2600, 0)


@pytest.mark.parametrize(
    ("tiles", "how", "no_win"),
    [
        (("123m456p789s1133z", "3z"), {}, "no-yaku"),
        (("123m456p789s1122z", "3z"), {}, "noten"),
        (("234m678p345s4477z", "7z"), {"seat_wind": "W"}, None),
    ],
)
def test_a_hand_that_is_no_win_says_why(tiles, how, no_win):
    if no_win is None:
        assert score(*tiles, "tenhou", **CHILD | how).han == 1
        return
    with pytest.raises(NoSuchWin, match=rf"no win \({no_win}\)") as told:
        score(*tiles, "tenhou", **CHILD | how)

    assert told.value.invalid.no_win == no_win
    assert told.value.invalid.reason.met is False


@pytest.mark.parametrize(
    ("tiles", "how", "message"),
    [
        (PINFU, {"situation": "rinshan"}, "situation: rinshan does not go with a ron"),
        (PINFU, {"situation": "houtei", "tsumo": True}, "situation: houtei does not go with a tsumo"),
        (PINFU, {"situation": "ippatsu"}, "situation: ippatsu does not go with a hand without riichi"),
        (PINFU, {"situation": "tenhou", "tsumo": True}, "situation: tenhou does not go with a child"),
        (
            PINFU,
            {"situation": "rinshan", "tsumo": True},
            "rinshan does not go with a hand without a kan or kita",
        ),
        (PINFU, {"situation": "riichi, double riichi"}, "riichi does not go with double riichi"),
        (PINFU, {"situation": "richi"}, "'richi' is not known; known are riichi, double riichi"),
        (PINFU, {"seat_wind": "Q"}, "seat_wind: expected one of E, S, W, N, found 'Q'"),
        (PINFU, {"round_wind": "East"}, "'East1.0' is not a kyoku"),
        (PINFU, {"honba": -1}, "honba: expected a whole number from 0, found -1"),
        (PINFU, {"honba": 1.5}, "honba: expected a whole number from 0, found 1.5"),
        (PINFU, {"kita": 1}, "kita: expected none, for tenhou is for 4 players"),
        (PINFU, {"loser": "S"}, "seat 1 calls ron on its own tile"),
        (PINFU, {"melds": ["pon 777z"]}, "seat.1: tehai: expected 10 tiles, found 13"),
        (PINFU, {"melds": ["pon 776z"]}, "melds: 776z are not the tiles of a pon"),
        (PINFU, {"indicators": "9z"}, "9z"),
        (("5555m123p123s789s", "5m"), {}, "more copies of 5m than there are"),
        ((PINFU[0], "0z"), {}, "0z"),
        ((PINFU[0], "88s"), {}, "88s"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tiles, how, message):
    with pytest.raises(UserMistake) as told:
        score(*tiles, "tenhou", **CHILD | how)

    assert message in str(told.value)
    assert str(told.value).startswith("hand: ")
    assert "\n" not in str(told.value)


def test_melds_are_a_list_or_one_text():
    listed = score("345m67p22s", "8p", "tenhou", melds=["chi 234m", "pon 777z"], **CHILD)
    one_text = score("345m67p22s", "8p", "tenhou", melds="chi 234m, pon 777z", **CHILD)

    assert one_text == listed
    assert [yaku.name for yaku in listed.yaku] == ["chun"]


def test_an_open_hand_has_no_riichi():
    with pytest.raises(UserMistake, match="riichi does not go with an open hand"):
        score("234m567m345p55s", "5s", "tenhou", melds=["chi 678s"], situation="riichi", **CHILD)


def test_the_public_face_has_it():
    assert analyzer.score is score
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        _ = analyzer.scores


def test_fu_that_belong_to_no_tile_name_none():
    won = {"tehai": "234567m345p55s67s", "riichi": 5}
    hand = {"kyoku": "E1.0", "left": 20, "last": "discard 0 8s", "ron": [1], "seat": {1: won}}

    reasons = analyzer.settle(hand, "tenhou").to_dict()["reasons"]
    assert [reason["facts"] for reason in reasons if reason["why"] == "fu"] == [
        {"part": "base", "fu": 20},
        {"part": "closed ron", "fu": 10},
    ]
