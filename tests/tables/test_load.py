"""Tables as a researcher reads them: from one folder or several, on a disk or in a store."""

import errno
import json
import os
from uuid import uuid4

import pandas as pd
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from analyzer.audit import LogName, review
from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.tables.load import RunTables, load, read_manifest
from analyzer.tables.schema import tables_of
from tests.written_runs import write_manifest, write_run

LATER = LogName("2023010105gm-00a9-0000-00000002", "later.mjlog")


@pytest.fixture(scope="module")
def run(tmp_path_factory, small_review):
    return write_run(tmp_path_factory.mktemp("run"), small_review)


@pytest.fixture(scope="module")
def later_review(small_game):
    return review([(LATER, small_game)])


@pytest.fixture(scope="module")
def later(tmp_path_factory, later_review):
    return write_run(tmp_path_factory.mktemp("later"), later_review)


def test_some_columns_and_rows_can_be_asked_for(run):
    assert (
        load(run).table("games", "room").column_names
        == [*load(run).frame("games", "room").columns]
        == ["room"]
    )
    table = load(run).table("seats", ["seat", "waits"], ds.field("hand") == 2)

    assert table.to_pylist() == [
        {"seat": 0, "waits": ""},
        {"seat": 1, "waits": "5z"},
        {"seat": 2, "waits": "5z"},
        {"seat": 3, "waits": "4p6z"},
    ]


def test_parts_without_wanted_rows_are_not_read(tmp_path, small_review, later_review):
    tables = load(write_run(tmp_path, small_review, later_review))
    (old, _) = sorted((tmp_path / "draws").iterdir())
    data = old.read_bytes()
    old.write_bytes(data[:4] + bytes(996) + data[1000:])

    years = tables.table("draws", ["year"], ds.field("year") == 2023)["year"].to_pylist()

    assert years == [2023, 2023]
    with pytest.raises(UserMistake, match=r"draws' is damaged"):
        tables.table("draws", ["year", "kind"])


def test_files_that_the_manifest_does_not_list_are_not_read(tmp_path, small_review, later_review):
    write_run(tmp_path, later_review)
    listed_only = (tmp_path / "manifest.json").read_bytes()
    write_run(tmp_path, small_review, later_review)
    (tmp_path / "manifest.json").write_bytes(listed_only)

    assert load(tmp_path)["games"]["year"].to_pylist() == [2023]


def test_a_frame_has_nullable_types_and_no_objects(run):
    frames = {name: load(run).frame(name) for name in tables_of(None)}

    kinds = {str(kind) for frame in frames.values() for kind in frame.dtypes}
    numbers = {"Int32", "Int64", "boolean", "float64"}
    assert {kind for kind in kinds if "list" not in kind} == {
        *numbers,
        *("string", "category", "datetime64[ms]"),
    }
    assert frames["hands"]["end"].tolist() == ["ryuukyoku", "ryuukyoku", "agari"]
    assert frames["hands"]["winner"].tolist() == [pd.NA, pd.NA, 3]


def test_runs_are_read_as_one(run, later):
    both = load(run, later)

    assert both["games"]["year"].to_pylist() == [2022, 2023]
    assert both["seats"].num_rows == 2 * load(run)["seats"].num_rows
    assert both.table("games", ["log_id"], ds.field("year") == 2023).to_pylist() == [{"log_id": LATER.log_id}]


def test_categories_of_several_parts_can_be_grouped(tmp_path, small_review, small_game):
    """Arrow refuses chunks whose dictionaries differ."""
    by_others = review([(LATER, small_game)], "m-league")
    games = load(write_run(tmp_path, small_review, by_others))["games"]

    counted = games.group_by("rule_set").aggregate([([], "count_all")])

    assert counted.to_pylist() == [
        {"rule_set": "tenhou-2010", "count_all": 1},
        {"rule_set": "m-league", "count_all": 1},
    ]


def test_runs_with_a_log_in_common_are_refused(run, later, tmp_path, later_review):
    again = write_run(tmp_path, later_review)

    with pytest.raises(UserMistake) as refused:
        load(run, later, again)

    assert str(refused.value) == (
        f"log {LATER.log_id} is in {str(later)!r} and in {str(again)!r}, and would count twice; "
        "expected runs without a log in common"
    )


def test_a_run_may_lie_in_a_store(small_review, run):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    place = f"memory://{uuid4().hex}/out"
    write_run(place, small_review)

    assert load(place)["seats"].equals(load(run)["seats"])
    assert load(place).table("hands", ["hand"], ds.field("year") == 2021).num_rows == 0
    folder(place).remove(folder(place).names("hands")[0])
    with pytest.raises(UserMistake, match=r"hands/part-.*' is damaged"):
        load(place)["hands"]


@pytest.mark.parametrize(
    "read",
    [
        lambda tables: tables["hands"],
        lambda tables: tables.runs[0].read("hands", tables.runs[0].parts["hands"][0]),
    ],
    ids=["a table", "a part"],
)
def test_a_store_that_does_not_answer_is_no_damaged_run(small_review, read, monkeypatch):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    place = f"memory://{uuid4().hex}/out"
    tables = load(write_run(place, small_review))

    def broken(store, name):
        raise OSError(errno.ECONNRESET, "reset", name)

    monkeypatch.setattr("analyzer.folders.Store.open", broken)
    with pytest.raises(OSError, match="reset"):
        read(tables)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda tables: tables["wins2"], r"'wins2' is not a table; did you mean 'wins'"),
        (lambda tables: tables.dataset("wins2"), r"'wins2' is not a table; did you mean 'wins'"),
        (lambda tables: tables.table("hands", ["colour"]), r"'colour' is not a column of hands; expected"),
        (
            lambda tables: tables.frame("games", where="players = 4"),
            r"'players = 4'; expected an Arrow expression, .*\(SQL is for",
        ),
        (lambda tables: load("none"), "holds no tables; expected the folder of a finished run"),
        (lambda tables: load(), "no folder is named"),
        (
            lambda tables: write_manifest(RunTables(folder("old"), {}), schema=3) or load("old"),
            r"has tables of schema 3; expected \d+: run its logs again",
        ),
    ],
)
def test_a_mistake_is_named(run, tmp_path, monkeypatch, ask, message):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UserMistake, match=message):
        ask(load(run))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"terms": {"schema": 5}, "tables": {"games": [1]}}',
        '{"terms": {"schema": 5}, "tables": {"games": [{"file": "../x", "rows": 1, "sha256": ""}]}}',
        pytest.param('{"a":' * 100_000, id="deep"),
    ],
)
def test_a_damaged_manifest_is_refused(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)

    with pytest.raises(UserMistake, match=r"manifest.json' is damaged; repeat the run to repair it"):
        load(tmp_path)


def test_a_table_that_the_run_left_out_is_named(tmp_path, small_review):
    tables = load(write_run(tmp_path, small_review, wanted=("games", "hands")))

    assert tables["hands"].num_rows == 3
    assert ("hands" in tables, "seats" in tables) == (True, False)
    with pytest.raises(UserMistake, match="has no table 'seats': its run left it out"):
        tables.frame("seats")


def test_a_table_without_rows_is_empty_and_not_left_out(tmp_path, small_review):
    write_run(tmp_path, small_review)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["tables"]["wins"] = []
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))

    assert load(tmp_path)["wins"].num_rows == 0
    assert load(tmp_path).frame("wins")["points"].dtype == "Int32"


def changed(change):
    """Another part in the place of one."""
    return lambda path: pq.write_table(change(pq.read_table(path)), path)


def as_pipe(path):
    path.unlink()
    os.mkfifo(path)


DAMAGED = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-10]),
    "empty": lambda path: path.write_bytes(b""),
    "gone": lambda path: path.unlink(),
    "a column less": changed(lambda rows: rows.drop_columns(["han"])),
    "another type": changed(lambda rows: rows.set_column(0, "log_id", rows["game"])),
    "a pipe": as_pipe,
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_part_that_cannot_be_read_is_named(tmp_path, small_review, damage):
    if damage == "a pipe" and not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    run = read_manifest(folder(write_run(tmp_path, small_review)))
    (part,) = run.parts["wins"]
    DAMAGED[damage](tmp_path / "wins" / part.file)

    with pytest.raises(UserMistake, match=rf"wins/{part.file}' is damaged; repeat the run"):
        _ = load(tmp_path)["wins"]
    if damage in ("cut", "empty", "gone", "a column less"):
        with pytest.raises(UserMistake, match=rf"wins/{part.file}' is damaged; repeat the run"):
            run.read("wins", part, ["fu"])
