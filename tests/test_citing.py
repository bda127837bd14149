"""The version as it is cited: of a checkout with its commit."""

import shutil
import subprocess

import pytest

import analyzer
from analyzer import citing
from analyzer.audit.findings import Finding, Verdict
from analyzer.citing import cited_version


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder that the package says it lies in."""
    monkeypatch.setattr(citing, "_CHECKOUT", tmp_path)
    cited_version.cache_clear()
    yield tmp_path
    cited_version.cache_clear()


def git(folder, *words):
    name = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    command = [shutil.which("git"), "-C", str(folder), *name, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_a_checkout_is_cited_with_its_commit_and_as_changed_where_files_differ(checkout, monkeypatch):
    git(checkout, "init")
    (checkout / "a.py").write_text("a = 1\n", encoding="utf-8")
    git(checkout, "add", "a.py")
    git(checkout, "commit", "-m", "a")
    commit = f"{analyzer.__version__}, commit {git(checkout, 'rev-parse', 'HEAD')[:7]}"

    assert cited_version() == commit
    (checkout / "a.py").write_text("a = 2\n", encoding="utf-8")
    cited_version.cache_clear()
    assert cited_version() == f"{commit}, changed"
    cited_version.cache_clear()
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert cited_version() == analyzer.__version__


@pytest.mark.parametrize("is_broken", [False, True])
def test_what_is_installed_and_what_git_cannot_read_is_cited_by_its_release(checkout, is_broken):
    if is_broken:
        (checkout / ".git").write_text("gitdir: nowhere", encoding="utf-8")

    assert cited_version() == analyzer.__version__
    place, no_text = (4, 4, 1, 2, 87), (None, None, "")
    finding = Finding("log", "log.mjlog", *place, "draw-payment", Verdict.INCONSISTENT, "tenhou", *no_text)
    assert finding.citation == f"log S1.1 #87 draw-payment by tenhou (tenhou-analyzer {analyzer.__version__})"
