"""The condition of each draw, step by step, on plays written by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

import analyzer
from analyzer.explain.drawn_hand import Course, Discard, condition_sections, draw_text
from analyzer.explain.reason import Why
from analyzer.replay import replay
from analyzer.rules import load
from analyzer.rules.grades import Nagashi, Suukaikan, TripleRon
from analyzer.view.plays import plays_of, shown_seats
from analyzer.vocabulary import DrawKind, PlayKind
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


TENHOU = load("tenhou")
FOUR_KANS = tehai("11112222m", "33334444p", "", "")


def after(hand, *, winners=(), **facts):
    """What was played in a hand, and some of its facts set otherwise."""
    events = hand.events()
    found = replay(events)[0]._replace(**{name: np.array([value]) for name, value in facts.items()})
    found.winners[0, list(winners)] = True
    return Course(found, plays_of(events, 0), shown_seats(events, 0))


def condition(course, kind, **changes):
    """The condition of a draw line by line, a plus before what is met."""
    rules = replace(TENHOU, **changes)
    (section,) = [
        section
        for section in condition_sections(course, rules, {kind})
        if section.title == f"Condition of {draw_text(kind)}"
    ]
    return [f"{'+' if line.met else '-'} {line.text}" for line in section.lines]


def dealt(*starts):
    return Hand(*tehai(*starts, *[""] * (4 - len(starts))))


def four_kans():
    """Two by seat 0, then two by seat 1."""
    hand = Hand(*FOUR_KANS).draw(0, "5z").ankan(0, "1m").draw(0, "5z").ankan(0, "2m").turn(0, "6z")
    return hand.draw(1, "6z").ankan(1, "3p").draw(1, "7z").ankan(1, "4p")


def three_kans():
    """All by seat 0."""
    hand = dealt("1111222233334m").draw(0, "5z").ankan(0, "1m").draw(0, "6z").ankan(0, "2m")
    return hand.draw(0, "7z").ankan(0, "3m")


def norths(*others):
    """North discarded by seats 0 to 2, then by seat 3 what is given."""
    hand = dealt("", "", "", "3z").turn(0, "4z").turn(1, "4z").turn(2, "4z")
    return hand.turn(3, *others)


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        (
            norths("4z"),
            [
                "+ the first discards are one wind: seat 0 4z, seat 1 4z, seat 2 4z, seat 3 4z",
                "+ calls before the fourth discard: none",
                "+ the rule set has suufon renda",
                "+ play stopped there",
            ],
        ),
        (
            norths("4z").turn(0, "5z"),
            [
                "+ the first discards are one wind: seat 0 4z, seat 1 4z, seat 2 4z, seat 3 4z",
                "+ calls before the fourth discard: none",
                "+ the rule set has suufon renda",
                "- 2 plays followed it",
            ],
        ),
        (
            norths("3z"),
            [
                "- the first discards are one wind: seat 0 4z, seat 1 4z, seat 2 4z, seat 3 3z",
                "+ calls before the fourth discard: none",
                "+ the rule set has suufon renda",
                "+ play stopped there",
            ],
        ),
        (
            dealt().turn(0, "5z").turn(1, "5z").turn(2, "5z").turn(3, "5z"),
            [
                "- the first discards are one wind: seat 0 5z, seat 1 5z, seat 2 5z, seat 3 5z",
                "+ calls before the fourth discard: none",
                "+ the rule set has suufon renda",
                "+ play stopped there",
            ],
        ),
        (
            dealt().turn(0, "4z").turn(1, "4z").turn(2, "4z"),
            [
                "- the first discards are one wind: seat 0 4z, seat 1 4z, seat 2 4z",
                "+ calls before the fourth discard: none",
                "+ the rule set has suufon renda",
                "+ play stopped there",
            ],
        ),
        (
            dealt("", "", "334z").turn(0, "4z").turn(1, "3z").pon(2).discard(2, "4z").turn(3, "4z"),
            [
                "- the first discards are one wind: seat 0 4z, seat 1 3z, seat 2 4z, seat 3 4z",
                "- calls before the fourth discard: seat 2 pon 333z with 3z of seat 1",
                "+ the rule set has suufon renda",
                "+ play stopped there",
            ],
        ),
        (
            dealt("66z").turn(0, "4z").turn(1, "4z").turn(2, "4z").turn(3, "6z").pon(0),
            [
                "- the first discards are one wind: seat 0 4z, seat 1 4z, seat 2 4z, seat 3 6z",
                "+ calls before the fourth discard: none",
                "+ the rule set has suufon renda",
                "- 1 plays followed it",
            ],
        ),
        (
            dealt().draw(0, "4z"),
            [
                "- the first discards are one wind: none",
                "+ calls before the fourth discard: none",
                "+ the rule set has suufon renda",
                "+ play stopped there",
            ],
        ),
    ],
    ids=["met", "play went on", "another wind", "dragons", "three", "called before", "called after", "none"],
)
def test_suufon_renda_asks_for_four_first_discards_of_one_wind_without_a_call(hand, steps):
    assert condition(after(hand), DrawKind.SUUFON_RENDA) == steps


def test_a_riichi_stick_is_no_play_that_follows_the_fourth_wind():
    hand = dealt("", "", "", "123m456m789m1155p").turn(0, "4z").turn(1, "4z").turn(2, "4z").riichi(3, "4z")

    assert condition(after(hand), DrawKind.SUUFON_RENDA)[-1] == "+ play stopped there"


@pytest.mark.parametrize(
    ("kind", "rule", "off", "hand"),
    [
        (DrawKind.SUUFON_RENDA, "suufon_renda", False, norths("4z")),
        (DrawKind.KYUUSHU_KYUUHAI, "kyuushu_kyuuhai", False, dealt("19m19p19s123z").draw(0, "4z")),
        (DrawKind.SUUCHA_RIICHI, "suucha_riichi", False, dealt().turn(0, "4z")),
        (DrawKind.SUUKAIKAN, "suukaikan", Suukaikan.NO_FIFTH, dealt().turn(0, "4z")),
        (DrawKind.SANCHAHOU, "triple_ron", TripleRon.PAY_ALL, dealt().turn(0, "4z")),
    ],
    ids=["suufon renda", "kyuushu kyuuhai", "suucha riichi", "suukaikan", "sanchahou"],
)
def test_each_abortive_draw_has_a_rule_of_its_own(kind, rule, off, hand):
    name, course = draw_text(kind), after(hand)
    all_off = {
        "suufon_renda": False,
        "kyuushu_kyuuhai": False,
        "suucha_riichi": False,
        "suukaikan": Suukaikan.NO_FIFTH,
        "triple_ron": TripleRon.PAY_ALL,
    }
    all_but_this = {other: value for other, value in all_off.items() if other != rule}

    assert f"- the rule set does not have {name}" in condition(course, kind, **{rule: off})
    assert f"+ the rule set has {name}" in condition(course, kind, **all_but_this)


@pytest.mark.parametrize(
    ("course", "steps"),
    [
        (
            after(dealt().turn(0, "1z").turn(1, "5z"), live_tiles=0),
            [
                "+ 0 tiles are left in the live wall",
                "+ the last discard, 5z of seat 1, was not won on",
            ],
        ),
        (
            after(dealt().turn(0, "1z").turn(1, "5z"), live_tiles=0, winners=(3,)),
            ["+ 0 tiles are left in the live wall", "- the last discard, 5z of seat 1, was won on"],
        ),
        (
            after(norths("3z").turn(0, "5z"), live_tiles=1),
            [
                "- 1 tiles are left in the live wall",
                "+ the last discard, 5z of seat 0, was not won on",
            ],
        ),
        (after(dealt().draw(0, "1z"), live_tiles=2), ["- 2 tiles are left in the live wall"]),
    ],
    ids=["used up", "won", "one left", "no discard"],
)
def test_an_exhaustive_draw_asks_for_an_empty_wall_and_a_last_discard_that_nobody_wins_on(course, steps):
    assert condition(course, DrawKind.EXHAUSTIVE) == steps


def test_nagashi_mangan_asks_each_river_for_terminals_and_honours_that_nobody_called():
    hand = dealt("", "", "", "99p9m").turn(0, "1z").turn(1, "2z").turn(2, "9p").pon(3).discard(3, "9m")
    hand.turn(0, "9s").turn(1, "5p")
    course = after(hand)

    assert condition(course, DrawKind.NAGASHI_MANGAN)[2:] == [
        "+ the rule set has nagashi mangan",
        "+ seat 0: 2 discards, all terminals and honours, none called",
        "- seat 1: discard 2 of 2, 5p, is neither terminal nor honour",
        "- seat 2: discard 1 of 1, 9p, was called by seat 3",
        "+ seat 3: 1 discards, all terminals and honours, none called",
    ]
    unknown = condition(course, DrawKind.NAGASHI_MANGAN, nagashi=Nagashi.OFF)
    assert unknown[2] == "- the rule set does not have nagashi mangan"


def test_a_seat_without_a_discard_makes_no_nagashi_mangan():
    steps = condition(after(dealt().turn(0, "1z")), DrawKind.NAGASHI_MANGAN)

    assert steps[4:] == ["- seat 1: no discard", "- seat 2: no discard", "- seat 3: no discard"]


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        (
            dealt("19m19p19s12z").draw(0, "3z"),
            [
                "+ seat 0 has drawn and not discarded yet",
                "+ it holds 9 kinds of terminals and honours: 19m19p19s123z; nine are needed",
                "+ calls before: none",
            ],
        ),
        (
            dealt("", "", "19m19p19s12z").turn(0, "4z").turn(1, "4z").draw(2, "1z"),
            [
                "+ seat 2 has drawn and not discarded yet",
                "- it holds 8 kinds of terminals and honours: 19m19p19s12z; nine are needed",
                "+ calls before: none",
            ],
        ),
        (
            dealt("", "44z", "19m19p19s123z").turn(0, "4z").pon(1).discard(1, "8m").draw(2, "5z"),
            [
                "+ seat 2 has drawn and not discarded yet",
                "+ it holds 10 kinds of terminals and honours: 19m19p19s1235z; nine are needed",
                "- calls before: seat 1 pon 444z with 4z of seat 0",
            ],
        ),
        (
            dealt("19m19p19s123z").turn(0, "4z"),
            [
                "- seat 0 has drawn and not discarded yet",
                "+ it holds 9 kinds of terminals and honours: 19m19p19s123z; nine are needed",
                "+ calls before: none",
            ],
        ),
        (dealt("19m19p19s123z"), ["+ calls before: none"]),
    ],
    ids=["nine", "eight", "after a call", "after a discard", "nothing drawn"],
)
def test_kyuushu_kyuuhai_asks_for_nine_kinds_at_a_first_draw_before_any_call(hand, steps):
    assert condition(after(hand), DrawKind.KYUUSHU_KYUUHAI)[:-1] == steps


TENPAI = ("123m456m789m1123p", "123p456p789p1123s", "123s456s789s1123m", "456m456p456s7788s")


def three_riichi():
    return Hand(*TENPAI).riichi(0, "4z").riichi(1, "4z").riichi(2, "4z")


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        (
            three_riichi().riichi(3, "5z"),
            [
                *(f"+ seat {seat} declares riichi and its discard is not won on" for seat in (0, 1, 2, 3)),
                "+ 4 riichi stand; four are needed",
                "+ the rule set has suucha riichi",
                "+ play stopped there",
            ],
        ),
        (
            three_riichi().riichi(3, "5z").turn(0, "6z"),
            [
                *(f"+ seat {seat} declares riichi and its discard is not won on" for seat in (0, 1, 2, 3)),
                "+ 4 riichi stand; four are needed",
                "+ the rule set has suucha riichi",
                "- 2 plays followed it",
            ],
        ),
        (
            three_riichi().turn(3, "5z"),
            [
                *(f"+ seat {seat} declares riichi and its discard is not won on" for seat in (0, 1, 2)),
                "- 3 riichi stand; four are needed",
                "+ the rule set has suucha riichi",
            ],
        ),
        (
            three_riichi().riichi(3, "5z", stands=False),
            [
                *(f"+ seat {seat} declares riichi and its discard is not won on" for seat in (0, 1, 2)),
                "- seat 3 declares riichi but its discard is won on",
                "- 3 riichi stand; four are needed",
                "+ the rule set has suucha riichi",
            ],
        ),
    ],
    ids=["four", "play went on", "three", "the fourth won on"],
)
def test_suucha_riichi_asks_for_four_riichi_that_stand(hand, steps):
    assert condition(after(hand), DrawKind.SUUCHA_RIICHI) == steps


KANS_OF_TWO = [
    "+ 4 kans: seat 0 ankan 1111m, seat 0 ankan 2222m, seat 1 ankan 3333p, seat 1 ankan 4444p",
    "+ by 2 seats; two or more are needed",
    "+ the rule set has suukaikan",
]


@pytest.mark.parametrize(
    ("course", "steps"),
    [
        (
            after(four_kans().turn(1, "7z")),
            [
                *KANS_OF_TWO,
                "+ seat 1 discards 7z after it, which nobody wins on",
                "+ play stopped there",
            ],
        ),
        (
            after(four_kans().turn(1, "7z").turn(2, "5z"), winners=(3,)),
            [
                *KANS_OF_TWO,
                "- seat 1 discards 7z after it, which somebody wins on",
                "- 2 plays followed it",
            ],
        ),
        (after(four_kans().draw(1, "7z")), [*KANS_OF_TWO, "- no discard followed the fourth kan"]),
        (
            after(three_kans()),
            [
                "- 3 kans: seat 0 ankan 1111m, seat 0 ankan 2222m, seat 0 ankan 3333m",
                "- by 1 seats; two or more are needed",
                "+ the rule set has suukaikan",
            ],
        ),
    ],
    ids=["discarded", "won on", "no discard", "three by one seat"],
)
def test_suukaikan_asks_for_four_kans_by_two_seats_and_a_discard(course, steps):
    assert condition(course, DrawKind.SUUKAIKAN) == steps


@pytest.mark.parametrize(
    ("hand", "step"),
    [(four_kans(), "+ play stopped there"), (four_kans().turn(1, "7z"), "- 2 plays followed it")],
    ids=["at the kan", "after the discard"],
)
def test_suukaikan_at_once_asks_that_play_stopped_at_the_fourth_kan(hand, step):
    found = condition(after(hand), DrawKind.SUUKAIKAN, suukaikan=Suukaikan.AT_ONCE)

    assert found[3:] == [step]


def test_the_discard_after_the_fourth_kan_may_be_that_of_seat_0():
    hand = Hand(*FOUR_KANS).turn(0, "6z").draw(1, "6z").ankan(1, "3p").draw(1, "7z").ankan(1, "4p")
    hand.turn(1, "7z").turn(2, "6z").turn(3, "6z").draw(0, "5z").ankan(0, "1m").draw(0, "5z")
    hand.ankan(0, "2m").turn(0, "7z")

    assert condition(after(hand), DrawKind.SUUKAIKAN)[3] == (
        "+ seat 0 discards 7z after it, which nobody wins on"
    )


def rons(*shown):
    """Seat 0 discards 5s; seat 1 waits for 5s, seat 2 for 258p, seat 3 for 69m."""
    hand = Hand("5s123m456m789m345p", "123p456p789p1146s", "123s456s99m34567p", "444z666z12378m22s")
    return hand.turn(0, "5z", "5s").ryuukyoku(*shown, kind="ron3")


@pytest.mark.parametrize(
    ("course", "steps"),
    [
        (
            after(rons(1, 2), ron_calls=2),
            [
                "+ seat 1 waits for 5s and calls ron on 5s of seat 0",
                "- seat 2 waits for 258p and calls ron on 5s of seat 0",
                "- 2 seats call ron; three are needed",
                "+ the rule set has sanchahou",
            ],
        ),
        (
            after(rons(0, 1, 2, 3), ron_calls=3),
            [
                "+ seat 1 waits for 5s and calls ron on 5s of seat 0",
                "- seat 2 waits for 258p and calls ron on 5s of seat 0",
                "- seat 3 waits for 69m and calls ron on 5s of seat 0",
                "+ 3 seats call ron; three are needed",
                "+ the rule set has sanchahou",
            ],
        ),
        (
            after(rons(1, 2, 3), ron_calls=1, winners=(1,)),
            [
                "+ seat 1 waits for 5s and calls ron on 5s of seat 0",
                "- 1 seats call ron; three are needed",
                "+ the rule set has sanchahou",
            ],
        ),
        (after(dealt()), ["- no tile was let go of"]),
    ],
    ids=["two shown", "all shown", "a winner", "no play"],
)
def test_sanchahou_asks_for_three_seats_that_call_ron_on_one_tile(course, steps):
    assert condition(course, DrawKind.SANCHAHOU) == steps


def test_an_abortive_draw_that_came_about_is_told_even_where_nobody_asks():
    course = after(norths("4z"))

    assert [section.title for section in condition_sections(course, TENHOU, ())] == [
        "Condition of suufon renda"
    ]
