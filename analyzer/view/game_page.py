"""One offline page of a game, stepped through play by play; or of some of its hands.

The page carries every turn of every hand (`turns`) and a script that shows one of them.  Without scripts it
is the list of hands, each with its table as text and its settlement; on paper each has its picture.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.audit import Finding
from analyzer.view.as_text import PLAIN, Explanation, Listing, table_text
from analyzer.view.course import course_html, course_of
from analyzer.view.picture import described, felt, shipped, tile_symbols, who_sits
from analyzer.view.pieces import BACK, HALF, TURNED, xml_text
from analyzer.view.plays import Play
from analyzer.view.settlement_html import explanation_html, seats_html
from analyzer.view.table import Table
from analyzer.view.turns import PREFIX, Texts, Turns, turns_of
from analyzer.vocabulary import Seat, points_text

__all__ = ["PagedHand", "game_page"]

_LEGEND: Final = (
    "Dimmed: discarded as drawn. Lying: riichi. Dashed: called away. Red frame: won on. "
    "A lying tile of a meld points at the seat it came from."
)
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
    texts = Texts()
    made = [turns_of(hand.tables, hand.plays, hand.findings, hand.shown, texts) for hand in hands]
    used = {BACK}.union(*(names for _, names in made))
    title = f"{hands[0].end.name} of {game.log_id}" if len(hands) == 1 else game.log_id
    said = "; ".join([*filter(None, [", ".join(game.seated)]), f"rules: {rules or 'none could be chosen'}"])
    doubts = "".join(f'<li class="differs">{xml_text(str(finding))}</li>' for finding in findings)
    parts = [
        f'<svg class="symbols" width="0" height="0" aria-hidden="true">{tile_symbols(PREFIX, used)}</svg>',
        f'<header><h1>{xml_text(title)}</h1>\n<p class="sub">{xml_text(said)}</p><ul>{doubts}</ul></header>',
    ]
    if not hands:
        return _document(title, "\n".join([*parts, "<p>The log ends before its first hand.</p>"]), None)
    articles = "".join(_article(hand, place) for place, hand in enumerate(hands))
    body = [
        f'<div class="game{" one" if len(hands) == 1 else ""}">',
        _hand_list(hands) if len(hands) > 1 else "",
        _stage(hands[0], opened, made[0][0]),
        f'<div class="beside">{articles}<p class="rule">{_LEGEND}</p></div></div>',
        _course(hands, game) if len(hands) > 1 else "",
    ]
    data = {"opened": opened, "hands": [turns._asdict() for turns, _ in made], "texts": texts.listed()}
    return _document(title, "\n".join([*parts, *body]), json.dumps(data, separators=(",", ":")))


def _document(title: str, body: str, data: str | None) -> str:
    style, script = shipped("picture.css") + shipped("page.css"), shipped("game_page.js")
    # Text of a log must not end the element of the script.
    carried = "" if data is None else data.replace("<", "\\u003c")
    scripts = f'<script type="application/json" id="game">{carried}</script>\n<script>{script}</script>'
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{xml_text(title)}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n{'' if data is None else scripts}\n</body>\n</html>"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _hand_list(hands: Sequence[PagedHand]) -> str:
    items = []
    for hand in hands:
        outcome, count = hand.end.outcome, sum(finding.leads for finding in hand.findings)
        ended = "" if outcome is None else f"{outcome.title}<small>{points_text(outcome.deltas)}</small>"
        found = f"<em>{count} finding{'' if count == 1 else 's'}</em>" if count else ""
        items.append(f'<li><a href="#{hand.number}"><b>{hand.end.name}</b> {ended}{found}</a></li>')
    return f'<nav aria-label="Hands"><ol>{"".join(items)}</ol></nav>'


def _stage(hand: PagedHand, opened: int, turns: Turns) -> str:
    table = hand.tables[opened]
    zones = "".join(
        f'<g data-zone="{zone}"'
        + (f' transform="rotate({TURNED[int(zone)]})"' if zone != "middle" else "")
        + "/>"
        for zone in ("middle", *map(str, TURNED))
    )
    buttons = "".join(
        f'<button type="button" data-step="{step}" aria-label="{label}" aria-keyshortcuts="{key}" '
        f'title="{label} ({key})">{sign}</button>'
        for step, sign, label, key in _BUTTONS
    )
    seats = "".join(f'<option value="{side.seat}">only seat {side.seat}</option>' for side in table.sides)
    keys = "".join(f"<dt>{key}</dt><dd>{what}</dd>" for key, what in _KEYS)
    return (
        '<section class="stage" aria-label="Table">'
        f'<svg class="mj" role="img" viewBox="{-HALF} {-HALF} {2 * HALF} {2 * HALF}" '
        f'aria-label="{xml_text(described(table))}">{felt()}{zones}</svg>'
        f'<div class="steps">{buttons}</div>'
        f'<input type="range" min="0" max="{len(turns.said) - 1}" value="{opened}" aria-label="play">'
        '<div class="ticks"></div><output class="now" aria-live="polite"></output>'
        f'<ul class="found" aria-live="polite"></ul><p class="who">{xml_text(who_sits(table))}</p>'
        f'<p><label>Open tehai <select><option value="">all seats</option>{seats}</select></label> '
        '<button type="button" data-step="found">next finding</button></p>'
        f"<details><summary>Keys</summary><dl>{keys}</dl></details></section>"
    )


def _article(hand: PagedHand, place: int) -> str:
    """One hand in words: its end, its settlement with the reasons, its findings."""
    outcome = hand.end.outcome
    title = f"{hand.end.name}: {outcome.title if outcome else 'no end'}"
    if hand.explanation is not None:
        why = explanation_html(hand.explanation)
    else:
        found = "".join(
            f'<li class="differs">{xml_text(f"{finding.check}: {finding.message}")}</li>'
            for finding in hand.findings
        )
        why = f"<p>No rule set could be chosen to settle it by.</p><ul>{found}</ul>"
    return (
        f'<article id="{hand.number}" data-hand="{place}" aria-label="{xml_text(hand.end.name)}">'
        f"<h2>{xml_text(title)}</h2>"
        f"<noscript><pre>{xml_text(table_text(hand.end, PLAIN))}</pre></noscript>"
        f'{seats_html(hand.end)}<div class="why">{why}</div></article>'
    )


def _course(hands: Sequence[PagedHand], game: Listing) -> str:
    course = course_of([(hand.tables[0], hand.end) for hand in hands])
    if not course:
        return ""
    names = game.players[: len(hands[0].end.sides)]
    return f'<section class="over" aria-labelledby="course">{course_html(course, names)}</section>'
