"""Wins told from their tiles to their payments, each worked out by hand."""

from __future__ import annotations

import pytest

from tests.explain.test_settled_hand import BY_TSUMO, explained

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
    return [(reason.text, reason.field) for reason in explained(text, "tenhou").reasons]


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
