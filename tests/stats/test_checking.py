"""Mistakes of a user, and the one line that says so: `tests/cases/stats/refused.toml`."""

from pathlib import Path

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import load_catalogue
from tests.case_files import each, rows
from tests.stats.frames import ask

pytestmark = pytest.mark.usefixtures("one_database")

ROW = {
    "name": "long_hands",
    "rows": "hands",
    "rate": "turn > 12",
    "unit": "share of hands",
    "definition": "Share of hands that last longer than twelve turns.",
}


def written(path, *given):
    """A catalogue of these rows as a file."""
    lines = []
    for row in given:
        lines.append("[[statistic]]")
        lines += [f"{key} = {value!r}" for key, value in row.items() if value != "-" and key != "message"]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@each(rows("stats/refused", "asked"), "case")
def test_a_mistake_is_one_clear_line(archive, case):
    with pytest.raises(UserMistake, match=case["message"]) as refused:
        ask(archive, case)
    assert "\n" not in str(refused.value)


@each(rows("stats/refused", "warned"), "case")
def test_an_empty_result_says_which_condition_no_row_fulfils(archive, case):
    with pytest.warns(UserWarning, match=case["message"]) as warned:
        ask(archive, case)
    assert {one.filename for one in warned} == {ask.__code__.co_filename}


@each(rows("stats/refused", "row"), "case")
def test_a_wrong_row_is_refused_with_its_place(tmp_path, case):
    with pytest.raises(UserMistake, match=case["message"]) as refused:
        load_catalogue(written(tmp_path / "mine.toml", ROW | case))

    assert "mine.toml', statistic 1 (long_hands)" in str(refused.value)


def test_a_name_given_twice_is_refused(tmp_path):
    with pytest.raises(UserMistake, match="statistic 2: 'long_hands' is there twice"):
        load_catalogue(written(tmp_path / "mine.toml", ROW, ROW))


@each(rows("stats/refused", "counted"), "case")
def test_an_expression_that_is_not_right_is_refused(tmp_path, archive, case):
    mine = written(tmp_path / "mine.toml", ROW | case)

    with pytest.raises(UserMistake, match=case["message"]):
        archive.stat("long_hands", catalogue=mine)


@each([*rows("stats/refused", "file"), {"text": "a = " + "9" * 4_301, "message": "is not TOML"}], "case")
def test_a_file_that_is_no_catalogue_is_refused(tmp_path, case):
    (tmp_path / "mine.toml").write_text(case["text"])

    with pytest.raises(UserMistake, match=case["message"]):
        load_catalogue(tmp_path / "mine.toml")
    with pytest.raises(UserMistake, match="cannot be read"):
        load_catalogue(tmp_path / "none.toml")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device there")
def test_a_catalogue_without_end_is_refused():
    with pytest.raises(UserMistake, match=r"^'/dev/zero' is not TOML: it holds more than 1048576 bytes$"):
        load_catalogue("/dev/zero")


def test_a_file_of_ones_own_is_a_catalogue(tmp_path, archive):
    mine = load_catalogue(written(tmp_path / "mine.toml", ROW))

    assert [one.topic for one in mine] == ["mine"]
    frame = archive.stat("long_hands", catalogue=mine)
    assert frame["n"].tolist() == archive.stat("draw_rate")["n"].tolist()
