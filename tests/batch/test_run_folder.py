import json
import os
import sys
from dataclasses import replace
from hashlib import sha256
from shutil import copytree, ignore_patterns, rmtree

import pytest

from analyzer import folders
from analyzer.batch.outputs import NameMode, Names, outputs_of
from analyzer.batch.progress import Progress
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.run_folder import (
    LOCK,
    TERMS,
    added_tables,
    check_output,
    locked,
    read_json,
    refuse_other,
    terms_of_run,
)
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.rules import load
from analyzer.sources import Skipped, iter_logs


@pytest.fixture
def out(tmp_path):
    return folders.folder(tmp_path / "out")


@pytest.mark.parametrize(
    "names",
    [[], ["manifest.json", "notes.txt"], [".units/lock"], [".units/terms.json", "hands/part-a.parquet"]],
)
def test_a_new_folder_and_that_of_a_run_can_be_used(out, names):
    for name in names:
        out.write(name, b"")

    check_output(out)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("notes.txt", "holds files that no run wrote; expected a new or empty folder"),
        (".units/done.jsonl", "has tables in the form of an earlier version; expected a new folder"),
        (".units/0123456789abcdef.json", "has tables in the form of an earlier version"),
    ],
)
def test_any_other_folder_is_refused(out, name, message):
    out.write(name, b"")

    with pytest.raises(UserMistake, match=message):
        check_output(out)


def test_tables_of_another_schema_are_refused(out):
    out.write("manifest.json", b'{"terms": {"schema": 4}, "tables": {}}')

    with pytest.raises(
        UserMistake, match="has tables in the form of an earlier version; expected a new folder"
    ):
        check_output(out)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_lock_that_is_no_file_is_refused(out):
    (out.local / ".units").mkdir(parents=True)
    os.mkfifo(out.local / LOCK)

    with pytest.raises(OSError, match=r"not a file: .*lock"), locked(out):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right on Windows")
@pytest.mark.parametrize("name", [".units/lock", ".units"])
def test_a_lock_behind_a_link_is_refused_and_what_it_leads_to_stays(out, tmp_path, name):
    precious = tmp_path / "precious" / "lock"
    precious.parent.mkdir()
    precious.write_text("letters", encoding="utf-8")
    (out.local / name).parent.mkdir(parents=True)
    (out.local / name).symlink_to(precious if name == LOCK else precious.parent)

    with pytest.raises(OSError, match="a symbolic link, which is not followed"), locked(out):
        pass

    assert precious.read_text(encoding="utf-8") == "letters"


def test_a_locked_folder_is_locked_until_the_end(out):
    with (
        locked(out),
        pytest.raises(UserMistake, match=r"another run, process .*, is writing to .*; expected it to end"),
        locked(out),
    ):
        pass

    with locked(out):
        pass


def test_locking_removes_what_workers_knew_the_folder_by(out):
    out.write(".seen-by-workers-0", b"")

    with locked(out):
        assert out.names() == [".units/lock"]


def test_nothing_is_written_in_a_store_to_lock_it():
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    store = folders.folder("memory://locked/out")

    with locked(store), locked(store):
        assert store.names() == []


HASH = Names(NameMode.HASH, b"horse battery")


@pytest.fixture
def job(tmp_path):
    return Job(tmp_path / "out")


def test_the_digest_of_the_rules_is_that_of_their_values(tmp_path, root):
    own = (root / "analyzer" / "rules" / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    (tmp_path / "same.toml").write_text(own, encoding="utf-8")
    (tmp_path / "other.toml").write_text(
        own.replace("noten_penalty_points = { value = 3000", "noten_penalty_points = { value = 6000"), "utf-8"
    )

    def digest(rules):
        return terms_of_run(Job(tmp_path, Terms(rules)))["rules_digest"]

    assert load(tmp_path / "other.toml").noten_penalty_points == 6000
    assert digest("tenhou") == digest(tmp_path / "same.toml") == digest(load("tenhou"))
    assert digest("tenhou") != digest(tmp_path / "other.toml")
    assert digest("tenhou") != digest("auto")


def test_terms_hold_no_secret(job):
    terms = terms_of_run(replace(job, names=HASH))

    assert "horse" not in json.dumps(terms)
    assert str(terms["names_secret"]).startswith("scrypt$")


def test_terms_say_nothing_of_the_folder(job):
    assert str(job.out) not in json.dumps(terms_of_run(job))


def test_terms_are_the_same_when_they_were_kept_and_read_again(job, folder):
    out, terms = folders.folder(job.out), terms_of_run(job)
    assert read_json(out, TERMS) is None

    run([folder], job)

    assert read_json(out, TERMS) == terms
    refuse_other(out, terms, terms_of_run(job))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", bytes(20)])
def test_damaged_terms_are_none(job, content):
    out = folders.folder(job.out)
    out.write(".units/terms.json", content)

    assert read_json(out, TERMS) is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"terms": Terms("tenhou")}, 'begun with rules "auto", not "tenhou"'),
        ({"names": HASH}, 'begun with names "keep", not "hash"; expected the same, or --fresh'),
    ],
)
def test_a_term_that_differs_is_named(job, change, message):
    other = replace(job, **change)

    with pytest.raises(UserMistake, match=message):
        refuse_other(folders.folder(job.out), terms_of_run(job), terms_of_run(other))


def test_terms_of_an_earlier_version_are_refused(job):
    begun = {**terms_of_run(job), "keep_copies": False}

    with pytest.raises(UserMistake, match="was begun by an earlier version; expected --fresh to start over"):
        refuse_other(folders.folder(job.out), begun, terms_of_run(job))


def test_other_values_of_the_same_rules_are_told_without_their_digest(job):
    terms = terms_of_run(job)

    with pytest.raises(UserMistake, match="begun with another content of its rules; expected the same"):
        refuse_other(folders.folder(job.out), {**terms, "rules_digest": "0"}, terms)


def test_a_seal_of_the_same_secret_is_no_difference_and_that_of_another_is(job):
    hashed = replace(job, names=HASH)
    begun = terms_of_run(hashed)

    assert begun["names_secret"] != terms_of_run(hashed)["names_secret"]
    assert terms_of_run(hashed, begun) == begun
    refuse_other(folders.folder(job.out), begun, terms_of_run(hashed, begun))
    other = terms_of_run(replace(job, names=Names(NameMode.HASH, b"another")), begun)
    with pytest.raises(UserMistake, match="begun with another secret for the names; expected the same"):
        refuse_other(folders.folder(job.out), begun, other)


def test_the_folder_of_a_run_is_skipped_and_named_and_so_is_a_copy_without_what_is_hidden(folder, tmp_path):
    run([folder], Job(tmp_path / "out"))

    for hidden in (True, False):
        copy = tmp_path / f"hidden {hidden}" / "out"
        copytree(tmp_path / "out", copy, ignore=None if hidden else ignore_patterns(".units"))
        assert [*iter_logs([copy.parent])] == [Skipped(copy.as_posix())]


def test_tables_are_added_where_nothing_else_differs(job):
    few, more = (
        terms_of_run(replace(job, outputs=outputs_of(names))) for names in (["hands"], ["hands", "plays"])
    )
    every = terms_of_run(replace(job, outputs=outputs_of()))

    assert added_tables(few, more) == ["plays"]
    assert added_tables(more, few) == added_tables(few, few) == added_tables(more, every) == []
    assert added_tables({**few, "rules": "wrc"}, more) == []


def test_for_an_added_table_all_is_read_again_which_is_told(folder, tmp_path, tables, capsys):
    job = Job(tmp_path / "out", outputs=outputs_of(["hands"]))
    run([folder], job)
    more = replace(job, outputs=outputs_of(["hands", "plays"]))

    outcome = run([folder], more, watch=Progress(quiet=False))
    run([folder], replace(more, out=tmp_path / "fresh"))

    assert "All logs are read again: the tables lack plays." in capsys.readouterr().err
    assert (outcome.earlier, outcome.read) == (0, 4)
    assert tables(tmp_path / "out") == tables(tmp_path / "fresh")
    assert run([folder], more).read == 0


def test_a_table_is_not_added_where_some_logs_would_lack_it(folder, tmp_path, honest):
    job = Job(tmp_path / "out", outputs=outputs_of(["hands"]))
    run([folder], job)
    (tmp_path / "other.xml").write_bytes(honest + b"  ")
    more = replace(job, outputs=outputs_of(["hands", "plays"]))

    with pytest.raises(UserMistake, match=r"has no plays of .*logs/.*; expected its source to be named"):
        run([tmp_path / "other.xml"], more)

    assert run([folder], job).totals.games == 3


@pytest.mark.parametrize("name", [".units", ".units/lock", ".units/terms.json", "manifest.json"])
def test_something_else_in_the_place_of_what_a_run_keeps_is_named(folder, tmp_path, name):
    job = Job(tmp_path / "out", outputs=outputs_of(["hands"]))
    run([folder], job)
    place = tmp_path / "out" / name
    rmtree(place) if place.is_dir() else place.unlink()
    place.touch() if name == ".units" else place.mkdir()

    with pytest.raises(
        UserMistake, match=rf"{name}' was not written by a run; remove it, or use another folder"
    ):
        run([folder], job)


def test_a_file_of_somebody_else_among_the_units_is_none(folder, tmp_path, tables):
    job = Job(tmp_path / "out", outputs=outputs_of(["hands"]))
    run([folder], job)
    before = tables(job.out)
    (tmp_path / "out" / ".units" / "0123456789abcdef.arrow").write_bytes(sha256(b"x").digest() + b"x")

    assert run([folder], job).read == 0
    assert tables(job.out) == before


@pytest.mark.parametrize("totals", [{}, {"games": 3}, {"games": "3"}, {"counts": [1e400]}, None], ids=str)
def test_totals_of_a_manifest_that_are_none_are_counted_again(folder, tmp_path, totals):
    job = Job(tmp_path / "out", outputs=outputs_of(["hands"]))
    first = run([folder], job)
    file = tmp_path / "out" / "manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    # Some are missing, or are of another kind.
    known = manifest["totals"] if totals in ({"games": "3"}, {"counts": [1e400]}) else {}
    file.write_text(json.dumps(manifest | {"totals": None if totals is None else known | totals}))

    again = run([folder], job)

    assert (again.read, again.totals) == (0, first.totals)
