import os
import re
import signal
import sys
import time

import pytest

from analyzer.errors import UserMistake
from analyzer.tables.load import load
from tests.sources.archives import zip_of

pytestmark = pytest.mark.usefixtures("few_statistics")

ONE = ("--checks", "well-formed,draw-kind", "--workers", "1")


def test_a_run_prints_its_summary_and_writes_tables(call, logs):
    result = call("run", "honest.mjlog", "wrong.mjlog", "--out", "out", *ONE)

    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith("2 games, 2 hands, ")
    assert load("out")["draws"]["kind"].to_pylist() == ["kyuushu_kyuuhai", "suufon_renda"]


def test_the_summary_on_paper_has_no_time(call, logs):
    result = call("run", "honest.mjlog", "-o", "out", *ONE)

    on_paper = (logs / "out" / "summary.txt").read_text(encoding="utf-8")

    assert on_paper.splitlines()[1:] == result.stdout.splitlines()[1:]
    assert on_paper.startswith("1 games, 1 hands\n")


def test_files_of_somebody_else_are_a_mistake(call, logs):
    result = call("run", "honest.mjlog", "--out", ".", *ONE)

    assert result.exit_code == 2
    assert result.stderr == (
        "Error: '.' holds files that no run wrote; expected a new or empty folder, or that of a run\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right on Windows")
@pytest.mark.parametrize("name", [".units/lock", ".units/terms.json", "manifest.json", ".units", "hands"])
def test_no_link_in_the_output_folder_is_followed(call, logs, name):
    words = ("run", "honest.mjlog", "--out", "out", *ONE)
    call(*words)
    (logs / "out" / name).rename(logs / "elsewhere")
    (logs / "out" / name).symlink_to(logs / "elsewhere")
    before = contents(logs / "elsewhere")

    result = call(*words)

    assert contents(logs / "elsewhere") == before
    assert (result.exit_code, result.stderr) == (
        2,
        f"Error: {logs}/out/{name}: a symbolic link, which is not followed; expected a file or folder\n",
    )


def contents(path):
    files = [path] if path.is_file() else path.rglob("*")
    return {file.name: file.read_bytes() for file in files if file.is_file()}


def test_where_nothing_can_be_written_is_a_mistake(call, logs):
    result = call("run", "honest.mjlog", "--out", "honest.mjlog/out", *ONE)

    assert result.exit_code == 2
    assert re.match(r"Error: .*honest\.mjlog/out", result.stderr)


def test_out_must_be_said(call, logs):
    result = call("run", "honest.mjlog")

    assert result.exit_code == 2
    assert "Missing option" in result.stderr


def test_the_same_command_again_says_what_it_skipped(call, logs):
    words = ("run", "honest.mjlog", "wrong.mjlog", "--out", "out", *ONE)
    first = call(*words)

    again = call(*words)

    assert again.stderr == "Skipped 2 logs already read.\n"
    assert again.stdout.splitlines()[1:] == first.stdout.splitlines()[1:]
    assert again.exit_code == first.exit_code == 1
    assert call(*words, "--quiet").stderr == ""


def test_what_is_not_there_any_more_is_told_in_one_line(call, logs):
    (logs / "some").mkdir()
    for name in ("honest.mjlog", "wrong.mjlog"):
        (logs / name).rename(logs / "some" / name)
    words = ("run", "some", "--out", "out", *ONE)
    call(*words)
    (logs / "some" / "wrong.mjlog").unlink()

    smaller = call(*words)

    assert smaller.stderr == (
        "Skipped 1 logs already read.\nRemoved 1 logs that the sources no longer have.\n"
    )
    assert smaller.exit_code == 0


def test_a_source_without_its_known_files_is_one_line_and_removes_nothing_until_asked(call, logs):
    (logs / "disk").mkdir()
    (logs / "honest.mjlog").rename(logs / "disk" / "honest.mjlog")
    words = ("run", "disk", "--out", "out", *ONE)
    call(*words)
    (logs / "disk" / "honest.mjlog").unlink()

    refused = call(*words, "--quiet")

    assert refused.exit_code == 2
    assert refused.stderr == (
        f"Error: '{logs.as_posix()}/disk' has none of the files that earlier runs read there; "
        "expected its disk to be mounted, or --remove-missing to remove their logs from the tables\n"
    )
    assert load("out")["games"].num_rows == 1
    asked = call(*words, "--remove-missing")
    assert asked.stderr.startswith("Removed 1 logs that the sources no longer have.\n")
    assert load("out")["games"].num_rows == 0


def test_tables_may_be_in_a_store(call, logs):
    words = ("run", "honest.mjlog", "--out", "memory://runs/out", *ONE)

    first, again = call(*words), call(*words)

    assert (first.exit_code, first.stderr) == (0, "")
    assert again.stderr == "Skipped 1 logs already read.\n"
    assert load("memory://runs/out")["games"].num_rows == 1


@pytest.mark.parametrize("fresh", [(), ("--fresh",)])
def test_tables_of_an_earlier_version_are_left_alone(call, logs, fresh):
    (logs / "out" / "hands").mkdir(parents=True)
    (logs / "out" / "hands" / "0.parquet").touch()
    manifest = '{"terms": {"schema": 3}, "units": [], "files": {}}'
    (logs / "out" / "manifest.json").write_text(manifest, encoding="utf-8")

    result = call("run", "honest.mjlog", "--out", "out", *ONE, *fresh)

    assert result.exit_code == 2
    assert result.stderr == (
        "Error: 'out' has tables in the form of an earlier version; expected a new folder: run it again\n"
    )
    assert (logs / "out" / "hands" / "0.parquet").exists()


def test_other_options_want_a_fresh_start(call, logs):
    words = ("run", "honest.mjlog", "--out", "out")
    call(*words, *ONE)

    refused = call(*words, *ONE, "--names", "drop")

    assert refused.exit_code == 2
    assert refused.stderr == (
        'Error: \'out\' was begun with names "keep", not "drop"; '
        "expected the same, or --fresh to start over\n"
    )
    assert call(*words, *ONE, "--names", "drop", "--fresh").exit_code == 0
    assert set(load("out")["players"]["name"].to_pylist()) == {None}


def test_names_are_hashed_with_the_secret_of_a_file(call, logs):
    (logs / "secret").write_bytes(b"horse\n")

    result = call("run", "honest.mjlog", "--out", "out", *ONE, "--names", "hash", "--names-secret", "secret")

    assert result.exit_code == 0
    assert all(len(name) == 64 for name in load("out")["players"]["name"].to_pylist())


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_ctrl_c_ends_with_status_130_and_says_how_to_go_on(start, logs, honest):
    # Far more than it can do before the signal arrives; a unit is of one source.
    many = [f"2022010101gm-00a9-0000-{number:08x}.zip" for number in range(1000)]
    for name in many:
        (logs / name).write_bytes(zip_of([("1.mjlog", honest + name.encode())]))
    process = start("run", *many, "--out", "out", "-q", *ONE)
    units = logs / "out" / ".units"
    while process.poll() is None and not any(units.glob("*.arrow")):
        time.sleep(0.02)

    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)

    assert process.returncode == 130
    told = re.fullmatch(rb"Interrupted; (\d+) logs are kept, and the same command resumes.\n", err)
    assert told, err
    assert 0 < int(told[1]) < 1000
    assert not (logs / "out" / "summary.json").exists()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is read-only there")
def test_a_folder_that_is_read_only_is_a_mistake(call, logs):
    (logs / "out").mkdir(mode=0o555)

    result = call("run", "honest.mjlog", "--out", "out", *ONE)

    assert result.exit_code == 2
    assert result.stderr.startswith("Error: out/.units: Permission denied")


def test_tables_that_are_not_wanted_are_left_out(call, logs):
    everything = call("run", "honest.mjlog", "wrong.mjlog", "--out", "all", *ONE)
    some = call("run", "honest.mjlog", "wrong.mjlog", "--out", "some", "--tables", "hands,draws", *ONE)

    assert some.exit_code == everything.exit_code
    assert some.stdout.splitlines()[1:] == everything.stdout.splitlines()[1:]
    assert {path.name for path in (logs / "some").iterdir() if path.is_dir() and path.name[0] != "."} == {
        "games",
        "hands",
        "draws",
        "findings",
    }
    assert all(
        load("some")[name].equals(load("all")[name]) for name in ("games", "hands", "draws", "findings")
    )
    with pytest.raises(UserMistake, match="'some' has no table 'seats': its run left it out"):
        load("some")["seats"]
