"""A cache of compiled kernels that no other test knows."""

import pytest

from analyzer.kernels import caches


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where the cache is asked for; temporary files lie beside it."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TENHOU_ANALYZER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    known = (caches._folder, caches._digest)
    for one in known:
        one.cache_clear()
    yield tmp_path / "cache"
    for one in known:
        one.cache_clear()
