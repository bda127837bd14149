"""The page of definitions, docs/statistics.md, made from the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from analyzer.stats.catalogue import CATALOGUE, TOPICS
from analyzer.stats.groups import DIMENSIONS
from analyzer.stats.peers import peers
from analyzer.stats.statistic import Kind, Statistic

__all__ = ["definitions_page", "listed"]

_HEAD = """# Statistics

Made by `tenhou-analyzer stats --definitions`; a test keeps it in step with the catalogue.

Every statistic counts rows of one table and has one definition: what it counts, out of which rows, and what
it leaves out.
A row is left out if a column that the statistic needs is null.
Counts and sums are stored and added up; values are computed from them at the end, each with its sample size
`n` and an interval of 95 % (`--confidence`):

- a *rate* is the share of the counted rows for which a condition holds, with the Wilson score interval;
- a *mean* has the normal interval, from the sum of squares; there is none if only one row counts;
- *shares* are a distribution over categories or numbers, each with its Wilson interval: `n` is the
  denominator, and the shares add up to more than 1 if one row has several categories.

The rows of a game depend on each other, but the intervals assume that they are independent.
A statistic with an *axis* has a value for each of its bins.
"""


def definitions_page() -> str:
    """The page as Markdown."""
    return (
        "\n".join([_HEAD, *_groups(), *(line for topic in TOPICS for line in _topic(topic)), *_peers()])
        + "\n"
    )


def _groups() -> Iterator[str]:
    yield "## Groups"
    yield ""
    yield "`--by`, and `by` of `Archive.stat`, take any of these; `--where` takes a group and a value."
    yield ""
    yield "| Group | Of the rows of | Meaning |"
    yield "|---|---|---|"
    for one in DIMENSIONS:
        yield f"| `{one.name}` | {', '.join(one.columns)} | {one.meaning} |"
    yield ""


def _topic(topic: str) -> Iterator[str]:
    yield f"## {topic}"
    yield ""
    yield "| Statistic | Is a | Of | Unit | Axis | Definition |"
    yield "|---|---|---|---|---|---|"
    for one in CATALOGUE:
        if one.topic == topic:
            kind = {Kind.RATE: "rate", Kind.MEAN: "mean", Kind.SHARES: "shares"}[one.kind]
            cells = (f"`{one.name}`", kind, one.grain, one.unit, one.axis, _escaped(one.definition))
            yield f"| {' | '.join(cells)} |"
    yield ""


def _peers() -> Iterator[str]:
    yield "## Names in other projects"
    yield ""
    yield "What other projects compute, and the statistic here that corresponds, or why there is none."
    yield ""
    yield "| There | Name there | Here | Note |"
    yield "|---|---|---|---|"
    for peer in peers():
        theirs = ", ".join(f"`{_escaped(name)}`" for name in peer.names)
        ours = ", ".join(f"`{name}`" for name in peer.statistics)
        yield f"| {_escaped(peer.source)} | {theirs} | {ours} | {_escaped(peer.why)} |"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def listed(statistics: Iterable[Statistic]) -> Iterator[str]:
    """One line per statistic for a terminal: topic, name, unit."""
    rows = [(one.topic, one.name, one.unit + (f", by {one.axis}" if one.axis else "")) for one in statistics]
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(2)]
    for topic, name, unit in rows:
        yield f"{topic:<{widths[0]}}  {name:<{widths[1]}}  {unit}"
