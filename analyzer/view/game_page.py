"""One offline page of a game, stepped through play by play; or of some of its hands.

The page carries every turn of every hand (`turns`) and a script that shows one of them.  Without scripts it
is the list of hands, each with its table as text and its settlement; on paper each has its picture.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from analyzer.audit import Finding
from analyzer.view.as_text import PLAIN, Explanation, Listing, table_text
from analyzer.view.course import ORDINALS, course_of, course_plots
from analyzer.view.pages import rendered, shipped
from analyzer.view.picture import described, symbols, who_sits
from analyzer.view.pieces import BACK, TURNED
from analyzer.view.plays import Play
from analyzer.view.table import Table
from analyzer.view.turns import PREFIX, Texts, turns_of
from analyzer.vocabulary import WINDS, Seat, points_text

__all__ = ["PagedHand", "game_page"]

_BUTTONS: Final = (
    ("hand-", "‹ hand", "hand back", "PageUp"),
    ("turn-", "‹ turn", "turn back", "ArrowUp"),
    ("play-", "‹ play", "play back", "ArrowLeft"),
    ("play+", "play ›", "play on", "ArrowRight"),
    ("turn+", "turn ›", "turn on", "ArrowDown"),
    ("hand+", "hand ›", "hand on", "PageDown"),
)
_KEYS: Final = (
    ("← →", "one play back or on"),
    ("↑ ↓", "one turn, a go-round of discards, back or on"),
    ("Page Up, Page Down", "the hand before, the next hand"),
    ("Home, End", "the deal, the end of the hand"),
    ("H", "whose tehai lies open: all, or one seat after the other"),
    ("R", "show all results, or each at its last play"),
    ("F", "the next finding"),
)


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
    made = [turns_of(hand.tables, hand.plays, hand.findings, hand.shown, texts) for hand in hands]
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
        "buttons": _BUTTONS,
        "keys": _KEYS,
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
