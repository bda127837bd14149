"""The charts of the report, each with its definition and the numbers behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from analyzer.report.charts import NARROW, WIDE, Form, Mark, chart_svg
from analyzer.report.grids import Grid, Percent, grid
from analyzer.stats.catalogue import Kind, Statistic, shipped_catalogue

if TYPE_CHECKING:
    from analyzer.stats.archive import Archive

__all__ = ["CHAPTERS", "Chapter", "Figure", "Panel", "chapters"]

Row: TypeAlias = dict[str, Any]

_NUMBERS = ("value", "low", "high")
_MOST_SAMPLES = 8
"""With more groups than this, only the range of sample sizes is shown."""
_SAID = {"players": "{} players", "seat": "seat {}"}
"""How values of a dimension are written that need a name."""


class Panel(NamedTuple):
    """One chart and the table behind it.

    Attributes:
        title: The question it answers.
        statistic: Name of its statistic in the catalogue.
        form: Form of the chart.
        at: Expression that it is drawn along; empty for categories, and for a single bar.
        by: Expressions of its groups, besides the number of players.
        where: Condition of the rows; empty for none.
        x: Title of the axis that it is drawn along.
        most: Number of bins or categories in the chart, the first or the most frequent; the table has all.
        pools: Whether three and four players are one group.
    """

    title: str
    statistic: str
    form: Form
    at: str = ""
    by: tuple[str, ...] = ()
    where: str = ""
    x: str = ""
    most: int = 25
    pools: bool = False


CHAPTERS: Final = (
    (
        "Draws",
        (
            Panel("How often is a hand drawn?", "draw_rate", Form.BARS, at="length", x="length"),
            Panel(
                "How often, after the first riichi?",
                "draw_rate",
                Form.LINE,
                at="first_riichi_turn",
                where="first_riichi_turn is not null",
                x="turn of the first riichi",
                most=18,
            ),
            Panel(
                "How often, by how many declared riichi?",
                "draw_rate",
                Form.BARS,
                at="riichi_count",
                x="riichi",
            ),
            Panel("How many seats are tenpai at a draw?", "draw_tenpai_count", Form.STACK, x="seats tenpai"),
            Panel("Who collects the noten payments?", "noten_payment_mean", Form.BARS, at="state", x="state"),
            Panel("How does a ryuukyoku come about?", "ryuukyoku_kind", Form.STACK, x="kind"),
        ),
    ),
    (
        "Outcomes",
        (
            Panel("How does a hand end?", "hand_end", Form.STACK, by=("room",), x="end"),
            Panel("And from year to year?", "hand_end", Form.STACK, by=("year",), x="end"),
            Panel("What becomes of a riichi?", "riichi_outcome", Form.STACK, x="outcome"),
            Panel("And of a seat that has called?", "open_outcome", Form.STACK, x="outcome"),
            Panel(
                "When is a riichi won?",
                "riichi_win_rate",
                Form.LINE,
                at="riichi_turn",
                x="turn of riichi",
                most=18,
            ),
            Panel(
                "Who is tenpai, turn by turn?",
                "tenpai_after_discard_rate",
                Form.LINE,
                at="turn",
                x="turn",
                most=18,
            ),
        ),
    ),
    (
        "Wins",
        (
            Panel("Which yaku win?", "yaku_rates", Form.LYING, x="yaku", most=20, pools=True),
            Panel("What is a win worth?", "win_limit", Form.STACK, x="limit"),
            Panel("How many points, by turn?", "win_points", Form.LINE, at="turn", x="turn", most=18),
            Panel("How many han?", "win_han", Form.BARS, x="han", most=14),
        ),
    ),
    (
        "Placement",
        (
            Panel("Where does a seat end?", "final_placement", Form.STACK, by=("seat",), x="placement"),
            Panel("How long is a game?", "game_hands", Form.BARS, by=("length",), x="hands"),
        ),
    ),
)
"""The charts of the report, in order."""


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
    """All charts, drawn from the statistics of a run."""
    return [
        Chapter(name.lower().replace(" ", "-"), name, tuple(_figure(archive, panel) for panel in panels))
        for name, panels in CHAPTERS
    ]


def _figure(archive: Archive, panel: Panel) -> Figure:
    statistic = shipped_catalogue().find(panel.statistic).statistic
    frame = archive.stat(
        panel.statistic,
        by=[*panel.by, *([panel.at] if panel.at else [])],
        where=panel.where or None,
        pool_players=panel.pools,
    )
    share = statistic.kind is not Kind.MEAN
    records = frame.astype(object).where(frame.notna(), None).to_dict("records")
    rows: list[Row] = [{str(name): value for name, value in record.items()} for record in records]
    marks = _marks(rows, panel, share=share)
    pictures = [
        chart_svg(marks, panel.form, x=panel.x, y=statistic.unit, share=share, canvas=canvas) if marks else ""
        for canvas in (WIDE, NARROW)
    ]
    return Figure(
        title=panel.title,
        statistic=panel.statistic,
        definition=statistic.definition,
        sample=_sample(rows, panel),
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
    group = _group(row, _groups(panel))
    value = float(row["value"])
    low, high = (value if row[name] is None else float(row[name]) for name in ("low", "high"))
    return Mark(x, group, value, low, high, ranks[at], _says(row, f"{panel.x} {x}", group, share=share))


def _sample(rows: Sequence[Row], panel: Panel) -> str:
    """Number of cases in each group: the common number of its bins, or else their sum."""
    counts: dict[str, list[int]] = {}
    for row in rows:
        counts.setdefault(_group(row, _groups(panel)), []).append(int(row["n"]))
    totals = {group: n[0] if len(set(n)) == 1 else sum(n) for group, n in counts.items()}
    if len(totals) > _MOST_SAMPLES:
        least, most = min(totals.values()), max(totals.values())
        return f"n = {sum(totals.values()):,} in {len(totals)} groups of {least:,} to {most:,}"
    return "n = " + "; ".join(f"{n:,} {f'({group})' if group else ''}".strip() for group, n in totals.items())


def _groups(panel: Panel) -> tuple[str, ...]:
    return panel.by if panel.pools else ("players", *panel.by)


def _group(row: Row, by: Sequence[str]) -> str:
    return ", ".join(_word(name, row[name]) for name in by)


def _word(name: str, value: object) -> str:
    if value is None:
        return f"{name} not stated"
    return _SAID.get(name, "{}").format(value)


def _says(row: Row, x: str, group: str, *, share: bool) -> str:
    value, low, high = (_written(row[name], share=share) for name in _NUMBERS)
    where = ", ".join(part for part in (group, x.strip()) if part)
    return f"{where}: {value}" + (f" ({low} to {high})" if low else "") + f", n = {row['n']:,}"


def _written(number: float | None, *, share: bool) -> str:
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
