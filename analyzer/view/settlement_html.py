"""The settlement of a hand as HTML: who gets what, why, and where the log says otherwise."""

from __future__ import annotations

from analyzer.explain.reason import Reason
from analyzer.view.as_text import Explanation, score_text
from analyzer.view.pieces import xml_text
from analyzer.view.table import Side, Table
from analyzer.vocabulary import WINDS

__all__ = ["explanation_html", "seats_html"]


def seats_html(end: Table) -> str:
    """The wins or the draw, and a row for each seat."""
    lines = [] if end.outcome is None else end.outcome.lines
    said = "".join(_settled_line(line) for line in lines)
    rows = "".join(_seat_row(side) for side in sorted(end.sides, key=lambda side: side.wind))
    head = "".join(f'<th scope="col" class="number">{name}</th>' for name in ("before", "gain", "after"))
    head = f'<tr><th scope="col">wind</th><th scope="col">player</th>{head}</tr>'
    return f'<h3>Settlement</h3><ul>{said}</ul><div class="scroll"><table>{head}{rows}</table></div>'


def _settled_line(line: str) -> str:
    look = ' class="more"' if line.startswith(" ") else ""
    return f"<li{look}>{xml_text(line.strip())}</li>"


def _seat_row(side: Side) -> str:
    gain = "" if side.delta is None else f"{side.delta:+,}" if side.delta else "0"
    after = f"{side.score + side.delta:,}" if side.delta is not None and side.is_scored else ""
    numbers = "".join(f'<td class="number">{number}</td>' for number in (score_text(side), gain, after))
    name = f"<bdi>{xml_text(side.name)}</bdi>" if side.name else ""
    return f"<tr><td>{WINDS[side.wind]}</td><td>seat {side.seat} {name}</td>{numbers}</tr>"


def explanation_html(explanation: Explanation) -> str:
    """The explanation: conditions, parts, rules with sources, and where the log differs."""
    title = f"{explanation.hand} under {explanation.rule_set}: {explanation.computed.title}"
    parts = [f"<h3>{xml_text(title)}</h3>"]
    for section in explanation.sections:
        lines = "".join(_line(line) for line in section.lines)
        parts.append(f"<h3>{xml_text(section.title)}</h3><ul>{lines}</ul>")
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
    beside = f'<h3>Claimed and computed</h3><div class="scroll"><table>{head}{rows}</table></div>'
    found = "".join(
        f"<li>{xml_text(f'{finding.check}: {finding.message}')}</li>" for finding in explanation.findings
    )
    said = beside if rows else "<p>The log says the same.</p>"
    return said + (f"<h3>Findings</h3><ul>{found}</ul>" if found else "")
