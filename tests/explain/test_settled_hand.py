"""A hand settled with its reasons: whole texts, as a person reads them."""

from dataclasses import replace

import pytest

from analyzer.explain.settled_hand import settle_note
from analyzer.explain.why import Why
from analyzer.replay.notation import parse_hand
from analyzer.rules import load
from analyzer.rules.grades import TsumoShare


def explained(text, name):
    return settle_note(parse_hand(text, "facts.toml"), load(name))


def test_a_draw_names_every_seat_and_the_rule_that_decides_it():
    settled = explained(
        """
        kyoku = "E1.3"
        sticks = 2
        seat.0 = { waits = "25p", declares_noten = true }
        seat.1 = { tehai = "12p456s789s22z", melds = ["ankan 3333p"] }
        seat.2 = { waits = "1m", riichi = 3 }
        """,
        "riichi-wiki",
    )

    wiki = "Riichi wiki, Ryuukyoku (2023-02-28 and later)"
    own = f"{wiki}, Tenpai: a hand whose winning tiles it holds itself is noten; house rules differ"
    assert str(settled).splitlines() == [
        "E1.3 under riichi-wiki: exhaustive, (-1000, -1000, +3000, -1000)",
        "  the live wall is used up and nobody won on the last discard",
        f"  payments -1,000 -1,000 +3,000 -1,000 [noten_penalty = shared; {wiki}, Point exchanges]",
        (
            "  seat 0 waits for 25p, says noten and is "
            f"[noten_declaration = free; {wiki}, a player in tenpai may declare noten and lose the payment]"
        ),
        f"  seat 1 waits for 3p, and none of these counts: noten [tenpai_wait = outside-own; {own}]",
        f"  seat 2 is tenpai, waiting for 1m [tenpai_wait = outside-own; {own}]",
        "  seat 3 is noten",
        (
            "  3,000 in all: each of 3 noten pays 1,000, each of 1 tenpai gets 3,000 "
            f"[noten_penalty_points = 3000; {wiki}, Point exchanges]"
        ),
        (
            "  dealer seat 0 moves on "
            f"[dealer_repeat = tenpai; {wiki}, the dealer stays if tenpai; variations let only a winner stay]"
        ),
        f"  honba 3 to 4 [honba_growth = always; {wiki}, the honba increase by 1]",
        "  2 of 2 sticks stay on the table",
        "next: E2.4, dealer seat 1, 2 sticks on the table",
    ]


def test_the_worked_example_of_three_counters_is_explained():
    settled = explained(
        """
        kyoku = "E1.3"
        players = 3
        left = 20
        tsumo = 1
        last = "draw 1"
        seat.1 = { tehai = "123p567p2255p555z", drawn = "2p" }
        """,
        "sanma-ryanshi",
    )

    assert settled.deltas == (-7000, 12000, -5000)
    assert [reason.text for reason in settled.reasons] == [
        "Seat 1 wins: tsumo on 2p, 5 han 40 fu, mangan, 6,000 points",
        "123p 222p 567p 555z 55p; 2p completes 123p",
        "menzen tsumo: 1 han",
        "haku: 1 han",
        "honitsu: 3 han",
        "base: 20 fu",
        "inner wait: 2 fu",
        "closed triplet 2p: 4 fu",
        "closed triplet 5z: 8 fu",
        "tsumo: 2 fu",
        "36 fu in all, rounded up to 40",
        "5 han 40 fu is a mangan: base points 2,000",
        "tsumo by a child: 4,000 from the dealer (2 × 2,000), 2,000 from each of 1 others",
        "3 honba: 3,000 more from each payer",
        "payments -7,000 +12,000 -5,000",
        "dealer seat 0 moves on",
        "honba 3 to 0",
    ]
    honba = settled.reasons[13]
    assert honba.ruling == "honba_tsumo = 1000"
    assert honba.source == (
        "Three-player rule page (Japanese) (2011-09-10), "
        "Special Cases: 1000 from each paying player per counter"
    )


def test_a_tsumo_that_is_halved_is_told_as_it_is_paid():
    note = parse_hand(
        """
        kyoku = "E1.0"
        players = 3
        left = 20
        tsumo = 1
        last = "draw 1"
        seat.1 = { tehai = "123p567p2255p555z", drawn = "2p" }
        """,
        "facts.toml",
    )
    settled = settle_note(note, replace(load("tenhou-sanma"), tsumo_share=TsumoShare.EVEN))

    share = next(reason for reason in settled.reasons if reason.why is Why.TSUMO_EVENLY)
    assert share.text == "tsumo by a child: 4,000 from each of 2, a half of 4 × 2,000 rounded up"
    assert share.ruling == "tsumo_share = even"
    assert settled.deltas == (-4000, 8000, -4000)


def test_a_win_that_ryanshi_forbids_leaves_the_hand_open():
    settled = explained(
        """
        kyoku = "E1.4"
        players = 3
        left = 20
        ron = [1]
        last = "discard 0 8s"
        seat.1 = { tehai = "22345p111p345s67s", riichi = 3 }
        """,
        "sanma-ryanshi",
    )

    assert (settled.outcome, settled.next_hand, settled.next_dealer) == ("invalid", None, None)
    assert "a win needs 2 han of yaku, it has 1" in [reason.text for reason in settled.reasons]
    assert str(settled).splitlines()[-1] == "next: the hand is not over"


def test_chombo_says_who_pays_and_that_the_hand_is_played_again():
    settled = explained(
        """
        kyoku = "E1.2"
        sticks = 3
        seat.0 = { waits = "25p" }
        seat.1 = { riichi = 3, river = "5s 6s 7s" }
        """,
        "wrc",
    )

    texts = [reason.text for reason in settled.reasons]
    assert texts[:6] == [
        "chombo by seat 1: the hand is played again",
        "nothing is paid in the game",
        "20,000 points are taken from the final result of seat 1",
        "the sticks of this hand go back: 1,000 to seat 1",
        "the hand counts as not played: nothing else is paid, and it is played again",
        "payments 0 +1,000 0 0",
    ]
    assert (settled.final_points, settled.next_hand, settled.kyotaku) == ((0, -20000, 0, 0), "E1.2", 2)


def test_a_draw_that_was_passed_over_is_said_first():
    settled = explained(
        """
        kyoku = "E1.0"
        left = 65
        last = "discard 0 5m"
        seat.0 = { river = "2z 5m" }
        seat.1 = { river = "2z" }
        seat.2 = { river = "2z" }
        seat.3 = { river = "2z" }
        """,
        "tenhou",
    )

    assert settled.reasons[0].text == "suufon renda should have ended the hand before: play went on"
    assert settled.outcome == "none"


def test_a_head_bump_names_who_is_not_paid():
    settled = explained(
        """
        kyoku = "E2.1"
        left = 20
        ron = [0, 2]
        last = "discard 3 2p"
        seat.0 = { tehai = "456789s13p111m33z", riichi = 2 }
        seat.2 = { tehai = "123p567p2255p555z", riichi = 4 }
        """,
        "wrc",
    )

    unpaid = next(reason for reason in settled.reasons if reason.why is Why.NOT_PAID)
    assert unpaid.text == "ron of seat 2 is not paid"
    assert unpaid.ruling == "double_ron = head-bump"


TWO_YAKUMAN = """
    kyoku = "E4.3"
    left = 20
    {end}
    [seat.1]
    tehai = "1122z"
    {drawn}
    melds = ["pon 555z from 0", "pon 666z from 0", "pon 777z from 2"]
    """
BY_TSUMO = TWO_YAKUMAN.format(end='tsumo = 1\nlast = "draw 1"', drawn='drawn = "2z"')
OFF_SEAT_0 = TWO_YAKUMAN.format(end='ron = [1]\nlast = "discard 0 2z"', drawn="")
LIABLE = "seat 2 let the last set of daisangen be called: it is liable and "


@pytest.mark.parametrize(
    ("text", "rules", "share", "rest", "scope"),
    [
        # Tenhou, 2019103023gm-00a9-0000-f90e0fe9; of a ron nothing is known.
        (
            BY_TSUMO,
            "tenhou",
            "pays it alone",
            "seat 2 answers for the rest of the hand too",
            "whole-hand-by-tsumo",
        ),
        (
            OFF_SEAT_0,
            "tenhou",
            "shares it with seat 0",
            "who pays the rest of the hand is not known; here seat 2 answers for the rest of the hand too",
            "whole-hand-by-tsumo",
        ),
        (
            BY_TSUMO,
            "riichi-wiki",
            "pays it alone",
            "the rest of the hand is paid as if nobody were liable",
            "own-yakuman",
        ),
    ],
)
def test_who_answers_for_what_stands_beside_a_liable_yakuman_is_said(text, rules, share, rest, scope):
    reasons = explained(text, rules).reasons

    first = next(place for place, reason in enumerate(reasons) if reason.text == LIABLE + share)
    assert reasons[first].ruling == "pao = [daisangen, daisuushii]"
    assert (reasons[first + 1].text, reasons[first + 1].ruling) == (rest, f"pao_scope = {scope}")


def test_of_a_liable_yakuman_alone_nothing_more_is_said():
    text = BY_TSUMO.replace('"1122z"', '"23s99p"').replace('drawn = "2z"', 'drawn = "4s"')

    said = [reason.text for reason in explained(text, "tenhou").reasons]

    assert f"{LIABLE}pays it alone" in said
    assert not any("rest of the hand" in one for one in said)


def test_why_an_open_hand_is_no_win_under_ryanshi_is_said():
    settled = explained(
        """
        kyoku = "E1.4"
        players = 3
        left = 20
        ron = [1]
        last = "discard 0 6z"
        [seat.1]
        tehai = "345p22s66z"
        melds = ["pon 555z from 0", "pon 888s from 2"]
        """,
        "sanma-ryanshi",
    )

    why = next(reason for reason in settled.reasons if reason.why is Why.SHORT_WAIT)
    assert settled.outcome == "invalid"
    assert why.text == "after a call every tile it waits for must give 2 han of yaku, and not every one does"
    assert (why.ruling, why.met) == ("ryanshi_from = 4", False)
    assert [one.met for one in settled.reasons if one.why is Why.LEAST_YAKU] == [True]
    assert "not a win under this rule set: nothing is paid for it" in [one.text for one in settled.reasons]


def test_a_winning_tile_that_was_mixed_into_the_hand_is_said_to_cost_its_wait():
    settled = explained(
        """
        kyoku = "E1.0"
        left = 20
        tsumo = 1
        last = "draw 1"
        seat.1 = { tehai = "234567m345p2267s", drawn = "8s", kept_apart = false }
        """,
        "wrc",
    )

    mixed = next(reason for reason in settled.reasons if reason.why is Why.NOT_KEPT_APART)
    assert settled.reasons[0].text == "Seat 1 wins: tsumo on 8s, 2 han 20 fu, 1,500 points"
    assert mixed.text == (
        "the winning tile was not kept apart: no fu for the wait or a tsumo that may be pinfu, and no pinfu"
    )
    assert mixed.ruling == "tile_kept_apart = true"


NOTEN_SAID = """
    kyoku = "E1.0"
    seat.0 = {{ waits = "25p", declares_noten = true{riichi} }}
    seat.1 = {{ waits = "1m" }}
    """


@pytest.mark.parametrize(
    ("riichi", "rules", "text", "rule"),
    [
        ("", "riichi-wiki", "seat 0 waits for 25p, says noten and is", "noten_declaration = free"),
        (
            ", riichi = 3",
            "riichi-wiki",
            "seat 0 is tenpai, waiting for 25p, and in riichi must show it",
            "hidden_riichi = shown",
        ),
        ("", "tenhou", "seat 0 is tenpai, waiting for 25p", "noten_declaration = automatic"),
    ],
    ids=["free to say so", "in riichi", "not free"],
)
def test_who_says_noten_is_told_whether_it_is(riichi, rules, text, rule):
    reasons = explained(NOTEN_SAID.format(riichi=riichi), rules).reasons
    about_seat_0 = next(one for one in reasons if dict(one.facts).get("seat") == 0 and one.met is not None)

    assert (about_seat_0.text, about_seat_0.ruling) == (text, rule)


def test_only_where_yakuman_add_up_the_rule_that_says_so_is_named():
    two, one = (
        next(reason for reason in explained(text, "tenhou").reasons if reason.why is Why.YAKUMAN_BASE)
        for text in (BY_TSUMO, BY_TSUMO.replace('"1122z"', '"23s99p"').replace('"2z"', '"4s"'))
    )

    assert (two.text, two.ruling) == ("2 yakuman: base points 16,000", "multiple_yakuman = true")
    assert (one.text, one.ruling) == ("1 yakuman: base points 8,000", None)


@pytest.mark.parametrize(
    ("changes", "river", "text", "field"),
    [
        ({"furiten_tenpai": False}, "7p", "seat 0 waits for 47p, but is furiten: noten", "furiten_tenpai"),
        ({"yakuless_tenpai": False}, "9s", "seat 0 waits for 47p, but has no yaku: noten", "yakuless_tenpai"),
        ({}, "7p", "seat 0 is tenpai, waiting for 47p", "tenpai_wait"),
    ],
    ids=["furiten", "no yaku", "neither matters"],
)
def test_a_hand_that_waits_and_is_noten_is_told_why(changes, river, text, field):
    note = parse_hand(
        f"""
        kyoku = "E1.0"
        [seat.0]
        tehai = "56p123m11z"
        melds = ["pon 222s from 1", "pon 333s from 2"]
        river = "{river}"
        """,
        "facts.toml",
    )
    settled = settle_note(note, replace(load("tenhou"), **changes))

    said = next(one for one in settled.reasons if dict(one.facts).get("seat") == 0 and one.met is not None)
    assert (said.text, said.rule) == (text, field)


def test_a_limit_below_a_counted_yakuman_needs_no_rule():
    settled = explained(
        """
        kyoku = "E1.0"
        left = 20
        tsumo = 1
        last = "draw 1"
        seat.1 = { tehai = "1122334556578m", drawn = "9m", riichi = 3 }
        """,
        "tenhou",
    )

    # Riichi, tsumo, pinfu and iipeikou, ittsuu 2, chinitsu 6.
    base = next(one for one in settled.reasons if one.why is Why.LIMIT_BASE)
    assert (base.text, base.rule) == ("12 han 20 fu is a sanbaiman: base points 6,000", None)


RON = """
    kyoku = "E1.2"
    left = 20
    sticks = 1
    ron = [1]
    last = "discard 0 5p"
    seat.1 = { tehai = "234567m34p55678s" }
    """
DRAW = """
    kyoku = "S4.1"
    sticks = 2
    seat.0 = { waits = "25p" }
    seat.2 = { waits = "1m", riichi = 3 }
    """
CHOMBO = """
    kyoku = "E3.1"
    sticks = 2
    chombo = [0, 3]
    seat.1 = { waits = "1m", riichi = 3 }
    """
NO_END = 'kyoku = "E1.0"\nleft = 20\nlast = "draw 1"\nsticks = 3'


@pytest.mark.parametrize(
    ("text", "rules", "record"),
    [
        (
            RON,
            "tenhou",
            {
                "rule_set": "tenhou",
                "hand": "E1.2",
                "outcome": "win",
                "tenpai": (),
                # 2,000 and two honba, and the stick.
                "deltas": (-2600, 3600, 0, 0),
                "final_points": (0, 0, 0, 0),
                "next_hand": "E2.0",
                "next_dealer": 1,
                "kyotaku": 0,
            },
        ),
        (
            DRAW,
            "tenhou",
            {
                "hand": "S4.1",
                "outcome": "exhaustive",
                "tenpai": (True, False, True, False),
                "deltas": (1500, -1500, 1500, -1500),
                "final_points": (0, 0, 0, 0),
                "next_hand": "W1.2",
                "next_dealer": 0,
                "kyotaku": 2,
            },
        ),
        (
            CHOMBO,
            "wrc",
            {
                "rule_set": "wrc",
                "outcome": "chombo",
                "deltas": (0, 1000, 0, 0),
                "final_points": (-20000, 0, 0, -20000),
                "next_hand": "E3.1",
                "next_dealer": 2,
                "kyotaku": 1,
            },
        ),
        (
            NO_END,
            "tenhou",
            {
                "outcome": "none",
                "deltas": (0, 0, 0, 0),
                "next_hand": None,
                "next_dealer": None,
                "kyotaku": 3,
            },
        ),
    ],
    ids=["ron", "exhaustive", "chombo", "no end"],
)
def test_a_settled_hand_as_a_record(text, rules, record):
    settled = explained(text, rules)

    assert {name: getattr(settled, name) for name in record} == record


def test_a_hand_of_three_players_has_three_of_everything():
    text = 'kyoku = "E3.0"\nplayers = 3\nseat.1 = { waits = "25p" }'
    ron_of_three = RON.replace("left", "players = 3\nleft").replace("234567m34p55678s", "23456734p55678s")
    drawn, won = (
        explained(text, "tenhou-sanma"),
        explained(ron_of_three, "tenhou-sanma"),
    )

    assert drawn.tenpai == (False, True, False)
    # Two noten seats share 2,000.
    assert drawn.deltas == (-1000, 2000, -1000)
    assert (drawn.next_hand, drawn.next_dealer) == ("S1.1", 0)
    assert won.final_points == (0, 0, 0)


def test_who_declares_noten_and_who_did_not_keep_the_winning_tile_apart_is_taken_seat_by_seat():
    free = 'kyoku = "E1.0"\nseat.0 = { waits = "25p" }\nseat.3 = { waits = "1m", declares_noten = true }'
    mixed = """
        kyoku = "E1.0"
        left = 20
        tsumo = 1
        last = "draw 1"
        seat.0 = { kept_apart = false }
        seat.1 = { tehai = "234567m345p2267s", drawn = "8s" }
        """

    assert explained(free, "riichi-wiki").tenpai == (True, False, False, False)
    assert not any(one.why is Why.NOT_KEPT_APART for one in explained(mixed, "wrc").reasons)


def test_a_win_is_headed_by_who_wins_and_what_is_not_a_win_has_no_heading():
    heads = [explained(text, "tenhou").reasons[0].why for text in (RON, DRAW)]

    assert heads == [Why.A_WIN, Why.EXHAUSTIVE]
