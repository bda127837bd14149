"""A run whose folder is in a store gives what one on a disk gives."""

from dataclasses import replace
from uuid import uuid4

import pytest

from analyzer.batch.outputs import Outputs
from analyzer.batch.run import Interrupted, run
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.folders import Store
from analyzer.folders import folder as folder_of
from analyzer.stats import Extent
from analyzer.tables.load import load
from analyzer.tables.schema import tables_of

pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")


@pytest.fixture
def job(draw_kind):
    return Job(f"memory://{uuid4().hex}/out", draw_kind, outputs=Outputs(statistics=Extent.NONE))


def contents(where):
    """All files but those that a run keeps for itself."""
    out = folder_of(where)
    return {name: out.read(name) for name in out.names() if not name.startswith(".units/")}


@pytest.fixture
def on_disk(folder, job, tmp_path):
    """The files of the same run on a disk."""
    run([folder], replace(job, out=tmp_path / "out"), unit_logs=2)
    return contents(tmp_path / "out")


def test_its_files_are_those_on_a_disk(folder, job, tmp_path):
    everything = replace(job, outputs=Outputs())
    run([folder], everything, unit_logs=2)
    run([folder], replace(everything, out=tmp_path / "out"), unit_logs=2)

    assert contents(job.out) == contents(tmp_path / "out")
    assert {*load(job.out).runs[0].parts} == {*tables_of(None)}
    assert load(job.out)["games"].num_rows == 3


def test_it_goes_on_where_it_was(folder, job, on_disk):
    first = run([folder], job, unit_logs=2)

    again = run([folder], job, unit_logs=2)

    assert (again.earlier, again.read, again.totals) == (4, 0, first.totals)
    assert contents(job.out) == on_disk


@pytest.mark.parametrize("writes", [1, 4, 7, 11, 15, 18])
def test_a_run_that_breaks_off_at_any_write_is_made_whole(folder, job, on_disk, monkeypatch, writes):
    write, seen = Store.write, []

    def breaking(self, name, data):
        seen.append(name)
        if len(seen) == writes:
            raise KeyboardInterrupt
        write(self, name, data)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", breaking)
        with pytest.raises(Interrupted):
            run([folder], job, unit_logs=2)

    run([folder], job, unit_logs=2)

    assert contents(job.out) == on_disk


def test_what_goes_from_its_sources_goes_from_the_store(folder, job):
    run([folder], job, unit_logs=2)
    next(folder.glob("*a.mjlog")).unlink()

    outcome = run([folder], job, unit_logs=2)

    assert (outcome.removed, outcome.totals.games) == (1, 2)
    listed = {
        f"{table}/{part.file}" for table, parts in load(job.out).runs[0].parts.items() for part in parts
    }
    assert {name for name in contents(job.out) if "/" in name} == listed


def test_a_source_in_a_store_without_its_known_files_is_refused(folder, job):
    store = folder_of(f"memory://{uuid4().hex}/logs")
    for log in sorted(folder.glob("*.mjlog"))[:2]:
        store.write(f"2022/{log.name}", log.read_bytes())
    run([f"{store.url}/2022/"], job)
    first, last = store.names()
    store.remove(first)
    assert run([f"{store.url}/2022"], job).removed == 1
    store.remove(last)
    store.write("2022/notes.txt", b"notes")

    with pytest.raises(UserMistake, match=r"logs/2022' has none of the files .*--remove-missing"):
        run([f"{store.url}/2022"], job)

    assert run([f"{store.url}/2022"], job, remove_missing=True).removed == 1


def test_a_real_server_of_s3_gets_the_same_files(folder, job, on_disk, s3_bucket):
    stored = replace(job, out=f"{s3_bucket}/{uuid4().hex}/out")
    run([folder], stored, unit_logs=2)

    assert contents(stored.out) == on_disk
    assert run([folder], stored, unit_logs=2).read == 0


def test_a_folder_in_a_store_with_other_files_is_refused(folder, job):
    folder_of(job.out).write("notes.txt", b"notes")

    with pytest.raises(UserMistake, match=r"out' holds files that no run wrote"):
        run([folder], job)
