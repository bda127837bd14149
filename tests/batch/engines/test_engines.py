"""What every engine promises, tried with real processes."""

from contextlib import closing

import pytest

from analyzer.batch.engines import serial
from analyzer.errors import UserMistake
from tests.batch.engines.trials import done, flat, names, pids, unit_of

UNITS = [unit_of(*(f"{unit}{log}" for log in "abcd")) for unit in range(7)]


def test_all_engines_give_the_same_results_each_once(engine):
    expected, _ = done(serial, names, UNITS)

    results, lost = done(engine, names, UNITS)

    assert sorted(results) == sorted(expected)
    assert lost == []


def test_the_work_is_spread_over_two_processes(engine, tmp_path):
    results, _ = done(engine, pids, [unit_of(f"{number}=meet {tmp_path}") for number in range(6)])

    assert len(set(results)) == 2


def test_no_units_give_no_results(engine):
    assert done(engine, names, []) == ([], [])


def test_units_are_taken_as_workers_get_free(engine):
    taken = []

    def endless():
        for number in range(1000):
            taken.append(number)
            yield unit_of(str(number))

    with closing(engine(names, endless())) as results:
        next(results)

    assert len(taken) < 20


def test_a_worker_killed_in_the_middle_loses_nothing(engine, tmp_path):
    units = [*UNITS, unit_of("y", f"z=kill-once {tmp_path / 'mark'}"), *UNITS[:2]]

    results, lost = done(engine, names, units)

    assert sorted(results) == sorted([names(unit) for unit in [*UNITS, *UNITS[:2]]] + [["y", "z"]])
    assert lost == []


def test_a_log_that_always_kills_is_lost_alone(engine):
    results, lost = done(engine, names, [*UNITS, unit_of("v", "w=kill", "x")])

    assert flat(results) == sorted([*flat(map(names, UNITS)), "v", "x"])
    assert [one.unit.carried[0].source for one in lost] == ["w"]
    assert all("kill" in one.reason for one in lost)


def test_a_mistake_of_the_user_comes_out_as_it_is(engine):
    with pytest.raises(UserMistake, match="here: expected something else") as raised:
        done(engine, names, [*UNITS, unit_of("a=mistake")])

    assert raised.value.location.source == "here"


def test_an_error_of_ours_comes_out_with_the_traceback_of_the_worker(engine):
    with pytest.raises(KeyError) as raised:
        done(engine, names, [*UNITS, unit_of("a=bug")])

    assert raised.value.__notes__[0] == "In a worker process, on a"
    assert "in obey" in str(raised.value.__cause__) or "obey" in [entry.name for entry in raised.traceback]


def test_serial_keeps_the_order_and_works_when_asked():
    worked = []

    def work(unit):
        worked.append(unit.parts[0].name)
        return unit.parts[0].name

    results = serial(work, map(unit_of, "cab"))

    assert worked == []
    assert next(results) == "c"
    assert worked == ["c"]
    assert list(results) == ["a", "b"]
