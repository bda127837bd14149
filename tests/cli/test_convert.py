"""``tenhou-analyzer convert`` as a user calls it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
LOG = SAMPLES / "2199010110gm-00a9-0000-7d259e6c.mjlog"


def test_a_folder_gets_a_file_for_each_game_and_quiet_says_what_is_lost_in_one_line_for_all(call, tmp_path):
    words = ("convert", SAMPLES, "--to", "mjai", "--limit", "2", "-o")
    loud = call(*words, tmp_path / "loud").stderr
    (line,) = call(*words, tmp_path / "quiet", "-q").stderr.splitlines()

    assert line.startswith("games: 2; mjai does not hold which copy of a tile lies where, ")
    said = [set(one.partition(" does not hold ")[2].split(", ")) for one in loud.splitlines()]
    assert set(line.partition(" does not hold ")[2].split(", ")) == said[0] | said[1]
    names = [f"{path.stem}.jsonl" for path in sorted(SAMPLES.glob("*.mjlog"))[:2]]
    assert sorted(path.name for path in (tmp_path / "quiet").iterdir()) == names


@pytest.mark.parametrize("out", ["links.txt", "."])
def test_links_are_one_for_each_hand_in_a_text_file(call, tmp_path, out):
    assert call("convert", LOG, "--to", "tenhou6", "--links", "-q", "-o", tmp_path / out).exit_code == 0
    (written,) = tmp_path.iterdir()
    lines = written.read_text(encoding="utf-8").splitlines()

    assert written.name == ("links.txt" if out == "links.txt" else f"{LOG.stem}.txt")
    assert len(lines) == 9
    assert all(line.startswith("https://tenhou.net/6/#json=%7B") for line in lines)
    # Each is read again, and a folder is searched for them.
    result = call("validate", tmp_path, "-q")
    assert result.exit_code == 0
    assert "inputs: 9 = games 9 + unreadable 0" in result.stdout


@pytest.mark.parametrize("name", ["game", "a/new/game.json"])
def test_what_is_there_and_is_no_folder_takes_one_game_and_so_does_a_name_of_a_file(call, tmp_path, name):
    (tmp_path / "game").write_text("old", encoding="utf-8")

    assert call("convert", LOG, "--to", "tenhou6", "-o", tmp_path / name).exit_code == 0
    assert json.loads((tmp_path / name).read_text(encoding="utf-8"))["ref"] == LOG.stem


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device there")
def test_standard_output_may_be_named_as_a_device(call):
    words = ["convert", str(LOG), "--to", "mjai", "-q"]
    command = [sys.executable, "-m", "analyzer", *words, "-o", "/dev/stdout"]
    named = subprocess.run(command, capture_output=True, check=True).stdout

    assert call(*words).stdout_bytes == named != b""


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
def test_a_game_that_nobody_gets_is_a_mistake():
    words = [sys.executable, "-m", "analyzer", "convert", LOG, "--to", "mjai", "-q"]
    done = subprocess.run(["/bin/sh", "-c", 'exec "$@" >&-', "sh", *words], capture_output=True, check=False)

    assert done.returncode == 2
    assert done.stderr == b"Error: standard output is closed; expected it open, or a file or folder with -o\n"


def test_games_of_one_file_get_a_file_each(call, tmp_path):
    lines = call("convert", LOG, "--to", "mjai", "-q").stdout
    (tmp_path / "two.jsonl").write_text(lines * 2, encoding="utf-8")

    result = call("convert", tmp_path / "two.jsonl", "--to", "mjlog", "-o", tmp_path / "out")

    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["two-2.mjlog", "two.mjlog"]


def test_a_log_that_cannot_be_read_is_named(call, tmp_path):
    (tmp_path / "a.mjlog").write_bytes(LOG.read_bytes())
    lines = call("convert", LOG, "--to", "mjai", "-q").stdout
    lines = re.sub(r'("tsumo","actor":1,"pai":)"[^"]*"', r'\1"?"', lines)
    (tmp_path / "b.jsonl").write_text(lines, encoding="utf-8")

    result = call("convert", tmp_path, "--to", "mjai", "-o", tmp_path / "out")

    assert result.exit_code == 1
    assert f"{tmp_path / 'b.jsonl'}: not converted: " in result.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.jsonl"]


def test_no_log_that_is_read_is_written_over(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one, two = tmp_path / "game.jsonl", tmp_path / "games.jsonl"
    one.write_text(call("convert", LOG, "--to", "mjai").stdout, encoding="utf-8")
    two.write_text(one.read_text(encoding="utf-8") * 2, encoding="utf-8")
    before = two.read_bytes()

    for words in (["games.jsonl", "-o", "."], [".", "-o", tmp_path], ["game.jsonl", "-o", one]):
        result = call("convert", *words, "--to", "mjai")

        assert result.exit_code == 2
        assert ".jsonl' is among what is read; expected another folder or file" in result.stderr
    assert two.read_bytes() == before
    assert call("convert", "games.jsonl", "--to", "tenhou6", "-o", ".").exit_code == 0
