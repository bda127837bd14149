"""The charts of the report, each with its definition and the numbers behind it."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from analyzer.report.grids import Grid, Percent, grid
from analyzer.stats.catalogue import Kind, Statistic, shipped_catalogue
from analyzer.view.pages import shipped
from analyzer.view.plot import Plot, Point, Series, Tick, plot, steps

if TYPE_CHECKING:
    import pyarrow as pa

    from analyzer.stats.archive import Archive

__all__ = [
    "SURE",
    "Ask",
    "Bar",
    "Chapter",
    "Figure",
    "Panel",
    "Row",
    "answers",
    "asks_of",
    "chapters",
    "figure",
    "panel_figure",
    "panels",
    "shown",
    "written",
]

Row: TypeAlias = dict[str, Any]

_NUMBERS: Final = ("value", "low", "high")
SURE: Final = 30
"""Rows that a value needs to be drawn, so that no handful of rows sets an axis; if none has so many, all
values are drawn.  What is left out is in the table."""
_LEAST: Final = 0.001
"""Share of a number that a line still goes to."""
_MOST_TICKS: Final = 7
_LOOKS: Final = ("p4", "p3", "own", "rest", "beside")
"""Classes of the style sheet, in the order of legends and bars."""


class Panel(NamedTuple):
    """One chart and the table behind it.

    Attributes:
        title: The question it answers.
        statistic: Name of its statistic in the catalogue.
        at: Expression that it is drawn along; empty for the categories of the statistic.
        where: Condition of the rows; empty for none.
        x: What it is drawn along, in words.
        is_line: A line over numbers, instead of a bar for each.
        most: Number of bars in the chart, the first or the longest; the table has all.
        by_size: The longest bar first.
        group: Expression whose values have a colour each.
        whose: Name of the player whose rows the group ``own`` has.
        baseline: A statistic and its expression that are drawn beside it, dashed.
        baseline_name: What the baseline is, in words.
    """

    title: str
    statistic: str
    at: str = ""
    where: str = ""
    x: str = ""
    is_line: bool = False
    most: int = 25
    by_size: bool = False
    group: str = "players"
    whose: str = ""
    baseline: tuple[str, str] | None = None
    baseline_name: str = ""


class Bar(NamedTuple):
    """One bar; its ends and those of its interval are in percent of the space."""

    look: str
    left: float
    width: float
    low: float
    high: float
    value: str
    says: str


Bars: TypeAlias = tuple[tuple[str, tuple[Bar, ...]], ...]
_NO_BARS: Final[Bars] = ()


class Figure(NamedTuple):
    """One chart of the report; it has neither lines nor bars if nothing was counted.

    Attributes:
        title: The question it answers.
        statistic: Name in the catalogue.
        definition: Definition of the statistic.
        sample: Number of cases in each group.
        legend: Class and name of each colour.
        lines: The chart, if it is one of lines.
        bars: Places with their bars, if it is one of bars.
        numbers: The table behind it.
    """

    title: str
    statistic: str
    definition: str
    sample: str
    legend: tuple[tuple[str, str], ...]
    lines: Plot | None
    bars: Bars
    numbers: Grid


class Chapter(NamedTuple):
    """Charts of one topic."""

    anchor: str
    name: str
    panels: tuple[Figure, ...]


class Ask(NamedTuple):
    """One question to the statistics: a statistic, its axes, the condition of its rows."""

    statistic: str
    by: tuple[str, ...] = ()
    where: str = ""


def answers(archive: Archive, asks: Iterable[Ask]) -> dict[Ask, pa.Table]:
    """What `Archive.results` gives to each; those that differ in the statistic alone are counted together."""
    alike: dict[tuple[tuple[str, ...], str], list[str]] = defaultdict(list)
    for ask in dict.fromkeys(asks):
        alike[ask.by, ask.where].append(ask.statistic)
    return {
        Ask(statistic.name, by, where): table
        for (by, where), names in alike.items()
        # A page says itself where there are no rows.
        for statistic, table in archive.results(names, by, where=where or None, note=lambda _: None)
    }


@cache
def shown() -> dict[str, Any]:
    """What pages show, as shown.toml has it."""
    return tomllib.loads(shipped("report/shown.toml"))


def panels() -> dict[str, list[Panel]]:
    """The charts of a run by chapter, in order."""
    found: dict[str, list[Panel]] = {}
    for row in shown()["chart"]:
        given: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in row.items()
        }
        found.setdefault(given.pop("chapter"), []).append(Panel(**given))
    return found


def chapters(archive: Archive) -> list[Chapter]:
    """All charts of a run, without those along an axis that has one value: they would say it twice."""
    every = panels()
    found = answers(archive, (ask for some in every.values() for panel in some for ask in asks_of(panel)))
    drawn = ((name, (panel_figure(panel, found) for panel in some)) for name, some in every.items())
    return [
        Chapter(name.lower(), name, tuple(one for one in figures if one is not None))
        for name, figures in drawn
    ]


def asks_of(panel: Panel) -> list[Ask]:
    """What a panel asks: its statistic along its axis, and as a whole; its baseline if it has one."""
    axis = (panel.at,) if panel.at else ()
    asked = [Ask(panel.statistic, axis, panel.where), Ask(panel.statistic, (), panel.where)]
    return [*asked, Ask(panel.baseline[0], (panel.baseline[1],))] if panel.baseline else asked


def panel_figure(panel: Panel, found: Mapping[Ask, pa.Table]) -> Figure | None:
    """One chart of a run, of the answers to `asks_of`; None for one along an axis with a single value."""
    along, whole, *beside = (found[ask] for ask in asks_of(panel))
    if panel.at and len(set(along[panel.at].to_pylist())) == 1:
        return None
    return figure(panel, along, whole, *beside)


def figure(panel: Panel, along: pa.Table, whole: pa.Table, beside: pa.Table | None = None) -> Figure:
    """A chart.

    Args:
        panel: What it shows.
        along: Its statistic along its axis.
        whole: The same statistic of each group as a whole.
        beside: The baseline along its own axis.
    """
    statistic = shipped_catalogue().find(panel.statistic)
    is_share = statistic.kind is not Kind.MEAN
    rows: list[Row] = sorted(along.to_pylist(), key=lambda row: _LOOKS.index(look_of(row, panel)))
    known = [row for row in rows if row["value"] is not None]
    placed = _along_a_line(panel, known) if panel.is_line else []
    lines, bars = None, _NO_BARS
    if placed:
        lines = _lines(panel, _sure(placed), [] if beside is None else beside.to_pylist(), is_share=is_share)
    elif known and not panel.is_line:
        bars = _bars(panel, _sure(known), is_share=is_share)
    looks = dict.fromkeys((look_of(row, panel), _group(row, panel)) for row in known)
    legend = [*looks, ("beside", panel.baseline_name)] if lines and panel.baseline else [*looks]
    return Figure(
        title=panel.title,
        statistic=panel.statistic,
        definition=statistic.definition,
        sample=_sample(whole.to_pylist(), panel),
        legend=tuple(sorted(legend, key=lambda entry: _LOOKS.index(entry[0]))),
        lines=lines,
        bars=bars,
        numbers=_numbers(rows, along.column_names, statistic),
    )


def look_of(row: Row, panel: Panel) -> str:
    """The class that colours a row: one for each number of players, and one for a player."""
    return f"p{row['players']}" if panel.group == "players" else str(row[_name(panel.group)])


def _name(expression: str) -> str:
    """The column of an expression."""
    return expression.rpartition(" AS ")[2]


def _group(row: Row, panel: Panel) -> str:
    if panel.group == "players":
        return f"{row['players']} players"
    return panel.whose if row[_name(panel.group)] == "own" else "the rest"


def _place(row: Row, panel: Panel) -> Any:  # noqa: ANN401 - a number, a name, or None
    return row[panel.at] if panel.at else row.get("category", panel.x)


def _sure(rows: Sequence[Row]) -> list[Row]:
    sure = [row for row in rows if row["n"] >= SURE or row.get("whose") == "own"]
    return sure or [*rows]


def _ends(row: Row) -> tuple[float, float]:
    """The interval, where it says something: not from a few games."""
    ends = (None, None) if row["few"] else (row["low"], row["high"])
    low, high = (float(row["value"] if end is None else end) for end in ends)
    return low, high


def _along_a_line(panel: Panel, rows: Sequence[Row]) -> list[Row]:
    """The rows that have a place on a line; categories that nearly nobody has are left to the table."""
    if panel.at:
        return [row for row in rows if row[panel.at] is not None]
    return [row for row in rows if isinstance(row["category"], int) and row["value"] > _LEAST]


def _lines(panel: Panel, drawn: Sequence[Row], beside: Sequence[Row], *, is_share: bool) -> Plot:
    names = sorted({_place(row, panel) for row in drawn})
    places = {name: place for place, name in enumerate(names)} if isinstance(names[0], str) else {}
    values = [float(row["value"]) for row in drawn]
    series = [
        Series(name, look, _points(panel, [row for row in drawn if look_of(row, panel) == look], places))
        for look, name in sorted({(look_of(row, panel), _group(row, panel)) for row in drawn})
    ]
    if panel.baseline is not None:
        along = panel._replace(at=panel.baseline[1], x=panel.baseline_name)
        base = [row for row in _sure(beside) if row["value"] is not None]
        looks = sorted({look_of(row, panel) for row in base} & {one.look for one in series})
        points = ((look, [row for row in base if look_of(row, panel) == look]) for look in looks)
        series += [
            Series(panel.baseline_name, f"{look} beside", _points(along, of, {})) for look, of in points
        ]
        values += [float(row["value"]) for row in base if look_of(row, panel) in looks]
    up = steps(min(0.0, *values) if is_share else min(values), max(values))
    across = [
        Tick(place, name) for name, place in places.items() if place % (len(places) // _MOST_TICKS + 1) == 0
    ]
    return plot(
        f"{panel.title} The table below has the numbers",
        series,
        [Tick(value, f"{100 * value:.4g} %" if is_share else f"{value:,.6g}") for value in up],
        across=across,
        title=panel.x,
    )


def _points(panel: Panel, rows: Iterable[Row], places: dict[str, int]) -> list[Point]:
    found = []
    for row in rows:
        at = _place(row, panel)
        found.append(Point(places.get(at, at), float(row["value"]), *_ends(row), _says(row, panel)))
    return sorted(found)


def _bars(panel: Panel, rows: Sequence[Row], *, is_share: bool) -> Bars:
    # A category that never occurs is left to the table.
    places = list(dict.fromkeys(_place(row, panel) for row in rows if row["value"] or panel.at))
    if panel.by_size:
        size = {place: max(row["value"] for row in rows if _place(row, panel) == place) for place in places}
        places.sort(key=lambda place: -size[place])
    elif not any(isinstance(place, str) or place is None for place in places):
        places.sort()
    places = places[: panel.most]
    drawn = [row for row in rows if _place(row, panel) in places]
    values = [0.0, *(float(row["value"]) for row in drawn)]
    low, room = min(values), (max(values) - min(values)) or 1.0

    def at(value: float) -> float:
        return round(min(100.0, max(0.0, 100 * (value - low) / room)), 2)

    def bar(row: Row) -> Bar:
        value, ends = float(row["value"]), _ends(row)
        left, right = sorted((at(0.0), at(value)))
        said = _written_of(row, "value", is_share=is_share)
        width = round(right - left, 2)
        return Bar(look_of(row, panel), left, width, at(ends[0]), at(ends[1]), said, _says(row, panel))

    return tuple(
        (_word(place, panel.x), tuple(bar(row) for row in drawn if _place(row, panel) == place))
        for place in places
    )


def _word(place: object, axis: str = "") -> str:
    if (axis, place) == ("limit", "none"):
        return "below mangan"
    return "not stated" if place is None else str(place).replace("_", " ")


def _sample(rows: Sequence[Row], panel: Panel) -> str:
    """Number of cases and of their games in each group."""
    totals = {_group(row, panel): (int(row["n"]), int(row["games"])) for row in rows}
    return "n = " + "; ".join(
        f"{n:,} in {games:,} {'game' if games == 1 else 'games'} ({group})"
        for group, (n, games) in totals.items()
    )


def _says(row: Row, panel: Panel) -> str:
    is_share = shipped_catalogue().find(panel.statistic).kind is not Kind.MEAN
    value, low, high = (_written_of(row, name, is_share=is_share) for name in _NUMBERS)
    where = f"{_group(row, panel)}, {panel.x} {_word(_place(row, panel), panel.x)}"
    interval = f" ({low} to {high})" if low else ""
    return f"{where}: {value}{interval}, n = {row['n']:,}, games = {row['games']:,}"


def _written_of(row: Row, name: str, *, is_share: bool) -> str:
    return written(row[name], share=is_share)


def written(number: float | None, *, share: bool) -> str:
    """A value in percent where it is a share; empty for None."""
    if number is None:
        return ""
    if share:
        return f"{100 * number:.1f} %"
    return (
        f"{number:.2f}" if abs(number) < 10 else f"{number:,.1f}" if abs(number) < 100 else f"{number:,.0f}"
    )


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
