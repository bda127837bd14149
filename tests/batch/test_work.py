import pickle
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa
import pytest
from analyzer.tables.packing import unpacked

from analyzer.batch import reviews, work
from analyzer.batch.read_logs import counting_logs
from analyzer.batch.reviews import Terms, review_all
from analyzer.batch.run_folder import UNITS
from analyzer.batch.totals import Totals, count_games, totals_from_json
from analyzer.batch.warming import REFEREE
from analyzer.batch.work import Job, OutOfSpace, do_unit, keep_lost, read_report
from analyzer.errors import UserMistake
from analyzer.kernels import is_compiling
from analyzer.sources import SourceLog, SourceProblem
from analyzer.sources.units import unit_keys
from analyzer.tables import build
from analyzer.tables.schema import TABLES


@pytest.fixture
def job(tmp_path, draw_kind):
    return Job(tmp_path / "out", draw_kind)


def stored(job, unit, name):
    with pa.OSFile(str(job.out / UNITS / unit.id / f"{name}.arrow")) as file:
        return pa.ipc.open_file(file).read_all()


def test_a_unit_leaves_a_folder_of_its_own_and_nothing_else(many, unit, job):
    whole = unit(many(3))

    report = do_unit(whole, job)

    assert [path.name for path in (job.out / UNITS).iterdir()] == [whole.id]
    assert {path.name for path in (job.out / UNITS / whole.id).iterdir()} == {
        "report.json", "logs.arrow", *(f"{name}.arrow" for name in TABLES),
    }  # fmt: skip
    assert (report.unit, report.keys, report.totals.games) == (whole.id, unit_keys(whole), 3)


def test_what_is_kept_says_of_every_log_where_its_rows_are(honest, wrong, unit, job):
    names = [f"2022010{day}01gm-00a9-0000-0000000a" for day in (3, 1, 2)]
    whole = unit([SourceLog(name, data) for name, data in zip(names, (honest, wrong, honest), strict=True)])

    do_unit(whole, job)
    logs = stored(job, whole, "logs").to_pydict()

    assert logs["log_id"] == names
    assert logs["rows_seats"] == [4, 4, 4]
    assert logs["rows_findings"] == [0, 1, 0]
    (draws,) = stored(job, whole, "draws").to_batches()
    assert unpacked("draws", draws)["kind"].to_pylist() == [
        "kyuushu_kyuuhai", "suufon_renda", "kyuushu_kyuuhai",
    ]  # fmt: skip
    assert logs["digest"][0] == logs["digest"][2] != logs["digest"][1]


def test_what_cannot_be_read_is_kept_with_the_reason(unit, job):
    whole = unit([SourceLog("1", b"<nolog/>"), SourceProblem("2", "is encrypted")])

    report = do_unit(whole, job)
    logs = stored(job, whole, "logs").to_pydict()

    assert (report.totals.games, report.totals.unreadable) == (0, 2)
    assert logs["reason"] == ["expected the root <mjloggm>, found <nolog>", "is encrypted"]
    assert logs["players"] == [None, None]


def test_a_unit_that_is_done_is_not_done_again(many, unit, job, monkeypatch):
    first = do_unit(unit(many(3)), job)
    monkeypatch.setattr(work, "review_batch", None)

    again = do_unit(unit(many(3)), job)

    assert (again.totals, again.keys) == (first.totals, first.keys)


def test_a_unit_that_two_workers_do_at_once_is_there_once(many, unit, job, monkeypatch):
    whole = unit(many(2))
    review, meanwhile = work.review_batch, []

    def slow(batch, terms):
        if not meanwhile:
            meanwhile.append(None)
            do_unit(whole, job)
        return review(batch, terms)

    monkeypatch.setattr(work, "review_batch", slow)

    assert do_unit(whole, job).totals.games == 2
    assert [path.name for path in (job.out / UNITS).iterdir()] == [whole.id]


def test_work_that_fails_leaves_nothing_behind(many, unit, job):
    mistaken = Job(job.out, Terms(checks=("no-such-check",)))

    with pytest.raises(UserMistake):
        do_unit(unit(many(2)), mistaken)

    assert list((job.out / UNITS).iterdir()) == []


def test_what_is_lost_is_kept_as_an_input_that_cannot_be_read(many, unit, job):
    one = unit(many(1))

    report = keep_lost(one, job, "ended the process that read it")

    assert report.totals.unreadable == 1
    logs = stored(job, one, "logs").to_pydict()
    assert logs["source"] == ["2022010101gm-00a9-0000-00000000.mjlog"]
    assert logs["reason"] == ["ended the process that read it"]


def test_a_job_and_its_errors_travel_to_other_processes(many, unit, job):
    sent = pickle.loads(pickle.dumps(partial(do_unit, job=job)))  # noqa: S301

    assert sent(unit(many(1))).totals.games == 1
    assert str(pickle.loads(pickle.dumps(OutOfSpace("no space left")))) == "no space left"  # noqa: S301


def test_totals_are_read_again_as_they_were_written(many, unit, wrong, job):
    items = [*many(3), SourceLog("w", wrong), SourceProblem("x", "is empty")]
    report = do_unit(unit(items), job)

    known = read_report(job.out / UNITS / report.unit)

    assert known is not None
    assert known.totals == report.totals == totals_from_json(report.totals.as_json())


def test_counts_of_single_logs_add_up_to_the_totals(items, draw_kind):
    totals, left = Totals(), Totals()
    for batch in review_all(items, draw_kind):
        totals.add(batch)
        left.add(batch)
        counts = count_games(batch.review)
        for row, rule_set in zip(counts, batch.review.rule_sets, strict=True):
            left.leave_out(row[None], [rule_set])

    assert totals.games == left.duplicates == 3
    assert (left.games, left.hands, left.draws.total()) == (0, 0, 0)
    assert dict(left.rule_sets) == {}
    # What is left are the two findings of the log that could not be read.
    assert dict(left.findings) == {"well-formed": 1}
    assert sum(tally.passed for tally in left.checks.values()) == 0


def test_many_logs_of_one_unit_are_kept_in_pieces_that_fit_in_memory(many, unit, job, monkeypatch):
    monkeypatch.setattr(reviews, "BATCH_LOGS", 16)
    whole = unit(many(40))

    do_unit(whole, job)

    assert np.bincount(stored(job, whole, "logs")["batch"].to_numpy()).tolist() == [16, 16, 8]


def test_tables_are_built_by_compiled_kernels_where_logs_are_judged_by_them(unit, many, job, monkeypatch):
    compiled = []
    monkeypatch.setattr(build, "pack_tables", lambda *_: compiled.append(is_compiling()) or {})
    monkeypatch.setattr(reviews, "compiling", nullcontext)
    monkeypatch.setattr(REFEREE, "pays", lambda logs: logs > 5)

    do_unit(unit(many(6)), job)
    do_unit(unit(many(2)), replace(job, out=job.out / "few"))

    assert compiled == [True, False]


def test_logs_are_counted_while_their_unit_is_under_way(unit, many, job, monkeypatch):
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 2)
    with counting_logs() as read:
        counts = []
        monkeypatch.setattr(Totals, "add", lambda *_: counts.append(read.so_far()))

        do_unit(unit(many(5)), replace(job, read=read))

        assert counts == [0, 2, 4]
        assert read.so_far() == 5
    # Its end does not disturb a worker that is late.
    read.add(1)
    assert read.so_far() == 0
