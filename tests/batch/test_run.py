import gzip
import json
import sqlite3
import zipfile
from collections import Counter
from contextlib import closing
from dataclasses import replace

import pytest

from analyzer import __version__
from analyzer.batch.engines import Lost
from analyzer.batch.outputs import NameMode, Names
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.totals import Totals, summary_text
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.sources import Choice, SourceLog
from analyzer.sources.plan import Plan
from analyzer.tables.load import load
from analyzer.tables.schema import tables_of
from tests.batch.conftest import NAMES


@pytest.fixture
def job(tmp_path, draw_kind):
    return Job(tmp_path / "out", draw_kind)


@pytest.fixture
def finished(folder, job):
    """A folder with the output of a run."""
    run([folder], job)
    return job.out


def ids_in(folder):
    return load(folder)["games"]["log_id"].to_pylist()


def test_a_run_leaves_tables_summary_manifest_and_quarantine(finished):
    with_rows = {*tables_of(None)} - {"wins"}

    assert sorted(path.name for path in finished.iterdir()) == sorted(
        [
            *with_rows,
            "stats.parquet",
            ".units",
            "manifest.json",
            "quarantine.jsonl",
            "summary.json",
            "summary.txt",
        ]
    )


def test_tables_of_a_run_have_what_was_read(finished):
    tables = load(finished)

    assert tables["games"]["log_id"].to_pylist() == NAMES
    assert tables["draws"]["kind"].to_pylist() == ["kyuushu_kyuuhai", "suufon_renda", "kyuushu_kyuuhai"]
    assert tables["draws"]["kind_computed"].to_pylist() == ["kyuushu_kyuuhai"] * 3
    assert sorted(tables["findings"]["check"].to_pylist()) == ["draw-kind", "well-formed"]


def test_the_summary_says_by_what_the_logs_were_judged(finished):
    summary = json.loads((finished / "summary.json").read_text(encoding="utf-8"))

    accounts = ("inputs", "games", "unreadable", "duplicates", "absent", "skipped")
    assert [summary[name] for name in accounts] == [5, 3, 1, 0, 0, 1]
    assert (summary["version"], summary["rules"]) == (__version__, "auto")
    assert summary["checks_asked"] == ["draw-kind", "well-formed"]
    assert "seconds" not in summary


def test_the_text_of_the_summary_is_the_one_that_is_printed(folder, job):
    outcome = run([folder], job)

    assert (job.out / "summary.txt").read_text(encoding="utf-8") == summary_text(outcome.totals) + "\n"


def test_what_is_not_in_the_tables_is_in_quarantine_with_the_reason(finished, folder):
    (line,) = (finished / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()

    assert json.loads(line) == {
        "source": f"{folder.as_posix()}/broken.mjlog",
        "log": f"{folder.as_posix()}/broken.mjlog",
        "class": "malformed",
        "reason": "expected the root <mjloggm>, found <mjlog>",
    }


def test_output_is_the_same_however_the_logs_are_cut_into_units(tmp_path, finished, folder, job, tables):
    run([folder], replace(job, out=tmp_path / "again"), unit_logs=1)

    assert tables(tmp_path / "again") == tables(finished)


def test_output_is_the_same_in_whatever_order_logs_come(tmp_path, job, many, unit, tables, run_units):
    logs = many(6)
    for name, items in {"a": logs, "b": logs[::-1]}.items():
        run_units([unit(items[:2]), unit(items[2:])], replace(job, out=tmp_path / name))

    assert tables(tmp_path / "a") == tables(tmp_path / "b")


def test_files_of_somebody_else_are_never_overwritten(folder, draw_kind):
    (folder / "games").mkdir()

    with pytest.raises(UserMistake, match="holds files that no run wrote; expected a new or empty folder"):
        run([folder], Job(folder, draw_kind))

    assert (folder / "games").is_dir()


def test_the_output_must_be_a_folder(tmp_path, folder, job):
    (tmp_path / "out").touch()

    with pytest.raises(UserMistake, match="is a file; expected a folder for the tables"):
        run([folder], job)


class Seen:
    def __init__(self):
        self.calls = []

    def begin(self, logs, earlier=0):
        self.calls.append(("begin", logs, earlier))

    def count(self, games, findings):
        self.calls.append((games, findings))

    def note_peak(self, worker, mebibytes): ...

    def follow(self, read, grown): ...

    def say(self, text):
        self.calls.append(text)


THE_END = [
    "looking for duplicates",
    "writing the lists",
    "counting headline statistics",
    "writing the summary",
]


def test_somebody_can_watch(folder, job):
    seen = Seen()

    run([folder], job, unit_logs=2, watch=seen)

    begin = [call for call in seen.calls if call[0] == "begin"]
    units = [call for call in seen.calls if not isinstance(call, str) and call[0] != "begin"]
    # What was estimated may be wrong, and is told again once all is listed.
    assert begin == [("begin", 5, 0)] * 2
    assert [sum(counts) for counts in zip(*units, strict=True)] == [5, 2]
    assert seen.calls[-len(THE_END) :] == THE_END


def test_all_is_counted_only_when_the_first_units_are_given_out(folder, job, monkeypatch):
    events = []
    survey, units = Plan.survey, Plan.units

    def listed(self, left, **how):
        for unit in units(self, left, **how):
            events.append("unit")
            yield unit

    monkeypatch.setattr(Plan, "survey", lambda self, **how: events.append("survey") or survey(self, **how))
    monkeypatch.setattr(Plan, "units", listed)
    seen = Seen()

    run([folder], job, unit_logs=1, watch=seen)

    assert events[0] == "unit"
    assert events.count("survey") == 1
    assert [call for call in seen.calls if call[0] == "begin"] == [("begin", 5, 0)] * 2


def test_an_empty_run_is_watched_too(tmp_path, job):
    seen = Seen()
    (tmp_path / "empty").mkdir()

    run([tmp_path / "empty"], job, watch=seen)

    assert seen.calls == [("begin", 0, 0)] * 2 + THE_END


def test_what_a_killed_run_on_other_machines_left_is_removed(folder, job):
    run([folder], job)
    (job.out / ".seen-by-workers-0123").touch()

    run([folder], job)

    assert list(job.out.glob(".seen-by-workers-*")) == []


def test_a_run_without_any_log_is_empty_tables(job, run_units):
    outcome = run_units([], job)

    assert outcome.totals == Totals()
    assert load(job.out)["hands"].num_rows == 0


def test_a_folder_and_a_zip_of_the_same_logs_give_the_same_rows(tmp_path, folder, draw_kind):
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    run([folder], Job(tmp_path / "a", draw_kind))
    run([tmp_path / "logs.zip"], Job(tmp_path / "b", draw_kind))
    one, other = load(tmp_path / "a"), load(tmp_path / "b")

    assert all(one[name].equals(other[name]) for name in ("players", "hands", "seats", "draws"))


def test_a_folder_that_is_named_twice_is_read_once(folder, job, monkeypatch):
    monkeypatch.chdir(folder.parent)

    outcome = run([folder, "logs"], job)

    assert (outcome.totals.games, outcome.totals.duplicates, outcome.totals.unreadable) == (3, 0, 1)
    assert ids_in(job.out) == NAMES


def test_a_rule_set_of_the_users_own_is_read_once_and_named_as_given(tmp_path, root, folder, monkeypatch):
    own = (root / "analyzer" / "rules" / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    run([folder], Job(tmp_path / "out", Terms("own.toml", ("draw-kind",))))

    assert set(load(tmp_path / "out")["games"]["rule_set"].to_pylist()) == {"own.toml"}


def test_a_limit_is_kept(folder, job):
    outcome = run([folder], replace(job, choice=Choice(limit=2)), unit_logs=1)

    assert (outcome.totals.games, ids_in(job.out)) == (2, NAMES[:2])


def test_names_can_be_left_out_of_a_run(tmp_path, job, honest, unit, run_units):
    run_units([unit([SourceLog("1", honest)])], job)
    run_units([unit([SourceLog("1", honest)])], replace(job, out=tmp_path / "b", names=Names(NameMode.DROP)))

    assert load(job.out)["players"]["name"].to_pylist() == ["A", "B", "C", "D"]
    assert load(tmp_path / "b")["players"]["name"].to_pylist() == [None] * 4


def test_everything_that_came_in_is_somewhere(tmp_path, folder, job, honest):
    """Duplicates, rows without a log, rows that are none, what was lost: each is counted once."""
    (folder / f"{NAMES[0]}.xml").write_bytes(honest)
    (folder / "2022010105gm-00b9-0000-00000001.mjlog").write_bytes(bytes(30_000))
    with closing(sqlite3.connect(folder / "logs.db")) as database, database:
        database.execute("CREATE TABLE logs (id TEXT PRIMARY KEY, log BLOB)")
        rows = [
            ("a", gzip.compress(honest + b"  ")),
            ("b", None),
            ("c", b""),
            ("d", b"none"),
            ("e", b"\0" * 9),
        ]
        database.executemany("INSERT INTO logs VALUES (?, ?)", rows)

    def losing(work, units):
        for unit in units:
            yield Lost(unit, "was killed") if unit.parts[0].name == f"{NAMES[1]}.mjlog" else work(unit)

    outcome = run([folder], job, engine=losing, unit_logs=1)

    summary = json.loads((job.out / "summary.json").read_text(encoding="utf-8"))
    lines = (job.out / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()
    classes = Counter(json.loads(line)["class"] for line in lines)
    # Five of the folder at first, two more, and five rows.
    assert outcome.totals.accounts() == {
        "inputs": 12, "games": 3, "unreadable": 5, "duplicates": 1, "absent": 2, "skipped": 1,
    }  # fmt: skip
    assert {name: summary[name] for name in outcome.totals.accounts()} == outcome.totals.accounts()
    assert classes == {"malformed": 4, "lost": 1, "duplicate": 1}


def test_a_run_on_other_terms_changes_no_part_of_the_one_before(folder, job):
    run([folder], job)
    before = {path.name for path in job.out.glob("*/part-*")}

    run([folder], replace(job, names=Names(NameMode.DROP)), fresh=True)

    assert before.isdisjoint(path.name for path in job.out.glob("*/part-*"))
