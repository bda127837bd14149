import gc
import io
import pickle
import zipfile
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import pytest

from analyzer.batch import reviews, work
from analyzer.batch.kept_units import inputs_of, kept_units
from analyzer.batch.reviews import REFEREE, Terms
from analyzer.batch.work import Job, OutOfSpace, do_unit
from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.kernels import is_compiling
from analyzer.sources import SourceLog, SourceProblem, plan
from analyzer.tables import build
from analyzer.tables.parts import part_path, read_part
from analyzer.tables.schema import tables_of


@pytest.fixture
def job(tmp_path, draw_kind):
    return Job(tmp_path / "out", draw_kind)


def rows(job, kept, table):
    """What a unit has in a table, by columns."""
    with folder(job.out).open(part_path(table, kept.parts[table])) as file:
        return read_part(file, table).to_pydict()


def inputs(job, kept):
    return inputs_of(folder(job.out), kept).to_pydict()


def test_a_unit_leaves_its_parts_and_what_a_run_must_know_of_it(many, unit, job):
    whole = unit(many(3))

    report = do_unit(whole, job)

    part = f"part-2022010101gm-00a9-0000-00000000-{report.kept.unit[:8]}.parquet"
    with_rows = {*tables_of(None)} - {"wins", "findings"}
    assert {*folder(job.out).names()} == {
        f".units/{report.kept.unit}.arrow",
        *(f"{name}/{part}" for name in with_rows),
    }  # fmt: skip
    assert (report.kept.unit, report.logs, report.findings) == (whole.id, 3, 0)
    assert report.kept.logs == 3
    assert {*report.kept.parts} == with_rows
    assert kept_units(folder(job.out)) == {report.kept.unit: report.kept}


def test_what_was_there_before_a_unit_is_collected_again_after_it(many, unit, job, monkeypatch):
    frozen = []
    monkeypatch.setattr(work, "batches", lambda items: frozen.append(gc.get_freeze_count()) or [])

    do_unit(unit(many(1)), job)

    assert frozen[0] > 0
    assert gc.get_freeze_count() == 0


def test_what_is_kept_says_of_every_log_how_many_rows_it_has(honest, wrong, unit, job):
    names = [f"2022010{day}01gm-00a9-0000-0000000a" for day in (3, 1, 2)]
    whole = unit([SourceLog(name, data) for name, data in zip(names, (honest, wrong, honest), strict=True)])

    kept = do_unit(whole, job).kept
    logs = inputs(job, kept)

    assert logs["log_id"] == sorted(names)
    assert logs["rows_seats"] == [4, 4, 4]
    assert logs["rows_findings"] == [1, 0, 0]
    assert rows(job, kept, "draws")["kind"] == ["suufon_renda", "kyuushu_kyuuhai", "kyuushu_kyuuhai"]
    assert rows(job, kept, "findings")["log_id"] == [names[1]]
    assert logs["digest"][0] != logs["digest"][1] == logs["digest"][2]


def test_what_cannot_be_read_is_kept_with_the_reason(unit, job):
    whole = unit([SourceLog("1", b"<mjlog/>"), SourceProblem("2", "is encrypted")])

    report = do_unit(whole, job)

    assert (report.logs, report.findings, report.kept.logs) == (2, 2, 2)
    assert {*report.kept.parts} == {"findings"}
    reasons = ["expected the root <mjloggm>, found <mjlog>", "is encrypted"]
    assert inputs(job, report.kept)["reason"] == reasons


def contents(job):
    return {name: folder(job.out).read(name) for name in folder(job.out).names()}


def test_a_unit_that_is_done_twice_leaves_the_same_files(many, unit, job):
    first = do_unit(unit(many(3)), job)
    before = contents(job)

    again = do_unit(unit(many(3)), job)

    assert again.kept == first.kept
    assert contents(job) == before


def test_a_unit_that_two_workers_do_at_once_is_there_once(many, unit, job, monkeypatch):
    whole = unit(many(2))
    review, meanwhile = work.review_batch, []

    def slow(batch, terms, **also):
        if not meanwhile:
            meanwhile.append(None)
            do_unit(whole, job)
        return review(batch, terms, **also)

    monkeypatch.setattr(work, "review_batch", slow)

    report = do_unit(whole, job)

    assert report.logs == 2
    assert kept_units(folder(job.out)) == {report.kept.unit: report.kept}
    assert len([*job.out.glob("games/*")]) == 1


def test_work_that_fails_leaves_nothing_behind(many, unit, job):
    mistaken = Job(job.out, Terms(checks=("no-such-check",)))

    with pytest.raises(UserMistake):
        do_unit(unit(many(2)), mistaken)

    assert contents(job) == {}


def test_memory_of_others_is_collected_again_after_a_unit(many, unit, job, monkeypatch):
    frozen = []

    review = work.review_batch
    monkeypatch.setattr(
        work, "review_batch", lambda *of, **also: frozen.append(gc.get_freeze_count()) or review(*of, **also)
    )

    do_unit(unit(many(1)), job)

    assert frozen[0] > 0
    assert gc.get_freeze_count() == 0


def test_a_job_and_its_errors_travel_to_other_processes(many, unit, job):
    sent = pickle.loads(pickle.dumps(partial(do_unit, job=job)))  # noqa: S301

    assert sent(unit(many(1))).logs == 1
    assert str(pickle.loads(pickle.dumps(OutOfSpace("no space left")))) == "no space left"  # noqa: S301


def test_a_unit_of_several_batches_has_the_rows_of_one(many, unit, job, monkeypatch):
    logs = many(40)[::-1]
    at_once = do_unit(unit(logs), job).kept
    expected = {table: rows(job, at_once, table) for table in at_once.parts}, inputs(job, at_once)
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 7)

    kept = do_unit(unit(logs), job).kept

    assert ({table: rows(job, kept, table) for table in kept.parts}, inputs(job, kept)) == expected


def test_tables_are_built_by_compiled_kernels_where_logs_are_judged_by_them(unit, many, job, monkeypatch):
    compiled = []
    monkeypatch.setattr(build, "game_rows", lambda *_: compiled.append(is_compiling()) or {})
    monkeypatch.setattr(reviews, "compiling", nullcontext)
    monkeypatch.setattr(REFEREE, "pays", lambda logs: logs > 5)

    do_unit(unit(many(6)), job)
    do_unit(unit(many(2)), replace(job, out=job.out / "few"))

    assert compiled == [True, False]


def test_logs_are_counted_while_their_unit_is_under_way(unit, many, job, tmp_path, monkeypatch):
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 2)
    monkeypatch.setattr(reviews.REFEREE, "is_ready", lambda: False)
    read, counts = tmp_path / "beside" / "read", []
    read.parent.mkdir()
    read.touch()
    add = work.UnitRows.add
    monkeypatch.setattr(work.UnitRows, "add", lambda *of: counts.append(work.read_so_far(read)) or add(*of))

    do_unit(unit(many(5)), replace(job, read=read))

    # What is read last may go on: a part is known when the next begins.
    assert counts == [(0, 0, 0), (2, 1, 1), (4, 3, 3)]
    assert work.read_so_far(read) == (5, 5, 5)


def test_an_archive_in_an_archive_counts_as_its_logs_once_it_is_read(many, job, tmp_path, monkeypatch):
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 2)
    monkeypatch.setattr(reviews.REFEREE, "is_ready", lambda: False)
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as outer:
        for number in range(3):
            with zipfile.ZipFile(held := io.BytesIO(), "w") as inner:
                for log in many(4):
                    inner.writestr(log.source, log.data + b" " * number)
            outer.writestr(f"{number}.zip", held.getvalue())
    read, counts = tmp_path / "read", []
    add = work.UnitRows.add
    monkeypatch.setattr(work.UnitRows, "add", lambda *of: counts.append(work.read_so_far(read)) or add(*of))

    for unit in plan([tmp_path / "all.zip"]):
        assert unit.logs == 3
        do_unit(unit, replace(job, read=read))

    assert counts == [(0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 4, 1), (8, 4, 1), (10, 8, 2)]
    assert work.read_so_far(read) == (12, 12, 3)


def test_nobody_counts_logs_where_there_is_no_folder_for_it(unit, many, job, tmp_path):
    do_unit(unit(many(2)), replace(job, read=tmp_path / "gone" / "read"))

    assert not (tmp_path / "gone").exists()
