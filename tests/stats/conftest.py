"""Tables of the samples, made once for all tests of this folder."""

import pytest

from tests.written_runs import write_logs


@pytest.fixture(scope="session")
def samples(root, tmp_path_factory):
    """Folder of a run over the sample games."""
    return write_logs(tmp_path_factory.mktemp("samples") / "out", root / "data" / "samples")
