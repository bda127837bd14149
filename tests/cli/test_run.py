import json
import re
import signal
import sys
import time

import pytest

from analyzer.errors import UserMistake
from analyzer.folders import folder as folder_at
from analyzer.tables.load import load
from analyzer.tables.schema import tables_of
from tests.sources.archives import zip_of

pytestmark = pytest.mark.usefixtures("few_statistics")

ID = "2019123123gm-00a9-0000-0000000a"
ONE = ("--checks", "well-formed,draw-kind", "--workers", "1")


@pytest.mark.usefixtures("logs")
@pytest.mark.parametrize("out", ["out", "memory://runs/out"])
def test_a_run_prints_its_summary_writes_tables_and_says_what_it_skipped(call, out):
    words = ("run", "honest.mjlog", "wrong.mjlog", "--out", out, *ONE)
    first = call(*words)
    on_paper = folder_at(out).read("summary.txt").decode()

    again = call(*words)

    assert (first.exit_code, first.stderr) == (1, "")
    assert first.stdout.startswith("2 games, 2 hands, ")
    assert load(out)["draws"]["kind"].to_pylist() == ["kyuushu_kyuuhai", "suufon_renda"]
    # The summary on paper has no time.
    assert on_paper.startswith("2 games, 2 hands\n")
    assert on_paper.splitlines()[1:] == first.stdout.splitlines()[1:] == again.stdout.splitlines()[1:]
    assert (again.exit_code, again.stderr) == (1, "Skipped 2 logs already read.\n")
    assert call(*words, "--quiet").stderr == ""


def test_what_is_gone_is_told_and_removed_with_all_of_its_source_when_asked(call, logs):
    (logs / "some").mkdir()
    for name in ("honest.mjlog", "wrong.mjlog"):
        (logs / name).rename(logs / "some" / name)
    words = ("run", "some", "--out", "out", *ONE)
    call(*words)
    (logs / "some" / "wrong.mjlog").unlink()
    smaller = call(*words)
    (logs / "some" / "honest.mjlog").unlink()

    refused, rows = call(*words, "--quiet"), load("out")["games"].num_rows
    asked = call(*words, "--remove-missing")

    removed = "Removed 1 logs that the sources no longer have.\n"
    assert (smaller.exit_code, smaller.stderr) == (0, f"Skipped 1 logs already read.\n{removed}")
    assert (refused.exit_code, refused.stderr.count("\n"), rows) == (2, 1, 1)
    assert asked.stderr.startswith(removed)
    assert load("out")["games"].num_rows == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_ctrl_c_ends_with_status_130_and_says_how_to_go_on(start, logs, honest):
    # Far more than it can do before the signal arrives; a unit is of one source.
    many = [f"2022010101gm-00a9-0000-{number:08x}.zip" for number in range(300)]
    for name in many:
        (logs / name).write_bytes(zip_of([("1.mjlog", honest + b"<!-- %s -->" % name.encode())]))
    process = start("run", *many, "--out", "out", "-q", *ONE)
    units = logs / "out" / ".units"
    while process.poll() is None and not any(units.glob("*.arrow")):
        time.sleep(0.02)

    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)

    assert process.returncode == 130
    told = re.fullmatch(rb"Interrupted; (\d+) logs are kept, and the same command resumes.\n", err)
    assert told, err
    assert 0 < int(told[1]) < 300
    assert not (logs / "out" / "summary.json").exists()


def test_tables_and_checks_that_are_not_wanted_are_left_out(call, logs):
    everything = call("run", "honest.mjlog", "wrong.mjlog", "--out", "all", *ONE)
    lists = ("--tables", "hands", "--tables", "draws", "--checks", "draw-kind", "--checks", "well-formed")
    some = call("run", "honest.mjlog", "wrong.mjlog", "--out", "some", *lists, "--workers", "1")

    assert some.stdout.splitlines()[1:] == everything.stdout.splitlines()[1:]
    asked = json.loads((logs / "some" / "summary.json").read_text(encoding="utf-8"))["checks_asked"]
    assert asked == ["draw-kind", "well-formed"]
    written = {path.parent.name for path in (logs / "some").glob("*/*.parquet")}
    assert written == {"games", "hands", "draws", "findings"}
    assert all(load("some")[name].equals(load("all")[name]) for name in written)
    with pytest.raises(UserMistake, match="'some' has no table 'seats': its run left it out"):
        load("some")["seats"]


@pytest.mark.long
def test_logs_that_end_before_their_first_hand_are_a_run_of_their_own(call, logs, honest, few_statistics):
    """Nobody's hands: all tables of hands are empty, every statistic counts nothing."""
    few_statistics.undo()
    head = honest[: honest.index(b"<INIT")]
    (logs / f"{ID}.mjlog").write_bytes(head)
    (logs / "other.mjlog").write_bytes(head + b"</mjloggm>")

    checked = call("validate", f"{ID}.mjlog", "other.mjlog")
    ran = call("run", f"{ID}.mjlog", "other.mjlog", "-o", "out", "-q", "--workers", "1")
    tables = load(logs / "out")

    assert (checked.exit_code, ran.exit_code) == (0, 0)
    rows = {name: tables[name].num_rows for name in tables_of(None)}
    assert rows == {"games": 2, "players": 8, "hands": 0, "seats": 0, "wins": 0, "draws": 0, "findings": 2}
    for words in (["stats", "out"], ["report", "out", "-o", "page.html"]):
        assert call(*words).exit_code == 0
