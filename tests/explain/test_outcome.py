"""The end of a hand as a record: its words, and where what is claimed differs from what is computed."""

from __future__ import annotations

import pytest

from analyzer.explain.outcome import Outcome, Win, claimed_outcome, differences
from tests.hands import Hand

RON = Win(
    winner=1,
    loser=0,
    kind=4,
    yaku=(("riichi", 1), ("dora", 2)),
    han=3,
    fu=40,
    limit=0,
    points=5200,
    deltas=(-5200, 5200, 0, 0),
    liable=None,
)
WON = Outcome("win", (RON,), None, RON.deltas)
DRAWN = Outcome("exhaustive", (), (0, 2), (1500, -1500, 1500, -1500))
ABORTED = Outcome("suukaikan", (), None, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("win", "way", "yaku", "worth"),
    [
        (RON, "ron off seat 0 on 5m", "riichi 1, dora 2", "3 han 40 fu, 5,200 points"),
        (
            RON._replace(loser=1, limit=1, points=8000, han=5, yaku=(("honitsu", 3),)),
            "tsumo on 5m",
            "honitsu 3",
            "5 han 40 fu, mangan, 8,000 points",
        ),
        (
            RON._replace(yaku=(("daisangen", 0),), han=0, limit=5, points=32000, kind=None),
            "ron off seat 0",
            "daisangen",
            "yakuman, 32,000 points",
        ),
        (RON._replace(fu=None, yaku=()), "ron off seat 0 on 5m", "no yaku", "5,200 points"),
        (RON._replace(han=0, fu=0, points=0), "ron off seat 0 on 5m", "riichi 1, dora 2", "no points"),
    ],
    ids=["ron", "tsumo", "yakuman", "fu not stated", "nothing"],
)
def test_a_win_in_words(win, way, yaku, worth):
    assert (win.way, win.yaku_text, win.worth) == (way, yaku, worth)


@pytest.mark.parametrize(
    ("outcome", "title"),
    [
        (WON, "seat 1 ron off seat 0 on 5m"),
        (
            WON._replace(wins=(RON, RON._replace(winner=2))),
            "seat 1 ron off seat 0 on 5m and seat 2 ron off seat 0 on 5m",
        ),
        (DRAWN, "exhaustive draw"),
        (Outcome("nagashi_mangan", (), (), None), "nagashi mangan"),
        (Outcome("none", (), None, None), "no end"),
    ],
    ids=["win", "two wins", "exhaustive", "nagashi mangan", "none"],
)
def test_the_title_of_an_outcome(outcome, title):
    assert outcome.title == title


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"yaku": (("riichi", 1), ("dora", 1))}, ("yaku of seat 1", "riichi 1, dora 1", "riichi 1, dora 2")),
        ({"fu": 30}, ("fu of seat 1", "30", "40")),
        ({"points": 3900}, ("points of seat 1", "3,900", "5,200")),
        ({"liable": 3}, ("liable for seat 1", "seat 3", "nobody")),
    ],
    ids=["yaku", "fu", "points", "liable"],
)
def test_what_of_a_win_differs_is_named_alone(changes, expected):
    claimed = WON._replace(wins=(RON._replace(**changes),))

    assert differences(claimed, WON) == [expected]


def test_yaku_in_another_order_and_fu_that_the_log_does_not_state_are_no_difference():
    claimed = WON._replace(wins=(RON._replace(fu=None, yaku=RON.yaku[::-1]),))

    assert differences(claimed, WON) == []


def test_payments_that_the_log_does_not_state_are_no_difference():
    assert differences(WON._replace(deltas=None), WON) == []
    assert differences(WON._replace(deltas=(0, 0, 0, 0)), WON) == [
        ("payments", "0 0 0 0", "-5,200 +5,200 0 0")
    ]


def test_who_is_tenpai_differs():
    assert differences(DRAWN._replace(tenpai=(0,)), DRAWN) == [("tenpai", "seat 0", "seat 0, seat 2")]
    assert differences(DRAWN._replace(tenpai=()), DRAWN) == [("tenpai", "nobody", "seat 0, seat 2")]


def test_of_another_end_only_the_end_and_what_it_pays_differ():
    assert differences(ABORTED, DRAWN) == [
        ("end", "suukaikan", "exhaustive draw"),
        ("payments", "0 0 0 0", "+1,500 -1,500 +1,500 -1,500"),
    ]
    assert differences(ABORTED, Outcome("kyuushu_kyuuhai", (), None, ABORTED.deltas)) == [
        ("end", "suukaikan", "kyuushu kyuuhai")
    ]
    assert differences(ABORTED, Outcome("none", (), None, None)) == [
        ("end", "suukaikan", "no end"),
        ("payments", "0 0 0 0", "none"),
    ]


def test_another_winner_of_the_same_tile_is_another_end():
    claimed = WON._replace(wins=(RON._replace(winner=3),))

    assert differences(claimed, WON)[0] == (
        "end",
        "seat 3 ron off seat 0 on 5m",
        "seat 1 ron off seat 0 on 5m",
    )


def test_of_two_winners_one_without_payments_leaves_those_of_the_hand_not_stated():
    hand = Hand("123m456m789m1123p", "123s456s789s2234p", "22m345p678p234s67s", "99m567p678s234m55z")
    hand.turn(0, "5z")
    agari = (
        '<AGARI ba="0,0" hai="0" machi="{tile}" ten="30,1000,0" yaku="7,1" doraHai="104" '
        'who="{who}" fromWho="0"{sc}/>'
    )
    paid = ' sc="250,-10,250,10,250,0,250,0"'
    stated, left_out = (
        [agari.format(tile=hand.last[1], who=1, sc=paid), agari.format(tile=hand.last[1], who=2, sc=sc)]
        for sc in (' sc="240,-10,260,0,250,10,250,0"', "")
    )
    lines = list(hand.lines)

    def claimed(wins):
        hand.lines[:] = [*lines, *wins]
        return claimed_outcome(hand.events(), 0, 4).deltas

    assert claimed(stated) == (-2000, 1000, 1000, 0)
    assert claimed(left_out) is None


def test_a_draw_of_a_kind_that_nobody_knows_is_no_cut_log():
    tehai = ("123m456m789m1123p", "123s456s789s2234p", "22m345p678p234s67s", "99m567p678s234m55z")
    drawn = Hand(*tehai).turn(0, "5z").ryuukyoku(kind="what")

    assert claimed_outcome(drawn.events(), 0, 4) == Outcome("unknown", (), None, (0, 0, 0, 0))


def test_a_log_that_is_cut_claims_nothing():
    assert differences(Outcome("none", (), None, None), WON) == []


def test_chombo_stands_in_a_log_as_the_draw_at_which_it_came_to_light():
    chombo = Outcome("chombo", (), None, DRAWN.deltas)

    assert differences(DRAWN, chombo) == []
    assert differences(ABORTED._replace(deltas=DRAWN.deltas), chombo) == [("end", "suukaikan", "chombo")]
