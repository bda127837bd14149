"""The charts that are chosen."""

import pytest

pytest.importorskip("vl_convert", reason="the extra 'report' is not installed")

import pandas as pd
import pyarrow as pa

from analyzer.report import figures
from analyzer.report.charts import NARROW, WIDE, Form, Mark
from analyzer.report.figures import _marks, _sample
from analyzer.report.panels import CHAPTERS, Panel
from analyzer.stats.catalogue import shipped_catalogue

PANELS = [panel for _, panels in CHAPTERS for panel in panels]


def test_every_chart_shows_a_statistic_of_the_catalogue():
    assert [panel.statistic for panel in PANELS if panel.statistic not in shipped_catalogue()] == []


def test_no_two_charts_ask_the_same():
    assert len({panel.title for panel in PANELS}) == len(PANELS)


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        # Each share of one whole has its number of cases.
        ([(3, 40, 9), (3, 40, 9), (4, 70, 1)], "n = 40 in 9 games (3 players); 70 in 1 game (4 players)"),
        ([(4, 1200, 1100)], "n = 1,200 in 1,100 games (4 players)"),
    ],
)
def test_cases_and_games_of_a_group_are_counted_once(counts, text):
    (panel,) = [panel for panel in PANELS if panel.statistic == "draw_tenpai_count"]

    assert (
        _sample([{"players": players, "n": n, "games": games} for players, n, games in counts], panel) == text
    )


class Counted:
    """An archive whose only statistic has these rows: values of its dimensions, value, low, high and n;
    two of them come from each game."""

    def __init__(self, columns, rows):
        self.frame = pd.DataFrame(rows, columns=[*columns.split(), "value", "low", "high", "n"])
        self.frame["games"] = self.frame["n"] // 2
        self.frame["few"] = False
        self.asked = []

    def stat(self, name, by, *, where):
        self.asked.append((name, by, where))
        return self.frame

    def table(self, name, columns):
        assert (name, columns) == ("games", ["players"])
        return {"players": pa.array([4])}


@pytest.fixture
def figure(monkeypatch):
    """The figure of one panel, and the marks that were drawn of it."""
    drawings = []

    def draw(marks, form, **more):
        drawings.append((marks, form, more))
        return f"picture {len(drawings)}"

    def figure(panel, columns, rows):
        monkeypatch.setattr(figures, "chart_svg", draw)
        monkeypatch.setattr(figures, "CHAPTERS", (("How Hands End", (panel,)),))
        archive = Counted(columns, rows)
        (chapter,) = figures.chapters(archive)
        wanted = [[*panel.by, panel.at], [*panel.by]] if panel.at else [[*panel.by]]
        assert archive.asked == [
            (panel.statistic, by, [panel.where] if panel.where else None) for by in wanted
        ]
        assert (chapter.anchor, chapter.name) == ("how-hands-end", "How Hands End")
        return chapter.panels[0], drawings

    return figure


RATE, MEAN = "draw_rate", "win_points"


def find(name):
    return shipped_catalogue().find(name)


def test_a_figure_is_drawn_wide_and_narrow_with_the_words_of_its_statistic(figure):
    panel = Panel("How often?", RATE, Form.BARS, at="riichi_count", x="riichi")

    shown, drawings = figure(panel, "players riichi_count", [(4, 1, 0.25, 0.2, 0.3, 8)])

    assert (shown.title, shown.statistic, shown.definition) == ("How often?", RATE, find(RATE).definition)
    assert (shown.picture, shown.narrow) == ("picture 1", "picture 2")
    assert [(form, more) for _, form, more in drawings] == [
        (Form.BARS, {"x": "riichi", "y": find(RATE).unit, "share": True, "canvas": canvas})
        for canvas in (WIDE, NARROW)
    ]
    assert shown.sample == "n = 8 in 4 games (4 players)"
    assert shown.numbers.caption == f"{RATE}: {find(RATE).unit}"
    assert shown.numbers.columns == ("players", "riichi_count", "value", "low", "high", "n", "games", "few")
    assert shown.numbers.rows == (("4", "1", "25.00 %", "20.00 %", "30.00 %", "8", "4", "no"),)


def test_a_mean_is_no_share_and_has_up_to_five_digits(figure):
    panel = Panel("How many?", MEAN, Form.LINE, at="turn", x="turn")

    shown, drawings = figure(panel, "players turn", [(4, 6, 6543.218, 12000.0, None, 1200)])

    ((mark,), _, more), _ = drawings
    assert more["share"] is False
    assert mark == Mark(6, "4 players", 6543.218, 12000, 6543.218, 0, mark.says)
    assert mark.says == "4 players, turn 6: 6,543.2 (12,000 to ), n = 1,200, games = 600"
    assert shown.numbers.rows == (("4", "6", "6,543", "12,000", "", "1,200", "600", "no"),)


def test_nothing_is_drawn_where_nothing_was_counted(figure):
    panel = Panel("How often?", RATE, Form.BARS, at="riichi_count", x="riichi")

    shown, drawings = figure(panel, "players riichi_count", [(4, 1, None, None, None, 0)])

    assert (shown.picture, shown.narrow, drawings) == ("", "", [])
    assert shown.numbers.rows == (("4", "1", "", "", "", "0", "0", "no"),)


def test_an_interval_from_a_few_games_is_not_drawn():
    panel = Panel("How often?", RATE, Form.LINE, at="turn", x="turn")
    row = {"players": 4, "turn": 3, "value": 0.5, "low": 0.1, "high": 0.9, "n": 8, "games": 4}

    drawn = [_marks([{**row, "few": few}], panel, share=True)[0] for few in (True, False)]

    assert [(mark.low, mark.high) for mark in drawn] == [(0.5, 0.5), (0.1, 0.9)]


MARKS = {
    "bins by size, whatever their order": (
        Panel("", RATE, Form.LINE, at="turn", x="turn"),
        "players turn",
        [(4, 12, 0.5, 0.4, 0.6, 8), (4, 3, 0.25, None, None, 8)],
        [
            Mark(3, "4 players", 0.25, 0.25, 0.25, 0, "4 players, turn 3: 25.00 %, n = 8, games = 4"),
            Mark(
                12,
                "4 players",
                0.5,
                0.4,
                0.6,
                1,
                "4 players, turn 12: 50.00 % (40.00 % to 60.00 %), n = 8, games = 4",
            ),
        ],
    ),
    "only as many bins as fit": (
        Panel("", RATE, Form.LINE, at="turn", x="turn", most=2),
        "players turn",
        [(4, turn, 0.5, None, None, 8) for turn in (9, 7, 8)],
        [
            Mark(7, "4 players", 0.5, 0.5, 0.5, 0, "4 players, turn 7: 50.00 %, n = 8, games = 4"),
            Mark(8, "4 players", 0.5, 0.5, 0.5, 1, "4 players, turn 8: 50.00 %, n = 8, games = 4"),
        ],
    ),
    "names as they come, one that is not known too": (
        Panel("", RATE, Form.BARS, at="room", x="room"),
        "players room",
        [
            (4, "tokujou_red", 0.5, None, None, 8),
            (3, None, 0.5, None, None, 8),
            (4, "houou", 0.0, None, None, 8),
        ],
        [
            Mark(
                "tokujou red",
                "4 players",
                0.5,
                0.5,
                0.5,
                0,
                "4 players, room tokujou red: 50.00 %, n = 8, games = 4",
            ),
            Mark("None", "3 players", 0.5, 0.5, 0.5, 1, "3 players, room None: 50.00 %, n = 8, games = 4"),
            Mark("houou", "4 players", 0.0, 0, 0, 2, "4 players, room houou: 0.00 %, n = 8, games = 4"),
        ],
    ),
    "an axis of games": (
        Panel("", RATE, Form.BARS, at="length", x="length"),
        "players length",
        [(4, "south", 0.5, None, None, 8)],
        [Mark("south", "4 players", 0.5, 0.5, 0.5, 0, "4 players, length south: 50.00 %, n = 8, games = 4")],
    ),
    "lying bars: the longest, of all that there are": (
        Panel("", RATE, Form.LYING, x="yaku", most=2),
        "players category",
        [
            (4, "tanyao", 0.25, None, None, 8),
            (4, "pinfu", 0.1, None, None, 8),
            (4, "riichi", 0.5, None, None, 8),
        ],
        [
            Mark(
                "riichi", "4 players", 0.5, 0.5, 0.5, 2, "4 players, yaku riichi: 50.00 %, n = 8, games = 4"
            ),
            Mark(
                "tanyao",
                "4 players",
                0.25,
                0.25,
                0.25,
                0,
                "4 players, yaku tanyao: 25.00 %, n = 8, games = 4",
            ),
        ],
    ),
    "a stack: categories of axis and group, none that is empty": (
        Panel("", RATE, Form.STACK, by=("seat", "year"), x="limit"),
        "players seat year turn category",
        [(3, 2, None, 1, "none", 0.75, None, None, 8), (3, 2, None, 1, "mangan", 0.0, None, None, 8)],
        [
            Mark(
                "none",
                "3 players, seat 2, year not stated",
                0.75,
                0.75,
                0.75,
                0,
                "3 players, seat 2, year not stated, limit none: 75.00 %, n = 8, games = 4",
            )
        ],
    ),
}


@pytest.mark.parametrize(("panel", "columns", "rows", "marks"), MARKS.values(), ids=MARKS)
def test_the_marks_of_a_chart_are(figure, panel, columns, rows, marks):
    _, drawings = figure(panel, columns, rows)

    assert [drawn for drawn, _, _ in drawings] == [marks, marks]


@pytest.mark.parametrize(
    ("years", "text"),
    [
        (range(2010, 2012), "n = 1,000 in 5 games (4 players, 2010); 1,001 in 5 games (4 players, 2011)"),
        (range(2010, 2019), "n = 9,036 in 9 groups of 1,000 to 1,008"),
        ([2010], "n = 1,000 in 5 games (4 players, 2010)"),
    ],
)
def test_of_many_groups_only_the_smallest_and_the_largest_are_counted(years, text):
    rows = [{"players": 4, "year": year, "n": year - 1010, "games": 5} for year in years]

    assert _sample(rows, Panel("", RATE, Form.STACK, by=("year",))) == text


def test_a_chart_of_players_that_the_archive_has_no_games_of_is_left_out(monkeypatch):
    panels = [Panel("", RATE, Form.LYING, x="yaku", players=players) for players in (4, 3)]
    monkeypatch.setattr(figures, "CHAPTERS", (("Wins", panels),))
    monkeypatch.setattr(figures, "chart_svg", lambda *_, **__: "")
    archive = Counted("players category", [(4, "tanyao", 0.25, None, None, 8)])

    (chapter,) = figures.chapters(archive)

    assert len(chapter.panels) == 1
    assert archive.asked == [(RATE, [], ["players = 4"])]


def test_every_title_stands_alone():
    assert [
        panel.title for panel in PANELS if not panel.title.endswith("?") or panel.title.startswith("And")
    ] == []
    assert [panel.title for panel in PANELS if len(panel.title.split()) < 6] == []
