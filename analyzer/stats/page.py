"""The page of definitions, docs/statistics.md, made from the catalogue and the views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from analyzer.stats.catalogue import Statistic, shipped_catalogue
from analyzer.stats.views import shipped_views

__all__ = ["definitions_page", "listed"]

_HEAD = """# Statistics

Made by `tenhou-analyzer stats --definitions`; a test keeps it in step with the catalogue.

Every statistic counts the rows of one *view* and has one definition.
A row is left out where what the statistic needs is null; what a view leaves out is said at the view.
Results have the sample size `n` (rows), the number of `games` that these come from, the number of rows
`left_out` because their value is null, and an interval of 95 % (`--confidence`).
Where these are fewer than five games, the interval says little, and `few` marks the row:

- a *rate* is the share of the counted rows for which a condition holds;
- a *mean* is that of a number over the counted rows;
- *shares* are a distribution over categories; where one row has several, they add up to more than 1.

At its end a run counts the statistics marked *headline*; `run --stats all` counts all.

The hands of a game depend on each other, so a value R is the ratio of two sums over games, T and N.
Its variance is G/(G-1) · Σ(T - R·N)² / (ΣN)² for G games.
A mean has the interval of Student's t with G - 1 degrees of freedom, and none where all cases agree.
A rate has Wilson's, with the sample size that the variance amounts to, so that its ends stay within 0 and 1.
It has none where the rate is the same in every game, as the share of seats that finish first.
`--cluster player` takes the rows of a player together instead of those of a game.

Any column of the view, and any SQL expression over its columns, can be an axis (`--by`) or a condition
(`--where`); *usually by* suggests a useful axis.
Where the axis is needed, the value over all its values has no meaning.
[Names in other projects](other-projects.md) lists what others call the main ones.
"""


def definitions_page() -> str:
    """The page as Markdown."""
    topics = shipped_catalogue().topics
    return "\n".join([_HEAD, *_views(), *(line for topic in topics for line in _topic(topic))])


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
            usual = f"`{_escaped(one.usual)}`{' (needed)' if one.axis else ''}" if one.usual else ""
            kind = f"{one.kind.value}, headline" if one.headline else one.kind.value
            cells = (f"`{one.name}`", kind, one.rows, one.unit, usual, _escaped(one.definition))
            yield f"| {' | '.join(cells)} |"
    yield ""


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
