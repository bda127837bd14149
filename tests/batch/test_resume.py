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

import pytest

from analyzer.batch import publishing, work
from analyzer.batch import run as running
from analyzer.batch.engines import Lost
from analyzer.batch.engines.tasks import side_by_side
from analyzer.batch.reviews import Terms
from analyzer.batch.run import Interrupted, run, run_units
from analyzer.batch.watching import Unwatched
from analyzer.batch.work import Job, OutOfSpace, do_unit
from analyzer.errors import UserMistake
from analyzer.sources import Choice, SourceLog
from analyzer.sources.units import halves
from analyzer.tables.load import load

pytestmark = pytest.mark.usefixtures("few_statistics")

CHECKS = ("well-formed", "draw-kind")
CHILD = """
import sys
from pathlib import Path
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.work import Job
run([sys.argv[1]], Job(Path(sys.argv[2]), Terms(checks=("well-formed", "draw-kind"))), unit_logs=1)
"""


@pytest.fixture
def logs(tmp_path, many):
    """A folder of 24 logs."""
    folder = tmp_path / "many"
    folder.mkdir()
    for log in many(24):
        (folder / log.source).write_bytes(log.data)
    return folder


@pytest.fixture
def job(tmp_path):
    return Job(tmp_path / "out", Terms(checks=CHECKS))


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


def journal(out):
    return out / ".units" / "done.jsonl"


def lines(path):
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_three_kills_at_random_moments_change_nothing(logs, job, one_run, tables, few_statistics):
    few_statistics.undo()  # A process that is killed would count all statistics.
    rng = random.Random(20090220)  # noqa: S311
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", CHILD, str(logs), str(job.out)])
        known = len(lines(journal(job.out)))
        while len(lines(journal(job.out))) <= known and process.poll() is None:
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 0.2))
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=30)

    outcome = run([logs], job, unit_logs=1)

    assert outcome.totals.games == 24
    assert outcome.earlier >= 3
    assert tables(job.out) == one_run(logs)


@pytest.mark.parametrize("after", [0, 1, 23])
def test_ctrl_c_keeps_what_was_read(logs, job, one_run, tables, monkeypatch, after):
    with monkeypatch.context() as patch:
        Worked(patch, otherwise=KeyboardInterrupt(), after=after)
        with pytest.raises(Interrupted) as interrupted:
            run([logs], job, unit_logs=1)

    assert interrupted.value.logs == after
    outcome = run([logs], job, unit_logs=1)
    assert (outcome.earlier, outcome.read) == (after, 24 - after)
    assert tables(job.out) == one_run(logs)


def test_ctrl_c_while_the_tables_are_written_keeps_everything(logs, job, one_run, tables, monkeypatch):
    def interrupted(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(publishing, "write_manifest", interrupted)
        with pytest.raises(Interrupted):
            run([logs], job)
    assert not (job.out / "summary.json").exists()

    outcome = run([logs], job)

    assert (outcome.earlier, outcome.read) == (24, 0)
    assert tables(job.out) == one_run(logs)


def test_the_same_command_again_reads_and_writes_nothing(logs, job, contents, monkeypatch):
    first = run([logs], job)
    before, times = contents(job.out), [path.stat().st_mtime_ns for path in job.out.glob("*/*.parquet")]
    worked = Worked(monkeypatch)

    again = run([logs], job)

    assert (again.earlier, again.read, worked.units) == (24, 0, [])
    assert again.totals == first.totals
    assert contents(job.out) == before
    assert [path.stat().st_mtime_ns for path in job.out.glob("*/*.parquet")] == times


def test_files_added_since_are_read_and_no_others(logs, job, one_run, tables, honest, monkeypatch):
    run([logs], job, unit_logs=8)
    (logs / "2021010101gm-00a9-0000-00000001.mjlog").write_bytes(honest)
    (logs / "2023010101gm-00a9-0000-00000001.mjlog").write_bytes(honest + b"\n")

    outcome = run([logs], job, unit_logs=8)

    assert (outcome.earlier, outcome.read, outcome.totals.games) == (24, 2, 26)
    assert tables(job.out) == one_run(logs)


def test_a_file_that_comes_before_its_duplicate_takes_its_place(logs, job, one_run, tables):
    run([logs], job)
    there = logs / "2022010101gm-00a9-0000-00000005.mjlog"
    (logs / "2020010101gm-00a9-0000-00000001.mjlog").write_bytes(there.read_bytes())

    outcome = run([logs], job)

    assert outcome.totals.duplicates == 1
    assert tables(job.out) == one_run(logs)
    assert "2020010101gm-00a9-0000-00000001" in load(job.out)["games"]["log_id"].to_pylist()


def test_a_file_that_changed_or_went_is_not_in_the_tables_any_more(logs, job, one_run, tables, wrong):
    run([logs], job, unit_logs=8)
    first, second = sorted(logs.iterdir())[:2]
    first.unlink()
    second.write_bytes(wrong)

    outcome = run([logs], job, unit_logs=8)

    assert (outcome.totals.games, outcome.totals.findings["draw-kind"]) == (23, 1)
    assert tables(job.out) == one_run(logs)


def test_more_sources_may_be_given_and_none_left_out(tmp_path, logs, folder, job):
    run([logs], job)
    more = run([logs, folder], job)

    # One of the three has an id that is there already.
    assert (more.earlier, more.totals.games, more.totals.duplicates) == (24, 26, 1)
    with pytest.raises(UserMistake, match=r"was read from .*many.* too, which is not given now; .* --fresh"):
        run([folder], job)
    assert run([folder], job, fresh=True).totals.games == 3


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


def test_another_version_is_refused(folder, job):
    run([folder], job)
    terms = job.out / ".units" / "terms.json"
    terms.write_text(terms.read_text(encoding="utf-8").replace('"version": "', '"version": "x'), "utf-8")

    with pytest.raises(UserMistake, match=r'begun with version "x.*--fresh'):
        run([folder], job)


def test_another_secret_is_refused_and_none_is_told(folder, job):
    hashed = replace(job, names=work.Names(work.Names().mode.HASH, b"horse"))
    run([folder], hashed)

    with pytest.raises(UserMistake, match="begun with another secret for the names; expected the same"):
        run([folder], replace(hashed, names=replace(hashed.names, secret=b"battery")))

    assert not any(b"horse" in path.read_bytes() for path in job.out.rglob("*") if path.is_file())


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EFBIG])
def test_a_full_disk_is_one_word_and_what_was_read_stays(logs, job, one_run, tables, monkeypatch, number):
    kept = work.keep_batch
    calls = []

    def full(*args, **options):
        calls.append(args)
        if len(calls) == 20:
            raise OSError(number, os.strerror(number))
        kept(*args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(work, "keep_batch", full)
        with pytest.raises(
            OutOfSpace, match=r"no space left for .*: make room, and the same command goes on"
        ):
            run([logs], job, unit_logs=1)

    assert not list((job.out / ".units").glob("*.part"))
    assert run([logs], job, unit_logs=1).earlier == 19
    assert tables(job.out) == one_run(logs)


class Filling(Unwatched):
    """A disk on which no file may grow larger, once everything is read."""

    def __init__(self, most):
        self.most = most

    def finish(self):
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
@pytest.mark.parametrize("writers", [1, 2])
def test_a_disk_that_is_full_while_tables_are_written_says_so_too(
    logs, job, one_run, tables, monkeypatch, roomy_again, writers
):
    monkeypatch.setattr(publishing, "SPREAD_LOGS", 0)
    began = []
    monkeypatch.setattr(publishing, "side_by_side", lambda *task: began.append(task) or side_by_side(*task))

    with pytest.raises(OutOfSpace):
        run([logs], job, writers=writers, watch=Filling(5_000))

    assert len(began) == writers - 1
    roomy_again()
    assert run([logs], job).earlier == 24
    assert tables(job.out) == one_run(logs)


def test_tables_are_the_same_whoever_writes_them(logs, job, one_run, tables, monkeypatch):
    monkeypatch.setattr(publishing, "SPREAD_LOGS", 0)
    began = []
    monkeypatch.setattr(publishing, "side_by_side", lambda *task: began.append(task) or side_by_side(*task))

    run([logs], job, writers=2)

    assert [len(shares) for _, shares in began] == [2]
    assert tables(job.out) == one_run(logs)


def test_two_runs_into_one_folder_are_one_too_many(folder, job):
    class Second(Unwatched):
        def begin(self, logs, earlier):
            with pytest.raises(UserMistake, match=f"another run, process {os.getpid()}, is writing to"):
                run([folder], job)

    assert run([folder], job, watch=Second()).totals.games == 3


def test_the_lock_of_a_process_that_is_gone_is_no_lock(folder, job):
    (job.out / ".units").mkdir(parents=True)
    (job.out / ".units" / "lock").write_text("1", encoding="utf-8")

    assert run([folder], job).totals.games == 3


def test_half_a_line_of_the_journal_is_not_believed(logs, job, one_run, tables):
    run([logs], job, unit_logs=10)
    text = journal(job.out).read_text(encoding="utf-8")
    journal(job.out).write_text(text[:-20], encoding="utf-8", newline="\n")

    assert run([logs], job, unit_logs=10).earlier == 20
    assert tables(job.out) == one_run(logs)


def test_tables_that_somebody_removed_are_made_again(logs, job, tables):
    run([logs], job)
    before = tables(job.out)
    next((job.out / "seats").rglob("*.parquet")).unlink()

    assert run([logs], job).read == 0
    assert tables(job.out) == before


def test_a_unit_that_was_cut_into_pieces_counts_as_done(many, unit, job, tmp_path, tables):
    whole = unit(many(8))

    def cutting(work, units, /, *, count):
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


def test_pieces_of_a_unit_that_was_not_finished_are_done_again(many, unit, job, tables):
    whole = unit(many(8))

    def breaking_off(work, units, /, *, count):
        yield work(halves(next(iter(units)))[0])
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interrupted:
        run_units([whole], job, engine=breaking_off)

    assert interrupted.value.logs == 0
    assert run_units([whole], job).totals.games == 8


def test_a_log_that_comes_in_is_written_to_no_other_place(tmp_path, job, honest, unit):
    run_units([unit([SourceLog("../../escape", honest), SourceLog("/etc/passwd", honest + b" ")])], job)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]
