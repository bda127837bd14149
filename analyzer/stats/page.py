"""The page of definitions, docs/statistics.md, made from the catalogue, the views and peers.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from analyzer.stats.catalogue import Statistic, shipped_catalogue
from analyzer.stats.views import shipped_views

__all__ = ["definitions_page", "listed", "peers"]

_HEAD = """# Statistics

Made by `tenhou-analyzer stats --definitions`; a test keeps it in step with the catalogue.

Every statistic counts the rows of one *view* and has one definition.
A row is left out where what the statistic needs is null; what a view leaves out is said at the view.
Results have the sample size `n` (rows), the number of `games` that these come from, the number of rows
`left_out` because their value is null, and an interval of 95 % (`--confidence`):

- a *rate* is the share of the counted rows for which a condition holds;
- a *mean* is that of a number over the counted rows;
- *shares* are a distribution over categories; where one row has several, they add up to more than 1.

The hands of a game depend on each other, so a value R is the ratio of two sums over games, T and N.
Its variance is G/(G-1) · Σ(T - R·N)² / (ΣN)² for G games.
A mean has the interval of Student's t with G - 1 degrees of freedom, and none where all cases agree.
A rate has Wilson's, with the sample size that the variance amounts to, so that its ends stay within 0 and 1.
`--cluster player` takes the rows of a player together instead of those of a game.

Any column of the view, and any SQL expression over its columns, can be an axis (`--by`) or a condition
(`--where`); *usually by* names an axis that shows much.
"""


def peers() -> list[dict[str, Any]]:
    """Figures of other projects with our corresponding statistics, or why there is none.

    Each has ``source`` (the project or page, and the file if it has several), the ``names`` there, the
    ``statistics`` here (each with ``statistic``, and ``by`` and ``where`` if it needs them), and ``why``: the
    difference, or why there is none.
    """
    text = Path(__file__).with_name("peers.toml").read_text(encoding="utf-8")
    return [{"statistics": [], "why": "", **row} for row in tomllib.loads(text)["peer"]]


def definitions_page() -> str:
    """The page as Markdown."""
    topics = shipped_catalogue().topics
    return (
        "\n".join([_HEAD, *_views(), *(line for topic in topics for line in _topic(topic)), *_peers()]) + "\n"
    )


def _views() -> Iterator[str]:
    yield from ("## Views", "")
    for name in shipped_views().names():
        view = shipped_views()[name]
        yield from (f"### {name}", "", view.meaning, "")
        if view.meanings:
            yield from ("| Column | Meaning |", "|---|---|")
            for column, meaning in view.meanings.items():
                yield f"| `{column}` | {_escaped(meaning)} |"
            yield ""


def _topic(topic: str) -> Iterator[str]:
    yield from (f"## {topic}", "")
    yield from ("| Statistic | Is a | Of | Unit | Usually by | Definition |", "|---|---|---|---|---|---|")
    for one in shipped_catalogue():
        if one.topic == topic:
            usual = f"`{_escaped(one.usual)}`" if one.usual else ""
            cells = (f"`{one.name}`", one.kind.value, one.rows, one.unit, usual, _escaped(one.definition))
            yield f"| {' | '.join(cells)} |"
    yield ""


def _peers() -> Iterator[str]:
    yield from ("## Names in other projects", "")
    yield "What other projects compute, and the statistic here that corresponds, or why there is none."
    yield from ("", "| There | Name there | Here | Note |", "|---|---|---|---|")
    for peer in peers():
        theirs = ", ".join(f"`{_escaped(name)}`" for name in peer["names"])
        ours = "; ".join(map(_reference, peer["statistics"]))
        yield f"| {_escaped(peer['source'])} | {theirs} | {ours} | {_escaped(peer['why'])} |"


def _reference(one: Mapping[str, str]) -> str:
    more = [f" {key} `{_escaped(one[key])}`" for key in ("by", "where") if key in one]
    return f"`{one['statistic']}`{''.join(more)}"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def listed(statistics: Iterable[Statistic]) -> Iterator[str]:
    """One line per statistic for a terminal: topic, name, unit, and what it is usually shown by."""
    rows = [
        (one.topic, one.name, one.unit + (f", usually by {one.usual}" if one.usual else ""))
        for one in statistics
    ]
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(2)]
    for topic, name, unit in rows:
        yield f"{topic:<{widths[0]}}  {name:<{widths[1]}}  {unit}"
