"""The C++ catalogue over real logs equals an independent count of their text."""

import pytest

from analyzer.folders import folder
from analyzer.stats.reading import blocks, pieces_of
from analyzer.stats.riichi_turns import STATISTICS
from analyzer.tables.manifest import read_manifest
from tests.logs import corpus_bytes
from tests.stats.measuring import measured
from tests.stats.riichi_hands import of
from tests.stats.riichi_turn_count import count
from tests.written_runs import write_logs

NO = None
LOGS = 24
POPULATIONS = (
    *("riichi", "dealer_riichi", "nondealer_riichi"),
    *("first_riichi", "chasing_riichi", "chased_riichi"),
)
OUTCOMES = ("ron", "tsumo", "deal_in", "tsumo_against", "lateral", "draw")


@pytest.fixture(scope="module")
def logs(corpus):
    return sorted((corpus / "phoenix").iterdir())[:LOGS]


@pytest.fixture(scope="module")
def counted(logs):
    return count([corpus_bytes(path).decode() for path in logs])


@pytest.fixture(scope="module")
def rows(logs, tmp_path_factory):
    """Seats of the tables of the logs, by number of players."""
    run = read_manifest(folder(write_logs(tmp_path_factory.mktemp("run"), *logs)))
    columns = sorted({column for statistic in STATISTICS for column in statistic.columns})
    return [block.rows("seats") for block in blocks(run, pieces_of(run), columns)]


def added(name, rows):
    """Cells of the statistic over all tables."""
    cells = {}
    for block in rows:
        for (turn, _), (n, total) in measured(of(STATISTICS, name), block).items():
            before = cells.get(turn, (0, 0))
            cells[turn] = (before[0] + n, before[1] + total)
    return cells


def turns_of(counts, population, outcome):
    return [key[2] for key in counts if key[:2] == (population, outcome)]


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("population", POPULATIONS)
def test_rates_by_turn(population, outcome, counted, rows):
    many, _ = counted

    expected = {
        turn: (many[population, NO, turn], many[population, outcome, turn])
        for turn in turns_of(many, population, NO)
    }

    assert added(f"{population}_{outcome}_rate_by_turn", rows) == expected


@pytest.mark.parametrize("outcome", [NO, *OUTCOMES])
@pytest.mark.parametrize("population", POPULATIONS)
def test_balances_by_turn(population, outcome, counted, rows):
    many, points = counted

    expected = {
        turn: (many[population, outcome, turn], points[population, outcome, turn])
        for turn in turns_of(many, population, outcome)
    }

    name = population if outcome is NO else f"{population}_{outcome}"
    assert added(f"{name}_gain_by_turn", rows) == expected


def test_the_count_of_a_log_written_by_hand():
    """Seat 0 declares first, on turn 2, and deals in to seat 1, who declared on turn 3."""
    text = (
        '<INIT seed="" ten="250,250,250,250" oya="0"/><D1/><E1/><REACH who="0" step="1"/><D2/>'
        '<REACH who="0" step="2" ten="240,250,250,250"/><E2/><REACH who="1" step="1"/><E3/>'
        '<REACH who="1" step="2" ten="240,240,250,250"/><D3/>'
        '<AGARI who="1" fromWho="0" sc="240,-20,240,40,250,0,250,0" />'
    )

    many, points = count([text])

    assert many["chased_riichi", "deal_in", 2] == many["dealer_riichi", NO, 2] == 1
    assert many["chasing_riichi", "ron", 3] == many["nondealer_riichi", NO, 3] == 1
    assert (points["riichi", "deal_in", 2], points["riichi", "ron", 3]) == (-3000, 3000)
