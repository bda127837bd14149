import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analyzer.stats.catalogue import Kind, Statistic
from analyzer.stats.results import as_csv, as_json, as_text, joined, write_parquet

RATE = Statistic("rate", "t", "hands", Kind.RATE, "true", unit="share of hands", definition="Some hands.")
MEAN = Statistic("mean", "t", "hands", Kind.MEAN, "1", unit="points", definition="Some points.", usual="turn")
NONE = Statistic("none", "t", "hands", Kind.SHARES, "1", unit="share", definition="Nothing.")


def rows_of(**columns):
    """A result: what is given, then values with an interval where there are two of them."""
    values, n = columns.pop("values"), columns.pop("n")
    return pa.table(
        {
            **columns,
            "value": pa.array([one[0] for one in values], pa.float64()),
            "low": pa.array([one[1] if one[1:] else None for one in values], pa.float64()),
            "high": pa.array([one[2] if one[1:] else None for one in values], pa.float64()),
            "n": pa.array(n, pa.int64()),
            "games": pa.array([1] * len(n), pa.int64()),
            "few": pa.array([False] * len(n)),
        }
    )


RESULTS = [
    (RATE, rows_of(room=["houou", None], values=[(0.25, 0.0456, 0.6994), (0.0,)], n=[4, 4])),
    (
        MEAN,
        rows_of(turn=[12, None], values=[(2000.0, 40.0, 3960.0), (500.0,)], n=[2, 1]),
    ),
    (NONE, rows_of(values=[], n=[])),
]


def test_text_has_the_definition_above_the_numbers():
    assert [*as_text(RESULTS)] == [
        "rate: share of hands",
        "  Some hands.",
        "  room    value     low    high  n  games",
        "  houou  0.2500  0.0456  0.6994  4      1",
        "  -      0.0000       -       -  4      1",
        "",
        "mean: points",
        "  Some points.",
        "  Often shown by: turn",
        "  turn   value   low    high  n  games",
        "  12    2000.0  40.0  3960.0  2      1",
        "  -      500.0     -       -  1      1",
        "",
        "none: share",
        "  Nothing.",
        "  nothing to count",
    ]


def test_no_expression_or_catalogue_of_others_controls_the_terminal():
    told = Statistic(
        "s\x1b[31m", "t", "hands", Kind.RATE, "true", unit="u\x07", definition="d\x1b", usual="x\r"
    )
    rows = rows_of(**{"'\x1b[31m'": ["a"]}, values=[(0.5,)], n=[1])
    results, out = [(told, rows)], io.BytesIO()

    as_csv(joined(results), out)

    shown = ("\n".join(as_text(results)), "".join(as_json(results)), out.getvalue().decode())
    assert not any(sign in text for text in shown for sign in "\x1b\x07\r")
    assert json.loads(shown[1])[0]["definition"] == told.definition


@pytest.mark.parametrize(
    ("means", "shown"),
    [
        ([25_012.34], "25012.3"),
        ([12.345], "12.3"),
        ([5.4321], "5.43"),
        ([0.054321], "0.0543"),
        # A zero has no sign.
        ([2000.0, -0.01], "0.0"),
    ],
)
def test_a_mean_has_three_digits_that_say_something(means, shown):
    lines = [*as_text([(MEAN, rows_of(values=[(mean,) for mean in means], n=[1] * len(means)))])]

    assert lines[-1].split()[0] == shown


def test_csv_has_the_axes_of_all():
    out = io.BytesIO()

    as_csv(joined(RESULTS), out)

    lines = out.getvalue().decode().splitlines()
    assert lines[0] == '"statistic","room","turn","value","low","high","n","games","few"'
    assert lines[1] == '"rate","houou",,0.25,0.0456,0.6994,4,1,false'
    assert len(lines) == 5


def test_json_has_definitions_and_rows():
    rate, mean, none = json.loads("".join(as_json(RESULTS)))

    assert (rate["statistic"], rate["unit"], rate["definition"]) == ("rate", "share of hands", "Some hands.")
    assert [row["n"] for row in rate["rows"]] == [4, 4]
    assert mean["usual"] == "turn"
    assert mean["rows"][1] == {
        "turn": None,
        "value": 500.0,
        "low": None,
        "high": None,
        "n": 1,
        "games": 1,
        "few": False,
    }
    assert none["rows"] == []


def test_parquet_has_the_definitions_with_it():
    out = io.BytesIO()

    write_parquet(joined(RESULTS), [RATE, MEAN], out)

    read = pq.read_table(io.BytesIO(out.getvalue()))
    assert read.num_rows == 4
    assert read.schema.metadata[b"definition.mean"] == b"points: Some points."
