"""What tests of several rooms share: the folder of real logs, and a steady hypothesis profile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every run and every machine: a failure is always a change of the code.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def root() -> Path:
    """Folder of the checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Folder of real logs named by ``TENHOU_CORPUS``; without the variable the test is skipped."""
    named = os.environ.get("TENHOU_CORPUS")
    if not named:
        pytest.skip("TENHOU_CORPUS is not set: no real logs to read")
    folder = Path(named)
    assert folder.is_dir(), f"TENHOU_CORPUS names no folder: {named}"
    return folder
