import json

import pytest

from analyzer import __version__
from analyzer.batch import reviews
from analyzer.batch.run import run
from analyzer.batch.summary import summary_text
from analyzer.batch.totals import Totals
from analyzer.errors import UserMistake
from analyzer.sources import SourceLog, iter_logs
from analyzer.tables.load import load
from analyzer.tables.schema import TABLES


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def finished(tmp_path, items, draw_kind):
    """A folder with the output of a run."""
    run(items, tmp_path / "out", draw_kind)
    return tmp_path / "out"


def test_a_run_leaves_tables_and_a_summary_and_nothing_else(finished):
    assert sorted(path.name for path in finished.iterdir()) == sorted(
        [*TABLES, "summary.json", "summary.txt"]
    )


def test_tables_of_a_run_have_what_was_read(finished):
    tables = load(finished)

    assert tables["games"]["log_id"].to_pylist() == [
        "2022010101gm-00a9-0000-0000000a",
        "2022010102gm-00a9-0000-0000000b",
        "2022010103gm-00a9-0000-0000000c",
    ]
    assert tables["draws"]["kind"].to_pylist() == ["kyuushu_kyuuhai", "suufon_renda", "kyuushu_kyuuhai"]
    assert tables["draws"]["kind_computed"].to_pylist() == ["kyuushu_kyuuhai"] * 3
    assert sorted(tables["findings"]["check"].to_pylist()) == ["draw-kind", "well-formed"]


def test_the_summary_says_by_what_the_logs_were_judged(finished, items, draw_kind):
    summary = json.loads((finished / "summary.json").read_text(encoding="utf-8"))

    assert (summary["games"], summary["unreadable"], summary["skipped"]) == (3, 1, 1)
    assert (summary["version"], summary["rules"]) == (__version__, "auto")
    assert summary["checks_asked"] == ["well-formed", "draw-kind"]
    assert "seconds" not in summary


def test_the_text_of_the_summary_is_the_one_that_is_printed(tmp_path, items, draw_kind):
    totals = run(items, tmp_path / "out", draw_kind)

    assert (tmp_path / "out" / "summary.txt").read_text(encoding="utf-8") == summary_text(totals) + "\n"


def test_output_is_the_same_in_whatever_order_logs_come(tmp_path, finished, items, draw_kind):
    run(items[::-1], tmp_path / "again", draw_kind)

    assert contents(tmp_path / "again") == contents(finished)


def test_a_second_run_replaces_the_first(finished, honest, draw_kind):
    run([SourceLog("2021010101gm-00a9-0000-0000000d.mjlog", honest)], finished, draw_kind)

    assert load(finished)["games"]["log_id"].to_pylist() == ["2021010101gm-00a9-0000-0000000d"]
    assert not list(finished.rglob("year=2022"))
    assert load(finished)["findings"].num_rows == 0


def test_a_run_that_breaks_off_leaves_the_tables_of_the_first(finished, honest, draw_kind):
    before = contents(finished)

    def breaking_off():
        yield SourceLog("2021010101gm-00a9-0000-0000000d.mjlog", honest)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(breaking_off(), finished, draw_kind)

    assert {name: data for name, data in contents(finished).items() if ".unfinished" not in name} == before
    run([SourceLog("2021010101gm-00a9-0000-0000000d.mjlog", honest)], finished, draw_kind)
    assert not (finished / ".unfinished").exists()


def test_files_of_somebody_else_are_never_overwritten(tmp_path, items, draw_kind):
    (tmp_path / "games").mkdir()

    with pytest.raises(UserMistake, match="holds files that no run wrote; expected a new or empty folder"):
        run(items, tmp_path, draw_kind)

    assert (tmp_path / "games").is_dir()


def test_the_output_must_be_a_folder(tmp_path, items, draw_kind):
    (tmp_path / "out").touch()

    with pytest.raises(UserMistake, match="is a file; expected a folder for the tables"):
        run(items, tmp_path / "out", draw_kind)


def test_somebody_can_watch(tmp_path, many, draw_kind, monkeypatch):
    monkeypatch.setattr(reviews, "BATCH_LOGS", 4)
    seen = []

    run(many(10), tmp_path / "out", draw_kind, watch=lambda totals: seen.append(totals.games))

    assert seen == [4, 8, 10]


def test_a_run_without_any_log_is_empty_tables(tmp_path, draw_kind):
    totals = run([], tmp_path / "out", draw_kind)

    assert totals == Totals()
    assert load(tmp_path / "out")["hands"].num_rows == 0


def test_a_folder_and_a_zip_of_the_same_logs_give_the_same_rows(tmp_path, folder, draw_kind):
    import zipfile

    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    run(iter_logs([folder]), tmp_path / "a", draw_kind)
    run(iter_logs([tmp_path / "logs.zip"]), tmp_path / "b", draw_kind)
    one, other = load(tmp_path / "a"), load(tmp_path / "b")

    assert all(one[name].equals(other[name]) for name in ("players", "hands", "seats", "draws"))
