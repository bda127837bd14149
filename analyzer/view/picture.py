"""A table as an SVG picture, on its own or together with others on a page.

The tiles are outlines of Noto Sans Symbols 2, under the SIL Open Font License (shapes/OFL.txt).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from textwrap import TextWrapper
from typing import Final

from analyzer.view.as_text import PLAIN, meld_text, river_text, score_text
from analyzer.view.pages import part, shipped
from analyzer.view.pieces import BACK, TURNED, pieces, used
from analyzer.view.table import Side, Table
from analyzer.vocabulary import WINDS, mpsz, tile_text

__all__ = [
    "TILE_NAMES",
    "described",
    "digest",
    "grouped",
    "symbols",
    "table_html",
    "table_svg",
    "told",
    "who_sits",
    "with_ids",
]

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
    """One symbol for each of these tiles, in the order of TILE_NAMES.

    Args:
        prefix: Start of the ids of this picture, so that a page can have several pictures.
        names: Tiles to include, from TILE_NAMES.
    """
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
    """The picture of a table, for a page, or for a file with lines of text below it.

    Args:
        table: What to draw.
        is_file: Whether it is a file, which needs the SVG namespace.
    """
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
    play = "the deal" if table.play is None else str(table.play)
    return [who_sits(table), f"play {table.turn} of {table.turns}: {play}"]


def described(table: Table) -> str:
    """The table in words and mpsz, for screen readers."""
    return "".join(told(table).values())


def told(table: Table) -> dict[str, str]:
    """The same words by what they speak of, so that few change from one play to the next."""
    indicators = " ".join(map(tile_text, table.indicators))
    parts = {"middle": f"{table.name}, dora indicators {indicators}"}
    for side in table.sides:
        parts.update(_of_side(side))
    return parts


@lru_cache(maxsize=8)
def _of_side(side: Side) -> dict[str, str]:
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
