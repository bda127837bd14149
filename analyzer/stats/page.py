"""The page of definitions, docs/statistics.md, and help on views, made from the catalogue and the views."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from analyzer.errors import UserMistake, nearest
from analyzer.stats.catalogue import Kind, Statistic, shipped_catalogue
from analyzer.stats.views import shipped_views
from analyzer.tables.schema import DESCRIPTIONS, TABLES, Column, Help

_HEAD = """# Statistics

`tenhou-analyzer stats out NAME --by AXIS --where CONDITION` counts any line of this page.
`tenhou-analyzer stats --definitions` prints it.

A line has the name, the [view](#views) whose rows are counted, a useful `--by`, and the definition.
A line without *mean* or *shares* is a rate.
Read it with "share of" before it, as "share of hands without a riichi that end in an exhaustive draw".
*mean* is followed by the unit.
*shares* is a distribution over categories; it adds up to more than 1 where a row has several.
A star marks the headline statistics, which a run counts at its end; `run --stats all` counts all.
A needed `--by` means that the value over all groups has no meaning.

A row is left out where a value that the statistic needs is null or not stated,
or its hand could not be replayed.
Exhaustive draws include nagashi mangan; a double ron has two winners; seats are tenpai by the rule set;
an all-last hand is in the last scheduled kyoku or after.

Results have the sample size `n` (rows), the number of `games` that these come from, the number of rows
`left_out` because their value is null, and an interval of 95 % (`--confidence`).
`few` marks fewer than five games, where the interval says little.

The hands of a game depend on each other, so a value R is the ratio of two sums over games, T and N.
Its variance is G/(G-1) · Σ(T - R·N)² / (ΣN)² for G games.
A mean has the interval of Student's t with G - 1 degrees of freedom, and none where all cases agree.
A rate has Wilson's, with the sample size that the variance amounts to, so that its ends stay within 0 and 1.
It has none where the rate is the same in every game, as the share of seats that finish first.
`--cluster player` takes the rows of a player together instead of those of a game.

[Names in other projects](other-projects.md) lists what others call the main ones.
"""


def definitions_page() -> str:
    """The page as Markdown."""
    topics = shipped_catalogue().topics
    return "\n".join([_HEAD, *(line for topic in topics for line in _topic(topic)), *_views()])


_VIEWS = """## Views

A view is a set of rows with its own columns, those of the tables that it joins
([data dictionary](data-dictionary.md)), and sums over the hand, the game or the player.
Any of them, and any SQL expression over them, can be an axis (`--by`) or a condition (`--where`).
`tenhou-analyzer stats --columns VIEW` and `archive.help("VIEW")` describe every column of a view.

In views `end` of `hands` is `hand_end`, and `limit` of `wins` is `win_limit`.
A joined column whose name is taken begins with its table, as `player_placement` and `hand_turn`.
Each line says what a row is, which view it narrows (<), and which columns it adds (+).
Views with † leave out hands without a result and hands with a chombo.
"""
_LEFT_OUT: Final = re.compile("[.;] [Hh]ands without a result and hands with a chombo are left out")


def _views() -> Iterator[str]:
    views = shipped_views()
    yield _VIEWS
    yield f"- all views that have what they are made of: + {_listed(views.everywhere)}"
    for view in map(views.__getitem__, views.names()):
        wider = f" < `{view.chain[-2].name}`" if len(view.chain) > 1 else ""
        own = f" + {_listed(view.own)}" if view.own else ""
        meaning, left_out = _LEFT_OUT.subn("", view.meaning)
        yield f"- `{view.name}`{'†' * left_out}: {meaning.removeprefix('One row per ')}{wider}{own}"
    yield ""
    yield "Sums and other columns that views, and those that narrow them, join to their rows:"
    yield ""
    for name, helper in views.helpers.items():
        joining = [one for one in views.names() if name in views[one].joins]
        roots = {one: views[one].chain[0].name for one in joining}
        widest = [one for one in joining if roots[one] == one or roots[one] not in joining]
        yield f"- {_listed(widest)}: {_listed(helper['columns'])}"
    yield ""


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _topic(topic: str) -> Iterator[str]:
    yield from (f"## {topic}", "")
    before = ""
    for one in shipped_catalogue():
        if one.topic == topic:
            kind = {Kind.RATE: "", Kind.SHARES: "shares of ", Kind.MEAN: f"mean {one.unit} of "}[one.kind]
            needed = " needed" if one.axis else ""
            usual = f", `{one.usual}`{needed}" if one.usual else ""
            star = "*" if one.headline else ""
            told = "the same." if one.definition == before else one.definition
            if one.kind is Kind.RATE:
                told = told.removeprefix("Share of ")
            yield f"- `{one.name}`{star} ({kind}{one.rows}{usual}): {told}"
            before = one.definition
    yield ""


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


def listed(statistics: Iterable[Statistic]) -> Iterator[str]:
    """One line per statistic for a terminal: topic, name, unit, and what it is usually shown by."""
    rows = [
        (one.topic, one.name, one.unit + (f", usually by {one.usual}" if one.usual else ""))
        for one in statistics
    ]
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(2)]
    for topic, name, unit in rows:
        yield f"{topic:<{widths[0]}}  {name:<{widths[1]}}  {unit}"
