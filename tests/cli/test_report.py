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
