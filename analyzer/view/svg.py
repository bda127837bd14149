"""A table as one picture, complete in itself or beside others on a page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from analyzer.view.pieces import HALF, MIDDLE, TURNED, pieces, used, xml_text
from analyzer.view.table import Table
from analyzer.view.text import PLAIN, meld_text, outcome_lines, river_text
from analyzer.view.tiles import STYLE, symbols
from analyzer.vocabulary import WINDS, mpsz, tile_text

__all__ = ["described", "digest", "felt", "table_html", "table_svg", "who_sits", "with_ids", "zone_open"]

_LINE: Final = 28
_LETTERS: Final = 42
"""Letters of a line below the table, which are larger on a phone."""


def zone_open(zone: str) -> str:
    """The start of the group that holds a zone."""
    if zone == "middle":
        return "<g>"
    return f'<g transform="rotate({TURNED[int(zone)]})">'


def digest(content: str) -> str:
    """A prefix for ids that belongs to this content alone."""
    return "mj" + hashlib.sha256(content.encode()).hexdigest()[:8]


def with_ids(body: str, prefix: str) -> str:
    """Pieces whose symbols have the ids of one picture."""
    # In names of players quotes are escaped, so that only references match.
    return body.replace('href="#@-', f'href="#{prefix}-')


def table_svg(table: Table, prefix: str | None = None, *, is_file: bool = False) -> str:
    """The picture of a table alone, to stand in a page, or for a file with what there is to say below it.

    Args:
        table: What to draw.
        prefix: Of the symbols that stand elsewhere on the page; None for a picture with its own.
        is_file: For a file of its own, which has to say that it is SVG.
    """
    zones = pieces(table)
    body = "".join(f"{zone_open(zone)}{''.join(parts)}</g>" for zone, parts in zones.items())
    lines = [part for line in _below(table) for part in _wrapped(line)] if is_file else []
    height = 2 * HALF + _LINE * len(lines) + (12 if lines else 0)
    below = "".join(
        f'<text x="{-HALF + 8}" y="{HALF + _LINE * (row + 1)}" font-size="20">{xml_text(line)}</text>'
        for row, line in enumerate(lines)
    )
    own = digest(body + below)
    inside = f"<style>{STYLE}</style><defs>{symbols(own, used(zones))}</defs>" if prefix is None else ""
    body = with_ids(body, prefix or own)
    namespace = ' xmlns="http://www.w3.org/2000/svg"' if is_file else ""
    return (
        f'<svg{namespace} class="mj" role="img" '
        f'viewBox="{-HALF} {-HALF} {2 * HALF} {height}" width="{2 * HALF}" height="{height}" '
        f'style="max-width:100%;height:auto" aria-label="{xml_text(described(table))}">'
        f"{inside}{felt(height)}{body}{below}</svg>"
    )


def table_html(table: Table, prefix: str | None = None) -> str:
    """The picture of a table with what there is to say below it, for pages and notebooks.

    Args:
        table: What to draw.
        prefix: As in `table_svg`.
    """
    said = "".join(f"<div>{xml_text(line)}</div>" for line in _below(table))
    picture = table_svg(table, prefix)
    return f'<figure class="hand" style="margin:0">{picture}<figcaption>{said}</figcaption></figure>'


def felt(height: int = 2 * HALF) -> str:
    """The table itself; ``height`` with the lines below it."""
    side = 2 * HALF
    return (
        f'<rect x="{-HALF}" y="{-HALF}" width="{side}" height="{height}" rx="10" fill="var(--mj-felt)"/>'
        f'<rect x="{-MIDDLE}" y="{-MIDDLE}" width="{2 * MIDDLE}" height="{2 * MIDDLE}" rx="8" '
        'fill="var(--mj-well)" stroke="var(--mj-edge)"/>'
    )


def who_sits(table: Table) -> str:
    """The players by wind with their seats; on a phone the picture itself has no room for names."""
    sides = sorted(table.sides, key=lambda side: side.wind)
    return " · ".join(f"{WINDS[side.wind]} seat {side.seat} {side.name}".rstrip() for side in sides)


def _below(table: Table) -> list[str]:
    """Lines below the table: the players, and the play or the end."""
    if table.outcome is not None:
        return [who_sits(table), *(line.strip() for line in outcome_lines(table.outcome))]
    play = "the deal" if table.play is None else str(table.play)
    return [who_sits(table), f"play {table.turn} of {table.turns}: {play}"]


def _wrapped(line: str) -> Iterator[str]:
    words: list[str] = []
    for word in line.split():
        if words and len(" ".join([*words, word])) > _LETTERS:
            yield " ".join(words)
            words = []
        words.append(word)
    yield " ".join(words)


def described(table: Table) -> str:
    """The table in words and mpsz, for those who do not see it."""
    parts = [f"{table.name}, dora indicators {' '.join(map(tile_text, table.indicators))}"]
    for side in table.sides:
        drawn = "" if side.drawn is None else f" and {tile_text(side.drawn)}"
        text = f"{WINDS[side.wind]}, seat {side.seat}, {side.score:,}: tehai {mpsz(side.tehai)}{drawn}"
        if side.melds:
            text += "; melds " + ", ".join(meld_text(meld, PLAIN) for meld in side.melds)
        if side.kita:
            text += f"; kita {len(side.kita)}"
        parts.append(text + "; river " + (" ".join(river_text(one, PLAIN) for one in side.river) or "empty"))
    return ". ".join(parts)
