"""The page of definitions, docs/statistics.md, and help on views, made from the catalogue and the views."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from analyzer.errors import UserMistake, nearest
from analyzer.stats.catalogue import Kind, Statistic, shipped_catalogue
from analyzer.stats.views import shipped_views
from analyzer.tables.schema import DESCRIPTIONS, TABLES, Column, Help


def definitions_page() -> str:
    """The page as Markdown."""
    topics = "\n".join(line for topic in shipped_catalogue().topics for line in _topic(topic))
    text = Path(__file__).with_name("page.md").read_text(encoding="utf-8")
    return text.format(topics=topics, views="\n".join(_views()))


_LEFT_OUT: Final = re.compile("[.;] [Hh]ands without a result and hands with a chombo are left out")


def _views() -> Iterator[str]:
    views = shipped_views()
    yield f"- all views that have what they are made of: + {_listed(views.everywhere)}"
    for view in views.values():
        wider = f" < `{view.chain[-2].name}`" if len(view.chain) > 1 else ""
        own = f" + {_listed(view.own)}" if view.own else ""
        meaning, left_out = _LEFT_OUT.subn("", view.meaning)
        yield f"- `{view.name}`{'†' * left_out}: {meaning.removeprefix('One row per ')}{wider}{own}"
    yield ""
    yield "Sums and other columns that views, and those that narrow them, join to their rows:"
    yield ""
    for name, helper in views.helpers.items():
        joining = [one for one, view in views.items() if name in view.joins]
        roots = {one: views[one].chain[0].name for one in joining}
        widest = [one for one in joining if roots[one] == one or roots[one] not in joining]
        yield f"- {_listed(widest)}: {_listed(helper['columns'])}"


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
    return Help(title, ("view", "rows"), [*((name, view.meaning) for name, view in views.items()), *tables])


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
        raise UserMistake(f"{name!r} is no view and no table{nearest(name, [*views, *TABLES])}")
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
