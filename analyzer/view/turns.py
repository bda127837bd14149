"""All turns of a hand as spans: what is drawn and said, each with the turns at which it is there.

A page that steps through a game carries these, so the one drawing of a table serves every turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.audit import Finding
from analyzer.view.picture import told, who_sits, with_ids
from analyzer.view.pieces import pieces, used
from analyzer.view.plays import Play
from analyzer.view.table import Table
from analyzer.vocabulary import WINDS, PlayKind, Seat, TileId, tile_text

__all__ = [
    "PREFIX",
    "Move",
    "Span",
    "Texts",
    "finding_turn",
    "moves_of",
    "rounds",
    "timeline",
    "turns_of",
]

PREFIX: Final = "mj"
"""Of the ids of tiles on a page that has one set of them."""


class Span(NamedTuple):
    """A piece, with the first and the last turn at which it is there."""

    first: int
    last: int
    piece: str


Texts: TypeAlias = dict[str, int]
"""Texts that occur many times, each once, with its number."""


class Move(NamedTuple):
    """An entry of the list of plays.

    Attributes:
        turn: At which it is made.
        who: Wind of the seat, as ``E``; empty for an indicator.
        word: As ``pon``; empty for a plain discard.
        tiles: Names of tiles, as ``0m 5m 5m``.
        is_tsumogiri: A tile is discarded as drawn.
    """

    turn: int
    who: str
    word: str
    tiles: str
    is_tsumogiri: bool


def turns_of(
    tables: Sequence[Table],
    plays: Sequence[Play],
    findings: Sequence[Finding],
    shown: Sequence[Seat],
    texts: Texts,
) -> tuple[dict[str, Any], set[str]]:
    """One hand as a page steps through it, and the names of the tiles that it draws.

    Args:
        tables: After the deal, after each play, and at the end.
        plays: The plays.
        findings: On this hand.
        shown: Seats whose tehai the log shows at the end.
        texts: Those of the page, which grow.

    Returns:
        What the script of the page reads; texts by number, turns from 0, the deal, to the end.
    """
    pictures = [pieces(table) for table in tables]
    drawn = {
        zone: [span._replace(piece=with_ids(span.piece, PREFIX)) for span in spans]
        for zone, spans in timeline(pictures).items()
    }
    words = timeline([{part: [said] for part, said in told(table).items()} for table in tables])
    turns = {
        "name": tables[0].name,
        # The players by wind.
        "who": _number(who_sits(tables[0]), texts),
        # By zone of the picture: first turn, last turn and piece, again and again; likewise the words.
        "drawn": _numbered(drawn, texts),
        "words": _numbered(words, texts),
        # What happens at each turn.
        "said": [_number(_caption(table), texts) for table in tables],
        "rounds": rounds(tables),
        # Turn and text of each finding.
        "found": [
            (finding_turn(finding.element, plays), _number(f"{finding.check}: {finding.message}", texts))
            for finding in findings
        ],
        "moves": list(moves_of(plays, [WINDS[side.wind][0] for side in tables[0].sides])),
        # Seats whose tehai lies open at the end.
        "shown": tuple(shown),
    }
    return turns, set().union(*map(used, pictures))


def moves_of(plays: Sequence[Play], winds: Sequence[str]) -> Iterator[Move]:
    """The list of plays: a riichi is told with its discard, a draw with the play that follows.

    Args:
        plays: The plays of one hand.
        winds: Letters of the seats.
    """
    word = ""
    for turn, play in enumerate(plays, start=1):
        who = "" if play.seat is None or play.seat >= len(winds) else winds[play.seat]
        if play.kind == PlayKind.RIICHI:
            word = "riichi"
        elif play.kind == PlayKind.DISCARD:
            yield Move(turn, who, word, _names([play.tile]), play.is_tsumogiri)
            word = ""
        elif play.kind not in (PlayKind.DRAW, PlayKind.RIICHI_ACCEPTED):
            yield Move(turn, who, play.kind.name.lower(), _names(play.tiles or [play.tile]), False)


def _names(tiles: Iterable[TileId | None]) -> str:
    return " ".join(tile_text(tile) for tile in tiles if tile is not None)


def _number(text: str, texts: Texts) -> int:
    return texts.setdefault(text, len(texts))


def _numbered(zones: Mapping[str, Sequence[Span]], texts: Texts) -> dict[str, list[int]]:
    return {
        zone: [number for first, last, piece in spans for number in (first, last, _number(piece, texts))]
        for zone, spans in zones.items()
    }


def timeline(pictures: Sequence[Mapping[str, Sequence[str]]]) -> dict[str, list[Span]]:
    """The pictures of all turns as one: spans by zone, in order of their first turn.

    Examples:
        >>> timeline([{"middle": ["a", "b"]}, {"middle": ["a", "c"]}])["middle"]
        [Span(first=0, last=1, piece='a'), Span(first=0, last=0, piece='b'), Span(first=1, last=1, piece='c')]
    """
    zones = pictures[0] if pictures else {}
    return {zone: _spans([picture[zone] for picture in pictures]) for zone in zones}


def _spans(turns: Sequence[Sequence[str]]) -> list[Span]:
    spans: list[tuple[tuple[int, int], Span]] = []
    lying: dict[str, tuple[int, int]] = {}
    """Since which turn a piece is there, and its place among those of that turn."""
    before: Sequence[str] = ()
    for turn, parts in enumerate((*turns, ())):
        if parts == before:
            continue
        still = {piece: lying.get(piece, (turn, place)) for place, piece in enumerate(parts)}
        gone = ((since, piece) for piece, since in lying.items() if piece not in still)
        spans += ((since, Span(since[0], turn - 1, piece)) for since, piece in gone)
        lying, before = still, parts
    return [span for _, span in sorted(spans)]


def _caption(table: Table) -> str:
    if table.outcome is not None:
        return f"{table.name} ends: {table.outcome.title}"
    if table.play is None:
        return f"{table.name}: the deal, dora indicator {' '.join(map(tile_text, table.indicators))}"
    return str(table.play)


def rounds(tables: Sequence[Table]) -> list[int]:
    """Turns at which the longest river gets longer: there a go-round of discards begins."""
    found: list[int] = []
    longest = 0
    for turn, table in enumerate(tables):
        now = max((len(side.river) for side in table.sides), default=0)
        if now > longest:
            found.append(turn)
        longest = now
    return found


def finding_turn(element: int | None, plays: Sequence[Play]) -> int:
    """The turn at which a finding lies: the deal, a play, or the end, which has those without a place."""
    if element is None:
        return len(plays) + 1
    if plays and element < plays[0].element:
        return 0
    at = (number for number, play in enumerate(plays, start=1) if play.element >= element)
    return next(at, len(plays) + 1)
