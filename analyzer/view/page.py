"""Pages of HTML that need nothing but themselves: a hand to step through, and a game hand by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from analyzer.view.explain import Explanation
from analyzer.view.lines import Line
from analyzer.view.outcome import Outcome
from analyzer.view.pieces import HALF, pieces, used, xml_text
from analyzer.view.svg import described, digest, felt, table_html, who_sits, with_ids, zone_open
from analyzer.view.table import Side, Table
from analyzer.view.text import outcome_lines
from analyzer.view.tiles import STYLE, symbols
from analyzer.view.timeline import Span, timeline
from analyzer.vocabulary import WINDS, points_text

if TYPE_CHECKING:
    from analyzer.view.game import Game, Hand

__all__ = ["explanation_html", "game_page", "hand_page", "seats_html", "stepper_svg"]

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


def _shipped(name: str) -> str:
    return files("analyzer.view").joinpath(name).read_text(encoding="utf-8")


def _document(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{xml_text(title)}</title>\n<style>\n{_shipped('page.css')}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>"
    )


def hand_page(
    hand: Hand, *, turn: int | None = None, rules: str | None = None, explains: bool = False
) -> str:
    """A page that steps through a hand, by buttons, slider and arrow keys.

    Args:
        hand: The hand.
        turn: Where it opens; None for the end.
        rules: The rule set that settles it; None for the end as the log has it.
        explains: With the explanation.

    Raises:
        UserMistake: When the hand has no such turn, or the rule set cannot be used.
    """
    tables = hand.tables(rules)
    opened = len(tables) - 1 if turn is None else hand.table(turn, rules).turn
    log, end = hand.game.name.log_id, tables[-1]
    by = rules or hand.game.rule_set
    beside = [seats_html(end.sides, end.outcome)]
    if explains:
        beside.append(explanation_html(hand.explain(rules)))
    picture = stepper_svg(tables, opened)
    who = f'<p class="who">{xml_text(who_sits(end))}</p>'
    stage = f'<div class="stage">{picture}{_controls(tables, opened)}{who}</div>'
    title = f"{hand.kyoku} of {log}"
    body = (
        f'<h1>{xml_text(title)}</h1>\n<p class="sub">{xml_text(_subtitle(end, by))}</p>\n'
        f'<div class="both">{stage}<div>{"".join(beside)}<p class="legend">{_LEGEND}</p></div></div>\n'
        f'<script type="application/json" id="turns">{_turns(tables)}</script>\n'
        f"<script>\n{_shipped('stepper.js')}</script>"
    )
    return _document(title, body)


def _subtitle(end: Table, rule_set: str | None) -> str:
    title = "" if end.outcome is None else end.outcome.title
    return f"{title}; rules: {rule_set or 'none could be chosen'}"


def stepper_svg(tables: Sequence[Table], opened: int) -> str:
    """The picture of all turns in one; only what lies there at the turn ``opened`` is visible."""
    drawn = [pieces(table) for table in tables]
    spans = timeline(drawn)
    body = "".join(
        f"{zone_open(zone)}{''.join(_piece(span, opened) for span in found)}</g>"
        for zone, found in spans.items()
    )
    names = set().union(*map(used, drawn))
    prefix = digest(body)
    return (
        f'<svg class="mj" role="img" viewBox="{-HALF} {-HALF} {2 * HALF} {2 * HALF}" '
        f'aria-label="{xml_text(described(tables[opened]))}"><style>{STYLE}</style>'
        f"<defs>{symbols(prefix, names)}</defs>{felt()}{with_ids(body, prefix)}</svg>"
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
    # No text of a log may end the script element.
    return json.dumps(said, ensure_ascii=False).replace("<", "\\u003c")


def seats_html(sides: Iterable[Side], outcome: Outcome | None) -> str:
    """The end: who won what, and a row for each seat."""
    lines = [] if outcome is None else outcome_lines(outcome)
    said = "".join(_settled_line(line) for line in lines)
    rows = "".join(_seat_row(side) for side in sorted(sides, key=lambda side: side.wind))
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
    """The explanation: conditions, parts, rules and their sources, what the log says otherwise."""
    title = f"{explanation.hand} under {explanation.rule_set}: {explanation.computed.title}"
    parts = [f"<h2>{xml_text(title)}</h2>"]
    for section in explanation.sections:
        lines = "".join(_line(line) for line in section.lines)
        parts.append(f"<h2>{xml_text(section.title)}</h2><ul>{lines}</ul>")
    return "".join(parts) + _claims(explanation)


def _line(line: Line) -> str:
    look = "" if line.met is None else f' class="{"met" if line.met else "unmet"}"'
    rule = f'<span class="rule">{xml_text(f"{line.rule} [{line.source}]")}</span>' if line.rule else ""
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


def game_page(game: Game) -> str:
    """A page with every hand of a game: its end at a glance, its picture below."""
    names = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(game.players) if name)
    ends = [hand.table() for hand in game.hands]
    shown = set().union(*(used(pieces(table)) for table in ends))
    prefix = digest(game.name.log_id + "".join(sorted(shown)))
    hands = "".join(_hand_details(hand, table, prefix) for hand, table in zip(game.hands, ends, strict=True))
    body = (
        f'<svg class="symbols" width="0" height="0" aria-hidden="true"><style>{STYLE}</style>'
        f"<defs>{symbols(prefix, shown)}</defs></svg>\n"
        f'<h1>{xml_text(game.name.log_id)}</h1>\n<p class="sub">{xml_text(names)}; '
        f"rules: {xml_text(game.rule_set or 'none could be chosen')}</p>\n{hands}\n"
        f'<p class="legend">{_LEGEND}</p>\n<script>\n{_shipped("opener.js")}</script>'
    )
    return _document(game.name.log_id, body)


def _hand_details(hand: Hand, end: Table, prefix: str) -> str:
    claimed = hand.claimed
    found = "".join(f'<li class="differs">{xml_text(str(finding))}</li>' for finding in hand.findings)
    paid = points_text(claimed.deltas)
    said = f'<b>{hand.kyoku}</b> {xml_text(claimed.title)} <span class="rule">{paid}</span>'
    return f"<details><summary>{said}</summary><ul>{found}</ul>{table_html(end, prefix)}</details>"
