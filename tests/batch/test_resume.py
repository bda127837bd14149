"""Whatever ends a run or damages its folder, the same run again makes it whole, and reads nothing twice."""

import errno
import json
import os
import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from analyzer.batch import publishing
from analyzer.batch import run as running
from analyzer.batch.engines import Lost
from analyzer.batch.kept_units import UNITS, kept_units
from analyzer.batch.outputs import Outputs
from analyzer.batch.run import Interrupted, run
from analyzer.batch.work import OutOfSpace, do_unit
from analyzer.folders import folder as folder_of
from analyzer.folders.disk import Disk
from analyzer.sources import SourceLog
from analyzer.sources.units import halves
from analyzer.tables.parts import part_path
from tests.batch.growing import Changes, Killed, contents_of, job_to, quarantine, told

MORE = "2022010104gm-00a9-0000-0000000d.mjlog"
COPY = "2022010105gm-00a9-0000-0000000e.mjlog"


@pytest.fixture
def job(tmp_path):
    return job_to(tmp_path / "out")


@pytest.fixture
def logs(tmp_path, many):
    """A folder of 6 logs, a third of them of three players."""
    folder = tmp_path / "many"
    folder.mkdir()
    for number, log in enumerate(many(6)):
        (folder / log.source.replace("00a9", "00a9" if number % 3 else "00b9")).write_bytes(log.data)
    return folder


@pytest.fixture
def as_undisturbed(tmp_path, job):
    """Whether the run tells what one over this source tells that nothing disturbs."""

    def compare(source):
        run([source], replace(job, out=tmp_path / "alone"), fresh=True)
        return told(job.out) == told(tmp_path / "alone")

    return compare


class Worked:
    """The work on units, counted; from some unit on it is interrupted."""

    def __init__(self, monkeypatch, *, after=None):
        self.units, self.after = [], after
        monkeypatch.setattr(running, "do_unit", self)

    def __call__(self, unit, job):
        if len(self.units) == self.after:
            raise KeyboardInterrupt
        self.units.append(unit.id)
        return do_unit(unit, job)


def records(out):
    """The records of units that are done."""
    return [*(out / UNITS).glob("*.arrow")]


# Interrupted.


@pytest.mark.parametrize("after", [4, None])
def test_ctrl_c_keeps_what_was_read(logs, job, as_undisturbed, monkeypatch, after):
    """Also one while the tables are written."""

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if after is None:
            patch.setattr(publishing, "write_manifest", interrupted)
        else:
            Worked(patch, after=after)
        with pytest.raises(Interrupted) as raised:
            run([logs], job, unit_logs=1)

    done = 6 if after is None else after
    assert (raised.value.logs, (job.out / "manifest.json").exists()) == (done, False)
    outcome = run([logs], job, unit_logs=1)
    assert (outcome.earlier, outcome.read) == (done, 6 - done)
    assert as_undisturbed(logs)


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
    assert [words for _, *words in quarantine(job.out)] == [["lost", "was killed"]]
    again = run_units([whole], job)
    assert (again.earlier, again.read, again.totals) == (7, 0, outcome.totals)


# Again.


def test_the_same_command_again_reads_and_writes_nothing(logs, job, monkeypatch):
    first = run([logs], job)
    before, times = contents_of(job.out), [path.stat().st_mtime_ns for path in job.out.glob("*/*.parquet")]
    worked = Worked(monkeypatch)

    again = run([logs], job)

    assert (again.earlier, again.read, worked.units, again.totals) == (6, 0, [], first.totals)
    assert contents_of(job.out) == before
    assert [path.stat().st_mtime_ns for path in job.out.glob("*/*.parquet")] == times


def test_a_run_afresh_forgets_all_that_was_read_though_it_ends_at_once(
    logs, folder, job, as_undisturbed, monkeypatch
):
    run([logs], job, unit_logs=4)
    with monkeypatch.context() as patch:
        Worked(patch, after=0)
        with pytest.raises(Interrupted):
            run([folder], job, fresh=True)
    assert records(job.out) == []

    outcome = run([folder], job)

    assert (outcome.earlier, outcome.totals.games) == (0, 3)
    assert as_undisturbed(folder)
    # One of the games of four players, and one of what names say nothing of.
    assert (len([*job.out.glob("games/*")]), len(records(job.out))) == (1, 2)
    # No part of the run before is another now, as somebody may be reading it.
    before = {path.name for path in job.out.glob("*/part-*")}
    run([folder], job, fresh=True)
    assert before.isdisjoint(path.name for path in job.out.glob("*/part-*"))


# Disks.


@pytest.mark.parametrize(
    ("number", "full", "done"),
    [(errno.EFBIG, 14, 4), (errno.ENOSPC, "summary.json", 6)],
)
def test_a_full_disk_is_one_word_and_what_was_read_stays(
    logs, job, as_undisturbed, monkeypatch, number, full, done
):
    write, calls = Disk.write, []

    def refusing(self, name, data):
        calls.append(name)
        if len(calls) == full or name.startswith(str(full)):
            raise OSError(number, os.strerror(number))
        write(self, name, data)

    with monkeypatch.context() as patch:
        patch.setattr(Disk, "write", refusing)
        with pytest.raises(
            OutOfSpace, match=r"no space left for .*: make room, and the same command goes on"
        ):
            run([logs], job, unit_logs=1)

    assert len(records(job.out)) == done
    assert run([logs], job, unit_logs=1).earlier == done
    assert as_undisturbed(logs)


def test_a_file_that_gets_its_name_was_flushed_before(folder, job, monkeypatch):
    flushed, named, replace_file = {}, {}, os.replace

    def flushing(file):
        flushed[os.fstat(file).st_ino] = os.fstat(file).st_size

    def replacing(old, new):
        status = Path(old).stat()
        named[Path(new).name] = flushed.get(status.st_ino) == status.st_size
        replace_file(old, new)

    monkeypatch.setattr(os, "fsync", flushing)
    monkeypatch.setattr(os, "replace", replacing)

    run([folder], job, unit_logs=2)

    assert {"manifest.json": True, "summary.json": True}.items() <= named.items()
    assert all(named.values())


# Killed.

MORE_TABLES = ("players", "seats", "wins")


def stopped(source, out, stop, unit_logs=2):
    """Let a run into the folder end before the change of this number; returns whether there was one."""
    with pytest.MonkeyPatch.context() as patch:
        Changes(patch, out, stop=stop)
        try:
            run([source], job_to(out, *MORE_TABLES), unit_logs=unit_logs)
        except Killed:
            return True
    return False


@pytest.fixture
def earlier(folder, tmp_path, honest):
    """The folder of a run that a log has come to since."""
    run([folder], job_to(tmp_path / "earlier", *MORE_TABLES), unit_logs=2)
    (folder / MORE).write_bytes(honest + b"<!-- more -->")
    return tmp_path / "earlier"


@pytest.mark.parametrize("every", [23, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("start", ["anew", "with more logs"])
def test_a_run_that_ends_between_any_two_changes_is_made_whole(
    folder, tmp_path, earlier, honest, start, every
):
    """It takes a duplicate out; with more logs, it joins units that have become small too."""
    out, undisturbed = tmp_path / "out", tmp_path / "undisturbed"
    (folder / COPY).write_bytes(honest)
    is_more = start == "with more logs"
    unit_logs, before = (16, earlier) if is_more else (2, tmp_path / "nothing")
    (tmp_path / "nothing").mkdir()
    shutil.copytree(before, undisturbed)
    run([folder], job_to(undisturbed, *MORE_TABLES), unit_logs=unit_logs)
    assert (len(kept_units(folder_of(undisturbed))) == 1) == is_more
    expected, stop = told(undisturbed), 0
    while True:
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(before, out)
        if not stopped(folder, out, stop, unit_logs):
            break

        outcome = run([folder], job_to(out, *MORE_TABLES), unit_logs=unit_logs)

        assert told(out) == expected, stop
        assert (outcome.earlier + outcome.read, outcome.totals.duplicates) == (6, 1)
        stop += every
    assert stop > 40


def test_what_was_published_can_be_read_until_more_is(earlier, folder):
    """Every part of the run before is there and whole, wherever the next run ends, which takes a log out."""
    next(folder.glob("*a.mjlog")).unlink()
    before = contents_of(earlier)
    manifest = json.loads(before["manifest.json"])
    published = {f"{table}/{part['file']}" for table, parts in manifest["tables"].items() for part in parts}

    for stop in range(0, 200, 17):
        if not stopped(folder, earlier, stop):
            break
        now = contents_of(earlier)
        if now["manifest.json"] != before["manifest.json"]:
            break
        assert {name: now[name] for name in published} == {name: before[name] for name in published}, stop

    assert contents_of(earlier)["manifest.json"] != before["manifest.json"]


# Damaged.


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


DAMAGES = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "a bit": flip,
}


@pytest.fixture
def whole(folder, job):
    """The folder of a run that nothing disturbed, and what it tells."""
    run([folder], job, unit_logs=2)
    return job.out, told(job.out)


def files(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


@pytest.mark.long
@pytest.mark.parametrize("how", DAMAGES)
def test_a_run_makes_whole_what_is_damaged(folder, tmp_path, whole, how):
    out = tmp_path / "damaged"
    # Of each kind are several, next to each other: every second one.
    for name in files(whole[0])[len(how) % 2 :: 2]:
        if how == "a bit" and name.name in ("terms.json", "manifest.json"):
            continue  # Other words of theirs are other terms, which is a mistake of the user's to be told.
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(whole[0], out)
        DAMAGES[how](out / name)

        outcome = run([folder], job_to(out), unit_logs=2)

        assert told(out) == whole[1], name
        assert outcome.totals.games == 3


PUBLISHED = ("summary.txt", "quarantine.jsonl", "manifest.json")


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("list", "gone"),
        ("list", "a bit"),
        ("part", "gone"),
        ("part", "zeros"),
        *product(PUBLISHED, ["empty"]),
    ],
)
def test_a_unit_is_read_again_only_if_its_own_files_are_damaged(folder, job, whole, how, name):
    before, units = contents_of(job.out), kept_units(folder_of(job.out)).values()
    unit = next(unit for unit in units if unit.logs == 2 and "hands" in unit.parts)
    own = {"list": f"{UNITS}/{unit.unit}.arrow", "part": part_path("hands", unit.parts["hands"])}
    DAMAGES[how](job.out / own.get(name, name))

    outcome = run([folder], job, unit_logs=2)

    read = unit.logs if name in own else 0
    assert (outcome.read, outcome.earlier, outcome.totals.games) == (read, 4 - read, 3)
    assert told(job.out) == whole[1]
    assert name in own or contents_of(job.out) == before


def test_statistics_that_are_damaged_are_counted_again(folder, job):
    job = replace(job, outputs=Outputs(("games", "hands", "findings")))
    run([folder], job)
    before = contents_of(job.out)
    DAMAGES["empty"](job.out / "stats.parquet")

    assert run([folder], job).read == 0
    assert contents_of(job.out) == before


def test_nothing_is_left_of_what_a_run_did_not_finish(folder, job, whole):
    before = files(job.out)
    of_units = [f"{UNITS}/a.arrow.01234567.tmp", f"{UNITS}/a.arrow", f"{UNITS}/a.item"]
    for name in [*of_units, "summary.json.01234567.tmp", "hands/part-a.parquet", ".seen-by-workers-0123"]:
        (job.out / name).write_bytes(b"left")
    (job.out / "notes.txt").write_bytes(b"of the user")
    (job.out / "wins").mkdir()

    run([folder], job, unit_logs=2)

    assert files(job.out) == sorted([*before, Path("notes.txt")])
    assert not (job.out / "wins").exists()


def test_a_log_that_comes_in_is_written_to_no_other_place(tmp_path, job, honest, unit, run_units):
    run_units([unit([SourceLog("../../escape", honest), SourceLog("/etc/passwd", honest + b" ")])], job)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]
