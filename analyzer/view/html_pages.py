"""Self-contained HTML pages: one steps through a hand, one shows a game hand by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.explain.explanation import Explanation
from analyzer.explain.reason import Reason
from analyzer.view.as_text import HandEnd, Listing, outcome_lines
from analyzer.view.picture import (
    described,
    digest,
    felt,
    grouped,
    shipped,
    symbols,
    table_html,
    who_sits,
    with_ids,
)
from analyzer.view.pieces import HALF, Zones, pieces, used, xml_text
from analyzer.view.table import Side, Table
from analyzer.vocabulary import WINDS, points_text

__all__ = ["Span", "explanation_html", "game_page", "hand_page", "seats_html", "stepper_svg", "timeline"]

_LEGEND: Final = (
    "Dimmed: discarded as drawn. Lying: riichi. Dashed: called away. Red frame: won on. "
    "A lying tile of a meld points at the seat it came from."
)
_STEPS: Final = (
    ("first", "«", "to the deal"),
    ("-1", "‹", "one play back"),
    ("1", "›", "one play on"),
    ("last", "»", "to the end"),
)


def _document(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{xml_text(title)}</title>\n<style>\n{shipped('page.css')}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>"
    )


def hand_page(
    log_id: str, rule_set: str | None, tables: Sequence[Table], opened: int, explanation: Explanation | None
) -> str:
    """A page that steps through a hand, by buttons, slider and arrow keys.

    Args:
        log_id: Name of the log.
        rule_set: Name of the rule set that settles the hand; None when none could be chosen.
        tables: After the deal, after each play, and at the end.
        opened: Index of the table that is shown first.
        explanation: Shown beside the picture; None to leave it out.
    """
    end = tables[-1]
    ended = "" if end.outcome is None else end.outcome.title
    beside = seats_html(end) + ("" if explanation is None else explanation_html(explanation))
    who = f'<p class="who">{xml_text(who_sits(end))}</p>'
    stage = f'<div class="stage">{stepper_svg(tables, opened)}{_controls(tables, opened)}{who}</div>'
    title = f"{end.name} of {log_id}"
    body = (
        f'<h1>{xml_text(title)}</h1>\n<p class="sub">{xml_text(f"{ended}; {_ruled_by(rule_set)}")}</p>\n'
        f'<div class="both">{stage}<div>{beside}<p class="legend">{_LEGEND}</p></div></div>\n'
        f'<script type="application/json" id="turns">{_turns(tables)}</script>\n'
        f"<script>\n{shipped('stepper.js')}</script>"
    )
    return _document(title, body)


def _ruled_by(rule_set: str | None) -> str:
    return f"rules: {rule_set or 'none could be chosen'}"


class Span(NamedTuple):
    """A piece, with the first and the last turn at which it is visible."""

    first: int
    last: int
    piece: str


def timeline(pictures: Sequence[Zones]) -> dict[str, list[Span]]:
    """The pictures of all turns as one: spans by zone, in order of their first turn.

    Examples:
        >>> timeline([{"middle": ["a", "b"]}, {"middle": ["a", "c"]}])["middle"]
        [Span(first=0, last=1, piece='a'), Span(first=0, last=0, piece='b'), Span(first=1, last=1, piece='c')]
    """
    zones = pictures[0] if pictures else {}
    return {zone: _spans([picture[zone] for picture in pictures]) for zone in zones}


def _spans(turns: Sequence[Sequence[str]]) -> list[Span]:
    spans: list[Span] = []
    lying: dict[str, int] = {}
    for turn, parts in enumerate(turns):
        still: dict[str, int] = {}
        for piece in parts:
            place = lying.get(piece)
            if place is None:
                place = len(spans)
                spans.append(Span(turn, turn, piece))
            else:
                spans[place] = spans[place]._replace(last=turn)
            still[piece] = place
        lying = still
    return spans


def stepper_svg(tables: Sequence[Table], opened: int) -> str:
    """One picture of all turns; only the pieces of the turn ``opened`` are visible."""
    drawn = [pieces(table) for table in tables]
    spans = timeline(drawn)
    body = grouped({zone: [_piece(span, opened) for span in found] for zone, found in spans.items()})
    names = set().union(*map(used, drawn))
    prefix = digest(body)
    return (
        f'<svg class="mj" role="img" viewBox="{-HALF} {-HALF} {2 * HALF} {2 * HALF}" '
        f'aria-label="{xml_text(described(tables[opened]))}">'
        f"{symbols(prefix, names)}{felt()}{with_ids(body, prefix)}</svg>"
    )


def _piece(span: Span, opened: int) -> str:
    off = "" if span.first <= opened <= span.last else ' class="off"'
    return f'<g data-from="{span.first}" data-to="{span.last}"{off}>{span.piece}</g>'


def _caption(table: Table) -> str:
    if table.outcome is not None:
        return f"end: {table.outcome.title}"
    said = "the deal" if table.play is None else str(table.play)
    return f"{table.turn} of {table.turns}: {said}"


def _controls(tables: Sequence[Table], opened: int) -> str:
    buttons = "".join(
        f'<button type="button" data-step="{step}" aria-label="{label}" title="{label}">{sign}</button>'
        for step, sign, label in _STEPS
    )
    slider = f'<input type="range" min="0" max="{len(tables) - 1}" value="{opened}" aria-label="turn">'
    said = xml_text(_caption(tables[opened]))
    return f'<div class="steps">{buttons}{slider}</div><output class="now" aria-live="polite">{said}</output>'


def _turns(tables: Sequence[Table]) -> str:
    said = [[_caption(table), described(table)] for table in tables]
    # Text of a log must not end the script element.
    return json.dumps(said).replace("<", "\\u003c")


def seats_html(end: Table) -> str:
    """The settlement: the wins or the draw, and a row for each seat."""
    lines = [] if end.outcome is None else outcome_lines(end.outcome)
    said = "".join(_settled_line(line) for line in lines)
    rows = "".join(_seat_row(side) for side in sorted(end.sides, key=lambda side: side.wind))
    head = "".join(f'<th class="number">{name}</th>' for name in ("before", "gain", "after"))
    head = f"<tr><th>wind</th><th>player</th>{head}</tr>"
    return f'<h2>Settlement</h2><ul>{said}</ul><div class="scroll"><table>{head}{rows}</table></div>'


def _settled_line(line: str) -> str:
    look = ' class="more"' if line.startswith(" ") else ""
    return f"<li{look}>{xml_text(line.strip())}</li>"


def _seat_row(side: Side) -> str:
    gain = "" if side.delta is None else f"{side.delta:+,}" if side.delta else "0"
    after = "" if side.delta is None else f"{side.score + side.delta:,}"
    numbers = "".join(f'<td class="number">{number}</td>' for number in (f"{side.score:,}", gain, after))
    return f"<tr><td>{WINDS[side.wind]}</td><td>seat {side.seat} {xml_text(side.name)}</td>{numbers}</tr>"


def explanation_html(explanation: Explanation) -> str:
    """The explanation: conditions, parts, rules with sources, and where the log differs."""
    title = f"{explanation.hand} under {explanation.rule_set}: {explanation.computed.title}"
    parts = [f"<h2>{xml_text(title)}</h2>"]
    for section in explanation.sections:
        lines = "".join(_line(line) for line in section.lines)
        parts.append(f"<h2>{xml_text(section.title)}</h2><ul>{lines}</ul>")
    return "".join(parts) + _claims(explanation)


def _line(line: Reason) -> str:
    look = "" if line.met is None else f' class="{"met" if line.met else "unmet"}"'
    rule = f'<span class="rule">{xml_text(f"{line.ruling} [{line.source}]")}</span>' if line.rule else ""
    return f"<li{look}>{xml_text(line.text)}{rule}</li>"


def _claims(explanation: Explanation) -> str:
    if explanation.claimed.kind == "none":
        return "<p>The log stops before the end of the hand.</p>"
    rows = "".join(
        f'<tr><th scope="row">{xml_text(what)}</th><td class="differs">{xml_text(said)}</td>'
        f"<td>{xml_text(given)}</td></tr>"
        for what, said, given in explanation.differences
    )
    head = f"<tr><th></th><th>log</th><th>{xml_text(explanation.rule_set)}</th></tr>"
    beside = f'<h2>Claimed and computed</h2><div class="scroll"><table>{head}{rows}</table></div>'
    found = "".join(
        f"<li>{xml_text(f'{finding.check}: {finding.message}')}</li>" for finding in explanation.findings
    )
    said = beside if rows else "<p>The log says the same.</p>"
    return said + (f"<h2>Findings</h2><ul>{found}</ul>" if found else "")


def game_page(game: Listing, ends: Sequence[Table]) -> str:
    """A page with every hand of a game: one line for its end, and its picture below.

    Args:
        game: The list of its hands.
        ends: The table at the end of each hand.
    """
    shown = set().union(*(used(pieces(table)) for table in ends))
    prefix = digest(game.log_id + "".join(sorted(shown)))
    hands = "".join(_hand_details(hand, table, prefix) for hand, table in zip(game.hands, ends, strict=True))
    seated = f"{', '.join(game.seated)}; {_ruled_by(game.rule_set)}"
    body = (
        f'<svg class="symbols" width="0" height="0" aria-hidden="true">{symbols(prefix, shown)}</svg>\n'
        f'<h1>{xml_text(game.log_id)}</h1>\n<p class="sub">{xml_text(seated)}</p>\n{hands}\n'
        f'<p class="legend">{_LEGEND}</p>\n<script>\n{shipped("opener.js")}</script>'
    )
    return _document(game.log_id, body)


def _hand_details(hand: HandEnd, end: Table, prefix: str) -> str:
    found = "".join(f'<li class="differs">{xml_text(str(finding))}</li>' for finding in hand.findings)
    paid = points_text(hand.claimed.deltas)
    said = f'<b>{hand.kyoku}</b> {xml_text(hand.claimed.title)} <span class="rule">{paid}</span>'
    return f"<details><summary>{said}</summary><ul>{found}</ul>{table_html(end, prefix)}</details>"
