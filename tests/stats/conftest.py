"""Tables of the samples, made once for all tests of this folder."""

import pytest

from analyzer.batch.run import run
from analyzer.batch.work import Job


@pytest.fixture(scope="session")
def samples(root, tmp_path_factory):
    """Folder of a run over the sample games."""
    out = tmp_path_factory.mktemp("samples") / "out"
    run([root / "data" / "samples"], Job(out))
    return out
