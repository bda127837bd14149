"""``stats`` over a run of one honest log: one hand, a kyuushu kyuuhai of seat 0."""

import shutil
import subprocess
import sys
from uuid import uuid4

import pyarrow.parquet as pq
import pytest

from analyzer.folders import folder
from analyzer.stats import STATISTICS
from tests.written_runs import write_logs

pytestmark = pytest.mark.usefixtures("few_statistics")


@pytest.fixture(scope="module")
def made(honest, tmp_path_factory):
    """Folder with two runs over the same hand, logged under two names."""
    folder = tmp_path_factory.mktemp("stats")
    for out, log in (("out", "honest.mjlog"), ("other", "again.mjlog")):
        (folder / log).write_bytes(honest)
        write_logs(folder / out, folder / log)
    return folder


@pytest.fixture
def out(made, tmp_path, monkeypatch):
    """The folder of a run; beside it a second one, and the log, and this is the working folder."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "out"


def test_it_does_without_pandas(out):
    """pyarrow imports pandas, a quarter of a second, wherever it converts values of Python or NumPy."""
    words = ["stats", str(out), "draw_rate", "hand_end", "--by", "year", "--compare", "room = 'houou'"]
    program = f"""
import sys
from analyzer.cli.group import cli
for form in ("table", "csv", "json", "parquet"):
    cli.main([*{words!r}, "--format", form, "--out", "found"], standalone_mode=False)
sys.exit("pandas" in sys.modules)
"""

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_run_in_a_store_is_counted_and_counted_anew(call, out, made):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    place = write_logs(f"memory://{uuid4().hex}/out", made / "honest.mjlog")

    first = call("stats", place, "draw_rate")
    again = call("stats", place, "draw_rate", "--recount", "headline")

    assert first.stdout == again.stdout == call("stats", out, "draw_rate").stdout
    assert STATISTICS in folder(place).names()


def test_parquet_goes_to_a_file(call, out):
    assert call("stats", "out", "draw_rate", "--format", "parquet", "--out", "it.parquet").stdout == ""
    assert pq.read_table("it.parquet").column_names[-3:] == ["games", "left_out", "few"]
