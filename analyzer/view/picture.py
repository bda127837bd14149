"""A table as an SVG picture, on its own or together with others on a page; the table is 600 units wide.

`Table` says what lies where; this module says how it looks: in pieces by zone, the middle and the seats.
The tiles are outlines of Noto Sans Symbols 2, under the SIL Open Font License (shapes/OFL.txt).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from textwrap import TextWrapper
from typing import Final

from analyzer.view.as_text import PLAIN, meld_text, river_text, score_text
from analyzer.view.pages import part, shipped, valid
from analyzer.view.table import Meld, RiverTile, Side, Table
from analyzer.vocabulary import WINDS, TileId, mpsz, tile_text

BACK: Final = "back"
"""Name of a tile face down."""
MIDDLE: Final = 88
"""Half the width of the square in the middle."""
TURNED: Final = {0: 0, 1: -90, 2: 180, 3: 90}
"""Degrees by which the zone of each seat is turned; seat 0 sits at the bottom."""
Zones = dict[str, Sequence[str]]
"""Pieces by zone: ``middle``, and the seats as ``0`` to ``3``."""

_W, _H = 30, 40
"""Width and height of a tile."""
_RIVER_X: Final = -93
_RIVER_Y: Final = 97
_ROW: Final = 6
_ROWS: Final = 3
_STRIP_X: Final = -226
_STRIP_END: Final = 294
_STRIP_Y: Final = 252
_LABEL_X: Final = -220
_LABEL_Y: Final = 243
_GAP: Final = 8
_SMALL: Final = 0.7
_SHOWN: Final = 0.6
_SHOWN_ROOM: Final = 108
_NAME_LENGTH: Final = 14
_USE: Final = re.compile(r'href="#@-(\w+)"')
TILE_NAMES: Final = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(10)),
    *(f"{rank}z" for rank in range(1, 8)),
    BACK,
)
"""Names of all tiles: mpsz text with 0 for a red five, and the back of a tile."""

_COLOURS: Final = {"5z": "haku", "6z": "sou", "7z": "aka"}
_SUITS: Final = {"m": "man", "p": "pin", "s": "sou", "z": "man"}
_LINES: Final = TextWrapper(42, break_long_words=False, break_on_hyphens=False)
"""Lines below the table are short because a phone shows larger letters."""


@cache
def _outlines() -> dict[str, str]:
    found: dict[str, str] = json.loads(shipped("view/shapes/outlines.json"))
    return found


def symbols(prefix: str, names: Collection[str]) -> str:
    """One symbol for each of these tiles, its id with a prefix, as a page can have several pictures."""
    return part("symbols", prefix, [(name, *_face(name)) for name in TILE_NAMES if name in names])


def _face(name: str) -> tuple[str, str]:
    """Colour and outline of a tile; none for the back."""
    if name == BACK:
        return "", ""
    is_aka = name[0] == "0"
    colour = "aka" if is_aka else _COLOURS.get(name, _SUITS[name[1]])
    return colour, _outlines()[f"5{name[1]}" if is_aka else name]


def grouped(zones: Mapping[str, Iterable[str]]) -> list[tuple[int, str]]:
    """The pieces of each zone, and the degrees by which it is turned toward its seat."""
    return [(0 if zone == "middle" else TURNED[int(zone)], "".join(parts)) for zone, parts in zones.items()]


def digest(content: str) -> str:
    """A prefix for ids that only this content has."""
    return "mj" + hashlib.sha256(content.encode()).hexdigest()[:8]


def with_ids(body: str, prefix: str) -> str:
    """The same pieces, with the ids of symbols of one picture."""
    # Quotes in names of players are escaped, so only references match.
    return body.replace('href="#@-', f'href="#{prefix}-')


def table_svg(table: Table, *, is_file: bool = False) -> str:
    """The picture of a table, for a page, or for a file, which has the namespace and lines of text below."""
    drawn = pieces(table)
    lines = (
        [line for said in _below(table) for line in _LINES.wrap(" ".join(said.split()))] if is_file else []
    )
    zones = grouped(drawn)
    own = digest(f"{zones}{lines}")
    return part(
        "svg",
        shipped("view/picture.css"),
        symbols(own, used(drawn)),
        [(turned, with_ids(parts, own)) for turned, parts in zones],
        described(table),
        lines,
        is_file,
    )


def table_html(table: Table) -> str:
    """The picture of a table with lines of text below it, for pages and notebooks."""
    return part("picture", table_svg(table), _below(table))


def who_sits(table: Table) -> str:
    """The players by wind with their seats; on a phone the picture has no room for names."""
    sides = sorted(table.sides, key=lambda side: side.wind)
    return " · ".join(f"{WINDS[side.wind]} seat {side.seat} {side.name}".rstrip() for side in sides)


def _below(table: Table) -> list[str]:
    """Lines of text below the table: the players, and the last play or the end."""
    if table.outcome is not None:
        return [who_sits(table), *(line.strip() for line in table.outcome.lines)]
    return [who_sits(table), table.progress]


def described(table: Table) -> str:
    """The table in words and mpsz, for screen readers."""
    return "".join(told(table).values())


def told(table: Table) -> dict[str, str]:
    """The same words by what they speak of, so that few change from one play to the next."""
    indicators = " ".join(map(tile_text, table.indicators))
    parts = {"middle": f"{table.name}, dora indicators {indicators}"}
    for side in table.sides:
        parts.update(_words_of_side(side))
    return parts


@lru_cache(maxsize=8)
def _words_of_side(side: Side) -> dict[str, str]:
    drawn = "" if side.drawn is None else f" and {tile_text(side.drawn)}"
    laid = "; melds " + ", ".join(meld_text(meld, PLAIN) for meld in side.melds) if side.melds else ""
    laid += f"; kita {len(side.kita)}" if side.kita else ""
    river = " ".join(river_text(one, PLAIN) for one in side.river) or "empty"
    return {
        f"seat {side.seat}": f". {WINDS[side.wind]}, seat {side.seat}, {score_text(side)}",
        f"tehai {side.seat}": f": tehai {mpsz(side.tehai)}{drawn}",
        f"melds {side.seat}": laid,
        f"river {side.seat}": f"; river {river}",
    }


def xml_text(text: str) -> str:
    """Text for any place in XML or HTML; characters that XML forbids are replaced."""
    return escape(valid(text), quote=True)


def pieces(table: Table) -> Zones:
    """The pieces of a table; ids of symbols begin with ``#@-``, which the picture replaces."""
    zones: Zones = {"middle": tuple(_middle(table))}
    for side in table.sides:
        acts = table.outcome is None and table.play is not None and table.play.seat == side.seat
        zones[str(side.seat)] = _pieces_of_side(side, acts=acts)
    return zones


@lru_cache(maxsize=8)
def _pieces_of_side(side: Side, *, acts: bool) -> tuple[str, ...]:
    """The pieces of a seat; most plays leave most seats as they are, so the last ones are kept."""
    return (*_strip(side), *_river(side), *_kita(side), *_label(side, acts=acts))


def used(zones: Zones) -> set[str]:
    """Names of the tiles that a picture uses."""
    return {name for parts in zones.values() for part in parts for name in _USE.findall(part)}


def _tile(name: str, x: float, y: float, *, turned: bool = False, style: str = "", size: float = 1) -> str:
    """A tile with its upper left corner at this point; a turned tile lies on its left side."""
    at = f'x="{x:g}" y="{y:g}"'
    if turned:
        # The tile is turned so that it lies with its upper left corner at the same point.
        at = f'transform="translate({x:g} {y + _W * size:g}) rotate(-90)"'
    look = f' class="{style}"' if style else ""
    return f'<use href="#@-{name}" {at} width="{_W * size:g}" height="{_H * size:g}"{look}/>'


def _strip(side: Side) -> Iterator[str]:
    """Tehai, drawn tile and melds along the edge, made smaller if they do not fit."""
    held: list[str] = []
    x = 0.0
    for tile in side.tehai:
        held.append(_tile(tile_text(tile), x, 0))
        x += _W
    for extra, style in ((side.drawn, ""), (side.won_on, "mark")):
        if extra is not None:
            x += _GAP
            held.append(_tile(tile_text(extra), x, 0))
            if style or (side.is_winner and side.won_on is None):
                held.append(_box(x, 0, _W, _H, "mark"))
            x += _W
    melds, width = _melds(side.melds)
    room = _STRIP_END - _STRIP_X
    needed = x + (2 * _GAP if melds else 0) + width
    size = min(1.0, room / needed) if needed else 1.0
    top = _STRIP_Y + _H * (1 - size)
    yield from (_placed(part, _STRIP_X, top, size, ' class="own"') for part in held)
    yield from (_placed(part, _STRIP_END - width * size, top, size) for part in melds)


def _placed(part: str, x: float, y: float, size: float, look: str = "") -> str:
    """A piece, moved and scaled; pages turn concealed ones, of class ``own``, face down."""
    scale = "" if size == 1 else f" scale({size:.3g})"
    return f'<g{look} transform="translate({x:g} {y:g}){scale}">{part}</g>'


def _melds(melds: tuple[Meld, ...]) -> tuple[list[str], float]:
    """Melds from the right to the left in order of calling, and their width."""
    drawn: list[str] = []
    x = 0.0
    for meld in reversed(melds):
        if x:
            x += _GAP
        for one in meld.tiles:
            name = BACK if one.is_hidden else tile_text(one.tile)
            if one.is_added:
                drawn.append(_tile(name, x - _H, _H - 2 * _W, turned=True))
                continue
            drawn.append(_tile(name, x, _H - _W if one.is_turned else 0, turned=one.is_turned))
            x += _H if one.is_turned else _W
    return drawn, x


def _river(side: Side) -> Iterator[str]:
    x = 0.0
    for place, one in enumerate(side.river):
        row = min(place // _ROW, _ROWS - 1)
        if place % _ROW == 0 and place // _ROW < _ROWS:
            x = _RIVER_X
        yield from _discard(one, x, _RIVER_Y + row * (_H + 2))
        x += _H if one.is_turned else _W


def _discard(one: RiverTile, x: float, y: float) -> Iterator[str]:
    wide, high = (_H, _W) if one.is_turned else (_W, _H)
    down = _H - _W if one.is_turned else 0
    style = "gone" if one.called_by is not None else "dim" if one.is_tsumogiri else ""
    yield _tile(tile_text(one.tile), x, y + down, turned=one.is_turned, style=style)
    if one.called_by is not None:
        yield _box(x, y + down, wide, high, "lost")
    if one.is_won:
        yield _box(x, y + down, wide, high, "mark")


def _box(x: float, y: float, width: float, height: float, style: str) -> str:
    size = f'width="{width - 2:g}" height="{height - 2:g}"'
    return f'<rect class="{style}" x="{x + 1:g}" y="{y + 1:g}" {size} rx="4"/>'


def _kita(side: Side) -> Iterator[str]:
    """Norths set aside, left of the river."""
    for place, tile in enumerate(side.kita):
        yield _tile(tile_text(tile), -130 - place * _W * _SMALL, _RIVER_Y + 8, size=_SMALL)


def _label(side: Side, *, acts: bool) -> Iterator[str]:
    """Wind, name, score and state of a seat; upright for the seat across."""
    name = side.name or f"seat {side.seat}"
    name = name if len(name) <= _NAME_LENGTH else name[: _NAME_LENGTH - 1] + "…"
    style = ' class="hot"' if side.wind == 0 else ""
    text = f'<tspan{style} font-weight="700">{WINDS[side.wind][0]}</tspan> '
    text += f'<tspan class="name">{xml_text(name)} </tspan>{score_text(side)}'
    if side.delta:
        text += f' <tspan class="{"plus" if side.delta > 0 else "hot"}">{side.delta:+,}</tspan>'
    if side.marks:
        text += f' <tspan class="soft">{" ".join(side.marks)}</tspan>'
    where = f'x="{_LABEL_X}" y="{_LABEL_Y}"'
    if TURNED[side.seat] == 180:
        where = f'transform="rotate(180)" x="{-_LABEL_X}" y="{-_LABEL_Y + 12}" text-anchor="end"'
    yield f'<text {where} font-size="18">{text}</text>'
    if side.stick:
        look = 'rx="3" fill="var(--mj-stick)" stroke="var(--mj-soft)"'
        yield f'<rect x="-44" y="{MIDDLE - 11}" width="88" height="7" {look}/>'
        yield f'<circle cx="0" cy="{MIDDLE - 7.5:g}" r="2.5" fill="#c8102e"/>'
    if acts:
        yield f'<path d="M-8 {MIDDLE - 22}H8L0 {MIDDLE - 14}Z" fill="var(--mj-accent)"/>'


def _middle(table: Table) -> Iterator[str]:
    """Kyoku, honba, sticks, tiles left, indicators."""
    texts = (*table.counts, f"{table.live_tiles} left")
    for y, size, text in zip((-46, -25, -5, 15), (22, 17, 17, 17), texts, strict=True):
        yield f'<text x="0" y="{y}" font-size="{size}" text-anchor="middle">{text}</text>'
    scale = _SHOWN if table.ura else min(1, _SHOWN_ROOM / (_W * len(table.indicators)))
    yield from _indicators("dora", table.indicators, 24, scale)
    yield from _indicators("ura", table.ura, 51, scale)


def _indicators(label: str, tiles: tuple[TileId, ...], y: float, size: float) -> Iterator[str]:
    if not tiles:
        return
    x = 28 - len(tiles) * _W * size / 2
    at = f'x="{x - 5:g}" y="{y + _H * size / 2 + 6:g}"'
    yield f'<text class="soft" {at} font-size="16" text-anchor="end">{label}</text>'
    for place, tile in enumerate(tiles):
        yield _tile(tile_text(tile), x + place * _W * size, y, size=size)
