"""Archives grow and change: what a later run into the same folder reads, keeps and takes out."""

import errno
import gzip
import io
import os
import sqlite3
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from analyzer.batch import run as running
from analyzer.batch.run import run
from analyzer.batch.work import do_unit
from analyzer.errors import UserMistake
from analyzer.sources import Choice
from tests.batch.conftest import NAMES
from tests.batch.growing import choosing, ids_in, job_to, quarantine, told, write_logs

A, B, C = (f"{name}.mjlog" for name in NAMES)


@pytest.fixture
def a(honest):
    return {A: honest}


@pytest.fixture
def b(honest):
    return {B: honest + b" "}


@pytest.fixture
def c(honest):
    return {C: honest + b"  "}


@pytest.fixture
def job(tmp_path):
    return job_to(tmp_path / "out")


@pytest.fixture
def grown(tmp_path, job):
    """Makes sources of a run by name, runs over them, and gives the outcome."""

    def run_over(*, remove_missing=False, **sources):
        named = [write_logs(tmp_path / name, logs) for name, logs in sources.items()]
        return run(named, job, remove_missing=remove_missing)

    return run_over


@pytest.fixture
def is_as_fresh(tmp_path, job):
    """Whether a run over these sources into a new folder tells the same."""

    def compare(*names):
        fresh = job_to(tmp_path / "fresh")
        run([tmp_path / name for name in names], fresh, fresh=True)
        return told(fresh.out) == told(job.out)

    return compare


@pytest.fixture
def read(monkeypatch):
    """Names of the parts that runs read from now on."""
    names = []

    def reading(unit, job):
        names.extend(part.name for part in unit.parts)
        return do_unit(unit, job)

    monkeypatch.setattr(running, "do_unit", reading)
    return names


def parts_in(job):
    return {path.name for path in (job.out / "games").iterdir()}


# Additions.


@pytest.mark.parametrize("suffix", ["", ".zip"])
def test_what_is_added_to_a_source_is_all_that_is_read(tmp_path, job, read, a, b, suffix):
    source = write_logs(tmp_path / f"logs{suffix}", a)
    run([source], job)
    read.clear()

    outcome = run([write_logs(source, a | b)], job)

    assert read == [B]
    assert (outcome.earlier, outcome.read, outcome.removed) == (1, 1, 0)
    assert ids_in(job.out) == NAMES[:2]


def test_rows_that_are_added_to_a_database_are_all_that_is_new(tmp_path, job, is_as_fresh, honest):
    def fill(numbers):
        with closing(sqlite3.connect(tmp_path / "logs.db")) as database, database:
            database.execute("CREATE TABLE IF NOT EXISTS logs (id TEXT PRIMARY KEY, log BLOB)")
            rows = [(f"2022010101gm-00a9-0000-{n:08x}", gzip.compress(honest + b" " * n)) for n in numbers]
            database.executemany("INSERT INTO logs VALUES (?, ?)", rows)

    fill(range(20))
    run([tmp_path / "logs.db"], job, unit_logs=4)
    fill([20])

    outcome = run([tmp_path / "logs.db"], job, unit_logs=4)

    assert outcome.earlier > 10
    assert (outcome.earlier + outcome.read, outcome.removed) == (21, 0)
    assert is_as_fresh("logs.db")


def test_sources_that_are_not_named_stay(grown, job, is_as_fresh, a, b):
    grown(one=a)

    outcome = grown(two=b)

    assert (outcome.earlier, outcome.read, outcome.removed) == (1, 1, 0)
    assert ids_in(job.out) == NAMES[:2]
    assert is_as_fresh("one", "two")


def test_a_source_named_twice_in_a_later_run_is_as_named_once(tmp_path, job, a):
    source = write_logs(tmp_path / "logs", a)
    run([source], job)

    outcome = run([source, source], job)

    assert outcome.totals.accounts() | {"inputs": 1, "games": 1, "duplicates": 0} == outcome.totals.accounts()
    assert ids_in(job.out) == NAMES[:1]


# Changes and removals.


def test_what_is_changed_is_read_anew(grown, job, is_as_fresh, a, b, wrong):
    grown(logs=a | b)

    outcome = grown(logs=b | {A: wrong})

    assert (outcome.earlier, outcome.read, outcome.removed) == (1, 1, 0)
    assert outcome.totals.findings["draw-kind"] == 1
    assert is_as_fresh("logs")


@pytest.mark.parametrize("name", ["logs", "logs.zip"])
def test_what_is_missing_is_taken_out_and_counted(grown, job, is_as_fresh, a, b, name):
    grown(**{name: a | b})

    outcome = grown(**{name: b})

    assert (outcome.earlier, outcome.read, outcome.removed) == (1, 0, 1)
    assert ids_in(job.out) == [NAMES[1]]
    assert is_as_fresh(name)


def test_a_source_without_any_of_its_known_files_is_refused_as_its_disk_may_be_missing(grown, job, a, b):
    grown(one=a, two=b)

    with pytest.raises(
        UserMistake, match=r"one' has none of the files .*; expected its disk .* --remove-missing"
    ):
        grown(one={})

    assert ids_in(job.out) == NAMES[:2]
    assert grown(one=a).removed == 0


def test_another_disk_in_the_place_of_the_first_is_refused(grown, job, a, b):
    grown(logs=a)

    with pytest.raises(UserMistake, match="--remove-missing"):
        grown(logs=b)

    assert ids_in(job.out) == NAMES[:1]


def test_an_unmounted_disk_below_a_folder_that_was_named_before_is_refused(grown, job, a, b):
    grown(logs=a | {f"disk/{B}": b[B]})

    with pytest.raises(UserMistake, match="logs/disk' has none of the files"):
        grown(**{"logs/disk": {}})

    assert ids_in(job.out) == NAMES[:2]


@pytest.mark.parametrize("name", ["one", "one.zip"])
def test_a_source_whose_every_file_is_changed_is_not_refused(grown, job, a, wrong, name):
    grown(**{name: a})

    assert grown(**{name: {A: wrong}}).totals.findings["draw-kind"] == 1


def test_an_archive_without_any_of_its_known_members_is_not_refused(grown, job, a, b):
    grown(**{"logs.zip": a})

    assert grown(**{"logs.zip": b}).removed == 1
    assert ids_in(job.out) == [NAMES[1]]


def test_all_that_came_of_a_source_is_removed_when_asked(grown, job, a, b):
    grown(one=a, two=b)

    outcome = grown(one={}, remove_missing=True)

    assert (outcome.earlier, outcome.read, outcome.removed) == (1, 0, 1)
    assert ids_in(job.out) == [NAMES[1]]


def test_a_path_that_does_not_exist_is_a_mistake_and_removes_nothing(grown, job, tmp_path, a):
    grown(logs=a)
    (tmp_path / "logs").rename(tmp_path / "elsewhere")

    with pytest.raises(UserMistake, match="logs' does not exist"):
        run([tmp_path / "logs"], job)

    assert ids_in(job.out) == NAMES[:1]


def test_an_entry_of_a_list_that_does_not_exist_is_told_and_removes_nothing(grown, job, tmp_path, a):
    grown(logs=a)
    (tmp_path / "logs").rename(tmp_path / "elsewhere")
    (tmp_path / "list").write_text(f"{tmp_path}/logs\n", encoding="utf-8")

    outcome = run([f"@{tmp_path}/list"], job)

    assert outcome.removed == 0
    assert ids_in(job.out) == NAMES[:1]
    assert quarantine(job.out) == [(f"{tmp_path}/logs", "unreadable", "does not exist")]
    (tmp_path / "elsewhere").rename(tmp_path / "logs")
    assert run([f"@{tmp_path}/list"], job).totals.accounts()["unreadable"] == 0


# Duplicates.


@pytest.fixture
def in_both(tmp_path, job, honest):
    """Two folders with the same log, of which a run has left out the second."""
    one, two = (write_logs(tmp_path / name, {A: honest}) for name in ("one", "two"))
    run([one], job)
    run([two], job)
    assert quarantine(job.out) == [(f"{two}/{A}", "duplicate", f"same log as {one}/{A}")]
    (one / A).unlink()
    return one, two


def test_a_duplicate_is_read_again_when_the_log_that_stayed_is_gone(job, is_as_fresh, in_both):
    outcome = run([*in_both], job, remove_missing=True)

    assert (outcome.read, outcome.removed) == (1, 1)
    assert (ids_in(job.out), quarantine(job.out)) == (NAMES[:1], [])
    assert is_as_fresh("one", "two")


def test_a_duplicate_whose_source_is_not_named_is_listed_until_it_is(job, is_as_fresh, in_both):
    one, two = in_both

    run([one], job, remove_missing=True)

    reason = "same as a log that is not there any more; name its source again to read it"
    assert (ids_in(job.out), quarantine(job.out)) == ([], [(f"{two}/{A}", "duplicate", reason)])
    assert run([two], job).totals.accounts()["duplicates"] == 0
    assert is_as_fresh("one", "two")


def test_a_duplicate_that_a_new_log_sets_free_is_read_again_in_the_same_run(grown, job, is_as_fresh, honest):
    """The new one takes the id of that whose bytes the duplicate has."""
    logs = {"b": {A: honest}, "c": {B: honest}}
    grown(**logs)
    assert ids_in(job.out) == NAMES[:1]

    outcome = grown(a={A: honest + b" "}, **logs)

    assert (outcome.read, outcome.removed) == (2, 0)
    assert ids_in(job.out) == NAMES[:2]
    assert is_as_fresh("a", "b", "c")


# Small units.


def test_many_small_units_become_one_part_with_the_same_rows(tmp_path, job, is_as_fresh, honest):
    logs = {f"2022010101gm-00a9-0000-{n:08x}.mjlog": honest + b" " * n for n in range(5)}
    parts = []
    for number in range(1, 6):
        run([write_logs(tmp_path / "logs", dict([*logs.items()][:number]))], job)
        parts.append(len(parts_in(job)))

    assert parts == [1, 2, 1, 2, 1]
    assert is_as_fresh("logs")


def test_few_small_units_beside_large_ones_stay(tmp_path, job, honest):
    logs = {f"2022010101gm-00a9-0000-{n:08x}.mjlog": honest + b" " * n for n in range(24)}
    run([write_logs(tmp_path / "logs", dict([*logs.items()][:22]))], job, unit_logs=11)
    before = parts_in(job)

    for more in (23, 24):
        run([write_logs(tmp_path / "logs", dict([*logs.items()][:more]))], job, unit_logs=11)

    assert len(before) == 2
    assert before < parts_in(job)
    assert len(parts_in(job)) == 4


# Damage.


def test_damaged_tables_of_a_source_that_is_not_named_are_not_forgotten(grown, job, tmp_path, a, b):
    grown(one=a)
    (part,) = (job.out / "hands").iterdir()
    part.write_bytes(b"")

    with pytest.raises(UserMistake, match=r"one/.*; expected its source to be named too, so that it is read"):
        grown(two=b)

    assert grown(one=a, two=b).totals.games == 2


@pytest.mark.parametrize("damage", [b"", bytes(100)], ids=["empty", "zeros"])
def test_a_damaged_list_of_inputs_of_a_source_that_is_not_named_is_not_forgotten(
    grown, job, is_as_fresh, damage, a, b
):
    grown(one=a)
    (unit,) = (job.out / ".units").glob("*.arrow")
    unit.write_bytes(damage)

    with pytest.raises(UserMistake, match=r"damaged list of inputs of '.*one/.*; expected its source to be"):
        grown(two=b)

    assert ids_in(job.out) == NAMES[:1]
    assert grown(one=a, two=b).read == 2
    assert is_as_fresh("one", "two")


@pytest.mark.parametrize("damage", [b"", b"{", bytes(20), None])
def test_without_the_terms_on_which_tables_were_made_what_is_not_named_is_not_forgotten(
    grown, job, is_as_fresh, damage, a, b
):
    grown(one=a)
    terms = job.out / ".units" / "terms.json"
    terms.unlink() if damage is None else terms.write_bytes(damage)

    with pytest.raises(UserMistake, match=r"damaged terms of '.*one/.*; expected its source to be named too"):
        grown(two=b)

    assert ids_in(job.out) == NAMES[:1]
    assert grown(one=a, two=b).read == 2
    assert is_as_fresh("one", "two")


# A folder, and folders in it.


def test_a_part_of_a_folder_that_is_named_later_is_not_read_again(grown, job, tmp_path, read, a, b):
    grown(logs=a | {f"2022/{B}": b[B]})
    read.clear()

    outcome = run([tmp_path / "logs" / "2022"], job)

    assert read == []
    assert (outcome.earlier, outcome.removed) == (2, 0)
    assert ids_in(job.out) == NAMES[:2]


def test_a_part_of_a_folder_that_is_named_later_replaces_only_that_part(grown, job, tmp_path, a, b, c):
    grown(logs=a | {f"2022/{B}": b[B]})
    (tmp_path / "logs" / A).unlink()

    outcome = run([write_logs(tmp_path / "logs" / "2022", c)], job, remove_missing=True)

    assert (outcome.read, outcome.removed) == (1, 1)
    assert ids_in(job.out) == [NAMES[0], NAMES[2]]


def test_a_folder_whose_part_was_named_before_is_read_but_for_that_part(tmp_path, job, read, a, b):
    logs = write_logs(tmp_path / "logs", a | {f"2022/{B}": b[B]})
    run([logs / "2022"], job)
    read.clear()

    outcome = run([logs], job)

    assert read == [A]
    assert outcome.totals.accounts()["duplicates"] == 0


def run_with(stdin, sources, job):
    """A run with these bytes on standard input."""
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin))):
        return run(sources, job)


# Names of sources.


@pytest.mark.parametrize("name", [".", "../2021", "{here}", "../link", "file://{here}", "../up/../2021/"])
def test_a_source_is_its_place_whatever_it_is_called(tmp_path, job, monkeypatch, read, a, b, name):
    here = write_logs(tmp_path / "2021", a | b)
    (tmp_path / "up").mkdir()
    if name == "../link":
        (tmp_path / "link").symlink_to(here, target_is_directory=True)
    monkeypatch.chdir(here)
    run([here], job)
    read.clear()

    outcome = run([name.format(here=here)], job)

    assert (read, outcome.removed, outcome.totals.accounts()["duplicates"]) == ([], 0, 0)
    (here / A).unlink()
    assert run([name.format(here=here)], job).removed == 1
    assert ids_in(job.out) == [NAMES[1]]


def test_a_file_is_its_place_whatever_it_is_called(tmp_path, job, monkeypatch, read, a):
    monkeypatch.chdir(write_logs(tmp_path / "2021", a))
    run([A], job)
    read.clear()

    outcome = run([tmp_path / "2021" / A], job)

    assert (read, outcome.removed, ids_in(job.out)) == ([], 0, NAMES[:1])


def test_two_folders_that_are_called_alike_are_two(tmp_path, job, monkeypatch, honest):
    """Also their logs without an id, which are called by their files."""
    for year in ("2021", "2022"):
        monkeypatch.chdir(write_logs(tmp_path / year, {"game.xml": honest + b"\n" * int(year)}))
        outcome = run(["."], job)

    assert (outcome.earlier, outcome.read, outcome.removed) == (1, 1, 0)
    assert ids_in(job.out) == [f"{tmp_path.as_posix()}/{year}/game.xml" for year in ("2021", "2022")]


@pytest.mark.skipif(sys.platform == "win32", reason="all folders can be listed there")
def test_what_came_of_a_folder_that_cannot_be_listed_now_stays(grown, job, tmp_path, monkeypatch, a, b, c):
    logs = a | {f"2022/{B}": b[B]}
    grown(logs=logs | c)
    (tmp_path / "logs" / C).unlink()
    scandir = os.scandir

    def failing(folder):
        if str(folder).endswith("2022"):
            raise OSError(errno.EIO, "Input/output error")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", failing)
    outcome = run([tmp_path / "logs"], job)
    monkeypatch.undo()

    assert (outcome.removed, outcome.totals.accounts()["unreadable"]) == (1, 1)
    assert ids_in(job.out) == NAMES[:2]
    assert grown(logs=logs).totals.accounts()["unreadable"] == 0


def test_the_working_folder_has_only_what_is_below_it(tmp_path, job, monkeypatch, a, b):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    write_logs(tmp_path / "other", a)
    run_with(b[B], ["../other", "-"], job)

    outcome = run(["."], job)

    assert (outcome.earlier, outcome.removed) == (2, 0)


# Standard input, limits, samples.


def test_standard_input_removes_nothing_that_came_by_it_before(job, a, b):
    """It is no place where a file could be gone."""
    run_with(zip_of(a), ["-"], job)

    outcome = run_with(zip_of(b), ["-"], job)

    assert (outcome.read, outcome.removed) == (1, 0)
    assert ids_in(job.out) == NAMES[:2]


def test_the_same_by_standard_input_again_is_not_read_again(job, a, b):
    run_with(zip_of(a | b), ["-"], job)

    outcome = run_with(zip_of(a | b), ["-"], job)

    assert (outcome.earlier, outcome.read, outcome.removed) == (2, 0, 0)
    assert outcome.totals.accounts()["duplicates"] == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_pipe_removes_nothing_either(tmp_path, job, a, b):
    os.mkfifo(tmp_path / "pipe")
    for logs in (a, b):
        with ThreadPoolExecutor() as writer:
            writer.submit((tmp_path / "pipe").write_bytes, zip_of(logs))
            outcome = run([tmp_path / "pipe"], job)

    assert (outcome.read, outcome.removed) == (1, 0)
    assert ids_in(job.out) == NAMES[:2]


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="no such files there")
def test_a_pipe_of_a_shell_is_read(job, a):
    """Its name is a link, to a name that cannot be opened."""
    reading, writing = os.pipe()
    os.write(writing, zip_of(a))
    os.close(writing)
    try:
        assert run([f"/dev/fd/{reading}"], job).read == 1
    finally:
        os.close(reading)


def zip_of(logs):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, data in logs.items():
            archive.writestr(name, data)
    return held.getvalue()


def test_a_limit_is_that_of_what_is_there_now(tmp_path, job, a, b, c):
    first_two = choosing(job, Choice(limit=2))
    run([write_logs(tmp_path / "logs", b | c)], first_two)

    outcome = run([write_logs(tmp_path / "logs", a | b | c)], first_two)

    assert ids_in(job.out) == NAMES[:2]
    assert (outcome.read, outcome.removed) == (1, 1)


@pytest.mark.parametrize("inside", [False, True])
def test_a_sample_is_that_of_what_is_there_now(tmp_path, job, honest, inside):
    """Also where only the reader of a packed archive in a folder knows which of its logs are wanted."""

    def archive(count):
        logs = {f"2022010101gm-00a9-0000-{n:08x}.mjlog": honest + b" " * n for n in range(count)}
        source = write_logs(tmp_path / "logs", {} if inside else logs)
        return write_logs(source, {"all.bin": zip_of(logs)}) if inside else source

    three = choosing(job, Choice(sample_logs=3))
    run([archive(4)], three)
    run([archive(12)], three)
    grown = ids_in(job.out)

    run([archive(12)], three, fresh=True)
    assert grown == ids_in(job.out)
    assert len(grown) == 3


def test_a_source_without_a_wanted_log_is_read_once_too(tmp_path, job, read, a):
    source = write_logs(tmp_path / "logs", {"all.bin": zip_of(a)})
    of_three = choosing(job, Choice(players=(3,)))
    run([source], of_three)
    read.clear()

    run([source], of_three)

    assert (ids_in(job.out), read) == ([], [])
