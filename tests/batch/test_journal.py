import hashlib
import json

import pytest
from analyzer.batch.journal import Journal, terms_of_run

from analyzer import __version__
from analyzer.batch.outputs import NameMode, Names
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.rules import load


@pytest.fixture
def manifest(tmp_path, folder, draw_kind):
    """Manifest of a finished run, and its folder."""
    run([folder], Job(tmp_path / "out", draw_kind), unit_logs=2)
    return json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))


def test_a_manifest_says_what_was_read_and_on_which_terms(manifest, folder):
    terms = manifest["terms"]

    assert (terms["version"], terms["rules"], terms["names"]) == (__version__, "auto", "keep")
    assert terms["checks"] == ["draw-kind", "well-formed"]
    assert terms["sources"] == [str(folder)]
    assert len(terms["rules_digest"]) == 64
    assert sum(unit["logs"] for unit in manifest["units"]) == 4
    assert manifest["totals"]["games"] == 3


def test_a_manifest_has_the_digest_of_every_table(manifest, tmp_path):
    files = {path.relative_to(tmp_path / "out").as_posix(): path for path in tmp_path.rglob("*.parquet")}

    assert manifest["tables"] == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()
    }
    assert "findings/part-0000.parquet" in files


def test_the_digest_of_the_rules_is_that_of_their_values(tmp_path, root):
    own = (root / "analyzer" / "rules" / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    (tmp_path / "same.toml").write_text(own, encoding="utf-8")
    (tmp_path / "other.toml").write_text(
        own.replace("noten_penalty_points = { value = 3000", "noten_penalty_points = { value = 6000"), "utf-8"
    )

    def digest(rules):
        return terms_of_run(Job(tmp_path, Terms(rules)), [])["rules_digest"]

    assert load(tmp_path / "other.toml").noten_penalty_points == 6000
    assert digest("tenhou") == digest(tmp_path / "same.toml") == digest(load("tenhou"))
    assert digest("tenhou") != digest(tmp_path / "other.toml")
    assert digest("tenhou") != digest("auto")


def test_terms_hold_no_secret(tmp_path):
    terms = terms_of_run(Job(tmp_path, names=Names(NameMode.HASH, b"horse battery")), [])

    assert "horse" not in json.dumps(terms)
    assert str(terms["names_secret"]).startswith("scrypt$")


def test_units_without_their_tables_are_not_done(tmp_path, folder, draw_kind):
    run([folder], Job(tmp_path / "out", draw_kind), unit_logs=1)
    journal = Journal(tmp_path / "out" / ".units")
    done = journal.done()
    gone = next(iter(done))

    (tmp_path / "out" / ".units" / gone).rename(tmp_path / "elsewhere")

    assert journal.done() == {name: unit for name, unit in done.items() if name != gone}
