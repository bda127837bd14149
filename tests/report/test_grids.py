"""Tables as the template wants them."""

import math

import pyarrow as pa
import pytest

from analyzer.report.grids import Percent, grid, no_verdicts, what_was_checked, what_was_read


def test_columns_of_numbers_are_known_and_written_with_separators():
    shown = grid("c", ("name", "n", "rate"), [("a", 1234567, Percent(0.12345)), ("b", 2, Percent(1))])

    assert shown.numeric == {1, 2}
    assert shown.rows == (("a", "1,234,567", "12.35 %"), ("b", "2", "100.00 %"))


def test_what_is_missing_is_empty_and_small_numbers_keep_their_digits():
    assert grid("c", ("a", "b"), [(None, 0.012344), (True, 123456.7)]).rows == (
        ("", "0.01234"),
        ("yes", "123,457"),
    )


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        (-1234567, "-1,234,567"),
        (math.nan, ""),
        (0.012344, "0.01234"),
        (99.46, "99.46"),
        (-99.46, "-99.46"),
        (100.5, "100"),
        (-1234.5, "-1,234"),
        (Percent(math.nan), ""),
        (Percent(0), "0.00 %"),
        (Percent(0.5), "50.00 %"),
        ("text", "text"),
    ],
)
def test_a_cell_is_written_by_what_it_is(cell, text):
    assert grid("c", ("a",), [(cell,)]).rows == ((text,),)


@pytest.mark.parametrize(
    ("rows", "numeric"),
    [
        ([(1, "a", 2.5)], {0, 2}),
        ([(1, "a", 2.5), (1, "a", None)], {0}),
        ([(Percent(1), 1, "")], {0, 1}),
        ([], set()),
    ],
)
def test_a_column_is_of_numbers_if_each_of_its_cells_is(rows, numeric):
    shown = grid("caption", ("x", "y", "z"), iter(rows))

    assert (shown.caption, shown.columns, shown.numeric) == ("caption", ("x", "y", "z"), numeric)


def test_what_was_read_counts_inputs_rule_sets_and_draws():
    shown = what_was_read(
        {
            "inputs": 9,
            "games": 3,
            "hands": 1200,
            "rule_sets": {"wrc": 1, "tenhou": 2},
            "draws": {"suukaikan": 1, "exhaustive": 4},
            "unreadable": 5,
            "duplicates": 6,
            "absent": 7,
            "skipped": 8,
        }
    )

    assert shown.columns == ("what", "how many")
    assert shown.rows == (
        ("inputs", "9"),
        ("games", "3"),
        ("hands", "1,200"),
        ("games under tenhou", "2"),
        ("games under wrc", "1"),
        ("draws: suukaikan", "1"),
        ("draws: exhaustive", "4"),
        ("could not be read", "5"),
        ("duplicates left out", "6"),
        ("rows without a log", "7"),
        ("passed over, no logs", "8"),
    )


def test_what_was_checked_has_a_row_for_each_check():
    counts = {"absent": 4, "undecided": 3, "failed": 2, "passed": 1000}

    shown = what_was_checked({"draw-kind": counts, "bust": dict.fromkeys(counts, 0)})

    assert shown.columns == ("check", "passed", "failed", "undecided", "absent")
    assert shown.rows == (("draw-kind", "1,000", "2", "3", "4"), ("bust", "0", "0", "0", "0"))
    assert shown.numeric == {1, 2, 3, 4}


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
