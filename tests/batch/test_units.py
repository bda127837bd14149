"""One unit: the work on it, what is kept of its inputs, how it is written again, what lists are asked."""

import gc
import io
import json
import pickle
import zipfile
from array import array
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import pytest

from analyzer.batch import reviews, work
from analyzer.batch.kept_units import files_of, inputs_of, kept_units, rewritten
from analyzer.batch.ledger import Ledger, came_of
from analyzer.batch.outputs import KEEP
from analyzer.batch.reviews import REFEREE, Terms, batches, review_all, review_batch
from analyzer.batch.totals import InputKind, Totals
from analyzer.batch.work import Job, OutOfSpace, UnitRows, do_unit
from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.kernels import is_compiling
from analyzer.sources import Skipped, SourceLog, SourceProblem, plan
from analyzer.sources.items import Absent, Part
from analyzer.sources.plan import Survey
from analyzer.sources.units import Unit
from analyzer.tables import build
from analyzer.tables.parts import part_path, read_part
from analyzer.tables.schema import tables_of
from tests.formats.tenhou6.documents import of_mjlog

IDS = [f"2022010{day}01gm-00a9-0000-0000000a" for day in range(1, 7)]


@pytest.fixture
def every(tmp_path, draw_kind):
    """A run that writes every table."""
    return Job(tmp_path / "out", draw_kind)


def rows(out, kept, table):
    """What a unit has in a table, by columns; nothing where it has no part."""
    if table not in kept.parts:
        return {"log_id": []}
    with out.open(part_path(table, kept.parts[table])) as file:
        return read_part(file, table).to_pydict()


# The work.


def test_a_unit_leaves_its_parts_and_what_a_run_must_know_of_it(out, many, unit, every):
    whole, with_rows = unit(many(3)), {*tables_of(None)} - {"wins", "findings"}

    report = do_unit(whole, every)

    part = f"part-2022010101gm-00a9-0000-00000000-{report.kept.unit[:8]}.parquet"
    assert {*out.names()} == {f".units/{whole.id}.arrow", *(f"{name}/{part}" for name in with_rows)}
    assert (report.kept.unit, report.logs, report.findings, report.kept.logs) == (whole.id, 3, 0, 3)
    assert kept_units(out) == {whole.id: report.kept}


def test_memory_of_others_is_collected_again_after_a_unit(many, unit, job, monkeypatch):
    frozen, review = [], work.review_batch
    monkeypatch.setattr(
        work, "review_batch", lambda *of, **also: frozen.append(gc.get_freeze_count()) or review(*of, **also)
    )

    do_unit(unit(many(1)), job)

    assert frozen[0] > 0
    assert gc.get_freeze_count() == 0


def contents(out):
    return {name: out.read(name) for name in out.names()}


def test_a_unit_that_two_workers_do_at_once_is_there_once(out, many, unit, job, monkeypatch):
    review, first = work.review_batch, []

    def slow(batch, terms, **also):
        if not first:
            first.append(None)
            do_unit(unit(many(2)), job)
            first.append(contents(out))
        return review(batch, terms, **also)

    monkeypatch.setattr(work, "review_batch", slow)

    do_unit(unit(many(2)), job)

    assert contents(out) == first[1]


def test_work_that_fails_leaves_nothing_behind(out, many, unit, job):
    with pytest.raises(UserMistake):
        do_unit(unit(many(2)), replace(job, terms=Terms(checks=("no-such-check",))))

    assert contents(out) == {}


def test_a_job_and_its_errors_travel_to_other_processes(many, unit, job):
    sent = pickle.loads(pickle.dumps(partial(do_unit, job=job)))  # noqa: S301

    assert sent(unit(many(1))).logs == 1
    assert str(pickle.loads(pickle.dumps(OutOfSpace("no space left")))) == "no space left"  # noqa: S301


def test_a_unit_of_several_batches_has_the_rows_of_one(out, many, unit, every, monkeypatch):
    logs = many(40)[::-1]

    def written():
        kept = do_unit(unit(logs), every).kept
        return {table: rows(out, kept, table) for table in kept.parts}, inputs_of(out, kept).to_pydict()

    at_once = written()
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 7)

    assert written() == at_once


def test_tables_are_built_by_compiled_kernels_where_logs_are_judged_by_them(unit, many, job, monkeypatch):
    compiled = []
    monkeypatch.setattr(build, "game_rows", lambda *_: compiled.append(is_compiling()) or {})
    monkeypatch.setattr(reviews, "compiling", nullcontext)
    monkeypatch.setattr(REFEREE, "pays", lambda logs: logs > 5)

    do_unit(unit(many(6)), job)
    do_unit(unit(many(2)), job)

    assert compiled == [True, False]


@pytest.fixture
def counts(monkeypatch, tmp_path, job):
    """Does units in batches of two, and gives what others know of it meanwhile and afterwards."""
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 2)
    monkeypatch.setattr(REFEREE, "is_ready", lambda: False)
    read, add, found = tmp_path / "read", work.UnitRows.add, []
    monkeypatch.setattr(work.UnitRows, "add", lambda *of: found.append(work.read_so_far(read)) or add(*of))

    def counted(*units):
        for unit in units:
            do_unit(unit, replace(job, read=read))
        return [*found, work.read_so_far(read)]

    return counted


def test_logs_are_counted_while_their_unit_is_under_way(unit, many, counts):
    # What is read last may go on: a part is known when the next begins.
    assert counts(unit(many(5))) == [(0, 0, 0), (2, 1, 1), (4, 3, 3), (5, 5, 5)]


def test_an_archive_in_an_archive_counts_as_its_logs_once_it_is_read(many, counts, tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as outer:
        for number in range(3):
            with zipfile.ZipFile(held := io.BytesIO(), "w") as inner:
                for log in many(4):
                    inner.writestr(log.source, log.data + b" " * number)
            outer.writestr(f"{number}.zip", held.getvalue())
    units = [*plan([tmp_path / "all.zip"])]

    assert [unit.logs for unit in units] == [3]
    assert counts(*units) == [
        (0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 4, 1), (8, 4, 1), (10, 8, 2), (12, 12, 3),
    ]  # fmt: skip


def test_nobody_counts_logs_where_there_is_no_folder_for_it(unit, many, job, tmp_path):
    do_unit(unit(many(2)), replace(job, read=tmp_path / "gone" / "read"))

    assert not (tmp_path / "gone").exists()


# What is kept of its inputs.


@pytest.fixture
def listed(out, draw_kind):
    """Keeps items, all of one part or each of its own, as a unit; gives it with its inputs."""

    def keep(items, parts=(7,), lost=()):
        keys = b"".join(number.to_bytes(8, "big") for number in parts)
        unit = Unit(
            "0123456789abcdef", "-", "", "carried", tuple(Part(f"part-{n}") for n in parts), keys=keys
        )
        collected = UnitRows(unit, ("games", "hands", "findings"), KEEP, lost)
        placed = ((min(place, len(parts) - 1), item) for place, item in enumerate(items))
        for batch in batches(collected.noted(placed)):
            for reviewed in review_batch(batch, draw_kind):
                collected.add(reviewed)
        kept = collected.keep(out)
        return kept, inputs_of(out, kept).to_pydict()

    return keep


def test_every_input_has_a_row_that_says_what_became_of_it(listed, honest):
    items = [
        SourceLog("b", honest),
        Skipped("d"),
        SourceProblem("a", "is empty"),
        SourceLog("c", b"<mjlog/>"),
        Absent("e", 7),
    ]

    unit, inputs = listed(items, parts=(11, 22, 2**64 - 1, 44, 55, 66))

    # Of the last part nothing was wanted.
    assert inputs["source"] == ["a", "b", "c", "d", "e", "part-66"]
    assert inputs["key"] == [2**64 - 1, 11, 44, 22, 55, 66]
    assert [InputKind(kind).text for kind in inputs["kind"]] == [
        "unreadable", "read", "malformed", "skipped", "absent", "nothing",
    ]  # fmt: skip
    assert inputs["reason"][:3] == ["is empty", None, "expected the root <mjloggm>, found <mjlog>"]
    assert inputs["inputs"] == [1, 1, 1, 1, 7, 0]
    assert inputs["rows_hands"] == [0, 1, 0, 0, 0, 0]
    assert inputs["rows_findings"] == [1, 0, 1, 0, 0, 0]
    assert inputs["rule_set"] == [None, "tenhou", None, None, None, None]
    assert [digest is None for digest in inputs["digest"]] == [True, False, False, True, True, True]
    assert inputs["is_first"] == [True] * 6
    assert unit.logs == 3


def test_games_of_one_log_have_its_key_and_digests_of_their_own(listed, honest):
    two = json.dumps([of_mjlog(honest, "1")] * 2).encode()

    _, inputs = listed([SourceLog("a", two), SourceLog("b#2", two)], parts=(11, 22))

    assert inputs["source"] == ["a", "a#2", "b#2", "b#2#2"]
    assert inputs["key"] == [11, 11, 22, 22]
    assert inputs["is_first"] == [True, False, True, False]
    first, second, *others = inputs["digest"]
    assert (others, first == second) == ([first, second], False)


def test_rows_without_a_log_have_the_keys_of_their_pages(listed):
    _, inputs = listed([Absent("a.db", 3), Absent("a.db", 4)], parts=(11, 22))

    assert (inputs["key"], inputs["inputs"]) == ([11, 22], [3, 4])


def test_what_its_reader_died_of_is_lost(listed):
    _, inputs = listed([SourceProblem("1", "was killed"), SourceProblem("2", "is empty")], lost=["1"])

    assert inputs["kind"] == [InputKind.LOST, InputKind.UNREADABLE]
    assert inputs["reason"] == ["was killed", "is empty"]


def test_a_table_that_comes_later_has_no_rows_of_what_was_before(listed, honest, wrong, monkeypatch):
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 1)

    unit, inputs = listed([SourceProblem("1", "is empty"), SourceLog("2", honest), SourceLog("3", wrong)])

    assert (inputs["rows_hands"], inputs["rows_findings"]) == ([0, 1, 1], [1, 0, 1])
    assert {table: part.rows for table, part in unit.parts.items()} == {"games": 2, "hands": 2, "findings": 2}


def test_an_input_that_nobody_accounts_for_stops_the_run(listed, honest, monkeypatch):
    judge = reviews.review
    monkeypatch.setattr(reviews, "review", lambda logs, *of, **also: judge(logs[1:], *of, **also))

    with pytest.raises(RuntimeError, match="2 inputs, but 1 have a row"):
        listed([SourceLog("1", honest), SourceLog("2", honest)])


# Units that are written again.


@pytest.fixture
def kept(job, unit, honest):
    """Keeps logs of these names, of which others than ids are unreadable, as a unit."""

    def keep(*names):
        items = [SourceLog(f"logs/{name}", honest) for name in names if name in IDS]
        items += [SourceProblem(name, "is empty") for name in names if name not in IDS]
        return do_unit(unit(items), job).kept

    return keep


def test_the_parts_of_a_unit_have_their_logs_in_one_order_and_a_name(out, kept):
    unit, broken = kept(IDS[2], IDS[0], "1st", IDS[1]), kept("broken", "empty")

    assert inputs_of(out, unit)["log_id"].to_pylist() == ["1st", *IDS[:3]]
    assert rows(out, unit, "hands")["log_id"] == IDS[:3]
    assert rows(out, unit, "findings")["log_id"] == ["1st"]
    assert {part.file for part in unit.parts.values()} == {f"part-{IDS[0]}-{unit.unit[:8]}.parquet"}
    assert [part.file for part in broken.parts.values()] == [f"part-{broken.unit}.parquet"]
    assert kept_units(out) == {one.unit: one for one in (unit, broken)}


def test_what_went_and_duplicates_lose_their_rows_and_what_went_its_place(out, kept):
    unit = kept(*IDS[:4], "broken")

    left = rewritten(out, [unit], gone=[0, 4], repeated=[2])

    assert rows(out, left, "hands")["log_id"] == rows(out, left, "games")["log_id"] == [IDS[1], IDS[3]]
    assert rows(out, left, "findings")["log_id"] == []
    listed = inputs_of(out, left).to_pydict()
    assert (listed["log_id"], listed["rows_games"]) == (IDS[1:4], [1, 0, 1])
    assert (left.logs, left.source, left.replaces) == (3, unit.source, (unit.unit,))
    assert left.sums == kept(IDS[1], IDS[3]).sums


def test_a_unit_may_lose_all_its_rows_and_all_its_inputs(out, kept):
    left = rewritten(out, [kept(*IDS[:2])], repeated=[0, 1])

    assert (left.parts, left.logs) == ({}, 2)
    assert kept_units(out) == {left.unit: left}
    assert rewritten(out, [left], gone=[0, 1]) is None
    assert kept_units(out) == {}


def test_joined_units_are_one_in_the_order_of_its_logs_named_after_the_first_source(out, kept):
    units = [kept(IDS[3], IDS[0]), kept(IDS[2], "broken"), kept(IDS[1])._replace(source="other")]

    one = rewritten(out, units)

    assert rows(out, one, "hands")["log_id"] == IDS[:4]
    assert rows(out, one, "findings")["log_id"] == ["broken"]
    assert (one.logs, one.replaces) == (5, tuple(unit.unit for unit in units))
    assert one.source == f"{units[0].source} and 1 more"
    assert kept_units(out) == {one.unit: one}


@pytest.mark.parametrize("is_whole", [True, False])
def test_of_a_unit_and_the_one_that_replaces_it_only_the_new_one_counts_if_it_is_whole(out, kept, is_whole):
    unit = kept(*IDS[:3])
    files = {name: out.read(name) for name in files_of(unit)}
    left = rewritten(out, [unit], gone=[0])
    # As if the run had ended before it removed them.
    for name, data in files.items():
        out.write(name, data)
    if not is_whole:
        out.remove(files_of(left)[-1])

    stays = left if is_whole else unit
    assert kept_units(out) == {stays.unit: stays}


def test_in_a_store_the_files_of_a_unit_must_be_there(job, unit, many):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    store = folder("memory://units/out")
    done = do_unit(unit(many(2)), replace(job, out=store.url)).kept
    assert kept_units(store) == {done.unit: done}

    store.remove(files_of(done)[-1])

    assert kept_units(store) == {}


# What lists of inputs are asked.

A, B, C = IDS[:3]


@pytest.fixture
def ledger(out):
    with Ledger(out) as opened:
        yield opened


@pytest.fixture
def three(ledger, unit, job, honest):
    """Keys of two logs of one folder and one of another."""
    made = unit(
        [SourceLog(f"{name}", honest + b" " * n) for n, name in enumerate((f"x/{A}", f"x/{B}", f"y/{C}"))]
    )
    ledger.add(do_unit(made, job).kept)
    return [int.from_bytes(made.keys[start : start + 8], "big") for start in (0, 8, 16)]


def survey_of(keys, unlisted=()):
    return Survey(0, array("Q", keys), array("q", [1] * len(keys)), {*unlisted})


@pytest.mark.parametrize(
    ("source", "label", "expected"),
    [
        ("/logs", "/logs", True),
        ("/logs/2022/a.xml", "/", True),
        ("/logs/2022/a.xml", "/logs/2022", True),
        ("/logs.zip!2022/a.xml", "/logs.zip", True),
        ("/a.json#2", "/a.json", True),
        ("s3://logs/a.xml", "s3://logs", True),
        ("/logs2/a.xml", "/logs", False),
        ("/logs.zip!a.xml", "/logs", False),
        ("s3://logs/a", "/", False),
        ("<stdin>!a.xml", "/", False),
    ],
)
def test_what_is_in_a_source_came_of_it(source, label, expected):
    assert came_of(source, {label}) is expected


def test_what_is_planned_and_not_done_is_left_as_often_as_it_is_planned(ledger, three):
    first, _, last = three

    assert ledger.left_of(survey_of([first, first, 7, 8, 8]), frozenset()) == (
        Counter({first: 1, 7: 1, 8: 2}),
        4,
    )
    # What came of a stream is known though no survey has it.
    assert ledger.left_of(survey_of([]), {"y"}) == (Counter({last: -1}), 0)


def test_what_the_named_sources_lack_is_gone_unless_they_cannot_be_listed(ledger, three):
    def gone(keys, labels, unlisted=()):
        return ledger.gone(survey_of(keys, unlisted), {*labels})["source"].to_pylist()

    assert gone(three[1:2], "xy") == [f"x/{A}", f"y/{C}"]
    assert gone(three[1:2], "x") == [f"x/{A}"]
    assert gone(three[1:2], "xy", unlisted="y") == [f"x/{A}"]
    assert gone(three, "xy") == []


def test_totals_are_those_of_the_batches_without_duplicates(ledger, unit, job, items, draw_kind):
    every = [*items, Absent("a.db", 7), Skipped("notes"), SourceProblem("b", "is empty")]
    counted = Totals()
    for batch in review_all(every, draw_kind):
        counted.add(batch)
    ledger.add(do_unit(unit(every), job).kept)
    assert ledger.totals() == counted

    copy = next(item for item in items if isinstance(item, SourceLog) and "2022010101" in item.source)
    ledger.add(do_unit(unit([SourceLog(f"z/{B}", copy.data)]), job).kept)
    ledger.drop_rows_of_duplicates()

    counted.inputs, counted.duplicates = counted.inputs + 1, 1
    assert ledger.totals() == counted
