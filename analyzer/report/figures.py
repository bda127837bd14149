"""The charts of the report, each with its definition and the numbers behind it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from analyzer.report.charts import NARROW, WIDE, Form, Mark, chart_svg
from analyzer.report.grids import Grid, Percent, grid
from analyzer.report.panels import CHAPTERS, Panel
from analyzer.stats.catalogue import Kind, Statistic, shipped_catalogue

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.stats.archive import Archive

__all__ = ["Chapter", "Figure", "chapters", "figure", "panel_figure", "rows_of", "written"]

Row: TypeAlias = dict[str, Any]

_NUMBERS = ("value", "low", "high")
_MOST_SAMPLES = 8
"""With more groups than this, only the range of sample sizes is shown."""
_SAID = {"players": "{} players", "seat": "seat {}"}
"""How values of a dimension are written that need a name."""


class Figure(NamedTuple):
    """One chart of the report; its pictures are empty if nothing was counted.

    Attributes:
        title: The question it answers.
        statistic: Name in the catalogue.
        definition: Definition of the statistic.
        sample: Number of cases in each group.
        picture: The chart.
        narrow: The same chart, drawn for a phone.
        numbers: The table behind it.
    """

    title: str
    statistic: str
    definition: str
    sample: str
    picture: str
    narrow: str
    numbers: Grid


class Chapter(NamedTuple):
    """Charts of one topic."""

    anchor: str
    name: str
    panels: tuple[Figure, ...]


def chapters(archive: Archive) -> list[Chapter]:
    """All charts of a run; those of a number of players that it has no games of are left out."""
    there = {None, *archive.table("games", ["players"])["players"].to_pylist()}
    return [
        Chapter(
            name.lower().replace(" ", "-"),
            name,
            tuple(panel_figure(archive, panel) for panel in panels if panel.players in there),
        )
        for name, panels in CHAPTERS
    ]


def panel_figure(archive: Archive, panel: Panel) -> Figure:
    """One chart of a run."""
    frame = _counted(archive, panel, [panel.at] if panel.at else [])
    return figure(panel, frame, _counted(archive, panel, []) if panel.at else frame)


def _counted(archive: Archive, panel: Panel, at: Sequence[str]) -> pd.DataFrame:
    of_players = [] if panel.players is None else [f"players = {panel.players}"]
    where = [*([panel.where] if panel.where else []), *of_players]
    return rows_of(archive, panel.statistic, by=[*panel.by, *at], where=where or None)


def rows_of(
    archive: Archive,
    names: str | Sequence[str],
    by: Sequence[str] = (),
    where: str | Sequence[str] | None = None,
) -> pd.DataFrame:
    """What `Archive.stat` gives; a page says itself where there are no rows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return archive.stat(names, by=by, where=where)


def _rows(frame: pd.DataFrame) -> list[Row]:
    records = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): value for name, value in record.items()} for record in records]


def figure(panel: Panel, frame: pd.DataFrame, totals: pd.DataFrame) -> Figure:
    """A chart.

    Args:
        panel: What it shows.
        frame: Its statistic along its axis.
        totals: The same statistic of each group as a whole.
    """
    statistic = shipped_catalogue().find(panel.statistic)
    share = statistic.kind is not Kind.MEAN
    rows = _rows(frame)
    marks = _marks(rows, panel, share=share)
    pictures = [
        chart_svg(marks, panel.form, x=panel.x, y=statistic.unit, share=share, canvas=canvas) if marks else ""
        for canvas in (WIDE, NARROW)
    ]
    return Figure(
        title=panel.title,
        statistic=panel.statistic,
        definition=statistic.definition,
        sample=_sample(_rows(totals), panel),
        picture=pictures[0],
        narrow=pictures[1],
        numbers=_numbers(rows, [str(name) for name in frame.columns], statistic),
    )


def _marks(rows: Sequence[Row], panel: Panel, *, share: bool) -> list[Mark]:
    """The values of a chart, limited to the bins or categories that fit."""
    known = [row for row in rows if row["value"] is not None]
    place = _place_column(panel, known)
    ranks = _ranks([row[place] if place else panel.x for row in known], panel)
    drawn = [row for row in known if not place or row[place] in ranks]
    marks = [_mark(row, place, ranks, panel, share=share) for row in drawn]
    if panel.form is Form.LYING:
        return sorted(marks, key=lambda mark: -mark.value)[: panel.most]
    if panel.form is Form.STACK:
        return [mark for mark in marks if mark.value > 0]
    return sorted(marks, key=lambda mark: mark.rank)


def _place_column(panel: Panel, rows: Sequence[Row]) -> str:
    """The column that the chart is drawn along; empty for a single bar."""
    return panel.at or ("category" if rows and "category" in rows[0] else "")


def _ranks(places: Sequence[Any], panel: Panel) -> dict[Any, int]:
    """Order of the bins or categories: numbers by size, names as they come."""
    distinct = list(dict.fromkeys(places))
    if not any(isinstance(place, str) or place is None for place in distinct):
        distinct.sort()
    kept = distinct if panel.form is Form.LYING else distinct[: panel.most]
    return {place: rank for rank, place in enumerate(kept)}


def _mark(row: Row, place: str, ranks: Mapping[Any, int], panel: Panel, *, share: bool) -> Mark:
    at = row[place] if place else panel.x
    x = at if panel.form is Form.LINE else str(at).replace("_", " ")
    group = _group(row, panel)
    value = float(row["value"])
    # An interval from a few games says little, and would stretch the chart.
    ends = (None, None) if row["few"] else (row["low"], row["high"])
    low, high = (value if end is None else float(end) for end in ends)
    return Mark(x, group, value, low, high, ranks[at], _says(row, f"{panel.x} {x}", group, share=share))


def _sample(rows: Sequence[Row], panel: Panel) -> str:
    """Number of cases and of their games in each group."""
    totals = {_group(row, panel): (int(row["n"]), int(row["games"])) for row in rows}
    if len(totals) > _MOST_SAMPLES:
        least, most = min(totals.values()), max(totals.values())
        n = sum(n for n, _ in totals.values())
        return f"n = {n:,} in {len(totals)} groups of {least[0]:,} to {most[0]:,}"
    return "n = " + "; ".join(
        f"{n:,} in {games:,} {'game' if games == 1 else 'games'} ({group})"
        for group, (n, games) in totals.items()
    )


def _group(row: Row, panel: Panel) -> str:
    return ", ".join(_word(name, row[name]) for name in ("players", *panel.by))


def _word(name: str, value: object) -> str:
    if value is None:
        return f"{name} not stated"
    return _SAID.get(name, "{}").format(value)


def _says(row: Row, x: str, group: str, *, share: bool) -> str:
    value, low, high = (written(row[name], share=share) for name in _NUMBERS)
    where = ", ".join(part for part in (group, x.strip()) if part)
    return (
        f"{where}: {value}"
        + (f" ({low} to {high})" if low else "")
        + f", n = {row['n']:,}, games = {row['games']:,}"
    )


def written(number: float | None, *, share: bool) -> str:
    """A value in percent where it is a share; empty for None."""
    if number is None:
        return ""
    return f"{100 * number:.2f} %" if share else f"{number:,.5g}"


def _numbers(rows: Sequence[Row], columns: Sequence[str], statistic: Statistic) -> Grid:
    share = statistic.kind is not Kind.MEAN
    cells = [
        [
            Percent(row[name]) if share and name in _NUMBERS and row[name] is not None else row[name]
            for name in columns
        ]
        for row in rows
    ]
    return grid(f"{statistic.name}: {statistic.unit}", columns, cells)
