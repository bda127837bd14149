"""A table as text, as a picture, and in words for those who do not see it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import files

import pytest
from lxml import etree

from analyzer.view.as_text import PLAIN, glyph, meld_text, river_text, table_text
from analyzer.view.picture import (
    TILE_NAMES,
    described,
    grouped,
    pieces,
    symbols,
    table_html,
    table_svg,
    who_sits,
)
from analyzer.view.table import Side
from analyzer.vocabulary import parse_tiles, tile_text
from tests.case_files import each, rows, whole
from tests.view.hands import (
    ENDINGS,
    a_play,
    a_side,
    a_table,
    an_end,
    ending,
    melded,
    river,
)

SVG = "{http://www.w3.org/2000/svg}"


def test_a_tile_has_its_own_character():
    due = whole("view/tables")["characters"]
    named = {name: unicodedata.name(glyph(parse_tiles(name)[0])[0]) for name in due}

    assert named == {name: f"MAHJONG TILE {words}" for name, words in due.items()}
    assert [glyph(parse_tiles(name)[0])[1:] for name in ("7z", "6z")] == ["\ufe0e", ""]


def boxes(parts: Iterable[str]) -> list[str]:
    """Tiles and frames in order, as ``5z.dim -226,252 30x40``: upper left corner and size as seen."""
    root = etree.fromstring(f"<svg>{''.join(parts)}</svg>")
    return [box(element) for element in root.iter("use", "rect") if element.get("fill") is None]


def box(element: etree._Element) -> str:
    name = element.get("href", "")[3:]
    style = element.get("class")
    width, height = (float(element.get(name)) for name in ("width", "height"))
    left, top = (float(element.get(name, 0)) for name in ("x", "y"))
    if "rotate(-90)" in element.get("transform", ""):
        # What lies on its left side is turned about its lower left corner.
        left, bottom = moved(element)
        top, width, height = bottom - width, height, width
    shift, fall = moved(element.getparent())
    (scale,) = map(float, re.findall(r"scale\((\S+)\)", element.getparent().get("transform", "")) or [1])
    found = [round(number, 1) for number in (shift + scale * left, fall + scale * top)]
    size = [round(scale * number, 1) for number in (width, height)]
    look = f".{style}" if style else ""
    return "{}{} {:g},{:g} {:g}x{:g}".format(name, look, *found, *size)


def moved(element: etree._Element) -> tuple[float, float]:
    found = re.search(r"translate\(([-.\d]+) ([-.\d]+)\)", element.get("transform", ""))
    return (float(found[1]), float(found[2])) if found else (0, 0)


def sized(lies: list[str]) -> list[str]:
    """Boxes with their size, which is that of a tile where nothing else is said."""
    return [text if "x" in text else f"{text} 30x40" for text in lies]


def drawn(one: Side) -> list[str]:
    """Pieces of a seat."""
    return pieces(a_table(one))[str(one.seat)]


def others(parts: Iterable[str]) -> list[str]:
    """What of some pieces is no tile and no frame: texts and marks, with their places."""
    found = []
    for one in (etree.fromstring(part) for part in parts):
        at = f"{one.get('x')},{one.get('y')}"
        turned = [one.get(name) for name in ("transform", "text-anchor") if one.get(name)]
        if one.tag == "text":
            found.append(" ".join(["".join(one.itertext()), at, *turned]))
        elif one.tag == "rect" and one.get("fill"):
            found.append(f"stick {at} {one.get('width')}x{one.get('height')}")
        elif one.tag == "circle":
            found.append(f"dot {one.get('cx')},{one.get('cy')}")
        elif one.tag == "path":
            found.append(f"arrow {one.get('d')}")
    return found


@each(rows("view/seats", "seat"))
def test_a_seat_is_told_drawn_and_described(row):
    one = a_side(**row["side"])
    laid = a_table(
        one,
        play=a_play(row["play"]) if "play" in row else None,
        outcome=an_end(row["kind"]) if "kind" in row else None,
    )
    told, parts = table_text(a_table(one), PLAIN).splitlines(), pieces(laid)[str(one.seat)]

    assert told[4:-2] == row.get("text", told[4:-2])
    assert told[3] == told[-2] == ""
    assert sorted(boxes(parts)) == sorted(sized(row.get("strip", boxes(parts))))
    assert boxes(parts) == sized(row.get("river", boxes(parts)))
    assert others(parts) == row.get("other", others(parts))
    assert described(a_table(one)).endswith(row.get("words", ""))


def test_the_dealer_and_gains_and_losses_have_their_colours():
    def looks(one: Side) -> dict[str, str]:
        (label,) = [etree.fromstring(part) for part in drawn(one) if part.startswith("<text")]
        return {part.text: part.get("class") for part in label if part.text[0] in "ES+-"}

    assert looks(a_side(delta=1000)) == {"E": "hot", "+1,000": "plus"}
    assert looks(a_side(1, delta=-12000)) == {"S": None, "-12,000": "hot"}


KAN = "daiminkan (6z)6z6z6z from seat 3"
CROWDED = [
    # From -226 to 294 there are 520 for 30 a tile, 8 before the drawn one, 16 before melds, 8 between.
    (a_side(tehai="123456789m1234p", drawn="5z"), 1),
    (a_side(tehai="1m", melds=["ankan ##1z1z##"] * 4), 520 / (30 + 16 + 4 * 120 + 3 * 8)),
    (a_side(tehai="1m", drawn="5z", melds=[KAN] * 3), 1),
    (a_side(tehai="1234m", drawn="5z", melds=[KAN] * 3), 520 / (5 * 30 + 8 + 16 + 3 * 130 + 2 * 8)),
]


def test_a_seat_with_too_much_for_its_edge_has_smaller_tiles_that_stay_on_the_same_ground():
    for one, scale in CROWDED:
        found = [list(map(float, re.split("[ ,x]", text)[1:])) for text in boxes(drawn(one))]

        assert min(width for _, _, width, _ in found) == pytest.approx(30 * scale, abs=0.1)
        assert {round(top + height) for _, top, _, height in found} == {292}
        assert min(left for left, _, _, _ in found) == -226
        if one.melds:
            assert max(left + width for left, _, width, _ in found) == pytest.approx(294, abs=1)


@each(rows("view/tables", "table"))
def test_a_table_is_told_and_drawn_with_its_counts_its_indicators_and_its_last_play_or_end(row):
    more = dict(row["table"])
    if "play" in more:
        more["play"] = a_play(more["play"])
    if "kind" in row:
        more["outcome"] = an_end(row["kind"], **{"deltas": row["deltas"]} if "deltas" in row else {})
    laid = a_table(a_side(0), a_side(1), **more)
    middle = pieces(laid)["middle"]
    counts = [etree.fromstring(part) for part in middle if 'text-anchor="middle"' in part]
    picture, page = etree.fromstring(table_svg(laid, is_file=True)), etree.fromstring(table_html(laid))
    below = picture.findall(f"{SVG}text")
    # The table is 600 square about 0,0; a line takes 28, and there are 12 below the last.
    height = str(600 + 28 * len(below) + 12)

    if "head" in row:
        assert table_text(laid, PLAIN).splitlines()[:4] == [*row["head"], ""]
    assert [one.text for one in counts] == row.get("middle", [one.text for one in counts])
    assert [(one.get("y"), one.get("font-size")) for one in counts] == [
        *(("-46", "22"), ("-25", "17"), ("-5", "17"), ("15", "17"))
    ]
    assert boxes(middle) == row.get("indicators", boxes(middle))
    names = [text.removesuffix(" end") for text in others(middle) if text.endswith(" end")]
    assert names == row.get("names", names)
    if "below" in row:
        lines = ["East seat 0 A · South seat 1 B", *row["below"]]
        assert [(text.get("x"), text.get("y"), text.text) for text in below] == [
            ("-292", str(300 + 28 * place), line) for place, line in enumerate(lines, 1)
        ]
        assert [line.text for line in page.find("figcaption")] == lines
    assert (picture.get("viewBox"), picture.get("height")) == (f"-300 -300 600 {height}", height)
    assert picture.find(f"{SVG}rect").get("height") == height
    assert page.find("svg").get("viewBox") == "-300 -300 600 600"
    assert page.findall("svg/text") == []


def test_seats_are_told_from_the_dealer_on_and_a_name_that_is_not_known_is_left_out():
    laid = a_table(a_side(0, wind=3), a_side(1, wind=0), a_side(2, wind=1, name=""), a_side(3, wind=2))
    told = table_text(laid, PLAIN).splitlines()

    assert [line.split()[:3] for line in told if " seat " in line] == [
        *(["East", "seat", "1"], ["South", "seat", "2"], ["West", "seat", "3"], ["North", "seat", "0"])
    ]
    assert who_sits(laid) == "East seat 1 B · South seat 2 · West seat 3 D · North seat 0 A"
    assert described(laid).startswith("E1.0, dora indicators 9s. East, seat 1") is False
    assert described(laid).startswith("E1.0, dora indicators 9s. North, seat 0, 25,000: tehai ; river empty.")


def test_melds_and_discards_are_told_as_they_lie():
    lying = whole("view/tables")["lying"]
    assert [meld_text(melded(text), PLAIN) for text in lying["melds"]] == lying["melds"]
    for text in lying["discards"]:
        (one,) = river(text)
        dimmed = f"\x1b[2m{text}\x1b[22m" if "'" in text else text
        assert (river_text(one, PLAIN), river_text(one, replace(PLAIN, dims=True))) == (text, dimmed)


def test_in_unicode_a_tehai_is_characters_and_mpsz_and_other_tiles_are_both():
    one = a_side(tehai="19m", drawn="5z", melds=["ankan ##1z1z##"], kita="4z")
    told = table_text(a_table(one)).splitlines()

    assert told[1] == "dora indicators 🀘9s"
    assert told[5:8] == ["  tehai 🀇🀏 19m + 🀆5z", "  melds ankan 🀫🀀1z🀀1z🀫", "  kita  🀃4z"]
    assert told[0] == "E1.0  East 1 · 0 honba · 0 sticks · 70 tiles left"


@pytest.mark.parametrize("name", ENDINGS)
def test_every_tile_of_the_table_is_drawn_once_and_a_picture_uses_only_symbols_of_its_own(name):
    tables = ending(name).tables()
    for table in (*tables[::9], tables[-1]):
        due = {"middle": Counter(map(tile_text, (*table.indicators, *table.ura)))}
        for side in table.sides:
            own = [one for one in (side.drawn, side.won_on) if one is not None]
            own += [*side.tehai, *side.kita, *(one.tile for one in side.river)]
            melded = [one for meld in side.melds for one in meld.tiles]
            backs = ["back" if one.is_hidden else tile_text(one.tile) for one in melded]
            due[str(side.seat)] = Counter([*map(tile_text, own), *backs])
        zones = {
            zone: Counter(name for part in parts for name in re.findall(r'href="#@-(\w+)"', part))
            for zone, parts in pieces(table).items()
        }
        assert (zones, [*zones]) == (due, [*due])

    root = etree.fromstring(table_svg(tables[-1], is_file=True))
    ids = {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
    assert {use.get("href") for use in root.iter(f"{SVG}use")} == {f"#{name}" for name in ids}
    assert (root.get("role"), root.get("aria-label")) == ("img", described(tables[-1]))


def test_a_picture_names_no_address_but_that_of_svg_itself_and_two_have_no_id_in_common():
    table = ending("ron").table()
    first, second = (re.findall(r' id="([^"]+)"', table_svg(one)) for one in (table, ending("pao").table()))

    assert re.findall(r"https?://[^\"' ]*", table_svg(table, is_file=True)) == ["http://www.w3.org/2000/svg"]
    assert "http" not in table_svg(table)
    assert first
    assert second
    assert not {*first} & {*second}


def test_a_line_below_is_broken_after_42_letters():
    laid = a_table(a_side(0, name="x" * 14), a_side(1, name="y" * 14))

    assert [text.text for text in etree.fromstring(table_svg(laid, is_file=True)).findall(f"{SVG}text")] == [
        "East seat 0 xxxxxxxxxxxxxx · South seat 1",
        "yyyyyyyyyyyyyy",
        "play 0 of 9: the deal",
    ]


def test_every_tile_has_a_shape_of_its_own_and_its_colour():
    root = etree.fromstring(symbols("x", TILE_NAMES))
    shapes = {symbol.get("id"): symbol for symbol in root.iter("symbol")}
    colours = {"5z": "haku", "6z": "sou", "7z": "aka", "1z": "man", "5s": "sou", "5p": "pin", "5m": "man"}

    assert list(shapes) == [f"x-{name}" for name in TILE_NAMES]
    assert len({etree.tostring(shape) for shape in shapes.values()}) == 38
    for name, colour in (colours | dict.fromkeys(("0m", "0p", "0s"), "aka")).items():
        assert {part.get("class") for part in shapes[f"x-{name}"]} == {"mj-face", f"mj-{colour}"}


def test_the_licence_of_the_outlines_is_shipped_beside_them():
    licence = files("analyzer.view").joinpath("shapes", "OFL.txt").read_text(encoding="utf-8")

    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert licence.startswith("Copyright 2022 The Noto Project Authors")


def test_each_zone_is_turned_toward_its_seat_and_the_middle_is_not():
    # Seat 1 sits at the right: what it sees upright is turned against the clock.
    zones = {"middle": ["a", "b"], "0": [], "1": ["c"], "2": ["d"], "3": ["e"]}

    assert grouped(zones) == [(0, "ab"), (0, ""), (-90, "c"), (180, "d"), (90, "e")]
    picture = etree.fromstring(table_svg(a_table(a_side(1)), is_file=True))
    assert [group.get("transform") for group in picture.findall(f"{SVG}g")] == [None, "rotate(-90)"]
    areas = [
        [int(rect.get(name)) for name in ("x", "y", "width", "height")] for rect in picture.iter(f"{SVG}rect")
    ]
    assert areas[-1] == [-88, -88, 176, 176]
