"""Statistics of a finished run counted anew, and a run that has lost them."""

import json
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from analyzer.batch.outputs import Outputs
from analyzer.batch.publishing import recount
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.stats import STATISTICS, Extent


@pytest.fixture
def job(tmp_path, draw_kind):
    return Job(tmp_path / "out", draw_kind)


@pytest.fixture
def out(folder, job):
    run([folder], job)
    return job.out


def manifest_of(out):
    return json.loads((out / "manifest.json").read_text(encoding="utf-8"))


def test_statistics_counted_anew_are_those_that_were_there(out):
    before, manifest = (out / STATISTICS).read_bytes(), (out / "manifest.json").read_bytes()
    (out / STATISTICS).unlink()

    recount(out, Extent.HEADLINE)

    assert (out / STATISTICS).read_bytes() == before
    assert (out / "manifest.json").read_bytes() == manifest


def test_a_run_that_left_them_out_gets_them(folder, job):
    without = Job(job.out, job.terms, outputs=Outputs(statistics=Extent.NONE))
    run([folder], without)
    before = manifest_of(job.out)
    assert not (job.out / STATISTICS).exists()

    recount(job.out, Extent.ALL)

    assert (job.out / STATISTICS).exists()
    after = manifest_of(job.out)
    assert {*after["files"]} - {*before["files"]} == {STATISTICS}
    assert (before["statistics"], after["statistics"]) == ("none", "all")
    assert {**after, "files": None, "statistics": None} == {**before, "files": None, "statistics": None}


def test_the_same_run_again_makes_the_statistics_that_are_lost(out, job, folder):
    before = (out / STATISTICS).read_bytes()
    (out / STATISTICS).unlink()

    outcome = run([folder], job)

    assert outcome.read == 0
    assert (out / STATISTICS).read_bytes() == before


def test_a_folder_of_no_run_is_refused(tmp_path):
    with pytest.raises(UserMistake, match="holds no tables"):
        recount(tmp_path, Extent.ALL)

    assert [*tmp_path.iterdir()] == []


def test_the_same_run_counts_other_statistics_when_asked_and_reads_nothing_again(out, job, folder):
    def again(extent):
        assert run([folder], replace(job, outputs=Outputs(statistics=extent))).read == 0
        kept = out / STATISTICS
        return pq.read_table(kept)["statistic"].unique().to_pylist() if kept.exists() else None

    headline, everything = again(Extent.HEADLINE), again(Extent.ALL)

    assert {*headline} < {*everything}
    assert again(Extent.NONE) is None
    assert again(Extent.HEADLINE) == headline
