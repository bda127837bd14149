"""Wins told from their tiles to their payments, each worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.explain.explanation import sections_of
from analyzer.explain.reason import Why
from analyzer.explain.winning_hand import unpaid_reasons
from analyzer.rules import load
from analyzer.rules.grades import CountedYakuman, LiabilityScope, Renhou, TripleRon, TsumoShare
from tests.explain.notes import noted
from tests.explain.test_settled_hand import BY_TSUMO, OFF_SEAT_0, explained

PINFU = """
    kyoku = "E1.2"
    left = 20
    ron = [1]
    last = "discard 0 5p"
    seat.1 = { tehai = "234567m34p55678s" }
    """
THIRTEEN_HAN = """
    kyoku = "E1.0"
    left = 20
    ron = [1]
    last = "discard 0 2m"
    seat.1 = { tehai = "2334455667788m", riichi = 3, ippatsu = true }
    """
TWELVE_HAN = THIRTEEN_HAN.replace(", ippatsu = true", "")
PAIRS = """
    kyoku = "E1.0"
    left = 20
    tsumo = 1
    last = "draw 1"
    seat.1 = { tehai = "1199m2288p3377s5z", drawn = "5z" }
    """
ORPHANS = """
    kyoku = "E2.0"
    left = 20
    ron = [1]
    last = "discard 3 7z"
    seat.1 = { tehai = "19m19p19s1234566z" }
    """
# Seat 2 let the third dragon be called; East 4 with three honba.
DAISANGEN = BY_TSUMO.replace('"1122z"', '"23s99p"').replace('drawn = "2z"', 'drawn = "4s"')


OFF_LIABLE_SEAT = DAISANGEN.replace('tsumo = 1\nlast = "draw 1"', 'ron = [1]\nlast = "discard 2 4s"').replace(
    'drawn = "4s"', ""
)


def said(text):
    """Each reason with the field that decides it."""
    return [(reason.text, reason.rule) for reason in explained(text, "tenhou").reasons]


def test_a_pinfu_is_told_from_its_tiles_to_its_payments():
    # 30 x 2^4 = 480, four times that is 1,920.
    assert said(PINFU) == [
        ("Seat 1 wins: ron off seat 0 on 5p, 2 han 30 fu, 2,000 points", None),
        ("234m 567m 345p 678s 55s; 5p completes 345p", None),
        ("pinfu: 1 han", None),
        ("tanyao: 1 han", None),
        ("base: 20 fu", None),
        ("closed ron: 10 fu", None),
        ("30 fu in all", None),
        ("base points: 30 fu × 2^(2 + 2 han) = 480", None),
        ("ron by a child: 4 × 480, rounded up to hundreds: 2,000 points", None),
        ("2 honba: 600 more from seat 0", "honba_ron"),
        ("payments -2,600 +2,600 0 0", None),
        ("dealer seat 0 moves on", "dealer_repeat"),
        ("honba 2 to 0", None),
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (THIRTEEN_HAN, ("13 han 30 fu is a yakuman: base points 8,000", "counted_yakuman")),
        (THIRTEEN_HAN, ("riichi sticks on the table: 1 × 1,000 to the winner", None)),
        (
            THIRTEEN_HAN.replace(", ippatsu = true", ""),
            ("12 han 30 fu is a sanbaiman: base points 6,000", None),
        ),
        (PAIRS, ("seven pairs: 11m 99m 22p 88p 33s 77s 55z; won on 5z", None)),
        (PAIRS, ("25 fu in all", None)),
        (PAIRS, ("tsumo by a child: 1,600 from the dealer (2 × 800), 800 from each of 2 others", None)),
        (ORPHANS, ("thirteen orphans, won on 7z", None)),
        (ORPHANS, ("1 yakuman: base points 8,000", None)),
        (ORPHANS, ("ron by a dealer: 6 × 8,000, rounded up to hundreds: 48,000 points", None)),
        (DAISANGEN, ("234s (555z) (666z) (777z) 99p; 4s completes 234s", None)),
        (DAISANGEN, ("tsumo by a child: 32,000 points", None)),
        # Three times 100 from each of three seats.
        (DAISANGEN, ("3 honba: 900 more from seat 2", "honba_tsumo")),
    ],
)
def test_what_a_win_is_made_of_and_paid_is_said(text, reason):
    assert reason in said(text)


def test_a_liable_seat_that_deals_in_pays_as_the_discarder_and_all_of_the_honba():
    reasons = [text for text, _ in said(OFF_LIABLE_SEAT)]

    assert [text for text in reasons if "liable" in text] == [
        "seat 2 let the last set of daisangen be called: it is liable and pays it in any case"
    ]
    assert "3 honba: 900 more from seat 2" in reasons


TENHOU = load("tenhou")
SANMA = load("tenhou-sanma")


def wins(text, rules=TENHOU, **changes):
    """Lines of each win: what is said, and the field that decides it; what is not met has an x before."""
    sections = sections_of(noted(text, replace(rules, **changes)))
    return [
        [(f"{'x ' if line.met is False else ''}{line.text}", line.rule) for line in section.lines]
        for section in sections
        if section.heading.why in (Why.A_WIN, Why.AN_INVALID_WIN)
    ]


def off(discard, *seats, kyoku="E1.0", left=20, **of_seats):
    """A ron on that discard."""
    lines = [f'kyoku = "{kyoku}"', f"left = {left}", f"ron = {list(seats)}", f'last = "discard {discard}"']
    return "\n".join(
        [*lines, *(f"{seat.replace('_', '.')} = {{ {note} }}" for seat, note in of_seats.items())]
    )


def drawn(seat, tehai, tile, kyoku="E1.0", more="", seats=4):
    """A tsumo."""
    return f"""
        kyoku = "{kyoku}"
        players = {seats}
        left = 20
        tsumo = {seat}
        last = "draw {seat}"
        seat.{seat} = {{ tehai = "{tehai}", drawn = "{tile}"{more} }}
        """


NO_WIN = ("not a win under this rule set: nothing is paid for it", None)
DOUBLE_EAST = off("2 6s", 0, seat_0='tehai = "11z123m456p57789s", riichi = 3')
KANS = off("0 2s", 1, seat_1='tehai = "234m678p2s", melds = ["ankan 9999p", "daiminkan 5555z from 2"]')
SHANPON = off("0 2p", 1, seat_1='tehai = "22p55s345m555z", melds = ["chi 678p from 0"]')
NO_YAKU = off("0 2p", 1, seat_1='tehai = "13p456m99p123s", melds = ["chi 789s from 0"]')
TANKI = 'indicators = "1m"\n' + off("0 5z", 1, seat_1='tehai = "111222m333p444s5z"')


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # 20 + 10 + 2 + 4 fu; 40 x 2^3 = 320, six times that is 1,920.
        (
            DOUBLE_EAST,
            [
                ("123m 456p 567s 789s 11z; 6s completes 567s", None),
                ("riichi: 1 han", None),
                ("base: 20 fu", None),
                ("inner wait: 2 fu", None),
                ("double wind pair 1z: 4 fu", "double_wind_fu"),
                ("closed ron: 10 fu", None),
                ("36 fu in all, rounded up to 40", None),
                ("base points: 40 fu × 2^(2 + 1 han) = 320", None),
                ("ron by a dealer: 6 × 320, rounded up to hundreds: 2,000 points", None),
                ("riichi sticks on the table: 1 × 1,000 to the winner", None),
                ("payments +3,000 0 -2,000 0", None),
            ],
        ),
        # 70 x 2^3 = 560, four times that is 2,240.
        (
            KANS,
            [
                ("234m 678p 9999p (5555z) 22s; 2s completes 22s", None),
                ("haku: 1 han", None),
                ("base: 20 fu", None),
                ("pair wait: 2 fu", None),
                ("closed kan 9p: 32 fu", None),
                ("open kan 5z: 16 fu", None),
                ("70 fu in all", None),
                ("base points: 70 fu × 2^(2 + 1 han) = 560", None),
                ("ron by a child: 4 × 560, rounded up to hundreds: 2,300 points", None),
                ("payments -2,300 +2,300 0 0", None),
            ],
        ),
        # A triplet that a ron completes has the fu of an open one, and is not called.
        (
            SHANPON,
            [
                ("345m 222p 555z (678p) 55s; 2p completes 222p", None),
                ("haku: 1 han", None),
                ("base: 20 fu", None),
                ("open triplet 2p: 2 fu", None),
                ("closed triplet 5z: 8 fu", None),
                ("30 fu in all", None),
                ("base points: 30 fu × 2^(2 + 1 han) = 240", None),
                ("ron by a child: 4 × 240, rounded up to hundreds: 1,000 points", None),
                ("payments -1,000 +1,000 0 0", None),
            ],
        ),
        (
            NO_YAKU,
            [
                ("456m 123p 123s (789s) 99p; 2p completes 123p", None),
                ("x no yaku", None),
                ("x a win needs 1 han of yaku, it has 0", "ryanshi_from"),
                NO_WIN,
            ],
        ),
        (
            NO_YAKU.replace("0 2p", "0 5z"),
            [("x the tiles are not a winning hand", None), NO_WIN],
        ),
        # Neither fu nor dora mean anything beside a yakuman.
        (
            TANKI,
            [
                ("111m 222m 333p 444s 55z; 5z completes 55z", None),
                ("suuankou tanki: yakuman", "double_yakuman"),
                ("1 yakuman: base points 8,000", None),
                ("ron by a child: 4 × 8,000, rounded up to hundreds: 32,000 points", None),
                ("payments -32,000 +32,000 0 0", None),
            ],
        ),
    ],
    ids=["double wind", "kans", "shanpon", "no yaku", "no winning hand", "yakuman"],
)
def test_a_win_is_told_from_its_tiles_to_its_payments(text, lines):
    assert wins(text) == [lines]


BIG = 'indicators = "5s1z"\nura = "2p9m"' + drawn(1, "23467m340p34566s", "8m", more=", riichi = 4")


def test_dora_are_told_indicator_by_indicator():
    # Four yaku, the pair of 6s, the red 5p, and the 3p under the first indicator: 8 han.
    assert wins(BIG) == [
        [
            ("234m 678m 345p 345s 66s; 8m completes 678m", None),
            ("riichi: 1 han", None),
            ("menzen tsumo: 1 han", None),
            ("pinfu: 1 han", None),
            ("tanyao: 1 han", None),
            ("dora: indicator 5s makes 6s, 2 held", None),
            ("dora: indicator 1z makes 2z, 0 held", None),
            ("ura dora: indicator 2p makes 3p, 1 held", None),
            ("ura dora: indicator 9m makes 1m, 0 held", None),
            ("red fives: 1 held", "red_fives"),
            ("base: 20 fu", None),
            ("20 fu in all", None),
            ("8 han 20 fu is a baiman: base points 4,000", None),
            ("tsumo by a child: 8,000 from the dealer (2 × 4,000), 4,000 from each of 2 others", None),
            ("riichi sticks on the table: 1 × 1,000 to the winner", None),
            ("payments -8,000 +17,000 -4,000 -4,000", None),
        ]
    ]


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("dora", "dora: indicator 5s does not count"),
        ("kan_dora", "dora: indicator 1z does not count"),
        ("ura_dora", "ura dora: indicator 2p does not count"),
        ("kan_ura", "ura dora: indicator 9m does not count"),
    ],
)
def test_an_indicator_that_does_not_count_says_so_with_its_rule(field, line):
    ((*lines,),) = wins(BIG, **{field: False})

    assert [one for one in lines if one[0].endswith("not count")] == [(line, field)]


def test_without_riichi_nothing_is_said_of_ura_dora_and_without_red_fives_nothing_of_them():
    ((*lines,),) = wins(BIG.replace(", riichi = 4", ""), red_fives=False)

    assert [text for text, _ in lines if "dora" in text or "red" in text] == [
        "dora: indicator 5s makes 6s, 2 held",
        "dora: indicator 1z makes 2z, 0 held",
    ]


def test_with_three_players_norths_are_told_and_9m_follows_1m():
    text = 'indicators = "1m3z"' + drawn(1, "99m123p567p55s789s", "9m", more=", kita = 2", seats=3)
    ((*lines,),) = wins(text, SANMA)

    assert [line for line in lines if "dora" in line[0] or "north" in line[0]] == [
        ("dora: indicator 1m makes 9m, 3 held", None),
        ("dora: indicator 3z makes 4z, 2 held", None),
        ("norths set aside: 2", "nuki_dora"),
    ]


TANYAO = 'tehai = "234p567p67s55s", melds = ["{}"]'
RENHOU = off("0 5p", 1, left=69, seat_0='river = "5p"', seat_1='tehai = "234567m34p55678s", river = ""')
COUNTED = off("0 2m", 1, seat_1='tehai = "2334455667788m", riichi = 3, ippatsu = true')
KIRIAGE = 'indicators = "1m"\n' + off("0 5p", 1, seat_1='tehai = "234567m34p55678s", riichi = 3')
EVEN = {"tsumo_share": TsumoShare.EVEN}
MENZEN = "123p567p2255p555z"


@pytest.mark.parametrize(
    ("text", "rules", "changes", "line"),
    [
        (off("0 8s", 1, seat_1=TANYAO.format("pon 333m from 2")), TENHOU, {}, ("tanyao: 1 han", "kuitan")),
        (off("0 8s", 1, seat_1=TANYAO.format("ankan 3333m")), TENHOU, {}, ("tanyao: 1 han", None)),
        (
            TANKI,
            TENHOU,
            {"double_yakuman": True},
            ("suuankou tanki: yakuman (counts twice)", "double_yakuman"),
        ),
        (TANKI, TENHOU, {"double_yakuman": True}, ("2 yakuman: base points 16,000", None)),
        (DAISANGEN, TENHOU, {"double_yakuman": True}, ("daisangen: yakuman", None)),
        (RENHOU, TENHOU, {"renhou": Renhou.YAKUMAN}, ("renhou: yakuman", "renhou")),
        (
            COUNTED,
            TENHOU,
            {"counted_yakuman": CountedYakuman.SANBAIMAN},
            ("13 han 30 fu is a sanbaiman: base points 6,000", "counted_yakuman"),
        ),
        (KIRIAGE, TENHOU, {}, ("base points: 30 fu × 2^(2 + 4 han) = 1,920", None)),
        (
            KIRIAGE,
            TENHOU,
            {"kiriage_mangan": True},
            ("4 han 30 fu is rounded up to a mangan: base points 2,000", "kiriage_mangan"),
        ),
        (
            drawn(0, "23467m345p34566s", "8m", kyoku="E1.2"),
            TENHOU,
            {},
            ("2 honba: 200 more from each payer", "honba_tsumo"),
        ),
        # 3 han 20 fu: 640, twice that is 1,280.
        (
            drawn(0, "23467m345p34566s", "8m"),
            TENHOU,
            {},
            ("tsumo by a dealer: 2 × 640, rounded up: 1,300 from each of 3", None),
        ),
        (
            drawn(0, MENZEN, "2p", seats=3),
            SANMA,
            {},
            ("tsumo by a dealer: 2 × 2,000, rounded up: 4,000 from each of 2", None),
        ),
        (
            drawn(0, MENZEN, "2p", seats=3),
            SANMA,
            EVEN,
            ("tsumo by a dealer: 6,000 from each of 2, a half of 6 × 2,000 rounded up", "tsumo_share"),
        ),
        (
            drawn(0, "23467m345p34566s", "8m"),
            TENHOU,
            EVEN,
            ("tsumo by a dealer: 2 × 640, rounded up: 1,300 from each of 3", None),
        ),
        (
            drawn(1, MENZEN, "2p", kyoku="E1.3", seats=3),
            load("sanma-ryanshi"),
            {"ryanshi_from": 3},
            ("a win needs 2 han of yaku, it has 5", "ryanshi_from"),
        ),
        (
            OFF_SEAT_0,
            TENHOU,
            {"pao_scope": LiabilityScope.WHOLE_HAND},
            ("seat 2 answers for the rest of the hand too", "pao_scope"),
        ),
        (
            DAISANGEN.replace('kyoku = "E4.3"', 'kyoku = "E3.3"\nplayers = 3'),
            SANMA,
            {},
            # Three times 100 from each of two seats.
            ("3 honba: 600 more from seat 2", "honba_tsumo"),
        ),
    ],
)
def test_what_a_rule_decides_of_a_win_names_that_rule(text, rules, changes, line):
    ((*lines,),) = wins(text, rules, **changes)

    assert line in lines


def test_two_han_are_enough_where_two_are_needed():
    text = drawn(1, "123p567p23468s11z", "7s", kyoku="E1.4", seats=3, more=", riichi = 3")
    ((*lines,),) = wins(text, load("sanma-ryanshi"))

    assert ("a win needs 2 han of yaku, it has 2", "ryanshi_from") in lines


def test_the_ninth_hand_of_a_dealer_is_a_yakuman_without_yaku():
    text = "own_honba = 8\nplayers = 3\n" + off(
        "1 2p", 0, kyoku="E1.8", seat_0='tehai = "13p456p99p123s", melds = ["pon 222z from 1"]'
    )
    ((*lines,),) = wins(text, load("sanma-ryanshi"))

    assert lines[1:3] == [
        ("x no yaku", None),
        ("the dealer's ninth hand in a row: no yaku needed, a yakuman", "paarenchan"),
    ]
    assert ("1 yakuman: base points 8,000", None) in lines
    assert not any("a win needs" in text for text, _ in lines)


PINFU_TEHAI = 'tehai = "234567m34p55678s"'


@pytest.mark.parametrize(
    ("kyoku", "riichi", "first", "second"),
    [
        ("E2.0", "", [], []),
        (
            "E2.2",
            "",
            ["2 honba: 600 more from seat 2"],
            ["honba and sticks go to the winner next in turn after the discarder"],
        ),
        (
            "E2.0",
            ", riichi = 2",
            ["riichi sticks on the table: 1 × 1,000 to the winner"],
            ["honba and sticks go to the winner next in turn after the discarder"],
        ),
    ],
    ids=["nothing on the table", "honba", "sticks"],
)
def test_of_two_winners_the_next_in_turn_takes_honba_and_sticks(kyoku, riichi, first, second):
    text = off("2 5p", 0, 3, kyoku=kyoku, seat_0=PINFU_TEHAI + riichi, seat_3=PINFU_TEHAI)
    found = wins(text)

    said_of_pot = [[text for text, _ in lines if "honba" in text or "sticks" in text] for lines in found]
    assert said_of_pot == [first, second]


@pytest.mark.parametrize(
    ("winners", "changes", "expected"),
    [
        ([0, 1], {}, []),
        ([0, 1, 3], {"triple_ron": TripleRon.PAY_ALL}, []),
        (
            [0, 1, 3],
            {"triple_ron": TripleRon.HEAD_BUMP},
            [("ron of seats 0, 1 is not paid", "triple_ron")],
        ),
        ([0, 1, 3], {}, [("ron of seats 0, 1, 3 is not paid", "triple_ron")]),
    ],
    ids=["two paid", "three paid", "one of three paid", "an abortive draw"],
)
def test_who_called_ron_and_is_not_paid_is_named_with_the_rule(winners, changes, expected):
    waits = {f"seat_{seat}": 'waits = "5p"' for seat in winners}
    hand = noted(off("2 5p", *winners, **waits), replace(TENHOU, **changes))

    assert [(one.text, one.rule) for one in unpaid_reasons(hand)] == expected


@pytest.mark.parametrize(
    ("text", "sets", "fu"),
    [
        (
            KANS,
            "234m 678p 9999p (5555z) 22s",
            "base 20, pair wait 2, closed kan 9p 32, open kan 5z 16",
        ),
        (SHANPON, "345m 222p 555z (678p) 55s", "base 20, open triplet 2p 2, closed triplet 5z 8"),
        (PAIRS, "seven pairs", "seven pairs 25"),
        (ORPHANS, "thirteen orphans", "no fu"),
        (NO_YAKU.replace("0 2p", "0 5z"), "no winning shape", "no fu"),
    ],
    ids=["kans", "shanpon", "seven pairs", "thirteen orphans", "none"],
)
def test_the_decomposition_and_the_fu_of_a_win_on_one_line(text, sets, fu):
    win = noted(text, TENHOU).win(0)

    assert win.sets == sets
    assert f" ({fu}), " in win.whole
