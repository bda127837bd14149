"""The statistics of a run, counted by so many processes as there are."""

import shutil
import subprocess
import sys

import pytest

from analyzer.batch.counting import count_statistics
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.stats.catalogue import TOPICS


@pytest.fixture(scope="module")
def out(root, tmp_path_factory):
    """Folder of a run over the sample games."""
    out = tmp_path_factory.mktemp("counted") / "out"
    run([root / "data" / "samples"], Job(out))
    return out


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr("analyzer.stats.shares.CHUNK_GAMES", 3)


@pytest.fixture
def spread(monkeypatch):
    monkeypatch.setattr("analyzer.batch.counting.SPREAD_GAMES", 0)


def written(tables, folder, workers):
    count_statistics(tables, folder, workers=workers)
    return {path.stem: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.long
def test_the_number_of_processes_changes_nothing(out, tmp_path, monkeypatch):
    alone = written(out, tmp_path / "alone", 1)

    monkeypatch.setattr("analyzer.batch.counting.SPREAD_GAMES", 0)

    assert set(alone) == set(TOPICS)
    assert written(out, tmp_path / "three", 3) == alone
    assert written(out, tmp_path / "one", 1) == alone
    assert [*tmp_path.glob("counted-*")] == []


@pytest.mark.usefixtures("spread")
def test_a_complaint_of_a_process_is_that_of_the_run(out, tmp_path):
    tables = shutil.copytree(out, tmp_path / "tables")
    for path in tables.glob("wins/*/*/*.parquet"):
        path.unlink()

    with pytest.raises(UserMistake, match="has too few rows for its games"):
        count_statistics(tables, tmp_path / "stats", workers=2)

    assert [*tmp_path.glob("counted-*")] == []


IMPORTED = """
import sys
from pathlib import Path
from analyzer.stats.stored import write_cells
write_cells(Path(sys.argv[1]), Path(sys.argv[2]))
sys.exit(" ".join({"numba", "pandas"} & {*sys.modules}) or 0)
"""


def test_few_games_are_counted_without_pandas_and_without_a_compiler(out, tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", IMPORTED, out, tmp_path / "stats"], check=False, stderr=subprocess.PIPE
    )

    assert (ran.returncode, ran.stderr) == (0, b"")
