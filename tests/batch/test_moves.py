"""A file that moved keeps its rows, under its new name, and is not read again."""

import io
import sqlite3
import tarfile
from contextlib import closing

import pytest

from analyzer.batch import gone
from analyzer.batch import run as running
from analyzer.batch.run import run
from analyzer.batch.work import do_unit
from tests.batch.conftest import NAMES
from tests.batch.growing import ids_in, job_to, quarantine, told, write_logs
from tests.formats.tenhou6.documents import data_of, document, hand

A, B, C = (f"{name}.mjlog" for name in NAMES)
HAIPAI = ("19m19p19s1234z258m", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z")


@pytest.fixture
def job(tmp_path):
    return job_to(tmp_path / "out")


@pytest.fixture
def logs(honest, wrong):
    """Two logs, of which one has a finding."""
    return {A: honest, B: wrong}


@pytest.fixture
def read(monkeypatch):
    """Names of the parts that runs review from now on."""
    names = []

    def reading(unit, job):
        names.extend(part.name for part in unit.parts)
        return do_unit(unit, job)

    monkeypatch.setattr(running, "do_unit", reading)
    return names


@pytest.fixture
def rerun(tmp_path, job, read):
    """Runs again, compares with a fresh run over these sources, and gives the outcome and what was read."""

    def run_again(*names, among=(), **options):
        read.clear()
        outcome = run([tmp_path / name for name in names], job, **options)
        again = [*read]
        fresh = job_to(tmp_path / "fresh")
        run([tmp_path / name for name in (*names, *among)], fresh, fresh=True)
        assert told(job.out) == told(fresh.out)
        return outcome, again

    return run_again


def of_games(log_id, *drawn):
    """A tenhou.net/6 file of games that differ in a tile, of which the first states this id."""
    first, *others = [(text, [], []) for text in HAIPAI]
    games = [hand((first[0], [tile], []), *others, result=["九種九牌"]) for tile in drawn]
    return data_of([document(game, ref=log_id) if not n else document(game) for n, game in enumerate(games)])


def test_a_renamed_file_keeps_its_rows(tmp_path, job, logs, rerun):
    run([write_logs(tmp_path / "logs", logs)], job)
    (tmp_path / "logs" / B).rename(tmp_path / "logs" / f"{NAMES[1]}&tw=2.xml")

    outcome, again = rerun("logs")

    assert again == []
    assert (outcome.earlier, outcome.read, outcome.removed) == (2, 0, 0)


def test_a_file_with_another_time_keeps_its_rows(tmp_path, job, logs, rerun):
    run([write_logs(tmp_path / "logs", logs)], job)
    (tmp_path / "logs" / B).touch()

    assert rerun("logs")[1] == []


@pytest.mark.parametrize("named", [["new"], ["new", "other"]])
def test_a_moved_folder_keeps_its_rows_though_its_old_name_is_named_no_more(
    tmp_path, job, logs, honest, rerun, named
):
    run([write_logs(tmp_path / "old" / "2022", logs), write_logs(tmp_path / "other", {C: honest})], job)
    (tmp_path / "old").rename(tmp_path / "new")

    outcome, again = rerun(*named, among=["other"])

    assert again == []
    assert (outcome.earlier, outcome.read, outcome.removed) == (3, 0, 0)


def test_a_folder_of_which_some_moved_and_some_went_loses_what_went(tmp_path, job, logs, honest, rerun):
    run([write_logs(tmp_path / "logs", {**logs, C: honest + b" "})], job)
    (tmp_path / "logs" / "2022").mkdir()
    (tmp_path / "logs" / A).rename(tmp_path / "logs" / "2022" / A)
    (tmp_path / "logs" / C).unlink()

    outcome, again = rerun("logs")

    assert (again, outcome.removed) == ([], 1)


def test_a_file_moved_into_a_zip_keeps_its_rows(tmp_path, job, logs, rerun):
    run([write_logs(tmp_path / "logs", logs)], job)
    for name in logs:
        (tmp_path / "logs" / name).unlink()
    write_logs(tmp_path / "logs.zip", logs)

    assert rerun("logs.zip")[1] == []


def as_tar(path, logs):
    with tarfile.open(path, "w") as archive:
        for name, data in logs.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def as_database(path, logs):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE logs (id TEXT PRIMARY KEY, log BLOB)")
        database.executemany(
            "INSERT INTO logs VALUES (?, ?)", [(name[:-6], log) for name, log in logs.items()]
        )


@pytest.mark.parametrize("make", [write_logs, as_tar, as_database])
def test_a_renamed_archive_keeps_its_rows(tmp_path, job, logs, rerun, make):
    (tmp_path / "here").mkdir()
    make(tmp_path / "here" / "old.zip", logs)
    run([tmp_path / "here"], job)
    (tmp_path / "here" / "old.zip").rename(tmp_path / "here" / "new.zip")

    outcome, again = rerun("here")

    assert again == []
    assert (outcome.earlier, outcome.removed) == (2, 0)


@pytest.mark.parametrize("games", [[(15,), (16,)], [(15,), (16, 18)]])
def test_swapped_files_keep_rows_only_where_their_bytes_state_each_id(tmp_path, job, rerun, games):
    logs = {
        f"{name}.json": of_games(own, *drawn) for name, own, drawn in zip("xy", NAMES, games, strict=False)
    }
    run([write_logs(tmp_path / "logs", logs)], job)
    write_logs(tmp_path / "logs", {"x.json": logs["y.json"], "y.json": logs["x.json"]})

    # A second game that states none is named after its file.
    assert rerun("logs")[1] == (["x.json"] if len(games[1]) > 1 else [])


def test_a_file_of_several_games_keeps_their_rows(tmp_path, job, rerun):
    run([write_logs(tmp_path / "logs", {f"{NAMES[0]}.json": of_games(None, 15, 16, 18)})], job)
    (tmp_path / "logs").rename(tmp_path / "new")

    outcome, again = rerun("new")

    assert (again, outcome.earlier) == ([], 3)


def test_swapped_files_that_are_known_by_their_names_are_read_again(tmp_path, job, logs, rerun):
    run([write_logs(tmp_path / "logs", logs)], job)
    write_logs(tmp_path / "logs", {A: logs[B], B: logs[A]})

    outcome, again = rerun("logs")

    assert again == [A, B]
    assert outcome.removed == 0


def test_a_file_without_an_id_that_moved_is_read_again_under_its_new_name(tmp_path, job, honest, rerun):
    run([write_logs(tmp_path / "old", {"east.xml": honest})], job)
    (tmp_path / "old").rename(tmp_path / "new")

    outcome, again = rerun("new")

    assert (again, outcome.removed) == (["east.xml"], 0)
    assert ids_in(job.out) == [f"{tmp_path.as_posix()}/new/east.xml"]


def test_another_file_of_the_same_size_is_read(tmp_path, job, logs, honest, rerun):
    run([write_logs(tmp_path / "logs", logs)], job)
    (tmp_path / "logs" / B).unlink()
    write_logs(tmp_path / "logs", {A: honest, C: logs[B].replace(b'lobby="0"', b'lobby="1"')})

    assert rerun("logs")[1] == [C]


def test_duplicates_that_moved_stay_duplicates(tmp_path, job, honest, rerun):
    run([write_logs(tmp_path / "old", {A: honest, f"copy/{A}": honest})], job)
    (tmp_path / "old").rename(tmp_path / "new")

    outcome, again = rerun("new")

    assert again == []
    assert outcome.totals.accounts()["duplicates"] == len(quarantine(job.out)) == 1


def test_of_copies_that_became_one_file_one_stays(tmp_path, job, honest, rerun):
    run([write_logs(tmp_path / "old", {A: honest, f"copy/{A}": honest})], job)
    (tmp_path / "old" / "copy").rename(tmp_path / "new")
    (tmp_path / "old" / A).unlink()

    assert rerun("new")[0].totals.accounts()["duplicates"] == 0


def test_only_files_of_the_size_of_one_that_is_gone_are_looked_into(
    tmp_path, job, logs, honest, rerun, monkeypatch
):
    looked, look = [], gone.digests_of

    def noting(unit, **how):
        looked.extend(part.name for part in unit.parts)
        return look(unit, **how)

    run([write_logs(tmp_path / "logs", logs)], job)
    write_logs(tmp_path / "logs", {A: honest, f"2022/{B}": logs[B], C: honest + b"   "})
    monkeypatch.setattr(gone, "digests_of", noting)

    rerun("logs")

    assert looked == [f"2022/{B}"]
