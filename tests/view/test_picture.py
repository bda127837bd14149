"""A table as a picture, tile by tile beside the table it draws."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from lxml import etree

import analyzer
from analyzer.view.picture import TILE_NAMES, described, symbols, table_svg
from analyzer.view.pieces import pieces, xml_text
from analyzer.view.table import Side, Table
from analyzer.vocabulary import tile_text
from tests.hands import Hand
from tests.view.hands import ENDINGS, ending, tehai

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


def test_the_same_table_gives_the_same_picture():
    assert table_svg(ending("ron").table()) == table_svg(ending("ron").table())


def test_those_who_do_not_see_the_picture_are_told_the_tiles_in_mpsz():
    said = described(ending("ron").table())

    assert "West, seat 2, 25,000: tehai 24m34556788s; melds chi (6m)7m8m from seat 1" in said


def test_marks_stand_at_the_tiles_they_are_meant_for():
    zones = pieces(ending("ron").table())

    assert sum('class="gone"' in piece for piece in zones["1"]) == 1
    assert sum('class="dim"' in piece for piece in zones["0"]) == 2
    assert [piece for zone in ("0", "2") for piece in zones[zone] if 'class="mark"' in piece].__len__() == 2


def turned(parts: list[str]) -> list[str]:
    return [name for part in parts for name in re.findall(r'href="#@-(\w+)" transform="[^"]*rotate', part)]


def test_a_riichi_tile_lies_turned_in_the_river():
    zones = pieces(ending("suucha_riichi").table())

    assert [len(turned(zones[str(seat)])) for seat in range(4)] == [1, 1, 1, 1]


def test_a_strip_that_is_too_long_is_made_smaller_and_stays_on_the_table():
    hand = Hand(*tehai("111222333444z", "", "", ""))
    for kind in "1234":
        hand.draw(0, f"{kind}z").ankan(0, f"{kind}z")
    table = analyzer.read(hand.draw(0, "5z").ryuukyoku().xml()).hands[0].table()

    strip = [piece for piece in pieces(table)["0"] if piece.startswith("<g ")]

    assert len(table.sides[0].melds) == 4
    assert all(-300 <= float(x) <= 300 for piece in strip for x in re.findall(r"translate\((\S+) ", piece))
    assert all("scale(0.8" in piece for piece in strip)


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


def test_letters_that_xml_forbids_are_replaced():
    assert xml_text('a\x00b\x1f<"&') == "a\ufffdb\ufffd&lt;&quot;&amp;"


def test_every_tile_has_a_shape_and_red_fives_are_red():
    root = etree.fromstring(f"<svg>{symbols('x', TILE_NAMES)}</svg>")
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
