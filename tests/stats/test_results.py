"""Results as text, CSV, JSON and Parquet; quantiles of a few numbers by hand, and their intervals."""

import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analyzer.errors import UserMistake
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import Kind, Statistic
from analyzer.stats.results import as_csv, as_json, as_text, joined, write_parquet
from tests.stats.frames import run_of
from tests.thinned import thinned

pytestmark = pytest.mark.usefixtures("one_database")

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
    (MEAN, rows_of(turn=[12, None], values=[(2000.0, 40.0, 3960.0), (500.0,)], n=[2, 1])),
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
    texts = {"unit": "u\x07", "definition": "d\x1b", "usual": "x\r"}
    told = Statistic("s\x1b[31m", "t", "hands", Kind.RATE, "true", **texts)
    rows = rows_of(**{"'\x1b[31m'": ["a"]}, values=[(0.5,)], n=[1])
    results, out = [(told, rows)], io.BytesIO()

    as_csv(joined(results), out)

    shown = ("\n".join(as_text(results)), "".join(as_json(results)), out.getvalue().decode())
    assert not any(sign in text for text in shown for sign in "\x1b\x07\r")
    assert json.loads(shown[1])[0]["definition"] == told.definition


MEANS = {
    "25012.3": [25_012.34],
    "12.3": [12.345],
    "5.43": [5.4321],
    "0.0543": [0.054321],
    "0.0": [2000, -0.01],
}
"""The last line of some means; a zero has no sign."""


def test_a_mean_has_three_digits_that_say_something():
    for shown, means in MEANS.items():
        told = rows_of(values=[(mean,) for mean in means], n=[1] * len(means))
        assert [*as_text([(MEAN, told)])][-1].split()[0] == shown


def test_csv_has_the_axes_of_all_and_parquet_the_definitions():
    csv, parquet = io.BytesIO(), io.BytesIO()

    as_csv(joined(RESULTS), csv)
    write_parquet(joined(RESULTS), [RATE, MEAN], parquet)

    lines = csv.getvalue().decode().splitlines()
    assert lines[0] == '"statistic","room","turn","value","low","high","n","games","few"'
    assert lines[1] == '"rate","houou",,0.25,0.0456,0.6994,4,1,false'
    read = pq.read_table(io.BytesIO(parquet.getvalue()))
    assert (read.num_rows, len(lines)) == (4, 5)
    assert read.schema.metadata[b"definition.mean"] == b"points: Some points."


def test_json_has_definitions_and_rows():
    rate, mean, none = json.loads("".join(as_json(RESULTS)))

    assert (rate["statistic"], rate["unit"], rate["definition"]) == ("rate", "share of hands", "Some hands.")
    assert [row["n"] for row in rate["rows"]] == [4, 4]
    assert mean["usual"] == "turn"
    none_of = dict.fromkeys(("turn", "low", "high"))
    assert mean["rows"][1] == none_of | {"value": 500.0, "n": 1, "games": 1, "few": False}
    assert none["rows"] == []


HONBA = [0, 0, 1, 2, 5, 5, 7, None]
QUANTILES = {0.01: 0, 2 / 7: 0, 0.3: 1, 0.5: 2, 0.7: 5, 6 / 7: 5, 0.99: 7}


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Two games of four hands; the honba of one is unknown."""
    hands = {"honba": HONBA, "kyotaku": [3 * (one or 0) for one in HONBA]}
    games = {"hands": [4, 4], "room": ["houou", None]}
    return load_archive(run_of(tmp_path_factory.mktemp("quantiles"), games=games, hands=hands))


def test_the_quantile_is_the_least_number_that_so_many_rows_are_at_most(archive):
    for share, expected in QUANTILES.items():
        (row,) = archive.quantile("dealt_hands", "honba", share).itertuples()
        assert (row.value, row.n, row.games, row.left_out) == (expected, 7, 2, 1)
        assert row.low <= row.value <= row.high


def test_the_median_of_each_group_is_its_own(archive):
    frame = archive.quantile("dealt_hands", "honba / 2", by="room, date_trunc('day', date) AS day")
    shown = frame[["room", "value", "n", "games"]].astype(object)

    # Of 0, 0, 1 and 2 halves, and of 5, 5 and 7; one game has no interval.
    assert shown.where(shown.notna(), None).to_numpy().tolist() == [["houou", 0, 4, 1], [None, 2.5, 3, 1]]
    assert frame[["low", "high"]].isna().all(axis=None)


def test_conditions_choose_the_rows(archive):
    only = archive.quantile("dealt_hands", "kyotaku", of="honba > 0", where="room is null")

    assert only[["value", "n"]].to_numpy().tolist() == [[15, 3]]
    assert archive.quantile("dealt_hands", "kyotaku", of="honba > 9").empty


@pytest.mark.parametrize("share", thinned([0.5, 0.25, 0.9], 3))
def test_intervals_are_those_of_a_bootstrap_over_games(tmp_path, share):
    games, draws, random = 200, 200, np.random.default_rng(7)
    hands = random.integers(4, 13, games)
    # As different between games as within one: rows taken as independent would give half the width.
    levels = np.repeat(random.normal(20_000, 3_000, games), hands)
    honba = (levels + random.normal(0, 3_000, len(levels))).astype(int)
    archive = load_archive(run_of(tmp_path, games={"hands": hands.tolist()}, hands={"honba": honba.tolist()}))
    (row,) = archive.quantile("dealt_hands", "honba", share).itertuples()
    of_games = np.split(honba, np.cumsum(hands)[:-1])
    drawn = (np.concatenate([of_games[at] for at in random.integers(0, games, games)]) for _ in range(draws))
    low, high = np.quantile([np.quantile(one, share) for one in drawn], [0.025, 0.975])

    # An end of so few draws has a standard error of a twentieth of the width: three of them.
    assert (row.low, row.high) == pytest.approx((low, high), abs=0.15 * (high - low))


def test_too_many_groups_are_refused(archive, monkeypatch):
    monkeypatch.setattr("analyzer.stats.results._MOST_GROUPS", 3)

    with pytest.raises(UserMistake, match="quantiles of 8 groups are asked for; expected at most 3"):
        archive.quantile("dealt_hands", "kyotaku", by="game, hand")
