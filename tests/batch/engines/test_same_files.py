"""The same archive gives the same files, byte by byte, whoever reads it and whoever dies of it."""

import os
from functools import partial

import pytest

from analyzer.batch.dask import dask
from analyzer.batch.engines import processes
from analyzer.batch.run import run
from analyzer.batch.work import Job
from tests.batch.archives import Log, houou_logs_2
from tests.batch.engines.killing import work_or_die
from tests.logs import corpus_bytes, corpus_paths

UNIT_LOGS = 9
"""So few that even the samples make several units."""
FROM_CORPUS = 20


@pytest.fixture(autouse=True)
def short_catalogue():
    """Other processes count the whole catalogue, and so does this one here."""


@pytest.fixture(scope="module")
def archive(root, tmp_path_factory):
    """A database, of which every worker reads pages."""
    samples = [Log(path.stem, path.read_bytes()) for path in (root / "data/samples").glob("*.mjlog")]
    real = [
        Log(path.name.partition(".")[0], corpus_bytes(path)) for path in corpus_paths("phoenix")[:FROM_CORPUS]
    ]
    return houou_logs_2(tmp_path_factory.mktemp("archive") / "logs.db", samples + real)


@pytest.fixture(scope="module")
def one_after_another(archive, tmp_path_factory):
    """Files of a run in one process."""
    return files_of(archive, tmp_path_factory.mktemp("serial") / "out")


def files_of(archive, out, **how):
    """Every file that a run makes for its reader."""
    run([archive], Job(out), unit_logs=UNIT_LOGS, **how)
    paths = (path for path in out.rglob("*") if path.is_file())
    named = {path.relative_to(out).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in named.items() if not name.startswith(".units/")}


def killing(engine, out):
    """An engine of which one worker is killed in the middle, as from outside."""

    def killed(work, units):
        return engine(partial(work_or_die, work=work, out=out), units)

    return killed


@pytest.mark.long
def test_two_processes_write_the_same_files(archive, one_after_another, tmp_path):
    assert files_of(archive, tmp_path / "out", engine=processes(2)) == one_after_another


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="nothing there can be killed so")
def test_two_processes_of_which_one_is_killed_write_the_same_files(archive, one_after_another, tmp_path):
    out = tmp_path / "out"

    files = files_of(archive, out, engine=killing(processes(2), out))

    assert (tmp_path / "killed").exists()
    assert files == one_after_another


@pytest.mark.long
def test_two_dask_workers_write_the_same_files(archive, one_after_another, tmp_path, cluster_of_processes):
    out = tmp_path / "out"

    assert files_of(archive, out, engine=dask(cluster_of_processes, out=out)) == one_after_another


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="nothing there can be killed so")
def test_two_dask_workers_of_which_one_is_killed_write_the_same_files(
    archive, one_after_another, tmp_path, cluster_of_processes
):
    out = tmp_path / "out"

    files = files_of(archive, out, engine=killing(dask(cluster_of_processes, out=out), out))

    assert (tmp_path / "killed").exists()
    assert files == one_after_another
