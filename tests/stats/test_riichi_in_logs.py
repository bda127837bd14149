"""Riichi by turn over real logs equal an independent count of their text."""

import pytest

from analyzer.stats.archive import load_archive
from tests.logs import corpus_bytes
from tests.stats.riichi_turn_count import count
from tests.written_runs import write_logs

LOGS = 24
POPULATIONS = {
    "riichi": "true",
    "dealer_riichi": "is_dealer",
    "nondealer_riichi": "not is_dealer",
    "first_riichi": "riichi_order = 1",
    "chasing_riichi": "riichi_order > 1",
    "chased_riichi": "is_chased",
}
OUTCOMES = ("ron", "tsumo", "deal_in", "tsumo_against", "lateral", "draw")


@pytest.fixture(scope="module")
def logs(corpus):
    return sorted((corpus / "phoenix").iterdir())[:LOGS]


@pytest.fixture(scope="module")
def counted(logs):
    return count([corpus_bytes(path).decode() for path in logs])


@pytest.fixture(scope="module")
def run(logs, tmp_path_factory):
    return write_logs(tmp_path_factory.mktemp("run"), *logs)


@pytest.mark.parametrize("population", POPULATIONS)
def test_outcomes_and_gain_by_turn(population, counted, run):
    many, points = counted
    names = ["riichi_gain", *(f"riichi_{outcome}_rate" for outcome in OUTCOMES)]

    frame = load_archive(run).stat(names, "riichi_turn", where=POPULATIONS[population], pool_players=True)

    found = {
        (row.statistic, row.riichi_turn): (row.n, round(row.value * row.n)) for row in frame.itertuples()
    }
    whole = {turn: n for (who, outcome, turn), n in many.items() if (who, outcome) == (population, None)}
    assert found == {
        ("riichi_gain", turn): (n, points[population, None, turn]) for turn, n in whole.items()
    } | {
        (f"riichi_{outcome}_rate", turn): (n, many[population, outcome, turn])
        for outcome in OUTCOMES
        for turn, n in whole.items()
    }


def test_the_count_of_a_log_written_by_hand():
    """Seat 0 declares first, on turn 2, and deals in to seat 1, who declared on turn 3."""
    text = (
        '<INIT seed="" ten="250,250,250,250" oya="0"/><D1/><E1/><REACH who="0" step="1"/><D2/>'
        '<REACH who="0" step="2" ten="240,250,250,250"/><E2/><REACH who="1" step="1"/><E3/>'
        '<REACH who="1" step="2" ten="240,240,250,250"/><D3/>'
        '<AGARI who="1" fromWho="0" sc="240,-20,240,40,250,0,250,0" />'
    )

    many, points = count([text])

    assert many["chased_riichi", "deal_in", 2] == many["dealer_riichi", None, 2] == 1
    assert many["chasing_riichi", "ron", 3] == many["nondealer_riichi", None, 3] == 1
    assert (points["riichi", "deal_in", 2], points["riichi", "ron", 3]) == (-3000, 3000)
