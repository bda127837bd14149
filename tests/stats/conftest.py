"""Tables of the samples, made once for all tests of this folder."""

import pytest

from analyzer.stats.catalogue import CATALOGUE
from analyzer.stats.rows import Block
from tests.written_runs import write_logs


@pytest.fixture(scope="session")
def samples(root, tmp_path_factory):
    """Folder of a run over the sample games."""
    out = tmp_path_factory.mktemp("samples") / "out"
    return write_logs(out, root / "data" / "samples", statistics=CATALOGUE)


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
