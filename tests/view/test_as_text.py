"""A table as text, in Unicode and plain."""

from __future__ import annotations

import pytest

import analyzer
from analyzer.view.as_text import PLAIN, UNICODE, explanation_text, glyph, table_text
from analyzer.vocabulary import parse_tiles
from tests.hands import Hand
from tests.view.hands import ENDINGS, ending, sample, tehai

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


def test_a_hand_in_plain_text_says_everything_in_ascii():
    hand = Hand(*tehai("66z123m", "55z", "", "456s")).turn(0, "5z").pon(1).discard(1, "1p").turn(2, "9m")

    lines = table_text(analyzer.read(hand.ryuukyoku().xml()).hands[0].table(5), PLAIN).splitlines()

    assert "\n".join(lines).isascii()
    assert lines[0] == "E1.0  East 1, 0 honba, 0 sticks, 68 tiles left"
    assert lines[1] == "dora indicators 9s"
    assert lines[2] == "play 5 of 6: seat 2 draws 9m"
    assert "  melds pon (5z)5z5z from seat 0" in lines
    assert "  river (5z')" not in lines
    assert "  river (5z)'" in lines
    assert next(line for line in lines if line.startswith("West ")) == "West  seat 2 C, 25,000"
    assert next(line for line in lines if " + 9m" in line)


def test_unicode_text_has_each_tile_as_character_and_as_mpsz():
    text = table_text(ending("ron").table(), UNICODE)

    assert "  melds chi (🀌6m)🀍7m🀎8m from seat 1" in text.splitlines()
    assert "🀉3m*" in text


def test_tiles_discarded_as_drawn_are_dimmed_where_the_terminal_can():
    dimmed = table_text(ending("ron").table(), UNICODE._replace(dims=True))

    assert "\x1b[2m🀃4z'\x1b[22m" in dimmed
    assert dimmed.replace("\x1b[2m", "").replace("\x1b[22m", "") == table_text(ending("ron").table())


def test_kans_show_what_lies_face_down_and_what_lies_on_top():
    text = table_text(ending("suukaikan").table(), PLAIN)
    robbed = table_text(ending("chankan").table(), PLAIN)

    assert "  melds ankan ##1z1z##" in text.splitlines()
    assert "  melds daiminkan 9p(9p)9p9p from seat 0" in text.splitlines()
    assert "  melds kakan 8p(8p+8p)8p from seat 2" in robbed.splitlines()


@pytest.mark.parametrize("name", ENDINGS)
def test_every_ending_is_told_with_its_payments(name):
    table = ending(name).table()
    text = table_text(table, PLAIN)

    assert text.isascii()
    for side in table.sides:
        if side.delta:
            assert f"{side.score:,} {side.delta:+,} = {side.score + side.delta:,}" in text


def test_a_game_is_listed_hand_by_hand_with_its_ends():
    lines = sample("00a9-0000-7d4e1dd9").text(PLAIN).splitlines()

    assert lines[0] == "2199010110gm-00a9-0000-7d4e1dd9  tenhou"
    assert lines[3].split() == ["hand", "payments", "end"]
    assert lines[4] == "0  E1.0  +12,000 -4,000 -4,000 -4,000  nagashi mangan"
    assert len(lines) == 4 + len(sample("00a9-0000-7d4e1dd9").hands)


def test_a_plain_explanation_is_ascii():
    for name in ("pao", "double_ron", "exhaustive_some_tenpai"):
        assert explanation_text(ending(name).explain(), PLAIN).isascii()


@pytest.mark.parametrize(("kyoku", "head"), [("E3.0", "East 3, 0 honba"), ("S1.2", "South 1, 2 honba")])
def test_the_head_of_a_table_names_the_round_and_the_number_of_the_hand(kyoku, head):
    hand = Hand(*tehai("", "", "", ""), kyoku=kyoku)
    table = analyzer.read(hand.turn(0, "5z").xml()).hands[0].table()

    assert table_text(table, PLAIN).splitlines()[0] == f"{kyoku}  {head}, 0 sticks, 69 tiles left"
