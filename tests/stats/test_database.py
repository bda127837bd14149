"""A database reaches the parts of its runs and its spill folder, and nothing else; whatever is tried."""

from functools import partial
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import duckdb
import pyarrow.parquet as pq
import pytest

import analyzer
from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.stats.archive import load_archive
from analyzer.stats.database import Database
from tests.stats.frames import run_of
from tests.written_runs import write_logs, write_run


@pytest.fixture
def secret(tmp_path):
    """A file that no query may read."""
    (tmp_path / "secret.csv").write_text("a\n1\n")
    return tmp_path / "secret.csv"


def tries(secret):
    place = secret.parent
    return [
        f"SELECT * FROM read_text('{secret}')",
        f"SELECT * FROM read_csv('{secret}')",
        f"SELECT * FROM '{secret}'",
        f"SELECT * FROM glob('{place}/*')",
        f"COPY (SELECT 1) TO '{place}/copied.csv'",
        f"COPY (SELECT 1) TO '{place}/copied.parquet'",
        f"EXPORT DATABASE '{place}/exported'",
        f"ATTACH '{place}/attached.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        f"SET allowed_directories = ['{place}']",
        "SET threads = 8",
        "SELECT * FROM secrets_of_the_caller",
    ]


def test_the_connection_itself_refuses(archive, secret):
    secrets_of_the_caller = archive.frame("games")
    with Database(archive.runs) as database:
        for query in tries(secret):
            with pytest.raises(duckdb.Error):
                database._connection.execute(query).fetchall()
    assert not secrets_of_the_caller.empty
    assert [file.name for file in secret.parent.iterdir()] == ["secret.csv"]


@pytest.mark.parametrize("more", ["", "SELECT 1; SELECT 2", "PRAGMA database_list", "DROP VIEW seats"])
def test_a_query_is_one_select_and_an_expression_none_and_neither_leads_out(archive, secret, more):
    for query in [more] if more else tries(secret):
        for way in (
            partial(archive.sql, query),
            partial(archive.rate, "seats", f"({query})"),
            partial(archive.stat, "draw_rate", by=f"room, {query}"),
            partial(archive.stat, "draw_rate", where=f"true) {query} --"),
        ):
            with pytest.raises(UserMistake):
                way()
    assert [file.name for file in secret.parent.iterdir()] == ["secret.csv"]


def test_the_spill_folder_goes_with_the_database(archive):
    with Database(archive.runs) as database:
        place = Path(database._spill.name)
        assert place.is_dir()
    assert not place.exists()


def gone(out, part):
    out.remove(part)


def cut_off(out, part):
    out.write(part, b"PAR1 no more PAR1")


def with_other_columns(out, part):
    rows, changed = pq.read_table(BytesIO(out.read(part))), BytesIO()
    pq.write_table(rows.drop_columns(["honba"]), changed)
    out.write(part, changed.getvalue())


@pytest.mark.parametrize("damage", [gone, cut_off, with_other_columns])
@pytest.mark.parametrize("is_stored", [False, True], ids=["folder", "store"])
def test_a_part_that_cannot_be_read_is_named(tmp_path, is_stored, damage):
    if is_stored:
        pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    out = folder(
        run_of(f"memory://{uuid4().hex}/out" if is_stored else tmp_path / "out", hands={"honba": [0, 1]})
    )
    part = out.names("hands")[0]
    archive = load_archive(out.url)
    damage(out, part)

    for ask in (
        lambda: archive.stat("draw_rate", by="honba"),
        lambda: archive.sql("SELECT honba FROM hands"),
    ):
        with pytest.raises(UserMistake, match=rf"{part}' is damaged"):
            ask()


def test_a_run_in_a_store_is_counted_alike(reviews, archive):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    stored = load_archive(write_run(f"memory://{uuid4().hex}/out", *reviews))
    names = ["draws", "riichi"]

    assert stored.stat(names).equals(archive.stat(names))
    query = "SELECT room, avg(honba) AS honba FROM hands GROUP BY room ORDER BY room"
    assert stored.sql(query).equals(archive.sql(query))


def test_runs_loaded_together_have_the_rows_of_both(root, archive, tmp_path):
    paths = sorted((root / "data" / "samples").glob("*.mjlog"))
    halves = [write_logs(tmp_path / name, *paths[at::2]) for at, name in enumerate(("even", "odd"))]
    names = ["draw_rate", "draw_tenpai_count"]

    assert analyzer.load(*halves).stat(names).equals(archive.stat(names))
