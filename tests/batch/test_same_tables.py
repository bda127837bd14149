"""The same logs give the same tables, whatever they are kept in."""

from __future__ import annotations

import pytest

from analyzer.batch.outputs import Outputs
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.stats import Extent
from analyzer.tables.schema import TABLES
from tests.batch.archives import CONTAINERS, OF_JSON, Log, folder, phoenix_logs, without_shuffle
from tests.batch.conftest import rows_in
from tests.logs import corpus_bytes, corpus_paths

UNIT_LOGS = 5
"""Fewer than there are, with or without the corpus."""

JSON_LACKS = {
    "games": {"has_seed"},
    "players": set(),
    "hands": set(),
    "seats": {"shown"},
    "wins": {"fu"},
    "draws": {"shown0", "shown1", "shown2", "shown3"},
    "plays": set(),
    "tehai": set(),
}
"""Columns of what tenhou.net/6 lacks: the seed of the wall, the tehai shown at a draw, the fu of a limit."""


@pytest.fixture(scope="module", params=[0, pytest.param(60, marks=pytest.mark.long)])
def logs(request, root):
    """Some samples; or all, and with the corpus at hand so many real games too."""
    paths = sorted((root / "data/samples").glob("*.mjlog"))
    samples = [Log(path.stem, path.read_bytes()) for path in (paths if request.param else paths[::3])]
    real = [
        Log(path.name.partition(".")[0], corpus_bytes(path))
        for path in corpus_paths("phoenix")[: request.param]
    ]
    return sorted(samples + real)


def tables_of(source, out):
    """Tables of a run, log by log, without the column that tells where each came from."""
    run([source], Job(out, outputs=Outputs(tuple(TABLES), statistics=Extent.NONE)), unit_logs=UNIT_LOGS)
    return {
        name: table.drop_columns(["source"]) if "source" in table.column_names else table
        for name, table in rows_in(out).items()
    }


def differing(table, other):
    assert table.column_names == other.column_names
    return {name for name in table.column_names if not table[name].equals(other[name])}


@pytest.fixture(scope="module")
def plain(logs, tmp_path_factory):
    """Tables of a folder of plain files, read one after another."""
    path = tmp_path_factory.mktemp("plain")
    return tables_of(folder(path / "logs", logs), path / "out")


def test_every_log_is_in_the_tables(plain, logs):
    assert sorted(plain["games"]["log_id"].to_pylist()) == [log.id for log in logs]


@pytest.mark.parametrize("name", CONTAINERS)
def test_every_container_gives_the_same_tables(name, logs, plain, tmp_path):
    tables = tables_of(CONTAINERS[name](tmp_path / "source", logs), tmp_path / "out")

    for table in TABLES:
        assert tables[table].equals(plain[table]), table


def test_a_database_without_seeds_gives_the_tables_of_files_without_seeds(logs, plain, tmp_path):
    stripped = without_shuffle(logs)

    tables = tables_of(phoenix_logs(tmp_path / "source", stripped), tmp_path / "out")
    others = tables_of(folder(tmp_path / "logs", stripped), tmp_path / "out-of-files")

    for table in TABLES:
        assert tables[table].equals(others[table]), table
    assert differing(tables["games"], plain["games"]) == {"has_seed"}


@pytest.mark.parametrize("name", OF_JSON)
def test_json_gives_the_same_tables_but_for_what_it_does_not_carry(name, logs, plain, tmp_path):
    tables = tables_of(OF_JSON[name](tmp_path / "source", logs), tmp_path / "out")

    for table, lacking in JSON_LACKS.items():
        assert differing(tables[table], plain[table]) == lacking, table
