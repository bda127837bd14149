import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analyzer.stats.cells import cell_schema
from analyzer.stats.finish import finished
from analyzer.stats.printing import as_csv, as_json, as_text, write_parquet
from analyzer.stats.statistic import MEAN, RATE, SHARES, Statistic

STATISTICS = {
    "rate": Statistic("rate", "t", "hands", RATE, "share of hands", "Some hands.", None, ()),
    "mean": Statistic("mean", "t", "hands", MEAN, "points", "Some points.", None, (), axis="turn"),
    "none": Statistic("none", "t", "hands", SHARES, "share", "Nothing.", None, (), labels=("a", "b")),
}


def table():
    """A rate of 1 in 4, and at turn 12 a mean of 1000 and 3000; in one room, and in one without a name."""
    rows = [
        ("rate", "houou", None, 4, 1.0, 0.0),
        ("rate", None, None, 4, 0.0, 0.0),
        ("mean", "houou", 12, 2, 4000.0, 10_000_000.0),
        ("mean", None, 3, 1, 500.0, 250_000.0),
    ]
    names = ("statistic", "room", "at", "n", "total", "squares")
    cells = pa.Table.from_pylist([dict(zip(names, row, strict=True)) for row in rows], cell_schema(["room"]))
    return finished(cells, STATISTICS, ["room"])


def test_text_has_the_definition_above_the_numbers():
    assert [*as_text(table(), STATISTICS)] == [
        "rate: share of hands",
        "  Some hands.",
        "  room    value     low    high  n",
        "  houou  0.2500  0.0456  0.6994  4",
        "  -      0.0000  0.0000  0.4899  4",
        "",
        "mean: points",
        "  Some points.",
        "  room   turn   value   low    high  n",
        "  houou  12    2000.0  40.0  3960.0  2",
        "  -      3      500.0     -       -  1",
        "",
        "none: share",
        "  Nothing.",
        "  nothing to count",
    ]


@pytest.mark.parametrize(
    ("mean", "shown"), [(25_012.34, "25012.3"), (12.345, "12.3"), (5.4321, "5.43"), (0.054321, "0.0543")]
)
def test_a_mean_has_three_digits_that_say_something(mean, shown):
    cells = pa.Table.from_pylist(
        [{"statistic": "mean", "at": 1, "n": 1, "total": mean, "squares": mean**2}], cell_schema([])
    )
    lines = [*as_text(finished(cells, STATISTICS, []), {"mean": STATISTICS["mean"]})]

    assert lines[-1].split()[1] == shown


def test_a_group_of_the_name_of_the_axis_leaves_it_to_be_told_apart():
    rows = [{"statistic": "mean", "turn": 9, "at": 12, "n": 1, "total": 1.0, "squares": 1.0}]
    cells = pa.Table.from_pylist(rows, cell_schema(["turn"]))
    lines = [*as_text(finished(cells, STATISTICS, ["turn"]), {"mean": STATISTICS["mean"]})]

    assert lines[2].split() == ["turn", "at", "value", "low", "high", "n"]
    assert lines[3].split()[:2] == ["9", "12"]


def test_csv_has_a_line_of_names_and_no_column_that_says_nothing():
    out = io.BytesIO()

    as_csv(table(), out)

    lines = out.getvalue().decode().splitlines()
    assert lines[0] == '"statistic","room","at","value","low","high","n"'
    assert lines[2].startswith('"rate",,,0,0,0.4898')
    assert len(lines) == 5


def test_json_has_definitions_and_rows():
    rate, mean, none = json.loads("".join(as_json(table(), STATISTICS)))

    assert (rate["statistic"], rate["unit"], rate["definition"]) == ("rate", "share of hands", "Some hands.")
    assert [row["n"] for row in rate["rows"]] == [4, 4]
    assert mean["axis"] == "turn"
    assert mean["rows"][1] == {"room": None, "at": "3", "value": 500.0, "low": None, "high": None, "n": 1}
    assert none["rows"] == []


def test_parquet_has_the_definitions_with_it():
    out = io.BytesIO()

    write_parquet(table(), STATISTICS, out)

    read = pq.read_table(io.BytesIO(out.getvalue()))
    assert read.num_rows == 4
    assert read.schema.metadata[b"definition.mean"] == b"points: Some points."
