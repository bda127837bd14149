"""A run that breaks off goes on where it was; nothing is read twice, and nothing is lost."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from analyzer.batch import publishing, work
from analyzer.batch import run as running
from analyzer.batch.engines import Lost
from analyzer.batch.outputs import Outputs
from analyzer.batch.progress import Progress
from analyzer.batch.reviews import Terms
from analyzer.batch.run import Interrupted, run
from analyzer.batch.work import Job, OutOfSpace, do_unit
from analyzer.errors import UserMistake
from analyzer.folders.disk import Disk
from analyzer.sources import Choice, SourceLog
from analyzer.sources.units import halves
from analyzer.stats import Extent
from analyzer.tables.load import load

CHECKS = ("well-formed", "draw-kind")
OUTPUTS = Outputs(statistics=Extent.NONE)
CHILD = """
import sys
from pathlib import Path
from analyzer.batch.outputs import Outputs
from analyzer.stats import Extent
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.work import Job
terms = Terms(checks=("well-formed", "draw-kind"))
run([sys.argv[1]], Job(Path(sys.argv[2]), terms, outputs=Outputs(statistics=Extent.NONE)), unit_logs=1)
"""


@pytest.fixture
def logs(tmp_path, many):
    """A folder of 12 logs."""
    folder = tmp_path / "many"
    folder.mkdir()
    for log in many(12):
        (folder / log.source).write_bytes(log.data)
    return folder


@pytest.fixture
def job(tmp_path):
    return Job(tmp_path / "out", Terms(checks=CHECKS), outputs=OUTPUTS)


@pytest.fixture
def one_run(tmp_path, job, tables):
    """What a run gives that nothing disturbs."""

    def contents(source):
        alone = replace(job, out=tmp_path / "alone")
        run([source], alone)
        return tables(alone.out)

    return contents


class Worked:
    """The work on units, counted; it does something else from some unit on."""

    def __init__(self, monkeypatch, *, otherwise=None, after=0):
        self.units, self.otherwise, self.after = [], otherwise, after
        monkeypatch.setattr(running, "do_unit", self)

    def __call__(self, unit, job):
        if self.otherwise is not None and len(self.units) == self.after:
            raise self.otherwise
        self.units.append(unit.id)
        return do_unit(unit, job)


def records(out):
    """The records of units that are done."""
    return [*(out / ".units").glob("*.arrow")]


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_three_kills_at_random_moments_change_nothing(logs, job, one_run, tables):
    rng = random.Random(20090220)  # noqa: S311
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", CHILD, str(logs), str(job.out)])
        known = len(records(job.out))
        while len(records(job.out)) <= known and process.poll() is None:
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 0.2))
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=30)

    outcome = run([logs], job, unit_logs=1)

    assert outcome.totals.games == 12
    assert outcome.earlier >= 3
    assert tables(job.out) == one_run(logs)


@pytest.mark.parametrize("after", [0, 1, 7])
def test_ctrl_c_keeps_what_was_read(logs, job, one_run, tables, monkeypatch, after):
    with monkeypatch.context() as patch:
        Worked(patch, otherwise=KeyboardInterrupt(), after=after)
        with pytest.raises(Interrupted) as interrupted:
            run([logs], job, unit_logs=1)

    assert interrupted.value.logs == after
    outcome = run([logs], job, unit_logs=1)
    assert (outcome.earlier, outcome.read) == (after, 12 - after)
    assert tables(job.out) == one_run(logs)


@pytest.mark.parametrize("places", [(0, 1), (2,), (1, 3, 4)])
def test_a_run_that_broke_off_anywhere_tells_what_one_tells_that_did_not(tmp_path, logs, job, tables, places):
    """Whichever units were done: games of three and of four are in units of their own."""
    for path in [*logs.iterdir()][::3]:
        path.rename(path.with_name(path.name.replace("00a9", "00b9")))
    run([logs], replace(job, out=tmp_path / "alone"), unit_logs=3)

    def breaking_off(work, units):
        given = [*units]
        for place in places:
            yield work(given[place])
        raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        run([logs], job, engine=breaking_off, unit_logs=3)
    run([logs], job, unit_logs=3)

    assert tables(job.out) == tables(tmp_path / "alone")


def test_ctrl_c_while_the_tables_are_written_keeps_everything(logs, job, one_run, tables, monkeypatch):
    def interrupted(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(publishing, "write_manifest", interrupted)
        with pytest.raises(Interrupted):
            run([logs], job)
    assert not (job.out / "manifest.json").exists()

    outcome = run([logs], job)

    assert (outcome.earlier, outcome.read) == (12, 0)
    assert tables(job.out) == one_run(logs)


def test_the_same_command_again_reads_and_writes_nothing(logs, job, contents, monkeypatch):
    first = run([logs], job)
    before, times = contents(job.out), [path.stat().st_mtime_ns for path in job.out.glob("*/*.parquet")]
    worked = Worked(monkeypatch)

    again = run([logs], job)

    assert (again.earlier, again.read, worked.units) == (12, 0, [])
    assert again.totals == first.totals
    assert contents(job.out) == before
    assert [path.stat().st_mtime_ns for path in job.out.glob("*/*.parquet")] == times


def test_a_file_that_comes_before_its_duplicate_takes_its_place(logs, job, one_run, tables):
    run([logs], job)
    there = logs / "2022010101gm-00a9-0000-00000005.mjlog"
    (logs / "2020010101gm-00a9-0000-00000001.mjlog").write_bytes(there.read_bytes())

    outcome = run([logs], job)

    assert outcome.totals.duplicates == 1
    assert tables(job.out) == one_run(logs)
    assert "2020010101gm-00a9-0000-00000001" in load(job.out)["games"]["log_id"].to_pylist()


def test_a_run_afresh_forgets_all_that_was_read(logs, folder, job, one_run, tables):
    run([logs], job, unit_logs=4)

    outcome = run([folder], job, fresh=True)

    assert (outcome.earlier, outcome.totals.games) == (0, 3)
    assert tables(job.out) == one_run(folder)
    assert len([*job.out.glob("games/*")]) == 1
    # One of the games of four players, and one of what names say nothing of.
    assert len(records(job.out)) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"terms": Terms(checks=("draw-kind",))},
            r'begun with checks \["draw-kind", "well-formed"\], not \["',
        ),
        ({"terms": Terms("tenhou", CHECKS)}, 'begun with rules "auto", not "tenhou"'),
        ({"choice": Choice(limit=3)}, r'begun with choice all, not \{"limit": 3\}'),
        ({"names": work.Names(work.Names().mode.DROP)}, 'begun with names "keep", not "drop"'),
    ],
)
def test_another_option_is_refused_by_name(folder, job, change, message):
    run([folder], job)

    with pytest.raises(UserMistake, match=message + r".*; expected the same, or --fresh to start over"):
        run([folder], replace(job, **change))

    assert run([folder], replace(job, **change), fresh=True).earlier == 0


def test_another_secret_is_refused_and_none_is_told(folder, job):
    hashed = replace(job, names=work.Names(work.Names().mode.HASH, b"horse"))
    run([folder], hashed)

    with pytest.raises(UserMistake, match="begun with another secret for the names; expected the same"):
        run([folder], replace(hashed, names=replace(hashed.names, secret=b"battery")))

    assert not any(b"horse" in path.read_bytes() for path in job.out.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("number", "writes", "done"),
    [(errno.ENOSPC, 1, 0), (errno.EFBIG, 2, 0), (errno.ENOSPC, 49, 7), (errno.EFBIG, 54, 8)],
)
def test_a_full_disk_is_one_word_and_what_was_read_stays(
    logs, job, one_run, tables, monkeypatch, number, writes, done
):
    write, calls = Disk.write, []

    def full(self, name, data):
        calls.append(name)
        if len(calls) == writes:
            raise OSError(number, os.strerror(number))
        write(self, name, data)

    with monkeypatch.context() as patch:
        patch.setattr(Disk, "write", full)
        with pytest.raises(
            OutOfSpace, match=r"no space left for .*: make room, and the same command goes on"
        ):
            run([logs], job, unit_logs=1)

    assert len(records(job.out)) == done
    assert run([logs], job, unit_logs=1).earlier == done
    assert tables(job.out) == one_run(logs)


class Filling(Progress):
    """A disk on which no file may grow larger, once everything is read."""

    def __init__(self, most):
        super().__init__(quiet=True)
        self.most = most

    def say(self, text):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.most, hard))


@pytest.fixture
def roomy_again():
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    signal.signal(signal.SIGXFSZ, old)


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
@pytest.mark.parametrize("most", [100, 2_000])
def test_a_disk_that_is_full_at_the_end_of_a_run_says_so_too(logs, job, one_run, tables, roomy_again, most):
    with pytest.raises(OutOfSpace):
        run([logs], job, watch=Filling(most))

    roomy_again()
    assert run([logs], job).earlier == 12
    assert tables(job.out) == one_run(logs)


def test_two_runs_into_one_folder_are_one_too_many(folder, job):
    class Second(Progress):
        def begin(self, logs, earlier=0):
            with pytest.raises(UserMistake, match=f"another run, process {os.getpid()}, is writing to"):
                run([folder], job)

    assert run([folder], job, watch=Second(quiet=True)).totals.games == 3


def test_a_unit_that_was_cut_into_pieces_counts_as_done(many, unit, job, run_units):
    whole = unit(many(8))

    def cutting(work, units):
        for given in units:
            first, second = halves(given)
            yield work(second)
            yield Lost(halves(first)[0], "was killed")
            yield work(halves(first)[1])

    outcome = run_units([whole], job, engine=cutting)

    assert (outcome.totals.games, outcome.totals.unreadable, outcome.read) == (6, 1, 7)
    words = json.loads((job.out / "quarantine.jsonl").read_text(encoding="utf-8"))
    assert (words["class"], words["reason"]) == ("lost", "was killed")
    again = run_units([whole], job)
    assert (again.earlier, again.read, again.totals) == (7, 0, outcome.totals)


def test_half_of_a_unit_is_done_if_it_has_all_of_its_parts(many, unit, job, run_units):
    whole = unit(many(8))

    def breaking_off(work, units):
        yield work(halves(next(iter(units)))[0])
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interrupted:
        run_units([whole], job, engine=breaking_off)

    assert interrupted.value.logs == 4
    outcome = run_units([whole], job)
    assert (outcome.earlier, outcome.read, outcome.totals.games) == (4, 4, 8)


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_a_ctrl_c_that_numpy_drops_ends_the_run_after_the_unit(many, unit, job, run_units):
    class Kinds(type):
        def __getattr__(cls, name):
            signal.raise_signal(signal.SIGINT)
            raise AttributeError(name)

    class Kind(int, metaclass=Kinds):
        pass

    def dropping(work, units):
        for one in units:
            result = work(one)
            assert (np.arange(2) == Kind(1)).tolist() == [False, True]
            yield result

    logs = many(4)
    with pytest.raises(Interrupted) as interrupted:
        run_units([unit(logs[:2]), unit(logs[2:])], job, engine=dropping)

    assert interrupted.value.logs == 2
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_log_that_comes_in_is_written_to_no_other_place(tmp_path, job, honest, unit, run_units):
    run_units([unit([SourceLog("../../escape", honest), SourceLog("/etc/passwd", honest + b" ")])], job)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


@pytest.mark.parametrize("after", [1, 3, 4])
def test_a_folder_and_the_one_above_it_may_be_named_in_a_run_that_breaks_off(logs, job, monkeypatch, after):
    with monkeypatch.context() as patch:
        Worked(patch, otherwise=KeyboardInterrupt(), after=after)
        with pytest.raises(Interrupted):
            run([logs, logs.parent], job, unit_logs=4)

    for earlier in (4 * after, 24):
        outcome = run([logs, logs.parent], job, unit_logs=4)
        assert (outcome.earlier, outcome.totals.games, outcome.totals.duplicates) == (earlier, 12, 12)
