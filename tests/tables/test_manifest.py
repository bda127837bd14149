"""The manifest: which parts make up the tables, and where one of them is damaged."""

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.tables.manifest import read_manifest
from tests.written_runs import write_run


@pytest.fixture(scope="module")
def out(tmp_path_factory, small_review, small_game):
    again = review([(LogName("2023010105gm-00a9-0000-00000002", "later.mjlog"), small_game)])
    return write_run(tmp_path_factory.mktemp("run"), again, small_review)


def test_parts_are_ordered_by_their_names_and_say_their_rows(out):
    parts = read_manifest(folder(out)).parts_of("seats")

    assert [part.file[:15] for part in parts] == ["part-2022010105", "part-2023010105"]
    assert [part.rows for part in parts] == [12, 12]


def test_columns_of_one_part_are_read(out):
    run = read_manifest(folder(out))

    assert run.read("seats", run.parts["seats"][1], ["year"])["year"].to_pylist() == [2023] * 12


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-10], lambda data: b"", None], ids=["cut", "empty", "gone"]
)
def test_a_part_that_cannot_be_read_is_named(tmp_path, small_review, damage):
    run = read_manifest(folder(write_run(tmp_path, small_review)))
    path = tmp_path / "wins" / run.parts["wins"][0].file
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage(path.read_bytes()))

    with pytest.raises(UserMistake, match=rf"wins/{path.name}' is damaged; repeat the run"):
        run.read("wins", run.parts["wins"][0])


def test_a_table_that_was_left_out_has_no_parts_to_read(tmp_path, small_review):
    run = read_manifest(folder(write_run(tmp_path, small_review, wanted=("games", "hands"))))

    with pytest.raises(UserMistake, match="has no table 'wins': its run left it out"):
        run.parts_of("wins")
