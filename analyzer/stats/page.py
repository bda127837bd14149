"""The page of definitions, docs/statistics.md, and help on views, made from the catalogue and the views."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from analyzer.errors import UserMistake, nearest
from analyzer.stats.catalogue import Statistic, shipped_catalogue
from analyzer.stats.views import View, shipped_views
from analyzer.tables.schema import DESCRIPTIONS, TABLES, Column, Help

__all__ = ["columns_help", "definitions_page", "listed", "views_help"]

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


_VIEWS = """## Views

A view has the columns of its own rows, those of the tables that it joins, and computed ones.
Stored columns are in the [data dictionary](data-dictionary.md).
In views `end` of `hands` is `hand_end`, and `limit` of `wins` is `win_limit`.
A joined column whose name is taken begins with its table, as `player_placement` and `hand_turn`.
`tenhou-analyzer stats --columns VIEW` and `archive.help("VIEW")` list every column of a view.
"""
_HELPERS = """## Sums and other joined columns

Views join these to their rows, as *joined* says.
"""


def _views() -> Iterator[str]:
    views = shipped_views()
    yield from (
        _VIEWS,
        "Every view has the first of these columns, and every view with `rate` the second:",
        "",
    )
    yield from _columns(views["players"], views.everywhere)
    for view in map(views.__getitem__, views.names()):
        yield from (f"### {view.name}", "", view.meaning, "", _made_of(view), "", *_columns(view, view.own))
    yield _HELPERS
    for name, helper in views.helpers.items():
        joining = next(view for view in map(views.__getitem__, views.names()) if name in view.joins)
        yield from (f"### {name}", "", *_columns(joining, helper["columns"]))


def _made_of(view: View) -> str:
    """Where columns of a view come from, but for its own."""
    if len(view.chain) > 1:
        return f"It has the columns of `{view.chain[-2].name}`."
    tables = [view.table] if view.table else sorted(view.shapes.tables_of(view.sql))
    rows = "a query over" if view.sql else "the table"
    return f"Rows of {rows} {_listed(tables)}; joined: {_listed(view.joins)}."


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _columns(view: View, names: Collection[str]) -> Iterator[str]:
    """A table of some columns of a view; nothing for none."""
    if not names:
        return
    rows = [f"| `{one.name}` | {' | '.join(map(_escaped, one[1:4]))} |" for one in view.described(names)]
    yield from ("| Column | Type | Unit | Meaning |", "|---|---|---|---|", *rows, "")


def views_help(title: str) -> Help:
    """The views, and the stored tables as queries name them."""
    views = shipped_views()
    tables = [(f"tables.{name}", f"The stored table: {DESCRIPTIONS[name]}") for name in TABLES]
    return Help(title, ("view", "rows"), [*((name, views[name].meaning) for name in views.names()), *tables])


def columns_help(name: str) -> Help:
    """The columns of a view, or of a stored table: one that is no view, or one named as ``tables.hands``.

    Raises:
        UserMistake: When there is neither.
    """
    views, table = shipped_views(), name.removeprefix("tables.")
    if name in views:
        view = views[name]
        return Help(f"{name}: {view.meaning}", Column._fields[:4], (one[:4] for one in view.described()))
    if table not in TABLES:
        raise UserMistake(f"{name!r} is no view and no table{nearest(name, [*views.names(), *TABLES])}")
    head = (*Column._fields[:4], "null when")
    return Help(f"{name}: {DESCRIPTIONS[table]}", head, TABLES[table])


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
