import pytest

from analyzer.report import write_report
from analyzer.stats.archive import load_archive
from tests.written_runs import write_logs

HONEST = "2199010110gm-00a9-0000-7d4e1dd9.mjlog"
NAGASHI = b"250,120,250,-40,250,-40,250,-40", b"250,80,250,-40,250,-20,250,-20"
"""A dealer's nagashi mangan, and the same paid as if another seat had made it."""


@pytest.fixture(scope="session")
def archive(root, tmp_path_factory):
    """A run over the samples."""
    out = tmp_path_factory.mktemp("honest") / "out"
    return load_archive(write_logs(out, root / "data/samples"))


@pytest.fixture(scope="session")
def report(archive, tmp_path_factory):
    """The report on it."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(archive, path)
    return path


def write_wrong(root, folder):
    """A log that pays a draw wrong."""
    path = folder / "logs" / HONEST
    path.parent.mkdir()
    path.write_bytes((root / "data/samples" / HONEST).read_bytes().replace(*NAGASHI))
    return path


@pytest.fixture
def wrong_log(root, tmp_path):
    """Such a log, which may be changed."""
    return write_wrong(root, tmp_path)


@pytest.fixture(scope="session")
def wrong_run(root, tmp_path_factory):
    """A run over such a log."""
    folder = tmp_path_factory.mktemp("wrong")
    return load_archive(write_logs(folder / "out", write_wrong(root, folder)))


@pytest.fixture
def without_charts(monkeypatch):
    """Reports are written without charts: they are drawn for the honest run."""
    monkeypatch.setattr("analyzer.report.writing.chapters", lambda _: [])
    monkeypatch.setattr("analyzer.report.run_page.headline", lambda _: ((), []))


@pytest.fixture
def wrong(wrong_run, without_charts):
    """The run over the wrong log, of which reports have no charts."""
    return wrong_run
