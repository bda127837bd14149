"""The charts that are chosen, where their marks lie, and tables as the template wants them."""

import math

import pyarrow as pa
import pytest

from analyzer.report import figures
from analyzer.report.figures import Panel
from analyzer.report.grids import Mean, Percent, accounting, checked, contents, draws_told, grid, no_verdicts
from analyzer.stats.catalogue import shipped_catalogue
from tests.case_files import each, rows, whole

PANELS = [panel for some in figures.panels().values() for panel in some]
RATE, MEAN = "draw_rate", "win_points"
BY_RIICHI = Panel("How often?", RATE, at="riichi_count", x="riichi")


def test_every_chart_shows_a_statistic_of_the_catalogue_and_no_two_ask_the_same_question():
    named = [name for panel in PANELS for name in (panel.statistic, *(panel.baseline or ())[:1])]
    titles = [panel.title for panel in PANELS]

    assert [name for name in named if name not in shipped_catalogue()] == []
    assert len({*titles}) == len(titles)
    # Every title stands alone.
    assert [title for title in titles if not title.endswith("?") or len(title.split()) < 5] == []


class Counted:
    """An archive whose statistics have these rows: values of their dimensions, value, low, high and n; two of
    them come from each game."""

    def __init__(self, **rows):
        self.rows = rows
        self.asked = []

    def results(self, names, by, *, where, note):
        self.asked += [(name, by, where) for name in names]
        return [(shipped_catalogue().find(name), self.table(name)) for name in names]

    def table(self, name):
        columns, rows = self.rows[name]
        names = [*columns.split(), "value", "low", "high", "n", "games", "few"]
        whole = [(*row, row[-1] // 2, row[-1] < 10) for row in rows]
        return pa.table({name: [row[place] for row in whole] for place, name in enumerate(names)})


def of(panel, columns, rows, **more):
    archive = Counted(**{panel.statistic: (columns, rows)}, **more)
    return figures.panel_figure(panel, figures.answers(archive, figures.asks_of(panel)))


def test_what_differs_in_the_statistic_alone_is_counted_together():
    archive = Counted(draw_rate=("players", []), win_points=("players", []))
    asks = [figures.Ask(RATE), figures.Ask(MEAN, (), "kyoku = 0"), figures.Ask(MEAN), figures.Ask(RATE)]

    found = figures.answers(archive, asks)

    assert archive.asked == [(RATE, (), None), (MEAN, (), None), (MEAN, (), "kyoku = 0")]
    assert set(found) == set(asks)


def test_a_figure_has_the_words_of_its_statistic_and_the_numbers_behind_it():
    shown, statistic = of(BY_RIICHI, "players riichi_count", ROWS), shipped_catalogue().find(RATE)

    assert (shown.title, shown.statistic, shown.definition) == ("How often?", RATE, statistic.definition)
    assert shown.numbers.caption == f"{RATE}: {statistic.unit}"
    assert shown.numbers.columns == ("players", "riichi_count", "value", "low", "high", "n", "games", "few")
    assert shown.numbers.rows[0] == ("4", "1", "25.0 %", "20.0 %", "30.0 %", "80", "40", "no")


ROWS = [(4, 1, 0.25, 0.2, 0.3, 80), (4, 2, 0.5, 0.4, 0.6, 80)]


@each(rows("report/figures", "chart"))
def test_a_chart_is_drawn_as_its_rows_are(row):
    panel = Panel("How often?", **{"statistic": RATE, **row["panel"]})
    counted = [tuple(None if cell == "" else cell for cell in cells) for cells in row["rows"]]

    shown = of(panel, f"players {panel.at or 'category'}", counted)

    if row.get("none"):
        assert shown is None
        return
    bars, lines = dict(shown.bars), shown.lines.lines if shown.lines else ()
    found = {
        "bars": {
            place: [[one.look, one.left, one.width, one.value] for one in bars[place]] for place in bars
        },
        "intervals": [[one.low, one.high] for some in bars.values() for one in some],
        "says": [one.says for some in bars.values() for one in some],
        "places": list(bars),
        "lines": {line.look: [says for _, _, says in line.dots] for line in lines},
        "bands": [line.band != "" for line in lines],
        "legend": [[*entry] for entry in shown.legend],
        "table": len(shown.numbers.rows),
        "first": [cell for row in shown.numbers.rows[:1] for cell in row],
    }
    if shown.lines:
        found |= {"top": shown.lines.up[-1].name, "across_title": shown.lines.across_title}
        found["across"] = [tick.name for tick in shown.lines.across]
    assert {name: found[name] for name in found.keys() & row.keys()} == {
        name: row[name] for name in row.keys() - {"about", "panel", "rows"}
    }


def test_a_baseline_is_drawn_beside_in_the_same_colour():
    (panel,) = [panel for panel in PANELS if panel.baseline]
    rows = [(4, 3, 0.2, None, None, 80), (4, 4, 0.1, None, None, 80)]
    beside = [(4, 3, 0.3, None, None, 80), (3, 3, 0.4, None, None, 80)]

    shown = of(panel, "players first_riichi_turn", rows, quiet_draw_rate=("players quiet_turn", beside))

    assert [line.look for line in shown.lines.lines] == ["p4", "p4 beside"]
    assert shown.legend[-1] == ("beside", "without a riichi until that turn")
    assert shown.lines.lines[1].dots[0][2].startswith("4 players, without a riichi until that turn 3: 30.0 %")


def test_shares_have_one_decimal_and_numbers_three_digits():
    numbers = {2.4567: "2.46", -12.345: "-12.3", 5457.9: "5,458", None: ""}

    assert figures.written(0.12345, share=True) == "12.3 %"
    assert {number: figures.written(number, share=False) for number in numbers} == numbers


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        # Each share of one whole has its number of cases.
        ([(3, 40, 9), (3, 40, 9), (4, 70, 1)], "n = 40 in 9 games (3 players); 70 in 1 game (4 players)"),
        ([(4, 1200, 1100)], "n = 1,200 in 1,100 games (4 players)"),
    ],
)
def test_cases_and_games_of_a_group_are_counted_once(counts, text):
    rows = [{"players": players, "n": n, "games": games} for players, n, games in counts]

    assert figures._sample(rows, BY_RIICHI) == text


# Tables.


DUE = whole("report/grids")
WRITTEN = [
    *((None, ""), (True, "yes"), (False, "no"), (0, "0"), (-1234567, "-1,234,567"), (math.nan, "")),
    *((0.012344, "0.01234"), (99.46, "99.46"), (-99.46, "-99.46"), (100.5, "100"), (-1234.5, "-1,234")),
    *((Percent(math.nan), ""), (Percent(0), "0.0 %"), (Percent(0.5), "50.0 %")),
    *((Mean(2.5), "2.50"), (Mean(math.nan), ""), ("text", "text")),
]


def lines(table):
    return "".join(f"{'|'.join(row)}\n" for row in table.rows)


def columns(names, rows):
    """Rows as a table; an empty cell is null."""
    cells = [[None if cell == "" else cell for cell in row] for row in rows]
    return pa.table({name: [row[place] for row in cells] for place, name in enumerate(names)})


def test_a_cell_is_written_by_what_it_is_and_a_column_is_of_numbers_if_each_of_its_cells_is():
    def numeric(*rows):
        return grid("caption", ("x", "y", "z"), iter(rows)).numeric

    assert grid("c", ("a",), [(cell,) for cell, _ in WRITTEN]).rows == tuple((text,) for _, text in WRITTEN)
    assert numeric((1, "a", 2.5)) == {0, 2}
    assert numeric((1, "a", 2.5), (1, "a", None)) == {0}
    assert numeric((Percent(1), 1, "")) == {0, 1}
    assert numeric() == set()


def test_the_accounting_ends_with_its_sum():
    summary = {"inputs": 29, "games": 3, "unreadable": 5, "duplicates": 6, "absent": 7, "skipped": 8}

    assert lines(accounting(summary)) == DUE["accounting"]
    for counted in (28, 1030):
        last = accounting(summary | {"inputs": counted}).rows[-1]
        assert last == (f"inputs, though the run counted {counted:,}", "29")


class Games:
    """An archive of which only the games are known."""

    def table(self, name, names):
        assert name == "games"
        return columns(names, DUE["contents"]["games"])


def test_what_is_in_an_archive_is_told_for_four_and_three_players_apart():
    shown = contents(Games())

    assert (shown.columns, shown.numeric) == (("", "4 players", "3 players"), {1, 2})
    assert lines(shown) == DUE["contents"]["rows"]


def test_draws_are_told_by_kind_without_those_that_did_not_happen():
    told = draws_told({"exhaustive": 1200, "suufon_renda": 1, "chombo": 0})

    assert told == "Draws: 1,200 exhaustive, 1 suufon renda."
    assert draws_told({}) == "Draws: none."


def test_checks_are_grouped_with_the_failing_ones_first():
    due, verdicts = DUE["checked"], ("failed", "undecided", "passed", "absent")
    shown = checked({name: dict(zip(verdicts, row, strict=True)) for name, row in due["counts"].items()})

    assert [table.caption for table in shown.values()] == due["captions"]
    assert shown["failed"].columns == ("check", "what is compared", *verdicts)
    assert lines(shown["failed"]) == due["failed"]
    assert shown["undecided"].numeric == {2, 3, 4, 5}
    assert [[row[0] for row in table.rows] for table in [*shown.values()][1:]] == due["others"]


def test_checks_without_a_verdict_are_summed_by_reason():
    names = ("check", "verdict", "reason", "count", "hand")
    findings = columns(names, DUE["no_verdicts"]["findings"])

    assert lines(no_verdicts({"findings": findings})) == DUE["no_verdicts"]["rows"]
