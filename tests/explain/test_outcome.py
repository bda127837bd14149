"""The end of a hand as a record: its words, and where what is claimed differs from what is computed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.explain.outcome import Outcome, claimed_outcome, computed_outcome, differences
from analyzer.explain.win import Liable, Win, WinYaku
from analyzer.replay.notation import parse_hand
from analyzer.rules import load
from tests.hands import Hand
from tests.settlement.notes import settled
from tests.view.hands import tehai

RON = Win(
    winner=1,
    loser=0,
    won_on="0m",
    listed=(WinYaku("riichi", 1, 1, 0), WinYaku("dora", 52, 2, 0)),
    han=3,
    fu=40,
    fu_parts=(),
    limit=None,
    yakuman=0,
    points=5200,
    pao=(),
    deltas=(-5200, 5200, 0, 0),
)
HONITSU = WinYaku("honitsu", 34, 3, 0)
ONE_DORA = (RON.listed[0], WinYaku("dora", 52, 1, 0))
WON = Outcome("win", (RON,), None, RON.deltas)
DRAWN = Outcome("exhaustive", (), (0, 2), (1500, -1500, 1500, -1500))
ABORTED = Outcome("suukaikan", (), None, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("win", "way", "yaku", "worth"),
    [
        (RON, "ron off seat 0 on 5m", "riichi 1, dora 2", "3 han 40 fu, 5,200 points"),
        (
            replace(RON, loser=None, limit="mangan", points=8000, han=5, listed=(HONITSU,)),
            "tsumo on 5m",
            "honitsu 3",
            "5 han 40 fu, mangan, 8,000 points",
        ),
        (
            replace(
                RON,
                listed=(WinYaku("daisangen", 39, 0, 1),),
                han=0,
                limit="yakuman",
                points=32000,
                won_on=None,
            ),
            "ron off seat 0",
            "daisangen",
            "yakuman, 32,000 points",
        ),
        (replace(RON, fu=None, listed=()), "ron off seat 0 on 5m", "no yaku", "5,200 points"),
        (replace(RON, han=0, fu=0, points=0), "ron off seat 0 on 5m", "riichi 1, dora 2", "no points"),
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
            replace(WON, wins=(RON, replace(RON, winner=2))),
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
        (
            {"listed": (RON.listed[0], WinYaku("dora", 52, 1, 0))},
            ("yaku of seat 1", "riichi 1, dora 1", "riichi 1, dora 2"),
        ),
        ({"fu": 30}, ("fu of seat 1", "30", "40")),
        ({"points": 3900}, ("points of seat 1", "3,900", "5,200")),
        ({"pao": (Liable(3, None),)}, ("liable for seat 1", "seat 3", "nobody")),
    ],
    ids=["yaku", "fu", "points", "liable"],
)
def test_what_of_a_win_differs_is_named_alone(changes, expected):
    claimed = replace(WON, wins=(replace(RON, **changes),))

    assert differences(claimed, WON) == [expected]


def test_yaku_in_another_order_and_fu_that_the_log_does_not_state_are_no_difference():
    claimed = replace(WON, wins=(replace(RON, fu=None, listed=RON.listed[::-1]),))

    assert differences(claimed, WON) == []


def test_payments_that_the_log_does_not_state_are_no_difference():
    assert differences(replace(WON, deltas=None), WON) == []
    assert differences(replace(WON, deltas=(0, 0, 0, 0)), WON) == [
        ("payments", "0 0 0 0", "-5,200 +5,200 0 0")
    ]


def test_who_is_tenpai_differs():
    assert differences(replace(DRAWN, tenpai=(0,)), DRAWN) == [("tenpai", "seat 0", "seat 0, seat 2")]
    assert differences(replace(DRAWN, tenpai=()), DRAWN) == [("tenpai", "nobody", "seat 0, seat 2")]


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
    claimed = replace(WON, wins=(replace(RON, winner=3),))

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
    assert differences(replace(ABORTED, deltas=DRAWN.deltas), chombo) == [("end", "suukaikan", "chombo")]


def claimed(*results, players=4):
    """The end of a hand of which a log says so."""
    hand = Hand(*tehai(*[""] * players)).turn(0, "7z")
    hand.lines.extend(results)
    return claimed_outcome(hand.events(), 0, players)


def agari(who=1, machi=16, ten="40,5200,0", yaku="1,1,52,2", more="", sc="250,-52,250,52,250,0,250,0"):
    """Seat 0 deals in; tile 16 is the red five of man."""
    return (
        f'<AGARI ba="0,0" hai="{machi}" machi="{machi}" ten="{ten}" yaku="{yaku}" doraHai="104" '
        f'who="{who}" fromWho="0" sc="{sc}"{more}/>'
    )


def test_a_win_is_claimed_with_its_yaku_first_and_its_dora_behind():
    (win,) = claimed(agari(yaku="1,1,52,2,53,0")).wins

    assert replace(win, listed=win.yaku) == RON
    assert win.listed[-1] == WinYaku("ura dora", 53, 0, 0)


@pytest.mark.parametrize(
    ("result", "changes"),
    [
        (agari(ten="30,12000,2", yaku="1,1,2,1,54,4"), {"fu": 30, "points": 12000, "limit": "haneman"}),
        (
            agari(ten="0,32000,5", yaku=""),
            {"fu": None, "limit": "yakuman", "yaku": (), "han": 0},
        ),
        (
            agari(ten="0,32000,5", yaku="", more=' yakuman="47"'),
            {"fu": 0, "limit": "yakuman"},
        ),
        (agari(ten="40"), {"fu": None, "points": None, "limit": None}),
        (agari(machi=""), {"tile": None}),
        (agari(more=' paoWho="3"'), {"liable": 3}),
        (agari(more=' paoWho="0"'), {"liable": 0}),
        (agari(machi=0), {"tile": "1m"}),
    ],
    ids=[
        "haneman",
        "no yaku",
        "kokushi",
        "worth not stated",
        "tile not stated",
        "liable",
        "seat 0 liable",
        "1m",
    ],
)
def test_what_a_log_says_of_a_win_is_taken_as_it_stands(result, changes):
    (win,) = claimed(result).wins

    assert {name: getattr(win, name) for name in changes} == changes


def test_a_yakuman_is_claimed_without_han():
    (win,) = claimed(agari(ten="30,32000,5", yaku="", more=' yakuman="39,42"')).wins

    assert (win.yaku_text, win.han, win.yakuman) == ("daisangen, tsuuiisou", 0, 2)


def test_han_of_a_claimed_win_count_its_dora():
    (win,) = claimed(agari(yaku="1,1,7,1,52,3,54,1")).wins

    assert win.han == 6
    assert win.yaku_text == "riichi 1, pinfu 1, dora 3, aka dora 1"


def test_a_win_whose_payments_are_not_stated_moves_no_points():
    result = agari().replace(' sc="250,-52,250,52,250,0,250,0"', "")

    assert claimed(result).deltas is None
    assert claimed(result).wins[0].deltas is None


def test_two_winners_of_one_tile_are_claimed_together():
    second = agari(2, sc="198,-20,302,0,250,20,250,0")
    found = claimed(agari(), second)

    assert [(win.winner, win.deltas) for win in found.wins] == [
        (1, (-5200, 5200, 0, 0)),
        (2, (-2000, 0, 2000, 0)),
    ]
    assert found.deltas == (-7200, 5200, 2000, 0)


def test_a_win_of_three_players_has_three_payments():
    assert claimed(agari(), players=3).deltas == (-5200, 5200, 0)


def shows(*seats):
    return "".join(f' hai{seat}="{4 * seat},{4 * seat + 1}"' for seat in seats)


@pytest.mark.parametrize(
    ("text", "kind", "tenpai"),
    [
        (shows(0, 2), "exhaustive", (0, 2)),
        ("", "exhaustive", ()),
        (' type="nm"' + shows(3), "nagashi_mangan", (3,)),
        (' type="yao9"' + shows(0), "kyuushu_kyuuhai", None),
        (' type="reach4"' + shows(0, 1, 2, 3), "suucha_riichi", None),
        (' type="what"' + shows(0), "unknown", None),
    ],
    ids=["two tenpai", "all noten", "nagashi mangan", "kyuushu kyuuhai", "suucha riichi", "unknown"],
)
def test_who_shows_a_tehai_is_claimed_tenpai_only_at_the_end_of_the_wall(text, kind, tenpai):
    found = claimed(f'<RYUUKYOKU ba="0,0" sc="250,15,250,-15,250,15,250,-15"{text}/>')

    assert found == Outcome(kind, (), tenpai, (1500, -1500, 1500, -1500))


TENHOU = load("tenhou")
DOUBLE_RON = """
    kyoku = "E2.0"
    left = 20
    ron = [0, 3]
    last = "discard 2 5p"
    seat.0 = { tehai = "234567m34p55678s" }
    seat.3 = { tehai = "23499m34p567888s", river = "1z", riichi = 1 }
    """


def computed(text):
    """The end of a hand that a note describes."""
    return computed_outcome(settled(parse_hand(text, "facts.toml"), TENHOU, bars_rons=True), TENHOU)


def test_a_win_is_computed_from_its_tiles():
    found = computed(DOUBLE_RON)
    first, second = found.wins

    # 30 fu for a closed ron and 4 for the triplet of 8s, rounded up: 40 x 2^4 = 640, four times that.
    assert replace(found, wins=()) == Outcome("win", (), None, (2000, 0, -4600, 3600))
    assert (first.winner, first.way, first.yaku_text, first.worth, first.deltas) == (
        3,
        "ron off seat 2 on 5p",
        "double riichi 2",
        "2 han 40 fu, 2,600 points",
        (0, 0, -2600, 3600),
    )
    assert (second.winner, second.way, second.yaku_text, second.worth, second.deltas) == (
        0,
        "ron off seat 2 on 5p",
        "pinfu 1, tanyao 1",
        "2 han 30 fu, 2,000 points",
        (2000, 0, -2000, 0),
    )


def test_a_yakuman_is_computed_without_han_and_with_its_liable_seat():
    text = """
        kyoku = "E4.0"
        left = 20
        tsumo = 1
        last = "draw 1"
        [seat.1]
        tehai = "23s99p"
        drawn = "4s"
        melds = ["pon 555z from 0", "pon 666z from 0", "pon 777z from 2"]
        """
    (win,) = computed(text).wins

    assert (win.way, win.yaku_text, win.han, win.limit) == ("tsumo on 4s", "daisangen", 0, "yakuman")
    assert (win.points, win.deltas, win.liable) == (32000, (0, 32000, -32000, 0), 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("left = 20\nlast = 'draw 1'", Outcome("none", (), None, None)),
        ('seat.2 = { waits = "25p" }', Outcome("exhaustive", (), (2,), (-1000, -1000, 3000, -1000))),
        ("chombo = [1]", Outcome("chombo", (), None, (4000, -8000, 2000, 2000))),
        (
            """
            left = 20
            ron = [1]
            last = "discard 0 2p"
            seat.1 = { tehai = "13p456m99p123s", melds = ["chi 789s from 0"] }
            """,
            Outcome("none", (), None, None),
        ),
    ],
    ids=["no end", "exhaustive", "chombo", "a ron without yaku"],
)
def test_an_end_without_a_win_is_computed(text, expected):
    assert computed(f'kyoku = "E1.0"\n{text}') == expected


def test_a_second_win_on_a_tile_that_has_no_yaku_is_left_out():
    text = DOUBLE_RON.replace(', river = "1z", riichi = 1', "")
    found = computed(text)

    assert [win.winner for win in found.wins] == [0]
    assert found.deltas == (2000, 0, -2000, 0)
