"""A user's file is read within a bound in bytes."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from analyzer.bounded import read_bounded


def test_a_file_and_a_stream_of_the_most_bytes_are_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")

    assert read_bounded(tmp_path / "file", 5) == b"12345"
    assert read_bounded(io.BytesIO(b"12345"), 5) == b"12345"


def test_of_a_pipe_no_more_is_read_than_is_too_much() -> None:
    end, start = os.pipe()
    with os.fdopen(end, "rb", buffering=0) as stream, os.fdopen(start, "wb") as written:
        written.write(bytes(100))
        written.flush()

        with pytest.raises(ValueError, match=r"^it holds more than 5 bytes$"):
            read_bounded(stream, 5)
        assert len(stream.read(1000)) == 94
