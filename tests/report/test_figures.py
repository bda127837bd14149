"""The charts that are chosen."""

import pytest

pytest.importorskip("vl_convert", reason="the extra 'report' is not installed")

import pandas as pd

from analyzer.report import figures
from analyzer.report.charts import NARROW, WIDE, Form, Mark
from analyzer.report.figures import CHAPTERS, Panel, _sample
from analyzer.stats.catalogue import shipped_catalogue

PANELS = [panel for _, panels in CHAPTERS for panel in panels]


def test_every_chart_shows_a_statistic_of_the_catalogue():
    assert [panel.statistic for panel in PANELS if panel.statistic not in shipped_catalogue()] == []


def test_no_two_charts_ask_the_same():
    assert len({panel.title for panel in PANELS}) == len(PANELS)


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        # Shares of one whole have its number of cases in each bin; rates have their own.
        ([(3, 40), (3, 40), (4, 70), (4, 70)], "n = 40 (3 players); 70 (4 players)"),
        ([(3, 40), (3, 10), (4, 70), (4, 5)], "n = 50 (3 players); 75 (4 players)"),
        ([(4, 1200)], "n = 1,200 (4 players)"),
    ],
)
def test_cases_of_a_group_are_counted_once(counts, text):
    (panel,) = [panel for panel in PANELS if panel.statistic == "draw_tenpai_count"]

    assert _sample([{"players": players, "n": n} for players, n in counts], panel) == text


class Counted:
    """An archive whose only statistic has these rows: values of its dimensions, value, low, high and n."""

    def __init__(self, columns, rows):
        self.frame = pd.DataFrame(rows, columns=[*columns.split(), "value", "low", "high", "n"])
        self.asked = []

    def stat(self, name, by, *, where, pool_players):
        self.asked.append((name, by, where, pool_players))
        return self.frame


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
        by = [*panel.by, *([panel.at] if panel.at else [])]
        assert archive.asked == [(panel.statistic, by, panel.where or None, panel.pools)]
        assert (chapter.anchor, chapter.name) == ("how-hands-end", "How Hands End")
        return chapter.panels[0], drawings

    return figure


RATE, MEAN = "draw_rate", "win_points"


def find(name):
    return shipped_catalogue().find(name).statistic


def test_a_figure_is_drawn_wide_and_narrow_with_the_words_of_its_statistic(figure):
    panel = Panel("How often?", RATE, Form.BARS, at="riichi_count", x="riichi")

    shown, drawings = figure(panel, "players riichi_count", [(4, 1, 0.25, 0.2, 0.3, 8)])

    assert (shown.title, shown.statistic, shown.definition) == ("How often?", RATE, find(RATE).definition)
    assert (shown.picture, shown.narrow) == ("picture 1", "picture 2")
    assert [(form, more) for _, form, more in drawings] == [
        (Form.BARS, {"x": "riichi", "y": find(RATE).unit, "share": True, "canvas": canvas})
        for canvas in (WIDE, NARROW)
    ]
    assert shown.sample == "n = 8 (4 players)"
    assert shown.numbers.caption == f"{RATE}: {find(RATE).unit}"
    assert shown.numbers.columns == ("players", "riichi_count", "value", "low", "high", "n")
    assert shown.numbers.rows == (("4", "1", "25.00 %", "20.00 %", "30.00 %", "8"),)


def test_a_mean_is_no_share_and_has_up_to_five_digits(figure):
    panel = Panel("How many?", MEAN, Form.LINE, at="turn", x="turn")

    shown, drawings = figure(panel, "players turn", [(4, 6, 6543.218, 12000.0, None, 1200)])

    ((mark,), _, more), _ = drawings
    assert more["share"] is False
    assert mark == Mark(6, "4 players", 6543.218, 12000, 6543.218, 0, mark.says)
    assert mark.says == "4 players, turn 6: 6,543.2 (12,000 to ), n = 1,200"
    assert shown.numbers.rows == (("4", "6", "6,543", "12,000", "", "1,200"),)


def test_nothing_is_drawn_where_nothing_was_counted(figure):
    panel = Panel("How often?", RATE, Form.BARS, at="riichi_count", x="riichi")

    shown, drawings = figure(panel, "players riichi_count", [(4, 1, None, None, None, 0)])

    assert (shown.picture, shown.narrow, drawings) == ("", "", [])
    assert shown.numbers.rows == (("4", "1", "", "", "", "0"),)


MARKS = {
    "bins by size, whatever their order": (
        Panel("", RATE, Form.LINE, at="turn", x="turn"),
        "players turn",
        [(4, 12, 0.5, 0.4, 0.6, 8), (4, 3, 0.25, None, None, 8)],
        [
            Mark(3, "4 players", 0.25, 0.25, 0.25, 0, "4 players, turn 3: 25.00 %, n = 8"),
            Mark(
                12, "4 players", 0.5, 0.4, 0.6, 1, "4 players, turn 12: 50.00 % (40.00 % to 60.00 %), n = 8"
            ),
        ],
    ),
    "only as many bins as fit": (
        Panel("", RATE, Form.LINE, at="turn", x="turn", most=2),
        "players turn",
        [(4, turn, 0.5, None, None, 8) for turn in (9, 7, 8)],
        [
            Mark(7, "4 players", 0.5, 0.5, 0.5, 0, "4 players, turn 7: 50.00 %, n = 8"),
            Mark(8, "4 players", 0.5, 0.5, 0.5, 1, "4 players, turn 8: 50.00 %, n = 8"),
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
            Mark("tokujou red", "4 players", 0.5, 0.5, 0.5, 0, "4 players, room tokujou red: 50.00 %, n = 8"),
            Mark("None", "3 players", 0.5, 0.5, 0.5, 1, "3 players, room None: 50.00 %, n = 8"),
            Mark("houou", "4 players", 0.0, 0, 0, 2, "4 players, room houou: 0.00 %, n = 8"),
        ],
    ),
    "an axis of games": (
        Panel("", RATE, Form.BARS, at="length", x="length"),
        "players length",
        [(4, "south", 0.5, None, None, 8)],
        [Mark("south", "4 players", 0.5, 0.5, 0.5, 0, "4 players, length south: 50.00 %, n = 8")],
    ),
    "one bar where there are no groups at all": (
        Panel("", RATE, Form.BARS, x="all", pools=True),
        "",
        [(0.5, None, None, 8)],
        [Mark("all", "", 0.5, 0.5, 0.5, 0, "all all: 50.00 %, n = 8")],
    ),
    "lying bars: the longest, of all that there are": (
        Panel("", RATE, Form.LYING, x="yaku", most=2, pools=True),
        "category",
        [("tanyao", 0.25, None, None, 8), ("pinfu", 0.125, None, None, 8), ("riichi", 0.5, None, None, 8)],
        [
            Mark("riichi", "", 0.5, 0.5, 0.5, 2, "yaku riichi: 50.00 %, n = 8"),
            Mark("tanyao", "", 0.25, 0.25, 0.25, 0, "yaku tanyao: 25.00 %, n = 8"),
        ],
    ),
    "a stack: categories of axis and group, none that is empty": (
        Panel("", RATE, Form.STACK, by=("seat", "year"), x="limit", pools=True),
        "seat year turn category",
        [(2, None, 1, "none", 0.75, None, None, 8), (2, None, 1, "mangan", 0.0, None, None, 8)],
        [
            Mark(
                "none",
                "seat 2, year not stated",
                0.75,
                0.75,
                0.75,
                0,
                "seat 2, year not stated, limit none: 75.00 %, n = 8",
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
        (range(2010, 2012), "n = 1,000 (4 players, 2010); 1,001 (4 players, 2011)"),
        (
            range(2010, 2018),
            "; ".join(f"{number - 1010:,} (4 players, {number})" for number in range(2010, 2018)),
        ),
        (range(2010, 2019), "n = 9,036 in 9 groups of 1,000 to 1,008"),
        ([2010], "n = 1,000 (4 players, 2010)"),
    ],
)
def test_of_many_groups_only_the_smallest_and_the_largest_are_counted(years, text):
    rows = [{"players": 4, "year": year, "n": year - 1010} for year in years]

    assert _sample(rows, Panel("", RATE, Form.STACK, by=("year",))) in (text, f"n = {text}")


def test_cases_without_groups_are_only_counted():
    assert _sample([{"n": 1200}], Panel("", RATE, Form.LYING, pools=True)) == "n = 1,200"
