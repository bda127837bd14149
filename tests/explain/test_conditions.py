"""The condition of each draw, step by step, on plays written by hand."""

from __future__ import annotations

from typing import NamedTuple

import analyzer
from analyzer.explain.conditions import Course, Discard
from analyzer.explain.why import Why
from analyzer.vocabulary import PlayKind
from tests.hands import Hand
from tests.view.hands import ending, tehai


class Played(NamedTuple):
    """A play as far as rivers ask for it."""

    kind: PlayKind
    seat: int
    tile: int | None = None
    called: int | None = None
    source: int | None = None
    text: str = ""


def rivers_after(*plays):
    return Course(ending("ron").facts, plays, ()).rivers


def steps(explanation, title):
    (section,) = [section for section in explanation.sections if section.title == title]
    return [(line.why, line.met) for line in section.lines]


def test_a_discard_that_is_called_says_by_whom():
    rivers = rivers_after(
        Played(PlayKind.DISCARD, 0, 100),
        Played(PlayKind.DISCARD, 0, 4),
        Played(PlayKind.PON, 2, 5, called=4, source=0),
    )

    assert rivers == {0: [Discard(100), Discard(4, 2)], 1: [], 2: [], 3: []}


def test_a_kan_added_to_a_pon_calls_no_discard():
    rivers = rivers_after(
        Played(PlayKind.DISCARD, 0, 4),
        Played(PlayKind.KAKAN, 2, 6, called=4, source=0),
    )

    assert rivers[0] == [Discard(4)]


def test_a_call_of_another_tile_or_of_none_leaves_the_river_alone():
    assert rivers_after(Played(PlayKind.PON, 2, 5, called=4, source=0))[0] == []
    assert rivers_after(Played(PlayKind.DISCARD, 0, 8), Played(PlayKind.PON, 2, 5, called=4, source=0))[
        0
    ] == [Discard(8)]


def test_nine_kinds_after_a_discard_are_too_late():
    hand = Hand(*tehai("19m19p19s123z45m", "", "", "")).turn(0, "4m").turn(1, "4z").turn(2, "4z")
    data = hand.turn(3, "5z").draw(0, "6m").ryuukyoku(0, kind="yao9").xml()
    found = steps(analyzer.read(data).hands[0].explain(), "Condition of kyuushu kyuuhai")

    assert found == [
        (Why.FIRST_DRAW, False),
        (Why.YAOCHU_KINDS, True),
        (Why.CALLS_BEFORE, True),
        (Why.KNOWN, True),
    ]


def test_four_discards_of_one_wind_by_three_players_are_no_suufon_renda():
    three = Hand("1199m123456789p", "1199p123456789s", "112233445566s7z", scores=(35000,) * 3)
    hand = three.turn(0, "2z").turn(1, "2z").turn(2, "2z").turn(0, "2z")
    data = hand.ryuukyoku(kind="kaze4", deltas=(0, 0, 0, 0)).xml()
    found = steps(analyzer.read(data).hands[0].explain(), "Condition of suufon renda")

    assert found[0] == (Why.FIRST_DISCARDS, False)


def test_a_first_draw_that_wins_with_nine_kinds_is_asked_nothing_about_kyuushu_kyuuhai():
    hand = Hand(*tehai("19m19p19s1234567z", "", "", "")).draw(0, "1m")
    tiles = ",".join(map(str, sorted(hand.held[0])))
    hand.lines.append(
        f'<AGARI ba="0,0" hai="{tiles}" machi="{hand.held[0][-1]}" ten="0,96000,5" yakuman="37,48" '
        f'doraHai="{hand.indicator}" who="0" fromWho="0" sc="250,960,250,-320,250,-320,250,-320"/>'
    )
    explanation = analyzer.read(hand.xml()).hands[0].explain()

    assert explanation.computed.kind == "win"
    assert [one.title for one in explanation.sections if one.title.startswith("Condition")] == []


def test_every_riichi_of_four_is_a_step():
    found = steps(ending("suucha_riichi").explain(), "Condition of suucha riichi")

    assert found == [
        *[(Why.DECLARES_RIICHI, True)] * 4,
        (Why.RIICHI_STAND, True),
        (Why.KNOWN, True),
        (Why.STOPPED, True),
    ]


def test_four_kans_end_a_hand_with_a_discard_that_nobody_wins_on():
    found = steps(ending("suukaikan").explain(), "Condition of suukaikan")

    assert found == [
        (Why.KANS, True),
        (Why.KANS_BY, True),
        (Why.KNOWN, True),
        (Why.DISCARD_AFTER_KAN, True),
        (Why.STOPPED, True),
    ]
