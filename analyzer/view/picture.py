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
from analyzer.view.pieces import BACK, HALF, MELD_PLACE, MIDDLE, RIVER_PLACE, TURNED, pieces, used, xml_text
from analyzer.view.table import Side, Table
from analyzer.vocabulary import WINDS, mpsz, tile_text

__all__ = [
    "TILE_NAMES",
    "described",
    "digest",
    "felt",
    "grouped",
    "symbols",
    "table_html",
    "table_svg",
    "tile_symbols",
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
_LINE: Final = 28
_LINES: Final = TextWrapper(42, break_long_words=False, break_on_hyphens=False)
"""Lines below the table are short because a phone shows larger letters."""


@cache
def _outlines() -> dict[str, str]:
    found: dict[str, str] = json.loads(shipped("view/shapes/outlines.json"))
    return found


def symbols(prefix: str, names: Collection[str]) -> str:
    """The style of pictures, and one symbol for each of these tiles, in the order of TILE_NAMES.

    Args:
        prefix: Start of the ids of this picture, so that a page can have several pictures.
        names: Tiles to include, from TILE_NAMES.
    """
    return f"<style>\n{shipped('view/picture.css')}</style>{tile_symbols(prefix, names)}"


def tile_symbols(prefix: str, names: Collection[str]) -> str:
    """The same symbols, for a page that has the style."""
    drawn = (
        f'<symbol id="{prefix}-{name}" viewBox="0 0 300 400">{_face(name)}</symbol>'
        for name in TILE_NAMES
        if name in names
    )
    return f"<defs>{''.join(drawn)}</defs>"


def _face(name: str) -> str:
    if name == BACK:
        return (
            '<rect class="mj-back" x="6" y="6" width="288" height="388" rx="32"/>'
            '<path class="mj-grid" d="M60 60H240V340H60ZM60 200 150 60 240 200 150 340Z"/>'
        )
    rank, suit = name[0], name[1]
    is_aka = rank == "0"
    outline = _outlines()[f"5{suit}" if is_aka else name]
    colour = "aka" if is_aka else _COLOURS.get(name, _SUITS[suit])
    dot = '<circle class="mj-aka" cx="258" cy="46" r="20"/>' if is_aka else ""
    return (
        '<rect class="mj-face" x="6" y="6" width="288" height="388" rx="32"/>'
        f'<path class="mj-{colour}" d="{outline}"/>{dot}'
    )


def grouped(zones: Mapping[str, Iterable[str]]) -> str:
    """One group of pieces for each zone, turned toward its seat."""
    found: list[str] = []
    for zone, parts in zones.items():
        turned = "" if zone == "middle" else f' transform="rotate({TURNED[int(zone)]})"'
        found.append(f"<g{turned}>{''.join(parts)}</g>")
    return "".join(found)


def digest(content: str) -> str:
    """A prefix for ids that only this content has."""
    return "mj" + hashlib.sha256(content.encode()).hexdigest()[:8]


def with_ids(body: str, prefix: str) -> str:
    """The same pieces, with the ids of symbols of one picture."""
    # Quotes in names of players are escaped, so only references match.
    return body.replace('href="#@-', f'href="#{prefix}-')


def table_svg(table: Table, prefix: str | None = None, *, is_file: bool = False) -> str:
    """The picture of a table, for a page, or for a file with lines of text below it.

    Args:
        table: What to draw.
        prefix: Of symbols that the page already has; None to include the symbols.
        is_file: Whether it is a file, which needs the SVG namespace.
    """
    zones = pieces(table)
    body = grouped(zones)
    said = _below(table) if is_file else []
    lines = [part for line in said for part in _LINES.wrap(" ".join(line.split()))]
    height = 2 * HALF + _LINE * len(lines) + (12 if lines else 0)
    below = "".join(
        f'<text x="{-HALF + 8}" y="{HALF + _LINE * (row + 1)}" font-size="20">{xml_text(line)}</text>'
        for row, line in enumerate(lines)
    )
    own = digest(body + below)
    inside = symbols(own, used(zones)) if prefix is None else ""
    body = with_ids(body, prefix or own)
    namespace = ' xmlns="http://www.w3.org/2000/svg"' if is_file else ""
    return (
        f'<svg{namespace} class="mj" role="img" '
        f'viewBox="{-HALF} {-HALF} {2 * HALF} {height}" width="{2 * HALF}" height="{height}" '
        f'style="max-width:100%;height:auto" aria-label="{xml_text(described(table))}">'
        f"{inside}{felt(height)}{body}{below}</svg>"
    )


def table_html(table: Table, prefix: str | None = None) -> str:
    """The picture of a table with lines of text below it, for pages and notebooks.

    Args:
        table: What to draw.
        prefix: As in `table_svg`.
    """
    return part("picture", table_svg(table, prefix), _below(table))


def felt(height: int = 2 * HALF) -> str:
    """The surface of the table; ``height`` includes the lines of text below it."""
    side = 2 * HALF
    wells = "".join(
        f'<path class="well" transform="rotate({turned})" d="{RIVER_PLACE}{MELD_PLACE}"/>'
        for turned in TURNED.values()
    )
    return (
        f'<rect x="{-HALF}" y="{-HALF}" width="{side}" height="{height}" rx="10" fill="var(--mj-felt)"/>'
        f"{wells}"
        f'<rect x="{-MIDDLE}" y="{-MIDDLE}" width="{2 * MIDDLE}" height="{2 * MIDDLE}" rx="8" '
        'fill="var(--mj-well)" stroke="var(--mj-edge)"/>'
    )


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
