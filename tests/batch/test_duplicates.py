"""The same log twice, other bytes under one id, and one game in several forms, as `convert` writes them."""

import json
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from analyzer.batch.converting import convert_all
from analyzer.batch.outputs import Outputs
from analyzer.batch.run import run
from analyzer.cli.options import exit_status
from analyzer.errors import AnalyzerError
from analyzer.sources import SourceLog, SourceProblem, iter_logs
from analyzer.sources.choice import Choice
from analyzer.stats import Extent
from analyzer.tables.load import load
from tests.batch.conftest import games_of, rows_in
from tests.batch.growing import quarantine
from tests.case_files import each, rows

A, B = (f"20220101{hour:02}gm-00a9-0000-0000000{hour}" for hour in (1, 2))


@pytest.fixture
def job(job):
    return replace(job, outputs=Outputs(("games", "hands", "findings"), statistics=Extent.NONE))


@each(rows("batch/twice"))
@pytest.mark.parametrize("is_apart", [False, True], ids=["one unit", "units in another order"])
def test_what_is_there_twice_is_left_out_with_the_reason(job, unit, run_units, honest, wrong, row, is_apart):
    expected, known = row["left"], {"honest": honest, "wrong": wrong}
    given = {source: known.get(text, text.encode()) for source, text in row.get("given", {}).items()}
    if "three" in row:
        given["three.json"] = games_of(*row["three"])
    if "lines" in row:
        games = [game.encode() if isinstance(game, str) else games_of(game)[1:-1] for game in row["lines"]]
        given["three.json"] = b"\n".join(games)
    items = [
        SourceLog(source, data) if data else SourceProblem(source, "no") for source, data in given.items()
    ]

    totals = run_units([unit([item]) for item in items[::-1]] if is_apart else [unit(items)], job).totals

    assert {source: reason for source, _, reason in quarantine(job.out)} == expected
    assert totals.duplicates == sum(kind == "duplicate" for _, kind, _ in quarantine(job.out))
    stays = [source for source in load(job.out)["games"]["source"].to_pylist() if "json" not in source]
    assert sorted(stays) == sorted(row.get("given", {}).keys() - expected.keys())
    assert totals.games == load(job.out)["hands"].num_rows == totals.inputs - len(expected)
    # The finding of one that is left out counts nowhere.
    found = load(job.out)["findings"].num_rows
    assert totals.findings.total() == totals.checks["draw-kind"].failed + totals.unreadable == found


def test_two_log_ids_with_one_key_stop_the_run_and_are_named(job, unit, run_units, honest, monkeypatch):
    monkeypatch.setattr("analyzer.batch.work.game_key", lambda _: 7)

    with pytest.raises(AnalyzerError, match=rf"the log ids '{A}' and '{B}' have the same key 7"):
        run_units([unit([SourceLog(A, honest)]), unit([SourceLog(B, honest + b" ")])], job)


# One game in several forms is one game, and no finding.

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
A_WIN = "2199010110gm-00a9-0000-0bff2f2e"
FORMS = ("mjlog", "tenhou6", "majiang", "mjai")
"""From the fullest on."""


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    """Folders with some samples in every form, by form; 電脳麻将 has no games of three players."""
    path = tmp_path_factory.mktemp("forms")
    some = [SAMPLES / f"{A_WIN}.mjlog", *sorted(SAMPLES.glob("*-00b9-*"))[:1]]
    for form in FORMS:
        (path / form).mkdir()
        for log_id, converted, _ in convert_all(iter_logs(some), form):
            if converted is not None:
                (path / form / f"{log_id.log_id}.txt").write_text(converted.text, encoding="utf-8")
    assert [len([*(path / form).iterdir()]) for form in FORMS] == [2, 2, 1, 2]
    return {form: path / form for form in FORMS}


@pytest.mark.parametrize(
    ("order", "at_once"), [(FORMS[::-1], True), (FORMS[::-1], False)], ids=["in one run", "run after run"]
)
def test_a_game_in_every_form_is_one_game_whose_fullest_form_stays(forms, job, tmp_path, order, at_once):
    run([forms["mjlog"]], replace(job, out=tmp_path / "alone"))
    for some in [order] if at_once else [[form] for form in order]:
        totals = run([forms[form] for form in some], job, unit_logs=3).totals
        assert (totals.differing, totals.is_clean) == (0, True)

    assert rows_in(job.out) == rows_in(tmp_path / "alone")
    mjai, mjlog = (forms[form] / f"{A_WIN}.txt" for form in ("mjai", "mjlog"))
    assert (str(mjai), "duplicate", f"same game in another form as {mjlog}") in quarantine(job.out)


@pytest.mark.parametrize(("fuller", "other"), [*pairwise(FORMS)], ids=str)
def test_of_other_forms_the_fuller_stays_too(forms, job, fuller, other):
    run([forms[other] / f"{A_WIN}.txt", forms[fuller] / f"{A_WIN}.txt"], job)

    assert load(job.out)["games"]["source"].to_pylist() == [str(forms[fuller] / f"{A_WIN}.txt")]


@pytest.fixture
def changed(forms, tmp_path):
    """The log in JSON with 1,000 points more in the first payment of E1.1."""
    source = forms["tenhou6"] / f"{A_WIN}.txt"
    document = json.loads(source.read_text(encoding="utf-8"))
    assert document["log"][1][0][:2] == [0, 1]
    document["log"][1][-1][1][0] += 1000
    (tmp_path / "z").mkdir()
    (tmp_path / "z" / source.name).write_text(json.dumps(document), encoding="utf-8")
    return tmp_path / "z" / source.name


@pytest.mark.parametrize(
    ("stays", "why"),
    [("mjlog", "mjlog states more than tenhou6"), ("tenhou6", "its source comes first")],
    ids=["of two forms", "of one form"],
)
def test_logs_of_one_id_that_differ_are_one_finding_that_names_both(forms, job, changed, stays, why):
    kept = forms[stays] / f"{A_WIN}.txt"

    totals = run([changed, kept], job).totals

    [found] = load(job.out)["findings"].to_pylist()
    assert (found["check"], found["verdict"], found["leads"]) == ("duplicate-id", "inconsistent", True)
    assert (found["log_id"], found["source"]) == (A_WIN, str(kept))
    assert found["message"] == (
        f"{changed} has the same id and differs from {kept}, first at E1.1 in its payments; "
        f"{kept} stays, as {why}"
    )
    assert quarantine(job.out) == [
        (str(changed), "duplicate", f"differs under the same id from {kept}"),
    ]
    assert (totals.findings, totals.checks["duplicate-id"].failed) == ({"duplicate-id": 1}, 1)
    assert exit_status(totals, [], Choice(), strict=False) == 1


def test_a_log_that_names_another_winner_differs_in_its_result(forms, job, changed):
    same = forms["tenhou6"] / changed.name
    document = json.loads(same.read_text(encoding="utf-8"))
    win = document["log"][5][-1][2]
    win[0] = next(seat for seat in (1, 2, 3) if seat not in win[:2])
    changed.write_text(json.dumps(document), encoding="utf-8")

    run([changed, same], job)

    [found] = [one for one in load(job.out)["findings"].to_pylist() if one["check"] == "duplicate-id"]
    assert "first at S1.0 in its result; " in found["message"]


def test_the_finding_stays_while_both_are_there_and_goes_with_one(forms, job, changed):
    mjlog = forms["mjlog"] / f"{A_WIN}.txt"
    assert run([changed.parent], job).totals.is_clean
    first = run([mjlog], job).totals

    assert run([changed.parent, mjlog], job).totals == first
    assert first.findings == {"duplicate-id": 1}
    part = next(Path(job.out, "findings").iterdir())
    part.unlink()
    assert run([mjlog], job).totals == first
    assert part.exists()

    changed.unlink()
    outcome = run([changed.parent], job, remove_missing=True)
    assert (outcome.removed, outcome.totals.findings) == (1, {})
    assert list(Path(job.out, "findings").iterdir()) == []


def test_what_one_log_leaves_out_is_no_difference(forms, job, changed, tmp_path):
    """JSON without the payments of a hand and without final scores, and an excerpt."""
    document = json.loads(changed.read_text(encoding="utf-8"))
    del document["sc"]
    document["log"] = document["log"][1:]
    document["log"][0][-1] = []
    changed.write_text(json.dumps(document), encoding="utf-8")

    (tmp_path / "zz").mkdir()
    whole = shutil.copy(forms["tenhou6"] / changed.name, tmp_path / "zz")

    # Of one form the first stays, here the one that says less.
    for other in (forms["mjlog"] / changed.name, whole):
        totals = run([changed, other], job, fresh=True).totals
        assert (totals.duplicates, totals.findings) == (1, {})
