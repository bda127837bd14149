"""Reviews and tables of the samples, made once for all tests of this folder."""

import pytest

from analyzer.batch.reviews import Terms, review_all
from analyzer.sources import iter_logs
from analyzer.stats.archive import load_archive
from tests.written_runs import write_run


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
