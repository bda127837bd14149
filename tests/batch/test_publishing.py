"""What a finished run publishes, and by its manifest alone."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from analyzer import __version__
from analyzer.batch.outputs import NameMode, Names, outputs_of
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.tables.load import load
from analyzer.tables.schema import SCHEMA_VERSION, tables_of
from tests.batch.conftest import NAMES


@pytest.fixture
def job(tmp_path, draw_kind):
    return Job(tmp_path / "out", draw_kind)


def manifest_of(job):
    return json.loads((job.out / "manifest.json").read_text(encoding="utf-8"))


def test_a_manifest_says_what_was_read_and_on_which_terms(folder, job):
    run([folder], job, unit_logs=2)
    manifest = manifest_of(job)
    terms = manifest["terms"]

    assert list(manifest) == ["terms", "units", "totals", "statistics", "tables", "files"]
    assert (terms["version"], terms["schema"]) == (__version__, SCHEMA_VERSION)
    assert (terms["rules"], terms["names"], len(terms["rules_digest"])) == ("auto", "keep", 64)
    assert terms["checks"] == ["draw-kind", "well-formed"]
    assert sum(unit["logs"] for unit in manifest["units"]) == 4
    assert manifest["totals"]["games"] == 3


def test_a_manifest_has_no_seal_of_a_secret(folder, job):
    run([folder], replace(job, names=Names(NameMode.HASH, b"horse")))

    assert "names_secret" not in manifest_of(job)["terms"]
    assert "scrypt" not in json.dumps(manifest_of(job))


def test_a_manifest_has_every_file_with_its_digest(folder, job, contents):
    run([folder], job, unit_logs=2)
    manifest, files = manifest_of(job), contents(job.out)

    parts = {
        f"{table}/{part['file']}": part["sha256"]
        for table, parts in manifest["tables"].items()
        for part in parts
    }
    del files["manifest.json"]
    assert {**parts, **manifest["files"]} == {name: sha256(data).hexdigest() for name, data in files.items()}
    assert {"summary.json", "summary.txt", "quarantine.jsonl"} < {*manifest["files"]}


def test_every_table_of_the_run_is_listed_and_none_that_was_left_out(folder, job):
    run([folder], job)
    assert [*manifest_of(job)["tables"]] == [*tables_of(None)]
    assert manifest_of(job)["tables"]["wins"] == []

    run([folder], replace(job, outputs=outputs_of(["hands"])), fresh=True)
    assert [*manifest_of(job)["tables"]] == ["games", "hands", "findings"]
    assert {path.name for path in job.out.iterdir() if any(path.glob("*"))} == {
        ".units", "games", "hands", "findings",
    }  # fmt: skip


def test_the_summary_counts_what_was_left_out_by_reason_and_names_the_first(tmp_path, folder, job, many):
    for log in many(103):
        (folder / f"{log.source}.txt").write_bytes(b"<mjlog/>")
    (folder / "copy.xml").write_bytes((folder / f"{NAMES[0]}.mjlog").read_bytes())

    run([folder], job)

    left_out = json.loads((job.out / "summary.json").read_text(encoding="utf-8"))["left_out"]
    assert [(one["class"], one["reason"], one["count"], len(one["sources"])) for one in left_out] == [
        ("malformed", "expected the root <mjloggm>, found <mjlog>", 104, 100),
        ("duplicate", "the bytes of another log under another id", 1, 1),
    ]
    assert left_out[1]["sources"] == [f"{folder.as_posix()}/copy.xml"]
    assert len((job.out / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()) == 105


def test_there_is_a_folder_of_findings_where_there_are_none(tmp_path, honest, job):
    (tmp_path / "1.xml").write_bytes(honest)

    run([tmp_path / "1.xml"], job)

    assert [*(job.out / "findings").iterdir()] == []
    assert load(job.out)["findings"].num_rows == 0


def test_parts_are_listed_by_their_names_with_their_rows(folder, job):
    run([folder], job, unit_logs=1)
    tables = manifest_of(job)["tables"]

    assert len(tables["seats"]) == 3
    assert all(parts == sorted(parts, key=lambda part: part["file"]) for parts in tables.values())
    assert [part["rows"] for part in tables["seats"]] == [4, 4, 4]
    assert [part["file"] for part in tables["seats"]] == [part["file"] for part in tables["players"]]


def test_a_part_that_no_manifest_lists_is_in_no_table_and_goes(folder, job):
    run([folder], job)
    part = next(job.out.glob("hands/*"))
    stray = part.with_name("part-stray.parquet")
    stray.write_bytes(part.read_bytes())

    assert load(job.out)["hands"].num_rows == 3
    run([folder], job)
    assert not stray.exists()


def test_a_finished_run_is_not_published_again(folder, job):
    run([folder], job)
    before = (job.out / "manifest.json").stat().st_mtime_ns

    run([folder], job)

    assert (job.out / "manifest.json").stat().st_mtime_ns == before


@pytest.mark.parametrize("name", ["summary.txt", "stats.parquet", "quarantine.jsonl", "manifest.json"])
def test_what_is_published_and_damaged_is_published_again(folder, job, contents, name):
    run([folder], job)
    before = contents(job.out)
    (job.out / name).write_bytes(b"{}")

    assert run([folder], job).read == 0
    assert contents(job.out) == before


@pytest.mark.parametrize("damage", [("sha256", "0" * 64), ("rows", 7), ("file", "part-0.parquet")])
def test_a_part_that_is_listed_wrongly_is_listed_again(folder, job, contents, damage):
    run([folder], job)
    before, manifest = contents(job.out), manifest_of(job)
    name, value = damage
    manifest["tables"]["hands"][0][name] = value
    (job.out / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")

    assert run([folder], job).read == 0
    assert contents(job.out) == before
