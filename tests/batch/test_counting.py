"""The statistics of a run, counted by so many processes as there are."""

import shutil
import subprocess
import sys
from hashlib import sha256

import pytest

from analyzer.batch.counting import count_statistics
from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.stats.catalogue import TOPICS
from analyzer.tables.manifest import read_manifest
from tests.written_runs import write_logs


@pytest.fixture(scope="module")
def samples(root, tmp_path_factory):
    """The tables of the sample games."""
    return write_logs(tmp_path_factory.mktemp("counted") / "out", root / "data" / "samples")


@pytest.fixture
def run(samples, tmp_path):
    """A copy of their folder that a test may change."""
    return read_manifest(folder(shutil.copytree(samples, tmp_path / "out")))


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr("analyzer.stats.shares.CHUNK_GAMES", 3)


@pytest.fixture
def spread(monkeypatch):
    monkeypatch.setattr("analyzer.batch.counting.SPREAD_GAMES", 0)


def written(run, workers):
    digests = count_statistics(run, workers=workers)
    found = {path.stem: path.read_bytes() for path in (run.folder.local / "stats").iterdir()}
    assert digests == {f"stats/{name}.parquet": sha256(data).hexdigest() for name, data in found.items()}
    return found


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.long
def test_the_number_of_processes_changes_nothing(run, monkeypatch):
    alone = written(run, 1)

    monkeypatch.setattr("analyzer.batch.counting.SPREAD_GAMES", 0)

    assert set(alone) == set(TOPICS)
    assert written(run, 3) == alone
    assert written(run, 1) == alone


@pytest.mark.usefixtures("spread")
def test_a_complaint_of_a_process_is_that_of_the_run(run):
    (run.folder.local / ".units").mkdir()
    for path in run.folder.local.glob("wins/*.parquet"):
        path.unlink()

    with pytest.raises(UserMistake, match=r"wins/part-.*' is damaged"):
        count_statistics(run, workers=2)

    assert [*(run.folder.local / ".units").iterdir()] == []


IMPORTED = """
import sys
from analyzer.folders import folder
from analyzer.stats.stored import write_cells
from analyzer.tables.manifest import read_manifest
write_cells(read_manifest(folder(sys.argv[1])))
sys.exit(" ".join({"numba", "pandas"} & {*sys.modules}) or 0)
"""


def test_few_games_are_counted_without_pandas_and_without_a_compiler(run):
    ran = subprocess.run(
        [sys.executable, "-c", IMPORTED, run.folder.url], check=False, stderr=subprocess.PIPE
    )

    assert (ran.returncode, ran.stderr) == (0, b"")
