import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from analyzer.errors import UserMistake
from analyzer.tables.load import load
from tests.tables.units import merge


@pytest.fixture(scope="module")
def run(tmp_path_factory, small_review):
    return merge(tmp_path_factory.mktemp("run"), [[small_review]])


def test_some_columns_and_rows_can_be_asked_for(run):
    table = load(run).table("seats", ["seat", "waits"], ds.field("hand") == 2)

    assert table.to_pylist() == [
        {"seat": 0, "waits": ""},
        {"seat": 1, "waits": "5z"},
        {"seat": 2, "waits": "5z"},
        {"seat": 3, "waits": "4p6z"},
    ]


def test_partitions_are_columns_again(run):
    table = load(run).table("draws", ["kind", "year", "players"], ds.field("year") == 2022)

    assert table.to_pylist() == [
        {"kind": "kyuushu_kyuuhai", "year": 2022, "players": 4},
        {"kind": "suufon_renda", "year": 2022, "players": 4},
    ]


def test_a_frame_has_categories_and_nulls(run):
    frame = load(run).frame("hands")

    assert frame["end"].dtype == "category"
    assert frame["end"].tolist() == ["ryuukyoku", "ryuukyoku", "agari"]
    assert frame["winner"].isna().tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda tables: tables["wins2"], r"'wins2' is not a table; expected one of games, players, hands"),
        (lambda tables: tables.dataset("wins2"), r"'wins2' is not a table; expected one of games, players"),
        (lambda tables: tables.table("hands", ["colour"]), r"'colour' is not a column of hands; expected"),
    ],
)
def test_what_does_not_exist_is_named(run, ask, message):
    with pytest.raises(UserMistake, match=message):
        ask(load(run))


def test_a_folder_without_tables_is_refused(tmp_path):
    with pytest.raises(UserMistake, match="holds no tables; expected the folder of a finished run"):
        load(tmp_path)


def test_tables_of_another_schema_are_refused(run, tmp_path):
    findings = pq.read_table(run / "findings" / "part-0000.parquet")
    (tmp_path / "findings").mkdir()
    pq.write_table(
        findings.replace_schema_metadata({"tenhou_analyzer.schema": "0"}),
        tmp_path / "findings" / "part-0000.parquet",
    )

    with pytest.raises(UserMistake, match=r"has tables of schema 0; expected \d+: run it again"):
        load(tmp_path)


def test_a_table_that_the_run_left_out_is_named(tmp_path, small_review):
    tables = load(merge(tmp_path, [[small_review]], wanted=("hands",)))

    assert tables["hands"].num_rows == 3
    with pytest.raises(UserMistake, match="has no table 'seats': its run left it out"):
        tables.frame("seats")
