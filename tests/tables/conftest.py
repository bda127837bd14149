"""The small game of many tests, its review, and a run of it."""

import pytest

from analyzer.audit import review
from tests.tables.logs import NAME, small


@pytest.fixture(scope="session")
def small_game():
    """Its bytes."""
    return small()


@pytest.fixture(scope="session")
def small_review(small_game):
    return review([(NAME, small_game)])
