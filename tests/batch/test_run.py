"""What a run leaves and publishes, on a disk and in a store; who watches it, and who does its work."""

import gzip
import json
import sqlite3
from collections import Counter
from contextlib import closing, nullcontext
from dataclasses import replace
from hashlib import sha256
from uuid import uuid4

import pyarrow.parquet as pq
import pytest

from analyzer import __version__
from analyzer.batch import run as running
from analyzer.batch.engines import Lost
from analyzer.batch.outputs import Outputs, outputs_of
from analyzer.batch.progress import Progress
from analyzer.batch.publishing import recount
from analyzer.batch.reviews import Terms
from analyzer.batch.run import Interrupted, run
from analyzer.batch.totals import summary_text
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.folders import Store
from analyzer.folders import folder as folder_of
from analyzer.rules import load as load_rules
from analyzer.sources import Choice
from analyzer.stats import STATISTICS, Extent
from analyzer.tables.load import load
from analyzer.tables.schema import SCHEMA_VERSION, tables_of
from tests.batch.conftest import NAMES, rows_in
from tests.batch.growing import contents_of, job_to, quarantine
from tests.case_files import each, rows


@pytest.fixture
def job(tmp_path, draw_kind):
    """A run of one check, with every table, and statistics."""
    return Job(tmp_path / "out", draw_kind)


@pytest.fixture
def few(tmp_path):
    """A run that is quick."""
    return job_to(tmp_path / "few")


def manifest_of(out):
    return json.loads(folder_of(out).read("manifest.json"))


# What it leaves.


def test_a_run_leaves_tables_summary_manifest_and_quarantine(folder, job):
    outcome = run([folder], job, unit_logs=2)
    tables, summary = load(job.out), json.loads((job.out / "summary.json").read_text(encoding="utf-8"))
    lists = ["stats.parquet", ".units", "manifest.json", "quarantine.jsonl", "summary.json", "summary.txt"]

    assert {path.name for path in job.out.iterdir()} == {*tables_of(None), *lists} - {"wins"}
    assert tables["games"]["log_id"].to_pylist() == NAMES
    assert tables["draws"]["kind"].to_pylist() == ["kyuushu_kyuuhai", "suufon_renda", "kyuushu_kyuuhai"]
    assert tables["draws"]["kind_computed"].to_pylist() == ["kyuushu_kyuuhai"] * 3
    assert sorted(tables["findings"]["check"].to_pylist()) == ["draw-kind", "well-formed"]
    accounts = {"inputs": 5, "games": 3, "unreadable": 1, "duplicates": 0, "absent": 0, "skipped": 1}
    told = {"version": __version__, "rules": "auto", "checks_asked": ["draw-kind", "well-formed"]}
    assert {**summary, **accounts, **told} == summary
    assert "seconds" not in summary
    assert (job.out / "summary.txt").read_text(encoding="utf-8") == summary_text(outcome.totals) + "\n"
    assert outcome.totals.skipped_names == [f"{folder.as_posix()}/notes.txt"]
    assert json.loads((job.out / "quarantine.jsonl").read_text(encoding="utf-8")) == {
        "source": f"{folder.as_posix()}/broken.mjlog",
        "log": f"{folder.as_posix()}/broken.mjlog",
        "class": "malformed",
        "reason": "expected the root <mjloggm>, found <mjlog>",
    }


def test_a_manifest_says_what_was_read_on_which_terms_and_has_every_file(folder, job):
    run([folder], replace(job, outputs=outputs_of(["hands"])))
    run([folder], job, unit_logs=1, fresh=True)
    manifest, files = manifest_of(job.out), contents_of(job.out)
    terms, tables = manifest["terms"], manifest["tables"]

    assert list(manifest) == ["terms", "units", "totals", "statistics", "tables", "files"]
    assert (terms["version"], terms["schema"]) == (__version__, SCHEMA_VERSION)
    assert (terms["rules"], terms["names"], len(terms["rules_digest"])) == ("auto", "keep", 64)
    assert terms["checks"] == ["draw-kind", "well-formed"]
    assert sum(unit["logs"] for unit in manifest["units"]) == 4
    assert manifest["totals"]["games"] == 3
    assert ([*tables], tables["wins"]) == ([*tables_of(None)], [])
    assert all(parts == sorted(parts, key=lambda part: part["file"]) for parts in tables.values())
    assert [part["rows"] for part in tables["seats"]] == [4, 4, 4]
    parts = {f"{table}/{part['file']}": part["sha256"] for table, some in tables.items() for part in some}
    del files["manifest.json"]
    assert {**parts, **manifest["files"]} == {name: sha256(data).hexdigest() for name, data in files.items()}
    assert {"summary.json", "summary.txt", "quarantine.jsonl"} < {*manifest["files"]}


def test_the_summary_counts_what_was_left_out_by_reason_and_names_the_first(folder, few, many):
    for log in many(103):
        (folder / f"{log.source}.txt").write_bytes(b"<mjlog/>")
    (folder / "copy.xml").write_bytes((folder / f"{NAMES[0]}.mjlog").read_bytes())

    run([folder], few)

    left_out = json.loads((few.out / "summary.json").read_text(encoding="utf-8"))["left_out"]
    assert [(one["class"], one["reason"], one["count"], len(one["sources"])) for one in left_out] == [
        ("malformed", "expected the root <mjloggm>, found <mjlog>", 104, 100),
        ("duplicate", "the bytes of another log under another id", 1, 1),
    ]
    assert left_out[1]["sources"] == [f"{folder.as_posix()}/copy.xml"]
    assert len(quarantine(few.out)) == 105


def test_where_there_are_no_logs_or_no_findings_there_are_empty_tables(tmp_path, few, honest):
    logs = tmp_path / "logs"
    logs.mkdir()
    for hands in (0, 1):
        run([logs], few)

        assert [*(few.out / "findings").iterdir()] == []
        assert [load(few.out)[name].num_rows for name in ("findings", "hands")] == [0, hands]
        (logs / "1.xml").write_bytes(honest)


def test_output_is_the_same_however_logs_are_cut_into_units_and_ordered(tmp_path, job, many, unit, run_units):
    logs, told = many(6), []
    for units in ([logs[:2], logs[2:]], [[log] for log in logs[::-1]]):
        run_units([unit(items) for items in units], job, fresh=True)
        texts = {name: data for name, data in contents_of(job.out).items() if "/" not in name}
        del texts["manifest.json"]
        told.append({**texts, **{name: table.to_pylist() for name, table in rows_in(job.out).items()}})

    assert told[0] == told[1]


def test_a_rule_set_of_the_users_own_is_named_as_given(tmp_path, root, folder, few, monkeypatch):
    own = (root / "analyzer" / "rules" / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    job = replace(few, terms=Terms("own.toml", ("draw-kind",)))
    run([folder], job)

    # Workers elsewhere have no such file.
    assert running._for_workers(job, folder_of(few.out)).terms.rules == load_rules("own.toml")
    assert set(load(few.out)["games"]["rule_set"].to_pylist()) == {"own.toml"}


def test_everything_that_came_in_is_somewhere(folder, few, honest):
    """Duplicates, rows without a log, rows that are none, what was lost: each is counted once."""
    (folder / f"{NAMES[0]}.xml").write_bytes(honest)
    (folder / "2022010105gm-00b9-0000-00000001.mjlog").write_bytes(bytes(30_000))
    rows = {"a": gzip.compress(honest + b"  "), "b": None, "c": b"", "d": b"none", "e": b"\0" * 9}
    with closing(sqlite3.connect(folder / "logs.db")) as database, database:
        database.execute("CREATE TABLE logs (id TEXT PRIMARY KEY, log BLOB)")
        database.executemany("INSERT INTO logs VALUES (?, ?)", rows.items())

    def losing(work, units):
        for unit in units:
            yield Lost(unit, "was killed") if unit.parts[0].name == f"{NAMES[1]}.mjlog" else work(unit)

    outcome = run([folder], few, engine=losing, unit_logs=1)

    summary = json.loads((few.out / "summary.json").read_text(encoding="utf-8"))
    # Five of the folder at first, two more, and five rows.
    assert outcome.totals.accounts() == {
        "inputs": 12, "games": 3, "unreadable": 5, "duplicates": 1, "absent": 2, "skipped": 1,
    }  # fmt: skip
    assert {name: summary[name] for name in outcome.totals.accounts()} == outcome.totals.accounts()
    classes = Counter(kind for _, kind, _ in quarantine(few.out))
    assert classes == {"malformed": 4, "lost": 1, "duplicate": 1}


# Statistics.


def test_statistics_are_counted_anew_when_asked_and_nothing_is_read_again(folder, job):
    def counted(extent, read=0):
        assert run([folder], replace(job, outputs=Outputs(statistics=extent))).read == read
        kept = job.out / STATISTICS
        return pq.read_table(kept)["statistic"].unique().to_pylist() if kept.exists() else None

    assert counted(Extent.NONE, 4) is None
    before = manifest_of(job.out)
    headline, everything = counted(Extent.HEADLINE), counted(Extent.ALL)
    assert {*headline} < {*everything}
    assert counted(Extent.NONE) is None

    recount(job.out, Extent.ALL)

    after = manifest_of(job.out)
    assert {*after["files"]} - {*before["files"]} == {STATISTICS}
    assert (before["statistics"], after["statistics"]) == ("none", "all")
    assert {**after, "files": None, "statistics": None} == {**before, "files": None, "statistics": None}
    with pytest.raises(UserMistake, match="holds no tables"):
        recount(job.out / "hands", Extent.ALL)
    assert not (job.out / "hands" / ".units").exists()


# Who watches.


class Seen(Progress):
    def __init__(self):
        super().__init__(quiet=True)
        self.calls = []

    def begin(self, logs, earlier=0):
        self.calls.append(("begin", logs, earlier))

    def count(self, games, findings):
        self.calls.append((games, findings))

    def say(self, text):
        self.calls.append(text)


def test_somebody_can_watch(folder, job):
    seen, later = Seen(), Seen()

    run([folder], job, unit_logs=1, watch=seen)
    # Of a later run it is known what is left.
    (folder / "more.txt").write_bytes(b"<mjlog/>")
    run([folder], job, unit_logs=1, watch=later)

    # What was estimated may be wrong, and is told again once all is listed.
    assert [call for call in seen.calls if call[0] == "begin"] == [("begin", 5, 0)] * 2
    counts = [call for call in seen.calls if isinstance(call[0], int)]
    assert [sum(those) for those in zip(*counts, strict=True)] == [5, 2]
    assert seen.calls[-4:] == [
        "looking for duplicates", "writing the lists", "counting headline statistics", "writing the summary",
    ]  # fmt: skip
    assert later.calls[0] == ("begin", 1, 4)


# Who works.


@each(rows("batch/options", "engine"))
def test_the_options_choose_the_engine_and_how_many_write(monkeypatch, row):
    """Engines are only named."""
    chosen = []
    monkeypatch.setattr(running, "automatic", lambda _: "automatic")
    monkeypatch.setattr(running, "processes", lambda _: "processes")
    monkeypatch.setattr(running, "serial", "serial")
    monkeypatch.setattr("analyzer.batch.dask.dask", lambda *_, **__: "dask")
    monkeypatch.setattr(running, "available_cores", lambda: 3)
    monkeypatch.setattr(running, "run", lambda *_, engine, writers, **__: chosen.append((engine, writers)))
    asked = {name: row.get(name) for name in ("engine", "workers", "scheduler")}

    if "message" in row:
        with pytest.raises(UserMistake, match=f"^{row['message']}$"):
            running.run_asked([], "out", Choice(), **asked)
    else:
        running.run_asked([], "out", Choice(), **asked)
        assert chosen == [(row["works"], row["writers"])]


# In a store.


@pytest.fixture
def stored(few):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    return replace(few, out=f"memory://{uuid4().hex}/out")


@pytest.fixture
def on_disk(folder, few):
    """The files of the same run on a disk."""
    run([folder], few, unit_logs=2)
    return contents_of(few.out)


@pytest.mark.parametrize("writes", [0, 1, 8])
def test_its_files_are_those_on_a_disk_also_where_a_run_breaks_off_at_any_write(
    folder, stored, on_disk, monkeypatch, writes
):
    write, seen = Store.write, []

    def breaking(self, name, data):
        seen.append(name)
        if len(seen) == writes:
            raise KeyboardInterrupt
        write(self, name, data)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", breaking)
        with pytest.raises(Interrupted) if writes else nullcontext():
            run([folder], stored, unit_logs=2)

    again = run([folder], stored, unit_logs=2)

    assert contents_of(stored.out) == on_disk
    assert (again.earlier + again.read, again.read > 0) == (4, writes > 0)


def test_what_goes_from_a_source_in_a_store_goes_from_tables_unless_all_of_it_went(folder, stored):
    store = folder_of(f"memory://{uuid4().hex}/logs")
    for log in sorted(folder.glob("*.mjlog"))[:2]:
        store.write(f"2022/{log.name}", log.read_bytes())
    run([f"{store.url}/2022/"], stored)
    first, last = store.names()
    store.remove(first)
    assert run([f"{store.url}/2022"], stored).removed == 1
    parts = load(stored.out).runs[0].parts.items()
    listed = {f"{table}/{part.file}" for table, some in parts for part in some}
    assert {name for name in contents_of(stored.out) if "/" in name} == listed
    store.remove(last)
    store.write("2022/notes.txt", b"notes")

    with pytest.raises(UserMistake, match=r"logs/2022' has none of the files .*--remove-missing"):
        run([f"{store.url}/2022"], stored)

    assert run([f"{store.url}/2022"], stored, remove_missing=True).removed == 1


def test_a_real_server_of_s3_gets_the_same_files(folder, few, on_disk, s3_bucket):
    stored = replace(few, out=f"{s3_bucket}/{uuid4().hex}/out")
    run([folder], stored, unit_logs=2)

    assert contents_of(stored.out) == on_disk
    assert run([folder], stored, unit_logs=2).read == 0


def test_logs_of_a_store_stay_while_it_is_not_named_though_their_bytes_are_elsewhere(folder, stored):
    store = folder_of(f"memory://{uuid4().hex}/logs")
    for log in folder.iterdir():
        store.write(log.name, log.read_bytes())
    before = run([store.url], stored).totals

    after = run([folder], stored).totals

    assert (after.games, after.duplicates) == (before.games, before.duplicates + before.games)
