"""A table as a picture, tile by tile beside the table it draws."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from lxml import etree

import analyzer
from analyzer.explain.outcome import Outcome
from analyzer.view.picture import (
    TILE_NAMES,
    described,
    grouped,
    symbols,
    table_html,
    table_svg,
    who_sits,
)
from analyzer.view.pieces import pieces
from analyzer.view.table import Side, Table
from analyzer.vocabulary import PlayKind, parse_tiles, tile_text
from tests.hands import Hand
from tests.view.hands import ENDINGS, a_play, a_side, a_table, ending, tehai

SVG = "{http://www.w3.org/2000/svg}"


def drawn_tiles(parts: list[str]) -> Counter[str]:
    """Names of the tiles that some pieces draw."""
    return Counter(name for part in parts for name in re.findall(r'href="#@-(\w+)"', part))


def lying_tiles(side: Side) -> Counter[str]:
    """Names of all tiles of a seat, the tile won on too."""
    tiles = [*side.tehai, *side.kita, *(one.tile for one in side.river)]
    tiles += [tile for tile in (side.drawn, side.won_on) if tile is not None]
    melded = [one for meld in side.melds for one in meld.tiles]
    names = [tile_text(tile) for tile in tiles]
    return Counter([*names, *("back" if one.is_hidden else tile_text(one.tile) for one in melded)])


def assert_drawn(table: Table) -> None:
    zones = pieces(table)
    for side in table.sides:
        assert drawn_tiles(zones[str(side.seat)]) == lying_tiles(side)
    shown = [tile_text(tile) for tile in (*table.indicators, *table.ura)]
    assert drawn_tiles(zones["middle"]) == Counter(shown)


@pytest.mark.parametrize("name", ENDINGS)
def test_every_tile_of_the_table_is_drawn_once_and_no_other(name):
    for table in ending(name).tables()[::9]:
        assert_drawn(table)

    assert_drawn(ending(name).table())


@pytest.mark.parametrize("name", ["chankan", "suukaikan", "kita_ron"])
def test_a_picture_is_well_formed_and_uses_only_symbols_of_its_own(name):
    root = etree.fromstring(table_svg(ending(name).table(), is_file=True))
    ids = {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
    used = {use.get("href") for use in root.iter(f"{SVG}use")}

    assert used == {f"#{name}" for name in ids}
    assert root.get("role") == "img"
    assert root.get("aria-label") == described(ending(name).table())


def test_a_picture_names_no_address_but_that_of_svg_itself():
    picture = table_svg(ending("ron").table(), is_file=True)

    assert re.findall(r"https?://[^\"' ]*", picture) == ["http://www.w3.org/2000/svg"]
    assert "http" not in table_svg(ending("ron").table())


def test_two_pictures_on_a_page_have_no_id_in_common():
    first, second = (re.findall(r' id="([^"]+)"', table_svg(ending(name).table())) for name in ("ron", "pao"))

    assert first
    assert second
    assert not set(first) & set(second)


def test_a_name_cannot_break_out_of_the_picture():
    data = Hand(*tehai("", "", "", "")).ryuukyoku().xml()
    nasty = "%3C%2Ftext%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"
    table = analyzer.read(data.replace(b'n0="%41"', f'n0="{nasty}"'.encode())).hands[0].table()

    picture = table_svg(table, is_file=True)

    assert table.sides[0].name == "</text><script>alert(1)</script>"
    assert "<script" not in picture
    etree.fromstring(picture)


def test_below_a_picture_stands_who_sits_where_and_the_end():
    hand = ending("exhaustive_some_tenpai")
    root = etree.fromstring(hand.svg())
    below = [text.text for text in root.iter(f"{SVG}text") if float(text.get("y")) > 300]

    assert " ".join(below) == (
        "East seat 0 sim0 steady · South seat 1 sim1 caller · West seat 2 sim2 careful · "
        "North seat 3 sim3 brave "
        "exhaustive draw payments +1,500 +1,500 -1,500 -1,500"
    )
    assert all(len(line) <= 42 for line in below)


def test_every_tile_has_a_shape_and_red_fives_are_red():
    root = etree.fromstring(symbols("x", TILE_NAMES))
    shapes = {symbol.get("id"): symbol for symbol in root.iter("symbol")}

    assert list(shapes) == [f"x-{name}" for name in TILE_NAMES]
    assert len({etree.tostring(shape) for shape in shapes.values()}) == 38
    for suit in "mps":
        assert {part.get("class") for part in shapes[f"x-0{suit}"]} == {"mj-face", "mj-aka"}
        assert "mj-aka" not in {part.get("class") for part in shapes[f"x-5{suit}"]}


def test_the_licence_of_the_outlines_is_shipped_beside_them():
    from importlib.resources import files

    licence = files("analyzer.view").joinpath("shapes", "OFL.txt").read_text(encoding="utf-8")

    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert licence.startswith("Copyright 2022 The Noto Project Authors")


@pytest.mark.parametrize(
    ("name", "colour"),
    [("5z", "haku"), ("6z", "sou"), ("7z", "aka"), ("1z", "man"), ("5s", "sou"), ("0p", "aka")],
)
def test_hatsu_is_green_and_chun_red(name, colour):
    assert f'class="mj-{colour}"' in symbols("mj", [name])


def test_each_zone_is_turned_toward_its_seat_and_the_middle_is_not():
    # Seat 1 sits at the right: what it sees upright is turned against the clock.
    zones = {"middle": ["a", "b"], "0": [], "1": ["c"], "2": ["d"], "3": ["e"]}

    assert grouped(zones) == [(0, "ab"), (0, ""), (-90, "c"), (180, "d"), (90, "e")]
    picture = etree.fromstring(table_svg(a_table(a_side(1)), is_file=True))
    assert [group.get("transform") for group in picture.findall(f"{SVG}g")] == [None, "rotate(-90)"]


DRAW = Outcome("exhaustive", (), (0,), (3000, -3000))
ON_A_LINE = "East seat 0 A · South seat 1 B"


@pytest.mark.parametrize(
    ("more", "lines"),
    [
        ({}, [ON_A_LINE, "play 0 of 9: the deal"]),
        ({"turn": 3, "play": a_play(PlayKind.DRAW, 1, "5z")}, [ON_A_LINE, "play 3 of 9: seat 1 draws 5z"]),
        ({"outcome": DRAW}, [ON_A_LINE, "exhaustive draw", "payments +3,000 -3,000"]),
    ],
    ids=["after the deal", "after a play", "at the end"],
)
def test_a_file_has_room_below_for_each_line_and_a_page_says_them_itself(more, lines):
    laid = a_table(a_side(0), a_side(1), **more)
    picture, page = etree.fromstring(table_svg(laid, is_file=True)), etree.fromstring(table_html(laid))
    # The table is 600 square about 0,0; a line takes 28, and there are 12 below the last.
    height = str(600 + 28 * len(lines) + 12)
    below = picture.findall(f"{SVG}text")

    assert [(text.get("x"), text.get("y"), text.text) for text in below] == [
        ("-292", str(300 + 28 * row), line) for row, line in enumerate(lines, 1)
    ]
    assert (picture.get("viewBox"), picture.get("width"), picture.get("height")) == (
        f"-300 -300 600 {height}",
        "600",
        height,
    )
    assert picture.find(f"{SVG}rect").get("height") == height
    assert page.find("svg").get("viewBox") == "-300 -300 600 600"
    assert [line.text for line in page.find("figcaption")] == lines
    assert page.findall("svg/text") == []


def test_a_line_below_is_broken_after_42_letters():
    laid = a_table(a_side(0, name="x" * 14), a_side(1, name="y" * 14))

    root = etree.fromstring(table_svg(laid, is_file=True))

    assert [text.text for text in root.findall(f"{SVG}text")] == [
        "East seat 0 xxxxxxxxxxxxxx · South seat 1",
        "yyyyyyyyyyyyyy",
        "play 0 of 9: the deal",
    ]


def test_the_felt_is_a_square_about_the_middle_with_a_well_in_it():
    areas = [
        tuple(int(rect.get(name)) for name in ("x", "y", "width", "height"))
        for rect in etree.fromstring(table_svg(a_table(a_side()))).findall("rect")
    ]

    assert areas == [(-300, -300, 600, 600), (-88, -88, 176, 176)]


def test_who_sits_is_told_from_the_dealer_on_and_a_name_that_is_not_known_is_left_out():
    laid = a_table(a_side(0, wind=2), a_side(1, wind=0, name=""), a_side(2, wind=1))

    assert who_sits(laid) == "East seat 1 · South seat 2 C · West seat 0 A"


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (a_side(1, "19m"), "South, seat 1, 25,000: tehai 19m; river empty"),
        (a_side(1, "19m", drawn=52), "South, seat 1, 25,000: tehai 19m and 0p; river empty"),
        (
            a_side(2, "1m", melds=["ankan ##1z1z##", "chi (1s)2s3s from seat 1"]),
            "West, seat 2, 25,000: tehai 1m; melds ankan ##1z1z##, chi (1s)2s3s from seat 1; river empty",
        ),
        (
            a_side(2, "1m", kita=(120, 121)),
            "West, seat 2, 25,000: tehai 1m; kita 2; river empty",
        ),
        (a_side(0, "1m", lies="1z'(2z)[3z]"), "East, seat 0, 25,000: tehai 1m; river 1z' (2z) [3z]"),
    ],
)
def test_a_seat_is_described_to_those_who_do_not_see_it(one, said):
    assert described(a_table(one, indicators=parse_tiles("10s"))) == f"E1.0, dora indicators 1s 0s. {said}"
