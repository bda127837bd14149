import io
import os
import sqlite3
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer.errors import UserMistake
from analyzer.folders import folder as folder_at
from analyzer.sources import (
    Absent,
    Choice,
    Limits,
    Skipped,
    SourceLog,
    SourceProblem,
    iter_logs,
    plan,
    read_unit,
)
from analyzer.sources.units import UNIT_LOGS, halves
from tests.sources.archives import LOG, gz, tar_of, zip_of

RUN_FOLDERS = [
    {".units/lock": b""},
    {".units/terms.json": b"{}"},
    {"manifest.json": b'{"terms": {}, "units": []}', "quarantine.jsonl": b""},
]
NO_RUN_FOLDERS = [
    {".units/notes.txt": b"none"},
    {".units": LOG},
    {"manifest.json": b'{"name": "an extension"}', "quarantine.jsonl": b""},
    {"manifest.json": b'{"terms": {}}'},
]
DAMAGED = b"\x1f\x8bnothing that unpacks"


def log_id(number, kind="00a9"):
    """An id of its own for each number, the year 2010 + number // 100."""
    return f"{2010 + number // 100}0101{number % 24:02d}gm-{kind}-0000-{number:08x}"


def log(number):
    return LOG.replace(b"lobby", b'n="%d" lobby' % number)


def fill(path, rows):
    """A houou-logs database of (id, bytes or None)."""
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE logs (id TEXT PRIMARY KEY, date TEXT, num_players INTEGER, is_tonpu INTEGER, "
            "is_processed INTEGER, was_error INTEGER, log BLOB) WITHOUT ROWID"
        )
        connection.executemany(
            "INSERT INTO logs VALUES (?, '2019-01-01T00:00', 4, 0, 1, 0, ?)",
            [(key, None if data is None else gz(data)) for key, data in rows],
        )
    connection.close()


def items_of(planned, done=None):
    """What the units of a plan give, read one after another."""
    units = planned.units(None if done is None else left_of(planned, done))
    return [item for unit in units for item in read_unit(unit, planned.choice, planned.limits)]


def logs_of(items):
    return {item.data for item in items if isinstance(item, SourceLog)}


def keys_of(units):
    """How often each key occurs in some units."""
    every = (unit.keys[start : start + 8] for unit in units for start in range(0, len(unit.keys), 8))
    return Counter(int.from_bytes(key, "big") for key in every)


def left_of(planned, done):
    """What is left of a plan when these keys are done, as a run works it out."""
    survey = planned.survey()
    left = Counter(survey.keys)
    left.subtract(done)
    return Counter({key: times for key, times in left.items() if times > 0})


def surveyed(planned, done):
    """How many logs are left when these keys are done, and which keys the plan does not have."""
    survey = planned.survey()
    most = dict(zip(survey.keys, survey.each, strict=True))
    logs = sum(most[key] * times for key, times in left_of(planned, done).items())
    return None if survey.logs is None else logs, {*done} - {*survey.keys}


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """One folder with logs 0 to 69: ten in each kind of archive, then ten files; tests leave it as it is."""
    root = tmp_path_factory.mktemp("everything") / "logs"
    (root / "z").mkdir(parents=True)
    for n in range(10):
        (root / "z" / f"{log_id(n)}.mjlog").write_bytes(gz(log(n)))
    # The first byte is none that a log begins with.
    filler = [("filler", b"\0" + os.urandom(1_200_000))]
    (root / "a.zip").write_bytes(zip_of([(f"{log_id(n)}.xml", log(n)) for n in range(10, 20)] + filler))
    fill(root / "b.db", [(log_id(n), log(n)) for n in range(20, 30)] + [(log_id(99), None)])
    (root / "c.tar").write_bytes(tar_of([(log_id(n), gz(log(n))) for n in range(30, 40)] + filler))
    (root / "d.tar.gz").write_bytes(gz(tar_of([(log_id(n), log(n)) for n in range(40, 50)] + filler)))
    inner = zip_of([(log_id(n), gz(log(n))) for n in range(50, 60)])
    (root / "e.zip").write_bytes(zip_of([("inner.zip", inner), *filler]))
    (root / "f.zip").write_bytes(zip_of([(f"{log_id(n)}.xml", log(n)) for n in range(60, 70)]))
    return root


ALL = {log(n) for n in range(70)}


@pytest.mark.parametrize("unit_logs", [1, 3, 7, 512])
def test_the_units_together_hold_every_log_once_whatever_their_size(everything, unit_logs):
    planned = plan([everything], unit_logs=unit_logs)
    units = list(planned)
    items = items_of(planned)

    assert logs_of(items) == ALL
    assert sum(isinstance(item, SourceLog) for item in items) == 70
    assert Absent(f"{everything.as_posix()}/b.db", 1) in items
    assert [item for item in items if isinstance(item, SourceProblem)] == []
    assert len({unit.id for unit in units}) == len(units)
    assert all(unit.logs <= unit_logs for unit in units)


def test_a_source_named_itself_and_the_same_in_a_folder_hold_the_same(everything):
    apart = list(iter_logs(sorted(path for path in everything.rglob("*") if path.is_file())))

    assert logs_of(apart) == ALL


def test_units_come_and_are_read_in_source_order(everything):
    items = list(iter_logs([everything]))

    names = [item.source for item in items if isinstance(item, SourceLog)]
    order = ["a.zip", "b.db", "c.tar", "d.tar.gz", "e.zip", "f.zip", "z"]
    expected = [f"{everything.as_posix()}/{name}" for name in order for _ in range(10)]
    assert [name[: len(start)] for name, start in zip(names, expected, strict=True)] == expected


@pytest.mark.parametrize("unit_logs", [1, 5, 512])
def test_any_unit_may_be_cut_down_to_single_parts(everything, unit_logs):
    planned = plan([everything], unit_logs=unit_logs)

    def cut(unit):
        return [single for half in halves(unit) for single in cut(half)] or [unit]

    singles = [single for unit in planned for single in cut(unit)]

    assert [item for single in singles for item in read_unit(single)] == items_of(planned)
    assert {len(single.parts) for single in singles} == {1}


def test_what_cannot_be_read_when_planning_is_a_problem_in_its_place(tmp_path):
    (tmp_path / "1.xml").write_bytes(LOG)
    (tmp_path / "2.zip").write_bytes(b"PK\x05\x06" + bytes(100_000))
    (tmp_path / "3.xml").write_bytes(LOG)

    first, damaged, last = iter_logs([tmp_path])

    assert (first.data, last.data) == (LOG, LOG)
    assert damaged.source == f"{tmp_path.as_posix()}/2.zip"
    assert "damaged zip archive" in damaged.reason


def test_an_archive_replaced_after_the_plan_is_not_taken_for_it(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(zip_of([("1.xml", LOG), ("2.xml", LOG)]))
    (unit,) = plan([path])
    path.write_bytes(zip_of([("9.xml", LOG), ("2.xml", LOG)]))

    replaced, same = read_unit(unit)

    assert replaced == SourceProblem(
        f"{path.as_posix()}!1.xml",
        "is damaged, or its archive was replaced while it was read: no such member there",
    )
    assert same == SourceLog(f"{path.as_posix()}!2.xml", LOG)


def test_an_archive_that_has_gone_after_the_plan_is_a_problem(tmp_path):
    (tmp_path / "a.zip").write_bytes(zip_of([("1.xml", LOG)]))
    fill(tmp_path / "b.db", [("1", LOG)])
    (tmp_path / "c.xml").write_bytes(LOG)
    units = list(plan(sorted(tmp_path.iterdir())))
    for path in tmp_path.iterdir():
        path.unlink()

    items = [item for unit in units for item in read_unit(unit)]

    assert [item.source for item in items] == [
        f"{tmp_path.as_posix()}/{name}" for name in ("a.zip", "b.db", "c.xml")
    ]
    assert all("no such file" in item.reason or "unable to open" in item.reason for item in items)


# What a choice leaves out is not read: here it could not be.


def damaged_everywhere(tmp_path, wanted):
    """Archives of two games of which one is damaged in every place; only the year tells them apart."""
    good, bad = log_id(500), log_id(100)
    members = [(f"{bad}.mjlog", DAMAGED), (f"{good}.mjlog", gz(wanted))]
    folder = tmp_path / "folder"
    folder.mkdir()
    for name, data in members:
        (folder / name).write_bytes(data)
    (tmp_path / "a.zip").write_bytes(zip_of(members))
    (tmp_path / "b.tar").write_bytes(tar_of(members))
    (tmp_path / "c.zip.gz").write_bytes(gz(zip_of(members)))
    (tmp_path / "d.zip").write_bytes(zip_of([("inner.zip", zip_of(members))]))
    fill(tmp_path / "e.db", [(good, wanted), (bad, LOG)])
    with sqlite3.connect(tmp_path / "e.db") as connection:
        connection.execute("UPDATE logs SET log = ? WHERE id = ?", (DAMAGED, bad))
    connection.close()
    (tmp_path / "f.db.gz").write_bytes(gz((tmp_path / "e.db").read_bytes()))
    return [folder, *sorted(path for path in tmp_path.iterdir() if path.is_file())]


def test_a_log_outside_the_choice_is_never_unpacked(tmp_path):
    sources = damaged_everywhere(tmp_path, LOG)

    everything = list(iter_logs(sources))
    chosen = list(iter_logs(sources, Choice(ids=frozenset({log_id(500)}))))

    assert sum(isinstance(item, SourceProblem) for item in everything) == len(sources)
    assert [item.data for item in chosen] == [LOG] * len(sources)


def test_a_file_outside_the_choice_is_not_even_opened(tmp_path, monkeypatch):
    for n in (100, 500):
        (tmp_path / f"{log_id(n)}.xml").write_bytes(LOG)
    (tmp_path / f"{log_id(100)}.xml").unlink()
    (tmp_path / f"{log_id(100)}.xml").symlink_to(tmp_path / "nowhere")

    assert [item.data for item in iter_logs([tmp_path], Choice(ids=frozenset({log_id(500)})))] == [LOG]


def test_logs_without_id_are_chosen_by_their_go_wherever_they_lie(tmp_path):
    sanma = LOG.replace(b"169", b"185")
    members = [("1.xml", LOG), ("2.xml", gz(sanma)), ("3.txt", b"no log")]
    (tmp_path / "a.zip").write_bytes(zip_of(members))
    (tmp_path / "b.tar").write_bytes(tar_of(members))
    fill(tmp_path / "c.db", [("one", LOG), ("two", sanma)])
    for name, data in members:
        (tmp_path / name).write_bytes(data)

    items = list(iter_logs([tmp_path], Choice(players=(3,))))

    assert [item.data for item in items if isinstance(item, SourceLog)] == [sanma] * 4


# The first so many logs.


@pytest.mark.parametrize("limit", [1, 5, 10, 13, 25, 37, 44, 55, 69, 70, 71])
@pytest.mark.parametrize("unit_logs", [2, 512])
def test_a_limit_takes_the_first_logs_in_source_order(everything, limit, unit_logs):
    whole = [item for item in iter_logs([everything]) if isinstance(item, SourceLog)]

    planned = plan([everything], Choice(limit=limit), unit_logs=unit_logs)

    assert [item for item in items_of(planned) if isinstance(item, SourceLog)] == whole[:limit]
    assert planned.survey(unpack=False).logs == min(limit, 70)


@pytest.mark.parametrize("form", ["folder", "zip", "tar", "gz"])
@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_a_limit_counts_logs_alone_where_no_name_tells_them(tmp_path, form, limit):
    members = [
        ("0.txt", b"notes"),
        ("1.xml", log(1)),
        ("2.xml", b""),
        ("3.zip", zip_of([("a", log(3)), ("b.txt", b"notes"), ("c", log(4))])),
        ("4.xml", log(5)),
        ("5.xml", DAMAGED),
    ]
    if form == "folder":
        for name, data in members:
            (tmp_path / name).write_bytes(data)
    else:
        data = {"zip": zip_of, "tar": tar_of, "gz": tar_of}[form](members)
        (tmp_path / "archive").write_bytes(gz(data) if form == "gz" else data)

    items = list(iter_logs([tmp_path], Choice(limit=limit)))

    logs = [item.data for item in items if isinstance(item, SourceLog)]
    assert logs == [log(n) for n in (1, 3, 4, 5)][:limit]


def test_a_limit_of_a_stream_and_what_comes_after_it(tmp_path):
    path = tmp_path / "9.xml"
    path.write_bytes(log(9))
    stream = gz(tar_of([(f"{n}.xml", gz(log(n))) for n in range(5)]))

    few = plan(["-", path], Choice(limit=3), stdin=io.BytesIO(stream))
    more = plan(["-", path], Choice(limit=6), stdin=io.BytesIO(stream))

    assert surveyed(few, {7: 1}) == (None, {7})
    assert [item.data for item in items_of(few)] == [log(n) for n in range(3)]
    assert [item.data for item in items_of(more)] == [log(n) for n in (*range(5), 9)]


def test_a_log_named_by_its_id_counts_whether_or_not_it_can_be_read(tmp_path):
    (tmp_path / f"{log_id(1)}.mjlog").write_bytes(DAMAGED)
    (tmp_path / f"{log_id(2)}.mjlog").write_bytes(LOG)
    (tmp_path / f"{log_id(3)}.mjlog").write_bytes(LOG)

    damaged, whole = iter_logs([tmp_path], Choice(limit=2))

    assert isinstance(damaged, SourceProblem)
    assert whole.source.endswith(f"{log_id(2)}.mjlog")


def test_a_limit_counts_what_the_choice_leaves(everything):
    wanted = [log_id(n) for n in (3, 15, 22, 33, 44, 55)]
    choice = Choice(ids=frozenset(wanted), limit=4)

    items = list(iter_logs([everything], choice))

    assert [item.data for item in items if isinstance(item, SourceLog)] == [log(n) for n in (15, 22, 33, 44)]


# A sample.


@pytest.mark.parametrize("number", [1, 7, 40, 69])
def test_a_sample_of_a_number_draws_exactly_so_many_and_always_the_same(everything, number):
    planned = plan([everything], Choice(sample_logs=number))
    drawn = logs_of(items_of(planned))
    apart = logs_of(iter_logs(sorted(everything.iterdir(), reverse=True), Choice(sample_logs=number)))

    assert len(drawn) == number
    assert drawn == apart
    assert drawn < logs_of(iter_logs([everything], Choice(sample_logs=number + 1)))
    assert planned.choice.sample_logs is None


def test_a_sample_of_more_than_there_is_is_everything(everything):
    assert logs_of(iter_logs([everything], Choice(sample_logs=71))) == ALL


def test_a_share_is_drawn_the_same_in_every_form(everything):
    drawn = logs_of(iter_logs([everything], Choice(sample=0.3)))

    assert 5 < len(drawn) < 40
    assert drawn == {log(n) for n in range(70) if Choice(sample=0.3).by_name(log_id(n))}


def test_a_sample_of_a_number_cannot_be_drawn_from_standard_input():
    with pytest.raises(
        UserMistake, match=r"^a sample of 5 logs cannot be drawn from standard input; expected files"
    ):
        plan(["-"], Choice(sample_logs=5), stdin=io.BytesIO(LOG))


# Going on after an interruption.


@pytest.mark.parametrize("unit_logs", [1, 4, 512])
def test_what_is_done_is_not_planned_again(everything, unit_logs):
    planned = plan([everything], unit_logs=unit_logs)
    units = list(planned)
    half = keys_of(units[::2])

    assert [*planned.units(left_of(planned, keys_of(units)))] == []
    assert surveyed(planned, keys_of(units)) == (0, set())
    rest = [item for unit in planned.units(left_of(planned, half)) for item in read_unit(unit)]
    first = [item for unit in units[::2] for item in read_unit(unit)]
    assert sorted(first + rest) == sorted(item for unit in units for item in read_unit(unit))
    assert surveyed(planned, half)[1] == set()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(st.sets(st.integers(0, 40), min_size=1), st.integers(0, 40), st.integers(1, 9), st.data())
def test_an_added_file_is_all_that_a_finished_run_has_to_read(
    tmp_path_factory, there, added, unit_logs, data
):
    folder = tmp_path_factory.mktemp("logs")
    for n in there - {added}:
        (folder / f"{n:02d}.xml").write_bytes(log(n))
    planned = plan([folder], unit_logs=unit_logs)
    done = keys_of(planned)
    (folder / f"{added:02d}.xml").write_bytes(log(added))

    (item,) = items_of(planned, done)

    assert item == SourceLog(f"{folder.as_posix()}/{added:02d}.xml", log(added))
    assert surveyed(planned, done) == (1, set())


@pytest.mark.parametrize("form", ["zip", "db"])
def test_what_is_added_to_an_archive_is_all_that_is_read(tmp_path, form):
    path = tmp_path / "archive"
    logs = [(log_id(n), log(n)) for n in range(20)]
    new = log_id(7) + "0", log(77)

    def put(rows):
        path.unlink(missing_ok=True)
        return path.write_bytes(zip_of(rows)) if form == "zip" else fill(path, rows)

    put(logs)
    planned = plan([path], unit_logs=8)
    done = keys_of(planned)
    put([*logs, new])

    assert logs_of(items_of(planned, done)) == {log(77)}
    assert surveyed(planned, done) == (1, set())


def test_a_file_that_changed_or_went_is_left_and_the_others_of_its_unit_stay_done(tmp_path):
    for n in range(9):
        (tmp_path / f"{n}.xml").write_bytes(log(n))
    planned = plan([tmp_path], unit_logs=3)
    done = keys_of(planned)
    (tmp_path / "1.xml").write_bytes(log(1000))
    (tmp_path / "8.xml").unlink()

    logs, left = surveyed(planned, done)

    assert logs == 1
    assert len(left) == 2
    assert logs_of(items_of(planned, done)) == {log(1000)}


def test_a_limit_holds_after_a_file_was_added_before_the_end(tmp_path):
    for n in range(1, 9):
        (tmp_path / f"{n}.xml").write_bytes(log(n))
    planned = plan([tmp_path], Choice(limit=4), unit_logs=2)
    done = keys_of(planned)
    (tmp_path / "0.xml").write_bytes(log(0))

    _, left = surveyed(planned, done)

    assert len(left) == 1
    assert logs_of(items_of(planned, done)) == {log(0)}


def test_the_same_member_twice_is_done_when_it_was_read_twice(tmp_path):
    path = tmp_path / "a.zip"
    with pytest.warns(UserWarning, match="Duplicate name"):
        path.write_bytes(zip_of([("1.xml", LOG), ("1.xml", LOG), ("1.xml", LOG)]))
    planned = plan([path], unit_logs=1)
    units = list(planned)

    assert len({unit.id for unit in units}) == 3
    assert len(items_of(planned, keys_of(units[:1]))) == 2
    assert items_of(planned, keys_of(units)) == []


def test_a_file_given_and_its_folder_too_is_read_twice_and_no_id_is_given_twice(tmp_path):
    path = tmp_path / "logs" / "1.xml"
    path.parent.mkdir()
    path.write_bytes(LOG)
    planned = plan([tmp_path, path.parent], unit_logs=1)
    first, second = planned

    assert first.id != second.id
    (rest,) = planned.units(left_of(planned, keys_of([first])), taken=[first.id])
    assert rest.id not in (first.id, "")
    assert surveyed(planned, keys_of([first, second])) == (0, set())


def test_the_folder_of_the_tables_is_no_source(tmp_path):
    (tmp_path / "out" / "games").mkdir(parents=True)
    (tmp_path / "out" / "games" / "1.xml").write_bytes(LOG)
    (tmp_path / "outside.xml").write_bytes(LOG)

    planned = plan([tmp_path], leave_out=tmp_path / "out")

    assert [item.source for item in items_of(planned)] == [f"{tmp_path.as_posix()}/outside.xml"]


@pytest.mark.parametrize("holds", RUN_FOLDERS)
@pytest.mark.parametrize("scheme", ["", "memory://"], ids=["disk", "store"])
def test_the_folder_of_a_run_is_passed_over_and_named(tmp_path, scheme, holds):
    if scheme:
        pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    where = scheme + tmp_path.as_posix()
    put = dict.fromkeys(("1.xml", "out/games/1.xml", "z/1.xml"), LOG)
    for name, data in (put | {f"out/{name}": data for name, data in holds.items()}).items():
        folder_at(where).write(name, data)

    found = items_of(plan([where]))

    assert [item for item in found if isinstance(item, Skipped)] == [Skipped(f"{where}/out")]
    assert [item.source for item in found if isinstance(item, SourceLog)] == [
        f"{where}/1.xml",
        f"{where}/z/1.xml",
    ]


@pytest.mark.parametrize("holds", NO_RUN_FOLDERS)
@pytest.mark.parametrize("scheme", ["", "memory://"], ids=["disk", "store"])
def test_what_only_looks_like_the_folder_of_a_run_is_read(tmp_path, scheme, holds):
    if scheme:
        pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    where = scheme + tmp_path.as_posix()
    for name, data in {
        "out/games/1.xml": LOG,
        **{f"out/{name}": data for name, data in holds.items()},
    }.items():
        folder_at(where).write(name, data)

    assert f"{where}/out/games/1.xml" in [item.source for item in items_of(plan([where]))]


def test_what_came_from_standard_input_is_read_again(everything):
    units = [*plan(["-"], stdin=io.BytesIO(zip_of([("1", LOG)]))), *plan([everything])]
    sources = ["-", everything]

    logs, left = surveyed(plan(sources, stdin=io.BytesIO()), keys_of(units))

    assert (logs, left) == (None, {*keys_of(units[:1])})


def test_a_survey_reads_the_start_of_large_tars_and_all_once_something_is_done(everything):
    planned = plan([everything])

    # Small archives count as one until they are read; either tar has ten logs and a large file.
    assert planned.survey(unpack=False).logs == 25 + 2 * 11
    assert plan(sorted(everything.glob("[abef].*"))).survey(unpack=False).logs == 10 + 1 + 10 + 2 + 10
    assert surveyed(planned, keys_of(planned)) == (0, set())


# Much of it.


def test_a_huge_archive_is_planned_with_little_held(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(zip_of([(f"{n}.xml", b"<") for n in range(5000)], method=0))
    units = iter(plan([path]))

    assert next(units).logs == UNIT_LOGS
    assert sum(unit.logs for unit in units) == 5000 - UNIT_LOGS


def test_units_are_bounded_by_bytes_too(tmp_path):
    path = tmp_path / "a.tar"
    path.write_bytes(tar_of([(str(n), bytes(9_000_000)) for n in range(8)]))

    units = list(plan([path], limits=Limits()))

    assert [len(unit.parts) for unit in units] == [3, 3, 2]


def named(folder, numbers):
    for number in numbers:
        (folder / f"{log_id(number)}.mjlog").write_bytes(gz(log(number)) if number % 2 else log(number))
    return [folder / f"{log_id(number)}.mjlog" for number in numbers]


def test_files_named_one_by_one_share_units(tmp_path):
    files = named(tmp_path, range(10))

    units = list(plan(files, unit_logs=4))

    assert [len(unit.parts) for unit in units] == [4, 4, 2]
    assert [item.data for unit in units for item in read_unit(unit)] == [log(number) for number in range(10)]
    assert [item.source for item in iter_logs(files)] == [file.as_posix() for file in files]


def test_files_are_called_as_they_were_named_wherever_a_worker_runs(tmp_path, monkeypatch):
    (tmp_path / "logs").mkdir()
    named(tmp_path / "logs", range(2))
    monkeypatch.chdir(tmp_path)
    (unit,) = plan([f"logs/{log_id(0)}.mjlog", f"./logs/{log_id(1)}.mjlog"])
    monkeypatch.chdir("/")

    assert [item.source for item in read_unit(unit)] == [f"logs/{log_id(number)}.mjlog" for number in (0, 1)]


def test_one_more_file_named_leaves_the_others_done(tmp_path):
    files = named(tmp_path, range(7))
    done = keys_of(plan([*files[:3], *files[4:]], unit_logs=4))
    planned = plan(files, unit_logs=4)

    assert surveyed(planned, done) == (1, set())
    assert [unit.logs for unit in planned.units(left_of(planned, done))] == [1]


def test_of_each_named_file_something_is_said(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"no log")
    (tmp_path / "b.gz").write_bytes(DAMAGED)
    files = [tmp_path / "a.txt", tmp_path / "b.gz", *named(tmp_path, [1])]

    (unit,) = plan(files)

    assert [type(item) for item in read_unit(unit)] == [SourceLog, SourceProblem, SourceLog]


def test_what_a_stream_had_before_is_not_read_again_and_all_else_is():
    packed = zip_of([("1.xml", log(1)), ("2.xml", log(2))])
    (unit,) = plan(["-"], stdin=io.BytesIO(packed))
    first, _ = keys_of([unit])

    again = plan(["-"], stdin=io.BytesIO(packed)).units(Counter({first: -1}))

    assert [item.data for unit in again for item in read_unit(unit)] == [log(2)]


# What becomes one unit.

YONMA, SANMA = "00a9", "00b9"


def units_of(folder, names, unit_logs, **options):
    folder.mkdir()
    for name in names:
        (folder / f"{name}.mjlog").write_bytes(LOG)
    units = plan([folder], Choice(**options), unit_logs=unit_logs).units(by_players=True)
    return [[part.name.removesuffix(".mjlog") for part in unit.parts] for unit in units]


def test_games_of_three_and_of_four_are_in_units_of_their_own(tmp_path):
    mixed = [log_id(number, SANMA if number % 3 == 0 else YONMA) for number in range(9)]

    units = units_of(tmp_path / "logs", [*mixed, "east-1"], 4)

    assert sorted(name for names in units for name in names) == sorted([*mixed, "east-1"])
    assert sorted({"".join(sorted({name[13:17] for name in names})) for names in units}) == ["", YONMA, SANMA]


def test_a_limit_takes_the_first_whatever_their_players(tmp_path):
    mixed = [log_id(number, SANMA if number % 2 else YONMA) for number in range(6)]

    units = units_of(tmp_path / "logs", mixed, 4, limit=3)

    assert sorted(name for names in units for name in names) == sorted(mixed)[:3]
