"""A hand without a winner: which draw it is, who is tenpai on what, whose riichi is wrong, what is paid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.explain.drawn_hand import (
    Course,
    _penalty,
    chombo_costs,
    draw_reasons,
    overdue_reasons,
    riichi_reasons,
    tenpai_reasons,
    waits_reasons,
)
from analyzer.explain.outcome import one_hand
from analyzer.explain.reason import Why
from analyzer.replay import replay
from analyzer.rules import load
from analyzer.rules.grades import ChomboPenalty, NotenPenalty, TenpaiWait
from analyzer.settlement import Situation
from analyzer.view.plays import plays_of
from analyzer.vocabulary import NO_TILE
from tests.explain.notes import noted
from tests.hands import Hand

QUIET = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")
TENHOU = load("tenhou")
WIKI = load("riichi-wiki")


def ended(hand, live_tiles=0, rules=TENHOU):
    """A hand settled with so many tiles left in the live wall."""
    facts = replay(hand.events())[0]._replace(live_tiles=np.array([live_tiles], np.int16))
    nothing, no_tiles = np.zeros(1, np.int32), np.full((1, 5), NO_TILE, np.uint8)
    situation = Situation(kyoku=nothing, honba=nothing, indicators=no_tiles, ura=no_tiles, own_honba=nothing)
    return one_hand(facts, rules, situation)


def copies(hand):
    """Where the copies of each wait are, the live wall being used up."""
    reasons = tenpai_reasons(ended(hand), counts_copies=True)
    return [one.text for one in reasons if one.why is Why.COPIES]


def told(reasons):
    """What is said, whether it is met, and by which field."""
    return [(one.text, one.met, one.rule) for one in reasons]


def test_copies_in_an_own_pon_are_not_out_of_sight():
    hand = Hand("1233p123m456s55z9m", *QUIET).turn(0, "1z").turn(1, "3p").pon(0).discard(0, "9m")

    assert copies(hand) == ["seat 0, 3p: 3 in its melds, 1 out of its sight"]


def test_copies_in_rivers_and_indicators_are_shown():
    hand = Hand("12399p456m46s789s", *QUIET, indicator="5s").turn(0, "1z").turn(1, "5s").turn(2, "5s")

    assert copies(hand) == ["seat 0, 5s: 3 shown elsewhere, 1 out of its sight"]


def test_copies_in_the_own_tehai_are_told_from_those_that_others_show():
    hand = Hand("123m456p789p1146s", *QUIET).turn(0, "9m").turn(1, "6s").turn(2, "4s")
    pair = Hand("123m456m789m22s55p", *QUIET).turn(0, "9m").turn(1, "2s").turn(2, "6p")

    assert copies(hand) == ["seat 0, 5s: 4 out of its sight"]
    assert copies(pair) == [
        "seat 0, 5p: 2 in its tehai, 2 out of its sight",
        "seat 0, 2s: 2 in its tehai, 1 shown elsewhere, 1 out of its sight",
    ]


NORTHS = """
    kyoku = "E1.0"
    left = 66
    last = "discard 3 4z"
    seat.0 = { river = "4z" }
    seat.1 = { river = "4z" }
    seat.2 = { river = "4z" }
    seat.3 = { river = "4z" }
    """
NINE_KINDS = """
    kyoku = "E1.0"
    left = 69
    last = "draw 0"
    seat.0 = { tehai = "19m19p19s123z5555m", drawn = "2m", river = "" }
    seat.1 = { river = "" }
    seat.2 = { river = "" }
    seat.3 = { river = "" }
    """
FOUR_RIICHI = """
    kyoku = "E1.0"
    left = 60
    last = "discard 3 9s"
    seat.0 = { waits = "1m", riichi = 1, river = "1z" }
    seat.1 = { waits = "2m", riichi = 1, river = "2z" }
    seat.2 = { waits = "3m", riichi = 1, river = "3z" }
    seat.3 = { waits = "4m", riichi = 1, river = "9s" }
    """
FOUR_KANS = """
    kyoku = "E1.0"
    left = 40
    last = "discard 1 9s"
    seat.0 = { melds = ["ankan 1111m", "ankan 2222m"] }
    seat.1 = { melds = ["ankan 3333m", "ankan 4444m"] }
    """
THREE_RONS = """
    kyoku = "E1.0"
    left = 40
    last = "discard 0 5p"
    ron = [1, 2, 3]
    seat.1 = { waits = "25p" }
    seat.2 = { waits = "5p" }
    seat.3 = { waits = "58p" }
    """


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'kyoku = "E1.0"',
            [
                ("the live wall is used up and nobody won on the last discard", None, None),
                ("payments 0 0 0 0", None, "noten_penalty"),
            ],
        ),
        (
            'kyoku = "E1.0"\nseat.2 = { river = "1z 9m" }',
            [
                (
                    "all discards of seat 2 are terminals and honours, and none was called",
                    None,
                    "nagashi",
                ),
                # A mangan: 4,000 from the dealer, 2,000 from each other seat.
                ("payments -4,000 -2,000 +8,000 -2,000", None, "nagashi_points"),
            ],
        ),
        (
            NORTHS,
            [
                ("the four first discards are one wind, without a call between", None, "suufon_renda"),
                ("no payments", None, None),
            ],
        ),
        (
            NINE_KINDS,
            [
                ("nine kinds of terminals and honours at the first draw", None, "kyuushu_kyuuhai"),
                ("no payments", None, None),
            ],
        ),
        (
            FOUR_RIICHI,
            [("the fourth riichi stands", None, "suucha_riichi"), ("no payments", None, None)],
        ),
        (
            FOUR_KANS,
            [("four kans by two seats or more", None, "suukaikan"), ("no payments", None, None)],
        ),
        (
            THREE_RONS,
            [("three seats call ron on one tile", None, "triple_ron"), ("no payments", None, None)],
        ),
        (
            'kyoku = "E1.0"\nchombo = [0, 2]',
            [("chombo by seats 0, 2: the hand is played again", None, "chombo_penalty")],
        ),
        (
            'kyoku = "E1.0"\nleft = 20\nlast = "draw 1"',
            [("play stopped where no rule of this set ends a hand", None, None)],
        ),
    ],
    ids=[
        "exhaustive",
        "nagashi mangan",
        "suufon renda",
        "kyuushu kyuuhai",
        "suucha riichi",
        "suukaikan",
        "sanchahou",
        "chombo",
        "no end",
    ],
)
def test_each_draw_has_its_words_its_rule_and_its_payments(text, expected):
    assert told(draw_reasons(noted(text, TENHOU))) == expected


def test_a_draw_that_play_went_past_is_overdue():
    late = NORTHS.replace("66", "65").replace('0 = { river = "4z" }', '0 = { river = "4z 5m" }')
    late = late.replace("discard 3 4z", "discard 0 5m")

    assert told(overdue_reasons(noted(late, TENHOU))) == [
        ("suufon renda should have ended the hand before: play went on", False, None)
    ]
    assert told(overdue_reasons(noted(NORTHS, TENHOU))) == []


FIFTH = 'tehai = "12p456s789s22z", melds = ["ankan 3333p"]'
"""Waits for 3p alone, of which it holds all."""


@pytest.mark.parametrize(
    ("seat", "changes", "expected"),
    [
        ('waits = "25p"', {}, ("seat 0 is tenpai, waiting for 25p", True, "tenpai_wait")),
        ("declares_noten = true", {}, ("seat 0 is noten", False, None)),
        (FIFTH, {}, ("seat 0 waits for 3p, and none of these counts: noten", False, "tenpai_wait")),
        (
            FIFTH,
            {"furiten_tenpai": False, "yakuless_tenpai": False},
            ("seat 0 waits for 3p, and none of these counts: noten", False, "tenpai_wait"),
        ),
        (
            'waits = "25p", river = "1z 2p"',
            {"furiten_tenpai": False},
            ("seat 0 waits for 25p, but is furiten: noten", False, "furiten_tenpai"),
        ),
        (
            'waits = "25p", river = "1z 2p", declares_noten = true',
            {"furiten_tenpai": False},
            ("seat 0 waits for 25p, says noten and is", False, "noten_declaration"),
        ),
        (
            'waits = "25p", riichi = 2, declares_noten = true',
            {},
            ("seat 0 is tenpai, waiting for 25p, and in riichi must show it", True, "hidden_riichi"),
        ),
    ],
    ids=[
        "tenpai",
        "says noten and is",
        "holds all it waits for",
        "holds all, and more is asked",
        "furiten",
        "furiten and says noten",
        "riichi must show",
    ],
)
def test_who_is_tenpai_is_decided_by_the_first_rule_that_bars_it(seat, changes, expected):
    hand = noted(f'kyoku = "E1.0"\nseat.0 = {{ {seat} }}', replace(WIKI, **changes))

    assert told(tenpai_reasons(hand, counts_copies=False))[0] == expected


def test_a_wait_that_is_exposed_on_the_table_does_not_count_where_the_rules_ask_for_one_unexposed():
    text = """
        kyoku = "E1.0"
        seat.0 = { tehai = "12p456s789s22z", melds = ["ankan 1111s"] }
        seat.1 = { melds = ["ankan 3333p"] }
        """
    rules = replace(WIKI, tenpai_wait=TenpaiWait.UNEXPOSED)

    assert told(tenpai_reasons(noted(text, rules), counts_copies=False))[0] == (
        "seat 0 waits for 3p, and none of these counts: noten",
        False,
        "tenpai_wait",
    )


def test_what_does_not_matter_at_a_draw_is_said_of_a_seat_that_is_furiten_and_tenpai():
    text = """
        kyoku = "E1.0"
        seat.0 = { waits = "25p", river = "1z 2p" }
        seat.1 = { waits = "25p", river = "1z 2p 3m", declares_noten = true }
        seat.2 = { waits = "1m", river = "1z 2m" }
        """

    assert told(tenpai_reasons(noted(text, WIKI), counts_copies=False)) == [
        ("seat 0 is tenpai, waiting for 25p", True, "tenpai_wait"),
        ("seat 0 is furiten (by its own discards), which does not matter at a draw", None, "furiten_tenpai"),
        ("seat 1 waits for 25p, says noten and is", False, "noten_declaration"),
        ("seat 2 is tenpai, waiting for 1m", True, "tenpai_wait"),
        ("seat 3 is noten", False, None),
        (
            "3,000 in all: each of 2 noten pays 1,500, each of 2 tenpai gets 1,500",
            None,
            "noten_penalty_points",
        ),
    ]


def test_a_nagashi_mangan_is_paid_in_place_of_the_penalty():
    hand = noted('kyoku = "E1.0"\nseat.0 = { waits = "25p" }\nseat.2 = { river = "1z 9m" }', TENHOU)

    assert [one.text for one in tenpai_reasons(hand, counts_copies=False)] == [
        "seat 0 is tenpai, waiting for 25p",
        *(f"seat {seat} is noten" for seat in (1, 2, 3)),
    ]


def test_what_each_seat_waits_for_at_the_end_of_a_hand():
    text = """
        kyoku = "E1.0"
        left = 20
        last = "draw 3"
        seat.0 = { waits = "25p" }
        seat.1 = { waits = "25p", river = "1z 2p" }
        seat.2 = { waits = "3m", riichi = 4, river = "1z 2z 3z 4m 3m", passed = true }
        """

    assert told(waits_reasons(noted(text, TENHOU))) == [
        ("seat 0 waits for 25p", None, None),
        ("seat 1 waits for 25p, furiten: by its own discards", None, None),
        (
            "seat 2 waits for 3m, furiten: by its own discards, it let a wait pass after riichi",
            None,
            None,
        ),
        ("seat 3 is noten", None, None),
    ]


@pytest.mark.parametrize(
    ("tenpai", "changes", "text", "field"),
    [
        (0, {}, "0 of 4 are tenpai: nothing is paid", "noten_penalty_points"),
        (4, {}, "4 of 4 are tenpai: nothing is paid", "noten_penalty_points"),
        (
            2,
            {"noten_penalty": NotenPenalty.OFF},
            "2 of 4 are tenpai: nothing is paid",
            "noten_penalty_points",
        ),
        (
            1,
            {},
            "3,000 in all: each of 3 noten pays 1,000, each of 1 tenpai gets 3,000",
            "noten_penalty_points",
        ),
        (
            3,
            {},
            "3,000 in all: each of 1 noten pays 3,000, each of 3 tenpai gets 1,000",
            "noten_penalty_points",
        ),
        (
            3,
            {"noten_penalty": NotenPenalty.PER_PAIR, "noten_penalty_points": 1000},
            "each noten seat pays 1,000 to each tenpai seat",
            "noten_penalty_points",
        ),
        (
            0,
            {"noten_penalty": NotenPenalty.BY_TENPAI},
            "0 of 4 are tenpai: nothing is paid",
            "noten_payments",
        ),
        *(
            (
                tenpai,
                {"noten_penalty": NotenPenalty.BY_TENPAI, "noten_payments": (1000, 1500, 3000)},
                f"each of {4 - tenpai} noten pays {paid} for {tenpai} tenpai",
                "noten_payments",
            )
            for tenpai, paid in ((1, "1,000"), (2, "1,500"), (3, "3,000"))
        ),
    ],
)
def test_the_noten_penalty_is_told_as_it_is_shared_out(tenpai, changes, text, field):
    found = _penalty(tenpai, replace(TENHOU, **changes))

    assert (found.text, found.rule) == (text, field)


def test_whose_riichi_is_wrong_is_told_from_the_right_ones():
    hand = Hand("123m456m789m1145p", "1479m147p258s123z", "12p3333p456s78s22z", "258m258p369s5677z")
    hand.riichi(0, "7z").riichi(1, "4z", "4m").draw(2, "9s").ankan(2, "3p").turn(2, "4z").turn(3, "6z")
    hand.turn(0, "6z").turn(1, "6z").riichi(2, "5z").turn(3, "5z")
    settled = ended(hand, rules=WIKI)
    course = Course(settled.facts, plays_of(hand.events(), 0), ())

    assert told(riichi_reasons(settled, course)) == [
        ("the live wall is used up: whoever is in riichi shows its tehai", True, None),
        ("seat 0 declared riichi with discard 1, 7z, and waits for 36p: no chombo", False, None),
        ("seat 1 declared riichi with discard 1, 4m, and 179m147p258s1234z is noten", True, None),
        (
            "seat 2 declared riichi with discard 2, 5z, and waits for 3p, of which none counts",
            True,
            "tenpai_wait",
        ),
        ("a log has no name for chombo: the draw stands there as if every riichi were right", None, None),
    ]


def test_before_the_wall_is_used_up_it_is_the_fourth_riichi_that_shows_the_tehai():
    hand = ended(Hand(*QUIET, "123m456m789m1123p").turn(0, "1z"), live_tiles=1)

    assert told(riichi_reasons(hand, Course(hand.facts, (), ())))[0] == (
        "the fourth riichi stands: whoever is in riichi shows its tehai",
        True,
        None,
    )


@pytest.mark.parametrize(
    ("text", "penalty", "expected"),
    [
        (
            "chombo = [0]",
            ChomboPenalty.REVERSE_MANGAN,
            [
                ("a mangan tsumo the other way round is paid at once", None, "chombo_penalty"),
                ("seat 0, the dealer, pays 4,000 to each", None, "chombo_points"),
                (
                    "the hand counts as not played: nothing else is paid, and it is played again",
                    None,
                    None,
                ),
                ("payments -12,000 +4,000 +4,000 +4,000", None, None),
            ],
        ),
        (
            'chombo = [2]\nseat.1 = { waits = "25p", riichi = 2 }\nseat.3 = { waits = "3s", riichi = 5 }',
            ChomboPenalty.REVERSE_MANGAN,
            [
                ("a mangan tsumo the other way round is paid at once", None, "chombo_penalty"),
                ("seat 2 pays 4,000 to the dealer and 2,000 to everybody else", None, "chombo_points"),
                ("the sticks of this hand go back: 1,000 to seats 1, 3", None, None),
                (
                    "the hand counts as not played: nothing else is paid, and it is played again",
                    None,
                    None,
                ),
                ("payments +4,000 +3,000 -8,000 +3,000", None, None),
            ],
        ),
        (
            "chombo = [1, 2]",
            ChomboPenalty.FINAL_RESULT,
            [
                ("nothing is paid in the game", None, "chombo_penalty"),
                ("4,000 points are taken from the final result of seat 1", None, "chombo_points"),
                ("4,000 points are taken from the final result of seat 2", None, "chombo_points"),
                (
                    "the hand counts as not played: nothing else is paid, and it is played again",
                    None,
                    None,
                ),
                ("payments 0 0 0 0", None, None),
            ],
        ),
    ],
    ids=["the dealer", "a child", "from the final result"],
)
def test_what_chombo_costs_is_told(text, penalty, expected):
    hand = noted(f'kyoku = "E1.0"\n{text}', replace(TENHOU, chombo_penalty=penalty))

    assert told(chombo_costs(hand)) == expected
