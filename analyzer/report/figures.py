"""The statistics of the report, as charts and as a table, with their definitions and numbers.

The table is for people: in words, three and four players apart, beside those of the archive.
"""

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


class Figure(NamedTuple):
    """One chart of the report, with lines or bars, or neither if nothing was counted.

    Attributes:
        sample: Number of cases in each group.
        legend: Class and name of each colour.
        bars: Places with their bars.
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
    """A chart of its statistic along its axis, with that of each group as a whole, and the baseline."""
    statistic = shipped_catalogue().find(panel.statistic)
    rows: list[Row] = sorted(along.to_pylist(), key=lambda row: _LOOKS.index(_whose(row, panel)[0]))
    marks = _marks(rows, panel)
    lines: Plot | None = None
    bars: Bars = ()
    if panel.is_line:
        placed = [one for one in marks if _is_on_a_line(one, panel)]
        lines = _lines(panel, _sure(placed), [] if beside is None else beside.to_pylist()) if placed else None
    elif marks:
        bars = _bars(panel, _sure(marks))
    legend = {(one.look, one.group) for one in marks}
    if lines and panel.baseline:
        legend.add(("beside", panel.baseline_name))
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


class _Mark(NamedTuple):
    """A value as it is drawn: its colour, its group and its place in words, and what is said of it."""

    look: str
    group: str
    place: Any
    value: float
    low: float
    high: float
    n: int
    written: str
    says: str


def _whose(row: Row, panel: Panel) -> tuple[str, str]:
    """The class that colours a row, one for each number of players or one for a player, and its name."""
    if panel.group == "players":
        return f"p{row['players']}", f"{row['players']} players"
    look = str(row[panel.group.rpartition(" AS ")[2]])
    return look, panel.whose if look == "own" else "the rest"


def _marks(rows: Iterable[Row], panel: Panel) -> list[_Mark]:
    """The rows that have a value."""
    return [_mark(row, panel) for row in rows if row["value"] is not None]


def _mark(row: Row, panel: Panel) -> _Mark:
    look, group = _whose(row, panel)
    place = row[panel.at] if panel.at else row.get("category", panel.x)
    value, interval = _told(panel.statistic, row)
    said = f"{value} ({interval})" if interval else value
    cases = f"n = {row['n']:,}, games = {row['games']:,}"
    # An interval from a few games says nothing.
    ends = (None, None) if row["few"] else (row["low"], row["high"])
    low, high = (float(row["value"] if end is None else end) for end in ends)
    return _Mark(
        *(look, group, place, float(row["value"]), low, high, row["n"], value),
        f"{group}, {panel.x} {_word(place, panel.x)}: {said}, {cases}",
    )


def _is_share(name: str) -> bool:
    return shipped_catalogue().find(name).kind is not Kind.MEAN


def _told(name: str, row: Row | None) -> tuple[str, str]:
    """The value of a statistic and its interval as texts; empty where there is none."""
    if row is None:
        return "", ""
    value, low, high = (written(row[number], share=_is_share(name)) for number in _NUMBERS)
    return value, f"{low} to {high}" if low and high else ""


def _sure(marks: Sequence[_Mark]) -> list[_Mark]:
    return [one for one in marks if one.n >= SURE or one.look == "own"] or [*marks]


def _is_on_a_line(one: _Mark, panel: Panel) -> bool:
    """Whether it has a place on a line; categories that nearly nobody has are left to the table."""
    return one.place is not None if panel.at else one.value > _LEAST


def _lines(panel: Panel, drawn: Sequence[_Mark], beside: Sequence[Row]) -> Plot:
    names = sorted({one.place for one in drawn})
    places = {name: place for place, name in enumerate(names)} if isinstance(names[0], str) else {}
    series = [
        Series(name, look, _points([one for one in drawn if one.look == look], places))
        for look, name in sorted({(one.look, one.group) for one in drawn})
    ]
    if panel.baseline is not None:
        statistic, at = panel.baseline
        along = panel._replace(statistic=statistic, at=at, x=panel.baseline_name)
        looks = {one.look for one in drawn}
        base = [one for one in _sure(_marks(beside, along)) if one.look in looks]
        for look in sorted({one.look for one in base}):
            of = [one for one in base if one.look == look]
            series.append(Series(panel.baseline_name, f"{look} beside", _points(of, {})))
        drawn = [*drawn, *base]
    values, is_share = [one.value for one in drawn], _is_share(panel.statistic)
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


def _points(marks: Iterable[_Mark], places: Mapping[str, int]) -> list[Point]:
    return sorted(
        Point(places.get(one.place, one.place), one.value, one.low, one.high, one.says) for one in marks
    )


def _bars(panel: Panel, marks: Sequence[_Mark]) -> Bars:
    # A category that never occurs is left to the table.
    places = list(dict.fromkeys(one.place for one in marks if one.value or panel.at))
    if panel.by_size:
        places.sort(key=lambda place: -max(one.value for one in marks if one.place == place))
    elif not any(isinstance(place, str) or place is None for place in places):
        places.sort()
    places = places[: panel.most]
    values = [0.0, *(one.value for one in marks if one.place in places)]
    low, room = min(values), (max(values) - min(values)) or 1.0

    def at(value: float) -> float:
        return round(min(100.0, max(0.0, 100 * (value - low) / room)), 2)

    def bar(one: _Mark) -> Bar:
        left, right = sorted((at(0.0), at(one.value)))
        return Bar(
            *(one.look, left, round(right - left, 2), at(one.low), at(one.high)), one.written, one.says
        )

    return tuple(
        (_word(place, panel.x), tuple(bar(one) for one in marks if one.place == place)) for place in places
    )


def _word(place: object, axis: str = "") -> str:
    if (axis, place) == ("limit", "none"):
        return "below mangan"
    return "not stated" if place is None else str(place).replace("_", " ")


def _sample(rows: Sequence[Row], panel: Panel) -> str:
    """Number of cases and of their games in each group."""
    totals = {_whose(row, panel)[1]: (int(row["n"]), int(row["games"])) for row in rows}
    return "n = " + "; ".join(
        f"{n:,} in {games:,} {'game' if games == 1 else 'games'} ({group})"
        for group, (n, games) in totals.items()
    )


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
    is_share = _is_share(statistic.name)
    cells = [
        [
            Percent(row[name]) if is_share and name in _NUMBERS and row[name] is not None else row[name]
            for name in columns
        ]
        for row in rows
    ]
    return grid(f"{statistic.name}: {statistic.unit}", columns, cells)


class Rate(NamedTuple):
    """One statistic of a player beside that of the archive, as texts; an interval may be empty.

    Attributes:
        sample: Rows and games.
        average: The value of the whole archive.
        marks: Low end, high end, value and average on a line from 0, in percent of the picture.
    """

    words: str
    definition: str
    value: str
    interval: str
    sample: str
    average: str
    marks: tuple[float, float, float, float]


class Side(NamedTuple):
    """What a player has done with one number of players."""

    players: int
    headline: tuple[Rate, ...]
    more: tuple[Rate, ...]


def headline(archive: Archive) -> tuple[tuple[int, ...], list[tuple[str, str, list[tuple[str, str]]]]]:
    """The first statistics of a run: the numbers of players there are, and the rows of a table.

    A row has the words, the definition, and for each of these numbers the value and its interval as texts.
    """
    played = shown()["played"]
    rows = _rows(archive, played)
    there = tuple(players for players in (4, 3) if any((players, name) in rows for name in played))
    table = [
        (words, _definition(name), [_told(name, rows.get((players, name))) for players in there])
        for name, words in played.items()
    ]
    return there, table


def sides(archive: Archive, own: str) -> tuple[Side, ...]:
    """The statistics of a player, whose rows fulfil a condition, and of all, for each number of players."""
    groups = (shown()["headline"], shown()["more"])
    mine, every = (_rows(archive, (name for group in groups for name in group), where) for where in (own, ""))
    found = []
    for players in (4, 3):
        first, more = (
            tuple(
                _rate(name, words, mine[players, name], every[players, name])
                for name, words in listed.items()
                if (players, name) in mine
            )
            for listed in groups
        )
        if first or more:
            found.append(Side(players, first, more))
    return tuple(found)


def _rows(archive: Archive, names: Iterable[str], where: str = "") -> dict[tuple[int, str], Row]:
    """The rows of statistics that have a value, by number of players and name."""
    found = answers(archive, [Ask(name, (), where) for name in names])
    return {
        (row["players"], ask.statistic): row
        for ask, table in found.items()
        for row in table.to_pylist()
        if row["value"] is not None
    }


def _definition(name: str) -> str:
    return shipped_catalogue().find(name).definition


def _rate(name: str, words: str, own: Row, every: Row) -> Rate:
    told, interval = _told(name, own)
    value, average = float(own["value"]), float(every["value"])
    low, high = (float(own["low"]), float(own["high"])) if interval else (value, value)
    # From zero on, so that a wide interval looks wide; yet no interval of a few games sets the scale.
    first, last = (1.5 * end(0.0, value, average) for end in (min, max))

    def at(number: float) -> float:
        place = (number - first) / ((last - first) or 1.0)
        return round(2 + 96 * min(max(place, 0.0), 1.0), 1)

    return Rate(
        words=words,
        definition=_definition(name),
        value=told,
        interval=interval,
        sample=f"{own['n']:,} in {own['games']:,}",
        average=written(average, share=_is_share(name)),
        marks=(at(low), at(high), at(value), at(average)),
    )
