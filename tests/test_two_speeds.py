"""Games from the first deal to the tables, by plain and by compiled kernels: the same at every stage.

It runs before all other tests, see `conftest`: what it compiles they find in the cache.  Compiling the
simulator takes long, so that the first command compiles only the referee and the tables.
"""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.kernels import compiling
from analyzer.simulation import simulate
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


def test_there_are_wins_and_draws(games):
    assert all(b"<AGARI" in data for _, data in games)
    assert any(b"<RYUUKYOKU" in data for _, data in games)


@pytest.mark.long
def test_the_same_games_are_played():
    with compiling():
        compiled = played(2)

    assert compiled == played(2)


@pytest.mark.long
def test_the_same_is_replayed_and_settled(plain_review, compiled_review):
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
