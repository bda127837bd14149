"""One unit: the work on it, what is kept of its inputs, and how it is written again."""

import gc
import json
import pickle
from contextlib import nullcontext
from dataclasses import replace
from hashlib import sha256

import pyarrow as pa
import pytest

from analyzer.batch import reviews, work
from analyzer.batch.kept_units import files_of, inputs_of, kept_units, rewritten
from analyzer.batch.outputs import outputs_of
from analyzer.batch.reviews import REFEREE
from analyzer.batch.totals import InputKind
from analyzer.batch.work import Job, OutOfSpace, do_unit
from analyzer.folders import folder
from analyzer.kernels import is_compiling
from analyzer.sources import Skipped, SourceLog, SourceProblem, plan
from analyzer.sources.items import Absent
from analyzer.tables import build
from analyzer.tables.parts import part_path, read_part
from analyzer.tables.schema import tables_of
from tests.formats.tenhou6.documents import of_mjlog
from tests.sources.archives import zip_of

IDS = [f"2022010{day}01gm-00a9-0000-0000000a" for day in range(1, 7)]


@pytest.fixture
def every(tmp_path, draw_kind):
    """A run that writes every table."""
    return Job(tmp_path / "out", draw_kind)


def rows(out, kept, table):
    """What a unit has in a table, by columns."""
    with out.open(part_path(table, kept.parts[table])) as file:
        return read_part(file, table).to_pydict()


def test_a_unit_leaves_its_parts_and_what_a_run_must_know_of_it(out, many, unit, every, monkeypatch):
    """Once, where it is done twice, as after a worker was taken for dead; no older garbage is looked for."""
    whole, with_rows = unit(many(3)[::-1]), {*tables_of(None)} - {"wins", "findings"}
    frozen, review = [], work.review_batch
    monkeypatch.setattr(
        work, "review_batch", lambda *of, **also: frozen.append(gc.get_freeze_count()) or review(*of, **also)
    )

    report, again = (do_unit(whole, every) for _ in range(2))

    assert frozen[0] > gc.get_freeze_count() == 0
    part = f"part-2022010101gm-00a9-0000-00000000-{report.kept.unit[:8]}.parquet"
    assert {*out.names()} == {f".units/{whole.id}.arrow", *(f"{name}/{part}" for name in with_rows)}
    assert (report.kept.unit, report.kept.logs, report.kept.totals.games) == (whole.id, 3, 3)
    assert report.peak_mebibytes is None or 20 < report.peak_mebibytes < 20_000
    assert kept_units(out) == {whole.id: report.kept} == {whole.id: again.kept}


def test_a_unit_of_several_batches_has_the_rows_of_one(out, many, unit, wrong, every, monkeypatch):
    items = [SourceProblem("problem", "is empty"), *many(8)[::-1], SourceLog("wrong", wrong)]
    assert str(pickle.loads(pickle.dumps(OutOfSpace("no space left")))) == "no space left"  # noqa: S301

    def written():
        kept = do_unit(unit(items), every).kept
        return {table: rows(out, kept, table) for table in kept.parts}, inputs_of(out, kept).to_pydict()

    at_once = written()
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 1)

    assert written() == at_once


def test_tables_are_built_by_compiled_kernels_where_logs_are_judged_by_them(unit, many, job, monkeypatch):
    compiled = []
    monkeypatch.setattr(build, "game_rows", lambda *_: compiled.append(is_compiling()) or {})
    monkeypatch.setattr(reviews, "compiling", nullcontext)
    monkeypatch.setattr(REFEREE, "pays", lambda logs: logs > 5)

    do_unit(unit(many(6)), job)
    do_unit(unit(many(2)), job)

    assert compiled == [True, False]


def test_logs_are_counted_while_their_unit_is_under_way(unit, many, job, tmp_path, monkeypatch):
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 2)
    monkeypatch.setattr(REFEREE, "is_ready", lambda: False)
    read, add, found = tmp_path / "read", work.UnitRows.add, []
    monkeypatch.setattr(work.UnitRows, "add", lambda *of: found.append(work.read_so_far(read)) or add(*of))

    do_unit(unit(many(5)), replace(job, read=read))
    do_unit(unit(many(2)), replace(job, read=tmp_path / "gone" / "read"))

    # What is read last may go on: a part is known when the next begins.
    assert [*found, work.read_so_far(read)] == [(0, 0, 0), (2, 1, 1), (4, 3, 3), (5, 5, 5), (5, 5, 5)]
    # Nobody counts where there is no folder for it.
    assert not (tmp_path / "gone").exists()


def test_an_archive_in_an_archive_counts_as_its_logs_once_it_is_read(many, job, tmp_path):
    inner = zip_of([(log.source, log.data) for log in many(4)])
    (tmp_path / "all.zip").write_bytes(zip_of([(f"{number}.zip", inner) for number in range(3)]))
    (made,) = plan([tmp_path / "all.zip"])

    report = do_unit(made, replace(job, read=tmp_path / "read"))

    assert (made.logs, report.kept.logs) == (3, 12)
    assert work.read_so_far(tmp_path / "read") == (12, 12, 3)


# What is kept of its inputs.


def test_every_input_has_a_row_that_says_what_became_of_it(out, job, unit, honest):
    two = json.dumps([of_mjlog(honest, "1")] * 2).encode()
    items = [
        SourceLog("b", honest),
        Skipped("d"),
        SourceProblem("a", "is empty"),
        SourceLog("c", b"<mjlog/>"),
        Absent("e", 7),
        Absent("e", 8),
        SourceLog("f", two),
    ]
    made = unit(items)

    kept = do_unit(made, job).kept
    inputs = inputs_of(out, kept).to_pydict()

    keys = [int.from_bytes(made.keys[start : start + 8], "big") for start in range(0, 56, 8)]
    places = [2, 0, 3, 1, 4, 5, 6, 6]
    assert inputs["source"] == ["a", "b", "c", "d", "e", "e", "f", "f#2"]
    assert inputs["key"] == [keys[place] for place in places]
    assert [InputKind(kind).text for kind in inputs["kind"]] == [
        "unreadable", "read", "malformed", "skipped", "absent", "absent", "read", "read",
    ]  # fmt: skip
    assert inputs["reason"][:3] == ["is empty", None, "expected the root <mjloggm>, found <mjlog>"]
    assert inputs["inputs"] == [1, 1, 1, 1, 7, 8, 1, 1]
    assert inputs["rows_hands"] == [0, 1, 0, 0, 0, 0, 1, 1]
    assert inputs["rows_findings"] == [1, 0, 1, 0, 0, 0, 0, 0]
    assert inputs["rule_set"][:3] == [None, "tenhou", None]
    assert [place for place, digest in enumerate(inputs["digest"]) if digest is None] == [0, 3, 4, 5]
    assert inputs["digest"][-1] != inputs["digest"][-2]
    assert inputs["is_first"] == [True] * 7 + [False]
    assert kept.logs == 5


def test_a_part_in_which_nothing_was_wanted_stands_for_no_input(out, job, unit, honest, monkeypatch):
    monkeypatch.setattr(work, "read_parts", lambda *_: iter([(0, SourceLog("a", honest))]))

    inputs = inputs_of(
        out, do_unit(unit([SourceLog("a", honest), SourceLog("b", b"")]), job).kept
    ).to_pydict()

    assert (inputs["source"], inputs["inputs"]) == (["a", "b"], [1, 0])
    assert inputs["kind"] == [InputKind.READ, InputKind.NOTHING]


def test_an_input_that_nobody_accounts_for_stops_the_run(job, unit, many, monkeypatch):
    judge = reviews.review
    monkeypatch.setattr(reviews, "review", lambda logs, *of, **also: judge(logs[1:], *of, **also))

    with pytest.raises(RuntimeError, match="2 inputs, but 1 have a row"):
        do_unit(unit(many(2)), job)


# Units that are written again.


@pytest.fixture
def kept(job, unit, honest):
    """Keeps logs of these names, of which others than ids are unreadable, as a unit."""

    def keep(*names):
        items = [SourceLog(f"logs/{name}", honest) for name in names if name in IDS]
        items += [SourceProblem(name, "is empty") for name in names if name not in IDS]
        return do_unit(unit(items), replace(job, outputs=outputs_of(["hands"]))).kept

    return keep


def test_joined_units_are_one_in_the_order_of_its_logs_named_after_the_first_source(out, kept):
    units = [kept(IDS[3], IDS[0]), kept(IDS[2], "broken"), kept(IDS[1])._replace(source="other")]

    one = rewritten(out, units)

    assert rows(out, one, "hands")["log_id"] == IDS[:4]
    assert rows(out, one, "findings")["log_id"] == ["broken"]
    assert (one.logs, one.replaces) == (5, tuple(unit.unit for unit in units))
    assert one.source == f"{units[0].source} and 1 more"
    assert kept_units(out) == {one.unit: one}


def test_a_unit_of_which_all_has_moved_is_of_its_new_source(out, kept):
    unit = kept(*IDS[:2])
    moved = {place: {"source": f"new/{IDS[place]}", "key": place, "root": "new"} for place in range(2)}

    half = rewritten(out, [unit], moved={0: moved[0]})
    whole = rewritten(out, [half], moved=moved)

    assert (half.source, whole.source) == (f"{unit.source} and 1 more", "new")
    assert inputs_of(out, whole, ["source", "key"]).to_pylist() == [
        {"source": f"new/{IDS[place]}", "key": place} for place in range(2)
    ]


def test_of_a_unit_and_the_one_that_replaces_it_only_the_new_one_counts_if_it_is_whole(out, kept):
    unit = kept(*IDS[:3])
    files = {name: out.read(name) for name in files_of(unit)}
    left = rewritten(out, [unit], gone=[0])

    def after_ending(*gone):
        """As if the run had ended before it removed the files of the old one."""
        for name, data in files.items():
            out.write(name, data)
        for name in gone:
            out.remove(name)
        return kept_units(out)

    assert after_ending() == {left.unit: left}
    assert after_ending(files_of(left)[-1]) == {unit.unit: unit}


def test_a_unit_of_an_earlier_version_does_not_state_its_totals(out, job, unit, many):
    items = [*many(2), SourceProblem("a", "is empty"), Skipped("b"), Absent("c", 7)]
    done = do_unit(unit(items), job).kept
    file, table = files_of(done)[0], inputs_of(out, done)
    record = {name: value for name, value in done._asdict().items() if name != "totals"}
    sink = pa.BufferOutputStream()
    schema = table.schema.with_metadata({"unit": json.dumps(record)})
    with pa.ipc.new_file(sink, schema) as writer:
        writer.write_table(table)
    data = bytes(sink.getvalue())
    out.write(file, sha256(data).digest() + data)

    assert kept_units(out) == {done.unit: done}


def test_in_a_store_the_files_of_a_unit_must_be_there(job, unit, many):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    store = folder("memory://units/out")
    done = do_unit(unit(many(2)), replace(job, out=store.url)).kept
    assert kept_units(store) == {done.unit: done}

    store.remove(files_of(done)[-1])

    assert kept_units(store) == {}
