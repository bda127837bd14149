import pytest

from analyzer.batch.run_folder import check_output, locked
from analyzer.errors import UserMistake
from analyzer.folders import folder


@pytest.fixture
def out(tmp_path):
    return folder(tmp_path / "out")


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
    store = folder("memory://locked/out")

    with locked(store), locked(store):
        assert store.names() == []
