"""Which sections an explanation has, and in which order."""

from __future__ import annotations

import pytest

from analyzer.explain.drawn_hand import Course
from analyzer.explain.explanation import sections_of
from analyzer.rules import load
from tests.explain.notes import noted
from tests.view.hands import ending

TENHOU = load("tenhou")
WRC = load("wrc")
WIN = 'seat.1 = { tehai = "234567m34p55678s" }'
NORTHS = "".join(f'seat.{seat} = {{ river = "4z" }}\n' for seat in range(4))


@pytest.mark.parametrize(
    ("text", "rules", "titles"),
    [
        (
            f'left = 20\nron = [1]\nlast = "discard 0 5p"\n{WIN}',
            TENHOU,
            ["Seat 1 wins: ron off seat 0 on 5p, 2 han 30 fu, 2,000 points", "What follows"],
        ),
        (
            f'left = 20\nron = [1, 2]\nlast = "discard 0 5p"\n{WIN}\nseat.2 = {{ waits = "5p" }}',
            WRC,
            [
                "Seat 1 wins: ron off seat 0 on 5p, 2 han 30 fu, 2,000 points",
                "Other rons",
                "What follows",
            ],
        ),
        ("", TENHOU, ["The draw", "Tenpai", "What follows"]),
        ('seat.1 = { river = "1z" }', TENHOU, ["The draw", "Tenpai", "What follows"]),
        ("chombo = [1]", TENHOU, ["The draw", "What chombo costs", "What follows"]),
        (f'left = 66\nlast = "discard 3 4z"\n{NORTHS}', TENHOU, ["The draw", "What follows"]),
        (f'left = 65\nlast = "draw 0"\n{NORTHS}', TENHOU, ["Overdue", "The draw"]),
        ('left = 20\nlast = "draw 1"', TENHOU, ["The draw"]),
    ],
    ids=["ron", "head bump", "exhaustive", "nagashi mangan", "chombo", "abortive", "overdue", "no end"],
)
def test_a_settled_hand_is_told_in_this_order(text, rules, titles):
    hand = noted(f'kyoku = "E1.0"\n{text}', rules)

    assert [section.title for section in sections_of(hand)] == titles


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("ron", ["Seat 2 wins", "Tehai at the end", "What follows"]),
        ("exhaustive_some_tenpai", ["The draw", "Condition of nagashi mangan", "Tenpai", "What follows"]),
        ("nagashi_mangan", ["The draw", "Condition of nagashi mangan", "Tenpai", "What follows"]),
        ("suufon_renda", ["The draw", "Condition of suufon renda", "Tehai at the end", "What follows"]),
        (
            "sanchahou",
            ["The draw", "Condition of sanchahou", "Tehai at the end", "What follows"],
        ),
    ],
)
def test_where_the_plays_are_known_the_conditions_are_told_and_what_each_seat_holds(name, titles):
    found = [section.title.split(":")[0] for section in ending(name).explain().sections]

    assert found == titles


@pytest.mark.parametrize(
    ("text", "claimed", "titles"),
    [
        ("", "exhaustive", ["nagashi mangan"]),
        ("", "suufon_renda", ["nagashi mangan", "suufon renda"]),
        ('left = 20\nlast = "draw 1"', "kyuushu_kyuuhai", ["kyuushu kyuuhai"]),
        ('left = 20\nlast = "draw 1"', "none", []),
        (f'left = 20\nron = [1]\nlast = "discard 0 5p"\n{WIN}', "win", []),
        ("chombo = [1]", "exhaustive", ["chombo"]),
        ("chombo = [1]", "suucha_riichi", ["chombo", "suucha riichi"]),
    ],
    ids=["agreed", "another draw", "no end", "cut", "a win", "chombo", "chombo at the fourth riichi"],
)
def test_conditions_are_told_of_draws_that_the_log_or_the_rules_speak_of(text, claimed, titles):
    hand = noted(f'kyoku = "E1.0"\n{text}', TENHOU)
    sections = sections_of(hand, Course(hand.facts, (), ()), claimed)

    found = [section.title for section in sections if section.title.startswith("Condition of ")]
    assert found == [f"Condition of {title}" for title in titles]


def test_the_copies_of_waits_and_the_next_hand_are_told_only_where_the_plays_are_known():
    text = 'kyoku = "E1.0"\nscores = [25000, 25000, 25000, 25000]\nseat.0 = { tehai = "123456789m1112p" }'
    hand = noted(text, TENHOU)
    bare, known = (
        [line.text for section in sections for line in section.lines]
        for sections in (sections_of(hand), sections_of(hand, Course(hand.facts, (), ())))
    )

    of_the_plays = {
        "seat 0, 2p: 1 in its tehai, 3 out of its sight",
        "seat 0, 3p: 4 out of its sight",
        "next: E1.1, dealer seat 0",
    }
    assert not of_the_plays & set(bare)
    assert of_the_plays <= set(known)
