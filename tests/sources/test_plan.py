"""What becomes a unit, in which order, what is left to read, and how a choice of logs is made."""

import io
import os
import sys
import zipfile
from collections import Counter

import pytest

from analyzer.errors import UserMistake
from analyzer.folders import folder as folder_at
from analyzer.sources import Absent, Choice, Skipped, SourceLog, SourceProblem, iter_logs, plan, read_unit
from analyzer.sources.units import UNIT_LOGS, Part, Unit, halves, label, make_unit
from tests.sources.archives import LOG, database, gz, tar_of, write_logs, zip_of

DAMAGED = b"\x1f\x8bnothing that unpacks"
YONMA, SANMA = "00a9", "00b9"


def log_id(number, kind=YONMA):
    """An id of its own for each number, the year 2010 + number // 100."""
    return f"{2010 + number // 100}0101{number % 24:02d}gm-{kind}-0000-{number:08x}"


def log(number):
    return LOG.replace(b"lobby", b'n="%d" lobby' % number)


def items_of(planned, done=None):
    """What the units of a plan give, read one after another."""
    units = planned.units(None if done is None else left_of(planned, done))
    return [item for unit in units for item in read_unit(unit, planned.choice, planned.limits)]


def data_of(items):
    return [item.data for item in items if isinstance(item, SourceLog)]


def keys_of(units):
    """How often each key occurs in some units."""
    every = (unit.keys[start : start + 8] for unit in units for start in range(0, len(unit.keys), 8))
    return Counter(int.from_bytes(key, "big") for key in every)


def left_of(planned, done):
    """What is left of a plan when these keys are done, as a run works it out."""
    return Counter(planned.survey().keys) - Counter(done)


def surveyed(planned, done):
    """How many logs are left when these keys are done, and which keys the plan does not have."""
    survey = planned.survey()
    most, left = dict(zip(survey.keys, survey.each, strict=True)), left_of(planned, done)
    logs = None if survey.logs is None else sum(most[key] * times for key, times in left.items())
    return logs, {*done} - {*survey.keys}


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """One folder with logs 0 to 69: ten in each kind of archive, then ten files; tests leave it as it is."""
    root = tmp_path_factory.mktemp("everything") / "logs"
    root.mkdir()
    # The first byte is none that a log begins with.
    filler = {"filler": b"\0" + os.urandom(1_200_000)}
    write_logs(root / "a.zip", {f"{log_id(n)}.xml": log(n) for n in range(10, 20)} | filler)
    write_logs(root / "b.db", {log_id(n): log(n) for n in range(20, 30)} | {log_id(99): None})
    write_logs(root / "c.tar", {log_id(n): gz(log(n)) for n in range(30, 40)} | filler)
    write_logs(root / "d.tar.gz", {log_id(n): log(n) for n in range(40, 50)} | filler)
    inner = zip_of([(log_id(n), gz(log(n))) for n in range(50, 60)])
    write_logs(root / "e.zip", {"inner.zip": inner} | filler)
    write_logs(root / "f.zip", {f"{log_id(n)}.xml": log(n) for n in range(60, 70)})
    write_logs(root / "z", {f"{log_id(n)}.mjlog": gz(log(n)) for n in range(10)})
    return root


# Rows come in the order of their ids.
IN_ORDER = [log(n) for n in (*range(10, 20), *sorted(range(20, 30), key=log_id), *range(30, 70), *range(10))]


@pytest.mark.parametrize("unit_logs", [1, 3, 7, 512])
def test_units_hold_every_log_once_in_source_order_and_may_be_cut_to_single_parts(everything, unit_logs):
    planned = plan([everything], unit_logs=unit_logs)
    units, items = list(planned), items_of(planned)

    def cut(unit):
        return [single for half in halves(unit) for single in cut(half)] or [unit]

    singles = [single for unit in units for single in cut(unit)]
    assert data_of(items) == IN_ORDER
    assert [item for item in items if isinstance(item, Absent)] == [
        Absent(f"{everything.as_posix()}/b.db", 1)
    ]
    assert not any(isinstance(item, SourceProblem) for item in items)
    assert len({unit.id for unit in units}) == len(units)
    assert all(unit.logs <= unit_logs for unit in units)
    assert [item for single in singles for item in read_unit(single)] == items
    assert {len(single.parts) for single in singles} == {1}
    files = [path for path in everything.rglob("*") if path.is_file()]
    assert sorted(data_of(iter_logs(files))) == sorted(IN_ORDER)
    # A unit of one part is called as its log is, or the archive of that.
    named = [single for unit in plan(files, unit_logs=unit_logs) for single in cut(unit)]
    called = {next(read_unit(single)).source.removeprefix(label(single)) for single in named}
    assert called == {"", f"!{log_id(50)}"}


def test_an_archive_replaced_or_gone_after_the_plan_is_a_problem(tmp_path):
    write_logs(tmp_path / "a.zip", {"1.xml": LOG, "2.xml": LOG})
    write_logs(tmp_path / "b.db", {"1": LOG})
    (tmp_path / "c.xml").write_bytes(LOG)
    units, name = list(plan(sorted(tmp_path.iterdir()))), tmp_path.as_posix()
    write_logs(tmp_path / "a.zip", {"9.xml": LOG, "2.xml": LOG})

    reason = "is damaged, or its archive was replaced while it was read: no such member there"
    replaced = [SourceProblem(f"{name}/a.zip!1.xml", reason), SourceLog(f"{name}/a.zip!2.xml", LOG)]
    assert list(read_unit(units[0])) == replaced
    for path in tmp_path.iterdir():
        path.unlink()
    items = [item for unit in units for item in read_unit(unit)]
    assert [item.source for item in items] == [f"{name}/{one}" for one in ("a.zip", "b.db", "c.xml")]
    assert all("no such file" in item.reason or "unable to open" in item.reason for item in items)


# What a choice leaves out is not read: here it could not be.


def test_a_log_outside_the_choice_is_never_unpacked_nor_its_file_opened(tmp_path):
    good, bad = log_id(500), log_id(100)
    members = {f"{bad}.mjlog": DAMAGED, f"{good}.mjlog": gz(LOG)}
    for name in ("folder", "a.zip", "b.tar"):
        write_logs(tmp_path / name, members)
    inner = zip_of(members.items())
    (tmp_path / "c.zip.gz").write_bytes(gz(inner))
    write_logs(tmp_path / "d.zip", {"inner.zip": inner})
    database(tmp_path / "e.db", "houou-logs", [(good, gz(LOG)), (bad, DAMAGED)])
    (tmp_path / "f.db.gz").write_bytes(gz((tmp_path / "e.db").read_bytes()))
    sources = sorted(tmp_path.iterdir())

    assert sum(isinstance(item, SourceProblem) for item in iter_logs(sources)) == len(sources)
    (tmp_path / "folder" / f"{bad}.mjlog").unlink()
    (tmp_path / "folder" / f"{bad}.mjlog").symlink_to(tmp_path / "nowhere")
    chosen = list(iter_logs(sources, Choice(ids=frozenset({good}))))
    assert [item.data for item in chosen] == [LOG] * len(sources)


def test_logs_without_id_are_chosen_by_their_go_wherever_they_lie(tmp_path):
    sanma = LOG.replace(b"169", b"185")
    for name in ("a.zip", "a.tar", "folder"):
        write_logs(tmp_path / name, {"1.xml": LOG, "2.xml": gz(sanma), "3.txt": b"no log"})
    write_logs(tmp_path / "c.db", {"one": LOG, "two": sanma})

    assert data_of(iter_logs([tmp_path], Choice(players=(3,)))) == [sanma] * 4


# The first so many logs, and a sample.


@pytest.mark.parametrize("limit", [1, 10, 13, 25, 37, 44, 55, 69, 70, 71])
def test_a_limit_takes_the_first_logs_in_source_order(everything, limit):
    planned = plan([everything], Choice(limit=limit), unit_logs=2)

    assert data_of(items_of(planned)) == IN_ORDER[:limit]
    assert planned.survey(unpack=False).logs == min(limit, 70)


@pytest.mark.parametrize("name", ["folder", "a.zip", "a.tar", "a.tar.gz"])
def test_a_limit_counts_logs_alone_where_no_name_tells_them(tmp_path, name):
    inner = zip_of([("a", log(3)), ("b.txt", b"notes"), ("c", log(4))])
    members = {"0.txt": b"notes", "1.xml": log(1), "2.xml": b"", "3.zip": inner, "4.xml": log(5)}
    write_logs(tmp_path / name, members | {"5.xml": DAMAGED})

    for limit in range(1, 6):
        chosen = iter_logs([tmp_path], Choice(limit=limit))
        assert data_of(chosen) == [log(n) for n in (1, 3, 4, 5)][:limit]


def test_a_limit_of_a_stream_and_what_comes_after_it(tmp_path):
    path = tmp_path / "9.xml"
    path.write_bytes(log(9))
    stream = gz(tar_of([(f"{n}.xml", gz(log(n))) for n in range(5)]))

    few = plan(["-", path], Choice(limit=3), stdin=io.BytesIO(stream))
    more = plan(["-", path], Choice(limit=6), stdin=io.BytesIO(stream))

    # Which later files a limit reaches depends on the stream.
    for planned, keys in ((few, 0), (plan(["-", path], stdin=io.BytesIO(stream)), 1)):
        survey = planned.survey()
        assert (survey.logs, len(survey.keys)) == (None, keys)
    assert data_of(items_of(few)) == [log(n) for n in range(3)]
    assert data_of(items_of(more)) == [log(n) for n in (*range(5), 9)]


def test_a_limit_counts_what_the_choice_leaves_and_what_an_id_names_readable_or_not(everything, tmp_path):
    write_logs(tmp_path, {log_id(1): DAMAGED, log_id(2): LOG, log_id(3): LOG})
    choice = Choice(ids=frozenset(log_id(n) for n in (3, 15, 22, 33, 44, 55)), limit=4)

    damaged, whole = iter_logs([tmp_path], Choice(limit=2))
    assert isinstance(damaged, SourceProblem)
    assert whole.source.endswith(log_id(2))
    assert data_of(iter_logs([everything], choice)) == [log(n) for n in (15, 22, 33, 44)]


@pytest.mark.parametrize("number", [1, 40, 69, 71])
def test_a_sample_of_a_number_draws_exactly_so_many_and_always_the_same(everything, number):
    planned = plan([everything], Choice(sample_logs=number))
    drawn = {*data_of(items_of(planned))}
    reversed_order = iter_logs(sorted(everything.iterdir(), reverse=True), Choice(sample_logs=number))

    assert len(drawn) == min(number, 70)
    assert drawn == {*data_of(reversed_order)}
    assert drawn <= {*data_of(iter_logs([everything], Choice(sample_logs=number + 1)))}
    assert planned.choice.sample_logs is None
    # And a share of what every form holds.
    wanted = {log(n) for n in range(70) if Choice(sample=0.3).by_name(log_id(n))}
    assert {*data_of(iter_logs([everything], Choice(sample=0.3)))} == wanted
    assert 5 < len(wanted) < 40


def test_a_sample_of_a_number_has_its_limit_and_cannot_be_drawn_from_standard_input(everything):
    assert len(data_of(iter_logs([everything], Choice(sample_logs=40, limit=3)))) == 3
    with pytest.raises(
        UserMistake, match=r"^a sample of 5 logs cannot be drawn from standard input; expected f"
    ):
        plan(["-"], Choice(sample_logs=5), stdin=io.BytesIO(LOG))


# Going on after an interruption, and with more logs.


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_same_member_or_file_twice_is_done_when_it_was_read_twice_and_has_units_of_its_own(tmp_path):
    path = tmp_path / "logs" / "a.zip"
    path.parent.mkdir()
    path.write_bytes(zip_of([("1.xml", LOG)] * 3))
    for sources, count, rest in (([path], 3, 2), ([tmp_path, path.parent], 2, 3)):
        planned = plan(sources, unit_logs=1)
        units = list(planned)

        assert len({unit.id for unit in units}) == len(units) == count
        (first, *_) = planned.units(left_of(planned, keys_of(units[:1])), taken=[units[0].id])
        assert first.id not in (units[0].id, "")
        assert len(items_of(planned, keys_of(units[:1]))) == rest
        assert surveyed(planned, keys_of(units)) == (0, set())


def test_a_survey_reads_the_start_of_large_tars_and_all_once_something_is_done(everything, tmp_path):
    planned = plan([everything])
    write_logs(tmp_path / "1.tar", {str(n): os.urandom(100_000) for n in range(40)})

    # Small archives count as one until they are read; either tar has ten logs and a large file.
    assert planned.survey(unpack=False).logs == 25 + 2 * 11
    assert plan(sorted(everything.glob("[abef].*"))).survey(unpack=False).logs == 11 + 10 + 2 + 10
    assert surveyed(planned, keys_of(planned)) == (0, set())
    assert 36 <= plan([tmp_path]).survey(unpack=False).logs <= 44


# What is passed over.

RUN_FOLDERS = [".units/lock", ".units/terms.json"]
NO_RUN_FOLDERS = [".units/notes.txt", ".units"]


@pytest.mark.parametrize("holds", RUN_FOLDERS + NO_RUN_FOLDERS)
@pytest.mark.parametrize("scheme", ["", "memory://"], ids=["disk", "store"])
def test_only_the_folder_of_a_run_is_passed_over_and_named_and_its_own_is_left_out(tmp_path, scheme, holds):
    if scheme:
        pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    where = scheme + tmp_path.as_posix()
    for name in ("1.xml", "own/games/1.xml", "out/games/1.xml", f"out/{holds}", "z/1.xml"):
        folder_at(where).write(name, LOG)

    found = items_of(plan([where], leave_out=f"{where}/own"))

    logs = [item.source.removeprefix(where) for item in found if isinstance(item, SourceLog)]
    inside = [] if holds in RUN_FOLDERS else [f"/out/{holds}", "/out/games/1.xml"]
    assert (Skipped(f"{where}/out") in found) is not bool(inside)
    assert logs == ["/1.xml", *inside, "/z/1.xml"]


# How large units are, and what they hold.


def test_units_are_bounded_by_logs_and_by_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["analyzer.sources.plan"], "CARRIED_BYTES", 32_000)
    write_logs(tmp_path / "a.zip", {f"{n}.xml": b"<" for n in range(UNIT_LOGS + 9)})
    stdin = io.BytesIO(tar_of([(str(n), bytes(9_000)) for n in range(8)]))

    assert [len(unit.parts) for unit in plan(["-"], stdin=stdin)] == [3, 3, 2]
    assert [unit.logs for unit in plan([tmp_path / "a.zip"])] == [UNIT_LOGS, 9]


def test_files_named_one_by_one_share_units_and_are_called_as_they_were_named(tmp_path, monkeypatch):
    write_logs(tmp_path / "logs", {f"{n}.xml": log(n) for n in range(7)})
    monkeypatch.chdir(tmp_path)
    files = [f"./logs/{n}.xml" for n in range(7)]
    units = list(plan(files, unit_logs=4))
    done = keys_of(plan([*files[:3], *files[4:]], unit_logs=4))
    assert surveyed(plan(files, unit_logs=4), done) == (1, set())
    monkeypatch.chdir("/")

    assert [len(unit.parts) for unit in units] == [4, 3]
    items = [item for unit in units for item in read_unit(unit)]
    assert items == [SourceLog(f"logs/{n}.xml", log(n)) for n in range(7)]


@pytest.mark.parametrize("name", ["folder", "a.zip", "a.db"])
def test_games_of_three_and_of_four_are_in_units_of_their_own_and_a_limit_takes_the_first(tmp_path, name):
    mixed = [log_id(number, SANMA if number % 3 == 0 else YONMA) for number in range(9)]
    source = write_logs(tmp_path / name, dict.fromkeys([*mixed, "east-1"], LOG))

    def units_of(**options):
        units = plan([source], Choice(**options), unit_logs=4).units(by_players=True)
        return [[part.name for part in unit.parts] for unit in units]

    assert sorted(name for names in units_of() for name in names) == sorted([*mixed, "east-1"])
    kinds = sorted({"".join(sorted({name[13:17] for name in names})) for names in units_of()})
    assert kinds == ["", YONMA, SANMA]
    assert sorted(name for names in units_of(limit=3) for name in names) == sorted(mixed)[:3]


def test_an_archive_in_an_archive_counts_as_the_logs_that_its_size_may_hold(tmp_path):
    # 128 packed logs of 8 KiB are 1 MiB, which no log has; by its name a smaller one is an archive too: of
    # 800 KiB and some bytes, 100 logs.
    sizes = {"0-{}": 1_100_000, "1-{}": 1_000_000, "2-{}.zip": 819_200}
    inner = {name: zip_of([("filler", os.urandom(sizes[name]))], zipfile.ZIP_STORED) for name in sizes}
    members = [(name.format(n), data) for name, data in inner.items() for n in range(4)]
    (tmp_path / "logs.zip").write_bytes(zip_of(members, zipfile.ZIP_STORED))

    units = [" ".join(part.name for part in unit.parts) for unit in plan([tmp_path], unit_logs=300)]

    assert units == ["0-0 0-1", "0-2 0-3 1-0 1-1 1-2 1-3", "2-0.zip 2-1.zip 2-2.zip", "2-3.zip"]


# Units themselves.


def test_another_source_name_size_or_time_is_another_unit():
    folder = Unit("", "logs", "/data/logs", "files", ())
    archive, database = folder._replace(kind="members"), folder._replace(kind="rows")
    part, row = Part("1.xml", size=5, stamp=9), Part("row-1", size=5, key=1)
    changed = ({"name": "2.xml"}, {"size": 6}, {"stamp": 8}, {"most": 3})
    made = [
        make_unit(root._replace(parts=(one,)))
        for root, one in (
            *((folder, part._replace(**change)) for change in ({}, *changed)),
            (folder._replace(source="other"), part),
            (archive, part),
            *((database, one) for one in (row, *(Part("", size=5, absent=rows) for rows in (1, 2)))),
            (database._replace(sample=0.1), row),
        )
    ]

    assert len({unit.id for unit in made}) == len(made)
    # Wherever it lies.
    moved = make_unit(folder._replace(path="/mnt/logs", parts=(part._replace(place=7),)))
    assert (moved.id, moved.keys) == (made[0].id, made[0].keys)
    assert (len(moved.id), len(moved.keys), moved.logs) == (16, 8, 1)
