"""``tenhou-analyzer report``."""

import pytest

from analyzer.batch.run import run
from analyzer.batch.work import Job


@pytest.fixture
def out(root, tmp_path):
    sample = root / "data/samples/2199010110gm-00a9-0000-7d4e1dd9.mjlog"
    run([sample], Job(tmp_path / "out"))
    return tmp_path / "out"


def test_one_file_is_written_and_named(call, out, tmp_path, monkeypatch):
    # Charts take seconds; they have tests of their own.
    monkeypatch.setattr("analyzer.report.writing.chapters", lambda _: [])

    result = call("report", out, "-o", tmp_path / "r.html")

    assert (result.exit_code, result.stdout) == (0, f"{tmp_path / 'r.html'}\n")
    assert "<title>Tenhou logs: 1 games</title>" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_a_folder_without_a_run_is_a_mistake(call, tmp_path):
    result = call("report", tmp_path)

    assert result.exit_code == 2
    assert "holds no tables; expected the folder of a finished run" in result.stderr


@pytest.mark.parametrize("folder", [".", "/"])
def test_a_folder_to_write_to_is_a_mistake(call, out, folder):
    result = call("report", out, "-o", folder)

    assert (result.exit_code, result.stderr) == (2, f"Error: cannot write {folder!r}: Is a directory\n")
