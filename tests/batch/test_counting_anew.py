"""Statistics of a finished run counted anew, and a run that has lost some."""

import json
import shutil

import pytest

from analyzer.batch.counting import recount
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.errors import UserMistake


@pytest.fixture
def job(tmp_path, draw_kind):
    return Job(tmp_path / "out", draw_kind)


@pytest.fixture
def out(folder, job):
    run([folder], job)
    return job.out


def files(out):
    return {path.name: path.read_bytes() for path in (out / "stats").iterdir()}


def test_statistics_counted_anew_are_those_that_were_there(out):
    before, manifest = files(out), (out / "manifest.json").read_bytes()
    (out / "stats" / "draws.parquet").unlink()
    (out / "stats" / "old.parquet").write_bytes(b"of another version")

    recount(out)

    assert files(out) == before
    assert (out / "manifest.json").read_bytes() == manifest


def test_the_manifest_has_what_is_there_now(out, monkeypatch):
    monkeypatch.setattr("analyzer.stats.stored.__version__", "9.9.9")
    before = json.loads((out / "manifest.json").read_text(encoding="utf-8"))

    recount(out)

    after = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    changed = {name for name, digest in after["files"].items() if before["files"].get(name) != digest}
    assert changed == {f"stats/{name}" for name in files(out)}
    assert {**after, "files": None} == {**before, "files": None}


def test_the_same_run_again_makes_the_statistics_that_are_lost(out, job, folder):
    before = files(out)
    shutil.rmtree(out / "stats")

    outcome = run([folder], job)

    assert outcome.read == 0
    assert files(out) == before


def test_a_folder_of_no_run_is_refused(tmp_path):
    with pytest.raises(UserMistake, match="holds no tables"):
        recount(tmp_path)

    assert [*tmp_path.iterdir()] == []
