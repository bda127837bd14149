"""Tables of the samples, made once for all tests of this folder."""

import pytest

from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.stats.rows import Block


@pytest.fixture(scope="session")
def samples(root, tmp_path_factory):
    """Folder of a run over the sample games."""
    out = tmp_path_factory.mktemp("samples") / "out"
    run([root / "data" / "samples"], Job(out))
    return out


@pytest.fixture
def read(monkeypatch):
    """Names of the columns that are read."""
    seen = set()

    def noting(method):
        def column(block, table, name):
            seen.add(f"{table}.{name}")
            return method(block, table, name)

        return column

    for name in ("column", "list_column", "text_column"):
        monkeypatch.setattr(Block, name, noting(getattr(Block, name)))
    return seen
