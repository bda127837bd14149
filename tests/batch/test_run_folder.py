"""Whether the folder of a run may be used, the lock on it, and the terms that its tables depend on."""

import json
import os
from dataclasses import replace
from shutil import copytree

import pytest

from analyzer import folders
from analyzer.batch.outputs import NameMode, Names, outputs_of
from analyzer.batch.progress import Progress
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.run_folder import (
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
from analyzer.sources.listing import TERMS
from tests.batch.growing import told


@pytest.mark.parametrize(
    "names", [[], ["manifest.json", "notes.txt"], [".units/lock"], [".units/terms.json"]]
)
def test_a_new_folder_and_that_of_a_run_can_be_used(out, names):
    for name in names:
        out.write(name, b"")

    check_output(out)


def test_two_runs_into_one_folder_are_one_too_many(folder, job):
    class Second(Progress):
        def begin(self, logs, earlier=0):
            with pytest.raises(UserMistake, match=f"another run, process {os.getpid()}, is writing to"):
                run([folder], job)

    assert run([folder], job, watch=Second(quiet=True)).totals.games == 3
    assert run([folder], job).read == 0


def test_nothing_is_written_in_a_store_to_lock_it():
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    store = folders.folder("memory://locked/out")

    with locked(store), locked(store):
        assert store.names() == []


# Terms.

HASH = Names(NameMode.HASH, b"horse battery")


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
    assert len({digest(rules) for rules in ("tenhou", tmp_path / "other.toml", "auto")}) == 3


def test_terms_are_the_same_when_they_were_kept_and_read_again(out, job, folder):
    terms = terms_of_run(job)
    assert read_json(out, TERMS) is None

    run([folder], job)

    assert read_json(out, TERMS) == terms
    refuse_other(out, terms, terms_of_run(job))
    differing = {
        "was begun by an earlier version; expected --fresh to start over": {"keep_copies": False},
        "begun with another content of its rules; expected the same": {"rules_digest": "0"},
        "begun with another secret for the names; expected the same": {"names_secret": "0"},
    }
    for message, other in differing.items():
        with pytest.raises(UserMistake, match=message):
            refuse_other(out, {**terms, **other}, terms)
    with pytest.raises(UserMistake, match='begun with names "keep", not "drop"; expected the same'):
        run([folder], replace(job, names=Names(NameMode.DROP)))
    # Terms have nothing of the folder, and a seal of the same secret is no difference.
    assert str(job.out) not in json.dumps(terms)
    hashed = replace(job, names=HASH)
    begun = terms_of_run(hashed)
    assert begun["names_secret"] != terms_of_run(hashed)["names_secret"]
    assert terms_of_run(hashed, begun) == begun


def test_the_folder_of_a_run_is_skipped_and_named_and_so_is_a_copy(folder, job, tmp_path):
    run([folder], job)
    copytree(job.out, tmp_path / "copies" / "out")

    assert [*iter_logs([tmp_path / "copies"])] == [Skipped(f"{(tmp_path / 'copies').as_posix()}/out")]


# Tables that are added.


def test_for_an_added_table_all_is_read_again_which_is_told_unless_some_logs_would_lack_it(
    folder, job, tmp_path, honest, capsys
):
    few, more, every = (
        terms_of_run(replace(job, outputs=outputs_of(names)))
        for names in (["hands"], ["hands", "plays"], None)
    )
    assert added_tables(few, more) == ["plays"]
    assert added_tables(more, few) == added_tables(few, few) == added_tables(more, every) == []
    assert added_tables({**few, "rules": "wrc"}, more) == []
    run([folder], job)
    (tmp_path / "other.xml").write_bytes(honest + b"  ")
    with_plays = replace(job, outputs=outputs_of(["hands", "plays"]))

    with pytest.raises(UserMistake, match=r"has no plays of .*logs/.*; expected its source to be named"):
        run([tmp_path / "other.xml"], with_plays)
    outcome = run([folder], with_plays, watch=Progress(quiet=False))
    run([folder], replace(with_plays, out=tmp_path / "fresh"))

    assert "All logs are read again: the tables lack plays." in capsys.readouterr().err
    assert (outcome.earlier, outcome.read) == (0, 4)
    assert told(tmp_path / "out") == told(tmp_path / "fresh")
    assert run([folder], with_plays).read == 0
