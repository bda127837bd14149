"""What every engine promises, tried with real processes, and what is tried when workers die."""

import os
from concurrent.futures import Future
from contextlib import closing, nullcontext
from functools import partial

import pytest

from analyzer.batch.dask import dask
from analyzer.batch.engines import Died, over_futures, processes, serial
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from tests.batch.conftest import rows_in
from tests.batch.engines.trials import (
    DEADLY,
    done,
    flat,
    names,
    unit_of,
    with_deadly_logs,
    work_or_die,
)
from tests.batch.growing import quarantine
from tests.sources.archives import database, gz, zip_of

UNITS = [unit_of(*(f"{unit}{log}" for log in "abcd")) for unit in range(7)]


@pytest.fixture(params=["processes", pytest.param("dask", marks=pytest.mark.long)])
def engine(request, tmp_path):
    """Two workers, of either engine that has any."""
    if request.param == "processes":
        return processes(2)
    return dask(request.getfixturevalue("cluster_of_processes"), out=tmp_path / "out")


def test_a_worker_killed_in_the_middle_loses_nothing_and_logs_that_always_kill_are_lost_alone(
    engine, tmp_path
):
    """The work is spread over two processes."""
    expected, _ = done(serial, names, [*UNITS[:4], unit_of("a", "b"), unit_of("v", "x", "y")])
    deadly = unit_of("u=kill", "v", "x", f"y=kill-once {tmp_path / 'mark'}")
    meeting = unit_of(f"a=meet {tmp_path}"), unit_of(f"b=meet {tmp_path}")

    results, lost = done(engine, names, [*meeting, *UNITS[:4], deadly])

    assert flat(results) == flat(expected)
    assert sorted(one.unit.carried[0].source for one in lost) == ["u"]
    assert all("kill" in one.reason for one in lost)


def test_units_are_taken_as_workers_get_free_and_none_gives_no_results(engine):
    taken = []

    def endless():
        for number in range(1000):
            taken.append(number)
            yield unit_of(str(number))

    with closing(engine(names, endless())) as results:
        next(results)

    assert len(taken) < 20
    assert done(engine, names, []) == ([], [])


def test_an_error_comes_out_as_it_is_with_the_traceback_of_the_worker(engine):
    with pytest.raises(UserMistake, match="here: expected something else") as raised:
        done(engine, names, [*UNITS, unit_of("a=mistake")])

    assert raised.value.location.source == "here"
    with pytest.raises(KeyError) as raised:
        done(engine, names, [unit_of("a=bug")])
    assert raised.value.__notes__[0] == "In a worker process, on a"
    assert "in obey" in str(raised.value.__cause__) or "obey" in [entry.name for entry in raised.traceback]


def test_serial_keeps_the_order_and_works_when_asked():
    worked = []

    def work(unit):
        worked.append(unit.parts[0].name)
        return unit.parts[0].name

    results = serial(work, map(unit_of, "cab"))

    assert worked == []
    assert (next(results), worked) == ("c", ["c"])
    assert list(results) == ["a", "b"]


# What is tried when workers die, on an executor whose workers only pretend to work.


class Workers:
    """Two workers; a log called ``k`` kills, and of some units nothing is heard the first time."""

    def __init__(self, never_begun=()):
        self.never_begun, self.sent, self.doing = [*never_begun], [], {}

    def room(self):
        return 2

    def submit(self, does, unit):
        future, logs = Future(), "".join(names(unit))
        self.doing[future] = logs
        self.sent.append(logs)
        if logs in self.never_begun:
            self.never_begun.remove(logs)
            future.set_exception(Died("not begun", had_begun=False))
        elif "k" in logs:
            future.set_exception(Died(f"{logs} killed"))
        else:
            future.set_result(does(unit))
        return future

    def first_done(self, futures):
        assert {*futures} == {*self.doing}
        return [next(iter(futures))]

    def result(self, future):
        del self.doing[future]
        return future.result()


TRIED = {
    "what kills is tried while nothing else works, and then in halves": (
        ["a", "bk", "c", "d"], "", ["a", "bk", "c", "bk", "b", "k", "d"],
    ),
    "what no worker had begun is sent again, and not suspected": (
        ["a", "b"], "aab", ["a", "a", "a", "b", "b"],
    ),
    "pieces are cut on until one kills by itself": (
        ["akbc"], "", ["akbc", "akbc", "ak", "a", "k", "bc"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRIED)
def test_what_ends_workers_is_found(name):
    units, never_begun, sent = TRIED[name]
    workers = Workers(never_begun)

    results, lost = done(over_futures(lambda: nullcontext(workers)), names, [unit_of(*one) for one in units])

    assert flat(results) == sorted("".join(units).replace("k", ""))
    assert [(*names(one.unit), one.reason) for one in lost] == [
        ("k", "reading it ends the process: k killed") for _ in "".join(units).split("k")[1:]
    ]
    assert (sorted(workers.sent) if never_begun else workers.sent) == (sorted(sent) if never_begun else sent)


# Runs whose workers die.

POSIX = pytest.mark.skipif(os.name == "nt", reason="nothing there can be killed so")


@POSIX
@pytest.mark.long
def test_workers_of_which_one_is_killed_write_the_same_files(root, tmp_path, engine, few_statistics):
    # Other processes count the whole catalogue, and so does this one then.
    few_statistics.undo()
    samples = sorted((root / "data/samples").glob("*.mjlog"))
    rows = [(path.stem, gz(path.read_bytes())) for path in samples]
    archive, out = database(tmp_path / "logs.db", "houou-logs", rows), tmp_path / "out"

    def files_of(out, **how):
        # So few that the samples make several units.
        run([archive], Job(out), unit_logs=9, **how)
        paths = (path for path in out.rglob("*") if path.is_file() and ".units" not in path.parts)
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in paths}

    def killed(work, units):
        return engine(partial(work_or_die, work=work, out=out), units)

    assert files_of(out, engine=killed) == files_of(tmp_path / "alone")
    assert (tmp_path / "killed").exists()


@POSIX
@pytest.mark.long
def test_a_deadly_log_is_lost_alone_and_all_others_are_in_the_tables(tmp_path, many, job, engine):
    numbers = (2, 6)
    logs = [(log.source, log.data + DEADLY * (place in numbers)) for place, log in enumerate(many(8))]
    (tmp_path / "all.zip").write_bytes(zip_of(logs))
    source = [tmp_path / "all.zip"]

    outcome = run(source, job, engine=lambda work, units: engine(partial(with_deadly_logs, work=work), units))

    left, deadly = quarantine(job.out), [logs[place][0] for place in numbers]
    assert [source.rpartition("!")[2] for source, *_ in left] == deadly
    assert all(kind == "lost" and reason.startswith("reading it ends the ") for _, kind, reason in left)
    games = rows_in(job.out)["games"]["log_id"].to_pylist()
    assert games == [name.removesuffix(".mjlog") for name, _ in logs if name not in deadly]
    # It is not read again.
    again = run(source, job)
    assert (again.read, again.totals) == (0, outcome.totals)
