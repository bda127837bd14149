"""Where each piece of a picture lies, in units of a table whose middle is 0,0: a tile is 30 by 40."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from lxml import etree

from analyzer.explain.outcome import Outcome
from analyzer.view.pieces import pieces, xml_text
from analyzer.view.table import Side
from analyzer.vocabulary import PlayKind, parse_tiles
from tests.view.hands import a_play, a_side, a_table


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


def drawn(one: Side, **more: object) -> list[str]:
    """Pieces of a seat."""
    return pieces(a_table(one, **more))[str(one.seat)]


STRIPS = {
    "tiles lie side by side": (a_side(tehai="123m"), ["1m -226,252", "2m -196,252", "3m -166,252"]),
    "the drawn tile lies apart": (a_side(tehai="1m", drawn=124), ["1m -226,252", "5z -188,252"]),
    "a tsumo frames the drawn tile": (
        a_side(tehai="1m", drawn=124, is_winner=True),
        ["1m -226,252", "5z -188,252", ".mark -187,253 28x38"],
    ),
    "a ron frames the tile won on": (
        a_side(tehai="1m", won_on=124, is_winner=True),
        ["1m -226,252", "5z -188,252", ".mark -187,253 28x38"],
    ),
    "an impossible tile drawn besides is no tsumo": (
        a_side(tehai="1m", drawn=124, won_on=128, is_winner=True),
        ["1m -226,252", "5z -188,252", "6z -150,252", ".mark -149,253 28x38"],
    ),
    "a meld ends at the right edge, its called tile on the same ground": (
        a_side(tehai="1m", melds=["pon (5z)5z5z from seat 3"]),
        ["1m -226,252", "5z 194,262 40x30", "5z 234,252", "5z 264,252"],
    ),
    "the first meld lies outermost, the next one left of it": (
        a_side(melds=["chi (1s)2s3s from seat 3", "pon 6z6z(6z) from seat 1"]),
        ["6z 86,252", "6z 116,252", "6z 146,262 40x30", "1s 194,262 40x30", "2s 234,252", "3s 264,252"],
    ),
    "a closed kan hides its outer tiles": (
        a_side(melds=["ankan ##1z1z##"]),
        ["back 174,252", "1z 204,252", "1z 234,252", "back 264,252"],
    ),
    "a kakan lies on the turned tile and takes no room": (
        a_side(melds=["kakan 8p(8p+0p)8p from seat 2"]),
        ["8p 194,252", "8p 224,262 40x30", "0p 224,232 40x30", "8p 264,252"],
    ),
}


@pytest.mark.parametrize(("one", "lies"), STRIPS.values(), ids=STRIPS)
def test_the_tiles_of_a_seat_lie_along_its_edge(one, lies):
    assert sorted(boxes(drawn(one))) == sorted(text if "x" in text else f"{text} 30x40" for text in lies)


@pytest.mark.parametrize(
    ("one", "scale"),
    [
        # From -226 to 294 there are 520 for 30 a tile, 8 before the drawn one, 16 before melds, 8 between.
        (a_side(tehai="123456789m1234p", drawn=124), 1),
        (a_side(tehai="1m", melds=["ankan ##1z1z##"] * 4), 520 / (30 + 16 + 4 * 120 + 3 * 8)),
        (a_side(tehai="1m", drawn=124, melds=["daiminkan (6z)6z6z6z from seat 3"] * 3), 1),
        (
            a_side(tehai="1234m", drawn=124, melds=["daiminkan (6z)6z6z6z from seat 3"] * 3),
            520 / (5 * 30 + 8 + 16 + 3 * 130 + 2 * 8),
        ),
    ],
)
def test_a_seat_with_too_much_for_its_edge_has_smaller_tiles_that_stay_on_the_same_ground(one, scale):
    found = [re.split("[ ,x]", text) for text in boxes(drawn(one))]
    lefts, tops, widths, heights = ([float(row[place]) for row in found] for place in range(1, 5))
    bottoms = {round(top + height) for top, height in zip(tops, heights, strict=True)}

    assert min(widths) == pytest.approx(30 * scale, abs=0.1)
    assert bottoms == {292}
    assert min(lefts) == -226
    if one.melds:
        assert max(left + width for left, width in zip(lefts, widths, strict=True)) == pytest.approx(
            294, abs=1
        )


RIVERS = {
    "six in a row": (
        "1m2m3m4m5m6m",
        ["1m -93,97", "2m -63,97", "3m -33,97", "4m -3,97", "5m 27,97", "6m 57,97"],
    ),
    "the riichi tile lies turned and takes more room": (
        "1m[2m]3m",
        ["1m -93,97", "2m -63,107 40x30", "3m -23,97"],
    ),
    "a tile discarded as drawn is dimmed": ("1m'2m", ["1m.dim -93,97", "2m -63,97"]),
    "a tile that was called is gone, as drawn or not": (
        "(1m)'(2m)",
        ["1m.gone -93,97", ".lost -92,98 28x38", "2m.gone -63,97", ".lost -62,98 28x38"],
    ),
    "a tile won on is framed": ("1m*", ["1m -93,97", ".mark -92,98 28x38"]),
    "the frame of a turned tile lies as it does": (
        "[1m]*([2m])",
        ["1m -93,107 40x30", ".mark -92,108 38x28", "2m.gone -53,107 40x30", ".lost -52,108 38x28"],
    ),
}


@pytest.mark.parametrize(("text", "lies"), RIVERS.values(), ids=RIVERS)
def test_a_river_flows_from_the_left(text, lies):
    assert boxes(drawn(a_side(lies=text))) == [text if "x" in text else f"{text} 30x40" for text in lies]


@pytest.mark.parametrize(
    ("place", "corner"),
    [
        (0, "-93,97"),
        (5, "57,97"),
        (6, "-93,139"),
        (12, "-93,181"),
        (17, "57,181"),
        (18, "87,181"),
        (23, "237,181"),
    ],
)
def test_a_river_has_three_rows_of_which_the_last_has_no_end(place, corner):
    assert boxes(drawn(a_side(lies="1m" * 24)))[place] == f"1m {corner} 30x40"


def test_norths_set_aside_lie_smaller_left_of_the_river():
    assert boxes(drawn(a_side(kita=(120, 121)))) == ["4z -130,105 21x28", "4z -151,105 21x28"]


LABELS = {
    "E A 25,000": a_side(),
    "S B 25,000": a_side(1),
    "N seat 3 25,000": a_side(3, name=""),
    "E fourteen chars 25,000": a_side(name="fourteen chars"),
    "E fifteen chara… 25,000": a_side(name="fifteen charact"),
    "E A 25,000 +1,000": a_side(delta=1000),
    "E A 25,000 -12,000": a_side(delta=-12000),
    "E A 25,000 noten": a_side(delta=0, is_tenpai=False),
    "E A 25,000 riichi tenpai": a_side(riichi=True, is_tenpai=True),
    "E A 25,000 riichi wins": a_side(riichi=True, is_winner=True),
    "E A 25,000 riichi noten": a_side(riichi=True, is_tenpai=False),
}


@pytest.mark.parametrize(("text", "one"), LABELS.items(), ids=LABELS)
def test_a_seat_is_labelled_with_wind_name_score_and_state(text, one):
    (label,) = [etree.fromstring(part) for part in drawn(one) if part.startswith("<text")]

    assert "".join(label.itertext()) == text
    assert [part.get("class") for part in label if part.text == "E"] == (["hot"] if text[0] == "E" else [])
    assert {part.text: part.get("class") for part in label if part.text[0] in "+-"} == {
        "+1,000": {"+1,000": "plus"},
        "-12,000": {"-12,000": "hot"},
    }.get(text.rpartition(" ")[2], {})


@pytest.mark.parametrize(
    ("seat", "where"),
    [(0, ("-220", "243")), (1, ("-220", "243")), (2, ("220", "-231")), (3, ("-220", "243"))],
)
def test_the_label_of_the_seat_across_is_upright_too(seat, where):
    (label,) = [etree.fromstring(part) for part in drawn(a_side(seat)) if part.startswith("<text")]

    assert (label.get("x"), label.get("y")) == where
    assert (label.get("transform"), label.get("text-anchor")) == (
        ("rotate(180)", "end") if seat == 2 else (None, None)
    )


def test_a_paid_stick_lies_before_its_seat():
    stick, dot = (
        etree.fromstring(part) for part in drawn(a_side(riichi=True, stick=True)) if "<text" not in part
    )

    assert [float(stick.get(name)) for name in ("x", "y", "width", "height")] == [-44, 77, 88, 7]
    assert [float(dot.get(name)) for name in ("cx", "cy")] == [0, 80.5]
    assert len(drawn(a_side(riichi=True))) == 1


@pytest.mark.parametrize(
    ("more", "points"),
    [
        ({}, False),
        ({"play": a_play(PlayKind.DRAW, 1, "1m")}, True),
        ({"play": a_play(PlayKind.DRAW, 0, "1m")}, False),
        ({"play": a_play(PlayKind.DRAW, 1, "1m"), "outcome": Outcome("none", (), None, None)}, False),
    ],
    ids=["after the deal", "its play", "the play of another", "at the end"],
)
def test_an_arrow_points_at_the_seat_that_acts(more, points):
    arrows = [part for part in drawn(a_side(1), **more) if part.startswith("<path")]

    assert [re.findall(' d="([^"]*)"', part) for part in arrows] == ([["M-8 66H8L0 74Z"]] if points else [])


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({}, ["East 1", "0 honba", "0 sticks", "70 left"]),
        ({"kyoku": 7, "honba": 2, "sticks": 1, "live_tiles": 3}, ["South 4", "2 honba", "1 stick", "3 left"]),
        ({"kyoku": 12, "sticks": 2}, ["North 1", "0 honba", "2 sticks", "70 left"]),
        ({"kyoku": 17}, ["East 2", "0 honba", "0 sticks", "70 left"]),
    ],
)
def test_the_middle_counts_kyoku_honba_sticks_and_tiles_left(counts, said):
    texts = [
        etree.fromstring(part)
        for part in pieces(a_table(**counts))["middle"]
        if 'text-anchor="middle"' in part
    ]

    assert [one.text for one in texts] == said
    assert [(one.get("x"), one.get("y"), one.get("font-size")) for one in texts] == [
        ("0", "-46", "22"),
        ("0", "-25", "17"),
        ("0", "-5", "17"),
        ("0", "15", "17"),
    ]


@pytest.mark.parametrize(
    ("shown", "lies"),
    [
        ({"indicators": "1s"}, ["1s 13,24 30x40"]),
        ({"indicators": "12s"}, ["1s -2,24 30x40", "2s 28,24 30x40"]),
        ({"indicators": "1234s"}, ["1s -26,24 27x36", "2s 1,24 27x36", "3s 28,24 27x36", "4s 55,24 27x36"]),
        ({"indicators": "1s", "ura": "2s"}, ["1s 19,24 18x24", "2s 19,51 18x24"]),
    ],
    ids=["one", "two", "four are smaller: they have room for 108", "with ura, in two rows"],
)
def test_indicators_lie_in_the_middle_about_a_place_right_of_it(shown, lies):
    middle = pieces(a_table(**{name: parse_tiles(text) for name, text in shown.items()}))["middle"]

    assert boxes(middle) == lies


def test_indicators_are_named_left_of_them_at_half_their_height():
    middle = pieces(a_table(ura=parse_tiles("2s")))["middle"]
    named = [etree.fromstring(part) for part in middle if 'text-anchor="end"' in part]

    # Tiles of 18 by 24 about 28 begin at 19; letters stand on a line 6 below the middle of the tiles.
    assert [(one.text, one.get("x"), one.get("y")) for one in named] == [
        ("dora", "14", "42"),
        ("ura", "14", "69"),
    ]
    assert [re.findall("dora|ura", part) for part in pieces(a_table())["middle"] if '="end"' in part] == [
        ["dora"]
    ]


def test_there_is_a_zone_for_the_middle_and_for_each_seat():
    assert list(pieces(a_table(a_side(0), a_side(1), a_side(2)))) == ["middle", "0", "1", "2"]


def test_text_is_safe_within_quotes_of_either_kind():
    assert xml_text("""'a' "b" <c>""") == "&#x27;a&#x27; &quot;b&quot; &lt;c&gt;"
