"""Tables as the template wants them."""

import math

import pyarrow as pa

from analyzer.report.grids import Mean, Percent, accounting, checked, contents, draws_told, grid, no_verdicts
from tests.case_files import whole

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
