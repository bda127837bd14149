"""Reviews and tables of the samples, made once for all tests of this folder."""

from contextlib import nullcontext

import pytest

from analyzer.batch.reviews import Terms, review_all
from analyzer.sources import iter_logs
from analyzer.stats import database as database_module
from analyzer.stats.archive import load_archive
from analyzer.stats.database import Database
from tests.written_runs import write_run


@pytest.fixture(scope="module")
def one_database():
    """Archives of a module open one database for all that is asked: that takes longer than to count."""
    opened = {}

    def database(runs, threads=None):
        key = (*map(id, runs), threads or database_module._cores())
        if key not in opened:
            opened[key] = Database(runs, threads), runs
        return nullcontext(opened[key][0])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analyzer.stats.archive.Database", database)
        yield
    for one, _ in opened.values():
        one.__exit__(None, None, None)


@pytest.fixture(scope="session")
def reviews(root):
    """Reviews of the sample games, the logs in the order of their ids."""
    return [batch.review for batch in review_all(iter_logs([root / "data" / "samples"]), Terms())]


@pytest.fixture(scope="session")
def samples(reviews, tmp_path_factory):
    """Folder of a run over the sample games."""
    return write_run(tmp_path_factory.mktemp("samples") / "out", *reviews)


@pytest.fixture(scope="session")
def archive(samples):
    """The archive of this run."""
    return load_archive(samples)
