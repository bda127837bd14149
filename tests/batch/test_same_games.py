"""One game in several forms of log, as `convert` writes them: it is one game, and no finding."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from analyzer.batch.converting import convert_all
from analyzer.batch.outputs import outputs_of
from analyzer.batch.run import run
from analyzer.cli.options import exit_status
from analyzer.sources import iter_logs
from analyzer.sources.choice import Choice
from analyzer.tables.load import load
from tests.batch.conftest import rows_in

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
A_WIN = "2199010110gm-00a9-0000-0bff2f2e"
FORMS = ("mjlog", "tenhou6", "majiang", "mjai")
"""From the fullest on."""


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    """Folders with the samples in every form, by form; 電脳麻将 has no games of three players."""
    path = tmp_path_factory.mktemp("forms")
    for form in FORMS:
        (path / form).mkdir()
        for log_id, converted, _ in convert_all(iter_logs([SAMPLES]), form):
            if converted is not None:
                (path / form / f"{log_id.log_id}.txt").write_text(converted.text, encoding="utf-8")
    return {form: path / form for form in FORMS}


@pytest.fixture
def job(job):
    return replace(job, outputs=outputs_of(["hands", "seats", "wins"]))


@pytest.fixture
def alone(forms, job, tmp_path):
    """The tables of the mjlogs alone."""
    run([forms["mjlog"]], replace(job, out=tmp_path / "alone"))
    return rows_in(tmp_path / "alone")


def reasons(out):
    lines = (Path(out) / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()
    return {known["source"]: known["reason"] for known in map(json.loads, lines)}


@pytest.mark.parametrize("order", [FORMS, FORMS[::-1]], ids=["fullest first", "last"])
def test_a_game_in_every_form_is_one_game_whose_fullest_form_stays(forms, job, alone, order):
    totals = run([forms[form] for form in order], job, unit_logs=9).totals

    assert rows_in(job.out) == alone
    assert totals.games == 23
    assert (totals.differing, totals.is_clean) == (0, True)
    mjai, mjlog = (forms[form] / f"{A_WIN}.txt" for form in ("mjai", "mjlog"))
    assert reasons(job.out)[str(mjai)] == f"same game in another form as {mjlog}"


@pytest.mark.parametrize("order", [FORMS, FORMS[::-1], ("majiang", "mjlog", "mjai", "tenhou6")], ids=str)
def test_forms_that_come_run_after_run_give_the_same(forms, job, alone, order):
    for form in order:
        totals = run([forms[form]], job).totals
        assert totals.differing == 0

    assert rows_in(job.out) == alone


@pytest.mark.parametrize(("fuller", "other"), list(pairwise(FORMS)), ids=str)
def test_of_other_forms_the_fuller_stays_too(forms, job, fuller, other):
    run([forms[other] / f"{A_WIN}.txt", forms[fuller] / f"{A_WIN}.txt"], job)

    assert load(job.out)["games"]["source"].to_pylist() == [str(forms[fuller] / f"{A_WIN}.txt")]


def changed_delta(source, to):
    """The log with 1,000 points more in the first payment of E1.1."""
    document = json.loads(source.read_text(encoding="utf-8"))
    assert document["log"][1][0][:2] == [0, 1]
    deltas = document["log"][1][-1][1]
    deltas[0] += 1000
    to.mkdir()
    (to / source.name).write_text(json.dumps(document), encoding="utf-8")
    return to / source.name


@pytest.mark.parametrize(
    ("stays", "why"),
    [("mjlog", "mjlog states more than tenhou6"), ("tenhou6", "its source comes first")],
    ids=["of two forms", "of one form"],
)
def test_logs_of_one_id_that_differ_are_one_finding_that_names_both(forms, job, tmp_path, stays, why):
    changed = changed_delta(forms["tenhou6"] / f"{A_WIN}.txt", tmp_path / "z")
    kept = forms[stays] / f"{A_WIN}.txt"

    totals = run([changed, kept], job).totals

    [found] = load(job.out)["findings"].to_pylist()
    assert (found["check"], found["verdict"], found["leads"]) == ("duplicate-id", "inconsistent", True)
    assert (found["log_id"], found["source"]) == (A_WIN, str(kept))
    assert found["message"] == (
        f"{changed} has the same id and differs from {kept}, first at E1.1 in its payments; "
        f"{kept} stays, as {why}"
    )
    assert reasons(job.out) == {str(changed): f"differs under the same id from {kept}"}
    assert totals.findings == {"duplicate-id": 1}
    assert totals.checks["duplicate-id"].failed == 1
    assert exit_status(totals, [], Choice(), strict=False) == 1


def test_the_finding_stays_while_both_are_there_and_goes_with_one(forms, job, tmp_path):
    changed = changed_delta(forms["tenhou6"] / f"{A_WIN}.txt", tmp_path / "z")
    before = run([changed.parent], job).totals
    assert before.is_clean
    first = run([forms["mjlog"]], job).totals

    assert run([changed.parent, forms["mjlog"]], job).totals == first
    assert first.findings == {"duplicate-id": 1}
    part = next(Path(job.out, "findings").iterdir())
    part.unlink()
    assert run([forms["mjlog"]], job).totals == first
    assert part.exists()

    changed.unlink()
    outcome = run([changed.parent], job, remove_missing=True)
    assert (outcome.removed, outcome.totals.findings) == (1, {})
    assert list(Path(job.out, "findings").iterdir()) == []


def test_what_one_log_leaves_out_is_no_difference(forms, job, tmp_path):
    """JSON without the payments of a hand and without final scores, and an excerpt."""
    source = forms["tenhou6"] / f"{A_WIN}.txt"
    document = json.loads(source.read_text(encoding="utf-8"))
    del document["sc"]
    document["log"] = document["log"][1:]
    document["log"][0][-1] = []
    (tmp_path / "less").mkdir()
    (tmp_path / "less" / source.name).write_text(json.dumps(document), encoding="utf-8")

    totals = run([tmp_path / "less", forms["mjlog"]], job).totals

    assert (totals.duplicates, totals.findings) == (1, {})
