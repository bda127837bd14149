"""Tables as the template wants them."""

import math

import pyarrow as pa

from analyzer.report.grids import (
    Mean,
    Percent,
    accounting,
    checked,
    contents,
    draws_told,
    grid,
    no_verdicts,
)

CELLS = [
    *((None, ""), (True, "yes"), (False, "no"), (0, "0"), (-1234567, "-1,234,567"), (math.nan, "")),
    *((0.012344, "0.01234"), (99.46, "99.46"), (-99.46, "-99.46"), (100.5, "100"), (-1234.5, "-1,234")),
    *((Percent(math.nan), ""), (Percent(0), "0.0 %"), (Percent(0.5), "50.0 %")),
    *((Mean(2.5), "2.50"), (Mean(math.nan), ""), ("text", "text")),
]


def test_a_cell_is_written_by_what_it_is():
    assert grid("c", ("a",), [(cell,) for cell, _ in CELLS]).rows == tuple((text,) for _, text in CELLS)


def test_a_column_is_of_numbers_if_each_of_its_cells_is():
    def numeric(*rows):
        return grid("caption", ("x", "y", "z"), iter(rows)).numeric

    assert numeric((1, "a", 2.5)) == {0, 2}
    assert numeric((1, "a", 2.5), (1, "a", None)) == {0}
    assert numeric((Percent(1), 1, "")) == {0, 1}
    assert numeric() == set()


SUMMARY = {"inputs": 29, "games": 3, "unreadable": 5, "duplicates": 6, "absent": 7, "skipped": 8}


def test_the_accounting_ends_with_its_sum():
    shown = accounting(SUMMARY)

    assert shown.rows == (
        ("games, read and judged", "3"),
        ("could not be read", "5"),
        ("duplicates left out", "6"),
        ("database rows without a log", "7"),
        ("skipped: not a log", "8"),
        ("inputs", "29"),
    )
    assert accounting({**SUMMARY, "inputs": 1030}).rows[-1] == ("inputs, though the run counted 1,030", "29")


class Games:
    """An archive of which only the games are known."""

    def __init__(self, *rows):
        self.rows = rows

    def table(self, name, columns):
        assert name == "games"
        return pa.table({column: [row[at] for row in self.rows] for at, column in enumerate(columns)})


def test_what_is_in_an_archive_is_told_for_four_and_three_players_apart():
    shown = contents(
        Games(
            (4, 10, 2012, "hanchan", "houou", "tenhou"),
            (4, 1200, 2010, "tonpuu", None, "tenhou"),
            (3, 7, None, "hanchan", "houou", None),
        )
    )

    assert shown.columns == ("", "4 players", "3 players")
    assert shown.rows == (
        ("games", "2", "1"),
        ("hands", "1,210", "7"),
        ("played", "2010-2012", ""),
        ("length hanchan", "1", "1"),
        ("length tonpuu", "1", "0"),
        ("room houou", "1", "1"),
        ("room not stated", "1", "0"),
        ("rules tenhou", "2", "0"),
        ("rules not stated", "0", "1"),
    )


def test_draws_are_told_by_kind_without_those_that_did_not_happen():
    told = draws_told({"exhaustive": 1200, "suufon_renda": 1, "chombo": 0})

    assert told == "Draws: 1,200 exhaustive, 1 suufon renda."
    assert draws_told({}) == "Draws: none."


def test_checks_are_grouped_with_the_failing_ones_first():
    def counts(failed=0, undecided=0, passed=0, absent=0):
        return {"passed": passed, "failed": failed, "undecided": undecided, "absent": absent}

    shown = checked(
        {
            "chips": counts(absent=4),
            "draw-kind": counts(failed=2, undecided=3, passed=1000),
            "kuikae": counts(undecided=1, passed=1),
            "furiten": counts(passed=7),
            "counters": counts(failed=9),
        }
    )

    assert [table.caption for table in shown.values()] == [
        "2 checks failed",
        "1 check could not always give a verdict",
        "1 check passed wherever they judged",
        "1 check had nothing to judge",
    ]
    assert shown["failed"].columns == ("check", "what is compared", "failed", "undecided", "passed", "absent")
    assert [row[0] for row in shown["failed"].rows] == ["counters", "draw-kind"]
    assert shown["failed"].rows[1] == ("draw-kind", "kind of draw", "2", "3", "1,000", "0")
    assert shown["undecided"].numeric == {2, 3, 4, 5}
    assert [[row[0] for row in table.rows] for table in [*shown.values()][1:]] == [
        ["kuikae"],
        ["furiten"],
        ["chips"],
    ]


def test_checks_without_a_verdict_are_summed_by_reason():
    columns = ("check", "verdict", "reason", "count", "hand")
    rows = [
        ("noten-payment", "undecided", "lobby", 2, 0),
        ("draw-kind", "undecided", "lobby", 1, 0),
        ("noten-payment", "undecided", "lobby", 3, 1),
        ("draw-kind", "undecided", "date", 1000, 0),
        ("draw-kind", "inconsistent", None, 1, 0),
        ("well-formed", "malformed", None, 1, 0),
    ]
    table = pa.table({name: [row[place] for row in rows] for place, name in enumerate(columns)})

    assert no_verdicts({"findings": table}).rows == (
        ("draw-kind", "date", "1,000"),
        ("draw-kind", "lobby", "1"),
        ("noten-payment", "lobby", "5"),
    )
