import json

import pytest

from analyzer.batch.work import Job
from analyzer.errors import AnalyzerError
from analyzer.sources import SourceLog, SourceProblem
from analyzer.tables.load import load
from analyzer.tables.schema import tables_of
from tests.formats.tenhou6.documents import data_of, document, hand

A, B, C = (f"20220101{hour:02}gm-00a9-0000-0000000{hour}" for hour in (1, 2, 3))


@pytest.fixture
def outcome_of(tmp_path, unit, draw_kind, run_units):
    """Runs over units of logs, and gives totals, quarantine and the folder."""

    def outcome(*units, **options):
        job = Job(tmp_path / "out", draw_kind, **options)
        totals = run_units([unit(items) for items in units], job).totals
        lines = (job.out / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()
        words = {known["source"]: (known["class"], known["reason"]) for known in map(json.loads, lines)}
        return totals, words, job.out

    return outcome


def test_the_same_log_in_two_sources_stays_once(outcome_of, honest):
    totals, words, out = outcome_of(
        [SourceLog(f"b/{A}.mjlog", honest)], [SourceLog(f"a.zip!{A}.mjlog", honest)]
    )

    assert words == {f"b/{A}.mjlog": ("duplicate", f"same log as a.zip!{A}.mjlog")}
    assert (totals.games, totals.hands, totals.duplicates) == (1, 1, 1)
    assert load(out)["games"]["source"].to_pylist() == [f"a.zip!{A}.mjlog"]


def test_other_bytes_under_the_same_id_are_said_to_be_so(outcome_of, honest, wrong):
    totals, words, out = outcome_of([SourceLog(f"1/{A}", honest)], [SourceLog(f"2/{A}", wrong)])

    assert words == {f"2/{A}": ("duplicate", f"other bytes under the same id as 1/{A}")}
    # The finding of the one that is left out counts nowhere.
    assert totals.findings.total() == load(out)["findings"].num_rows == 0
    assert (totals.checks["draw-kind"].passed, totals.checks["draw-kind"].failed) == (1, 0)
    assert totals.draws["kyuushu_kyuuhai"] == 1


def test_a_wrong_log_under_an_id_is_found_by_its_bytes(outcome_of, honest):
    totals, words, out = outcome_of([SourceLog(f"{B}.mjlog", honest), SourceLog(f"{A}.mjlog", honest)])

    assert words == {f"{B}.mjlog": ("duplicate", f"the bytes of {A}.mjlog under another id")}
    assert load(out)["games"]["log_id"].to_pylist() == [A]
    assert totals.duplicates == 1


def test_the_games_of_one_file_are_no_copies_of_each_other(outcome_of):
    haipai = ("19m19p19s1234z258m", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z")
    first, *others = [(text, [], []) for text in haipai]
    games = [hand((first[0], [drawn], []), *others, result=["九種九牌"]) for drawn in (15, 16, 18)]
    lines = b"\n".join(data_of(document(game)) for game in games)

    totals, words, out = outcome_of([SourceLog("three.json", lines)])

    assert words == {}
    assert (totals.games, totals.duplicates) == (3, 0)
    assert load(out)["games"]["source"].to_pylist() == ["three.json", "three.json#2", "three.json#3"]


def test_a_bad_game_of_a_file_is_listed_and_the_others_are_kept(outcome_of):
    haipai = ("19m19p19s1234z258m", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z")
    first, *others = [(text, [], []) for text in haipai]
    games = [hand((first[0], [drawn], []), *others, result=["九種九牌"]) for drawn in (15, 16)]
    lines = b"\n{\n".join(data_of(document(game)) for game in games)

    totals, words, out = outcome_of([SourceLog("three.json", lines)])

    reason = "line 2: expected JSON, found at column 2: Expecting property name enclosed in double quotes"
    assert words == {"three.json#2": ("malformed", reason)}
    assert (totals.inputs, totals.games, totals.unreadable) == (3, 2, 1)
    assert load(out)["games"]["source"].to_pylist() == ["three.json", "three.json#3"]


def test_a_log_with_an_id_stays_rather_than_a_copy_without(outcome_of, honest):
    _, words, _ = outcome_of([SourceLog("copy.xml", honest), SourceLog(f"logs/{A}.mjlog", honest)])

    assert words == {"copy.xml": ("duplicate", f"the bytes of logs/{A}.mjlog under another id")}


def test_what_is_left_out_leaves_nothing_else_out(outcome_of, honest, wrong):
    # The second is left out for its id; so the third, which has its bytes, stays.
    _, words, out = outcome_of(
        [SourceLog(f"1/{A}", honest), SourceLog(f"2/{A}", wrong), SourceLog(f"3/{B}", wrong)]
    )

    assert set(words) == {f"2/{A}"}
    assert load(out)["games"]["log_id"].to_pylist() == [A, B]


def test_what_cannot_be_read_is_no_duplicate(outcome_of):
    totals, words, _ = outcome_of(
        [SourceProblem("a!1", "is encrypted"), SourceProblem("a!2", "is encrypted")],
        [SourceLog("x", b"<mjlog/>"), SourceLog("y", b"<mjlog/>")],
    )

    assert (totals.unreadable, totals.duplicates) == (4, 0)
    assert {source: kind for source, (kind, _) in words.items()} == {
        "a!1": "unreadable", "a!2": "unreadable", "x": "malformed", "y": "malformed",
    }  # fmt: skip


def test_which_stays_does_not_depend_on_the_order_given(outcome_of, tmp_path, honest, wrong, tables):
    logs = [SourceLog(f"{name}/{A}", data) for name, data in {"b": honest, "a": wrong, "c": honest}.items()]
    outcome_of(logs)
    before = tables(tmp_path / "out")
    (tmp_path / "out").rename(tmp_path / "before")

    outcome_of(*[[log] for log in logs[::-1]])

    assert tables(tmp_path / "out") == before


def test_counts_without_duplicates_are_those_of_the_rest_alone(outcome_of, tmp_path, many, wrong):
    both = [SourceLog(f"2022010101gm-00a9-0000-{5:08x}", wrong), *many(9)]
    with_copies, _, _ = outcome_of(both, [SourceLog(f"x/{log.source}", log.data) for log in both])
    (tmp_path / "out").rename(tmp_path / "before")
    alone, _, _ = outcome_of(both)

    with_copies.duplicates, with_copies.inputs = alone.duplicates, alone.inputs
    assert with_copies == alone


def test_no_row_of_a_duplicate_is_in_any_table(outcome_of, honest):
    _, _, out = outcome_of([SourceLog(B, honest), SourceLog(A, honest)])

    assert all(B not in load(out)[name]["log_id"].to_pylist() for name in tables_of(None))


def test_two_log_ids_with_one_key_stop_the_run_and_are_named(outcome_of, honest, monkeypatch):
    monkeypatch.setattr("analyzer.batch.work.game_key", lambda _: 7)

    with pytest.raises(AnalyzerError, match=r"the log ids .* have the same key 7") as error:
        outcome_of([SourceLog(A, honest)], [SourceLog(B, honest + b" ")])

    assert A in str(error.value)
    assert B in str(error.value)
