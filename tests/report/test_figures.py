"""The charts that are chosen, and where their marks lie."""

import pyarrow as pa
import pytest

from analyzer.report import figures
from analyzer.report.figures import Panel
from analyzer.stats.catalogue import shipped_catalogue

PANELS = [panel for some in figures.panels().values() for panel in some]


def test_what_differs_in_the_statistic_alone_is_counted_together():
    archive = Counted(draw_rate=("players", []), win_points=("players", []))
    asks = [figures.Ask(RATE), figures.Ask(MEAN, (), "kyoku = 0"), figures.Ask(MEAN), figures.Ask(RATE)]

    found = figures.answers(archive, asks)

    assert archive.asked == [(RATE, (), None), (MEAN, (), None), (MEAN, (), "kyoku = 0")]
    assert set(found) == set(asks)


def test_every_chart_shows_a_statistic_of_the_catalogue():
    named = [name for panel in PANELS for name in (panel.statistic, *(panel.baseline or ())[:1])]

    assert [name for name in named if name not in shipped_catalogue()] == []


def test_no_two_charts_ask_the_same():
    assert len({panel.title for panel in PANELS}) == len(PANELS)


def test_every_title_stands_alone():
    assert [panel.title for panel in PANELS if not panel.title.endswith("?")] == []
    assert [panel.title for panel in PANELS if len(panel.title.split()) < 5] == []


class Counted:
    """An archive whose statistics have these rows: values of their dimensions, value, low, high and n; two of
    them come from each game."""

    def __init__(self, **rows):
        self.rows = rows
        self.asked = []

    def results(self, names, by, *, where, note):
        self.asked += [(name, by, where) for name in names]
        return [(find(name), self.table(name)) for name in names]

    def table(self, name):
        columns, rows = self.rows[name]
        names = [*columns.split(), "value", "low", "high", "n", "games", "few"]
        whole = [(*row, row[-1] // 2, row[-1] < 10) for row in rows]
        return pa.table({name: [row[place] for row in whole] for place, name in enumerate(names)})


RATE, MEAN = "draw_rate", "win_points"
BY_RIICHI = Panel("How often?", RATE, at="riichi_count", x="riichi")
BY_TURN = Panel("How often?", RATE, at="turn", x="turn", where="turn is not null", is_line=True)


def find(name):
    return shipped_catalogue().find(name)


def of(panel, columns, rows, **more):
    archive = Counted(**{panel.statistic: (columns, rows)}, **more)
    return figures.panel_figure(panel, figures.answers(archive, figures.asks_of(panel)))


def bars(figure):
    return {place: [(bar.look, bar.left, bar.width, bar.value) for bar in row] for place, row in figure.bars}


def test_a_figure_has_the_words_of_its_statistic_and_the_numbers_behind_it():
    archive = Counted(
        draw_rate=("players riichi_count", [(4, 1, 0.25, 0.2, 0.3, 80), (4, 2, 0.5, 0.4, 0.6, 80)])
    )

    shown = figures.panel_figure(BY_RIICHI, figures.answers(archive, figures.asks_of(BY_RIICHI)))

    assert archive.asked == [(RATE, ("riichi_count",), None), (RATE, (), None)]
    assert (shown.title, shown.statistic, shown.definition) == ("How often?", RATE, find(RATE).definition)
    assert shown.numbers.caption == f"{RATE}: {find(RATE).unit}"
    assert shown.numbers.columns == ("players", "riichi_count", "value", "low", "high", "n", "games", "few")
    assert shown.numbers.rows[0] == ("4", "1", "25.0 %", "20.0 %", "30.0 %", "80", "40", "no")


def test_bars_are_as_long_as_their_values_with_their_number_and_interval():
    shown = of(
        BY_RIICHI,
        "players riichi_count",
        [(3, 1, 0.5, 0.4, 0.9, 80), (4, 1, 0.25, 0.2, 0.3, 80), (4, 2, 0.1, 0, 0.2, 80)],
    )

    assert bars(shown) == {
        "1": [("p4", 0, 50, "25.0 %"), ("p3", 0, 100, "50.0 %")],
        "2": [("p4", 0, 20, "10.0 %")],
    }
    # The interval does not set the axis: it ends at the edge.
    assert [(bar.low, bar.high) for bar in shown.bars[0][1]] == [(40, 60), (80, 100)]
    assert shown.bars[0][1][0].says == "4 players, riichi 1: 25.0 % (20.0 % to 30.0 %), n = 80, games = 40"
    assert shown.legend == (("p4", "4 players"), ("p3", "3 players"))


def test_bars_below_zero_go_to_the_left():
    panel = Panel("What?", "noten_payment_mean", at="state", x="state")
    shown = of(
        panel,
        "players state",
        [(4, "noten", -1000, -1000, -1000, 80), (4, "silent_tenpai", 3000, None, None, 80)],
    )

    assert bars(shown) == {"noten": [("p4", 0, 25, "-1,000")], "silent tenpai": [("p4", 25, 75, "3,000")]}


def test_of_yaku_the_most_frequent_are_drawn_and_what_never_happened_is_left_to_the_table():
    panel = Panel("Which?", "yaku_rates", x="yaku", most=2, by_size=True)
    rows = [
        (4, "pinfu", 0.2),
        (4, "tanyao", 0.3),
        (4, "chinitsu", 0.1),
        (4, "tenhou", 0.0),
        (3, "pinfu", 0.4),
    ]
    shown = of(panel, "players category", [(*row, None, None, 80) for row in rows])

    assert [place for place, _ in shown.bars] == ["pinfu", "tanyao"]
    assert len(shown.numbers.rows) == 5
    places = of(panel._replace(most=9), "players category", [(*row, None, None, 80) for row in rows]).bars
    assert [place for place, _ in places] == ["pinfu", "tanyao", "chinitsu"]


def test_values_of_a_few_rows_are_left_to_the_table_unless_all_are_such():
    rows = [(4, 1, 0.2, 0.1, 0.3, 30), (4, 2, 1.0, 0.1, 1.0, 2)]
    few = [(4, 1, 0.2, 0.1, 0.3, 29), (4, 2, 1.0, 0.1, 1.0, 2)]

    assert bars(of(BY_RIICHI, "players riichi_count", rows)) == {"1": [("p4", 0, 100, "20.0 %")]}
    assert len(of(BY_RIICHI, "players riichi_count", few).bars) == 2
    turned = of(BY_TURN, "players turn", rows)
    assert [tick.name for tick in turned.lines.up][-1] == "20 %"
    assert len(turned.lines.lines[0].dots) == 1


def test_an_interval_from_a_few_games_is_not_drawn():
    few, many = ([(4, turn, 0.5, 0.1, 0.9, n) for turn in (3, 4)] for n in (8, 80))

    assert of(BY_TURN, "players turn", few).lines.lines[0].band == ""
    assert of(BY_TURN, "players turn", many).lines.lines[0].band != ""


def test_a_line_goes_by_the_size_of_its_places_one_for_each_number_of_players():
    rows = [(4, 12, 0.5, 0.4, 0.6, 80), (4, 3, 0.25, None, None, 80), (3, 5, 0.25, None, None, 80)]

    lines = of(BY_TURN, "players turn", rows).lines

    assert [(line.look, [says for _, _, says in line.dots]) for line in lines.lines] == [
        ("p3", ["3 players, turn 5: 25.0 %, n = 80, games = 40"]),
        (
            "p4",
            [
                "4 players, turn 3: 25.0 %, n = 80, games = 40",
                "4 players, turn 12: 50.0 % (40.0 % to 60.0 %), n = 80, games = 40",
            ],
        ),
    ]
    assert (lines.across_title, lines.up[0].name) == ("turn", "0 %")


def test_names_along_a_line_come_in_their_order_and_only_where_there_are_several():
    panel = Panel("What, month by month?", MEAN, at="year_month", x="month", is_line=True)
    months = [f"2021-{month:02}" for month in (3, 1, 2)]
    rows = [(4, month, 1000.0 + place, None, None, 80) for place, month in enumerate(months)]

    lines = of(panel, "players year_month", rows).lines

    assert [tick.name for tick in lines.across] == ["2021-01", "2021-02", "2021-03"]
    assert [says.split(":")[0] for _, _, says in lines.lines[0].dots] == [
        "4 players, month 2021-01",
        "4 players, month 2021-02",
        "4 players, month 2021-03",
    ]
    assert of(panel, "players year_month", rows[:1]) is None


def test_what_has_no_place_on_a_line_is_left_to_the_table():
    rows = [(4, None, 0.5, None, None, 80), (4, 3, 0.25, None, None, 80)]
    shown = of(BY_TURN, "players turn", rows)

    assert len(shown.lines.lines[0].dots) == 1
    assert (
        of(
            BY_TURN, "players turn", [rows[0], (3, None, 0.5, None, None, 80), (4, 1, None, None, None, 0)]
        ).lines
        is None
    )


def test_a_rate_of_zero_is_drawn_along_an_axis():
    shown = of(BY_RIICHI, "players riichi_count", [(4, 0, 0.0, None, None, 80), (4, 1, 0.0, None, None, 80)])

    assert bars(shown) == {"0": [("p4", 0, 0, "0.0 %")], "1": [("p4", 0, 0, "0.0 %")]}


def test_a_baseline_is_drawn_beside_in_the_same_colour():
    (panel,) = [panel for panel in PANELS if panel.baseline]
    rows = [(4, 3, 0.2, None, None, 80), (4, 4, 0.1, None, None, 80)]
    beside = [(4, 3, 0.3, None, None, 80), (3, 3, 0.4, None, None, 80)]

    shown = of(panel, "players first_riichi_turn", rows, quiet_draw_rate=("players quiet_turn", beside))

    assert [line.look for line in shown.lines.lines] == ["p4", "p4 beside"]
    assert shown.legend[-1] == ("beside", "without a riichi until that turn")
    assert shown.lines.lines[1].dots[0][2].startswith("4 players, without a riichi until that turn 3: 30.0 %")


@pytest.mark.parametrize("at", ["room", "year"])
def test_a_chart_along_an_axis_of_one_value_would_say_the_same_twice(at):
    panel = Panel("How often?", RATE, at=at, x=at, is_line=at == "year")

    assert (
        of(panel, f"players {at}", [(4, 2010, 0.2, None, None, 80), (3, 2010, 0.2, None, None, 80)]) is None
    )
    assert of(panel, f"players {at}", [(4, 2010, 0.2, None, None, 80), (4, 2011, 0.2, None, None, 80)])


def test_nothing_is_drawn_where_nothing_was_counted():
    shown = of(BY_RIICHI, "players riichi_count", [(4, 1, None, None, None, 0), (4, 2, None, None, None, 0)])

    assert (shown.lines, shown.bars) == (None, ())
    assert shown.numbers.rows[0] == ("4", "1", "", "", "", "0", "0", "yes")


@pytest.mark.parametrize(
    ("number", "share", "text"),
    [
        (0.12345, True, "12.3 %"),
        (2.4567, False, "2.46"),
        (-12.345, False, "-12.3"),
        (5457.9, False, "5,458"),
        (None, False, ""),
    ],
)
def test_shares_have_one_decimal_and_numbers_three_digits(number, share, text):
    assert figures.written(number, share=share) == text


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
