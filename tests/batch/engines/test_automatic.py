import os

from analyzer.batch.engines.automatic import automatic
from tests.batch.engines.trials import done, pids, unit_of


def test_one_unit_is_done_in_this_process():
    assert done(automatic(2), pids, [unit_of("a")]) == ([os.getpid()], [])


def test_one_worker_is_this_process():
    assert done(automatic(1), pids, map(unit_of, "abc")) == ([os.getpid()] * 3, [])


def test_units_of_a_few_logs_are_done_in_this_process():
    assert done(automatic(2), pids, map(unit_of, "abc")) == ([os.getpid()] * 3, [])


def test_more_units_are_done_by_processes():
    results, _ = done(automatic(2), pids, [unit_of(log)._replace(logs=50) for log in "abc"])

    assert len(results) == 3
    assert os.getpid() not in results
