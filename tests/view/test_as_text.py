"""A table as text, in Unicode and plain."""

from __future__ import annotations

from dataclasses import replace

import pytest

import analyzer
from analyzer.explain.outcome import Outcome
from analyzer.explain.reason import Section, reason, ruled
from analyzer.explain.win import Win, WinYaku
from analyzer.view.as_text import (
    PLAIN,
    UNICODE,
    Explanation,
    HandEnd,
    Listing,
    explanation_text,
    glyph,
    listing_text,
    meld_text,
    river_text,
    table_text,
)
from analyzer.vocabulary import PlayKind, parse_tiles
from tests.view.hands import a_play, a_side, a_table, ending, finding, melded, river, sample

# The Unicode Standard, "Mahjong Tiles": winds, dragons red green white, characters, bamboos, circles.
NAMED = {
    "1z": "\N{MAHJONG TILE EAST WIND}",
    "2z": "\N{MAHJONG TILE SOUTH WIND}",
    "3z": "\N{MAHJONG TILE WEST WIND}",
    "4z": "\N{MAHJONG TILE NORTH WIND}",
    "5z": "\N{MAHJONG TILE WHITE DRAGON}",
    "6z": "\N{MAHJONG TILE GREEN DRAGON}",
    "7z": "\N{MAHJONG TILE RED DRAGON}\ufe0e",
    "1m": "\N{MAHJONG TILE ONE OF CHARACTERS}",
    "9m": "\N{MAHJONG TILE NINE OF CHARACTERS}",
    "1p": "\N{MAHJONG TILE ONE OF CIRCLES}",
    "0p": "\N{MAHJONG TILE FIVE OF CIRCLES}",
    "1s": "\N{MAHJONG TILE ONE OF BAMBOOS}",
    "9s": "\N{MAHJONG TILE NINE OF BAMBOOS}",
}


@pytest.mark.parametrize("name", NAMED)
def test_a_tile_has_its_own_character(name):
    assert glyph(parse_tiles(name)[0]) == NAMED[name]


def test_a_game_is_listed_hand_by_hand_with_its_ends():
    lines = sample("00a9-0000-7d4e1dd9").text(PLAIN).splitlines()

    assert lines[0] == "2199010110gm-00a9-0000-7d4e1dd9  tenhou"
    assert lines[3].split() == ["hand", "payments", "end"]
    assert lines[4] == "0  E1.0  +12,000 -4,000 -4,000 -4,000  nagashi mangan"
    assert len(lines) == 4 + len(sample("00a9-0000-7d4e1dd9").hands)


@pytest.mark.parametrize(
    ("one", "lines"),
    [
        (a_side(tehai="13m2p0s"), ["East  seat 0 A, 25,000", "  tehai 13m2p0s"]),
        (a_side(1, "1m", drawn=124), ["South seat 1 B, 25,000", "  tehai 1m + 5z"]),
        (
            a_side(1, "1m", won_on=52, is_winner=True, delta=2600),
            ["South seat 1 B, 25,000 +2,600 = 27,600, wins", "  tehai 1m * 0p"],
        ),
        (a_side(delta=-1000), ["East  seat 0 A, 25,000 -1,000 = 24,000", "  tehai "]),
        (a_side(delta=-1000, is_scored=False), ["East  seat 0 A, score not stated -1,000", "  tehai "]),
        (a_side(delta=0, is_tenpai=False), ["East  seat 0 A, 25,000 +0, noten", "  tehai "]),
        (a_side(riichi=True, is_tenpai=True), ["East  seat 0 A, 25,000, riichi, tenpai", "  tehai "]),
        (a_side(name="a\x1bb"), ["East  seat 0 a\\x1bb, 25,000", "  tehai "]),
        (
            a_side(melds=["chi (1s)2s3s from seat 3", "ankan ##1z1z##"], kita=(120, 121)),
            [
                "East  seat 0 A, 25,000",
                "  tehai ",
                "  melds chi (1s)2s3s from seat 3  ankan ##1z1z##",
                "  kita  4z 4z",
            ],
        ),
        (a_side(lies="1m2m'"), ["East  seat 0 A, 25,000", "  tehai ", "  river 1m 2m'"]),
        (
            a_side(lies="1m2m3m4m5m6m7m8m9m1p2p3p4p"),
            [
                "East  seat 0 A, 25,000",
                "  tehai ",
                "  river 1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p",
                "        4p",
            ],
        ),
    ],
)
def test_a_seat_is_told_in_a_few_lines(one, lines):
    told = table_text(a_table(one), PLAIN).splitlines()

    assert told[4:-2] == lines
    assert told[3] == told[-2] == ""


def test_seats_are_told_from_the_dealer_on():
    told = table_text(
        a_table(a_side(0, wind=3), a_side(1, wind=0), a_side(2, wind=1), a_side(3, wind=2)), PLAIN
    )

    assert [line.split()[:3] for line in told.splitlines() if " seat " in line] == [
        ["East", "seat", "1"],
        ["South", "seat", "2"],
        ["West", "seat", "3"],
        ["North", "seat", "0"],
    ]


@pytest.mark.parametrize(
    ("more", "head"),
    [
        (
            {},
            ["E1.0  East 1, 0 honba, 0 sticks, 70 tiles left", "dora indicators 9s", "play 0 of 9: the deal"],
        ),
        (
            {
                "kyoku": 10,
                "honba": 3,
                "sticks": 1,
                "live_tiles": 8,
                "turn": 2,
                "play": a_play(PlayKind.DRAW, 3, "0p"),
            },
            [
                "W3.3  West 3, 3 honba, 1 stick, 8 tiles left",
                "dora indicators 9s",
                "play 2 of 9: seat 3 draws 0p",
            ],
        ),
        (
            {"kyoku": 17, "sticks": 2, "ura": parse_tiles("05s"), "outcome": Outcome("none", (), None, None)},
            [
                "K17.0  East 2, 0 honba, 2 sticks, 70 tiles left",
                "dora indicators 9s",
                "ura indicators  0s 5s",
            ],
        ),
    ],
    ids=["after the deal", "after a play", "at the end"],
)
def test_the_head_of_a_table_counts_and_says_where_in_the_hand_it_is(more, head):
    lines = table_text(a_table(**more), PLAIN).splitlines()

    assert lines[:4] == [*head, ""]


MELDS = (
    "chi (7s)6s8s from seat 0",
    "pon 5z(5z)5z from seat 1",
    "daiminkan 9p9p9p(9p) from seat 2",
    "kakan 8p(8p+0p)8p from seat 2",
    "kakan (8p+8p)8p8p from seat 3",
    "ankan ##0s5s##",
)


@pytest.mark.parametrize("text", MELDS)
def test_a_meld_is_told_as_it_lies(text):
    assert meld_text(melded(text), PLAIN) == text


@pytest.mark.parametrize("text", ["1m", "0p'", "[1z]", "(1m)", "(1m)'", "([2s])", "[7z]'", "3m*", "3m'*"])
def test_a_discard_is_told_with_its_marks(text):
    (one,) = river(text)
    dimmed = river_text(one, replace(PLAIN, dims=True))

    assert river_text(one, PLAIN) == text
    assert dimmed == (f"\x1b[2m{text}\x1b[22m" if "'" in text else text)


def test_in_unicode_a_tehai_is_characters_and_mpsz_and_other_tiles_are_both():
    told = table_text(
        a_table(a_side(tehai="19m", drawn=124, melds=["ankan ##1z1z##"], kita=(120,)))
    ).splitlines()

    assert told[1] == "dora indicators 🀘9s"
    assert told[5:8] == ["  tehai 🀇🀏 19m + 🀆5z", "  melds ankan 🀫🀀1z🀀1z🀫", "  kita  🀃4z"]
    assert told[0] == "E1.0  East 1 · 0 honba · 0 sticks · 70 tiles left"


RON = Win(
    winner=2,
    loser=0,
    won_on="3m",
    listed=(WinYaku("riichi", 1, 1, 0), WinYaku("dora", 52, 2, 0)),
    han=3,
    fu=40,
    fu_parts=(),
    limit=None,
    yakuman=0,
    points=5200,
    pao=(),
    deltas=(-5500, 0, 6500, 0),
)


@pytest.mark.parametrize(
    ("outcome", "lines"),
    [
        (
            Outcome("win", (RON,), None, (-5500, 0, 6500, 0)),
            [
                "seat 2 wins: ron off seat 0 on 3m",
                "  riichi 1, dora 2",
                "  3 han 40 fu, 5,200 points",
                "payments -5,500 0 +6,500 0",
            ],
        ),
        (Outcome("none", (), None, None), ["the log stops before the end"]),
        (Outcome("exhaustive", (), (0,), None), ["exhaustive draw"]),
        (Outcome("sanchahou", (), None, (0, 0, 0, 0)), ["sanchahou", "payments 0 0 0 0"]),
    ],
)
def test_the_end_is_told_in_a_few_lines(outcome, lines):
    assert outcome.lines == lines
    assert table_text(a_table(outcome=outcome), PLAIN).splitlines()[-len(lines) :] == lines


def test_a_listing_stands_in_columns_and_counts_findings():
    draw = Outcome("exhaustive", (), (0,), (3000, -1000, -1000, -1000))
    one = finding()
    hands = (HandEnd("E1.0", draw, ()), HandEnd("E1.1", draw, (one,)), HandEnd("E10", draw, (one, one)))

    text = listing_text(Listing("log\x07", None, ("A", "", "C"), hands), PLAIN)

    assert text.splitlines() == [
        "log\\x07  no rule set",
        "seat 0 A, seat 2 C",
        "",
        "   hand  payments                     end",
        "0  E1.0  +3,000 -1,000 -1,000 -1,000  exhaustive draw",
        "1  E1.1  +3,000 -1,000 -1,000 -1,000  exhaustive draw (1 finding)",
        "2  E10   +3,000 -1,000 -1,000 -1,000  exhaustive draw (2 findings)",
    ]


def test_an_explanation_in_unicode_marks_what_holds_and_what_does_not():
    explained = ending("exhaustive_some_tenpai").explain()
    plain, drawn = explanation_text(explained, PLAIN).splitlines(), explanation_text(explained).splitlines()

    marks = {
        (one[:3], other[:3]) for one, other in zip(plain, drawn, strict=True) if one[:3] in ("  +", "  -")
    }
    assert marks == {("  +", "  ✓"), ("  -", "  ✗")}


def explanation_of(claimed, *differences, findings=()):
    """One section: a heading, a condition met by a rule, one not met, and a plain reason."""
    tenhou = analyzer.rule_set("tenhou")
    lines = (
        ruled(tenhou, "suufon_renda", "known", met=True, draw="suufon renda"),
        reason("calls_before", met=False, listed=("a pon",)),
        reason("no_payments"),
    )
    section = Section(reason("condition", draw="suufon renda"), lines)
    computed = Outcome("exhaustive", (), (), (0, 0, 0, 0))
    return Explanation("E1.0", "tenhou", claimed, computed, (section,), differences, findings)


def test_an_explanation_as_text_is_written_section_by_section():
    claimed = Outcome("suufon_renda", (), None, (0, 0, 0, 0))
    differing = ("end", "suufon renda", "exhaustive draw")
    explanation = explanation_of(claimed, differing, findings=(finding(check="draw-kind", message="not so"),))
    source = analyzer.rule_set("tenhou").source("suufon_renda")

    assert explanation_text(explanation, replace(UNICODE, met="yes", unmet="no")).splitlines() == [
        "E1.0 under tenhou: exhaustive draw",
        "",
        "Condition of suufon renda",
        "  yes the rule set has suufon renda",
        f"      rule suufon_renda = true [{source}]",
        "  no calls before: a pon",
        "    no payments",
        "",
        "Claimed and computed",
        "  end",
        "    log   suufon renda",
        "    rules exhaustive draw",
        "",
        "Findings",
        "  draw-kind: not so",
    ]


@pytest.mark.parametrize(
    ("kind", "last"),
    [("none", "The log stops before the end of the hand."), ("exhaustive", "The log says the same.")],
)
def test_an_explanation_without_differences_ends_with_what_the_log_says(kind, last):
    lines = repr(explanation_of(Outcome(kind, (), None, None))).splitlines()

    assert lines[3:7] == [
        "  + the rule set has suufon renda",
        f"      rule suufon_renda = true [{analyzer.rule_set('tenhou').source('suufon_renda')}]",
        "  - calls before: a pon",
        "    no payments",
    ]
    assert lines[-2:] == ["", last]


def test_findings_are_told_where_nothing_differs_but_not_of_a_log_that_is_cut():
    same, cut = (
        explanation_text(
            explanation_of(Outcome(kind, (), None, None), findings=(finding(check="kuikae", message="x"),))
        )
        for kind in ("exhaustive", "none")
    )

    assert same.splitlines()[-4:] == ["The log says the same.", "", "Findings", "  kuikae: x"]
    assert "Findings" not in cut
