from __future__ import annotations

import pytest

from tests.formats.mahjong_soul.records import simulated


@pytest.fixture(scope="session")
def games():
    """Games by number of players; both have a draw with payments, a ron, a riichi and a win with melds."""
    return {4: simulated(), 3: simulated(3, seed="f")}
