import io

import pytest

from analyzer.sources import iter_logs


@pytest.fixture
def read_stream():
    """Items found in bytes given on standard input."""

    def read(data, **options):
        return list(iter_logs(["-"], stdin=io.BytesIO(data), **options))

    return read
