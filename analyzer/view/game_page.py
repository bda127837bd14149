"""One offline page of a game, stepped through play by play; or of some of its hands.

The page carries every turn of every hand as spans, what is drawn and said with the turns at which it is
there, and a script that shows one of them.  Without scripts it is the list of hands, each with its table as
text and its settlement; on paper each has its picture.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.audit import Finding
from analyzer.view.as_text import PLAIN, Explanation, Listing, table_text
from analyzer.view.course import ORDINALS, course_of, course_plots
from analyzer.view.pages import rendered, shipped
from analyzer.view.picture import BACK, TURNED, described, pieces, symbols, told, used, who_sits, with_ids
from analyzer.view.plays import Play
from analyzer.view.table import Table
from analyzer.vocabulary import WINDS, PlayKind, Seat, TileId, points_text, tile_text

PREFIX: Final = "mj"
"""Of the ids of tiles on a page that has one set of them."""
Texts: TypeAlias = dict[str, int]
"""Texts that occur many times, each once, with its number."""


class PagedHand(NamedTuple):
    """A hand as the page needs it.

    Attributes:
        number: 0-based index in its game.
        tables: After the deal, after each play, and at the end.
        plays: The plays.
        findings: On this hand.
        shown: Seats whose tehai the log shows at the end.
        explanation: Why it is settled so; None where no rule set could be chosen.
    """

    number: int
    tables: Sequence[Table]
    plays: Sequence[Play]
    findings: Sequence[Finding]
    shown: tuple[Seat, ...]
    explanation: Explanation | None

    @property
    def end(self) -> Table:
        """The table at the end."""
        return self.tables[-1]

    @property
    def payments(self) -> str:
        """What each seat gets, by seat."""
        return "" if self.end.outcome is None else points_text(self.end.outcome.deltas)

    @property
    def leading(self) -> int:
        """How many findings lead a chain."""
        return sum(finding.leads for finding in self.findings)

    @property
    def text(self) -> str:
        """The table at the end as plain text."""
        return table_text(self.end, PLAIN)


def game_page(
    game: Listing,
    hands: Sequence[PagedHand],
    findings: Sequence[Finding] = (),
    *,
    rules: str | None,
    opened: int = 0,
) -> str:
    """The page of a game.

    Args:
        game: Its name and players.
        hands: Those to step through, in order; one has no list of hands beside it.
        findings: Those that lie in no hand.
        rules: Name of the rule set that settles the hands; None where none could be chosen.
        opened: The turn of the first hand that is shown first.
    """
    head = game.title if len(hands) != 1 else f"{hands[0].end.name}: {game.title}"
    said = [*game.where, f"rules: {rules or 'none could be chosen'}", game.log_id]
    contents = {
        "title": ", ".join([head, *game.where]),
        "head": head,
        "description": ". ".join([", ".join([head, *said]), *game.results]),
        "said": " · ".join(said),
        "findings": findings,
        "hands": hands,
        "style": shipped("view/picture.css") + shipped("view/charts.css") + shipped("view/page.css"),
        "script": shipped("view/game_page.js"),
        "symbols": "",
    }
    if hands:
        contents |= _stepped(hands, opened) | _course(hands, game)
    return rendered("view/game.html.j2", **contents).rstrip()


def _stepped(hands: Sequence[PagedHand], opened: int) -> dict[str, Any]:
    """What the script and the table beside it need."""
    texts: Texts = {}
    made = [turns_of(hand, texts) for hand in hands]
    turns = [each for each, _ in made]
    data = json.dumps({"opened": opened, "hands": turns, "texts": list(texts)}, separators=(",", ":"))
    table = hands[0].tables[opened]
    return {
        "symbols": symbols(PREFIX, {BACK}.union(*(names for _, names in made))),
        # Text of a log must not end the element of the script.
        "data": data.replace("<", "\\u003c"),
        "opened": opened,
        "last": len(hands[0].tables) - 1,
        "zones": [("middle", 0), *TURNED.items()],
        "described": described(table),
        "who": who_sits(table),
        "winds": WINDS,
    }


def _course(hands: Sequence[PagedHand], game: Listing) -> dict[str, Any]:
    """The course of a game of several hands; empty where no hand has scores."""
    course = course_of([(hand.tables[0], hand.end) for hand in hands]) if len(hands) > 1 else []
    titles = ("Scores before each hand", "Placement before each hand")
    return {
        "course": course,
        "plots": [*zip(titles, course_plots(course), strict=True)] if course else [],
        "names": game.players[: len(hands[0].end.sides)],
        "ordinals": ORDINALS,
    }


class Span(NamedTuple):
    """A piece, with the first and the last turn at which it is there."""

    first: int
    last: int
    piece: str


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


def turns_of(hand: PagedHand, texts: Texts) -> tuple[dict[str, Any], set[str]]:
    """One hand as a page steps through it, and the names of the tiles that it draws.

    Args:
        hand: The hand.
        texts: Those of the page, which grow.

    Returns:
        What the script of the page reads; texts by number, turns from 0, the deal, to the end.
    """
    tables, plays = hand.tables, hand.plays
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
            for finding in hand.findings
        ],
        "moves": list(moves_of(plays, [WINDS[side.wind][0] for side in tables[0].sides])),
        # Seats whose tehai lies open at the end.
        "shown": hand.shown,
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
