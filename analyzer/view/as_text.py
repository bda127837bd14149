"""A game, a table and an explanation as text: in Unicode, with the tiles as characters, or plain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.audit import Finding
from analyzer.explain.outcome import Outcome
from analyzer.explain.reason import Section
from analyzer.printable import printable
from analyzer.view.pages import part
from analyzer.view.table import Meld, RiverTile, Side, Table
from analyzer.vocabulary import WINDS, TileId, kind_of, mpsz, points_text, tile_text

_PER_ROW: Final = 12
_FIRST_TILE: Final = 0x1F000
_GLYPHS: Final = (*range(7, 16), *range(25, 34), *range(16, 25), 0, 1, 2, 3, 6, 5, 4)
"""Place of each kind in the Unicode block, which has sou before pin and the red dragon before the white."""


@dataclass(frozen=True, slots=True)
class HandEnd:
    """A hand of a game in one line: its name, its end as the log has it, and the findings on it."""

    kyoku: str
    claimed: Outcome
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A game as a list of its hands.

    Attributes:
        log_id: Name of the log.
        rule_set: Name of the rule set of the log; None when none could be chosen.
        players: Names by seat; the name of an empty seat is empty.
        hands: In order.
        where: Date, room and length, as far as they are known.
        results: Placement, player and final score of each seat, best first; empty where the log states none.
    """

    log_id: str
    rule_set: str | None
    players: tuple[str, ...]
    hands: tuple[HandEnd, ...]
    where: tuple[str, ...] = ()
    results: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The players, or the log id where they have no names."""
        return ", ".join(filter(None, self.players)) or self.log_id

    @property
    def seated(self) -> list[str]:
        """The players by seat, as ``seat 0 A``."""
        return [f"seat {seat} {name}" for seat, name in enumerate(self.players) if name]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one hand is settled as it is under one rule set.

    Attributes:
        hand: As ``E2.1``.
        rule_set: Name.
        claimed: The end as the log has it.
        computed: The end as the rule set gives it.
        sections: In reading order.
        differences: What, as claimed, as computed; only where they differ.
        findings: What the audit says of the hand under the rule set of the game, and of that rule set.
    """

    hand: str
    rule_set: str
    claimed: Outcome
    computed: Outcome
    sections: tuple[Section, ...]
    differences: tuple[tuple[str, str, str], ...]
    findings: tuple[Finding, ...]

    def __repr__(self) -> str:
        return explanation_text(self, PLAIN)

    def _repr_html_(self) -> str:
        return part("in_a_notebook", self)


@dataclass(frozen=True, slots=True)
class Style:
    """How text is drawn.

    Attributes:
        has_glyphs: Each tile with its character.
        back: A tile face down.
        met: Mark of a condition that holds.
        unmet: Mark of one that does not.
        dot: Separates the parts of a line.
        dims: Terminal codes dim the tiles discarded as drawn.
    """

    has_glyphs: bool
    back: str
    met: str
    unmet: str
    dot: str
    dims: bool = False


UNICODE: Final = Style(has_glyphs=True, back="🀫", met="✓", unmet="✗", dot=" · ")
PLAIN: Final = Style(has_glyphs=False, back="##", met="+", unmet="-", dot=", ")


def glyph(tile: TileId) -> str:
    """The Unicode character of a tile; a red five looks like any five.

    Examples:
        >>> [hex(ord(glyph(tile)[0])) for tile in (0, 36, 72, 108, 124, 128, 132)]
        ['0x1f007', '0x1f019', '0x1f010', '0x1f000', '0x1f006', '0x1f005', '0x1f004']
    """
    kind = kind_of(tile)
    # Without the selector, terminals show the red dragon as an emoji.
    return chr(_FIRST_TILE + _GLYPHS[kind]) + ("\ufe0e" if kind == 33 else "")


def tile(tile_id: TileId, style: Style) -> str:
    """One tile: its mpsz text, with its character where the style has them."""
    return glyph(tile_id) + tile_text(tile_id) if style.has_glyphs else tile_text(tile_id)


def table_text(table: Table, style: Style = UNICODE) -> str:
    """The table, seat by seat from the dealer."""
    ordered = sorted(table.sides, key=lambda side: side.wind)
    lines = [*_head(table, style), ""]
    for side in ordered:
        lines += [*_side_lines(side, style), ""]
    lines.append("' discarded as drawn   [ ] riichi   ( ) called   * won on")
    if table.outcome is not None:
        lines += ["", *table.outcome.lines]
    return "\n".join(lines)


def _head(table: Table, style: Style) -> Iterator[str]:
    yield f"{table.name}  {style.dot.join([*table.counts, f'{table.live_tiles} tiles left'])}"
    yield "dora indicators " + " ".join(tile(one, style) for one in table.indicators)
    if table.ura:
        yield "ura indicators  " + " ".join(tile(one, style) for one in table.ura)
    if table.outcome is None:
        yield table.progress


def score_text(side: Side) -> str:
    """The score of a seat, before the settlement."""
    return f"{side.score:,}" if side.is_scored else "score not stated"


def _side_lines(side: Side, style: Style) -> Iterator[str]:
    score = score_text(side)
    if side.delta is not None:
        after = f" = {side.score + side.delta:,}" if side.is_scored else ""
        score += f" {side.delta:+,}{after}" if side.delta else " +0"
    said = style.dot.join([printable(side.name), score, *side.marks])
    yield f"{WINDS[side.wind]:<5} seat {side.seat} {said}"
    yield f"  tehai {tehai_text(side, style)}"
    if side.melds:
        yield "  melds " + "  ".join(meld_text(meld, style) for meld in side.melds)
    if side.kita:
        yield "  kita  " + " ".join(tile(one, style) for one in side.kita)
    cells = [river_text(one, style) for one in side.river]
    for first in range(0, len(cells), _PER_ROW):
        row = " ".join(cells[first : first + _PER_ROW])
        yield f"  {'river' if first == 0 else '     '} {row}"


def tehai_text(side: Side, style: Style) -> str:
    """The tehai, the drawn tile apart."""
    drawn = "" if side.drawn is None else f" + {tile(side.drawn, style)}"
    won_on = "" if side.won_on is None else f" * {tile(side.won_on, style)}"
    glyphs = "".join(map(glyph, side.tehai)) + " " if style.has_glyphs else ""
    return f"{glyphs}{mpsz(side.tehai)}{drawn}{won_on}"


def river_text(one: RiverTile, style: Style) -> str:
    """A discard with its marks."""
    text = tile(one.tile, style)
    if one.is_turned:
        text = f"[{text}]"
    if one.called_by is not None:
        text = f"({text})"
    text += ("'" if one.is_tsumogiri else "") + ("*" if one.is_won else "")
    return f"\x1b[2m{text}\x1b[22m" if one.is_tsumogiri and style.dims else text


def meld_text(meld: Meld, style: Style) -> str:
    """The tiles of a meld as they lie; a tile from another seat is in parentheses."""
    parts: list[str] = []
    for one in meld.tiles:
        text = style.back if one.is_hidden else tile(one.tile, style)
        if one.is_added:
            parts[-1] = f"{parts[-1][:-1]}+{text})"
        else:
            parts.append(f"({text})" if one.is_turned else text)
    source = "" if meld.source is None else f" from seat {meld.source}"
    return f"{meld.kind.name.lower()} {''.join(parts)}{source}"


def explanation_text(explained: Explanation, style: Style = UNICODE) -> str:
    """The explanation, section by section, rules and their sources below each line."""
    lines = [f"{printable(explained.hand)} under {explained.rule_set}: {explained.computed.title}"]
    for section in explained.sections:
        lines += ["", section.title]
        for line in section.lines:
            mark = " " if line.met is None else style.met if line.met else style.unmet
            lines.append(f"  {mark} {line.text}")
            if line.rule is not None:
                lines.append(f"      rule {line.ruling} [{line.source}]")
    text = "\n".join([*lines, "", *_claims(explained)])
    return text if style.has_glyphs else text.replace("×", "x")


def _claims(explained: Explanation) -> Iterator[str]:
    if explained.claimed.kind == "none":
        yield "The log stops before the end of the hand."
        return
    yield "Claimed and computed" if explained.differences else "The log says the same."
    for what, claimed, computed in explained.differences:
        yield from (f"  {what}", f"    log   {claimed}", f"    rules {computed}")
    if explained.findings:
        yield from ("", "Findings")
        yield from (f"  {finding.check}: {printable(finding.message)}" for finding in explained.findings)


def listing_text(game: Listing, style: Style = UNICODE) -> str:
    """A game: its players, and its hands with their ends."""
    head = f"{printable(game.log_id)}  {game.rule_set or 'no rule set'}"
    rows = [_hand_cells(index, hand) for index, hand in enumerate(game.hands)]
    seated = style.dot.join(map(printable, game.seated))
    return "\n".join([head, seated, "", *_aligned([("", "hand", "payments", "end"), *rows])])


def _hand_cells(index: int, hand: HandEnd) -> tuple[str, str, str, str]:
    found = sum(finding.leads for finding in hand.findings)
    said = f" ({found} {'finding' if found == 1 else 'findings'})" if found else ""
    return str(index), hand.kyoku, points_text(hand.claimed.deltas), hand.claimed.title + said


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
