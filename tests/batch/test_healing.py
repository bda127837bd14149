"""The folder of a run heals: whatever a crash has left of it, the same run again makes it whole."""

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.batch.kept_units import UNITS, kept_units
from analyzer.batch.outputs import Outputs
from analyzer.batch.run import run
from analyzer.errors import UserMistake
from analyzer.folders import folder as folder_of
from analyzer.report import write_report
from analyzer.stats import Extent
from analyzer.stats.archive import load_archive
from analyzer.tables.parts import part_path
from tests.batch.breaking_off import Changes, Killed, job_of, run_to

MORE = "2022010104gm-00a9-0000-0000000d.mjlog"
COPY = "2022010105gm-00a9-0000-0000000e.mjlog"


@pytest.fixture
def undisturbed(folder, tmp_path, tables):
    """What a run tells that nothing disturbs."""
    run([folder], job_of(tmp_path / "undisturbed"), unit_logs=2)
    return tables(tmp_path / "undisturbed")


@pytest.fixture
def earlier(folder, tmp_path, honest):
    """The folder of a run that a log has come to since."""
    run([folder], job_of(tmp_path / "earlier"), unit_logs=2)
    (folder / MORE).write_bytes(honest + b"<!-- more -->")
    return tmp_path / "earlier"


def stopped(folder, out, stop, unit_logs=2):
    """Let a run into the folder end before the change of this number; returns whether there was one."""
    with pytest.MonkeyPatch.context() as patch:
        try:
            run_to(folder, out, Changes(patch, stop=stop), unit_logs)
        except Killed:
            return True
    return False


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("start", ["anew", "with more logs"])
def test_a_run_that_ends_between_any_two_changes_is_made_whole(
    folder, tmp_path, tables, earlier, honest, start, every
):
    """It takes a duplicate out; with more logs, it joins units that have become small too."""
    out, before, undisturbed = (tmp_path / name for name in ("out", "before", "undisturbed"))
    (folder / COPY).write_bytes(honest)
    if start == "with more logs":
        shutil.copytree(earlier, before)
        shutil.copytree(earlier, undisturbed)
    else:
        before.mkdir()
    unit_logs = 16 if start == "with more logs" else 2
    run([folder], job_of(undisturbed), unit_logs=unit_logs)
    run([folder], job_of(tmp_path / "at once"))
    assert (len(kept_units(folder_of(undisturbed))) == 1) == (start == "with more logs")
    assert tables(undisturbed) == tables(tmp_path / "at once")
    stop = 0
    while True:
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(before, out)
        if not stopped(folder, out, stop, unit_logs):
            break

        outcome = run([folder], job_of(out), unit_logs=unit_logs)

        assert tables(out) == tables(undisturbed), stop
        assert (outcome.earlier + outcome.read, outcome.totals.duplicates) == (6, 1)
        stop += every
    assert stop > 40


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_a_run_that_is_killed_is_made_whole(folder, tmp_path, tables, undisturbed):
    with pytest.MonkeyPatch.context() as patch:
        changes = Changes(patch)
        run_to(folder, tmp_path / "seen", changes)
    # Before each file appears under its name.
    moments = [number for number, change in enumerate(changes.seen) if change.startswith("replace")]

    for number in moments:
        out = tmp_path / str(number)
        words = [sys.executable, "-m", "tests.batch.breaking_off", str(folder), str(out), str(number)]
        done = subprocess.run(words, check=False, timeout=300)
        assert done.returncode == -signal.SIGKILL
        run([folder], job_of(out), unit_logs=2)
        assert tables(out) == undisturbed, changes.seen[number]
    assert len(moments) > 10


DAMAGES = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "a bit": lambda path: path.write_bytes(flipped(path.read_bytes())),
}


def flipped(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]


def files(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


@pytest.mark.long
@pytest.mark.parametrize("how", DAMAGES)
def test_a_run_makes_whole_what_is_damaged(folder, tmp_path, tables, undisturbed, how):
    out = tmp_path / "out"
    for name in files(tmp_path / "undisturbed"):
        if how == "a bit" and name.name in ("terms.json", "manifest.json"):
            continue  # Other words of theirs are other terms, which is a mistake of the user's to be told.
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(tmp_path / "undisturbed", out)
        DAMAGES[how](out / name)

        outcome = run([folder], job_of(out), unit_logs=2)

        assert tables(out) == undisturbed, name
        assert outcome.totals.games == 3


@pytest.mark.parametrize("key", ["totals", "tables", "files"])
@pytest.mark.parametrize("value", [None, [None], {"hands": [None]}, {"inputs": "x", "games": "y"}], ids=str)
def test_a_manifest_of_other_values_is_written_again(folder, tmp_path, tables, undisturbed, key, value):
    out = tmp_path / "undisturbed"
    manifest = json.loads((out / "manifest.json").read_text())
    (out / "manifest.json").write_text(json.dumps(manifest | {key: value}))

    assert run([folder], job_of(out), unit_logs=2).totals.games == 3

    assert tables(out) == undisturbed


def whole_unit(out):
    """A unit of two games, and the files of its own."""
    units = kept_units(folder_of(out)).values()
    unit = next(unit for unit in units if unit.logs == 2 and "hands" in unit.parts)
    names = [f"{UNITS}/{unit.unit}.arrow", part_path("hands", unit.parts["hands"])]
    return unit, [out / name for name in names]


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("place", [0, 1], ids=["record", "part"])
def test_a_unit_counts_as_done_only_if_its_files_are_whole(folder, tmp_path, tables, undisturbed, how, place):
    out = tmp_path / "undisturbed"
    unit, files = whole_unit(out)
    DAMAGES[how](files[place])

    outcome = run([folder], job_of(out), unit_logs=2)

    assert (outcome.read, outcome.earlier, outcome.totals.games) == (unit.logs, 4 - unit.logs, 3)
    assert tables(out) == undisturbed


def test_a_damaged_unit_that_a_broken_off_run_has_left_is_done_again(folder, tmp_path, tables, undisturbed):
    out = tmp_path / "undisturbed"
    (out / "manifest.json").unlink()
    _, (record, part) = whole_unit(out)
    record.unlink()
    DAMAGES["zeros"](part)

    assert run([folder], job_of(out), unit_logs=2).read == 2

    assert tables(out) == undisturbed


def test_nothing_is_left_of_what_a_run_did_not_finish(folder, tmp_path, tables, undisturbed):
    out = tmp_path / "undisturbed"
    before = files(out)
    left = [
        "summary.json.01234567.tmp",
        ".units/a.arrow.01234567.tmp",
        ".units/a.arrow",
        ".units/a.item",
        "hands/part-a.parquet",
    ]
    for name in left:
        (out / name).write_bytes(b"left")
    (out / "notes.txt").write_bytes(b"of the user")

    run([folder], job_of(out), unit_logs=2)

    assert files(out) == sorted([*before, Path("notes.txt")])


def test_what_was_published_can_be_read_until_more_is(earlier, folder, contents):
    """Every part of the run before is there and whole, wherever the next run ends."""
    before = contents(earlier)
    manifest = json.loads(before["manifest.json"])
    published = {f"{table}/{part['file']}" for table, parts in manifest["tables"].items() for part in parts}

    for stop in range(0, 200, 3):
        if not stopped(folder, earlier, stop):
            break
        now = contents(earlier)
        assert now["manifest.json"] == before["manifest.json"], stop
        assert {name: now[name] for name in published} == {name: before[name] for name in published}, stop

    assert contents(earlier)["manifest.json"] != before["manifest.json"]


def test_all_that_gets_its_name_was_flushed_before_and_its_folder_after(folder, tmp_path, monkeypatch):
    flushed, late = {}, []
    fsync, replace, rename = os.fsync, os.replace, os.rename

    def flushing(file):
        status = os.fstat(file)
        flushed[status.st_ino] = (status.st_size, status.st_mtime_ns)
        fsync(file)

    def renaming(change):
        def renamed(old, new):
            for path in (Path(old), *Path(old).rglob("*")):
                status = path.stat()
                if path.is_file() and flushed.get(status.st_ino) != (status.st_size, status.st_mtime_ns):
                    late.append(path)
                if path.is_dir() and status.st_ino not in flushed:
                    late.append(path)
            change(old, new)
            flushed.pop(Path(new).parent.stat().st_ino, None)
            waiting.add(Path(new).parent)

        return renamed

    waiting = set()
    monkeypatch.setattr(os, "fsync", flushing)
    monkeypatch.setattr(os, "replace", renaming(replace))
    monkeypatch.setattr(os, "rename", renaming(rename))

    run([folder], job_of(tmp_path / "out"), unit_logs=2)

    assert late == []
    assert {tmp_path / "out", tmp_path / "out" / UNITS} <= waiting
    assert [path for path in waiting if path.exists() and path.stat().st_ino not in flushed] == []


@pytest.mark.parametrize("how", ["empty", "zeros", "cut"])
@pytest.mark.parametrize("name", ["games", "findings", "summary.json"])
def test_a_report_on_what_is_damaged_says_so_in_one_line(folder, tmp_path, name, how):
    out = tmp_path / "out"
    run([folder], replace(job_of(out), outputs=Outputs(statistics=Extent.NONE)))
    for path in [out / name] if (out / name).is_file() else (out / name).rglob("*.parquet"):
        DAMAGES[how](path)

    with pytest.raises(UserMistake, match="is damaged; repeat the run to repair it"):
        write_report(load_archive(out), tmp_path / "r.html")
