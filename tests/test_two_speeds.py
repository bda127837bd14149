"""Games from the first deal to the tables, by plain and by compiled kernels: the same at every stage.

It runs before all other tests, see `conftest`: what it compiles they find in the cache.  Compiling the
simulator takes long, so that the first command compiles only the referee and the tables.
"""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.audit import LogName, review
from analyzer.batch.reviews import REFEREE, compile_referee
from analyzer.kernels import compiling, kernel
from analyzer.kernels.caches import note_filled
from analyzer.simulation import SIMULATOR, simulate
from analyzer.simulation.simulate import compile_simulator
from tests.written_runs import build_tables

PLAYERS = (4, 3)


def played(count=1):
    """So many whole games with four players and with three, among them wins and draws."""
    logs = [log for players in PLAYERS for log in simulate(count, "speeds", players=players, length="tonpuu")]
    return [(LogName(log_id, log_id), data) for log_id, data in logs]


@pytest.fixture(scope="module")
def games():
    return played()


@pytest.fixture(scope="module")
def plain_review(games):
    return review(games)


@pytest.fixture(scope="module")
def compiled_review(games):
    with compiling():
        return review(games)


@kernel
def entry(values, index):
    return values[index]


@pytest.mark.long
@pytest.mark.parametrize("index", [-1, 3])
def test_no_compiled_kernel_looks_beside_an_array(index):
    """Those of all long tests: see `pytest_configure` in `conftest`."""
    with compiling(), pytest.raises(IndexError):
        entry(np.zeros(3, np.uint8), index)


@pytest.fixture(scope="module")
def kept():
    """Both sets of kernels in the cache, where the commands of later tests find them."""
    for kernels, fill in ((SIMULATOR, compile_simulator), (REFEREE, compile_referee)):
        fill()
        note_filled(kernels.name)


@pytest.mark.long
@pytest.mark.usefixtures("kept")
def test_the_same_games_are_played():
    with compiling():
        compiled = played(2)

    assert compiled == played(2)


@pytest.mark.long
def test_the_same_is_replayed_and_settled(games, plain_review, compiled_review):
    assert all(b"<AGARI" in data for _, data in games)
    assert any(b"<RYUUKYOKU" in data for _, data in games)
    assert compiled_review.findings == plain_review.findings
    assert compiled_review.tallies == plain_review.tallies
    for plain, compiled in zip(plain_review.facts, compiled_review.facts, strict=True):
        assert compiled.dtype == plain.dtype
        assert compiled.tolist() == plain.tolist()


@pytest.mark.long
def test_the_same_tables_are_built(plain_review, compiled_review):
    plain = build_tables(plain_review)
    with compiling():
        compiled = build_tables(compiled_review)

    assert compiled == plain
    assert all(plain[name].num_rows > 0 for name in ("games", "players", "hands", "seats", "wins", "draws"))
