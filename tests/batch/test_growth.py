"""Archives grow and change: what a later run into the same folder reads, keeps and takes out."""

import io
import zipfile

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

    def run_over(**sources):
        return run([write_logs(tmp_path / name, logs) for name, logs in sources.items()], job)

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


def test_what_is_added_is_parts_of_its_own(grown, job, a, b):
    grown(logs=a)
    before = parts_in(job)

    run([job.out.parent / "logs"], job)
    assert parts_in(job) == before
    grown(logs=a | b)

    assert len(parts_in(job)) == 1 or before < parts_in(job)


def test_sources_that_are_not_named_stay(grown, job, is_as_fresh, a, b):
    grown(one=a)

    outcome = grown(two=b)

    assert (outcome.earlier, outcome.read, outcome.removed) == (1, 1, 0)
    assert ids_in(job.out) == NAMES[:2]
    assert is_as_fresh("one", "two")


def test_a_source_named_a_second_time_in_a_later_run_is_all_duplicates(tmp_path, job, a):
    source = write_logs(tmp_path / "logs", a)
    run([source], job)

    outcome = run([source, source], job)

    assert outcome.totals.accounts() | {"inputs": 2, "games": 1, "duplicates": 1} == outcome.totals.accounts()
    assert ids_in(job.out) == NAMES[:1]
    assert run([source], job).totals.accounts()["duplicates"] == 0


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


def test_a_named_folder_without_logs_takes_out_all_that_came_of_it(grown, job, a, b):
    grown(one=a, two=b)

    outcome = grown(one={})

    assert (outcome.earlier, outcome.read, outcome.removed) == (1, 0, 1)
    assert ids_in(job.out) == [NAMES[1]]


def test_a_log_that_was_moved_within_its_source_is_as_before(grown, job, is_as_fresh, a):
    grown(logs=a)

    grown(logs={f"2022/{A}": a[A]})

    assert ids_in(job.out) == NAMES[:1]
    assert is_as_fresh("logs")


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

    outcome = run([write_logs(tmp_path / "logs" / "2022", c)], job)

    assert (outcome.read, outcome.removed) == (1, 1)
    assert ids_in(job.out) == [NAMES[0], NAMES[2]]


def test_a_folder_whose_part_was_named_before_is_read_but_for_that_part(tmp_path, job, read, a, b):
    logs = write_logs(tmp_path / "logs", a | {f"2022/{B}": b[B]})
    run([logs / "2022"], job)
    read.clear()

    outcome = run([logs], job)

    assert read == [A]
    assert outcome.totals.accounts()["duplicates"] == 0


def test_the_working_folder_has_only_what_is_below_it(tmp_path, job, monkeypatch, a, b):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    write_logs(tmp_path / "other", a)
    run(["../other", "-"], job, stdin=io.BytesIO(b[B]))

    outcome = run(["."], job)

    assert (outcome.earlier, outcome.removed) == (2, 0)


# Standard input, limits, samples.


def test_standard_input_replaces_what_came_by_it_before(job, a, b):
    run(["-"], job, stdin=tar_of(a))

    outcome = run(["-"], job, stdin=tar_of(b))

    assert (outcome.read, outcome.removed) == (1, 1)
    assert ids_in(job.out) == [NAMES[1]]


def test_the_same_by_standard_input_again_is_nothing_removed(job, a, b):
    run(["-"], job, stdin=tar_of(a | b))

    assert run(["-"], job, stdin=tar_of(a | b)).removed == 0


def tar_of(logs):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, data in logs.items():
            archive.writestr(name, data)
    return io.BytesIO(held.getvalue())


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
        return write_logs(source, {"all.bin": packed(logs)}) if inside else source

    three = choosing(job, Choice(sample_logs=3))
    run([archive(4)], three)
    run([archive(12)], three)
    grown = ids_in(job.out)

    run([archive(12)], three, fresh=True)
    assert grown == ids_in(job.out)
    assert len(grown) == 3


def packed(logs):
    return tar_of(logs).getvalue()


def test_a_source_without_a_wanted_log_is_read_once_too(tmp_path, job, read, a):
    source = write_logs(tmp_path / "logs", {"all.bin": packed(a)})
    of_three = choosing(job, Choice(players=(3,)))
    run([source], of_three)
    read.clear()

    run([source], of_three)

    assert (ids_in(job.out), read) == ([], [])
